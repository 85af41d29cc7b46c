/*
 * stage.c - a host of views: see stage.h.
 */
#include "stage.h"

#include <poll.h>
#include <stdarg.h>
#include <string.h>

stage_state stage;
iq_class stage_class[3];

static stage_model **models;
static size_t model_count;
static char the_context;

/* ---- what was noted */

static char noted[1 << 16];
static size_t noted_length;

static void note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(noted + noted_length, sizeof noted - noted_length, format, arguments);
    va_end(arguments);
    CHECK(length >= 0);
    /* Of a session that never asks, the first words are enough. */
    if ((size_t)length < sizeof noted - noted_length) {
        noted_length += (size_t)length;
    }
    noted[noted_length] = 0;
}

void stage_quiet(void)
{
    noted_length = 0;
    noted[0] = 0;
}

enum { WORDS = 1024 };

static size_t split(char *text, char **words)
{
    size_t count = 0;
    for (char *word = strtok(text, " "); word && count < WORDS; word = strtok(NULL, " ")) {
        words[count++] = word;
    }
    return count;
}

size_t stage_place(const char *word)
{
    static char copy[sizeof noted];
    char *words[WORDS];
    memcpy(copy, noted, noted_length + 1);
    size_t count = split(copy, words);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(words[i], word) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void stage_said(const char *file, int line, const char *wanted)
{
    static char copies[2][sizeof noted];
    char *words[2][WORDS];
    CHECK(strlen(wanted) < sizeof noted);
    strcpy(copies[0], noted);
    strcpy(copies[1], wanted);
    size_t counts[2];
    for (size_t i = 0; i < 2; i++) {
        counts[i] = split(copies[i], words[i]);
        qsort(words[i], counts[i], sizeof *words[i], compare);
    }
    bool same = counts[0] == counts[1];
    for (size_t i = 0; same && i < counts[0]; i++) {
        same = strcmp(words[0][i], words[1][i]) == 0;
    }
    if (!same) {
        fprintf(stderr, "noted    %s\nexpected %s\n", noted, wanted);
        check_failed(file, line, "the words that were noted");
    }
    stage_quiet();
}

/* ---- parts */

static stage_watched *watched(const iq_view *view)
{
    for (size_t i = 0; i < STAGE_VIEWS; i++) {
        if (stage.views[i].view == view) {
            return &stage.views[i];
        }
    }
    check_failed(__FILE__, __LINE__, "the event's view is one of the stage's");
    return NULL;
}

static uint64_t number_of(iq_key key)
{
    uint64_t number = 0;
    for (size_t i = 8; i-- > 0;) {
        number = number << 8 | key.bytes[i];
    }
    return number;
}

static void name_part(stage_part *part, uint64_t key)
{
    static const char list_kinds[] = "?HFELX<>", section_kinds[] = "?hf???pq";
    if (part->item) {
        snprintf(part->name, sizeof part->name, key > ' ' && key < 127 ? "%c" : "i%d", (int)key);
    } else if (part->kind == 0) {
        snprintf(part->name, sizeof part->name, "S%c", (int)key);
    } else if (part->section) {
        char kind = part->kind < IQ_KIND_HOST ? section_kinds[part->kind] : 'k';
        snprintf(part->name, sizeof part->name, "%c%c", kind, (int)key);
    } else {
        snprintf(part->name, sizeof part->name, "%c", part->kind < IQ_KIND_HOST ? list_kinds[part->kind] : 'K');
    }
}

stage_part stage_part_of(const iq_event *event)
{
    stage_part part = {event->item.id, event->element_kind || !event->item.id ? event->section.id : 0,
                       event->element_kind, event->element_index, ""};
    CHECK(part.item == 0 || part.kind == 0);
    CHECK(part.item != 0 || part.kind != 0 || part.section != 0);
    CHECK(part.section == 0 || part.kind < IQ_KIND_EMPTY || part.kind > IQ_KIND_FAILED);
    name_part(&part, number_of(event->key));
    return part;
}

bool stage_is_same(const stage_part *a, const stage_part *b)
{
    return a->item == b->item && a->section == b->section && a->kind == b->kind && a->index == b->index;
}

/* What is in the list has its place in the event, and that place is right; what has gone has none. */
static void check_position(const iq_event *event)
{
    iq_list_info list = {.struct_size = sizeof list};
    iq_status there = iq_list_get_info(stage.list, &list);
    /* A function of a cell may have destroyed the list. */
    CHECK(there == IQ_OK || there == IQ_ERROR_HANDLE);
    if (there != IQ_OK || event->version != list.version || !event->item.id) {
        return;
    }
    iq_position position;
    iq_status status = iq_list_find_position(stage.list, event->item, &position);
    if (status == IQ_OK) {
        size_t index;
        CHECK_OK(iq_list_find_index(stage.list, position, &index));
        CHECK(event->position.section == position.section && event->position.item == position.item);
        CHECK(event->index == index);
    } else {
        CHECK_STATUS(status, IQ_ERROR_HANDLE);
        CHECK(event->index == IQ_NONE && event->position.item == IQ_NONE);
    }
}

/* ---- the functions of cells */

static void retain(void *context, void *const *all, size_t count)
{
    CHECK(context == &the_context);
    for (size_t i = 0; i < count; i++) {
        CHECK(all[i] == NULL || atomic_fetch_add(&((stage_model *)all[i])->references, 1) >= 0);
    }
}

static void release(void *context, void *const *all, size_t count)
{
    CHECK(context == &the_context);
    for (size_t i = 0; i < count; i++) {
        CHECK(all[i] == NULL || atomic_fetch_sub(&((stage_model *)all[i])->references, 1) > 0);
    }
}

static bool is_alive(const stage_model *model)
{
    return model == NULL || atomic_load(&((stage_model *)(uintptr_t)model)->references) > 0;
}

static int equal(void *context, const void *before, const void *after)
{
    const stage_model *one = before, *other = after;
    CHECK(context == &the_context && is_alive(before));
    return one && other ? one->appearance == other->appearance : one == other;
}

static uint64_t changed(void *context, const void *before, const void *after)
{
    const stage_model *one = before, *other = after;
    CHECK(context == &the_context && is_alive(before));
    return STAGE_CHANGED | (uint64_t)((one ? one->appearance : 0) ^ (other ? other->appearance : 0));
}

static bool counts_models(uint32_t cell_class)
{
    return cell_class == stage_class[0].id || cell_class == stage_class[1].id;
}

static void mark(char *into, const iq_event *event)
{
    size_t length = 0;
    if (event->flags & IQ_CELL_RECONFIGURED) {
        length += (size_t)snprintf(into, 24, "/%llu", (unsigned long long)event->mask);
    }
    if (event->flags & IQ_CELL_RELOADED) {
        into[length++] = '~';
    }
    if (event->flags & IQ_CELL_BY_HAND) {
        into[length++] = '&';
    }
    into[length] = 0;
}

/* The first view's words have no number. */
static const char *suffix(const iq_view *view)
{
    static const char *const numbers[] = {"", "1", "2", "3", "4", "5", "6", "7"};
    return numbers[watched(view) - stage.views];
}

static stage_cell *cell_at(const iq_event *event)
{
    CHECK(event->cell < STAGE_CELLS);
    return &watched(event->view)->cells[event->cell];
}

static void check_event(const iq_event *event)
{
    CHECK(event->struct_size == sizeof *event && event->kind == IQ_EVENT_BOUND && event->view != NULL);
    CHECK(event->changeset == NULL && event->sender == NULL && event->status == IQ_OK);
    CHECK(!counts_models(event->cell_class.id) || is_alive(event->model));
}

static int create_cell(void *context, const iq_event *event, void **object)
{
    CHECK(context == &the_context);
    check_event(event);
    stage_watched *view = watched(event->view);
    stage_part part = stage_part_of(event);
    stage.creates++;
    if (stage.inside) {
        stage.inside("create_cell", event);
    }
    if (stage.fail_create && --stage.fail_create == 0) {
        stage.fail_create = 1;
        note(" no:%s%s", part.name, suffix(event->view));
        return -1;
    }
    for (uint32_t i = 0; i < event->cell; i++) {
        CHECK(view->cells[i].exists);
    }
    stage_cell *cell = cell_at(event);
    CHECK(!cell->exists);
    *cell = (stage_cell){.exists = true,
                         .view = (size_t)(view - stage.views),
                         .number = event->cell,
                         .cell_class = event->cell_class.id};
    *object = cell;
    note(" new%s:%s", suffix(event->view), part.name);
    return 0;
}

static int bind_cell(void *context, const iq_event *event)
{
    char flags[32];
    CHECK(context == &the_context);
    check_event(event);
    check_position(event);
    stage_cell *cell = cell_at(event);
    stage_part part = stage_part_of(event);
    stage.binds++;
    if (stage.inside) {
        stage.inside("bind_cell", event);
    }
    CHECK(cell->exists && event->object == cell && event->cell_class.id == cell->cell_class);
    bool again = event->flags & IQ_CELL_RECONFIGURED;
    CHECK(cell->bound == again);
    CHECK(!again || stage_is_same(&cell->part, &part));
    CHECK(!again || !(event->flags & (IQ_CELL_NEW | IQ_CELL_RELOADED)));
    if (stage.fail_bind && --stage.fail_bind == 0) {
        stage.fail_bind = 1;
        note(" not%s:%s", suffix(event->view), part.name);
        return 1;
    }
    stage_watched *view = watched(event->view);
    view->bound += !cell->bound;
    view->most_bound = view->bound > view->most_bound ? view->bound : view->most_bound;
    cell->bound = true;
    cell->part = part;
    cell->model = event->model;
    mark(flags, event);
    note(" bind%s:%s%s", suffix(event->view), part.name, flags);
    return 0;
}

static void unbind_cell(void *context, const iq_event *event)
{
    CHECK(context == &the_context);
    check_event(event);
    stage_cell *cell = cell_at(event);
    stage_part part = stage_part_of(event);
    stage.unbinds++;
    if (stage.inside) {
        stage.inside("unbind_cell", event);
    }
    CHECK(cell->exists && cell->bound && event->object == cell);
    CHECK(stage_is_same(&cell->part, &part) && event->model == cell->model);
    watched(event->view)->bound--;
    cell->bound = false;
    cell->model = NULL;
    note(" unbind%s:%s", suffix(event->view), part.name);
}

static void destroy_cell(void *context, void *object)
{
    stage_cell *cell = object;
    CHECK(context == &the_context);
    CHECK(cell->exists && !cell->bound);
    stage.destroys++;
    if (stage.inside) {
        stage.inside("destroy_cell", NULL);
    }
    cell->exists = false;
    note(" free%s", suffix(stage.views[cell->view].view));
}

void stage_register(void)
{
    iq_class_options options = {.struct_size = sizeof options,
                                .name = "stage/pool of 2",
                                .context = &the_context,
                                .retain = retain,
                                .release = release,
                                .equal = equal,
                                .changed = changed,
                                .pool = 2,
                                .create_cell = create_cell,
                                .bind_cell = bind_cell,
                                .unbind_cell = unbind_cell,
                                .destroy_cell = destroy_cell};
    CHECK_OK(iq_class_create(&options, &stage_class[0]));
    options.name = "stage/pool without a limit";
    options.pool = 0;
    CHECK_OK(iq_class_create(&options, &stage_class[1]));
    options = (iq_class_options){.struct_size = sizeof options, .name = "stage/bare", .pool = 1};
    CHECK_OK(iq_class_create(&options, &stage_class[2]));
}

/* ---- the list */

stage_model *stage_model_new(int appearance)
{
    if ((model_count & (model_count + 1)) == 0) {
        models = check_memory(realloc(models, (2 * model_count + 2) * sizeof *models));
    }
    stage_model *made = check_memory(calloc(1, sizeof *made));
    made->appearance = appearance;
    models[model_count++] = made;
    return made;
}

void stage_set(char name, uint64_t content, iq_class cell_class)
{
    stage_item *item = &stage.items[(size_t)name];
    item->content = content;
    item->cell_class = cell_class;
    item->model = stage_model_new((int)content);
}

void stage_open(void)
{
    memset(&stage, 0, sizeof stage);
    stage_quiet();
    CHECK_OK(iq_list_create(NULL, &stage.list));
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY));
    for (size_t i = 0; i < STAGE_ITEMS; i++) {
        stage_set((char)i, 1, stage_class[0]);
    }
    stage_add_view();
}

void stage_derive(const iq_derive_options *options)
{
    stage_drop_view(0);
    CHECK_OK(iq_list_set_events(stage.list, 0));
    stage.source = stage.list;
    CHECK_OK(iq_list_derive(stage.source, options, &stage.list));
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY));
    stage_add_view();
}

iq_list *stage_changed(void)
{
    return stage.source ? stage.source : stage.list;
}

size_t stage_add_view(void)
{
    size_t number = 0;
    while (stage.views[number].view) {
        number++;
    }
    memset(&stage.views[number], 0, sizeof stage.views[number]);
    CHECK_OK(iq_view_create(stage.list, NULL, &stage.views[number].view));
    return number;
}

void stage_drop_view(size_t number)
{
    iq_view_destroy(stage.views[number].view);
    CHECK(stage_existing(number) == 0);
    stage.views[number].view = NULL;
}

void stage_close(void)
{
    stage.inside = NULL;
    for (size_t i = 0; i < STAGE_VIEWS; i++) {
        if (stage.views[i].view) {
            stage_drop_view(i);
        }
    }
    iq_list_destroy(stage.list);
    iq_list_destroy(stage.source);
    stage.list = stage.source = NULL;
    for (size_t i = 0; i < model_count; i++) {
        CHECK(atomic_load(&models[i]->references) == 0);
        free(models[i]);
    }
    free(models);
    models = NULL;
    model_count = 0;
}

void stage_show_with(const char *specification, uint32_t flags)
{
    iq_section_entry sections[16];
    iq_key keys[STAGE_ITEMS];
    uint64_t contents[STAGE_ITEMS];
    void *shown[STAGE_ITEMS];
    iq_class classes[STAGE_ITEMS];
    iq_supplementary elements[16][5];
    size_t section_count = 0, count = 0;
    for (const char *at = specification; *at; at++) {
        size_t name = (size_t)(unsigned char)*at;
        if (*at >= '0' && *at <= '9') {
            sections[section_count] =
                (iq_section_entry){sizeof sections[0], iq_key_from_u64(name), count, elements[section_count], 0};
            section_count++;
        } else if (strchr("^_*<>", *at)) {
            static const uint32_t kinds[] = {['^'] = IQ_KIND_HEADER,     ['_'] = IQ_KIND_FOOTER,
                                             ['<'] = IQ_KIND_PAGE_START, ['>'] = IQ_KIND_PAGE_END,
                                             ['*'] = IQ_KIND_HOST};
            iq_section_entry *section = &sections[section_count - 1];
            elements[section_count - 1][section->supplementary_count++] =
                (iq_supplementary){.struct_size = sizeof(iq_supplementary),
                                   .kind = kinds[name],
                                   .key = iq_key_from_u64(stage.items[name].content >> 32),
                                   .content = stage.items[name].content & UINT32_MAX,
                                   .model = stage.items[name].model,
                                   .cell_class = stage.items[name].cell_class};
        } else if (*at != ' ') {
            keys[count] = iq_key_from_u64(name);
            contents[count] = stage.items[name].content;
            shown[count] = stage.items[name].model;
            classes[count++] = stage.items[name].cell_class;
        }
    }
    const iq_columns items = {sizeof items, count, keys, 0, contents, 0, shown, 0, classes, 0, NULL, 0};
    const iq_update_options options = {.struct_size = sizeof options, .flags = flags};
    CHECK_OK(iq_list_set(stage_changed(), sections, section_count, &items, &options, NULL));
}

void stage_show(const char *specification)
{
    stage_show_with(specification, 0);
}

iq_item stage_item_of(char name)
{
    iq_item item;
    CHECK_OK(iq_list_find_item(stage.list, NULL, iq_key_from_u64((uint64_t)name), &item));
    return item;
}

iq_section stage_section_of(char name)
{
    iq_section section;
    CHECK_OK(iq_list_find_section(stage.list, iq_key_from_u64((uint64_t)name), &section));
    return section;
}

iq_element stage_element_of(char name)
{
    return (iq_element){sizeof(iq_element), stage_item_of(name), {0}, 0, 0};
}

void stage_set_element(uint32_t kind, uint32_t index, uint64_t key, uint64_t content)
{
    const iq_supplementary element = {.struct_size = sizeof element,
                                      .kind = kind,
                                      .index = index,
                                      .key = iq_key_from_u64(key),
                                      .content = content,
                                      .model = stage_model_new((int)content),
                                      .cell_class = stage_class[0]};
    CHECK_OK(iq_list_set_supplementary(stage.list, &element));
}

void stage_edit(char name, iq_status (*change)(iq_edit *edit, const iq_item *items, size_t count))
{
    iq_edit *edit;
    iq_item item;
    CHECK_OK(iq_list_find_item(stage_changed(), NULL, iq_key_from_u64((uint64_t)name), &item));
    CHECK_OK(iq_edit_begin(stage_changed(), NULL, &edit));
    CHECK_OK(change(edit, &item, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

/* ---- views */

void stage_visible(size_t view, size_t first, size_t count, size_t ahead)
{
    CHECK_OK(iq_view_set_visible(stage.views[view].view, first, count, ahead));
}

static size_t place_shown(const stage_watched *view, const stage_part *part)
{
    size_t at = 0;
    while (at < view->shown_count && !stage_is_same(&view->shown[at], part)) {
        at++;
    }
    return at;
}

static void will_display(const iq_event *event, const stage_part *part)
{
    stage_watched *view = watched(event->view);
    CHECK(place_shown(view, part) == view->shown_count);
    CHECK(view->shown_count < sizeof view->shown / sizeof *view->shown);
    view->shown[view->shown_count++] = *part;
    check_position(event);
    note(" WILL%s:%s", suffix(event->view), part->name);
}

static void did_end(const iq_event *event, const stage_part *part)
{
    stage_watched *view = watched(event->view);
    size_t at = place_shown(view, part);
    CHECK(at < view->shown_count);
    view->leaving += event->cell != IQ_NONE;
    view->shown[at] = view->shown[--view->shown_count];
    check_position(event);
    note(" DID%s:%s", suffix(event->view), part->name);
}

/* A section has no cell; an item whose binding failed has none either. */
static void check_cell(const iq_event *event, const stage_part *part)
{
    if (part->item == 0 && part->kind == 0) {
        CHECK(event->cell == IQ_NONE && event->object == NULL);
    } else if (event->cell != IQ_NONE && counts_models(event->cell_class.id)) {
        const stage_cell *cell = cell_at(event);
        CHECK(event->object == cell && is_alive(event->model));
        /* What has left may be bound again since, if it is taken. */
        bool is_other = !cell->bound || !stage_is_same(&cell->part, part) || event->kind == IQ_EVENT_DID_END_DISPLAY;
        CHECK(is_other || event->model == cell->model);
    }
}

/* What is cancelled is not displayed. */
static void note_prefetch(const iq_event *event)
{
    const stage_watched *view = watched(event->view);
    const stage_part part = {.item = event->item.id};
    bool cancels = event->flags & IQ_PREFETCH_CANCEL;
    CHECK(event->count > 0 && (event->index != IQ_NONE || event->count == 1));
    CHECK(!cancels || (event->count == 1 && place_shown(view, &part) == view->shown_count));
    for (uint32_t i = 0; i < event->count; i++) {
        note(" %s%s:%u", cancels ? "CANCEL" : "PREFETCH", suffix(event->view),
             event->index == IQ_NONE ? IQ_NONE : event->index + i);
    }
}

static void note_event(const iq_event *event)
{
    char flags[32];
    switch (event->kind) {
    case IQ_EVENT_UPDATE: note(" UPDATE"); return;
    case IQ_EVENT_STATES: note(" STATES"); return;
    case IQ_EVENT_ACTION: note(" ACTION:%d", (int)event->number); return;
    case IQ_EVENT_PLACEHOLDER: note(" PLACEHOLDER:%d", (int)event->number); return;
    case IQ_EVENT_PAGE: note(" PAGE:%s", event->flags == IQ_EDGE_END ? "end" : "start"); return;
    case IQ_EVENT_CLASS_FIRST_USED: note(" FIRST%s:%u", suffix(event->view), event->cell_class.id); return;
    case IQ_EVENT_PREFETCH: note_prefetch(event); return;
    default: break;
    }
    stage_part part = stage_part_of(event);
    check_cell(event, &part);
    if (event->kind == IQ_EVENT_WILL_DISPLAY) {
        will_display(event, &part);
    } else if (event->kind == IQ_EVENT_DID_END_DISPLAY) {
        did_end(event, &part);
    } else {
        CHECK(event->kind == IQ_EVENT_BOUND && !(event->flags & IQ_CELL_BY_HAND) && event->cell != IQ_NONE);
        stage_watched *view = watched(event->view);
        /* The cell that is replaced leaves; that of something not displayed does so without an event. */
        view->leaving += event->flags & IQ_CELL_RELOADED && place_shown(view, &part) == view->shown_count;
        mark(flags, event);
        note(" BOUND%s:%s%s%s", suffix(event->view), part.name, flags, event->flags & IQ_CELL_NEW ? "+" : "");
    }
}

/* Whether it went well: a poll without memory may not. */
static bool poll_source(void)
{
    iq_event event = {.struct_size = sizeof event};
    size_t count;
    if (stage.source) {
        iq_status status = iq_list_poll(stage.source, &event, 1, &count);
        CHECK(status == IQ_OK || (stage.may_run_out && status == IQ_ERROR_NO_MEMORY));
        CHECK(status != IQ_OK || count == 0);
        return status == IQ_OK;
    }
    return true;
}

size_t stage_poll_some(size_t capacity)
{
    static iq_event events[2048];
    size_t count;
    bool may_fail = stage.fail_create || stage.fail_bind;
    CHECK(capacity <= sizeof events / sizeof events[0]);
    if (!poll_source()) {
        return 0;
    }
    events[0].struct_size = sizeof events[0];
    iq_status status = iq_list_poll(stage.list, events, capacity, &count);
    if (stage.may_run_out && status == IQ_ERROR_NO_MEMORY) {
        return 0;
    }
    CHECK(status == IQ_OK || (may_fail && status == IQ_ERROR_CALLBACK));
    /* A poll that finds no events has unbound what had left. */
    for (size_t i = 0; i < STAGE_VIEWS && count == 0 && capacity > 0; i++) {
        stage.views[i].leaving = 0;
    }
    for (size_t i = 0; i < count; i++) {
        note_event(&events[i]);
    }
    return count;
}

size_t stage_poll(void)
{
    return stage_poll_some(2048);
}

/* An order may ask for a part in each poll. While the source is edited nothing is left, though a list whose last poll has
 * failed stays readable. */
static bool has_more(void)
{
    struct pollfd wakeup = {.events = POLLIN};
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(stage_changed(), &info));
    CHECK_OK(iq_list_get_wakeup(stage.list, &wakeup.fd));
    return poll(&wakeup, 1, 0) == 1 && !info.edit_open;
}

void stage_settle(void)
{
    for (size_t quiet = 0, polls = 0; quiet < 3; polls++) {
        uint64_t before = stage.creates + stage.binds + stage.unbinds + stage.destroys;
        bool still = stage_poll() == 0 && before == stage.creates + stage.binds + stage.unbinds + stage.destroys;
        quiet = still && !has_more() ? quiet + 1 : 0;
        CHECK(polls < 1000);
    }
}

stage_cell *stage_cell_of(size_t view, const char *name)
{
    for (size_t i = 0; i < STAGE_CELLS; i++) {
        stage_cell *cell = &stage.views[view].cells[i];
        if (cell->exists && cell->bound && strcmp(cell->part.name, name) == 0) {
            return cell;
        }
    }
    return NULL;
}

size_t stage_bound(size_t view)
{
    size_t count = 0;
    for (size_t i = 0; i < STAGE_CELLS; i++) {
        count += stage.views[view].cells[i].exists && stage.views[view].cells[i].bound;
    }
    return count;
}

size_t stage_existing(size_t view)
{
    size_t count = 0;
    for (size_t i = 0; i < STAGE_CELLS; i++) {
        count += stage.views[view].cells[i].exists;
    }
    return count;
}

void stage_check(void)
{
    for (size_t v = 0; v < STAGE_VIEWS; v++) {
        for (uint32_t i = 0; stage.views[v].view && i < STAGE_CELLS; i++) {
            const stage_cell *cell = &stage.views[v].cells[i];
            iq_event event = {.struct_size = sizeof event};
            if (cell->exists && cell->bound) {
                CHECK(is_alive(cell->model));
                CHECK_OK(iq_view_find_cell(stage.views[v].view, i, NULL, &event));
                stage_part part = stage_part_of(&event);
                CHECK(event.cell == i && event.object == cell && event.model == cell->model);
                CHECK(event.flags == 0 && event.index == IQ_NONE && stage_is_same(&part, &cell->part));
            } else if (cell->exists) {
                CHECK_STATUS(iq_view_find_cell(stage.views[v].view, i, NULL, &event), IQ_ERROR_NOT_FOUND);
            }
        }
    }
}
