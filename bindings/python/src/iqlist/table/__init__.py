"""iqlist.table: a table is two lists and their views, rows from above to below and columns from side to side.

                 +--------+---------------+
                 | frozen | scrolling     |    columns: two filtered lists of one list, a horizontal view each
        +--------+--------+---------------+
        | header | Name   | Size | Changed|    a line of its own, above what scrolls
        +--------+--------+---------------+
        | rows   | cell   | cell   cell   |    rows: a list of any kind, and a vertical view of it
        +--------+--------+---------------+

Where a cell is follows from both: x and width are those of its column, y and height those of its row. So only
the cells that can be seen are asked for, however many rows and columns there are.

    >>> import iqlist
    >>> from iqlist.table import Column, Table
    >>> files = iqlist.List.of_items([("notes.txt", 120), ("fjord.png", 48_000)])
    >>> columns = [Column("name", "Name", width=12, frozen=True), Column("size", "Bytes", width=8)]
    >>> table = Table(files, columns, header=1, layout=iqlist.SectionLayout(item=1), grain=1)
    >>> table.set_size(20, 3)
    >>> for cell in table.layout().cells():
    ...     print(cell.row.model[0], cell.column.model.key, cell.frame)
    notes.txt name Rect(x=0.0, y=1.0, width=12.0, height=1.0)
    notes.txt size Rect(x=12.0, y=1.0, width=8.0, height=1.0)
    fjord.png name Rect(x=0.0, y=2.0, width=12.0, height=1.0)
    fjord.png size Rect(x=12.0, y=2.0, width=8.0, height=1.0)

It is made of the package `iqlist` alone, and draws nothing. `iqlist.textual.TableWidget` draws one.
"""

from .columns import Column, Pane
from .scenes import Cell, TableHit, TablePart, TableScene
from .table import Table

__all__ = ["Cell", "Column", "Pane", "Table", "TableHit", "TablePart", "TableScene"]
