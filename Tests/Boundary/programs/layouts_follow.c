/*
 * layouts_follow.c - a view that followed a list equals a view made now that is given the same sizes: after every
 * operation of random sessions, and between the calls of an edit. A total that a view trusts although something below it
 * has changed shows here.
 *
 *   list      sections of one to some thousand items, some with a header; then one of so many that a node of its tree
 *             is full, and is split by what is inserted. Or sorted, or grouped: then its source is changed
 *   sizes     of one item in some, by handle: what an item is given goes with it
 *   followed  laid out now and then; made    created, compared, destroyed
 */
#include "check.h"
#include "shuffled.h"

#include <stdbool.h>
#include <string.h>

enum { KEYS = 17000, SECTIONS = 12 };

static random_source source;
static iq_list *list, *origin; /* what is changed: the list, or its source */
static bool is_grouped;
static iq_edit *edit;
static iq_view *followed;

/* The size of each item that has one, and the handle that it was given to. */
static struct {
    iq_item item;
    double length;
} sizes[KEYS + 1];

/* What a list shows, in order: that was read last. */
static size_t item_count, section_count;
static iq_key keys[KEYS];
static iq_item items[KEYS];
static iq_section sections[SECTIONS];
static size_t counts[SECTIONS];

static uint64_t number_of(iq_key key)
{
    uint64_t number;
    memcpy(&number, key.bytes, sizeof number);
    return number;
}

static void read_list(const iq_list *of)
{
    CHECK_OK(iq_list_get_count(of, &section_count, &item_count));
    CHECK(item_count <= KEYS && section_count <= SECTIONS);
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys, .items = items};
    CHECK_OK(iq_list_get_items(of, 0, item_count, &buffers));
    for (size_t i = 0; i < section_count; i++) {
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(of, i, &sections[i]));
        CHECK_OK(iq_list_get_section_info(of, sections[i], &info));
        counts[i] = info.count;
    }
}

/* ---- views */

static iq_view *make_view(void)
{
    iq_view *view;
    iq_view_options options = {.struct_size = sizeof options,
                               .flags = IQ_VIEW_LAID_OUT,
                               .grain = 1,
                               .section_spacing = 3};
    CHECK_OK(iq_view_create(list, &options, &view));
    iq_section_layout layout = {.struct_size = sizeof layout,
                                .line_spacing = 1,
                                .insets = {.top = 2, .bottom = 5},
                                .item.height = {.unit = IQ_LENGTH_FIXED, .value = 10}};
    CHECK_OK(iq_view_set_layout(view, (iq_section){0}, &layout));
    CHECK_OK(iq_view_set_size(view, 100, 200));
    return view;
}

static void give_sizes(iq_view *view)
{
    for (size_t i = 0; i < item_count; i++) {
        uint64_t key = number_of(keys[i]);
        if (sizes[key].item.id == items[i].id) {
            iq_element_size size = {.element.item = items[i], .size = {100, sizes[key].length}};
            CHECK_OK(iq_view_set_sizes(view, &size, 1));
        }
    }
}

/* Some items get other sizes. */
static void change_sizes(void)
{
    for (size_t n = random_below(&source, 6); n > 0 && item_count > 0; n--) {
        size_t i = random_below(&source, item_count);
        uint64_t key = number_of(keys[i]);
        sizes[key].item = items[i];
        sizes[key].length = (double)random_below(&source, 40);
        iq_element_size size = {.element.item = items[i], .size = {100, sizes[key].length}};
        CHECK_OK(iq_view_set_sizes(followed, &size, 1));
    }
}

static void compare_frames(iq_view *made, const iq_element *element)
{
    iq_rect a, b;
    CHECK_OK(iq_view_get_frame(followed, element, &a));
    CHECK_OK(iq_view_get_frame(made, element, &b));
    CHECK(a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height);
}

static void compare(void)
{
    read_list(list);
    iq_view *made = make_view();
    give_sizes(made);
    compare_frames(made, NULL);
    for (size_t i = 0; i < section_count; i++) {
        iq_element element = {.struct_size = sizeof element, .section = sections[i]};
        compare_frames(made, &element);
    }
    for (size_t i = 0; i < item_count; i += 1 + random_below(&source, 8)) {
        iq_element element = {.struct_size = sizeof element, .item = items[i]};
        compare_frames(made, &element);
    }
    iq_view_destroy(made);
}

/* ---- the list */

static iq_columns new_items(size_t first, size_t count)
{
    static iq_key new_keys[KEYS];
    static uint64_t contents[KEYS];
    for (size_t i = 0; i < count; i++) {
        new_keys[i] = iq_key_from_u64(1 + (first + i) % KEYS);
        contents[i] = 1 + random_below(&source, 3);
    }
    return (iq_columns){
        .struct_size = sizeof(iq_columns), .count = count, .keys = new_keys, .contents = contents};
}

/* Most items stay: a part is left out, a part stands elsewhere. */
static void set_list(void)
{
    static const iq_supplementary header = {
        .struct_size = sizeof header, .kind = IQ_KIND_HEADER, .content = 1};
    size_t first = random_below(&source, 40), count = random_below(&source, 6000);
    iq_columns columns = new_items(first, count);
    iq_key *moved = (iq_key *)columns.keys;
    for (size_t n = random_below(&source, 20); n > 0 && count > 1; n--) {
        size_t a = random_below(&source, count), b = random_below(&source, count);
        iq_key key = moved[a];
        moved[a] = moved[b];
        moved[b] = key;
    }
    iq_section_entry entries[SECTIONS];
    size_t total = 1 + random_below(&source, 8), order = random_below(&source, total);
    for (size_t i = 0; i < total; i++) {
        entries[i] = (iq_section_entry){.struct_size = sizeof entries[i],
                                        .key = iq_key_from_u64(1 + (i + order) % total),
                                        .first_item = i == 0 ? 0 : i * count / total};
        if (random_chance(&source, 50)) {
            entries[i].supplementaries = &header;
            entries[i].supplementary_count = 1;
        }
    }
    CHECK_OK(iq_list_set(origin, entries, total, &columns, NULL, NULL));
}

/* A call of the open edit. */
static void edit_once(void)
{
    size_t s = random_below(&source, section_count), t = random_below(&source, section_count);
    size_t count = counts[s], first = count == 0 ? 0 : random_below(&source, count);
    size_t width = count == 0 ? 0 : 1 + random_below(&source, count - first);
    if (random_chance(&source, 70)) {
        width = width > 3 ? 3 : width;
    }
    iq_columns none = {.struct_size = sizeof none};
    iq_supplementary footer = {.struct_size = sizeof footer,
                               .kind = IQ_KIND_FOOTER,
                               .content = 1 + random_below(&source, 3)};
    switch (random_below(&source, 11)) {
    case 0:
        CHECK_OK(iq_edit_delete_item_range(edit, sections[s], first, width));
        break;
    case 1:
    case 2:
        if (width > 0) {
            size_t target = s == t ? random_below(&source, count - width + 1)
                                   : random_below(&source, counts[t] + 1);
            CHECK_OK(iq_edit_move_item_range(edit, sections[s], first, width, sections[t], target));
        }
        break;
    case 3:
        CHECK_OK(iq_edit_move_section_range(edit, s, 1, t));
        break;
    case 4:
        CHECK_OK(iq_edit_set_supplementary(edit, sections[s], &footer));
        break;
    case 5:
        if (section_count > 1) {
            CHECK_OK(iq_edit_delete_section_range(edit, s, 1));
        }
        break;
    case 6:
    case 7:
        if (section_count < SECTIONS) {
            iq_key key = iq_key_from_u64(100 + random_next(&source));
            CHECK_OK(iq_edit_insert_sections(edit, t, &key, 1));
        }
        break;
    case 8:
        CHECK_OK(iq_edit_set_section_items(edit, sections[s], &none));
        break;
    default: {
        /* Numbers that no item has: the first ones that are missing. */
        static unsigned char used[KEYS + 1];
        memset(used, 0, sizeof used);
        for (size_t i = 0; i < item_count; i++) {
            used[number_of(keys[i])] = 1;
        }
        size_t start = 1 + random_below(&source, KEYS), room = 0;
        while (start + room <= KEYS && room < 400 && !used[start + room]) {
            room++;
        }
        iq_columns columns = new_items(start - 1, random_chance(&source, 50) ? room : room > 2 ? 2 : room);
        CHECK_OK(iq_edit_insert_items(edit, sections[s], first, &columns));
    }
    }
}

static void edit_list(void)
{
    CHECK_OK(iq_edit_begin(origin, NULL, &edit));
    for (size_t n = 1 + random_below(&source, 5); n > 0; n--) {
        read_list(origin);
        if (section_count == 0) {
            break;
        }
        edit_once();
        compare();
        if (random_chance(&source, 50)) {
            change_sizes();
        }
    }
    if (random_chance(&source, 60)) {
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    }
    iq_edit_destroy(edit);
}

static void set_order(void)
{
    shuffled order = shuffled_random(&source, 1, is_grouped ? SECTIONS : 0);
    order.flags |= random_chance(&source, 20) ? IQ_ORDER_FROZEN : 0;
    shuffled_give(list, &order, 0);
}

static void change(void)
{
    iq_status status = IQ_OK;
    read_list(origin);
    switch (random_below(&source, 8)) {
    case 0:
    case 1: set_list(); break;
    case 2: status = iq_list_undo(origin, NULL, NULL); break;
    case 3: CHECK_OK(iq_list_trim(list)); break;
    default:
        if (list != origin && random_chance(&source, 40)) {
            set_order();
        } else {
            edit_list();
        }
    }
    CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
    if (list != origin) {
        shuffled_follow(list);
    }
}

static void run(uint64_t seed)
{
    check_seed = seed;
    source = (random_source){seed};
    memset(sizes, 0, sizeof sizes);
    CHECK_OK(iq_list_create(NULL, &origin));
    CHECK_OK(iq_list_set_undo(origin, 1000000));
    is_grouped = random_chance(&source, 50);
    list = random_chance(&source, 60) ? origin : shuffled_derive(origin, is_grouped);
    followed = make_view();
    set_list();
    if (list != origin) {
        set_order();
        shuffled_follow(list);
    }
    for (int step = 0; step < 30; step++) {
        change();
        compare();
        change_sizes();
        if (random_chance(&source, 60)) {
            CHECK_OK(iq_view_scroll(followed, (double)random_below(&source, 3000), IQ_SCROLL_CLAMP));
            CHECK_OK(iq_view_layout(followed, NULL));
        }
    }
    iq_view_destroy(followed);
    iq_list_destroy(list);
    if (list != origin) {
        iq_list_destroy(origin);
    }
}

/* A node of the tree has 64 leaves of 256 items. What is inserted behind a full leaf is a leaf of its own: it splits the
 * node, and stamps only the half in which it is. */
static void split(void)
{
    check_case = "split";
    source = (random_source){7};
    memset(sizes, 0, sizeof sizes);
    CHECK_OK(iq_list_create(NULL, &list));
    origin = list;
    followed = make_view();
    iq_key key = iq_key_from_u64(1);
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_edit_insert_sections(edit, 0, &key, 1));
    read_list(list);
    size_t count = 64 * 256;
    iq_columns columns = new_items(0, count);
    CHECK_OK(iq_edit_insert_items(edit, sections[0], 0, &columns));
    compare();
    for (size_t leaf = 60; leaf > 0; leaf -= 10) {
        change_sizes();
        CHECK_OK(iq_view_layout(followed, NULL));
        columns = new_items(count++, 1);
        CHECK_OK(iq_edit_insert_items(edit, sections[0], leaf * 256, &columns));
        compare();
    }
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    compare();
    iq_view_destroy(followed);
    iq_list_destroy(list);
    check_case = NULL;
}

int main(void)
{
    split();
    uint64_t rounds = check_scaled(20);
    for (uint64_t seed = check_first_seed(1); rounds > 0; rounds--, seed++) {
        run(seed);
    }
    iq_memory_trim();
    CHECK(iq_memory_used() == 0);
    return 0;
}
