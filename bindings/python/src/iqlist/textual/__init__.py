"""Lists in Textual: a widget that reads the rows that can be seen, and no others. Needs the package
`textual`: `pip install iqlist[textual]`.
 `ListWidget` stands over a `List`, a `FilteredList` or an `Outline`. A program changes the list, from any
thread by `List.submit`. The descriptor of the list wakes Textual's loop; the widget polls, and draws.

    list ----> descriptor ----> poll ----> next snapshot: the cursor follows its item, what is seen stays
                                  |                           |
                                  |                           '-----> visible rows
                                  '------> messages of the widget: what else has happened to the list
"""

from __future__ import annotations

from .columns import Column
from .lines import Line
from .table_cells import TableColumn
from .table_widget import TableWidget
from .widget import ListWidget

__all__ = ["Column", "Line", "ListWidget", "TableColumn", "TableWidget"]
