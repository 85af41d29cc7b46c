/* See layouts.h: jumps, and sizes that change. */
#include "arrays.h"
#include "layouts.h"
#include "turns.h"

enum { AT_ONCE = 1000 };

/* ---- jumps ---------------------------------------------------------------- */

/* One list with a view of each kind; polls pass over the one that is laid
 * out. */
struct jumping {
    size_t count;
    double maximum;
    iq_list *list;
    iq_view *laid, *told;
    struct random random;
    struct series lay, tell;
};

static void turn_jump(void *subject) {
    struct jumping *jumping = subject;
    iq_hit hit = {.struct_size = sizeof hit};
    double most = jumping->maximum / UINT32_MAX;
    uint64_t sum = 0;
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++) {
        double offset = most * (double)(random_next(&jumping->random) >> 32);
        must(iq_view_scroll(jumping->laid, offset, 0), "iq_view_scroll");
        must(iq_view_layout(jumping->laid, NULL), "iq_view_layout");
        must(iq_view_find_at(jumping->laid, 0, 0, 0, &hit), "iq_view_find_at");
        sum += hit.element.item.id;
    }
    series_add(&jumping->lay, (now() - start) / AT_ONCE);
    sink += sum;
}

static void turn_tell(void *subject) {
    struct jumping *jumping = subject;
    size_t none;
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++) {
        size_t index = random_below(&jumping->random, jumping->count);
        must(iq_view_set_visible(jumping->told, index, 1, 0),
             "iq_view_set_visible");
        must(iq_list_poll(jumping->list, NULL, 0, &none), "iq_list_poll");
    }
    series_add(&jumping->tell, (now() - start) / AT_ONCE);
}

struct layout_jump layout_jump_measure(size_t count, uint64_t seed,
                                       double budget) {
    struct jumping jumping = {.count = count, .random = {seed}};
    struct listing listing = listing_make(count, 1, &jumping.random);
    double *extents = layout_extents(count, &jumping.random);
    jumping.list = list_showing(&listing);
    jumping.laid = layout_view(jumping.list, 1, false);
    must(iq_view_create(jumping.list, NULL, &jumping.told), "iq_view_create");
    layout_set_extents(jumping.laid, jumping.list, extents, count);
    jumping.maximum = layout_now(jumping.laid).maximum;
    struct turn turns[] = {{turn_jump, &jumping}, {turn_tell, &jumping}};
    turns_measure(turns, 2, budget);
    iq_view_destroy(jumping.laid);
    iq_view_destroy(jumping.told);
    iq_list_destroy(jumping.list);
    pages_give(extents, count * sizeof *extents);
    listing_free(&listing);
    return (struct layout_jump){count, series_timing(&jumping.lay),
                                series_timing(&jumping.tell)};
}

double layout_misses(const struct layouts *layouts, bool is_told) {
    double first = 0, last = 0;
    for (size_t i = 0; i < layouts->jump_count; i++) {
        const struct layout_jump *jump = &layouts->jumps[i];
        double time = is_told ? jump->told.median : jump->laid.median;
        if (jump->count == 10000) first = time;
        if (jump->count == 10000000) last = time;
    }
    return first > 0 && last > 0 ? (last - first) / layouts->miss : 0;
}

/* ---- a size changes ------------------------------------------------------- */

/* The items of a turn are chosen before it is timed, from an array of all
 * handles: asking the list for them would bring what is measured into the
 * caches. */
struct resizing {
    size_t count;
    iq_view *view;
    iq_item *items;
    size_t chosen[AT_ONCE];
    iq_element_size sizes[AT_ONCE];
    struct prefix prefix;
    struct measurements measurements;
    struct fenwick fenwick;
    double offset;
    struct random random;
    struct series layout, frame, refill, records, fenwicks;
};

static void choose(struct resizing *resizing) {
    for (size_t i = 0; i < AT_ONCE; i++) {
        size_t index = random_below(&resizing->random, resizing->count);
        resizing->chosen[i] = index;
        resizing->sizes[i] = (iq_element_size){
            .element = {.struct_size = sizeof(iq_element),
                        .item = resizing->items[index]},
            .size = {PLACES_WIDTH, layout_extent(&resizing->random)}};
    }
}

static void turn_resize(void *subject) {
    struct resizing *resizing = subject;
    choose(resizing);
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++) {
        must(iq_view_set_sizes(resizing->view, &resizing->sizes[i], 1),
             "iq_view_set_sizes");
        must(iq_view_layout(resizing->view, NULL), "iq_view_layout");
    }
    series_add(&resizing->layout, (now() - start) / AT_ONCE);
}

static void turn_frame(void *subject) {
    struct resizing *resizing = subject;
    iq_element element = {.struct_size = sizeof element,
                          .item = resizing->items[resizing->count / 2]};
    iq_rect frame;
    choose(resizing);
    double sum = 0, start = now();
    for (size_t i = 0; i < AT_ONCE; i++) {
        must(iq_view_set_sizes(resizing->view, &resizing->sizes[i], 1),
             "iq_view_set_sizes");
        must(iq_view_get_frame(resizing->view, &element, &frame),
             "iq_view_get_frame");
        sum += frame.y;
    }
    series_add(&resizing->frame, (now() - start) / AT_ONCE);
    sink += (uint64_t)sum;
}

static void turn_refill(void *subject) {
    struct resizing *resizing = subject;
    double size = layout_extent(&resizing->random);
    double start = now();
    sink += prefix_resize(&resizing->prefix, resizing->count / 2, size,
                          resizing->offset);
    series_add(&resizing->refill, now() - start);
}

static void turn_records(void *subject) {
    struct resizing *resizing = subject;
    double size = layout_extent(&resizing->random);
    double start = now();
    sink += measurements_resize(&resizing->measurements, resizing->count / 2,
                                size, resizing->offset);
    series_add(&resizing->records, now() - start);
}

/* Each answer goes into the next change, as nothing. */
static void turn_fenwick(void *subject) {
    struct resizing *resizing = subject;
    size_t found = 0, nothing = zero;
    choose(resizing);
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++)
        found = fenwick_resize(&resizing->fenwick,
                               resizing->chosen[i] + (found & nothing),
                               resizing->sizes[i].size.height,
                               resizing->offset);
    series_add(&resizing->fenwicks, (now() - start) / AT_ONCE);
    sink += found;
}

/* Ends the program unless the view and the arrays find the same item in the
 * window. Sizes are multiples of 1/64, so that sums of doubles are exact. */
static void check_first(struct resizing *resizing, double size) {
    iq_scene scene = layout_now(resizing->view);
    double at = scene.offset;
    bool is_same =
        scene.first == prefix_resize(&resizing->prefix, 0, size, at) &&
        scene.first == measurements_resize(&resizing->measurements, 0, size, at) &&
        scene.first == fenwick_resize(&resizing->fenwick, 0, size, at);
    must(is_same ? IQ_OK : IQ_ERROR_STATE, "the first item in the window");
}

struct layout_resize layout_resize_measure(size_t count, uint64_t seed,
                                           double budget) {
    struct resizing resizing = {.count = count, .random = {seed}};
    struct listing listing = listing_make(count, 1, &resizing.random);
    double *extents = layout_extents(count, &resizing.random);
    iq_list *list = list_showing(&listing);
    resizing.view = layout_view(list, WINDOW, false);
    layout_set_extents(resizing.view, list, extents, count);
    layout_to_middle(resizing.view);
    resizing.items = pages_take(count * sizeof(iq_item));
    iq_item_buffers buffers = {.struct_size = sizeof buffers,
                               .items = resizing.items};
    must(iq_list_get_items(list, 0, count, &buffers), "iq_list_get_items");
    resizing.prefix = prefix_make(extents, count);
    resizing.measurements = measurements_make(extents, count);
    resizing.fenwick = fenwick_make(extents, count);
    resizing.offset = resizing.prefix.starts[count / 2];
    check_first(&resizing, extents[0]);
    struct turn turns[] = {{turn_resize, &resizing}, {turn_frame, &resizing},
                           {turn_refill, &resizing}, {turn_records, &resizing},
                           {turn_fenwick, &resizing}};
    turns_measure(turns, 5, budget);
    prefix_free(&resizing.prefix);
    measurements_free(&resizing.measurements);
    fenwick_free(&resizing.fenwick);
    pages_give(resizing.items, count * sizeof(iq_item));
    iq_view_destroy(resizing.view);
    iq_list_destroy(list);
    pages_give(extents, count * sizeof *extents);
    listing_free(&listing);
    return (struct layout_resize){count, series_timing(&resizing.layout),
                                  series_timing(&resizing.frame),
                                  series_timing(&resizing.refill),
                                  series_timing(&resizing.records),
                                  series_timing(&resizing.fenwicks)};
}
