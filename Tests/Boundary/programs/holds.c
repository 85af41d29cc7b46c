/*
 * holds.c - lists that are held still (iq_list_hold, iq_list_resume), sentence by sentence; and filters that are asked
 * while their source changes faster than they are answered. The words are those of scene.h.
 */
#include "scene.h"

#include <poll.h>
#include <string.h>

/* Submits the items of one section. */
static uint64_t submit(iq_list *list, const char *names, uint32_t flags, scene_filter *counted)
{
    iq_snapshot *snapshot;
    iq_key section = scene_key('1'), keys[16];
    iq_submit_options options = scene_options(counted, flags);
    uint64_t ticket;
    for (size_t i = 0; names[i]; i++) {
        keys[i] = scene_key(names[i]);
    }
    const iq_columns items = {.struct_size = sizeof items, .count = strlen(names), .keys = keys};
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, &section, 1));
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
    CHECK_OK(iq_list_submit(list, snapshot, &options, &ticket));
    iq_snapshot_destroy(snapshot);
    return ticket;
}

static uint32_t holds_of(const iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    return info.holds;
}

static void check_items(const iq_list *list, const char *names)
{
    iq_key keys[16];
    size_t count;
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    CHECK(count == strlen(names));
    CHECK_OK(iq_list_get_items(list, 0, count, &buffers));
    for (size_t i = 0; i < count; i++) {
        CHECK(keys[i].bytes[0] == (uint8_t)names[i]);
    }
}

/* "Until iq_list_resume was called as often"; 65,535 times; "the list is not held". */
static void check_counts(void)
{
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK(holds_of(list) == 0);
    CHECK_STATUS(iq_list_resume(list), IQ_ERROR_STATE);
    for (uint32_t i = 1; i <= 65535; i++) {
        CHECK_OK(iq_list_hold(list));
        CHECK(i % 1000 || holds_of(list) == i);
    }
    CHECK_STATUS(iq_list_hold(list), IQ_ERROR_LIMIT);
    for (uint32_t i = 65535; i > 0; i--) {
        CHECK_OK(iq_list_resume(list));
    }
    CHECK_STATUS(iq_list_resume(list), IQ_ERROR_STATE);
    CHECK(holds_of(list) == 0);
    iq_list_destroy(list);
}

/* "Polls commit no snapshot that was submitted"; one that waits is superseded or cancelled as always; "so do direct
 * updates"; "what waits does not make the descriptor readable". */
static void check_submissions(uint32_t flags)
{
    static scene_filter counted[4];
    iq_list *list;
    memset(counted, 0, sizeof counted);
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE));
    scene_set(list, "1 A B");
    scene_quiet(list);
    CHECK_OK(iq_list_hold(list));
    submit(list, "ABC", flags, &counted[0]);
    /* Before it is prepared, and behind that. */
    for (int i = 0; i < 2; i++) {
        SAYS(list, "");
        CHECK(!scene_is_readable(list));
        check_items(list, "AB");
        poll(NULL, 0, 5);
    }
    uint64_t ticket = submit(list, "ABCD", flags | IQ_SUBMIT_EACH, &counted[1]);
    CHECK_OK(iq_list_cancel(list, ticket));
    SAYS(list, "");
    CHECK(counted[1].ended == 1 && counted[1].status == IQ_ERROR_CANCELLED && counted[0].ended == 0);
    scene_set(list, "1 A");
    SAYS(list, "update-1");
    check_items(list, "A");
    CHECK_OK(iq_list_hold(list));
    CHECK_OK(iq_list_resume(list));
    SAYS(list, "");
    submit(list, "CA", flags, &counted[2]);
    scene_set(list, "1 A B");
    SAYS(list, "update+1");
    CHECK_OK(iq_list_resume(list));
    while (counted[2].ended == 0) {
        scene_quiet(list);
    }
    check_items(list, "CA");
    CHECK(counted[0].ended == 1 && counted[2].status == IQ_OK);
    iq_list_destroy(list);
}

/* A derived list "follows no newer version of a source. Expansions and filters take place all the same, on the version
 * that is shown." */
static void check_derived(void)
{
    static scene_filter filters[2];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B1 C2 D"), *outline = scene_derive(source, 0);
    iq_list *list = scene_derive(source, AS_FILTER), *below = scene_derive(list, 0);
    CHECK_OK(iq_list_hold(outline));
    CHECK_OK(iq_list_hold(list));
    SAYS(outline, "");
    SAYS(list, "");
    scene_set(source, "1 D A* B1 E");
    CHECK(!scene_is_readable(outline) && !scene_is_readable(list));
    SAYS(outline, "");
    SHOWS(outline, "1 A D");
    scene_expand(outline, "A");
    SAYS(outline, "on:A.8 update+1");
    SHOWS(outline, "1 A B1 D");
    scene_filter_by(list, &filters[0], "ACE", IQ_FILTER_DIFFERENT);
    SAYS(list, "update-2:1");
    CHECK(filters[0].calls == 4 && filters[0].ended == 1);
    SHOWS(list, "1 A C2");
    scene_quiet(below);
    SHOWS(below, "1 A");
    /* Also while the source is edited. */
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    scene_filter_by(list, &filters[1], "BE", IQ_FILTER_DIFFERENT);
    SAYS(list, "update-2+1:2");
    iq_edit_destroy(edit);
    SHOWS(list, "1 B1");
    CHECK(!scene_is_readable(list));
    CHECK_OK(iq_list_resume(list));
    CHECK_OK(iq_list_resume(outline));
    CHECK(scene_is_readable(list) && scene_is_readable(outline));
    SAYS(list, "update+1*1");
    SHOWS(list, "1 B1 E");
    scene_quiet(outline);
    SHOWS(outline, "1 D A* B1 E");
    iq_list_destroy(below);
    iq_list_destroy(outline);
    scene_end(source, list);
}

/* "A filter of bits waits if they were made for a version that does." */
static void check_bits(bool is_source_lost)
{
    static scene_filter filters[4];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, AS_FILTER);
    CHECK_OK(iq_list_hold(list));
    scene_filter_bits(list, source, &filters[0], "AB");
    SAYS(list, "update-1:1");
    scene_set(source, "1 B C D");
    scene_filter_bits(list, source, &filters[1], "CD");
    SAYS(list, "");
    CHECK(!scene_is_readable(list) && filters[1].ended == 0);
    /* A function that comes behind them does not wait. */
    scene_filter_by(list, &filters[2], "BC", IQ_FILTER_DIFFERENT);
    SAYS(list, "update-1+1:3");
    CHECK(filters[1].ended == 1 && filters[1].status == IQ_ERROR_SUPERSEDED);
    scene_filter_bits(list, source, &filters[3], "CD");
    SAYS(list, "");
    if (is_source_lost) {
        iq_list_destroy(source);
        source = NULL;
        SAYS(list, "");
        SHOWS(list, "1 B C");
    }
    CHECK_OK(iq_list_resume(list));
    CHECK(scene_is_readable(list));
    scene_quiet(list);
    SHOWS(list, is_source_lost ? "1 B C" : "1 C D");
    CHECK(filters[3].ended == 1 && filters[3].status == (is_source_lost ? IQ_ERROR_CANCELLED : IQ_OK));
    iq_list_destroy(list);
    if (source) {
        iq_list_destroy(source);
    }
}

/* ---- filters of a source that changes before every poll */

enum { MANY = 40000, BETWEEN = 10000 };

static iq_key keys[MANY];
static uint64_t contents[MANY];

static void set_many(iq_list *source, size_t *next)
{
    for (size_t i = 0; i < BETWEEN; i++) {
        contents[*next]++;
        *next = (*next + 1) % MANY;
    }
    const iq_columns items = {.struct_size = sizeof items, .count = MANY, .keys = keys, .contents = contents};
    CHECK_OK(iq_list_set_items(source, &items, NULL, NULL));
}

/* When each item was asked about last, counted in polls. */
static struct {
    size_t polls, of[MANY];
} asked;

static int every_item(void *context, iq_key key, const void *model)
{
    uint64_t number;
    (void)context;
    (void)model;
    memcpy(&number, key.bytes, sizeof number);
    asked.of[number] = asked.polls;
    return 1;
}

static void poll_behind_a_change(iq_list *source, iq_list *list, size_t *next)
{
    iq_event events[4] = {{.struct_size = sizeof events[0]}};
    size_t count;
    set_many(source, next);
    asked.polls++;
    CHECK_OK(iq_list_poll(list, events, 4, &count));
}

static size_t pending_of(const iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    return info.pending;
}

/* "The version of the source that is asked about is held until all of it is answered, and newer ones wait: so it ends
 * however fast the source changes": filters take effect, and then no item waits for long. */
static void check_that_it_ends(void)
{
    static scene_filter filters[2];
    iq_list *source, *list;
    const iq_derive_options options = derive_options(AS_FILTER);
    size_t next = 0, fell = 0;
    memset(filters, 0, sizeof filters);
    for (size_t i = 0; i < MANY; i++) {
        keys[i] = iq_key_from_u64(i);
    }
    CHECK_OK(iq_list_create(NULL, &source));
    set_many(source, &next);
    CHECK_OK(iq_list_derive(source, &options, &list));
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_UPDATE));
    for (size_t f = 0; f < 2; f++) {
        const iq_filter given = {.struct_size = sizeof given, .passes = every_item};
        const iq_submit_options submit_options = scene_options(&filters[f], 0);
        CHECK_OK(iq_list_set_filter(list, &given, &submit_options, &filters[f].ticket));
        size_t pending = pending_of(list);
        for (size_t polls = 0; filters[f].ended == 0; polls++) {
            CHECK(polls < 40);
            poll_behind_a_change(source, list, &next);
            fell += pending_of(list) > 0 && pending_of(list) + 8192 == pending;
            pending = pending_of(list);
        }
    }
    CHECK(fell > 1);
    for (size_t polls = 0; polls < 100; polls++) {
        poll_behind_a_change(source, list, &next);
        for (size_t i = 0; polls > 20 && i < MANY; i++) {
            CHECK(asked.polls - asked.of[i] < 20);
        }
    }
    scene_end(source, list);
}

int main(void)
{
    scene_register();
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    check_counts();
    check_submissions(0);
    check_submissions(IQ_SUBMIT_HERE);
    check_bits(false);
    check_bits(true);
    check_derived();
    check_that_it_ends();
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}
