/*
 * views_sessions.c - random sessions of a list with several views: updates, edits that are committed or abandoned,
 * submissions, marks and reloads, elements, placeholders and pages, ranges, cells that are taken and given, functions
 * that fail, polls without memory, late polls, and an end at any moment. Some lists are sorted or grouped: their
 * source changes, and goes, orders are set, and they are held. The stage (stage.h) checks each step. Whenever a poll
 * leaves nothing to do, the cells of each view are held against what is visible in it, read from the list one by one:
 * each part in one cell, with its model and class, and no other cell but those that are taken, and the pools.
 */
#include "stage.h"

#include "failing.h"
#include "moved_range.h"
#include "shuffled.h"

#include <string.h>

enum { VIEWS = 3, PARTS = 256, TAKEN = 12, NAMES = 40, SECTIONS = 5, ALL = 2048 };

static const char names[NAMES + 1] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN";

/* What a view is to show. */
typedef struct parts {
    struct {
        stage_part part;
        const void *model;
        uint32_t cell_class;
    } all[PARTS];
    size_t count, with_cells; /* sections have none */
} parts;

typedef struct taken_part {
    stage_part part;
    unsigned times;
} taken_part;

/* What is known of a view beside the stage. */
typedef struct view_model {
    bool is_there, has_range, has_new_range;
    size_t first, count;             /* the range that was set last */
    size_t shown_first, shown_count; /* what was visible when all was done last, */
    uint64_t order[NAMES];           /* of which items, */
    size_t order_count;
    bool could_grow;                 /* and whether more items could come before the first one */
    taken_part taken[TAKEN];
    size_t taken_count;
} view_model;

static struct {
    random_source random;
    view_model views[VIEWS];
    uint32_t how;        /* AS_SORTED, AS_GROUPED, or 0: the list is not derived */
    unsigned holds;
    bool is_orphan;      /* the source is gone */
    iq_edit *edit;
    bool is_reported;    /* the events of cells are asked for */
    bool is_followed;    /* no poll since all was done last: the range follows from that alone */
    bool has_submission; /* or an order, which may take place between two polls of one settling */
    uint64_t calls_left; /* of functions until something is destroyed inside one; 0: nothing is */
    bool is_list_gone;
} self;

static size_t below(size_t bound)
{
    return random_below(&self.random, bound);
}

static bool chance(unsigned percent)
{
    return random_chance(&self.random, percent);
}

/* ---- what is visible */

static void add(parts *into, uint64_t item, uint64_t section, uint32_t kind, const void *model, uint32_t cell_class)
{
    CHECK(into->count < PARTS);
    into->all[into->count].part = (stage_part){item, section, kind, 0, ""};
    into->all[into->count].model = model;
    into->all[into->count].cell_class = cell_class;
    into->count++;
    into->with_cells += item != 0 || kind != 0;
}

static void add_element(parts *into, iq_section section, uint32_t kind)
{
    iq_supplementary element = {.struct_size = sizeof element};
    iq_status status = iq_list_get_supplementary(stage.list, section, kind, 0, 0, &element);
    CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
    if (status == IQ_OK) {
        add(into, 0, section.id, kind, element.model, element.cell_class.id);
    }
}

static void add_page(parts *into, iq_section section, iq_edge edge)
{
    iq_page page = {.struct_size = sizeof page};
    CHECK_OK(iq_list_get_page(stage.list, section, edge, &page));
    bool is_shown = page.state != IQ_PAGE_OFF && page.state != IQ_PAGE_ENDED;
    if (is_shown && (!(page.flags & IQ_PAGE_SHOW_LOADING) || page.state == IQ_PAGE_LOADING)) {
        add_element(into, section, edge == IQ_EDGE_START ? IQ_KIND_PAGE_START : IQ_KIND_PAGE_END);
    }
}

static void add_whole(parts *into, size_t first, size_t count)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(stage.list, &info));
    if (info.items == 0 || (count > 0 && first == 0)) {
        add_element(into, (iq_section){0}, IQ_KIND_HEADER);
        add_page(into, (iq_section){0}, IQ_EDGE_START);
    }
    if (info.items == 0 || (count > 0 && first + count == info.items)) {
        add_element(into, (iq_section){0}, IQ_KIND_FOOTER);
        add_page(into, (iq_section){0}, IQ_EDGE_END);
    }
    static const uint32_t kinds[] = {0, IQ_KIND_EMPTY, IQ_KIND_LOADING, IQ_KIND_FAILED};
    if (info.placeholder != IQ_PLACEHOLDER_NONE) {
        add_element(into, (iq_section){0}, kinds[info.placeholder]);
    }
}

static void read_visible(parts *into, size_t first, size_t count)
{
    size_t sections;
    CHECK_OK(iq_list_get_count(stage.list, &sections, NULL));
    bool is_between = false;
    size_t last = first + count;
    for (size_t s = 0; s < sections && count > 0; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(stage.list, s, &section));
        CHECK_OK(iq_list_get_section_info(stage.list, section, &info));
        size_t from = info.first > first ? info.first : first;
        size_t to = info.first + info.count < last ? info.first + info.count : last;
        is_between = (is_between && info.first < last) || from < to;
        if (is_between) {
            add_element(into, section, IQ_KIND_HEADER);
            add_element(into, section, IQ_KIND_FOOTER);
        }
        /* Of an empty section both. */
        if (is_between && first <= info.first) {
            add_page(into, section, IQ_EDGE_START);
        }
        if (is_between && last >= info.first + info.count) {
            add_page(into, section, IQ_EDGE_END);
        }
        if (from < to) {
            add(into, 0, section.id, 0, NULL, 0);
        }
        for (size_t i = from; i < to; i++) {
            iq_item item;
            iq_item_info info_of_item = {.struct_size = sizeof info_of_item};
            CHECK_OK(iq_list_find_item_at(stage.list, i, &item));
            CHECK_OK(iq_list_get_item_info(stage.list, item, 0, &info_of_item));
            add(into, item.id, 0, 0, info_of_item.model, info_of_item.cell_class.id);
        }
    }
    add_whole(into, first, count);
}

static size_t read_order(uint64_t *order)
{
    size_t items;
    iq_item item;
    CHECK_OK(iq_list_get_count(stage.list, NULL, &items));
    for (size_t i = 0; i < items; i++) {
        CHECK_OK(iq_list_find_item_at(stage.list, i, &item));
        order[i] = item.id;
    }
    return items;
}

static bool is_open(iq_section section)
{
    iq_page page = {.struct_size = sizeof page};
    CHECK_OK(iq_list_get_page(stage.list, section, IQ_EDGE_START, &page));
    return page.state != IQ_PAGE_OFF && page.state != IQ_PAGE_ENDED;
}

/* Whether there is a page before the list, its first section, or the section of its first item. */
static bool may_grow(void)
{
    size_t sections;
    bool is_first = true;
    CHECK_OK(iq_list_get_count(stage.list, &sections, NULL));
    if (is_open((iq_section){0})) {
        return true;
    }
    for (size_t s = 0; s < sections && is_first; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(stage.list, s, &section));
        CHECK_OK(iq_list_get_section_info(stage.list, section, &info));
        if ((s == 0 || info.count > 0) && is_open(section)) {
            return true;
        }
        is_first = info.count == 0;
    }
    return false;
}

/* The range that was set, or that of before, moved with its items. */
static void check_range(const view_model *view, size_t first, size_t count)
{
    uint64_t order[NAMES];
    size_t items = read_order(order), wanted = view->first;
    CHECK(count <= items && first <= items && first + count <= items && count <= view->count);
    if (self.has_submission || (!view->has_new_range && !self.is_followed)) {
        return;
    }
    /* Set in what the list showed before it followed its source. */
    if (view->has_new_range && self.how) {
        return;
    }
    if (!view->has_new_range) {
        const moved_range_items before = {view->order, view->order_count}, after = {order, items};
        bool grows = view->could_grow || may_grow();
        wanted = moved_range(before, view->shown_first, view->shown_count, after, grows);
    }
    size_t room = wanted < items ? items - wanted : 0;
    CHECK(count == (view->count < room ? view->count : room));
    CHECK(count == 0 || first == wanted);
}

/* ---- what the cells show */

static taken_part *find_taken(view_model *view, const stage_part *part)
{
    for (size_t i = 0; i < view->taken_count; i++) {
        if (stage_is_same(&view->taken[i].part, part)) {
            return &view->taken[i];
        }
    }
    return NULL;
}

static const stage_cell *only_cell(size_t number, const stage_part *part)
{
    const stage_cell *found = NULL;
    for (size_t i = 0; i < STAGE_CELLS; i++) {
        const stage_cell *cell = &stage.views[number].cells[i];
        if (cell->exists && cell->bound && stage_is_same(&cell->part, part)) {
            CHECK(found == NULL);
            found = cell;
        }
    }
    return found;
}

static void check_pools(size_t number)
{
    size_t unused[2] = {0, 0};
    for (size_t i = 0; i < STAGE_CELLS; i++) {
        const stage_cell *cell = &stage.views[number].cells[i];
        if (cell->exists && !cell->bound) {
            unused[cell->cell_class == stage_class[1].id]++;
        }
    }
    size_t most = stage.views[number].most_bound;
    CHECK(unused[0] <= 2 && unused[1] <= (most > 8 ? most : 8));
}

/* Nothing is left to do: the cells show what is visible. */
static void check_view(size_t number)
{
    view_model *view = &self.views[number];
    static parts visible;
    size_t first, count, taken = 0;
    memset(&visible, 0, sizeof visible);
    CHECK_OK(iq_view_get_visible(stage.views[number].view, &first, &count));
    if (view->has_range) {
        check_range(view, first, count);
        read_visible(&visible, first, count);
    } else {
        CHECK(first == 0 && count == 0);
    }
    view->has_new_range = false;
    view->shown_first = first;
    view->shown_count = count;
    view->order_count = read_order(view->order);
    view->could_grow = may_grow();
    for (size_t i = 0; i < visible.count; i++) {
        const stage_part *part = &visible.all[i].part;
        if (part->item || part->kind) {
            const stage_cell *cell = only_cell(number, part);
            CHECK(cell != NULL && cell->model == visible.all[i].model);
            CHECK(cell->cell_class == visible.all[i].cell_class);
        }
        bool is_shown = !self.is_reported;
        for (size_t s = 0; s < stage.views[number].shown_count && !is_shown; s++) {
            is_shown = stage_is_same(&stage.views[number].shown[s], part);
        }
        CHECK(is_shown);
        taken += find_taken(view, part) != NULL;
    }
    CHECK(!self.is_reported || stage.views[number].shown_count == visible.count);
    CHECK(stage_bound(number) == visible.with_cells + view->taken_count - taken);
    for (size_t i = 0; i < view->taken_count; i++) {
        CHECK(only_cell(number, &view->taken[i].part) != NULL);
    }
    check_pools(number);
}

/* At any moment: no more cells are bound than are visible, leave or are taken, and no more wait than the pools
 * hold. */
static void check_limits(void)
{
    for (size_t v = 0; v < VIEWS && self.is_reported; v++) {
        const stage_watched *watched = &stage.views[v];
        if (self.views[v].is_there) {
            CHECK(stage_bound(v) <= watched->shown_count + watched->leaving + self.views[v].taken_count);
            check_pools(v);
        }
    }
}

/* ---- polls */

static void poll_some(size_t capacity)
{
    size_t count = stage_poll_some(capacity);
    self.is_followed = false;
    for (size_t v = 0; v < VIEWS; v++) {
        self.views[v].has_new_range = false;
    }
    /* With room for all events, of which some may have been dropped. */
    if (!self.is_list_gone && capacity == ALL && count < ALL) {
        check_limits();
    }
}

/* An allocation fails, or all from one on: what the poll had to do is done by a later one. */
static void poll_without_memory(void)
{
    failing_arm(1 + below(24), chance(30));
    stage.may_run_out = true;
    poll_some(1 + below(100));
    stage.may_run_out = false;
    (void)failing_disarm();
}

static void settle(void)
{
    stage.fail_create = stage.fail_bind = 0;
    stage_settle();
    for (size_t v = 0; v < VIEWS; v++) {
        if (self.views[v].is_there) {
            check_view(v);
        }
    }
    stage_check();
    stage_quiet();
    self.is_followed = true;
    self.has_submission = self.edit != NULL && self.has_submission;
}

/* ---- what happens */

static void vary(char name)
{
    iq_class cell_class = stage_class[chance(85) ? 0 : 1];
    uint64_t before = stage.items[(size_t)name].content;
    uint64_t content = chance(30) ? before : before / 16 * 16 + below(4);
    stage_set(name, content, chance(70) ? stage.items[(size_t)name].cell_class : cell_class);
    if (chance(5)) {
        stage.items[(size_t)name].model = NULL;
    }
}

static void update(void)
{
    char text[2 * NAMES + 16 * SECTIONS], order[NAMES];
    size_t length = 0, count = 0, section_order = below(SECTIONS), sections = below(SECTIONS + 1);
    for (size_t i = 0; i < 3; i++) {
        vary(names[below(NAMES)]);
    }
    if (chance(15)) {
        stage.items['^'].content = below(2) << 32 | below(3);
        stage.items['^'].model = stage_model_new((int)below(3));
        stage.items['_'].cell_class = stage_class[below(2)];
    }
    unsigned density = (unsigned)below(100);
    for (size_t i = 0; i < NAMES; i++) {
        if (chance(density)) {
            order[count++] = names[i];
        }
    }
    for (size_t i = below(4); i > 0 && count > 0; i--) {
        size_t a = below(count), b = below(count);
        char name = order[a];
        order[a] = order[b];
        order[b] = name;
    }
    for (size_t s = 0, next = 0; s < sections; s++) {
        text[length++] = (char)('1' + (section_order + s) % SECTIONS);
        for (const char *element = "^_<>"; *element; element++) {
            if (chance(50)) {
                text[length++] = *element;
            }
        }
        size_t last = s + 1 == sections ? count : next + below(count - next + 1);
        while (next < last) {
            text[length++] = order[next++];
        }
    }
    text[length] = 0;
    stage_show_with(text, chance(4) ? IQ_UPDATE_RELOAD : 0);
}

static void submit(void)
{
    iq_snapshot *snapshot;
    const iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE};
    CHECK_OK(iq_list_snapshot(stage_changed(), &snapshot));
    for (size_t i = below(6); i > 0; i--) {
        iq_key key = iq_key_from_u64((uint64_t)names[below(NAMES)]);
        iq_status status = chance(50)   ? iq_snapshot_delete_items(snapshot, NULL, &key, 1, NULL)
                           : chance(50) ? iq_snapshot_reload_items(snapshot, NULL, &key, 1)
                                        : iq_snapshot_reconfigure_items(snapshot, NULL, &key, 1);
        CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
    }
    CHECK_OK(iq_list_submit(stage_changed(), snapshot, &options, NULL));
    iq_snapshot_destroy(snapshot);
    self.has_submission = true;
}

static bool random_item(const iq_list *of, iq_item *item)
{
    size_t items;
    CHECK_OK(iq_list_get_count(of, NULL, &items));
    if (items > 0) {
        CHECK_OK(iq_list_find_item_at(of, below(items), item));
    }
    return items > 0;
}

static bool random_section(const iq_list *of, iq_section *section)
{
    size_t sections;
    CHECK_OK(iq_list_get_count(of, &sections, NULL));
    if (sections > 0) {
        CHECK_OK(iq_list_find_section_at(of, below(sections), section));
    }
    return sections > 0;
}

static void edit_once(void)
{
    iq_item item;
    iq_section section;
    const iq_list *list = stage_changed();
    if (!random_item(list, &item) || !random_section(list, &section)) {
        return;
    }
    switch (below(6)) {
    case 0: CHECK_OK(iq_edit_delete_items(self.edit, &item, 1)); break;
    case 1: CHECK_OK(iq_edit_reload_items(self.edit, &item, 1)); break;
    case 2: CHECK_OK(iq_edit_reconfigure_items(self.edit, &item, 1)); break;
    case 3: CHECK_OK(iq_edit_reload_sections(self.edit, &section, 1)); break;
    default: {
        size_t items;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_get_section_info(list, section, &info));
        items = info.count;
        if (items > 1) {
            CHECK_OK(iq_edit_move_item_range(self.edit, section, below(items), 1, section, below(items - 1)));
        }
        break;
    }
    }
}

static void end_edit(void)
{
    if (chance(70)) {
        CHECK_OK(iq_edit_commit(self.edit, NULL, NULL));
    }
    iq_edit_destroy(self.edit);
    self.edit = NULL;
}

static void edit(void)
{
    if (self.edit && chance(40)) {
        end_edit();
        return;
    }
    if (!self.edit) {
        CHECK_OK(iq_edit_begin(stage_changed(), NULL, &self.edit));
    }
    for (size_t i = below(4); i > 0; i--) {
        edit_once();
    }
}

static void whole(void)
{
    uint32_t kind = IQ_KIND_HEADER + (uint32_t)below(7);
    iq_page page = {.struct_size = sizeof page, .state = (uint32_t)below(5), .distance = (uint32_t)below(9)};
    page.flags = chance(30) ? IQ_PAGE_SHOW_LOADING : 0;
    iq_section section = {0};
    if (chance(50)) {
        (void)random_section(stage.list, &section);
    }
    switch (below(4)) {
    case 0: {
        iq_status status = iq_list_remove_supplementary(stage.list, kind, 0);
        CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND);
        break;
    }
    case 1: CHECK_OK(iq_list_set_loading(stage.list, (uint32_t)below(3))); break;
    case 2: CHECK_OK(iq_list_set_page(stage.list, section, (iq_edge)below(2), &page)); break;
    default: stage_set_element(kind, 0, below(2), below(3)); break;
    }
}

static size_t random_view(void)
{
    size_t number = below(VIEWS);
    if (!self.views[number].is_there) {
        for (size_t i = 0; i < number; i++) {
            if (!self.views[i].is_there) {
                number = i;
            }
        }
        CHECK(stage_add_view() == number);
        memset(&self.views[number], 0, sizeof self.views[number]);
        self.views[number].is_there = true;
    } else if (chance(3)) {
        stage_drop_view(number);
        self.views[number].is_there = false;
        return random_view();
    }
    return number;
}

static void scroll(void)
{
    size_t number = random_view(), count = 1 + below(chance(10) ? 60 : 12);
    view_model *view = &self.views[number];
    view->first = chance(60) && view->has_range ? view->first + below(3) : below(NAMES);
    view->count = count;
    view->has_range = view->has_new_range = true;
    stage_visible(number, view->first, view->count, below(6));
}

static void take(void)
{
    size_t number = random_view();
    view_model *view = &self.views[number];
    iq_element element = {sizeof element, {0}, {0}, 0, 0};
    iq_event event = {.struct_size = sizeof event};
    bool is_there = chance(70) ? random_item(stage.list, &element.item) : random_section(stage.list, &element.section);
    if (!is_there || view->taken_count == TAKEN) {
        return;
    }
    element.kind = element.item.id ? 0 : chance(50) ? IQ_KIND_HEADER : IQ_KIND_FOOTER;
    bool may_fail = stage.fail_create || stage.fail_bind;
    iq_status status = iq_view_take_cell(stage.views[number].view, &element, &event);
    if (status != IQ_OK) {
        CHECK(status == IQ_ERROR_NOT_FOUND ? element.kind != 0 : status == IQ_ERROR_CALLBACK && may_fail);
        return;
    }
    const stage_part part = stage_part_of(&event);
    CHECK(part.item == element.item.id && part.kind == element.kind && part.section == element.section.id);
    taken_part *taken = find_taken(view, &part);
    if (!taken) {
        taken = &view->taken[view->taken_count++];
        *taken = (taken_part){part, 0};
    }
    taken->times++;
}

/* Where nothing is left to do, so that a part has one cell. */
static void give(void)
{
    size_t number = below(VIEWS);
    view_model *view = &self.views[number];
    if (!view->is_there || view->taken_count == 0) {
        return;
    }
    settle();
    taken_part *taken = &view->taken[below(view->taken_count)];
    const stage_cell *cell = only_cell(number, &taken->part);
    CHECK_OK(iq_view_give_cell(stage.views[number].view, cell->number));
    if (--taken->times == 0) {
        *taken = view->taken[--view->taken_count];
        stage.views[number].leaving++;
    }
}

static void set_states(void)
{
    iq_item item;
    if (random_item(stage.list, &item)) {
        CHECK_OK(iq_list_set_states(stage.list, &item, 1, IQ_STATE_EXPANDED, IQ_SET_TOGGLE));
    }
}

static void change(void)
{
    size_t which = self.is_orphan ? 6 : below(6);
    if (which < 3 && !self.edit) {
        update();
    } else if (which == 3) {
        submit();
    } else if (which == 4 || which == 5) {
        edit();
    }
}

/* ---- sorted and grouped lists */

static void set_order(void)
{
    shuffled order = shuffled_random(&self.random, '1', self.how == AS_GROUPED ? SECTIONS : 0);
    order.flags |= (chance(20) ? IQ_ORDER_FROZEN : 0) | (chance(20) ? IQ_ORDER_KEEP_RANKS : 0);
    shuffled_give(stage.list, &order, chance(30) ? 1 + (uint32_t)below(20) : 0);
    self.has_submission = true;
}

static void arrange(void)
{
    size_t which = below(20);
    if (which < 10) {
        set_order();
    } else if (which == 19 && stage.source) {
        iq_list_destroy(stage.source);
        iq_edit_destroy(self.edit);
        stage.source = NULL;
        self.edit = NULL;
        self.is_orphan = true;
    } else if (self.holds > 0) {
        /* An order that was given while the source was edited has waited for this, too. */
        CHECK_OK(iq_list_resume(stage.list));
        self.holds--;
        self.has_submission = true;
    } else {
        CHECK_OK(iq_list_hold(stage.list));
        self.holds++;
    }
}

static void happen(void)
{
    switch (below(18)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: change(); break;
    case 5:
        if (self.how) {
            arrange();
        } else {
            change();
        }
        break;
    case 6: whole(); break;
    case 7:
    case 8:
    case 9: scroll(); break;
    case 10: take(); break;
    case 11: give(); break;
    case 12: set_states(); break;
    case 13: poll_without_memory(); break;
    case 14: *(chance(50) ? &stage.fail_create : &stage.fail_bind) = 1 + below(5); break;
    default: poll_some(chance(30) ? 1 + below(4) : chance(40) ? 1 + below(100) : ALL); break;
    }
}

/* ---- the end */

static void end_inside(const char *function, const iq_event *event)
{
    (void)function;
    (void)event;
    if (self.calls_left == 0 || --self.calls_left > 0) {
        return;
    }
    if (chance(50)) {
        self.is_list_gone = true;
        iq_list_destroy(stage.list);
    }
    for (size_t v = 0; v < VIEWS; v++) {
        if (self.views[v].is_there && chance(50)) {
            iq_view_destroy(stage.views[v].view);
        }
    }
}

/* Destroys within a function, some calls from now. What waits for that is polled once; then all is destroyed. */
static void end_within(void)
{
    self.calls_left = 1 + below(20);
    stage.inside = end_inside;
    for (size_t i = 0; i < 10 && self.calls_left > 0; i++) {
        if (!self.edit && !self.is_orphan) {
            update();
        }
        for (size_t v = 0; v < VIEWS; v++) {
            if (self.views[v].is_there) {
                stage_visible(v, below(NAMES), below(20), 0);
            }
        }
        for (size_t polls = 0; polls < 3 && self.calls_left > 0; polls++) {
            iq_event events[16] = {{.struct_size = sizeof events[0]}};
            size_t count;
            (void)iq_list_poll(stage.list, events, 16, &count);
        }
    }
    stage.inside = NULL;
    self.calls_left = 0;
}

static void session(uint64_t seed)
{
    check_seed = seed;
    memset(&self, 0, sizeof self);
    self.random.state = seed;
    stage_open();
    self.how = chance(60) ? 0 : chance(50) ? AS_SORTED : AS_GROUPED;
    if (self.how) {
        const iq_derive_options options = derive_options(self.how);
        stage_derive(&options);
    }
    self.views[0].is_there = true;
    self.is_reported = chance(80);
    uint32_t kinds = self.is_reported ? IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY : 0;
    kinds |= chance(50) ? IQ_EVENT_UPDATE | IQ_EVENT_STATES | IQ_EVENT_PLACEHOLDER : 0;
    kinds |= chance(30) ? IQ_EVENT_CLASS_FIRST_USED : 0;
    kinds |= chance(30) ? IQ_EVENT_PREFETCH | IQ_EVENT_PAGE : 0;
    CHECK_OK(iq_list_set_events(stage.list, kinds));
    self.is_followed = true;
    for (size_t steps = 20 + below(120); steps > 0; steps--) {
        happen();
        if (chance(12)) {
            settle();
        }
    }
    if (chance(60)) {
        settle();
    } else if (chance(50)) {
        end_within();
    }
    iq_edit_destroy(self.edit);
    if (chance(50)) {
        iq_list_destroy(stage.list);
    }
    stage_close();
}

int main(void)
{
    failing_install();
    stage_register();
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    uint64_t seed = check_first_seed(1);
    for (uint64_t i = 0; i < check_scaled(4000); i++) {
        session(seed + i);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}
