/**
 * @file
 * kit_rules.h - rules of sizes, the options of layouts, and the lengths that
 * they say in a window: a part of kit_layout.h, which includes it.
 */
#ifndef IQLIST_KIT_RULES_H
#define IQLIST_KIT_RULES_H

#include <kit.h>
#include <kit_scroll.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- rules -------------------------------------------------------------- */

/** Returns a length that is measured, `assumed` until then (0: 44, of headers
 * and footers 22). */
static inline iq_length kit_auto(double assumed)
{
    iq_length length;

    memset(&length, 0, sizeof length);
    length.unit = IQ_LENGTH_AUTO;
    length.value = assumed;
    return length;
}

/** Returns a length of `value` units. */
static inline iq_length kit_fixed(double value)
{
    iq_length length = kit_auto(value);

    length.unit = IQ_LENGTH_FIXED;
    return length;
}

/** Returns a length that is a share of the window, without its insets. */
static inline iq_length kit_relative(double share)
{
    iq_length length = kit_auto(share);

    length.unit = IQ_LENGTH_RELATIVE;
    return length;
}

/** Returns a length that follows from the other one; `ratio` is width / height.
 */
static inline iq_length kit_aspect(double ratio)
{
    iq_length length = kit_auto(ratio);

    length.unit = IQ_LENGTH_ASPECT;
    return length;
}

/** Returns a rule of two lengths. Across the axis, AUTO is all of the room, and
 * in a flow what the cell needs; another length says how many columns there
 * are, or in a flow how wide an item is: see kit_layout. */
static inline iq_size_rule kit_sized(iq_length width, iq_length height)
{
    iq_size_rule rule;

    memset(&rule, 0, sizeof rule);
    rule.width = width;
    rule.height = height;
    return rule;
}

/** A rule, or a function that returns one for the size of the window. */
typedef struct kit_rule {
    iq_size_rule rule;
    /** Changes `rule`, which is the one above; asked when the layouts are set,
     * with 0 x 0 while the window has no size. Optional. */
    void (*calculate)(void *context, iq_size window, iq_size_rule *rule);
    void *context;
} kit_rule;

/** Returns a kit_rule that is always the same. */
static inline kit_rule kit_always(iq_size_rule rule)
{
    kit_rule always;

    memset(&always, 0, sizeof always);
    always.rule = rule;
    return always;
}

/* ---- options of layouts ------------------------------------------------- */

#define KIT_LAYOUT_COLUMNS 1u /**< `kind` and `columns`                      */
#define KIT_LAYOUT_ITEM 2u
#define KIT_LAYOUT_HEADER 4u
#define KIT_LAYOUT_FOOTER 8u
#define KIT_LAYOUT_PAGE 16u
#define KIT_LAYOUT_ESTIMATE 32u
#define KIT_LAYOUT_INSETS 64u
#define KIT_LAYOUT_LINE_SPACING 128u
#define KIT_LAYOUT_ITEM_SPACING 256u
#define KIT_LAYOUT_STICKY_HEADER 512u
#define KIT_LAYOUT_STICKY_FOOTER 1024u
#define KIT_LAYOUT_ALIGNMENT 2048u

/** How a list or one of its sections is laid out. What is 0, and not named by
 * `fields`, is left out: a section takes it from the list, and the list's
 * default is that of iq_section_layout. After a change set kit_view.is_set to
 * 0. What was measured before holds under another rule, too: see kit_forget. */
struct kit_layout_options {
    uint32_t fields;       /**< KIT_LAYOUT_*: which are given though 0       */
    iq_layout_kind kind;   /**< IQ_LAYOUT_FLOW: `columns` is not used        */
    uint32_t columns;      /**< or lanes; 0: as many as the item's rule says */
    uint32_t alignment;    /**< IQ_SECTION_LAYOUT_CENTER or JUSTIFY          */
    kit_rule item;
    kit_rule header;
    kit_rule footer;
    kit_rule page;
    double estimate;       /**< the assumed length of items that are AUTO    */
    iq_insets insets;
    double line_spacing;   /**< between rows or lines, or items of a lane    */
    double item_spacing;   /**< between items of a row, or lanes: at least   */
    int sticky_header;
    int sticky_footer;
};

/** The layout that a section has got. */
typedef struct kit_placed {
    iq_section section;
    iq_section_layout layout;
    int is_kept;        /**< see kit_keeps                                   */
} kit_placed;

/** A view that is laid out. The host sets what is first; the kit keeps the
 * rest, which is 0 at first. */
typedef struct kit_view {
    iq_view *view;
    const kit_routes *routes;
    const iq_view_options *options; /**< of the view, as they were given
                             last; NULL: none. After a change set is_set to
                             0                                               */
    kit_placed *placed; /**< memory for as many rows of sections, zeroes at
                             first: a layout is then set only where it is
                             another one, and its first item is not asked
                             again while others are measured. Optional, but
                             for sections in lanes: each version of the list
                             would choose these anew                         */
    size_t placed_count;
    iq_size window;
    kit_scrolling scrolling;
    int is_set;         /**< 0: kit_lay_out sets all layouts                 */
    uint64_t version;   /**< of the list, when they were set                 */
    iq_section_layout all; /**< that of the sections without their own       */
    int is_all_kept;    /**< see kit_keeps                                   */
} kit_view;

/** Whether the view scrolls from side to side. */
static inline int kit_is_horizontal(const kit_view *view)
{
    return view->options != NULL &&
           (view->options->flags & IQ_VIEW_HORIZONTAL) != 0;
}

/** Returns how large insets are along the axis, or across. */
static inline double kit_inset(const kit_view *view, const iq_insets *insets,
                               int along)
{
    return along == kit_is_horizontal(view) ? insets->leading + insets->trailing
                                            : insets->top + insets->bottom;
}

/** Returns the room of the window along the axis, or across, without the view's
 * insets. */
static inline double kit_room(const kit_view *view, int along)
{
    double room = along == kit_is_horizontal(view) ? view->window.width
                                                   : view->window.height;

    if (view->options != NULL)
        room -= kit_inset(view, &view->options->insets, along);
    return room > 0 ? room : 0;
}

/** Returns the length that a rule says along the axis of what is so wide
 * across, -1: that is not known. Returns -1 if it is AUTO, or says no length.
 */
static inline double kit_along(const kit_view *view, const iq_size_rule *rule,
                               double across)
{
    int horizontal = kit_is_horizontal(view);
    iq_length length = horizontal ? rule->width : rule->height;
    double ratio = length.value > 0 ? length.value : 1;
    double size = -1;

    if (length.unit == IQ_LENGTH_FIXED)
        size = length.value;
    else if (length.unit == IQ_LENGTH_RELATIVE)
        size = length.value * kit_room(view, 1);
    else if (length.unit == IQ_LENGTH_ASPECT && across >= 0)
        size = horizontal ? across * ratio : across / ratio;
    return size >= 0 ? size + (horizontal ? rule->additional.width
                                          : rule->additional.height)
                     : -1;
}

/** Whether both lengths of a rule are ones that there are. */
static inline int kit_is_rule(const iq_size_rule *rule)
{
    return rule->width.unit <= IQ_LENGTH_ASPECT &&
           rule->height.unit <= IQ_LENGTH_ASPECT && rule->width.value >= 0 &&
           rule->height.value >= 0 && rule->additional.width >= 0 &&
           rule->additional.height >= 0;
}

/** Returns the length that a rule says across the axis; -1 if it says none: it
 * is AUTO, or an aspect of a length that is not known either. */
static inline double kit_across(const kit_view *view, const iq_size_rule *rule)
{
    int horizontal = kit_is_horizontal(view);
    iq_length length = horizontal ? rule->height : rule->width;
    iq_length other = horizontal ? rule->width : rule->height;
    double ratio = length.value > 0 ? length.value : 1;
    double size = -1;

    if (length.unit == IQ_LENGTH_FIXED)
        size = length.value;
    else if (length.unit == IQ_LENGTH_RELATIVE)
        size = length.value * kit_room(view, 0);
    else if (length.unit == IQ_LENGTH_ASPECT) {
        if (other.unit == IQ_LENGTH_FIXED)
            size = other.value;
        else if (other.unit == IQ_LENGTH_RELATIVE)
            size = other.value * kit_room(view, 1);
        if (size >= 0)
            size = horizontal ? size / ratio : size * ratio;
    }
    return size >= 0 ? size + (horizontal ? rule->additional.height
                                          : rule->additional.width)
                     : -1;
}

/** Returns the greatest multiple of `grain` (0: 1/1024) that is not more than a
 * length; what is a rounding error below a multiple is that. */
static inline double kit_whole(double length, double grain)
{
    double ticks = length / (grain > 0 ? grain : 1.0 / 1024) + 1e-6;

    if (!(ticks >= 0 && ticks < 4e9))
        return 0;
    return (double)(uint32_t)ticks * (grain > 0 ? grain : 1.0 / 1024);
}

/** Returns what parts of a section have rules: 0 items, 1 headers, 2 footers, 3
 * loaders; -1: an element that has none. */
static inline int kit_part(uint32_t kind)
{
    switch (kind) {
    case 0:
        return 0;
    case IQ_KIND_HEADER:
        return 1;
    case IQ_KIND_FOOTER:
        return 2;
    case IQ_KIND_PAGE_START:
    case IQ_KIND_PAGE_END:
        return 3;
    default:
        return -1;
    }
}

/** Returns whether all of something is 0. */
static inline int kit_is_zero(const void *memory, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)memory;

    while (size > 0 && bytes[size - 1] == 0)
        size--;
    return size == 0;
}

/** Returns the KIT_LAYOUT_* of what is not left out. */
static inline uint32_t kit_fields_of(const kit_layout_options *options)
{
    uint32_t given = options->fields;

    if (options->columns != 0 || options->kind != 0)
        given |= KIT_LAYOUT_COLUMNS;
    if (options->alignment != 0)
        given |= KIT_LAYOUT_ALIGNMENT;
    if (!kit_is_zero(&options->item, sizeof options->item))
        given |= KIT_LAYOUT_ITEM;
    if (!kit_is_zero(&options->header, sizeof options->header))
        given |= KIT_LAYOUT_HEADER;
    if (!kit_is_zero(&options->footer, sizeof options->footer))
        given |= KIT_LAYOUT_FOOTER;
    if (!kit_is_zero(&options->page, sizeof options->page))
        given |= KIT_LAYOUT_PAGE;
    if (options->estimate != 0)
        given |= KIT_LAYOUT_ESTIMATE;
    if (!kit_is_zero(&options->insets, sizeof options->insets))
        given |= KIT_LAYOUT_INSETS;
    if (options->line_spacing != 0)
        given |= KIT_LAYOUT_LINE_SPACING;
    if (options->item_spacing != 0)
        given |= KIT_LAYOUT_ITEM_SPACING;
    if (options->sticky_header != 0)
        given |= KIT_LAYOUT_STICKY_HEADER;
    if (options->sticky_footer != 0)
        given |= KIT_LAYOUT_STICKY_FOOTER;
    return given;
}

/** Returns the rule of a part; NULL if it is left out. `options` may be NULL.
 */
static inline const kit_rule *kit_rule_in(const kit_layout_options *options,
                                          int part)
{
    if (options == NULL || part < 0 ||
        (kit_fields_of(options) & (KIT_LAYOUT_ITEM << part)) == 0)
        return NULL;
    return part == 0   ? &options->item
           : part == 1 ? &options->header
           : part == 2 ? &options->footer
                       : &options->page;
}

/** Writes the rule of a kit_rule for the window. `given` NULL: one of AUTO.
 * Returns whether it is given. */
static inline int kit_calculate(const kit_view *view, const kit_rule *given,
                                iq_size_rule *rule)
{
    memset(rule, 0, sizeof *rule);
    if (given == NULL)
        return 0;
    *rule = given->rule;
    if (given->calculate != NULL)
        given->calculate(given->context, view->window, rule);
    return 1;
}

/** Writes the rule that the section, else the list gives to a part. `row` is
 * the section's, or NULL. */
static inline void kit_given(const kit_view *view, const kit_section *row,
                             int part, iq_size_rule *rule)
{
    const kit_rule *own = row != NULL ? kit_rule_in(row->layout, part) : NULL;

    kit_calculate(view,
                  own != NULL ? own : kit_rule_in(view->routes->layout, part),
                  rule);
}

/** Returns the options that have a field: the section's, else the list's, else
 * NULL. */
static inline const kit_layout_options *
kit_options_with(const kit_view *view, const kit_section *row, uint32_t field)
{
    const kit_layout_options *own = row != NULL ? row->layout : NULL;
    const kit_layout_options *all = view->routes->layout;

    if (own != NULL && (kit_fields_of(own) & field) != 0)
        return own;
    return all != NULL && (kit_fields_of(all) & field) != 0 ? all : NULL;
}

#ifdef __cplusplus
}
#endif

#endif /* IQLIST_KIT_RULES_H */
