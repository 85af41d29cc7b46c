/* See layouts.h: jumps, and sizes that change. */
#include "arrays.h"
#include "calls.h"
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

double layout_misses(const struct layouts *layouts, double miss) {
    double first = 0, last = 0;
    for (size_t i = 0; i < layouts->jump_count; i++) {
        const struct layout_jump *jump = &layouts->jumps[i];
        if (jump->count == 10000) first = jump->laid.median;
        if (jump->count == 10000000) last = jump->laid.median;
    }
    return first > 0 && last > 0 ? (last - first) / miss : 0;
}

/* ---- a size changes ------------------------------------------------------- */

struct resizing {
    size_t count;
    iq_view *view;
    struct queries queries;
    struct prefix prefix;
    struct fenwick fenwick;
    double offset;
    struct random random;
    struct series layout, frame, refill, fenwicks;
};

static void resize_one(struct resizing *resizing) {
    size_t which = random_below(&resizing->random, QUERIES);
    iq_element_size size = {
        .element = {.struct_size = sizeof(iq_element),
                    .item = resizing->queries.items[which]},
        .size = {PLACES_WIDTH, layout_extent(&resizing->random)}};
    must(iq_view_set_sizes(resizing->view, &size, 1), "iq_view_set_sizes");
}

static void turn_resize(void *subject) {
    struct resizing *resizing = subject;
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++) {
        resize_one(resizing);
        must(iq_view_layout(resizing->view, NULL), "iq_view_layout");
    }
    series_add(&resizing->layout, (now() - start) / AT_ONCE);
}

static void turn_frame(void *subject) {
    struct resizing *resizing = subject;
    iq_element element = {.struct_size = sizeof element,
                          .item = resizing->queries.items[0]};
    iq_rect frame;
    double sum = 0, start = now();
    for (size_t i = 0; i < AT_ONCE; i++) {
        resize_one(resizing);
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

static void turn_fenwick(void *subject) {
    struct resizing *resizing = subject;
    size_t sum = 0;
    double start = now();
    for (size_t i = 0; i < AT_ONCE; i++) {
        size_t which = random_below(&resizing->random, QUERIES);
        double size = layout_extent(&resizing->random);
        sum += fenwick_resize(&resizing->fenwick,
                              resizing->queries.index[which], size,
                              resizing->offset);
    }
    series_add(&resizing->fenwicks, (now() - start) / AT_ONCE);
    sink += sum;
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
    resizing.queries = queries_make(list, &listing, &resizing.random);
    resizing.prefix = prefix_make(extents, count);
    resizing.fenwick = fenwick_make(extents, count);
    resizing.offset = resizing.prefix.starts[count / 2];
    struct turn turns[] = {{turn_resize, &resizing}, {turn_frame, &resizing},
                           {turn_refill, &resizing}, {turn_fenwick, &resizing}};
    turns_measure(turns, 4, budget);
    prefix_free(&resizing.prefix);
    fenwick_free(&resizing.fenwick);
    queries_free(&resizing.queries);
    iq_view_destroy(resizing.view);
    iq_list_destroy(list);
    pages_give(extents, count * sizeof *extents);
    listing_free(&listing);
    return (struct layout_resize){count, series_timing(&resizing.layout),
                                  series_timing(&resizing.frame),
                                  series_timing(&resizing.refill),
                                  series_timing(&resizing.fenwicks)};
}
