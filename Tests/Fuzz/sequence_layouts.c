/*
 * sequence_layouts.c - the operations on views that are laid out, with numbers of all kinds, and `measure` functions
 * that answer anything, fail, change the list, and destroy it or the view: see sequence.h. The views are in the slots of
 * all views; those that are told what is visible refuse most of these calls.
 */
#include "any_custom.h"
#include "sequence.h"

#include "../Boundary/shared/failing.h"

#include <float.h>
#include <math.h>

#define OPERATION(name) static void name(machine *m)
#define MOST_MEASURES LONGEST_PROGRAM
#define MOST_LENGTH 1048576

/* ---- numbers ------------------------------------------------------------ */

static double next_number(machine *m)
{
    static const double others[] = {0.5,         1.0 / 1024, 1.0 / 2048, 1.0 / 3,      1e6,     MOST_LENGTH - 0.5,
                                    MOST_LENGTH, DBL_MIN,    -0.0,       DBL_TRUE_MIN, 1000,    MOST_LENGTH + 1.0,
                                    -1,          -1e-9,      1e18,       1e300,        -1e300,  (double)INFINITY,
                                    -(double)INFINITY, (double)NAN};
    uint8_t byte = next_byte(m);
    return byte < 236 ? byte % 59 : others[byte - 236];
}

/* In three of four cases one that is allowed. */
static double next_length(machine *m)
{
    double number = next_number(m);
    return number < 0 || next_byte(m) < 192 ? fmin(fabs(number), 100) : number;
}

static bool is_length(double number)
{
    return number >= 0 && number <= MOST_LENGTH;
}

static bool are_lengths(const iq_insets *insets)
{
    return is_length(insets->top) && is_length(insets->leading) && is_length(insets->bottom) &&
           is_length(insets->trailing);
}

static iq_insets next_insets(machine *m)
{
    iq_insets insets = {0};
    if (next_byte(m) & 1) {
        insets.top = next_length(m);
        insets.leading = next_length(m);
        insets.bottom = next_length(m);
        insets.trailing = next_length(m);
    }
    return insets;
}

/* ---- calls -------------------------------------------------------------- */

/* A call on a view. One whose arguments are not allowed is refused, and only that one. */
#define ASK(m, self, is_allowed, expression) \
    ((m)->with_options = !(is_allowed), TRY(m, self, NULL, asked = (expression)), judge(self, is_allowed))

static iq_status asked;

static bool judge(const slot *self, bool is_allowed)
{
    if (slot_is_good(self)) {
        CHECK(self->is_laid_out || asked != IQ_OK);
        CHECK(is_allowed || asked != IQ_OK);
        CHECK(!is_allowed || (asked != IQ_ERROR_RANGE && asked != IQ_ERROR_ARGUMENT));
        CHECK(!is_allowed || !self->is_laid_out || asked != IQ_ERROR_STATE);
        CHECK(asked != IQ_ERROR_BUSY);
    }
    return asked == IQ_OK;
}

/* An item, an element, a section, all of the content, or what the last one of these was. NULL where there is none. */
static const iq_element *next_target(machine *m, const slot *self, iq_element *into)
{
    uint8_t byte = next_byte(m);
    const iq_element *found = into;
    *into = (iq_element){.struct_size = sizeof *into};
    if (byte >= 248) {
        m->with_handles = true;
        *into = m->kept;
        into->struct_size = sizeof *into;
    } else if (byte % 8 == 0) {
        iq_key key = next_section_key(m);
        bool is_there = slot_is_good(self) && iq_list_find_section(self->list, key, &into->section) == IQ_OK;
        found = is_there ? into : NULL;
    } else if (byte % 8 != 1) {
        found = next_part(m, self, into);
    }
    if (found) {
        m->kept = *into;
    }
    return found;
}

/* ---- `measure` ---------------------------------------------------------- */

static struct measuring {
    uint8_t look; /* what is answered */
    int sets, ends;
} measures[MOST_MEASURES];
static size_t measures_count;

/* What `measure` does once in the layout that is under way. */
typedef enum act { ACT_NOTHING, ACT_FAIL, ACT_CHANGE, ACT_ASK, ACT_DESTROY_VIEW, ACT_DESTROY_LIST, ACTS } act;

static struct {
    const slot *view;
    act act;
    bool is_done;
    uint8_t byte;
} now;

static void change_list(iq_list *list, uint8_t byte)
{
    iq_key keys[4];
    for (size_t i = 0; i < 4; i++) {
        keys[i] = iq_key_from_u64((byte + 3 * i) % 20);
    }
    const iq_columns items = {.struct_size = sizeof items, .count = byte >> 5 & 3, .keys = keys};
    (void)iq_list_set_section_items(list, iq_key_from_u64(100 + byte % 3), &items, NULL, NULL);
}

/* Of the view that is laid out; what may be called is done or refused. */
static void ask_within(iq_view *view, const iq_element *element)
{
    const iq_element_size size = {*element, {10, 12}};
    iq_rect frame;
    size_t first, count;
    CHECK(iq_view_layout(view, NULL) == IQ_ERROR_BUSY && iq_view_set_size(view, 7, 7) == IQ_ERROR_BUSY);
    CHECK(iq_view_get_frame(view, element, &frame) == IQ_ERROR_BUSY);
    (void)iq_view_set_sizes(view, &size, 1);
    (void)iq_view_get_visible(view, &first, &count);
    CHECK_OK(iq_view_scroll(view, 3, IQ_SCROLL_BY));
}

static void act_once(const iq_element *element)
{
    now.is_done = true;
    failing_pause(true);
    switch (now.act) {
    case ACT_CHANGE: change_list(now.view->list, now.byte); break;
    case ACT_ASK: ask_within(now.view->object, element); break;
    case ACT_DESTROY_VIEW: iq_view_destroy(now.view->object); break;
    case ACT_DESTROY_LIST: iq_list_destroy(now.view->list); break;
    default: break;
    }
    failing_pause(false);
}

static double answer(uint8_t look, const iq_measured *element, double assumed)
{
    static const double extremes[] = {(double)NAN, -5, 1e300, (double)INFINITY, -(double)INFINITY, MOST_LENGTH, 0, 0.3};
    uint8_t which = (uint8_t)(look + element->content + element->level);
    return look & 128 && which & 1 ? extremes[which >> 1 & 7] : look & 64 ? assumed : 5 + 3 * (which & 7);
}

static int measure(void *context, const iq_measured *elements, size_t count, iq_size *sizes)
{
    const struct measuring *self = context;
    CHECK(count > 0 && self->ends < self->sets);
    for (size_t i = 0; i < count; i++) {
        CHECK(model_is_alive(elements[i].model, elements[i].cell_class));
        CHECK(elements[i].element.item.id != 0 || elements[i].element.kind != 0);
        CHECK(isfinite(sizes[i].width) && isfinite(sizes[i].height) && sizes[i].width >= 0 && sizes[i].height >= 0);
        sizes[i].width = answer(self->look, &elements[i], sizes[i].width);
        sizes[i].height = answer(self->look, &elements[i], sizes[i].height);
    }
    if (now.act != ACT_NOTHING && !now.is_done) {
        act_once(&elements[count - 1].element);
        return now.act == ACT_FAIL ? 1 : 0;
    }
    return 0;
}

static void end_measuring(void *context)
{
    struct measuring *self = context;
    self->ends++;
    CHECK(self->ends <= self->sets);
}

void check_measures_ended(void)
{
    for (size_t i = 0; i < measures_count; i++) {
        CHECK(measures[i].sets == 0 || measures[i].ends > 0);
        measures[i] = (struct measuring){0};
    }
    measures_count = 0;
}

/* ---- options and layouts ------------------------------------------------ */

static iq_view_options next_view_options(machine *m, bool *is_allowed)
{
    static const double grains[] = {0, 1, 0.5, 1.0 / 1024, 1.0 / 16, 2, 1.0 / 3, (double)NAN};
    iq_view_options options = {.struct_size = sizeof options};
    uint8_t byte = next_byte(m);
    options.flags = (next_byte(m) & (62u | IQ_VIEW_FREE_ORIGIN)) | IQ_VIEW_LAID_OUT;
    options.grain = grains[byte < 192 ? byte & 3 : byte & 7];
    options.insets = next_insets(m);
    if (byte & 8) {
        options.section_spacing = next_length(m);
        options.overscan = next_length(m);
        options.prefetch = next_length(m);
        options.end_threshold = next_length(m);
    }
    bool is_grain = byte < 192 || (byte & 7) < 5;
    *is_allowed = is_grain && are_lengths(&options.insets) && is_length(options.section_spacing) &&
                  is_length(options.overscan) && is_length(options.prefetch) && is_length(options.end_threshold);
    return options;
}

static iq_length next_rule_length(machine *m, bool *is_allowed)
{
    uint8_t byte = next_byte(m);
    iq_length length = {.unit = byte < 250 ? byte & 3 : byte, .value = byte & 4 ? next_length(m) : 0};
    *is_allowed = *is_allowed && length.unit <= IQ_LENGTH_ASPECT && is_length(length.value);
    return length;
}

static iq_size_rule next_rule(machine *m, bool *is_allowed)
{
    uint8_t byte = next_byte(m);
    iq_size_rule rule = {0};
    if (byte & 1) {
        rule.width = next_rule_length(m, is_allowed);
        rule.height = next_rule_length(m, is_allowed);
    }
    if (byte & 2) {
        rule.additional = (iq_size){next_length(m), next_length(m)};
        rule.indent = next_length(m);
        rule.level_indent = next_length(m);
        rule.insets = next_insets(m);
    }
    *is_allowed = *is_allowed && is_length(rule.additional.width) && is_length(rule.additional.height) &&
                  is_length(rule.indent) && is_length(rule.level_indent) && are_lengths(&rule.insets);
    return rule;
}

/* With a new context for `measure`, or that of the last layout. */
static void next_measure(machine *m, iq_section_layout *layout)
{
    uint8_t byte = next_byte(m);
    if (byte >= 224) {
        return;
    }
    if (byte >= 32 || measures_count == 0) {
        CHECK(measures_count < MOST_MEASURES);
        measures[measures_count++].look = byte & 1 ? next_byte(m) : byte & 63;
    }
    layout->measure = measure;
    layout->destroy = end_measuring;
    layout->context = &measures[measures_count - 1];
}

OPERATION(set_layout)
{
    const slot *self = next_slot(m, KIND_VIEW);
    uint8_t byte = next_byte(m);
    iq_key key = next_section_key(m);
    bool is_allowed = true;
    iq_section section = {0};
    iq_section_layout layout = {.struct_size = sizeof layout, .flags = byte & 3};
    layout.columns = byte >= 252 ? byte : byte >> 2 & 7;
    uint8_t lines = next_byte(m);
    layout.kind = byte == 251 ? byte : lines & 1 ? IQ_LAYOUT_FLOW : lines & 2 ? IQ_LAYOUT_LANES : IQ_LAYOUT_ROWS;
    layout.flags |= lines & (IQ_SECTION_LAYOUT_CENTER | IQ_SECTION_LAYOUT_JUSTIFY | IQ_SECTION_LAYOUT_FIT);
    is_allowed = (~lines & (IQ_SECTION_LAYOUT_CENTER | IQ_SECTION_LAYOUT_JUSTIFY)) != 0;
    layout.item = next_rule(m, &is_allowed);
    layout.header = next_rule(m, &is_allowed);
    layout.footer = next_rule(m, &is_allowed);
    layout.page = next_rule(m, &is_allowed);
    layout.insets = next_insets(m);
    layout.line_spacing = byte & 32 ? next_length(m) : 0;
    layout.item_spacing = byte & 64 ? next_length(m) : 0;
    next_measure(m, &layout);
    static uint8_t looks[256];
    iq_custom_layout custom = {
        .struct_size = sizeof custom, .extent = any_custom_extent, .range = any_custom_range, .frame = any_custom_frame};
    if (lines & 32 && layout.kind <= IQ_LAYOUT_LANES) {
        uint8_t look = next_byte(m);
        looks[look] = look;
        custom.context = &looks[look];
        layout.kind = IQ_LAYOUT_CUSTOM;
        layout.custom = &custom;
    }
    is_allowed = is_allowed && layout.kind <= IQ_LAYOUT_CUSTOM && layout.columns <= 64 && are_lengths(&layout.insets) &&
                 is_length(layout.line_spacing) && is_length(layout.item_spacing);
    is_allowed = is_allowed && (layout.kind != IQ_LAYOUT_LANES || layout.columns <= 32);
    struct measuring *measured = layout.context;
    if (byte & 128 && slot_is_good(self) && iq_list_find_section(self->list, key, &section) != IQ_OK) {
        return;
    }
    /* What replaces an equal one may end it within the call. */
    if (measured) {
        measured->sets++;
    }
    if (!ASK(m, self, is_allowed, iq_view_set_layout(self->object, section, &layout)) && measured) {
        measured->sets--;
    }
}

OPERATION(remove_layout)
{
    const slot *self = next_slot(m, KIND_VIEW);
    iq_key key = next_section_key(m);
    iq_section section = {0};
    if (next_byte(m) & 1 && slot_is_good(self) && iq_list_find_section(self->list, key, &section) != IQ_OK) {
        return;
    }
    ASK(m, self, true, iq_view_set_layout(self->object, section, NULL));
}

OPERATION(create)
{
    const slot *list = next_slot(m, KIND_LIST);
    slot *self = &m->slots[KIND_VIEW][next_byte(m) % SLOTS];
    iq_view *view = NULL;
    bool is_allowed;
    const iq_view_options options = next_view_options(m, &is_allowed);
    m->with_options = !is_allowed;
    if (TRY(m, list, NULL, iq_view_create(list->object, &options, &view))) {
        CHECK(is_allowed);
        slot_put(m, self, view);
        self->list = list->object;
        self->is_laid_out = true;
        self->holds_bar = false;
        CHECK_OK(iq_view_set_size(view, 60, 50));
    }
}

void start_layouts(machine *m)
{
    const iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_LAID_OUT};
    iq_section_layout layout = {.struct_size = sizeof layout, .measure = measure, .destroy = end_measuring};
    slot *self = &m->slots[KIND_VIEW][0];
    iq_list *list = m->slots[KIND_LIST][0].object;
    iq_view *view;
    measures[measures_count].sets = 1;
    layout.context = &measures[measures_count++];
    CHECK_OK(iq_view_create(list, &options, &view));
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
    CHECK_OK(iq_view_set_size(view, 60, 50));
    slot_put(m, self, view);
    self->list = list;
    self->is_laid_out = true;
}

OPERATION(set_options)
{
    const slot *self = next_slot(m, KIND_VIEW);
    bool is_allowed;
    const iq_view_options options = next_view_options(m, &is_allowed);
    bool is_null = next_byte(m) < 16;
    ASK(m, self, is_null || is_allowed, iq_view_set_options(self->object, is_null ? NULL : &options));
}

OPERATION(set_size)
{
    const slot *self = next_slot(m, KIND_VIEW);
    double width = next_number(m), height = next_number(m);
    ASK(m, self, is_length(width) && is_length(height), iq_view_set_size(self->object, width, height));
}

/* ---- sizes -------------------------------------------------------------- */

OPERATION(set_sizes)
{
    const slot *self = next_slot(m, KIND_VIEW);
    iq_element_size sizes[3];
    size_t count = 0;
    bool is_allowed = true;
    for (size_t n = next_byte(m) & 3; n > 0; n--) {
        const iq_element *part = next_part(m, self, &sizes[count].element);
        double width = next_number(m), height = next_number(m);
        if (part) {
            is_allowed = is_allowed && (isnan(width) || is_length(width)) && (isnan(height) || is_length(height));
            is_allowed = is_allowed && slot_is_good(self);
            sizes[count++].size = (iq_size){width, height};
        }
    }
    ASK(m, self, is_allowed, iq_view_set_sizes(self->object, sizes, count));
}

OPERATION(set_extents)
{
    const slot *self = next_slot(m, KIND_VIEW);
    uint8_t byte = next_byte(m);
    size_t first = next_byte(m) & 15, count = byte & 7, items = 0;
    double extents[MOST_ITEMS];
    iq_list_info info = {.struct_size = sizeof info};
    bool is_allowed = true;
    if (!slot_is_good(self) || iq_list_get_info(self->list, &info) != IQ_OK) {
        return;
    }
    CHECK_OK(iq_list_get_count(self->list, NULL, &items));
    for (size_t i = 0; i < MOST_ITEMS; i++) {
        extents[i] = i < count ? next_number(m) : 9;
        is_allowed = is_allowed && is_length(extents[i]);
    }
    count = count == 7 ? IQ_END : count;
    is_allowed = is_allowed && first <= items && (count == IQ_END || first + count <= items) && items <= MOST_ITEMS;
    uint64_t version = info.version - (byte >> 3 == 0);
    bool is_other = version != info.version;
    size_t stride = byte & 64 ? IQ_SAME : byte & 128 ? sizeof(double) : 0;
    if (TRY(m, self, NULL, asked = iq_view_set_extents(self->object, version, first, count, extents, stride))) {
        CHECK(self->is_laid_out && !is_other);
    } else if (is_allowed && self->is_laid_out && !is_other) {
        CHECK(asked == IQ_ERROR_NO_MEMORY);
    }
}

OPERATION(invalidate)
{
    const slot *self = next_slot(m, KIND_VIEW);
    size_t first = next_byte(m) & 31, count = next_byte(m), items = 0;
    count = count >= 200 ? IQ_END : count & 15;
    if (slot_is_good(self)) {
        CHECK_OK(iq_list_get_count(self->list, NULL, &items));
    }
    bool is_allowed = first <= items && (count == IQ_END || first + count <= items);
    ASK(m, self, is_allowed, iq_view_invalidate(self->object, first, count));
}

/* ---- scrolling ---------------------------------------------------------- */

OPERATION(scroll)
{
    slot *self = next_slot(m, KIND_VIEW);
    uint8_t byte = next_byte(m);
    double offset = next_number(m);
    uint32_t flags = byte >= 248 ? byte : (byte & 7u) | (byte >> 2 & IQ_SCROLL_BAR);
    offset = byte & 8 ? -offset : offset;
    if (ASK(m, self, isfinite(offset) && byte < 248, iq_view_scroll(self->object, offset, flags))) {
        self->holds_bar = flags & IQ_SCROLL_BAR;
    }
}

OPERATION(scroll_to)
{
    const slot *self = next_slot(m, KIND_VIEW);
    uint8_t byte = next_byte(m);
    iq_scroll_target target = {.struct_size = sizeof target, .align = byte >= 248 ? byte : byte & 3};
    target.margin = next_length(m);
    double offset;
    bool is_allowed = is_length(target.margin) && target.align <= IQ_ALIGN_END;
    if (!next_target(m, self, &target.element)) {
        return;
    }
    bool with_handles = m->with_handles;
    if (ASK(m, self, is_allowed, iq_view_get_offset(self->object, &target, &offset))) {
        CHECK(isfinite(offset));
    }
    m->with_handles = with_handles;
    if (byte & 8) {
        ASK(m, self, is_allowed, iq_view_scroll_to(self->object, &target));
    }
    m->with_handles = false;
}

OPERATION(set_anchor)
{
    const slot *self = next_slot(m, KIND_VIEW);
    iq_element element = {0};
    uint8_t byte = next_byte(m);
    if (byte & 4 && !next_target(m, self, &element)) {
        return;
    }
    iq_anchor anchor = byte >= 248 ? byte : byte & 3;
    ASK(m, self, anchor <= IQ_ANCHOR_NONE, iq_view_set_anchor(self->object, anchor, element.item));
    m->with_handles = false;
}

OPERATION(position)
{
    const slot *self = next_slot(m, KIND_VIEW);
    uint8_t byte = next_byte(m);
    iq_scroll_position position = {.struct_size = sizeof position};
    if (ASK(m, self, true, iq_view_get_scroll_position(self->object, &position))) {
        CHECK(isfinite(position.within));
    }
    if (byte & 1) {
        position.section = next_section_key(m);
        position.item = next_item_key(m);
    }
    position.flags = byte & 2 ? byte & 12 : position.flags;
    position.within = byte & 16 ? next_number(m) : position.within;
    if (byte & 32) {
        ASK(m, self, isfinite(position.within), iq_view_set_scroll_position(self->object, &position));
    }
}

/* ---- layouts and what is asked of them ---------------------------------- */

/* All of a scene is the same once more, unless functions of the host have failed or changed something. */
OPERATION(lay_out)
{
    slot *self = next_slot(m, KIND_VIEW);
    uint8_t byte = next_byte(m);
    iq_scene scene = {.struct_size = sizeof scene}, again = scene;
    now.view = self;
    now.byte = next_byte(m);
    now.is_done = false;
    now.act = m->fail > 0 || byte < 128 ? ACT_NOTHING : byte % ACTS;
    make_cells_fail(m->fail > 0 || byte % 16 ? 0 : byte >> 4 & 7);
    m->with_handles = now.act >= ACT_DESTROY_VIEW;
    bool is_ok = ASK(m, self, true, iq_view_layout(self->object, &scene));
    bool has_acted = now.act != ACT_NOTHING && now.is_done, with_failures = byte % 16 == 0 && byte != 0;
    act done = has_acted ? now.act : ACT_NOTHING;
    now.act = ACT_NOTHING;
    make_cells_fail(0);
    if (done == ACT_DESTROY_VIEW) {
        slot_destroy(m, self);
    } else if (done == ACT_DESTROY_LIST) {
        for (size_t i = 0; i < SLOTS; i++) {
            slot *list = &m->slots[KIND_LIST][i];
            if (list->object == self->list) {
                slot_destroy(m, list);
            }
        }
    } else if (is_ok || (asked == IQ_ERROR_CALLBACK && self->is_laid_out)) {
        CHECK(is_ok || with_failures || done == ACT_FAIL);
        bool is_settled = check_scene(self, &scene) && is_ok && !has_acted;
        CHECK(ASK(m, self, true, iq_view_layout(self->object, &again)));
        check_scene(self, &again);
        if (is_settled) {
            check_same_scene(&scene, &again);
        }
        m->kept = again.count > 0 ? again.places[byte % again.count].element : m->kept;
    }
}

OPERATION(find)
{
    const slot *self = next_slot(m, KIND_VIEW);
    uint8_t byte = next_byte(m);
    double x = next_number(m), y = next_number(m);
    iq_hit hit = {.struct_size = sizeof hit};
    uint32_t flags = byte >= 248 ? byte : byte & 1;
    if (ASK(m, self, isfinite(x) && isfinite(y) && byte < 248, iq_view_find_at(self->object, x, y, flags, &hit))) {
        CHECK(isfinite(hit.mark.x) && isfinite(hit.mark.y) && hit.mark.width >= 0 && hit.mark.height >= 0);
    }
    iq_element element;
    iq_rect frame;
    const iq_element *target = next_target(m, self, &element);
    bool with_handles = m->with_handles;
    if (target && ASK(m, self, true, iq_view_get_frame(self->object, target, &frame))) {
        CHECK(isfinite(frame.x) && isfinite(frame.y) && isfinite(frame.width) && isfinite(frame.height));
        CHECK(frame.width >= 0 && frame.height >= 0);
    }
    m->with_handles = with_handles;
    size_t first, count;
    if (ASK(m, self, isfinite(x) && isfinite(y) && x <= y, iq_view_find_range(self->object, x, y, &first, &count))) {
        CHECK(count <= IQ_MAX_ITEMS);
    }
    m->with_handles = with_handles;
    iq_item neighbour;
    iq_item_info info = {.struct_size = sizeof info};
    iq_direction direction = byte >= 248 ? byte : (byte >> 1) % 6;
    if (target && target->item.id != 0 &&
        ASK(m, self, byte < 248, iq_view_find_neighbour(self->object, target->item, direction, &neighbour))) {
        CHECK(neighbour.id != target->item.id);
        CHECK_OK(iq_list_get_item_info(self->list, neighbour, 0, &info));
    }
    m->with_handles = false;
}

OPERATION(dump)
{
    const slot *self = next_slot(m, KIND_VIEW);
    char text[600];
    size_t length = 0;
    if (TRY(m, self, NULL, iq_view_dump(self->object, text, sizeof text, &length))) {
        CHECK(length > 0);
    }
}

OPERATION(laid_out)
{
    static void (*const all[])(machine *m) = {
        create,   set_layout, set_layout, set_layout, remove_layout, set_options, set_size,    set_size,
        set_sizes, set_sizes, set_extents, invalidate, scroll,       scroll,      scroll_to,   scroll_to,
        set_anchor, position, lay_out,    lay_out,    lay_out,       lay_out,     find,        dump};
    all[next_byte(m) % (sizeof all / sizeof *all)](m);
}

const operation operation_on_laid_out = {"laid out", laid_out};
