/**
 * @file
 * kit_lines.h - how the items of a section stand across: columns, items that
 * take several, the lines of a flow, and lanes: a part of kit_layout.h, which
 * includes it.
 *
 *     window 320, width 100     3 columns, 10 between them
 *     window 320, width 200     1 column of 200
 *     columns of 100            an item of 101 takes two: 210
 *     flow, room 320            widths 100 150 60 | 320 | 40
 *     3 lanes of 100            an item of 101 is 100 wide
 */
#ifndef IQLIST_KIT_LINES_H
#define IQLIST_KIT_LINES_H

#include <kit_rules.h>
#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns how many columns of a width stand beside each other: from 1 to 64.
 */
static inline uint32_t kit_columns(double room, double width, double spacing)
{
    double columns = (room + spacing) / (width + spacing) + 1e-9;

    return !(columns >= 2) ? 1 : columns < 64 ? (uint32_t)columns : 64;
}

/** Makes room beside or between items of a width: one column is at the leading
 * edge, and more begin and end at the edges. */
static inline void kit_spread(const kit_view *view, double room, double width,
                               iq_section_layout *layout)
{
    double grain = view->options != NULL ? view->options->grain : 0;
    double left = room - width;

    if (layout->columns > 1) {
        /* Columns are whole units wide. */
        left = room - layout->columns * kit_whole(width, 1);
        layout->item_spacing = kit_whole(left / (layout->columns - 1), grain);
    } else if (left > 0 && kit_is_horizontal(view))
        layout->insets.bottom += left;
    else if (left > 0)
        layout->insets.trailing += left;
}

/** Returns the room of a row, or of a line, within the insets of a section. */
static inline double kit_row_room(const kit_view *view,
                                  const iq_section_layout *layout)
{
    double room = kit_room(view, 0) - kit_inset(view, &layout->insets, 0);

    return room > 0 ? room : 0;
}

/** Returns the width of a column: in whole units. */
static inline double kit_column(const kit_view *view,
                                const iq_section_layout *layout)
{
    double room = kit_row_room(view, layout);

    if (layout->columns <= 1)
        return room;
    room -= (layout->columns - 1) * layout->item_spacing;
    return kit_whole(room / layout->columns, 1);
}

/** Returns how wide the place of an item is that says a width, -1: none. -1: it
 * is as wide as a column, or lane, and in a flow that is not known. An item
 * that is wider than a column takes as many as it needs; what columns lose to
 * whole units makes no item wider. A layout of another kind has its place here.
 */
static inline double kit_own_width(const kit_view *view,
                                   const iq_section_layout *layout,
                                   double width)
{
    double room = kit_row_room(view, layout);
    double spacing = layout->item_spacing, step, taken;

    if (width < 0)
        return -1;
    if (layout->kind == IQ_LAYOUT_FLOW)
        return width < room ? width : room;
    if (layout->columns <= 1 || layout->kind == IQ_LAYOUT_LANES ||
        !(room + spacing > 0))
        return -1;
    step = (room + spacing) / layout->columns;
    width = width < room ? kit_whole(width, 1) : room;
    taken = ceil((width + spacing) / step - 1e-6);
    return taken > 1 ? taken * (kit_column(view, layout) + spacing) - spacing
                     : -1;
}

/** What is known of the size of a place, along the axis and across: -1 is not
 * known. */
typedef struct kit_extent {
    double along;
    double across; /**< its own: see kit_own_width */
} kit_extent;

/** Returns the width of a place: its own, or that of the column; in a flow -1
 * if it has none of its own. `layout` NULL: of an element. */
static inline double kit_place_width(const kit_view *view,
                                     const iq_section_layout *layout,
                                     const kit_extent *own)
{
    if (layout == NULL)
        return kit_room(view, 0);
    return own->across >= 0 || layout->kind == IQ_LAYOUT_FLOW
               ? own->across
               : kit_column(view, layout);
}

/** Returns what a rule says of a place. `is_own`: of this one alone; the rule
 * of a layout says what columns there are, and no item takes several by it. */
static inline kit_extent kit_extent_of(const kit_view *view,
                                       const iq_section_layout *layout,
                                       const iq_size_rule *rule, int is_own)
{
    kit_extent extent;

    extent.across = -1;
    if (layout != NULL && (is_own || layout->kind == IQ_LAYOUT_FLOW))
        extent.across = kit_own_width(view, layout, kit_across(view, rule));
    extent.along =
        kit_along(view, rule, kit_place_width(view, layout, &extent));
    return extent;
}

/** Whether nothing of a place is to be measured. */
static inline int kit_is_known(const iq_section_layout *layout,
                               const kit_extent *extent)
{
    int is_flow = layout != NULL && layout->kind == IQ_LAYOUT_FLOW;

    return extent->along >= 0 && (extent->across >= 0 || !is_flow);
}

/** Returns a size as the view takes it: what is not known is NaN. */
static inline iq_size kit_size_from(const kit_view *view,
                                    const kit_extent *extent)
{
    double along = extent->along >= 0 ? extent->along : (double)NAN;
    double across = extent->across >= 0 ? extent->across : (double)NAN;
    iq_size size;

    size.width = kit_is_horizontal(view) ? along : across;
    size.height = kit_is_horizontal(view) ? across : along;
    return size;
}

#ifdef __cplusplus
}
#endif

#endif /* IQLIST_KIT_LINES_H */
