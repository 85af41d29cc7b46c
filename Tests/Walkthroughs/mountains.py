"""Some hundred mountains with their heights in metres, for a list that is filtered while somebody types."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mountain:
    name: str
    height: int


TABLE = """
Aconcagua 6961, Adams 3743, Alpamayo 5947, Ama Dablam 6812, Annapurna 8091, Aoraki 3724, Ararat
5137, Athos 2033, Barre des Ecrins 4102, Belukha 4506, Ben Nevis 1345, Blanca Peak 4372, Breithorn
4164, Broad Peak 8051, Cameroon 4040, Castor 4223, Cayambe 5790, Chimborazo 6263, Cho Oyu 8188,
Cotopaxi 5897, Damavand 5609, Dent Blanche 4357, Dhaulagiri 8167, Dom 4545, Dufourspitze 4634, Eiger
3967, El Capitan 2308, Elbert 4401, Elbrus 5642, Erebus 3794, Etna 3357, Everest 8849,
Finsteraarhorn 4274, Foraker 5304, Fuji 3776, Galdhopiggen 2469, Gangkhar Puensum 7570, Gasherbrum
8080, Gerlach 2655, Gran Paradiso 4061, Grandes Jorasses 4208, Grossglockner 3798, Hekla 1491, Hoher
Dachstein 2995, Hood 3429, Huascaran 6768, Hvannadalshnukur 2110, Illampu 6368, Illimani 6438,
Ixtaccihuatl 5230, Jungfrau 4158, K2 8611, Kamet 7756, Kangchenjunga 8586, Kazbek 5054, Kebnekaise
2097, Kenya 5199, Kilimanjaro 5895, Kinabalu 4095, Kosciuszko 2228, Lenin Peak 7134, Lhotse 8516,
Logan 5959, Lyskamm 4527, Makalu 8485, Manaslu 8163, Matterhorn 4478, Mauna Kea 4207, Mauna Loa
4169, Meru 4562, Mont Blanc 4806, Monte Cinto 2706, Monte Viso 3841, Muztagh Ata 7509, Musala 2925,
Nanda Devi 7816, Nanga Parbat 8126, Olympus 2918, Ortler 3905, Parnassus 2457, Pelvoux 3946, Pico de
Orizaba 5636, Pikes Peak 4302, Piz Bernina 4049, Pollux 4092, Popocatepetl 5393, Puncak Jaya 4884,
Rainier 4392, Rysy 2501, Saint Elias 5489, Saint Helens 2549, Shasta 4322, Shishapangma 8027, Sinai
2285, Snaefell 1833, Snowdon 1085, Stromboli 924, Table Mountain 1085, Teide 3715, Tirich Mir 7708,
Toubkal 4167, Triglav 2864, Ushba 4710, Vesuvius 1281, Vinson 4892, Weisshorn 4506, Wildspitze 3768,
Whitney 4421, Zugspitze 2962
"""

MOUNTAINS = [
    Mountain(name, int(height))
    for name, _, height in (entry.strip().rpartition(" ") for entry in TABLE.replace("\n", " ").split(","))
]
