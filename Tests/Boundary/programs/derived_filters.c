/*
 * derived_filters.c - the filters of derived lists (iq_list_set_filter), sentence by sentence: bits and functions, who
 * is asked and how often, tickets, and the one call of `destroy`. The words are those of scene.h.
 */
#include "in_batches.h"
#include "scene.h"

#include <pthread.h>
#include <string.h>

static iq_list *filtered(iq_list *source, uint32_t flags)
{
    iq_list *list = scene_derive(source, AS_FILTER | flags);
    CHECK_OK(iq_list_set_events(list, SCENE_EVENTS | IQ_EVENT_WILL_UPDATE));
    return list;
}

/* `asked` are the items that `passes` was called with since the last time. */
static void check_asked(scene_filter *filter, const char *asked)
{
    CHECK(filter->calls == strlen(asked));
    for (size_t i = 0; asked[i]; i++) {
        CHECK(strchr(filter->asked, asked[i]) != NULL);
    }
    filter->calls = 0;
    memset(filter->asked, 0, sizeof filter->asked);
}

/* What iq_list_get_filter says. */
static void check_filter(const iq_list *list, uint32_t kind, uint64_t ticket, uint64_t waiting)
{
    uint32_t found_kind = 9;
    uint64_t found_ticket = 99, found_waiting = 99;
    CHECK_OK(iq_list_get_filter(list, &found_kind, &found_ticket, &found_waiting));
    CHECK(found_kind == kind && found_ticket == ticket && found_waiting == waiting);
    CHECK_OK(iq_list_get_filter(list, NULL, NULL, NULL));
}

/* "A filter that everything passes" at first; "takes place in a poll as one update of deletes and inserts"; "neither:
 * everything". */
static void check_everything(void)
{
    static scene_filter filters[3];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B1 C2 D1 E"), *list = filtered(source, 0);
    SHOWS(list, "1 A B1 C2 D1 E");
    SAYS(list, "");
    CHECK(!scene_is_readable(list));
    check_filter(list, IQ_PASSES_ALL, 0, 0);
    scene_filter_by(list, &filters[0], "BE", IQ_FILTER_DIFFERENT);
    check_filter(list, IQ_PASSES_ALL, 0, 1);
    CHECK(scene_is_readable(list));
    SHOWS(list, "1 A B1 C2 D1 E");
    SAYS(list, "will:1 update-3:1");
    SHOWS(list, "1 B1 E");
    check_filter(list, IQ_PASSES_FUNCTION, 1, 0);
    CHECK(filters[0].ended == 1 && filters[0].status == IQ_OK && filters[0].destroyed == 0);
    const iq_filter neither = {.struct_size = sizeof neither};
    iq_submit_options options = scene_options(&filters[1], IQ_SUBMIT_HERE);
    CHECK_OK(iq_list_set_filter(list, &neither, &options, &filters[1].ticket));
    SAYS(list, "will:2 update+3:2");
    CHECK(filters[0].destroyed == 1 && filters[1].ended == 1);
    check_filter(list, IQ_PASSES_ALL, 2, 0);
    SHOWS(list, "1 A B1 C2 D1 E");
    options = scene_options(&filters[2], IQ_SUBMIT_HERE);
    CHECK_OK(iq_list_set_filter(list, NULL, &options, &filters[2].ticket));
    SAYS(list, "will:3 update:3=");
    CHECK(filters[2].ended == 1 && filters[2].status == IQ_OK);
    check_filter(list, IQ_PASSES_ALL, 3, 0);
    scene_end(source, list);
}

/* "What is above an item that passes is shown too"; sections without a visible item are not. */
static void check_parents(void)
{
    static scene_filter filters[2];
    iq_list *source = scene_source("1 A B1 C2 D1 E 2 F"), *list = filtered(source, IQ_DERIVE_KEEP_PARENTS);
    memset(filters, 0, sizeof filters);
    scene_filter_by(list, &filters[0], "C", IQ_FILTER_DIFFERENT);
    scene_quiet(list);
    SHOWS(list, "1 A B1 C2 2");
    CHECK(scene_children_of(list, 'B') && !scene_children_of(list, 'C'));
    iq_list_destroy(list);
    list = filtered(source, IQ_DERIVE_DROP_EMPTY_SECTIONS);
    scene_filter_by(list, &filters[1], "F", IQ_FILTER_DIFFERENT);
    scene_quiet(list);
    SHOWS(list, "2 F");
    scene_end(source, list);
}

/* "Later changes of the source do not shift it: an item keeps its answer through moves and updates, and a new one does
 * not pass until the next filter." */
static void check_bits(void)
{
    static scene_filter filters[2];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B C D E"), *list = filtered(source, 0);
    scene_filter_bits(list, source, &filters[0], "BCE");
    check_filter(list, IQ_PASSES_ALL, 0, 1);
    scene_set(source, "1 E X B* A C D");
    SHOWS(list, "1 A B C D E");
    scene_quiet(list);
    SHOWS(list, "1 E B* C");
    scene_set(source, "1 E X C Y A D");
    SAYS(list, "update-1");
    scene_set(source, "1 E X C Y A D B");
    scene_quiet(list);
    SHOWS(list, "1 E C");
    scene_set(source, "1 X");
    scene_set(source, "1 C E X");
    scene_quiet(list);
    SHOWS(list, "1 C E");
    scene_filter_bits(list, source, &filters[1], "X");
    scene_quiet(list);
    SHOWS(list, "1 X");
    check_filter(list, IQ_PASSES_BITS, 2, 0);
    scene_end(source, list);
}

/* Of several that wait the one that was given last; a cancelled one waits no longer. */
static void check_waiting(void)
{
    static scene_filter filters[3];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B C"), *list = filtered(source, 0);
    for (size_t i = 0; i < 3; i++) {
        const iq_submit_options options = scene_options(&filters[i], i < 2 ? IQ_SUBMIT_EACH : 0);
        const iq_filter given = scene_function(&filters[i], 0);
        filters[i].names = (const char *[]){"A", "B", "C"}[i];
        CHECK_OK(iq_list_set_filter(list, &given, &options, &filters[i].ticket));
        check_filter(list, IQ_PASSES_ALL, 0, i + 1);
    }
    CHECK_OK(iq_list_cancel(list, 3));
    check_filter(list, IQ_PASSES_ALL, 0, 2);
    scene_quiet(list);
    check_filter(list, IQ_PASSES_FUNCTION, 2, 0);
    SHOWS(list, "1 B");
    scene_end(source, list);
}

static int passes_odd(void *context, iq_key key, const void *model)
{
    scene_filter *filter = context;
    CHECK(model == NULL && filter->destroyed == 0);
    filter->calls++;
    return key.bytes[0] & 1;
}

IN_BATCHES(passes_odd_batch, passes_odd)

/* "IQ_ERROR_STATE: `version` is not the source's now." "IQ_ERROR_BUSY: with `bits`, an edit of the source is open."
 * "IQ_ERROR_ARGUMENT: both." Nothing is called after a failure. */
static void check_refused(void)
{
    static scene_filter filter;
    static const uint64_t bits[1] = {1};
    iq_list *source = scene_source("1 A B"), *list = filtered(source, 0);
    iq_edit *edit;
    const iq_submit_options options = scene_options(&filter, 0);
    iq_filter given = {.struct_size = sizeof given, .bits = bits, .version = scene_version(source) + 1};
    CHECK_STATUS(iq_list_set_filter(list, &given, &options, NULL), IQ_ERROR_STATE);
    given.version = scene_version(source);
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    CHECK_STATUS(iq_list_set_filter(list, &given, &options, NULL), IQ_ERROR_BUSY);
    iq_edit_destroy(edit);
    given = scene_function(&filter, 0);
    given.bits = bits;
    given.version = scene_version(source);
    CHECK_STATUS(iq_list_set_filter(list, &given, &options, NULL), IQ_ERROR_ARGUMENT);
    given.passes = NULL;
    given.passes_batch = passes_odd_batch;
    CHECK_STATUS(iq_list_set_filter(list, &given, &options, NULL), IQ_ERROR_ARGUMENT);
    given.passes = passes_odd;
    given.bits = NULL;
    CHECK_STATUS(iq_list_set_filter(list, &given, &options, NULL), IQ_ERROR_ARGUMENT);
    iq_list *outline = scene_derive(source, 0);
    CHECK_STATUS(iq_list_set_filter(outline, NULL, &options, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_set_filter(source, NULL, &options, NULL), IQ_ERROR_STATE);
    uint32_t kind = 9;
    CHECK_STATUS(iq_list_get_filter(outline, &kind, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_get_filter(source, &kind, NULL, NULL), IQ_ERROR_STATE);
    CHECK(kind == 9);
    iq_list_destroy(outline);
    SAYS(list, "");
    SHOWS(list, "1 A B");
    scene_end(source, list);
    CHECK(filter.calls == 0 && filter.ended == 0 && filter.destroyed == 0);
}

/* "IQ_FILTER_STRICTER: only what passes is asked. IQ_FILTER_LOOSER: only what does not pass is asked." "Then about
 * those that are new, have changed". */
static void check_who_is_asked(void)
{
    static scene_filter filters[5];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B C D E"), *list = filtered(source, 0);
    scene_filter_by(list, &filters[0], "ABC", IQ_FILTER_STRICTER);
    scene_quiet(list);
    check_asked(&filters[0], "ABCDE");
    scene_filter_by(list, &filters[1], "AB", IQ_FILTER_STRICTER);
    scene_quiet(list);
    check_asked(&filters[1], "ABC");
    scene_filter_by(list, &filters[2], "ABDE", IQ_FILTER_LOOSER);
    scene_quiet(list);
    check_asked(&filters[2], "CDE");
    SHOWS(list, "1 A B D E");
    scene_filter_by(list, &filters[3], "AC", IQ_FILTER_DIFFERENT);
    scene_quiet(list);
    check_asked(&filters[3], "ABCDE");
    scene_set(source, "1 E A F B* C D1 G");
    scene_quiet(list);
    check_asked(&filters[3], "BDFG");
    scene_set(source, "1 A B* C D1 G E");
    scene_quiet(list);
    check_asked(&filters[3], "");
    scene_set(source, "1 A F B C D1 G E");
    scene_quiet(list);
    check_asked(&filters[3], "BF");
    SHOWS(list, "1 A C");
    scene_filter_bits(list, source, &filters[4], "ABC");
    scene_quiet(list);
    CHECK(filters[3].destroyed == 1);
    scene_end(source, list);
}

/* "Or were marked for reload or reconfigure, or all if everything is reloaded": a mark of an item, of its section, of
 * more items than a list notes, and of a whole update. The filter's names are what its host looks at. */
static void check_marks(void)
{
    static scene_filter filter;
    memset(&filter, 0, sizeof filter);
    iq_list *source = scene_source("1 A B C 2 D E"), *list = filtered(source, 0);
    const iq_update_options all = {.struct_size = sizeof all, .flags = IQ_UPDATE_RELOAD};
    iq_edit *edit;
    scene_filter_by(list, &filter, "ABD", IQ_FILTER_DIFFERENT);
    scene_quiet(list);
    check_asked(&filter, "ABCDE");
    filter.names = "BCE";
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    iq_item items[] = {scene_item(source, 'A'), scene_item(source, 'C')};
    CHECK_OK(iq_edit_reload_items(edit, items, 1));
    CHECK_OK(iq_edit_reconfigure_items(edit, items + 1, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    scene_quiet(list);
    check_asked(&filter, "AC");
    SHOWS(list, "1 B C 2 D");
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    iq_section section = scene_section(source, '2');
    CHECK_OK(iq_edit_reload_sections(edit, &section, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    scene_quiet(list);
    check_asked(&filter, "DE");
    SHOWS(list, "1 B C 2 E");
    filter.names = "A";
    CHECK_OK(scene_try_set(source, "1 A B C 2 D E", &all));
    scene_quiet(list);
    check_asked(&filter, "ABCDE");
    SHOWS(list, "1 A 2");
    scene_end(source, list);
}

/* "`change` refers to the filter given before this one, whether or not that one took place." */
static void check_joined(void)
{
    static scene_filter filters[6];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B C D E F"), *list = filtered(source, 0);
    scene_filter_by(list, &filters[0], "ABCD", IQ_FILTER_DIFFERENT);
    scene_quiet(list);
    scene_filter_by(list, &filters[1], "ABC", IQ_FILTER_STRICTER);
    scene_filter_by(list, &filters[2], "AB", IQ_FILTER_STRICTER);
    scene_quiet(list);
    check_asked(&filters[1], "");
    check_asked(&filters[2], "ABCD");
    CHECK(filters[1].ended == 1 && filters[1].status == IQ_ERROR_SUPERSEDED && filters[1].destroyed == 1);
    scene_filter_by(list, &filters[3], "AE", IQ_FILTER_DIFFERENT);
    scene_filter_by(list, &filters[4], "A", IQ_FILTER_STRICTER);
    scene_quiet(list);
    check_asked(&filters[4], "ABCDEF");
    scene_filter_by(list, &filters[5], "ABF", IQ_FILTER_LOOSER);
    CHECK_OK(iq_list_cancel(list, filters[5].ticket));
    scene_quiet(list);
    SHOWS(list, "1 A");
    CHECK(filters[5].ended == 1 && filters[5].status == IQ_ERROR_CANCELLED && filters[5].destroyed == 1);
    CHECK(filters[5].calls == 0);
    CHECK_STATUS(iq_list_cancel(list, filters[5].ticket), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_cancel(list, 99), IQ_ERROR_NOT_FOUND);
    scene_end(source, list);
    CHECK(filters[4].destroyed == 1);
}

/* "The options' flags hold as they do there": EACH is not replaced; PLAIN; a full reload; thresholds of splices. */
static void check_options(void)
{
    static scene_filter filters[6];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B C D E F"), *list = filtered(source, 0);
    CHECK_OK(iq_list_set_events(list, SCENE_EVENTS));
    static const char *const names[] = {"ABC", "AB", "A"};
    for (size_t i = 0; i < 3; i++) {
        const iq_filter given = scene_function(&filters[i], IQ_FILTER_STRICTER);
        iq_submit_options options = scene_options(&filters[i], IQ_SUBMIT_HERE | IQ_SUBMIT_EACH);
        options.flags |= i == 1 ? IQ_SUBMIT_PLAIN : 0;
        options.animation = (uint32_t)i;
        filters[i].names = names[i];
        CHECK_OK(iq_list_set_filter(list, &given, &options, &filters[i].ticket));
    }
    SAYS(list, "update-3:1 update-1:2/plain/a1 update-1:3/a2");
    CHECK(filters[0].destroyed == 1 && filters[1].destroyed == 1 && filters[2].destroyed == 0);
    CHECK(filters[0].calls == 6 && filters[1].calls == 3 && filters[2].calls == 2);
    const iq_filter given = scene_function(&filters[3], IQ_FILTER_DIFFERENT);
    iq_submit_options options = scene_options(&filters[3], IQ_SUBMIT_RELOAD);
    filters[3].names = "ACE";
    CHECK_OK(iq_list_set_filter(list, &given, &options, &filters[3].ticket));
    while (filters[3].ended == 0) {
        scene_quiet(list);
    }
    SHOWS(list, "1 A C E");
    const iq_filter more = scene_function(&filters[4], IQ_FILTER_LOOSER);
    options = scene_options(&filters[4], IQ_SUBMIT_HERE);
    options.splice_threshold = 2;
    filters[4].names = "ABCDEF";
    CHECK_OK(iq_list_set_filter(list, &more, &options, &filters[4].ticket));
    SAYS(list, "update+3#:5");
    scene_end(source, list);
    CHECK(filters[4].destroyed == 1);
}

/* "Thresholds are the source's." */
static void check_thresholds(void)
{
    static scene_filter filter;
    const iq_list_options options = {.struct_size = sizeof options, .splice_threshold = 1};
    iq_list *source;
    filter = (scene_filter){0};
    CHECK_OK(iq_list_create(&options, &source));
    scene_set(source, "1 A B C D E");
    iq_list *list = filtered(source, 0);
    scene_filter_by(list, &filter, "ACE", IQ_FILTER_DIFFERENT);
    SAYS(list, "will:1 update-2#:1");
    SHOWS(list, "1 A C E");
    scene_end(source, list);
}

static unsigned a_poll_calls(iq_list *list, const scene_filter *filter)
{
    iq_event events[4] = {{.struct_size = sizeof events[0]}};
    size_t count;
    unsigned before = filter->calls;
    CHECK_OK(iq_list_poll(list, events, 4, &count));
    return filter->calls - before;
}

static iq_list *long_list(size_t count)
{
    iq_list *list;
    iq_key *keys = check_memory(malloc(count * sizeof *keys));
    for (size_t i = 0; i < count; i++) {
        keys[i] = iq_key_from_u64(i);
    }
    const iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys};
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    free(keys);
    return list;
}

/* The filter asks for the odd ones. */
static iq_filter odd(scene_filter *filter)
{
    iq_filter given = scene_function(filter, IQ_FILTER_DIFFERENT);
    if (scene_in_batches) {
        given.passes_batch = passes_odd_batch;
    } else {
        given.passes = passes_odd;
    }
    return given;
}

/* "At most 8,192 times a poll"; "is superseded by the next one until it takes place, also while `passes` is asked". */
static void check_slices(void)
{
    enum { ITEMS = 40000 };
    static scene_filter filters[2];
    memset(filters, 0, sizeof filters);
    iq_list *source = long_list(ITEMS), *list = filtered(source, 0);
    size_t items;
    for (size_t i = 0; i < 2; i++) {
        const iq_filter given = odd(&filters[i]);
        const iq_submit_options options = scene_options(&filters[i], 0);
        CHECK_OK(iq_list_set_filter(list, &given, &options, &filters[i].ticket));
        for (size_t polls = 0; filters[i].calls < (i == 0 ? 1 : ITEMS); polls++) {
            CHECK(a_poll_calls(list, &filters[i]) <= 8192 && polls < 1000000);
        }
        CHECK(i > 0 || filters[0].calls <= 8192);
    }
    CHECK(filters[0].ended == 1 && filters[0].status == IQ_ERROR_SUPERSEDED && filters[0].destroyed == 1);
    scene_quiet(list);
    CHECK_OK(iq_list_get_count(list, NULL, &items));
    CHECK(items == ITEMS / 2 && filters[1].calls == ITEMS && filters[1].ended == 1);
    scene_end(source, list);
}

/* A million items: a hundred filters, each of which supersedes the one before; the last one takes place. */
static void check_hundred(void)
{
    enum { FILTERS = 100 };
    static scene_filter filters[FILTERS];
    memset(filters, 0, sizeof filters);
    size_t size = (size_t)check_scaled(1000000), items;
    iq_list *source = long_list(size), *list = filtered(source, 0);
    unsigned ended = 0;
    for (size_t i = 0; i < FILTERS; i++) {
        const iq_filter given = odd(&filters[i]);
        const iq_submit_options options = scene_options(&filters[i], 0);
        CHECK_OK(iq_list_set_filter(list, &given, &options, &filters[i].ticket));
        CHECK(a_poll_calls(list, &filters[i]) <= 8192);
    }
    while (filters[FILTERS - 1].ended == 0) {
        CHECK(a_poll_calls(list, &filters[FILTERS - 1]) <= 8192);
    }
    for (size_t i = 0; i < FILTERS; i++) {
        ended += filters[i].ended;
        CHECK(filters[i].destroyed == (i < FILTERS - 1));
        CHECK(size < 20000 || filters[i].status == (i < FILTERS - 1 ? IQ_ERROR_SUPERSEDED : IQ_OK));
    }
    CHECK_OK(iq_list_get_count(list, NULL, &items));
    CHECK(items == size / 2 && ended == FILTERS && filters[FILTERS - 1].calls == size);
    scene_end(source, list);
    CHECK(filters[FILTERS - 1].destroyed == 1);
}

/* "From any thread." Threads give filters while another one polls, and the source changes. */
static iq_list *shared_list;
static scene_filter given_by[3][64];

static void *give(void *context)
{
    scene_filter *filters = context;
    for (size_t i = 0; i < 64; i++) {
        const iq_filter given = odd(&filters[i]);
        iq_submit_options options = scene_options(&filters[i], i % 3 ? 0 : IQ_SUBMIT_HERE);
        CHECK_OK(iq_list_set_filter(shared_list, &given, &options, NULL));
        if (i % 5 == 0) {
            iq_status status = iq_list_cancel(shared_list, 0);
            CHECK(status == IQ_OK || status == IQ_ERROR_STATE || status == IQ_ERROR_NOT_FOUND);
        }
    }
    return NULL;
}

static void check_threads(void)
{
    pthread_t threads[3];
    size_t count;
    memset(given_by, 0, sizeof given_by);
    iq_list *source = long_list(3000);
    shared_list = filtered(source, 0);
    for (size_t i = 0; i < 3; i++) {
        CHECK(pthread_create(&threads[i], NULL, give, given_by[i]) == 0);
    }
    for (size_t i = 0; i < 400; i++) {
        CHECK_OK(iq_list_poll(shared_list, NULL, 0, &count));
        scene_quiet(shared_list);
        if (i % 20 == 0) {
            iq_edit *edit;
            CHECK_OK(iq_edit_begin(source, NULL, &edit));
            CHECK_OK(iq_edit_delete_item_range(edit, scene_section(source, 0), i, 2));
            CHECK_OK(iq_edit_commit(edit, NULL, NULL));
            iq_edit_destroy(edit);
        }
    }
    for (size_t i = 0; i < 3; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    scene_end(source, shared_list);
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 64; j++) {
            CHECK(given_by[i][j].ended == 1 && given_by[i][j].destroyed == 1);
        }
    }
}

int main(void)
{
    scene_register();
    check_parents();
    check_bits();
    check_refused();
    check_options();
    check_thresholds();
    for (int i = 0; i < 2; i++) {
        scene_in_batches = i == 1;
        check_everything();
        check_waiting();
        check_who_is_asked();
        check_marks();
        check_joined();
        check_slices();
        check_hundred();
        check_threads();
    }
    CHECK_OK(iq_memory_trim());
    return 0;
}
