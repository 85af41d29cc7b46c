"""The slow model of neighbours, R16: the item to which a key leads. See `layout_model`.

Rows are those of lists, grids and flows. In lanes each item is a row by itself, and which of them is meant
follows from the lane. All of a custom layout is one row, in which the nearest one counts."""

from __future__ import annotations

from enum import IntEnum

from layout_model import Band, Plan, Spot
from layout_model_content import Name
from layout_model_places import taken_of_window

Row = list[Spot]


class Direction(IntEnum):
    """IQ_DIRECTION_*."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3
    PAGE_UP = 4
    PAGE_DOWN = 5


def neighbour(plan: Plan, name: Name, direction: Direction) -> Spot | None:
    """R16: the item to which a key leads."""
    spot = plan.find(name)
    if spot is None or spot.section is None:
        return None
    if direction in (Direction.PAGE_UP, Direction.PAGE_DOWN):
        return page(plan, spot, 1 if direction is Direction.PAGE_DOWN else -1)
    options = plan.window.options
    is_vertical = direction in (Direction.UP, Direction.DOWN)
    step = 1 if direction in (Direction.DOWN, Direction.RIGHT) else -1
    if not is_vertical and options.rtl:
        step = -step
    if is_vertical != options.horizontal:
        return along(plan, spot, step)
    if band_of(plan, spot).is_custom:
        return beside_in_custom(plan, spot, step)
    return beside_in_lanes(plan, spot, step) if band_of(plan, spot).is_lanes else beside(plan, spot, step)


def band_of(plan: Plan, spot: Spot) -> Band:
    assert spot.section is not None
    return plan.bands[spot.section]


def beside(plan: Plan, spot: Spot, step: int) -> Spot | None:
    """R16: across, the item before or after in the row."""
    return next(
        (
            other
            for other in plan.items
            if (other.section, other.row) == (spot.section, spot.row) and other.column == spot.column + step
        ),
        None,
    )


def rows_of(plan: Plan) -> list[Row]:
    """The rows of all sections."""
    rows: dict[tuple[int, int], Row] = {}
    for other in plan.items:
        rows.setdefault((other.section or 0, other.row), []).append(other)
    return [rows[at] for at in sorted(rows)]


def along(plan: Plan, spot: Spot, step: int) -> Spot | None:
    """R16: the item in the next row; in lanes, the next one of the lane."""
    rows = rows_of(plan)
    at = next(number for number, row in enumerate(rows) if spot in row)
    if band_of(plan, spot).is_custom:
        own = band_of(plan, spot)
        found_near = next_in_custom(plan, own, own.items, spot, middle_of(spot)[0], step)
        if found_near is not None:
            return found_near
    if band_of(plan, spot).is_lanes:
        lane = in_lane(band_of(plan, spot), spot.column)
        if step > 0:
            found = [other for other in lane if other.start >= spot.end and other is not spot][:1]
        else:
            found = [other for other in lane if other.end <= spot.start and other is not spot][-1:]
        if found:
            return found[0]
        while 0 <= at + step < len(rows) and rows[at + step][0].section == spot.section:
            at += step
    if not 0 <= at + step < len(rows):
        return None
    row = rows[at + step]
    band = band_of(plan, row[0])
    if band.is_lanes:
        return nearest_lane(plan, band, spot, -step, None)
    return entered(plan, band, spot, step) if band.is_custom else in_row(spot, row)


def in_row(spot: Spot, row: Row) -> Spot:
    """R16: the item whose middle is nearest: in the same section the same column, or the last one. Open: in
    columns without a width the first one."""
    return min(row, key=lambda other: (distance_across(spot, other), other.column))


def distance_across(a: Spot, b: Spot) -> int:
    """Of the middles, twice."""
    return abs(2 * a.across + a.breadth - 2 * b.across - b.breadth)


# --- lanes


def in_lane(band: Band, lane: int) -> Row:
    """The items of a lane that have a length."""
    return [spot for spot in band.items if spot.column == lane and spot.length > 0]


def beside_in_lanes(plan: Plan, spot: Spot, step: int) -> Spot | None:
    """R16: the item of the next lane with items whose middle is nearest, of two the first."""
    band = band_of(plan, spot)
    middle = spot.start + spot.end
    lane = spot.column + step
    while 0 <= lane < band.columns:
        items = in_lane(band, lane)
        if items:
            behind = [other for other in items if 2 * other.start >= middle - middle % 2][:1]
            before = items[: items.index(behind[0])] if behind else items
            return min([*before[-1:], *behind], key=lambda other: abs(other.start + other.end - middle))
        lane += step
    return None


def nearest_lane(plan: Plan, band: Band, spot: Spot, step: int, limit: int | None) -> Spot | None:
    """R16: in the nearest lane that has one, forward the last item that ends by a limit, backward the first
    that begins from it on. None: there is no limit."""
    found: Row = []
    for lane in range(band.columns):
        items = in_lane(band, lane)
        if step > 0:
            found += [other for other in items if limit is None or other.end <= limit][-1:]
        else:
            found += [other for other in items if limit is None or other.start >= limit][:1]
    return min(found, key=lambda other: (distance_across(spot, other), other.column), default=None)


# --- custom layouts


def middle_of(spot: Spot) -> tuple[int, int]:
    """Twice where its middle is, along and across."""
    return spot.start + spot.end, 2 * spot.across + spot.breadth


def next_in_custom(plan: Plan, band: Band, spots: Row, spot: Spot, along: int, step: int) -> Spot | None:
    """R20: the next of some spots along the axis, from where twice the middle is `along`: the first one that
    shares a part of the room, or else the nearest. It is looked for within a window, and farther where there
    is none at all."""
    begin, end = first_start(band), first_start(band) + band.items_length
    middle = begin + int((along - 2 * begin) / 2)
    reach = max(plan.window.along, plan.window.unit)

    def distance(other: Spot) -> tuple[int, int, int]:
        ahead, aside = abs(middle_of(other)[0] - along), distance_across(spot, other)
        shares = other.across < spot.across + spot.breadth and other.across + other.breadth > spot.across
        return (0, ahead, aside) if shares else (1, ahead + aside, 0)

    while True:
        first, last = (middle, middle + reach) if step > 0 else (middle - reach, middle + 1)
        first, last = max(first, begin), min(last, end)
        near = [
            other
            for other in spots
            if other.length > 0 and other.start < last and other.end > first and first < last
        ]
        found = min((o for o in near if step * (middle_of(o)[0] - along) > 0), key=distance, default=None)
        if found is not None or (last >= end if step > 0 else first <= begin):
            return found
        reach *= 2


def beside_in_custom(plan: Plan, spot: Spot, step: int) -> Spot | None:
    """R20: across, the nearest of those that are beside it."""
    items = [
        o for o in band_of(plan, spot).items if spot.length and o.start < spot.end and o.end > spot.start
    ]
    along, across = middle_of(spot)
    ahead = [o for o in items if o.length > 0 and step * (middle_of(o)[1] - across) > 0]
    return min(
        ahead,
        key=lambda o: abs(middle_of(o)[1] - across) + 2 * abs(middle_of(o)[0] - along),
        default=None,
    )


def first_start(band: Band) -> int:
    """Where its items begin."""
    return band.items_start + band.inset


def entered(plan: Plan, band: Band, spot: Spot, step: int) -> Spot | None:
    """R20: the item at which a section is entered; without one that has a length, the outermost."""
    edge = 2 * first_start(band) - 1 if step > 0 else 2 * (first_start(band) + band.items_length) + 1
    found = next_in_custom(plan, band, band.items, spot, edge, step)
    return found if found is not None else band.items[0 if step > 0 else -1]


def at_end_of_page(plan: Plan, band: Band, limit: int, spot: Spot, step: int, is_own: bool) -> Spot | None:
    """R20: the item nearest to where a page ends, of those that are in it; in its own section, one beyond."""
    fits = [o for o in band.items if (o.end <= limit if step > 0 else o.start >= limit)]
    found = next_in_custom(plan, band, fits, spot, 2 * limit + step, -step)
    if found is None or (is_own and step * (middle_of(found)[0] - middle_of(spot)[0]) <= 0):
        return None
    return found


def where_page_ends(plan: Plan, limit: int, spot: Spot, step: int) -> Spot | None:
    """R20: where a page ends within a custom layout."""
    at = next((at for at, band in enumerate(plan.bands) if band.end > max(limit, band.start)), None)
    if at is None or not plan.bands[at].is_custom or step * (at - (spot.section or 0)) < 0:
        return None
    return at_end_of_page(plan, plan.bands[at], limit, spot, step, at == spot.section)


# --- pages


def page(plan: Plan, spot: Spot, step: int) -> Spot | None:
    """R16: a page further: in the last row that ends within a page of the item's start, at least in the next
    one."""
    top, bottom = taken_of_window(plan, spot.section)
    free = max(0, plan.window.along - top - bottom)
    rows = rows_of(plan)
    at = next(number for number, row in enumerate(rows) if spot in row)
    own = band_of(plan, spot)
    begin, end = (
        (spot.start, spot.end) if own.is_custom else (start_of(plan, rows[at]), end_of(plan, rows[at]))
    )
    limit = begin + free if step > 0 else end - free
    found = where_page_ends(plan, limit, spot, step)
    if found is not None:
        return found
    row = last_row_by(plan, rows, at, limit) if step > 0 else first_row_from(plan, rows, at, limit)
    if row is None:
        return along(plan, spot, step)
    if own.is_custom and (end_of(plan, row) > limit if step > 0 else start_of(plan, row) < limit):
        found = at_end_of_page(plan, own, limit, spot, step, True)
        return along(plan, spot, step) if found is None else found
    band = band_of(plan, row[0])
    if band.is_custom:
        found = at_end_of_page(plan, band, limit, spot, step, False)
        return entered(plan, band, spot, step) if found is None else found
    if not band.is_lanes:
        return in_row(spot, row)
    found = nearest_lane(plan, band, spot, step, limit)
    if row[0].section == spot.section:
        is_beyond = found is not None and (found.start >= spot.end if step > 0 else found.end <= spot.start)
        if found is None or not is_beyond or found.column != spot.column:
            return along(plan, spot, step)
    return found


def last_row_by(plan: Plan, rows: list[Row], at: int, limit: int) -> Row | None:
    """The last row before the first that ends behind a limit; the next one at least."""
    if at + 1 == len(rows):
        return None
    ends = (
        number for number, row in enumerate(rows) if length_of(plan, row) > 0 and end_of(plan, row) > limit
    )
    last = next(ends, len(rows)) - 1
    while last > at and end_of(plan, rows[last]) > limit:
        last -= 1
    return rows[max(last, at + 1)]


def first_row_from(plan: Plan, rows: list[Row], at: int, limit: int) -> Row | None:
    """The first row that begins from a limit on, and all behind it too; the one before at least."""
    if at == 0:
        return None
    ends = (
        number for number, row in enumerate(rows) if length_of(plan, row) > 0 and end_of(plan, row) > limit
    )
    first = next(ends, at - 1)
    if start_of(plan, rows[first]) < limit:
        first = min(first + 1, len(rows) - 1)
    while first > 0 and start_of(plan, rows[first - 1]) >= limit:
        first -= 1
    return rows[min(first, at - 1)]


def length_of(plan: Plan, row: Row) -> int:
    return end_of(plan, row) - start_of(plan, row)


def start_of(plan: Plan, row: Row) -> int:
    band = band_of(plan, row[0])
    return first_start(band) if band.is_custom else row[0].start


def end_of(plan: Plan, row: Row) -> int:
    """A row is as long as its longest item, and a custom layout as long as it says."""
    band = band_of(plan, row[0])
    return first_start(band) + band.items_length if band.is_custom else max(spot.end for spot in row)
