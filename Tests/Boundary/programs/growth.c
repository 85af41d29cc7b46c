/*
 * growth.c - calls whose time must not grow with the square of what they are given: 8 times as much takes about 8
 * times as long, and less than 24 times; a square takes 64 times. What is measured is the processor time of this
 * thread, the least of several runs, and again if that is too much.
 */
#include "check.h"

#include <stdbool.h>
#include <time.h>

enum { TIMES = 8, MOST = 24, RUNS = 3, TRIES = 3 };

static double now(void)
{
    struct timespec time;
    CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static iq_key *keys_of(size_t count)
{
    iq_key *keys = check_memory(calloc(count, sizeof *keys));
    for (size_t i = 0; i < count; i++) {
        keys[i] = iq_key_from_u64(i + 1);
    }
    return keys;
}

/* So many items; in sections of one each, or in one section. */
static iq_list *list_of(size_t count, bool in_sections)
{
    iq_list *list;
    iq_key *keys = keys_of(count);
    iq_section_entry *sections = check_memory(calloc(count, sizeof *sections));
    for (size_t i = 0; i < count; i++) {
        sections[i] = (iq_section_entry){.struct_size = sizeof *sections, .key = keys[i], .first_item = i};
    }
    const iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys};
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set(list, sections, in_sections ? count : 1, &items, NULL, NULL));
    free(keys);
    free(sections);
    return list;
}

static iq_item *items_of(const iq_list *list, size_t count)
{
    iq_item *items = check_memory(calloc(count, sizeof *items));
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .items = items};
    CHECK_OK(iq_list_get_items(list, 0, count, &buffers));
    return items;
}

static size_t drain(iq_list *list, size_t capacity)
{
    iq_event events[16] = {{.struct_size = sizeof events[0]}};
    size_t total = 0, count;
    do {
        CHECK_OK(iq_list_poll(list, events, capacity, &count));
        total += count;
    } while (count > 0);
    return total;
}

/* Each section alone gets a state, while all have another one. */
static double section_states(size_t count)
{
    iq_list *list = list_of(count, true);
    iq_section section;
    double start = now();
    for (size_t i = 0; i < count; i++) {
        CHECK_OK(iq_list_find_section_at(list, i, &section));
        CHECK_OK(iq_list_set_section_states(list, section, IQ_STATE_EXPANDED, 0));
    }
    for (size_t i = 0; i < count; i++) {
        CHECK_OK(iq_list_find_section_at(list, i, &section));
        CHECK_OK(iq_list_set_section_states(list, section, IQ_STATE_HOST, IQ_SET_ONLY));
    }
    double time = now() - start;
    iq_list_destroy(list);
    return time;
}

/* A view that shows all sections is scrolled by half of them, which come and go. */
static double visible_sections(size_t count)
{
    iq_list *list = list_of(count, true);
    iq_view *view;
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY));
    CHECK_OK(iq_view_create(list, NULL, &view));
    CHECK_OK(iq_view_set_visible(view, 0, count / 2, 0));
    (void)drain(list, 16);
    CHECK_OK(iq_view_set_visible(view, count / 4, count / 2, 0));
    double start = now();
    /* A section and its item have an event each. */
    CHECK(drain(list, 16) == count);
    double time = now() - start;
    iq_view_destroy(view);
    iq_list_destroy(list);
    return time;
}

/* While an edit is open, which new items lose their states with if it is abandoned. */
static double edited_states(size_t count)
{
    iq_list *list = list_of(1, false);
    iq_key *keys = keys_of(count + 1);
    iq_edit *edit;
    iq_section section;
    const iq_columns columns = {.struct_size = sizeof columns, .count = count, .keys = keys + 1};
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_STATES));
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    CHECK_OK(iq_edit_insert_items(edit, section, 1, &columns));
    iq_item *items = items_of(list, count + 1);
    double start = now();
    for (size_t i = 1; i <= count; i++) {
        CHECK_OK(iq_list_set_states(list, &items[i], 1, IQ_STATE_HOST, 0));
    }
    double time = now() - start;
    iq_edit_destroy(edit);
    /* Items that got it are joined; each loses it for itself. */
    CHECK(drain(list, 16) == count + 1);
    iq_list_destroy(list);
    free(items);
    free(keys);
    return time;
}

/* Tickets that wait are cancelled, the last one first. */
static double cancelled_tickets(size_t count)
{
    iq_list *list = list_of(1, false);
    iq_snapshot *snapshot;
    const iq_submit_options options = {.struct_size = sizeof options,
                                       .flags = IQ_SUBMIT_EACH,
                                       .delay_milliseconds = 3600000};
    CHECK_OK(iq_list_snapshot(list, &snapshot));
    double start = now();
    for (size_t i = 0; i < count; i++) {
        CHECK_OK(iq_list_submit(list, snapshot, &options, NULL));
    }
    for (uint64_t ticket = count; ticket > 0; ticket--) {
        CHECK_OK(iq_list_cancel(list, ticket));
    }
    double time = now() - start;
    CHECK_STATUS(iq_list_cancel(list, count / 2), IQ_ERROR_STATE);
    (void)drain(list, 1);
    iq_snapshot_destroy(snapshot);
    iq_list_destroy(list);
    return time;
}

/* A poll with room for one event passes actions about items that have gone. */
static double gone_items(size_t count)
{
    iq_list *list = list_of(count, false);
    iq_item *items = items_of(list, count);
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_ACTION));
    for (size_t i = 0; i < count; i++) {
        const iq_element element = {.struct_size = sizeof element, .item = items[i]};
        CHECK_OK(iq_list_emit(list, &element, IQ_ACTION_HOST, NULL));
    }
    const iq_columns none = {.struct_size = sizeof none};
    CHECK_OK(iq_list_set_items(list, &none, NULL, NULL));
    CHECK_OK(iq_list_emit(list, NULL, IQ_ACTION_HOST, NULL));
    double start = now();
    CHECK(drain(list, 1) == 1);
    double time = now() - start;
    iq_list_destroy(list);
    free(items);
    return time;
}

/* Elements of the list itself, each read once it is set, and at last removed. */
static double elements(size_t count)
{
    iq_list *list = list_of(1, false);
    size_t found;
    double start = now();
    for (size_t i = 0; i < count; i++) {
        /* From both ends. */
        const size_t index = i % 2 ? i : 2 * count - i;
        iq_supplementary element = {.struct_size = sizeof element,
                                    .kind = IQ_KIND_HOST,
                                    .index = (uint32_t)index,
                                    .key = iq_key_from_u64(index)};
        CHECK_OK(iq_list_set_supplementary(list, &element));
        CHECK_OK(iq_list_get_supplementary(list, (iq_section){0}, IQ_KIND_HOST, (uint32_t)index, 0, &element));
    }
    CHECK_OK(iq_list_get_supplementaries(list, (iq_section){0}, 0, NULL, 0, &found));
    CHECK(found == count);
    for (size_t i = 0; i < count; i++) {
        CHECK_OK(iq_list_remove_supplementary(list, IQ_KIND_HOST, (uint32_t)(i % 2 ? i : 2 * count - i)));
    }
    double time = now() - start;
    iq_list_destroy(list);
    return time;
}

static int fails(void *context, iq_key key, const void *model)
{
    (void)context;
    (void)key;
    (void)model;
    return 0;
}

/* A filter that nothing passes, and its source. */
static iq_list *filtered(size_t count, iq_list **source)
{
    iq_list *list;
    const iq_derive_options options = {.struct_size = sizeof options, .kind = IQ_DERIVE_FILTER};
    const iq_filter filter = {.struct_size = sizeof filter, .passes = fails};
    size_t shown = 1;
    *source = list_of(count, false);
    CHECK_OK(iq_list_derive(*source, &options, &list));
    CHECK_OK(iq_list_set_filter(list, &filter, NULL, NULL));
    while (shown > 0) {
        (void)drain(list, 1);
        CHECK_OK(iq_list_get_count(list, NULL, &shown));
    }
    return list;
}

/* Hidden items get a state by their keys, the last one first; then those between them. */
static double hidden_states(size_t count)
{
    iq_list *source, *list = filtered(2 * count, &source);
    iq_key *keys = check_memory(calloc(2 * count, sizeof *keys));
    size_t missing;
    for (size_t i = 0; i < 2 * count; i++) {
        keys[i] = iq_key_from_u64(i < count ? 2 * (count - i) : 2 * (i - count) + 1);
    }
    double start = now();
    CHECK_OK(iq_list_set_key_states(list, NULL, keys, count, IQ_STATE_HOST, 0, &missing));
    CHECK(missing == 0);
    CHECK_OK(iq_list_set_key_states(list, NULL, keys + count, count, IQ_STATE_HOST, 0, &missing));
    CHECK(missing == 0);
    double time = now() - start;
    CHECK_OK(iq_list_find_keys_in_state(list, IQ_STATE_HOST, 0, NULL, NULL, 0, &missing));
    CHECK(missing == 2 * count);
    iq_list_destroy(list);
    iq_list_destroy(source);
    free(keys);
    return time;
}

/* The source has changed, and the list has not been polled since. */
static double source_ahead(size_t count)
{
    iq_list *source, *list = filtered(count, &source);
    iq_key *keys = keys_of(count);
    size_t missing;
    iq_columns items = {.struct_size = sizeof items, .count = count - 1, .keys = keys};
    CHECK_OK(iq_list_set_items(source, &items, NULL, NULL));
    double start = now();
    CHECK_OK(iq_list_set_key_states(list, NULL, keys, count, IQ_STATE_HOST, 0, &missing));
    double time = now() - start;
    CHECK(missing == 0);
    iq_list_destroy(list);
    iq_list_destroy(source);
    free(keys);
    return time;
}

/* A snapshot to which sections and items come one by one, in front; then each section's items are changed. */
static double snapshot_items(size_t count)
{
    iq_snapshot *snapshot;
    const uint64_t content = 5;
    size_t items;
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    double start = now();
    for (size_t i = 0; i < count; i++) {
        const iq_key key = iq_key_from_u64(i);
        const iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &key};
        CHECK_OK(iq_snapshot_insert_sections(snapshot, 0, &key, 1));
        CHECK_OK(iq_snapshot_insert_items(snapshot, key, 0, &one));
    }
    for (size_t i = 0; i < count; i++) {
        const iq_key key = iq_key_from_u64(i), child = iq_key_from_u64(count + i);
        const iq_columns look = {.struct_size = sizeof look, .count = 1, .contents = &content};
        const iq_columns one = {.struct_size = sizeof one, .count = 1, .keys = &child};
        CHECK_OK(iq_snapshot_update_items(snapshot, NULL, &key, &look, IQ_COLUMN_CONTENT));
        CHECK_OK(iq_snapshot_insert_children(snapshot, NULL, key, IQ_END, &one));
        CHECK_OK(iq_snapshot_set_section_items(snapshot, key, &one));
    }
    double time = now() - start;
    CHECK_OK(iq_snapshot_get_count(snapshot, NULL, &items));
    CHECK(items == count);
    iq_snapshot_destroy(snapshot);
    return time;
}

static double least(double (*time)(size_t), size_t count)
{
    double found = time(count);
    for (int run = 1; run < RUNS; run++) {
        const double next = time(count);
        found = next < found ? next : found;
    }
    return found;
}

static void check_growth(const char *name, double (*time)(size_t), size_t count)
{
    double before = 0, after = 0;
    check_case = name;
    for (int i = 0; i < TRIES; i++) {
        before = least(time, count);
        after = least(time, TIMES * count);
        if (after < MOST * before) {
            break;
        }
    }
    if (after >= MOST * before) {
        fprintf(stderr, "%s: %zu in %.2f ms, %zu in %.2f ms\n", name, count, before * 1e3, TIMES * count,
                after * 1e3);
    }
    CHECK(after < MOST * before);
}

int main(void)
{
    check_growth("section states", section_states, 2000);
    check_growth("visible sections", visible_sections, 2000);
    check_growth("edited states", edited_states, 1000);
    check_growth("cancelled tickets", cancelled_tickets, 2000);
    check_growth("gone items", gone_items, 1000);
    check_growth("elements", elements, 500);
    check_growth("hidden states", hidden_states, 4000);
    check_growth("source ahead", source_ahead, 1000);
    check_growth("snapshot items", snapshot_items, 1000);
    return 0;
}
