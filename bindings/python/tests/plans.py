"""What hypothesis is to try: plans of what a list shows, with few keys, so that much moves and meets."""

from __future__ import annotations

from hypothesis import strategies as st

Plan = list[tuple[int, list[tuple[int, int]]]]


@st.composite
def plans(draw: st.DrawFn, sections: int = 5, items: int = 24) -> Plan:
    """Up to so many sections, and items dealt out among them; contents are none, 1 or 2."""
    keys = draw(st.lists(st.integers(0, sections + 2), unique=True, max_size=sections))
    plan: Plan = [(key, []) for key in keys]
    if plan:
        for item in draw(st.lists(st.integers(0, items + 6), unique=True, max_size=items)):
            section = draw(st.integers(0, len(plan) - 1))
            plan[section][1].append((item, draw(st.integers(0, 2))))
    return plan
