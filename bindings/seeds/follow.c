/*
 * follow.c - states, derived lists, a view and pages: a list, an outline and a filter of it, and a filter of the
 * outline. After each step all are polled until nothing is left, and print their events, the calls of cells, and what
 * they show.
 */
#include "seeds.h"

enum { LISTS = 4, KEYS = 16, MAX_TAKEN = 3, STEPS = 25 };

typedef struct follow_script {
    seed_script *script;
    iq_list *lists[LISTS]; /* the source, an outline, a filter, a filter of the outline */
    iq_view *view;         /* of the source */
    uint32_t taken[MAX_TAKEN];
    size_t taken_count;
    uint64_t limits[LISTS]; /* of filters by a number: keys below it pass */
} follow_script;

static const uint32_t states[] = {IQ_STATE_SELECTED, IQ_STATE_FOCUSED, IQ_STATE_EXPANDED, IQ_STATE_HOST};
static const uint32_t state_flags[] = {0, 0, IQ_SET_OFF, IQ_SET_TOGGLE, IQ_SET_ONLY, IQ_SET_BY_USER};
static const uint32_t modes[] = {IQ_SELECTION_SINGLE, IQ_SELECTION_MULTIPLE, IQ_SELECTION_NONE,
                                 IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS};

static size_t below(follow_script *f, size_t bound)
{
    return random_below(&f->script->random, bound);
}

static int chance(follow_script *f, size_t percent)
{
    return random_chance(&f->script->random, percent);
}

static unsigned long long key_number(iq_key key)
{
    unsigned long long number = 0;

    for (int i = 7; i >= 0; i--)
        number = number << 8 | key.bytes[i];
    return number;
}

/* Steps draw from the same numbers wherever keys, levels and looks are wanted. */
static item_row draw_row(follow_script *f, uint64_t key)
{
    size_t look = 1 + below(f, 3);

    return cell_row(key, look, chance(f, 30) ? (uint16_t)below(f, 4) : (uint16_t)(key % 3));
}

static iq_columns leveled(const row_array *rows)
{
    iq_columns columns = columns_of(rows);

    columns.levels = &rows->rows[0].level;
    columns.level_stride = sizeof(item_row);
    return columns;
}

static iq_item draw_item(follow_script *f, const iq_list *list)
{
    iq_item item;

    must(iq_list_find_item_at(list, below(f, list_items(list)), &item));
    return item;
}

static void put_event(const iq_event *event)
{
    begin_line("event");
    put("%u %u %llu", (unsigned)event->kind, (unsigned)event->flags, (unsigned long long)event->version);
    if (event->section.id != 0)
        put("%llu %llu", key_number(event->key), key_number(event->section_key));
    else
        put("- -");
    put_position(event->position.item == IQ_NONE ? (iq_position){IQ_NONE, IQ_NONE} : event->position);
    put_number(event->index);
    put("%zu %d", event->count, model_number(event->model));
    if (event->view != NULL)
        put_number(event->cell);
    put("%u.%u", (unsigned)event->element_kind, (unsigned)event->element_index);
    put("%u %llu %llu", (unsigned)event->states, (unsigned long long)event->mask,
        (unsigned long long)event->number);
    if (event->changeset != NULL) {
        const iq_splice *splices;
        size_t count;
        must(iq_changeset_get_splices(event->changeset, 0, &splices, &count));
        for (size_t i = 0; i < count; i++)
            put("%u-%u+%u", (unsigned)splices[i].position, (unsigned)splices[i].removed, (unsigned)splices[i].added);
    }
    end_line();
}

static void poll_all(follow_script *f)
{
    for (size_t i = 0; i < LISTS; i++) {
        iq_event event = {.struct_size = sizeof event};
        size_t count = 0;
        iq_status status;

        do {
            begin_call();
            status = iq_list_poll(f->lists[i], &event, 1, &count);
            must(status == IQ_ERROR_CALLBACK ? IQ_OK : status);
            if (count > 0)
                put_event(&event);
        } while (status != IQ_OK || count > 0);
    }
}

static void print_shown(const iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};

    must(iq_list_get_info(list, &info));
    begin_line("shown");
    put("%llu %u %u", (unsigned long long)info.version, (unsigned)info.loading, (unsigned)info.placeholder);
    put("%zu %zu %zu", info.undo_steps, info.redo_steps, info.selected);
    for (size_t s = 0; s < info.sections; s++) {
        iq_section_info section_info = {.struct_size = sizeof section_info};
        iq_section section;

        must(iq_list_find_section_at(list, s, &section));
        must(iq_list_get_section_info(list, section, &section_info));
        put("[%llu %u", key_number(section_info.key), (unsigned)section_info.states);
        for (size_t i = 0; i < section_info.count; i++) {
            iq_item_info row = {.struct_size = sizeof row};
            iq_item item;

            must(iq_list_find_item_in_section(list, section, i, &item));
            must(iq_list_get_item_info(list, item, 0, &row));
            put("%llu/%u/%d/%u/%d", key_number(row.key), (unsigned)row.level, model_number(row.model),
                (unsigned)row.states, row.children != 0);
        }
        put("]");
    }
    end_line();
}

/* Those that are hidden as well. */
static void print_states(const iq_list *list)
{
    begin_line("states");
    for (size_t s = 0; s < 4; s++) {
        iq_key keys[64];
        size_t count;

        must(iq_list_find_keys_in_state(list, states[s], 0, NULL, keys, 64, &count));
        put("|");
        for (size_t i = 0; i < count; i++)
            put("%llu", key_number(keys[i]));
    }
    end_line();
}

static void set(follow_script *f)
{
    row_array rows = {.count = 0};
    iq_section_entry sections[3];
    iq_columns columns;
    uint64_t keys[KEYS];
    size_t count = 0, section_count = 1 + below(f, 3), first;

    for (uint64_t key = 0; key < KEYS; key++) {
        if (chance(f, 60))
            keys[count++] = key;
    }
    first = below(f, count + 1);
    for (size_t i = 0; i < count; i++)
        rows.rows[rows.count++] = draw_row(f, keys[(first + i) % count]);
    for (size_t s = 0; s < section_count; s++) {
        sections[s] = (iq_section_entry){.struct_size = sizeof sections[s], .key = iq_key_from_u64(1000 + s)};
        sections[s].first_item = count * s / section_count;
    }
    columns = leveled(&rows);
    print_status("set", iq_list_set(f->lists[0], sections, section_count, &columns, NULL, NULL));
}

static void edit(follow_script *f)
{
    iq_list *list = f->lists[0];
    iq_edit *edit;
    size_t calls = 1 + below(f, 3);

    must(iq_edit_begin(list, NULL, &edit));
    for (size_t i = 0; i < calls && list_items(list) > 0; i++) {
        iq_item item = draw_item(f, list), other = draw_item(f, list);
        size_t which = below(f, 6);
        row_array rows = {.count = 1};
        iq_columns columns;

        rows.rows[0] = draw_row(f, KEYS + below(f, 50));
        columns = leveled(&rows);
        switch (which) {
        case 0: print_status("delete", iq_edit_delete_items(edit, &item, 1)); break;
        case 1:
            rows.rows[0].level = 0;
            print_status("insert", iq_edit_insert_children(edit, item, 0, &columns));
            break;
        case 2: print_status("move", iq_edit_move_item_beside(edit, item, IQ_PUT_AFTER, other)); break;
        case 3:
            print_status("update", iq_edit_update_items(edit, &item, &columns, 15));
            break;
        case 4: print_status("reload", iq_edit_reload_items(edit, &item, 1)); break;
        default: print_status("reconfigure", iq_edit_reconfigure_items(edit, &item, 1));
        }
    }
    if (chance(f, 80))
        print_status("commit", iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

static void set_states(follow_script *f)
{
    iq_list *list = f->lists[below(f, LISTS)];
    uint32_t state = states[below(f, 4)], flags = state_flags[below(f, 6)];
    iq_item items[2];
    size_t count = 1 + below(f, 2);

    if (list_items(list) == 0)
        return;
    for (size_t i = 0; i < count; i++)
        items[i] = draw_item(f, list);
    print_status("states", iq_list_set_states(list, items, count, state, flags));
}

static void set_range_states(follow_script *f)
{
    iq_list *list = f->lists[below(f, LISTS)];
    uint32_t state = states[below(f, 4)], flags = state_flags[below(f, 6)];
    size_t first = below(f, list_items(list) + 2), count = below(f, 4);

    print_status("range", iq_list_set_range_states(list, first, count, state, flags));
}

static void set_section_states(follow_script *f)
{
    iq_list *list = f->lists[below(f, LISTS)];
    iq_section section;

    if (list_sections(list) == 0)
        return;
    must(iq_list_find_section_at(list, below(f, list_sections(list)), &section));
    print_status("section", iq_list_set_section_states(list, section, IQ_STATE_EXPANDED, state_flags[below(f, 4)]));
}

/* Expands what an outline shows, or collapses it. */
static void fold(follow_script *f)
{
    iq_list *list = f->lists[1];
    iq_item item;

    if (list_items(list) == 0)
        return;
    item = draw_item(f, list);
    print_status("fold", iq_list_set_states(list, &item, 1, IQ_STATE_EXPANDED, chance(f, 80) ? 0 : IQ_SET_OFF));
}

static void set_key_states(follow_script *f)
{
    iq_list *list = f->lists[below(f, LISTS)];
    uint32_t state = states[below(f, 4)], flags = state_flags[below(f, 3)];
    size_t missing = 0;
    iq_key keys[2] = {iq_key_from_u64(below(f, KEYS)), iq_key_from_u64(below(f, KEYS))};
    iq_status status = iq_list_set_key_states(list, NULL, keys, 2, state, flags, &missing);

    print_status("keys", status);
    begin_line("missing");
    put("%zu", status == IQ_OK ? missing : 0);
    end_line();
}

static void set_selection(follow_script *f)
{
    iq_list *list = f->lists[below(f, LISTS)];

    print_status("selection", iq_list_set_selection(list, modes[below(f, 4)]));
}

static int is_below(void *context, iq_key key, const void *model)
{
    (void)model;
    return key_number(key) < *(const uint64_t *)context;
}

/* None, bits, or by a number. It is asked in the poll itself. */
static void set_filter(follow_script *f)
{
    size_t which = 2 + below(f, 2), kind = below(f, 4);
    iq_list *source = f->lists[which - 2];
    iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE};
    iq_filter filter = {.struct_size = sizeof filter};
    uint64_t limit = below(f, KEYS + 50), bits[4] = {0}, *last = &f->limits[which];

    if (kind == 1) {
        iq_list_info info = {.struct_size = sizeof info};
        must(iq_list_get_info(source, &info));
        for (size_t i = 0; i < info.items; i++)
            bits[i / 64] |= (uint64_t)chance(f, 60) << i % 64;
        filter.bits = bits;
        filter.version = info.version;
        *last = UINT64_MAX;
    } else if (kind > 1) {
        filter.passes = is_below;
        if (*last != UINT64_MAX)
            filter.change = limit <= *last ? IQ_FILTER_STRICTER : IQ_FILTER_LOOSER;
        *last = limit;
        filter.context = last;
    } else {
        *last = UINT64_MAX;
    }
    print_status("filter", iq_list_set_filter(f->lists[which], kind == 0 ? NULL : &filter, &options, NULL));
}

static void set_visible(follow_script *f)
{
    size_t first = below(f, 20), count = below(f, 8), ahead = below(f, 3);

    print_status("visible", iq_view_set_visible(f->view, first, count, ahead));
}

static void take_or_give(follow_script *f)
{
    iq_event event = {.struct_size = sizeof event};
    iq_element element = {.struct_size = sizeof element};
    iq_status status;

    if (f->taken_count == MAX_TAKEN || list_items(f->lists[0]) == 0) {
        if (f->taken_count > 0)
            print_status("give", iq_view_give_cell(f->view, f->taken[--f->taken_count]));
        return;
    }
    element.item = draw_item(f, f->lists[0]);
    begin_call();
    status = iq_view_take_cell(f->view, &element, &event);
    begin_line(status == IQ_ERROR_CALLBACK ? "take fails" : "take");
    end_line();
    if (status == IQ_ERROR_CALLBACK)
        return;
    must(status);
    f->taken[f->taken_count++] = event.cell;
    put_event(&event);
}

static void find(follow_script *f)
{
    iq_event event = {.struct_size = sizeof event};
    iq_element element = {.struct_size = sizeof element};

    if (list_items(f->lists[0]) == 0)
        return;
    element.item = draw_item(f, f->lists[0]);
    begin_line("found");
    if (iq_view_find_cell(f->view, IQ_NONE, &element, &event) == IQ_OK)
        put("%u", (unsigned)event.cell);
    end_line();
}

static void set_page(follow_script *f)
{
    static const uint32_t kinds[] = {IQ_PAGE_OFF, IQ_PAGE_MORE, IQ_PAGE_MORE, IQ_PAGE_FAILED, IQ_PAGE_ENDED};
    iq_edge edge = (iq_edge)below(f, 2);
    iq_page page = {.struct_size = sizeof page, .state = kinds[below(f, 5)], .distance = (uint32_t)below(f, 4)};

    print_status("page", iq_list_set_page(f->lists[0], (iq_section){0}, edge, &page));
}

static void set_loading(follow_script *f)
{
    print_status("loading", iq_list_set_loading(f->lists[0], (uint32_t)below(f, 3)));
}

static void set_element(follow_script *f)
{
    static const uint32_t kinds[] = {IQ_KIND_HEADER, IQ_KIND_FOOTER, IQ_KIND_EMPTY, IQ_KIND_LOADING};
    uint32_t kind = kinds[below(f, 4)];
    item_row row = draw_row(f, 100);
    iq_supplementary element = {.struct_size = sizeof element, .kind = kind, .key = row.key, .content = row.content};

    element.model = row.model;
    element.cell_class = row.cell_class;
    if (chance(f, 70))
        print_status("element", iq_list_set_supplementary(f->lists[0], &element));
    else
        print_status("no element", iq_list_remove_supplementary(f->lists[0], kind, 0));
}

static void undo_or_redo(follow_script *f)
{
    if (chance(f, 60))
        print_status("undo", iq_list_undo(f->lists[0], NULL, NULL));
    else
        print_status("redo", iq_list_redo(f->lists[0], NULL, NULL));
}

/* Flags of an outline: everything that it can do, by the seed. */
static uint32_t outline_flags(uint64_t seed)
{
    uint32_t flags = seed % 3 == 0 ? IQ_DERIVE_EXCLUSIVE : seed % 3 == 1 ? IQ_DERIVE_EXPANDED : 0;

    flags |= seed / 3 % 2 ? IQ_DERIVE_SECTIONS : 0;
    return flags | (seed / 6 % 2 ? IQ_DERIVE_DROP_EMPTY_SECTIONS : 0);
}

static iq_list *derived(iq_list *source, uint32_t kind, uint32_t flags)
{
    iq_derive_options options = {.struct_size = sizeof options, .kind = kind, .flags = flags};
    iq_list *list;

    must(iq_list_derive(source, &options, &list));
    return list;
}

static void open_lists(follow_script *f, uint64_t seed)
{
    const uint32_t events = IQ_EVENT_UPDATE | IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY |
                            IQ_EVENT_STATES | IQ_EVENT_PLACEHOLDER | IQ_EVENT_PAGE | IQ_EVENT_CHILDREN |
                            IQ_EVENT_PREFETCH;
    const uint32_t drops = seed % 2 ? IQ_DERIVE_DROP_EMPTY_SECTIONS : 0;

    must(iq_list_create(NULL, &f->lists[0]));
    must(iq_list_set_undo(f->lists[0], 1 << 16));
    f->lists[1] = derived(f->lists[0], IQ_DERIVE_OUTLINE, outline_flags(seed));
    f->lists[2] = derived(f->lists[0], IQ_DERIVE_FILTER, seed % 4 < 2 ? IQ_DERIVE_KEEP_PARENTS : 0);
    f->lists[3] = derived(f->lists[1], IQ_DERIVE_FILTER, drops);
    for (size_t i = 0; i < LISTS; i++) {
        must(iq_list_set_events(f->lists[i], events));
        must(iq_list_set_selection(f->lists[i], modes[(seed / 2 + i) % 4]));
    }
    must(iq_view_create(f->lists[0], NULL, &f->view));
}

void run_following(seed_script *script, uint64_t seed)
{
    static void (*const steps[])(follow_script *) = {
        set,           edit,           edit,          set_states,  set_states,  set_states,   set_range_states,
        fold,          fold,           fold,          fold,        set_filter,  set_filter,   set_section_states,
        set_visible,   set_visible,    take_or_give,  find,        set_page,    set_loading,  set_section_states,
        set_selection, set_key_states, set_element,   undo_or_redo,
    };
    follow_script f = {.script = script, .limits = {0, 0, UINT64_MAX, UINT64_MAX}};

    open_lists(&f, seed);
    for (int step = 0; step < STEPS; step++) {
        steps[step == 0 ? 0 : below(&f, sizeof steps / sizeof *steps)](&f);
        poll_all(&f);
        for (size_t i = 0; i < LISTS; i++) {
            print_shown(f.lists[i]);
            print_states(f.lists[i]);
        }
    }
    iq_view_destroy(f.view);
    for (size_t i = LISTS; i-- > 0;)
        iq_list_destroy(f.lists[i]);
}
