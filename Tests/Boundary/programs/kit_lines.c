/*
 * kit_lines.c - bindings/c/kit_layout.h: rows of unequal items, items that take several columns, flows and lanes,
 * whoever says how large an item is: beside a program that fills one line after the other.
 */
#include <kit_layout.h>
#include <math.h>

#include "kit_scene.h"
#include "random.h"

static kit_view shown;
static kit_placed placed[SECTIONS];
static iq_view_options view_options;
static kit_layout_options options;
static iq_class fitting; /* of cells that measure themselves */

/* Who says how large an item is. The cell says both lengths, or the width alone: in rows it is not asked then. */
enum { COORDINATOR, SECTION, CLASS, CELL, CELL_WIDTH, TELLERS };

static struct {
    int teller;
    double width, height;
} items[ITEMS];

static size_t number_of(const void *model)
{
    return (size_t)((const int *)model - scene.models);
}

/* A level answers where it is the one that knows. */
static int size(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    const int level = *(const int *)context;
    const size_t number = number_of(request->model);

    if (request->element.item.id == 0)
        return KIT_PASS;
    CHECK(request->object == NULL && request->assumed.width >= 0);
    if (items[number].teller == CELL_WIDTH && level == COORDINATOR) {
        rule->height = kit_fixed(items[number].height);
        return KIT_HANDLED;
    }
    if (items[number].teller != level)
        return KIT_PASS;
    *rule = kit_sized(kit_fixed(items[number].width), kit_fixed(items[number].height));
    return KIT_HANDLED;
}

static double room_of_cells;

static int fitting_size(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    const size_t number = number_of(request->model);

    (void)context;
    CHECK(request->object == &scene);
    room_of_cells = request->assumed.width;
    *rule = kit_sized(kit_fixed(items[number].width), kit_fixed(items[number].height));
    if (items[number].teller == CELL_WIDTH)
        rule->height = kit_fixed(1);
    return KIT_HANDLED;
}

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    *object = &scene;
    return 0;
}

static int bind_cell(void *context, const iq_event *event)
{
    (void)context;
    return kit_fit(&shown, event) != IQ_OK;
}

static void make_fitting(void)
{
    iq_class_options made;

    memset(&made, 0, sizeof made);
    made.struct_size = sizeof made;
    made.name = "fitting";
    made.create_cell = create_cell;
    made.bind_cell = bind_cell;
    CHECK_OK(iq_class_create(&made, &fitting));
    scene.users[0] = fitting;
}

static void open_lines(double width)
{
    static const int coordinator = COORDINATOR, section = SECTION, of_class = CLASS;
    int i;

    open_scene();
    memset(&shown, 0, sizeof shown);
    memset(placed, 0, sizeof placed);
    memset(&view_options, 0, sizeof view_options);
    memset(&options, 0, sizeof options);
    view_options.struct_size = sizeof view_options;
    view_options.flags = IQ_VIEW_LAID_OUT;
    CHECK_OK(iq_list_set_events(scene.list, 0));
    CHECK_OK(iq_view_create(scene.list, &view_options, &shown.view));
    shown.routes = &routes;
    shown.options = &view_options;
    routes.layout = &options;
    routes.coordinator.context = (void *)&coordinator;
    routes.coordinator.size = size;
    for (i = 0; i < SECTIONS; i++) {
        sections[i].handlers.context = (void *)&section;
        sections[i].handlers.size = size;
    }
    for (i = 0; i < USERS; i++) {
        classes[i].handlers.context = (void *)&of_class;
        classes[i].handlers.size = size;
    }
    classes[0].handlers.fitting_size = fitting_size;
    options.header.rule.height = kit_fixed(5);
    CHECK_OK(kit_set_size(&shown, width, 1e6));
}

static void close_lines(void)
{
    iq_view_destroy(shown.view);
    close_scene();
}

static iq_scene lay_out(void)
{
    iq_scene seen;

    memset(&seen, 0, sizeof seen);
    seen.struct_size = sizeof seen;
    CHECK_OK(kit_lay_out(&shown, &seen));
    CHECK((seen.flags & IQ_SCENE_MEASURE) == 0);
    return seen;
}

static void random_item(random_source *random, size_t number)
{
    /* Only the cells of the first class measure themselves. */
    items[number].teller = (int)random_below(random, number % USERS == 0 ? TELLERS : CELL);
    items[number].width = (double)(1 + random_below(random, 200));
    items[number].height = (double)(1 + random_below(random, 60));
}

/* How many columns an item takes: the fewest whose share of the room is enough. */
static double taken_by(double width, double columns)
{
    const double room = shown.window.width, gap = options.item_spacing;
    double taken = 1;

    while (taken < columns && width > (room + gap) / columns * taken - gap)
        taken++;
    return taken;
}

/* Fills one line after the other, and compares: first the places of the header and the items of a section. */
static double check_section(const iq_place *places, size_t first, double top, double columns)
{
    const double room = shown.window.width, gap = options.item_spacing;
    const double column = columns > 0 ? floor((room - (columns - 1) * gap) / columns) : 0;
    double x = 0, used = 0, longest = 0;
    size_t i;

    CHECK(places[0].frame.y == top && places[0].frame.height == 5);
    top += 5;
    for (i = 0; i < PER_SECTION; i++) {
        const iq_rect *frame = &places[1 + i].frame;
        double width = items[first + i].width < room ? items[first + i].width : room, taken = 0;

        if (columns > 0) {
            taken = items[first + i].teller == CELL_WIDTH ? 1 : taken_by(width, columns);
            width = taken * (column + gap) - gap;
        }
        if (used > 0 && (columns > 0 ? used + taken > columns : x + width > room)) {
            top += longest + options.line_spacing;
            x = used = longest = 0;
        }
        CHECK(frame->x == x && frame->y == top && frame->width == width && frame->height == items[first + i].height);
        x += width + gap;
        used += columns > 0 ? taken : 1;
        longest = items[first + i].height > longest ? items[first + i].height : longest;
    }
    return top + longest;
}

static void check_lines(double columns)
{
    const iq_scene seen = lay_out();
    double top = 0;
    size_t i;

    CHECK(seen.count == ITEMS + SECTIONS);
    for (i = 0; i < SECTIONS; i++)
        top = check_section(&seen.places[i * (PER_SECTION + 1)], i * PER_SECTION, top, columns);
    CHECK(seen.content.height == top);
}

/* In rows and flows, whoever says it, with and without memory for layouts, in other windows, with other answers. */
static void items_are_where_a_slow_program_puts_them(void)
{
    const uint64_t first_seed = check_first_seed(1), rounds = check_scaled(60);

    for (check_seed = first_seed; check_seed < first_seed + rounds; check_seed++) {
        random_source random = {check_seed};
        const double columns = random_chance(&random, 50) ? 0 : 2 + (double)random_below(&random, 6);
        size_t i, step;

        for (i = 0; i < ITEMS; i++)
            random_item(&random, i);
        open_lines(320);
        options.kind = columns > 0 ? IQ_LAYOUT_ROWS : IQ_LAYOUT_FLOW;
        options.columns = (uint32_t)columns;
        options.item_spacing = (double)random_below(&random, 9);
        options.line_spacing = (double)random_below(&random, 9);
        if (random_chance(&random, 50)) {
            shown.placed = placed;
            shown.placed_count = SECTIONS;
        }
        for (step = 0; step < 5; step++) {
            check_lines(columns);
            if (random_chance(&random, 50))
                CHECK_OK(kit_set_size(&shown, 100 + (double)random_below(&random, 300), 1e6));
            else {
                random_item(&random, random_below(&random, ITEMS));
                CHECK_OK(iq_view_invalidate(shown.view, 0, IQ_END));
            }
        }
        close_lines();
    }
    check_seed = 0;
}

/* The first item takes the whole row. */
static int size_of_hero(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    (void)context;
    if (request->model != &scene.models[0])
        return KIT_PASS;
    *rule = kit_sized(kit_relative(1), kit_aspect(8));
    return KIT_HANDLED;
}

/* --- lanes */

enum { LANES = 7 };

/* The numbers of the items in their order, and by these their lanes plus 1; 0: it has none. */
static size_t order[ITEMS], lane_of[ITEMS];

/* Puts each item behind the one before it in its lane, and compares. What has no lane yet gets the shortest, the first
 * of several. */
static double check_stacks(const iq_place *places, size_t first, double top, size_t lanes)
{
    const double gap = options.item_spacing;
    const double width = floor((shown.window.width - (double)(lanes - 1) * gap) / (double)lanes);
    double ends[LANES], longest = 0;
    size_t i, lane, each;

    CHECK(places[0].frame.y == top && places[0].frame.height == 5);
    for (lane = 0; lane < lanes; lane++)
        ends[lane] = top + 5;
    for (i = 0; i < PER_SECTION; i++) {
        const iq_rect *frame = &places[1 + i].frame;
        const size_t number = order[first + i];
        const double height = items[number].height;

        if (lane_of[number] == 0) {
            for (lane = 0, each = 1; each < lanes; each++)
                lane = ends[each] < ends[lane] ? each : lane;
            lane_of[number] = lane + 1;
        }
        lane = lane_of[number] - 1;
        CHECK(frame->x == (double)lane * (width + gap) && frame->y == ends[lane]);
        CHECK(frame->width == width && frame->height == height);
        longest = ends[lane] + height > longest ? ends[lane] + height : longest;
        ends[lane] += height + options.line_spacing;
    }
    return longest;
}

static void check_lanes(size_t lanes)
{
    const iq_scene seen = lay_out();
    double top = 0;
    size_t i;

    CHECK(seen.count == ITEMS + SECTIONS);
    for (i = 0; i < SECTIONS; i++)
        top = check_stacks(&seen.places[i * (PER_SECTION + 1)], i * PER_SECTION, top, lanes);
    CHECK(seen.content.height == top);
}

/* Moves an item of a section; or, if there is a new key, deletes it and inserts one with that and the same number,
 * which has no lane. */
static void change_order(size_t section, size_t from, size_t to, uint64_t new_key)
{
    size_t *const numbers = &order[section * PER_SECTION], number = numbers[from];
    const iq_key key = key_of(new_key);
    void *model = &scene.models[number];
    iq_columns row;
    iq_edit *edit;

    memset(&row, 0, sizeof row);
    row.struct_size = sizeof row;
    row.count = 1;
    row.keys = &key;
    row.models = &model;
    row.classes = &scene.users[number % USERS];
    memmove(&numbers[from], &numbers[from + 1], (PER_SECTION - from - 1) * sizeof *numbers);
    memmove(&numbers[to + 1], &numbers[to], (PER_SECTION - to - 1) * sizeof *numbers);
    numbers[to] = number;
    CHECK_OK(iq_edit_begin(scene.list, NULL, &edit));
    if (new_key == 0)
        CHECK_OK(iq_edit_move_item_range(edit, section_at(section), from, 1, section_at(section), to));
    else {
        lane_of[number] = 0;
        CHECK_OK(iq_edit_delete_item_range(edit, section_at(section), from, 1));
        CHECK_OK(iq_edit_insert_items(edit, section_at(section), to, &row));
    }
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

/* Sizes that the route says. Items stay in their lanes while the list changes; another window chooses these anew. The
 * layout of lanes is the list's or the sections', with rows that have functions or without. */
static void items_are_in_the_lanes_that_a_slow_program_chooses(void)
{
    const uint64_t first_seed = check_first_seed(1), rounds = check_scaled(60);

    for (check_seed = first_seed; check_seed < first_seed + rounds; check_seed++) {
        random_source random = {check_seed};
        const size_t lanes = 1 + random_below(&random, LANES);
        const int is_own = random_chance(&random, 50), is_asked = random_chance(&random, 50);
        kit_layout_options of_list;
        size_t i, step;

        memset(lane_of, 0, sizeof lane_of);
        for (i = 0; i < ITEMS; i++) {
            order[i] = i;
            random_item(&random, i);
            items[i].teller = is_asked ? (int)random_below(&random, CELL) : CLASS;
        }
        open_lines(320);
        options.kind = IQ_LAYOUT_LANES;
        options.columns = (uint32_t)lanes;
        options.item_spacing = (double)random_below(&random, 9);
        options.line_spacing = (double)random_below(&random, 9);
        of_list = options;
        of_list.kind = IQ_LAYOUT_ROWS;
        of_list.columns = 1;
        if (is_own)
            routes.layout = &of_list;
        for (i = 0; i < SECTIONS; i++) {
            sections[i].layout = is_own ? &options : NULL;
            if (!is_asked)
                sections[i].handlers.size = NULL;
        }
        shown.placed = placed;
        shown.placed_count = SECTIONS;
        for (step = 0; step < 8; step++) {
            check_lanes(lanes);
            switch (random_below(&random, 4)) {
            case 0:
                memset(lane_of, 0, sizeof lane_of);
                CHECK_OK(kit_set_size(&shown, 100 + (double)random_below(&random, 300), 1e6));
                break;
            case 1:
                i = random_below(&random, ITEMS);
                items[i].height = (double)(1 + random_below(&random, 60));
                CHECK_OK(iq_view_invalidate(shown.view, 0, IQ_END));
                break;
            default:
                change_order(random_below(&random, SECTIONS), random_below(&random, PER_SECTION),
                             random_chance(&random, 50) ? 0 : random_below(&random, PER_SECTION),
                             random_chance(&random, 50) ? 0 : ITEMS + step);
            }
        }
        close_lines();
    }
    check_seed = 0;
}

/* Another first item says another size, and the layout stays: that of the list, and that of a section. */
static void lanes_of_other_first_items(void)
{
    size_t i;
    int is_own;

    for (is_own = 0; is_own < 2; is_own++) {
        memset(lane_of, 0, sizeof lane_of);
        for (i = 0; i < ITEMS; i++) {
            order[i] = i;
            items[i].teller = CLASS;
            items[i].height = (double)(20 + i % 7);
        }
        open_lines(320);
        options.kind = IQ_LAYOUT_LANES;
        options.columns = 3;
        shown.placed = placed;
        shown.placed_count = SECTIONS;
        for (i = 0; i < SECTIONS && !is_own; i++)
            sections[i].handlers.size = NULL;
        for (i = 1; i < 7; i++) {
            check_lanes(3);
            change_order(0, 10 * i + i, 0, 0);
        }
        check_lanes(3);
        close_lines();
    }
}

/* A width of the layout makes lanes as it makes columns, at most 32, and a height follows from the width of the lane,
 * whatever width an item says. */
static void lanes_of_a_width(void)
{
    static const double widths[] = {100, 5}, rows[] = {3, 32};
    iq_section_layout layout;
    iq_scene seen;
    size_t i;

    for (i = 0; i < ITEMS; i++) {
        items[i].teller = CLASS;
        items[i].width = 200;
        items[i].height = 20;
    }
    for (i = 0; i < 2; i++) {
        open_lines(320);
        options.kind = IQ_LAYOUT_LANES;
        options.item.rule.width = kit_fixed(widths[i]);
        CHECK_OK(kit_layout(&shown, NULL, &layout));
        CHECK(layout.columns == rows[i]);
        seen = lay_out();
        CHECK(seen.places[2].frame.width == widths[i] && seen.places[1 + (size_t)rows[i]].frame.x == 0);
        close_lines();
    }
    open_lines(320);
    routes.coordinator.size = size_of_hero;
    options.kind = IQ_LAYOUT_LANES;
    options.columns = 4;
    seen = lay_out();
    CHECK(seen.places[1].frame.width == 80 && seen.places[1].frame.height == 10);
    options.columns = 33;
    shown.is_set = 0;
    CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_ARGUMENT);
    close_lines();
}

/* What was empty asks its first item when there is one, and a section that comes again has its lanes again. */
static void lanes_that_were_empty(void)
{
    kit_layout_options of_list;
    iq_columns none;
    iq_scene seen;
    int is_own, round;

    memset(&none, 0, sizeof none);
    none.struct_size = sizeof none;
    for (is_own = 0; is_own < 2; is_own++) {
        open_lines(320);
        of_list = options;
        shown.placed = placed;
        shown.placed_count = SECTIONS;
        options.kind = IQ_LAYOUT_LANES;
        options.columns = 2;
        sections[0].layout = is_own ? &options : NULL;
        routes.layout = is_own ? &of_list : &options;
        for (round = 0; round < 2; round++) {
            CHECK_OK(iq_list_set(scene.list, NULL, 0, &none, NULL, NULL));
            (void)lay_out();
            show(0);
            seen = lay_out();
            CHECK(seen.places[1].frame.width == 160 && placed[0].layout.columns == 2);
            CHECK((is_own ? placed[0].layout : shown.all).item.height.value == 20);
        }
        close_lines();
    }
}

/* --- columns that a width makes */

/* The rule of the layout makes them, and the first item takes several. Without one the first item makes them. */
static void columns_of_a_width(void)
{
    iq_section_layout layout;
    iq_scene seen;

    open_lines(320);
    routes.coordinator.size = size_of_hero;
    sections[0].handlers.size = sections[1].handlers.size = NULL;
    classes[0].handlers.size = classes[1].handlers.size = NULL;
    classes[0].handlers.fitting_size = NULL;
    options.item.rule = kit_sized(kit_fixed(100), kit_fixed(20));
    shown.is_set = 0;
    seen = lay_out();
    CHECK(seen.places[1].frame.width == 320 && seen.places[1].frame.height == 40);
    CHECK(seen.places[2].frame.y == 45 && seen.places[3].frame.x == 110 && seen.places[4].frame.x == 220);
    memset(&options.item, 0, sizeof options.item);
    CHECK_OK(kit_layout(&shown, NULL, &layout));
    CHECK(layout.columns == 1);
    close_lines();
}

/* A width of the layout is of no account where columns are given, whether somebody is asked or not. */
static void given_columns(void)
{
    iq_scene seen;
    int asks, i;

    for (asks = 0; asks < 2; asks++) {
        open_lines(320);
        routes.coordinator.size = asks ? size_of_hero : NULL;
        sections[0].handlers.size = sections[1].handlers.size = NULL;
        classes[0].handlers.size = classes[1].handlers.size = NULL;
        options.columns = 4;
        options.item.rule = kit_sized(kit_fixed(200), kit_fixed(30));
        shown.is_set = 0;
        seen = lay_out();
        for (i = 2; i < 9; i++)
            CHECK(seen.places[i].frame.width == 80 && seen.places[i].frame.height == 30);
        close_lines();
    }
}

/* Parts of the room are as many columns, however wide it is: what columns lose to whole units makes no item wider. */
static uint32_t parts;

static int size_of_part(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    (void)context;
    if (request->element.item.id == 0)
        return KIT_PASS;
    *rule = kit_sized(kit_relative((double)(number_of(request->model) % parts + 1) / parts), kit_fixed(20));
    return KIT_HANDLED;
}

static void parts_of_the_room(void)
{
    iq_scene seen;
    int room;
    uint32_t i;

    for (parts = 2; parts < 8; parts++) {
        open_lines(320);
        routes.coordinator.size = size_of_part;
        options.columns = parts;
        for (room = 200; room < 230; room++) {
            CHECK_OK(kit_set_size(&shown, room, 1e6));
            seen = lay_out();
            for (i = 0; i < parts; i++)
                CHECK(seen.places[1 + i].frame.width == (double)(i + 1) * floor((double)room / parts));
        }
        close_lines();
    }
}

/* Where the first item makes other columns, that are as wide as before, all are asked again. */
static void other_columns(void)
{
    kit_layout_options of_list;
    iq_scene seen;
    size_t i;

    for (i = 0; i < ITEMS; i++) {
        items[i].teller = COORDINATOR;
        items[i].width = 150;
        items[i].height = 20;
    }
    items[0].width = 100.5;
    open_lines(300);
    shown.placed = placed;
    shown.placed_count = SECTIONS;
    seen = lay_out();
    CHECK(seen.places[1].frame.width == 100 && seen.places[2].frame.width == 300);
    items[0].width = 100;
    {
        const iq_item item = item_at(ITEMS - 1);
        iq_edit *edit;

        CHECK_OK(iq_edit_begin(scene.list, NULL, &edit));
        CHECK_OK(iq_edit_delete_items(edit, &item, 1));
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        iq_edit_destroy(edit);
    }
    seen = lay_out();
    CHECK(seen.places[1].frame.width == 100 && seen.places[2].frame.width == 200);
    /* Of another window, without the memory of what was set, where the list is laid out otherwise. */
    shown.placed = NULL;
    shown.placed_count = 0;
    of_list = options;
    of_list.columns = 1;
    options.fields |= KIT_LAYOUT_COLUMNS;
    routes.layout = &of_list;
    sections[0].layout = &options;
    CHECK_OK(kit_set_size(&shown, 310, 1e6));
    seen = lay_out();
    CHECK(seen.places[2].frame.width == 205);
    CHECK_OK(kit_set_size(&shown, 304, 1e6));
    seen = lay_out();
    CHECK(seen.places[2].frame.width == 202);
    close_lines();
}

/* --- flows */

static void alignments(void)
{
    static const double widths[] = {100, 150, 100, 60};
    static const double starts[3][4] = {{0, 108, 0, 108}, {31, 139, 0, 0}, {0, 170, 0, 0}};
    static const uint32_t flags[] = {0, IQ_SECTION_LAYOUT_CENTER, IQ_SECTION_LAYOUT_JUSTIFY};
    iq_scene seen;
    size_t i, each;

    for (i = 0; i < ITEMS; i++) {
        items[i].teller = COORDINATOR;
        items[i].width = i < 4 ? widths[i] : 320;
        items[i].height = 20;
    }
    for (each = 0; each < 3; each++) {
        open_lines(320);
        options.kind = IQ_LAYOUT_FLOW;
        options.alignment = flags[each];
        options.item_spacing = 8;
        seen = lay_out();
        CHECK(seen.places[1].frame.x == starts[each][0] && seen.places[2].frame.x == starts[each][1]);
        CHECK(each > 0 || (seen.places[3].frame.x == 0 && seen.places[4].frame.x == 108));
        options.alignment = IQ_SECTION_LAYOUT_CENTER | IQ_SECTION_LAYOUT_JUSTIFY;
        shown.is_set = 0;
        CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_ARGUMENT);
        close_lines();
    }
}

/* A flow of one rule asks nobody. The cells of items that say no width have the room of a line, within the insets of
 * their places. */
static void flows_of_rules(void)
{
    iq_section_layout layout;
    iq_scene seen;
    size_t i;

    open_lines(320);
    routes.coordinator.size = sections[0].handlers.size = sections[1].handlers.size = NULL;
    classes[0].handlers.size = classes[1].handlers.size = NULL;
    classes[0].handlers.fitting_size = NULL;
    options.kind = IQ_LAYOUT_FLOW;
    options.item_spacing = 10;
    options.item.rule = kit_sized(kit_fixed(90), kit_fixed(30));
    CHECK_OK(kit_layout(&shown, NULL, &layout));
    CHECK(layout.measure == NULL && layout.columns == 0);
    seen = lay_out();
    CHECK(seen.content.height == 2 * (5 + 34 * 30));
    close_lines();
    open_lines(320);
    routes.coordinator.size = sections[0].handlers.size = sections[1].handlers.size = NULL;
    classes[0].handlers.size = NULL;
    options.kind = IQ_LAYOUT_FLOW;
    options.item.rule.insets.leading = 3;
    options.item.rule.insets.top = 2;
    options.item.rule.indent = 7;
    for (i = 0; i < ITEMS; i++)
        items[i].teller = i % USERS == 0 ? CELL : CLASS;
    items[0].width = 40;
    items[0].height = 25;
    seen = lay_out();
    CHECK(room_of_cells == 310);
    CHECK(seen.places[1].frame.x == 10 && seen.places[1].frame.width == 40);
    CHECK(seen.places[1].frame.y == 7 && seen.places[1].frame.height == 25);
    close_lines();
}

/* Columns, a flow and lanes are one choice: a section that has one of them leaves out none. */
static void one_choice(void)
{
    kit_layout_options own;
    iq_section_layout layout;

    open_lines(320);
    memset(&own, 0, sizeof own);
    options.kind = IQ_LAYOUT_FLOW;
    options.alignment = IQ_SECTION_LAYOUT_JUSTIFY;
    sections[0].layout = &own;
    CHECK_OK(kit_layout(&shown, &sections[0], &layout));
    CHECK(layout.kind == IQ_LAYOUT_FLOW && layout.flags == IQ_SECTION_LAYOUT_JUSTIFY);
    own = kit_grid(4, 1, 0, 0, 0);
    CHECK_OK(kit_layout(&shown, &sections[0], &layout));
    CHECK(layout.kind == IQ_LAYOUT_ROWS && layout.columns == 4 && layout.flags == IQ_SECTION_LAYOUT_JUSTIFY);
    own.fields |= KIT_LAYOUT_ALIGNMENT;
    CHECK_OK(kit_layout(&shown, &sections[0], &layout));
    CHECK(layout.flags == 0);
    options.kind = IQ_LAYOUT_ROWS;
    options.columns = 3;
    memset(&own, 0, sizeof own);
    own.kind = IQ_LAYOUT_FLOW;
    CHECK_OK(kit_layout(&shown, &sections[0], &layout));
    CHECK(layout.kind == IQ_LAYOUT_FLOW && layout.columns == 0);
    options.kind = IQ_LAYOUT_LANES;
    CHECK_OK(kit_layout(&shown, &sections[0], &layout));
    CHECK(layout.kind == IQ_LAYOUT_FLOW && layout.columns == 0);
    own = kit_grid(4, 1, 0, 0, 0);
    CHECK_OK(kit_layout(&shown, &sections[0], &layout));
    CHECK(layout.kind == IQ_LAYOUT_ROWS && layout.columns == 4);
    own.kind = IQ_LAYOUT_LANES;
    CHECK_OK(kit_layout(&shown, &sections[0], &layout));
    CHECK(layout.kind == IQ_LAYOUT_LANES && layout.columns == 4);
    close_lines();
}

int main(void)
{
    make_classes();
    make_fitting();
    items_are_where_a_slow_program_puts_them();
    items_are_in_the_lanes_that_a_slow_program_chooses();
    lanes_of_other_first_items();
    lanes_of_a_width();
    lanes_that_were_empty();
    columns_of_a_width();
    given_columns();
    parts_of_the_room();
    other_columns();
    alignments();
    flows_of_rules();
    one_choice();
    printf("ok\n");
    return 0;
}
