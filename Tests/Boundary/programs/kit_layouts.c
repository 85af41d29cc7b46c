/*
 * kit_layouts.c - bindings/c/kit_layout.h: who says how large something is, beside a slow model; widths that become
 * columns; who is asked, how often, and what failures do.
 */
#include <kit_layout.h>
#include <math.h>

#include "kit_scene.h"
#include "random.h"

static kit_view shown;
static iq_view_options view_options;

static double to_grain(double length)
{
    return floor(length * 1024 + 0.5) / 1024;
}

static void open_view(uint32_t flags, double width, double height)
{
    memset(&view_options, 0, sizeof view_options);
    view_options.struct_size = sizeof view_options;
    view_options.flags = IQ_VIEW_LAID_OUT | flags;
    memset(&shown, 0, sizeof shown);
    CHECK_OK(iq_list_set_events(scene.list, 0));
    CHECK_OK(iq_view_create(scene.list, &view_options, &shown.view));
    shown.routes = &routes;
    shown.options = &view_options;
    CHECK_OK(kit_set_size(&shown, width, height));
}

static void set_insets(double top, double leading, double bottom, double trailing)
{
    view_options.insets.top = top;
    view_options.insets.leading = leading;
    view_options.insets.bottom = bottom;
    view_options.insets.trailing = trailing;
    CHECK_OK(iq_view_set_options(shown.view, &view_options));
}

static void close_view(void)
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
    return seen;
}

/* --- who answers, beside a slow model */

/* What a level says of a part: nothing, or one of some lengths. The answer for an item depends on its model. */
typedef struct level {
    kit_handlers *handlers; /* NULL: of a rule */
    kit_layout_options *options;
    iq_size_rule answers[8];
    iq_size_rule estimates[8];
    unsigned silent, silent_estimates; /* bits: which of them are no answer */
    int has_estimates;
    size_t asked;
} level;

enum { COORDINATOR, OWN_FUNCTIONS, OWN_RULES, CLASS, ALL_RULES, LEVELS };
static level levels[LEVELS + 1]; /* the last one is of the other class */
static kit_layout_options own_options, all_options;

/* Of an item or a header: which of the answers is for it. */
static unsigned kind_of(const void *model)
{
    const int *item = (const int *)model;

    if (item >= scene.models && item < scene.models + ITEMS)
        return (unsigned)(item - scene.models) * 7 / 3 % 8;
    return (unsigned)(item - scene.header_models) + 3;
}

static int size(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    level *self = (level *)context;
    unsigned kind = kind_of(request->model);

    CHECK(request->window.width == shown.window.width && request->window.height == shown.window.height);
    CHECK((request->element.item.id != 0) == (request->element.kind == 0) && request->object == NULL);
    CHECK(rule->width.unit == IQ_LENGTH_AUTO && rule->height.unit == IQ_LENGTH_AUTO && rule->additional.height == 0);
    self->asked++;
    if ((self->silent >> kind & 1) != 0) {
        /* What was written is forgotten. */
        rule->height = rule->width = kit_fixed(9999);
        return KIT_PASS;
    }
    *rule = self->answers[kind];
    return KIT_HANDLED;
}

static int estimated_size(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    const level *self = (const level *)context;
    unsigned kind = kind_of(request->model);

    CHECK(request->element.item.id != 0);
    *rule = self->estimates[kind];
    return (self->silent_estimates >> kind & 1) != 0 ? KIT_PASS : KIT_HANDLED;
}

static iq_length random_length(random_source *random)
{
    switch (random_below(random, 4)) {
    case 0:
        return kit_auto(random_chance(random, 50) ? 0 : 1 + (double)random_below(random, 90));
    case 1:
        return kit_relative((1 + (double)random_below(random, 50)) / 400000);
    case 2:
        return kit_aspect(2 + (double)random_below(random, 30) / 4);
    default:
        return kit_fixed(1 + (double)random_below(random, 800) / 8);
    }
}

/* Across, all of the room: columns are another matter. */
static iq_size_rule random_rule(random_source *random, int horizontal)
{
    iq_size_rule rule;
    iq_length along = random_length(random);

    rule = horizontal ? kit_sized(along, kit_auto(0)) : kit_sized(kit_auto(0), along);
    if (random_chance(random, 20))
        rule.additional.width = rule.additional.height = (double)random_below(random, 20);
    return rule;
}

static void random_level(random_source *random, level *self, kit_handlers *handlers, int horizontal)
{
    unsigned i;

    memset(self, 0, sizeof *self);
    for (i = 0; i < 8; i++) {
        self->answers[i] = random_rule(random, horizontal);
        self->estimates[i] = random_rule(random, horizontal);
    }
    self->silent = random_chance(random, 40) ? 0 : (unsigned)random_below(random, 256);
    self->silent_estimates = (unsigned)random_below(random, 256);
    if (random_chance(random, 50))
        self->handlers = handlers;
    if (self->handlers != NULL) {
        handlers->context = self;
        handlers->size = size;
    }
    self->has_estimates = random_chance(random, 40);
    if (self->has_estimates) {
        handlers->context = self;
        handlers->estimated_size = estimated_size;
    }
}

static void random_options(random_source *random, level *self, kit_layout_options *options, int horizontal)
{
    memset(self, 0, sizeof *self);
    memset(options, 0, sizeof *options);
    options->fields = (uint32_t)random_below(random, 2048) & ~(KIT_LAYOUT_COLUMNS | KIT_LAYOUT_STICKY_HEADER);
    options->item = kit_always(random_rule(random, horizontal));
    options->header = kit_always(random_rule(random, horizontal));
    options->estimate = 1 + (double)random_below(random, 100);
    options->insets.leading = options->insets.top = (double)random_below(random, 9);
    options->line_spacing = (double)random_below(random, 3);
    if (random_chance(random, 75))
        self->options = options;
}

/* The slow model: what a rule says along the axis; -1: it is to be measured. */
static double said_by(const iq_size_rule *rule, double across)
{
    const int horizontal = (view_options.flags & IQ_VIEW_HORIZONTAL) != 0;
    const iq_length length = horizontal ? rule->width : rule->height;
    const double window = horizontal ? shown.window.width : shown.window.height;
    const double additional = horizontal ? rule->additional.width : rule->additional.height;

    if (length.unit == IQ_LENGTH_FIXED)
        return length.value + additional;
    if (length.unit == IQ_LENGTH_RELATIVE)
        return length.value * window + additional;
    if (length.unit == IQ_LENGTH_ASPECT)
        return (horizontal ? across * length.value : across / length.value) + additional;
    return -1;
}

static const iq_size_rule *option_of(const level *self, uint32_t field)
{
    if (self->options == NULL || (kit_fields_of(self->options) & field) == 0)
        return NULL;
    return field == KIT_LAYOUT_ITEM ? &self->options->item.rule : &self->options->header.rule;
}

/* The levels by rank, for a model of a section and class; NULL if it has no row of its own. */
static const iq_size_rule *answer_for(const void *model, size_t section, unsigned of_class, uint32_t field)
{
    const unsigned kind = kind_of(model);
    int i;

    for (i = 0; i < LEVELS; i++) {
        const level *self = i == CLASS && of_class == 1 ? &levels[LEVELS] : &levels[i];
        if ((i == OWN_FUNCTIONS || i == OWN_RULES) && section != 0)
            continue;
        if (i == CLASS && of_class > 1)
            continue;
        if (i == OWN_RULES || i == ALL_RULES) {
            if (option_of(self, field) != NULL)
                return option_of(self, field);
        } else if (self->handlers != NULL && (self->silent >> kind & 1) == 0)
            return &self->answers[kind];
    }
    return NULL;
}

/* What is assumed of an item: by the first item of its section if that is laid out by itself, else of the list. */
static double estimate_for(size_t section, double across)
{
    static iq_size_rule nothing;
    const level *coordinator = &levels[COORDINATOR], *own = &levels[OWN_FUNCTIONS], *of_class = &levels[CLASS];
    const int is_own = section == 0 && (levels[OWN_RULES].options != NULL || own->handlers != NULL || own->has_estimates);
    const size_t row = is_own ? 0 : 1;
    const int *first = &scene.models[0];
    const unsigned kind = kind_of(first);
    const iq_size_rule *size_of_first = answer_for(first, row, 0, KIT_LAYOUT_ITEM);
    const level *by_options = NULL;
    double said = -1;

    if (row == 0 && levels[OWN_RULES].options != NULL && (kit_fields_of(&own_options) & KIT_LAYOUT_ESTIMATE) != 0)
        by_options = &levels[OWN_RULES];
    if (coordinator->has_estimates && (coordinator->silent_estimates >> kind & 1) == 0)
        said = said_by(&coordinator->estimates[kind], across);
    else if (row == 0 && own->has_estimates && (own->silent_estimates >> kind & 1) == 0)
        said = said_by(&own->estimates[kind], across);
    else if (by_options == NULL && of_class->has_estimates && (of_class->silent_estimates >> kind & 1) == 0)
        said = said_by(&of_class->estimates[kind], across);
    if (by_options == NULL && levels[ALL_RULES].options != NULL && (kit_fields_of(&all_options) & KIT_LAYOUT_ESTIMATE) != 0)
        by_options = &levels[ALL_RULES];
    if (said < 0 && by_options != NULL)
        said = by_options->options->estimate;
    if (size_of_first == NULL)
        size_of_first = &nothing;
    if (said < 0)
        said = said_by(size_of_first, across);
    if (said < 0)
        said = (view_options.flags & IQ_VIEW_HORIZONTAL) != 0 ? size_of_first->width.value : size_of_first->height.value;
    return said == 0 ? 44 : said;
}

/* Whatever answers or passes, at each level: every item and header is as long as the first level says that answers, and
 * where that is AUTO it is assumed to be as long as the levels assume, and asks to be measured. */
static void who_answers(void)
{
    const uint64_t first_seed = check_first_seed(1), rounds = check_scaled(400);

    for (check_seed = first_seed; check_seed < first_seed + rounds; check_seed++) {
        random_source random = {check_seed};
        const int horizontal = random_chance(&random, 30);
        iq_insets insets;
        iq_scene seen;
        size_t i, items = 0, headers = 0;

        open_scene();
        memset(levels, 0, sizeof levels);
        random_level(&random, &levels[COORDINATOR], &routes.coordinator, horizontal);
        random_level(&random, &levels[OWN_FUNCTIONS], &sections[0].handlers, horizontal);
        random_options(&random, &levels[OWN_RULES], &own_options, horizontal);
        random_level(&random, &levels[CLASS], &classes[0].handlers, horizontal);
        random_level(&random, &levels[LEVELS], &classes[1].handlers, horizontal);
        random_options(&random, &levels[ALL_RULES], &all_options, horizontal);
        sections[0].layout = levels[OWN_RULES].options;
        routes.layout = levels[ALL_RULES].options;
        open_view(horizontal ? IQ_VIEW_HORIZONTAL : 0, horizontal ? 1e6 : 320, horizontal ? 320 : 1e6);
        seen = lay_out();
        for (i = 0; i < seen.count; i++) {
            const iq_place *place = &seen.places[i];
            const int is_item = place->element.item.id != 0;
            const size_t section = place->position.section;
            const uint32_t field = is_item ? KIT_LAYOUT_ITEM : KIT_LAYOUT_HEADER;
            const void *model = is_item ? &scene.models[place->index] : &scene.header_models[section];
            const iq_size_rule *answer =
                answer_for(model, section, is_item ? place->index % USERS : 2, field);
            const double length = horizontal ? place->frame.width : place->frame.height;
            const level *spaced = &levels[section == 0 ? OWN_RULES : ALL_RULES];
            double across = 320, wanted;

            if (spaced->options == NULL || (kit_fields_of(spaced->options) & KIT_LAYOUT_INSETS) == 0)
                spaced = &levels[ALL_RULES];
            memset(&insets, 0, sizeof insets);
            if (spaced->options != NULL && (kit_fields_of(spaced->options) & KIT_LAYOUT_INSETS) != 0)
                insets = spaced->options->insets;
            if (is_item)
                across -= insets.leading;
            wanted = answer != NULL ? said_by(answer, across) : -1;
            if (wanted < 0) {
                CHECK((place->flags & IQ_PLACE_MEASURE) != 0);
                if (is_item)
                    CHECK(length == to_grain(estimate_for(section, across)));
            } else {
                CHECK((place->flags & IQ_PLACE_MEASURE) == 0);
                CHECK(length == to_grain(wanted));
            }
            *(is_item ? &items : &headers) += 1;
        }
        CHECK(items == ITEMS && headers == SECTIONS);
        close_view();
    }
    check_seed = 0;
}

/* --- widths */

/* However wide items are: as many stand beside each other as have room with the spacing; several begin at the leading
 * edge and end at the trailing one; one is as wide as it was said to be. Columns that are given win. */
static void widths(void)
{
    const uint64_t first_seed = check_first_seed(1), rounds = check_scaled(600);

    for (check_seed = first_seed; check_seed < first_seed + rounds; check_seed++) {
        random_source random = {check_seed};
        const int horizontal = random_chance(&random, 30), is_explicit = random_chance(&random, 20);
        const double room = 100 + (double)random_below(&random, 900), inset = (double)random_below(&random, 20);
        const double inner = room - 2 * inset - 6;
        const int is_relative = random_chance(&random, 50);
        const double share = 1 / (double)(1 + random_below(&random, 7));
        const double asked = is_relative ? share * (room - 6) : 10 + (double)random_below(&random, 4000) / 4;
        const double spacing = random_chance(&random, 50) ? 0 : (double)random_below(&random, 12);
        const double width = floor((asked < inner ? asked : inner) * 1024 + 1e-3) / 1024;
        const iq_length across = is_relative ? kit_relative(share) : kit_fixed(asked);
        kit_layout_options options;
        iq_section_layout layout;
        iq_scene seen;
        uint32_t columns = 1, i;

        memset(&options, 0, sizeof options);
        options.fields = KIT_LAYOUT_ITEM | KIT_LAYOUT_INSETS | KIT_LAYOUT_ITEM_SPACING | KIT_LAYOUT_COLUMNS;
        options.columns = is_explicit ? 1 + (uint32_t)random_below(&random, 8) : 0;
        options.item.rule = horizontal ? kit_sized(kit_fixed(50), across) : kit_sized(across, kit_fixed(50));
        options.insets.top = options.insets.leading = options.insets.bottom = options.insets.trailing = inset;
        options.item_spacing = spacing;
        while (columns < 64 && width * (columns + 1) + spacing * columns <= inner)
            columns++;
        if (is_explicit)
            columns = options.columns;
        open_scene();
        routes.layout = &options;
        open_view(horizontal ? IQ_VIEW_HORIZONTAL : 0, horizontal ? 5000 : room, horizontal ? room : 5000);
        set_insets(2, 4, 4, 2);
        CHECK_OK(kit_layout(&shown, NULL, &layout));
        CHECK(layout.columns == columns || (columns == 1 && layout.columns == 0));
        CHECK(layout.measure == NULL);
        seen = lay_out();
        /* The header, then the first row. */
        for (i = 0; i < columns; i++) {
            const iq_rect *frame = &seen.places[1 + i].frame;
            const double size_across = horizontal ? frame->height : frame->width;
            const double start = (horizontal ? frame->y - 2 : frame->x - 4) - inset, end = start + size_across;

            CHECK((horizontal ? frame->width : frame->height) == 50);
            if (!is_explicit)
                CHECK(size_across == (columns == 1 ? width : floor(width)));
            if (i == 0)
                CHECK(start == 0);
            if (i > 0 && i == columns - 1 && !is_explicit)
                CHECK(end <= inner && end > inner - columns / 1024.0);
        }
        CHECK(seen.places[1 + columns].frame.y > seen.places[1].frame.y ||
              seen.places[1 + columns].frame.x > seen.places[1].frame.x);
        CHECK(seen.content.height >= 50.0 * ((PER_SECTION + columns - 1) / columns) || horizontal);
        close_view();
    }
    check_seed = 0;
    CHECK(kit_columns(320, 160, 0) == 2 && kit_columns(320, 160, 1) == 1 && kit_columns(0, 0, 0) == 1);
    CHECK(kit_columns(1000, 1, 0) == 64 && kit_columns(99, 100, 5) == 1 && kit_columns(5, 0, 0) == 64);
}

/* Columns are as wide as the first item says, and each item is as long as it says: see kit_lines.c. */
static void grids_of_answers(void)
{
    kit_layout_options options;
    iq_scene seen;
    int i;

    open_scene();
    memset(levels, 0, sizeof levels);
    for (i = 0; i < 8; i++)
        levels[0].answers[i] = kit_sized(kit_relative(0.5), kit_fixed(30 + i));
    routes.coordinator.context = &levels[0];
    routes.coordinator.size = size;
    memset(&options, 0, sizeof options);
    options.fields = KIT_LAYOUT_ITEM | KIT_LAYOUT_HEADER;
    options.item.rule.height = kit_fixed(7);
    options.header.rule.height = kit_fixed(5);
    routes.layout = &options;
    open_view(0, 320, 200);
    seen = lay_out();
    for (i = 0; i < 4; i++) {
        CHECK(seen.places[1 + i].frame.width == 160 && seen.places[1 + i].frame.x == (i % 2 == 0 ? 0 : 160));
        CHECK(seen.places[1 + i].frame.height == 30 + kind_of(&scene.models[i]));
    }
    close_view();
}

/* --- who is asked, and how often */

static int answers_auto;

static int height_of(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    ++*(size_t *)context;
    if (answers_auto)
        return KIT_HANDLED;
    rule->height = kit_fixed(20 + (double)(kind_of(request->model) % 4));
    return KIT_HANDLED;
}

/* Where no function can answer, the rules are the engine's and nothing is measured; else each item is asked about once,
 * also when the list changes elsewhere or scrolls. */
static void asked_once(void)
{
    kit_layout_options options;
    iq_section_layout layout;
    size_t asked = 0, before;
    iq_scene seen;
    iq_edit *edit;
    iq_item item;

    open_scene();
    memset(&options, 0, sizeof options);
    options.fields = KIT_LAYOUT_ITEM | KIT_LAYOUT_HEADER | KIT_LAYOUT_FOOTER | KIT_LAYOUT_PAGE;
    options.item.rule.height = options.header.rule.height = kit_fixed(20);
    options.footer.rule.height = options.page.rule.height = kit_fixed(20);
    sections[0].layout = &options;
    open_view(0, 320, 400);
    CHECK_OK(kit_layout(&shown, NULL, &layout));
    CHECK(layout.measure == NULL && layout.context == NULL);
    classes[0].handlers.context = &asked;
    classes[0].handlers.size = height_of;
    CHECK_OK(kit_layout(&shown, &sections[0], &layout));
    CHECK(layout.measure == NULL && layout.item.height.unit == IQ_LENGTH_FIXED && asked == 0);
    CHECK_OK(kit_layout(&shown, NULL, &layout));
    CHECK(layout.measure == kit_measure && layout.item.height.unit == IQ_LENGTH_AUTO && asked == 1);
    CHECK(layout.item.height.value == 20);
    options.fields &= ~KIT_LAYOUT_ITEM;
    memset(&options.item, 0, sizeof options.item);
    CHECK_OK(kit_layout(&shown, &sections[0], &layout));
    CHECK(layout.measure == kit_measure && layout.item.height.unit == IQ_LENGTH_AUTO);
    CHECK(layout.header.height.unit == IQ_LENGTH_FIXED);
    /* What is of the window only. */
    asked = 0;
    seen = lay_out();
    CHECK(asked >= 8 && asked < 40);
    before = asked;
    lay_out();
    CHECK(asked == before);
    /* The list has another version: of each section with its own layout the first item, and of the list. */
    item = item_at(ITEMS - 1);
    CHECK_OK(iq_edit_begin(scene.list, NULL, &edit));
    CHECK_OK(iq_edit_delete_items(edit, &item, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    seen = lay_out();
    CHECK(asked == before + 2);
    /* There and back: what was asked is known. */
    CHECK_OK(kit_scroll(&shown, seen.maximum, 0, KIT_ANIMATE, NULL));
    seen = lay_out();
    before = asked;
    CHECK_OK(kit_scroll(&shown, 0, 0, KIT_ANIMATE, NULL));
    lay_out();
    CHECK(asked == before);
    close_view();
}

/* Sets a layout of the host's own behind the kit's back, for the section, or for all. */
static void set_by_hand(size_t position, int all)
{
    iq_section_layout layout;
    iq_section section;

    memset(&layout, 0, sizeof layout);
    memset(&section, 0, sizeof section);
    layout.struct_size = sizeof layout;
    if (!all)
        section = section_at(position);
    CHECK_OK(iq_view_set_layout(shown.view, section, &layout));
    lay_out();
}

/* With memory for them, layouts are set only where they have changed, or the section is another one, or the host wants
 * them to be set: what the host has set by itself stays as long. */
static void placed_once(void)
{
    kit_layout_options options;
    kit_placed placed[SECTIONS];
    iq_section_layout layout;
    iq_section first;
    iq_edit *edit;
    iq_scene seen;
    size_t i;

    open_scene();
    memset(&options, 0, sizeof options);
    options.fields = KIT_LAYOUT_ITEM | KIT_LAYOUT_HEADER;
    options.item.rule.height = kit_fixed(30);
    options.header.rule.height = kit_fixed(10);
    sections[0].layout = &options;
    memset(placed, 0, sizeof placed);
    open_view(0, 320, 1e6);
    shown.placed = placed;
    shown.placed_count = SECTIONS;
    seen = lay_out();
    CHECK(seen.content.height == 10 + 100 * 30 + 22 + 100 * 44);
    for (i = 0; i < 2; i++) {
        set_by_hand(0, i == 1);
        /* Another version of the list, and the same layouts: nothing is set. */
        show(1 + i);
        CHECK_OK(kit_lay_out(&shown, &seen));
        CHECK_OK(kit_layout(&shown, &sections[0], &layout));
        CHECK(seen.content.height == (i == 0 ? 22 + 100 * 44 : 10 + 100 * 30) + 22 + 100 * 44);
        shown.is_set = 0;
        seen = lay_out();
        CHECK(seen.content.height == 10 + 100 * 30 + 22 + 100 * 44);
    }
    /* A section of the key that is another one. */
    first = section_at(0);
    CHECK_OK(iq_edit_begin(scene.list, NULL, &edit));
    CHECK_OK(iq_edit_delete_sections(edit, &first, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    seen = lay_out();
    CHECK(seen.content.height == 22 + 100 * 44);
    show(1000);
    seen = lay_out();
    CHECK(seen.content.height == 10 + 100 * 30 + 22 + 100 * 44);
    /* The row has no layout any more. */
    sections[0].layout = NULL;
    show(2000);
    seen = lay_out();
    CHECK(seen.content.height == 2 * (22 + 100 * 44));
    sections[0].layout = &options;
    options.item.rule.height = kit_fixed(31);
    show(3000);
    seen = lay_out();
    CHECK(seen.content.height == 10 + 100 * 31 + 22 + 100 * 44);
    close_view();
}

/* What was measured holds when a rule says how long items are, until it is forgotten. */
static void forgetting(void)
{
    kit_layout_options options;
    size_t asked = 0;
    iq_scene seen;

    open_scene();
    answers_auto = 0;
    classes[0].handlers.context = classes[1].handlers.context = &asked;
    classes[0].handlers.size = classes[1].handlers.size = height_of;
    open_view(0, 320, 500);
    seen = lay_out();
    CHECK(seen.places[2].frame.height == 22);
    memset(&options, 0, sizeof options);
    options.fields = KIT_LAYOUT_ITEM;
    options.item.rule.height = kit_fixed(31);
    sections[0].layout = sections[1].layout = &options;
    shown.is_set = 0;
    seen = lay_out();
    CHECK(seen.places[2].frame.height == 22);
    CHECK_OK(kit_forget(&shown, 1, IQ_END));
    seen = lay_out();
    CHECK(seen.places[1].frame.height == 20 && seen.places[2].frame.height == 31);
    CHECK(seen.content.height == 44 + 20 + 199 * 31);
    CHECK_OK(kit_forget(&shown, 0, 1));
    seen = lay_out();
    CHECK(seen.places[1].frame.height == 31);
    CHECK_STATUS(kit_forget(&shown, ITEMS - 1, 2), IQ_ERROR_RANGE);
    CHECK_STATUS(kit_forget(&shown, ITEMS + 1, IQ_END), IQ_ERROR_RANGE);
    CHECK_OK(kit_forget(&shown, ITEMS, IQ_END));
    close_view();
}

/* A rule that is a function gets the window, 0 x 0 before there is one, and is asked again when it changes, or when the
 * host says so. */
typedef struct calculated {
    iq_size window;
    size_t asked;
} calculated;

static void calculate(void *context, iq_size window, iq_size_rule *rule)
{
    calculated *self = (calculated *)context;

    CHECK(rule->indent == 3);
    self->window = window;
    self->asked++;
    rule->height = kit_fixed(window.width / 10);
}

static void calculated_rules(void)
{
    kit_layout_options options;
    iq_section_layout layout;
    calculated self = {{-1, -1}, 0};
    size_t before;
    iq_scene seen;

    open_scene();
    memset(&options, 0, sizeof options);
    options.fields = KIT_LAYOUT_ITEM;
    options.item.rule.indent = 3;
    options.item.calculate = calculate;
    options.item.context = &self;
    routes.layout = &options;
    open_view(0, 0, 0);
    memset(&shown.window, 0, sizeof shown.window);
    CHECK_OK(kit_layout(&shown, NULL, &layout));
    CHECK(self.window.width == 0 && self.window.height == 0);
    CHECK_OK(kit_set_size(&shown, 320, 500));
    seen = lay_out();
    CHECK(seen.places[1].frame.height == 32 && seen.places[1].frame.x == 3);
    before = self.asked;
    lay_out();
    CHECK(self.asked == before);
    CHECK_OK(kit_set_size(&shown, 400, 500));
    seen = lay_out();
    CHECK(seen.places[1].frame.height == 40 && self.asked > before);
    before = self.asked;
    shown.is_set = 0;
    lay_out();
    CHECK(self.asked > before);
    close_view();
}

/* --- failures */

static int fails;

static int failing(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    ++*(size_t *)context;
    rule->height = kit_fixed(30);
    return fails == 1 || (fails == 2 && request->model == &scene.models[4]) ? KIT_FAILED : KIT_HANDLED;
}

/* What fails is told by kit_lay_out, and asked again by the next one. A rule that is none is refused. */
static void failing_functions(void)
{
    kit_layout_options options;
    iq_scene seen;
    size_t asked = 0;

    open_scene();
    routes.coordinator.context = &asked;
    routes.coordinator.size = failing;
    open_view(0, 320, 500);
    fails = 1;
    CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_CALLBACK);
    CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_CALLBACK);
    CHECK(asked == 2);
    /* The first item has an answer, and another one has not. */
    fails = 2;
    CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_CALLBACK);
    CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_CALLBACK);
    fails = 0;
    seen = lay_out();
    CHECK(seen.places[5].frame.height == 30 && (seen.flags & IQ_SCENE_MEASURE) == 0);
    routes.coordinator.size = NULL;
    routes.coordinator.estimated_size = failing;
    fails = 1;
    shown.is_set = 0;
    CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_CALLBACK);
    routes.coordinator.estimated_size = NULL;
    memset(&options, 0, sizeof options);
    options.fields = KIT_LAYOUT_ITEM;
    options.item.rule.height.unit = 9;
    routes.layout = &options;
    CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_ARGUMENT);
    options.item.rule.height = kit_fixed(-1);
    CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_RANGE);
    options.item.rule.height = kit_fixed(10);
    options.fields |= KIT_LAYOUT_COLUMNS;
    options.columns = 65;
    CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_ARGUMENT);
    options.columns = 5;
    CHECK_OK(kit_forget(&shown, 0, IQ_END));
    seen = lay_out();
    CHECK(seen.places[1].frame.height == 10 && seen.places[1].frame.width == 64);
    CHECK_STATUS(kit_set_size(&shown, -1, 20), IQ_ERROR_RANGE);
    CHECK(shown.window.width == 320);
    close_view();
}

/* --- cells that measure themselves */

static size_t fitted;
static double fitted_width;

static int fitting_size(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    (void)context;
    CHECK(request->object == &scene);
    fitted++;
    fitted_width = request->assumed.width;
    if (fails != 0)
        return KIT_FAILED;
    rule->height = kit_fixed(request->assumed.width / (2 + (double)(kind_of(request->model) % 4)));
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

static iq_class fitting_class(void)
{
    static iq_class_options options;
    iq_class made;

    options.struct_size = sizeof options;
    options.name = "fitting";
    options.create_cell = create_cell;
    options.bind_cell = bind_cell;
    CHECK_OK(iq_class_create(&options, &made));
    return made;
}

/* The cells of what is AUTO say how long they are, in the width that they have without insets and indents: when they are
 * bound, and when that width changes. What is said to be long is not asked. */
static void fitting(void)
{
    static iq_class made;
    const iq_class former = scene.users[0];
    kit_layout_options options;
    iq_scene seen;
    size_t answered = 0, i;

    if (made.id == 0)
        made = fitting_class();
    scene.users[0] = made;
    open_scene();
    memset(&options, 0, sizeof options);
    options.fields = KIT_LAYOUT_ITEM | KIT_LAYOUT_INSETS;
    options.item.rule.insets.top = 2;
    options.item.rule.insets.bottom = 4;
    options.item.rule.insets.trailing = 10;
    options.item.rule.indent = 20;
    options.insets.leading = 90;
    routes.layout = &options;
    classes[0].handlers.fitting_size = fitting_size;
    fails = 0;
    fitted = 0;
    open_view(0, 360, 500);
    seen = lay_out();
    CHECK(fitted > 3 && fitted_width == 240);
    for (i = 1; i < seen.count; i++) {
        CHECK(((seen.places[i].flags & IQ_PLACE_MEASURE) == 0) == (i % 2 == 1));
        if (i % 2 == 1)
            CHECK(seen.places[i].frame.height ==
                      to_grain(240 / (2 + (double)(kind_of(&scene.models[i - 1]) % 4)) + 6) - 6 &&
                  seen.places[i].frame.width == 240);
    }
    i = fitted;
    lay_out();
    CHECK(fitted == i);
    CHECK_OK(kit_set_size(&shown, 240, 500));
    seen = lay_out();
    CHECK(fitted > i && fitted_width == 120 && (seen.places[1].flags & IQ_PLACE_MEASURE) == 0);
    CHECK(seen.places[1].frame.height == to_grain(120 / (2 + (double)(kind_of(&scene.models[0]) % 4)) + 6) - 6);
    close_view();
    /* The coordinator knows. */
    open_scene();
    classes[0].handlers.fitting_size = fitting_size;
    routes.coordinator.context = &answered;
    routes.coordinator.size = height_of;
    answers_auto = 0;
    fitted = 0;
    open_view(0, 320, 500);
    seen = lay_out();
    CHECK(fitted == 0 && seen.places[1].frame.height == 20);
    answers_auto = 1;
    shown.is_set = 0;
    CHECK_OK(iq_view_invalidate(shown.view, 0, IQ_END));
    lay_out();
    CHECK(fitted > 0);
    close_view();
    /* In a grid a cell has the width of its column. */
    open_scene();
    classes[0].handlers.fitting_size = fitting_size;
    options.fields |= KIT_LAYOUT_COLUMNS;
    options.columns = 2;
    routes.layout = &options;
    fitted = 0;
    open_view(0, 360, 500);
    lay_out();
    CHECK(fitted > 3 && fitted_width == 135 - 30);
    close_view();
    open_scene();
    classes[0].handlers.fitting_size = fitting_size;
    fails = 1;
    open_view(0, 320, 500);
    CHECK_STATUS(kit_lay_out(&shown, NULL), IQ_ERROR_CALLBACK);
    fails = 0;
    lay_out();
    close_view();
    scene.users[0] = former;
}

/* The levels of items are in requests, and their indents are taken from the room. */
static double widths_of_levels[3];

static int note_level(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    (void)context;
    CHECK(request->level < 3 && kind_of(request->model) == (request->level * 7 / 3) % 8);
    widths_of_levels[request->level] = request->assumed.width;
    rule->height = kit_fixed(10 + request->level);
    return KIT_HANDLED;
}

static void indents(void)
{
    static const uint16_t item_levels[3] = {0, 1, 2};
    kit_layout_options options;
    iq_columns items;
    iq_key keys[3];
    void *models[3];
    iq_scene seen;
    size_t i;
    int fits;

    for (fits = 0; fits < 2; fits++) {
        const iq_class former = scene.users[0];

        if (fits)
            CHECK_OK(iq_class_find("fitting", &scene.users[0]));
        open_scene();
        for (i = 0; i < 3; i++) {
            keys[i] = key_of(i);
            models[i] = &scene.models[i];
        }
        memset(&items, 0, sizeof items);
        items.struct_size = sizeof items;
        items.count = 3;
        items.keys = keys;
        items.models = models;
        items.classes = &scene.users[0];
        items.class_stride = IQ_SAME;
        items.levels = item_levels;
        CHECK_OK(iq_list_set_items(scene.list, &items, NULL, NULL));
        memset(&options, 0, sizeof options);
        options.fields = KIT_LAYOUT_ITEM;
        options.item.rule.indent = 5;
        options.item.rule.level_indent = 20;
        routes.layout = &options;
        if (fits)
            classes[0].handlers.fitting_size = note_level;
        else
            classes[0].handlers.size = note_level;
        open_view(0, 320, 500);
        seen = lay_out();
        CHECK(seen.count == 3);
        for (i = 0; i < 3; i++) {
            CHECK(seen.places[i].frame.x == 5 + 20 * (double)i && seen.places[i].frame.height == 10 + (double)i);
            CHECK(widths_of_levels[i] == (fits ? 315 - 20 * (double)i : 320));
        }
        close_view();
        scene.users[0] = former;
    }
}

/* --- options that are left out */

/* What a section leaves out is the list's, field by field. */
static void left_out(void)
{
    const uint64_t first_seed = check_first_seed(1), rounds = check_scaled(300);

    for (check_seed = first_seed; check_seed < first_seed + rounds; check_seed++) {
        random_source random = {check_seed};
        kit_layout_options options[2];
        iq_section_layout layout, wanted;
        int i;

        open_scene();
        memset(&wanted, 0, sizeof wanted);
        wanted.struct_size = sizeof wanted;
        for (i = 0; i < 2; i++) {
            kit_layout_options *each = &options[i];

            memset(each, 0, sizeof *each);
            each->fields = (uint32_t)random_below(&random, 2048);
            each->columns = (uint32_t)random_below(&random, 9);
            if (random_chance(&random, 50)) each->item.rule.height = kit_fixed((double)random_below(&random, 100));
            if (random_chance(&random, 50)) each->header.rule.height = kit_fixed((double)random_below(&random, 100));
            if (random_chance(&random, 50)) each->footer.rule.height = kit_fixed((double)random_below(&random, 100));
            if (random_chance(&random, 50)) each->page.rule.height = kit_fixed((double)random_below(&random, 100));
            each->insets.bottom = (double)random_below(&random, 2);
            each->line_spacing = (double)random_below(&random, 2);
            each->item_spacing = (double)random_below(&random, 2);
            each->sticky_header = random_chance(&random, 50);
            each->sticky_footer = random_chance(&random, 50);
#define TAKE(field, what)                                                                                              \
    if ((each->fields & (field)) != 0 || !kit_is_zero(&each->what, sizeof each->what))                                                                                \
    wanted.what = each->what
#define TAKE_RULE(field, what)                                                                                         \
    if ((each->fields & (field)) != 0 || !kit_is_zero(&each->what, sizeof each->what))                                                                                \
    wanted.what = each->what.rule
#define TAKE_FLAG(field, what, flag)                                                                                   \
    if ((each->fields & (field)) != 0 || !kit_is_zero(&each->what, sizeof each->what))                                                                                \
    wanted.flags = each->what ? wanted.flags | (flag) : wanted.flags & ~(flag)
            TAKE(KIT_LAYOUT_COLUMNS, columns);
            TAKE_RULE(KIT_LAYOUT_ITEM, item);
            TAKE_RULE(KIT_LAYOUT_HEADER, header);
            TAKE_RULE(KIT_LAYOUT_FOOTER, footer);
            TAKE_RULE(KIT_LAYOUT_PAGE, page);
            TAKE(KIT_LAYOUT_INSETS, insets);
            TAKE(KIT_LAYOUT_LINE_SPACING, line_spacing);
            TAKE(KIT_LAYOUT_ITEM_SPACING, item_spacing);
            TAKE_FLAG(KIT_LAYOUT_STICKY_HEADER, sticky_header, IQ_SECTION_LAYOUT_STICKY_HEADER);
            TAKE_FLAG(KIT_LAYOUT_STICKY_FOOTER, sticky_footer, IQ_SECTION_LAYOUT_STICKY_FOOTER);
        }
        if (wanted.item.height.unit == IQ_LENGTH_AUTO && ((options[0].fields | options[1].fields) & KIT_LAYOUT_ESTIMATE) != 0)
            wanted.item.height.value =
                options[1].estimate != 0 || (options[1].fields & KIT_LAYOUT_ESTIMATE) != 0 ? options[1].estimate : options[0].estimate;
        routes.layout = &options[0];
        sections[1].layout = &options[1];
        open_view(0, 320, 500);
        CHECK_OK(kit_layout(&shown, &sections[1], &layout));
        CHECK(memcmp(&layout, &wanted, sizeof layout) == 0);
        lay_out();
        close_view();
    }
    check_seed = 0;
}

int main(void)
{
    make_classes();
    who_answers();
    widths();
    grids_of_answers();
    asked_once();
    placed_once();
    forgetting();
    calculated_rules();
    failing_functions();
    fitting();
    indents();
    left_out();
    printf("ok\n");
    return 0;
}
