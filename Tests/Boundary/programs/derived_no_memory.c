/*
 * derived_no_memory.c - each allocation of a life of derived lists fails once, or all from one on do: in deriving them,
 * in calls on them, in polls that follow the source, in commits of the source, and in searches by key once the source
 * is gone. What fails changes nothing, and the next poll catches up: whatever failed, the lists show in the end what
 * they show where nothing fails.
 *
 *     source ──► outline ──► filter          a step is a call; after each, all lists are polled
 *            └─► filter
 */
#include "failing.h"
#include "scene.h"

#include <string.h>

enum { FILTERS = 8 };

static struct {
    iq_list *source, *outline, *below, *filter;
    iq_edit *edit;
    scene_filter filters[FILTERS];
    scene_filter *given; /* by the step */
} self;

/* Two calls. */
static iq_status refill(void);

/* Repeats what has failed, without a failure. */
static iq_status attempt(iq_status (*step)(void))
{
    uint64_t version = self.source ? scene_version(self.source) : 0;
    iq_status status = step();
    if (status == IQ_ERROR_NO_MEMORY) {
        CHECK(version == 0 || step == refill || scene_version(self.source) == version);
        failing_disarm();
        status = step();
    }
    return status;
}

static void try_poll(iq_list *list)
{
    iq_event events[3] = {{.struct_size = sizeof events[0]}};
    size_t count = 1;
    for (int polls = 0; polls < 64 && count > 0; polls++) {
        iq_status status = iq_list_poll(list, events, 3, &count);
        CHECK(status == IQ_OK || status == IQ_ERROR_NO_MEMORY);
        if (status == IQ_ERROR_NO_MEMORY) {
            failing_disarm();
            count = 1;
        }
    }
    CHECK(count == 0);
}

/* ---- steps */

static iq_status make_source(void)
{
    iq_status status = self.source ? IQ_OK : iq_list_create(NULL, &self.source);
    return status ? status : scene_try_set(self.source, "1 A B1 C2 D1 E+ 2 F G1", NULL);
}

static iq_status derive(iq_list *source, uint32_t flags, iq_list **list)
{
    const iq_derive_options options = derive_options(flags);
    return iq_list_derive(source, &options, list);
}

static iq_status make_outline(void)
{
    return derive(self.source, IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_DROP_EMPTY_SECTIONS, &self.outline);
}

static iq_status make_below(void)
{
    return derive(self.outline, AS_FILTER | IQ_DERIVE_KEEP_PARENTS, &self.below);
}

static iq_status make_filter(void)
{
    return derive(self.source, AS_FILTER, &self.filter);
}

static iq_status listen(void)
{
    iq_list *lists[] = {self.outline, self.below, self.filter};
    iq_status status = IQ_OK;
    for (size_t i = 0; i < 3; i++) {
        status = status ? status : iq_list_set_selection(lists[i], IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS);
        status = status ? status : iq_list_set_events(lists[i], SCENE_EVENTS);
    }
    return status;
}

static iq_status set_states(iq_list *list, const char *names, uint32_t states, uint32_t flags)
{
    iq_item items[8];
    size_t count = strlen(names);
    for (size_t i = 0; i < count; i++) {
        items[i] = scene_item(list, names[i]);
    }
    return iq_list_set_states(list, items, count, states, flags);
}

static iq_status expand_a(void)
{
    return set_states(self.outline, "A", IQ_STATE_EXPANDED, 0);
}

static iq_status expand_b(void)
{
    return set_states(self.outline, "B", IQ_STATE_EXPANDED, 0);
}

static iq_status expand_e(void)
{
    return set_states(self.outline, "E", IQ_STATE_EXPANDED, 0);
}

static iq_status collapse_e(void)
{
    return set_states(self.outline, "E", IQ_STATE_EXPANDED, IQ_SET_OFF);
}

static iq_status select_some(void)
{
    iq_status status = set_states(self.outline, "BD", IQ_STATE_SELECTED | IQ_STATE_HOST, 0);
    return status ? status : set_states(self.filter, "CF", IQ_STATE_SELECTED | IQ_STATE_FOCUSED, 0);
}

static iq_status give(iq_list *list, size_t number, const char *names, uint32_t change)
{
    scene_filter *filter = &self.filters[number];
    const iq_filter given = scene_function(filter, change);
    const iq_submit_options options = scene_options(filter, IQ_SUBMIT_HERE);
    *filter = (scene_filter){.names = names};
    self.given = filter;
    return iq_list_set_filter(list, &given, &options, &filter->ticket);
}

static iq_status filter_one(void)
{
    return give(self.filter, 0, "ABDFG", IQ_FILTER_DIFFERENT);
}

static iq_status filter_two(void)
{
    return give(self.filter, 1, "AB", IQ_FILTER_STRICTER);
}

static iq_status filter_three(void)
{
    return give(self.below, 3, "BDE", IQ_FILTER_DIFFERENT);
}

static iq_status filter_bits(void)
{
    const uint64_t bits[1] = {0x55};
    const iq_filter given = {.struct_size = sizeof given, .bits = bits, .version = scene_version(self.source)};
    const iq_submit_options options = scene_options(&self.filters[5], IQ_SUBMIT_HERE);
    self.filters[5] = (scene_filter){0};
    self.given = &self.filters[5];
    return iq_list_set_filter(self.filter, &given, &options, &self.filters[5].ticket);
}

static iq_status change_source(void)
{
    return scene_try_set(self.source, "1 H D1 A* B1 C2 I1 E+ 3 J 2 G1 F", NULL);
}

static iq_status begin(void)
{
    return iq_edit_begin(self.source, NULL, &self.edit);
}

static iq_status insert_children(void)
{
    const iq_key key = scene_key('K');
    const uint64_t content = 1;
    void *const model = scene_model('K', content);
    const iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key, .contents = &content,
                              .models = &model};
    return iq_edit_insert_children(self.edit, scene_item(self.source, 'E'), 0, &items);
}

static iq_status delete_one(void)
{
    iq_item item = scene_item(self.source, 'C');
    return iq_edit_delete_items(self.edit, &item, 1);
}

static iq_status commit(void)
{
    iq_status status = iq_edit_commit(self.edit, NULL, NULL);
    if (status == IQ_OK) {
        iq_edit_destroy(self.edit);
        self.edit = NULL;
    }
    return status;
}

static iq_status refill(void)
{
    iq_status status = scene_try_set(self.source, "", NULL);
    return status ? status : scene_try_set(self.source, "1 A* B1 D1 E+ 3 J 2 F G1", NULL);
}

static iq_status lose_source(void)
{
    iq_list_destroy(self.source);
    self.source = NULL;
    return IQ_OK;
}

/* The first search makes the index. C is no item of the version, F is hidden by the filters alone. */
static iq_status find(void)
{
    iq_list *const lists[] = {self.below, self.outline, self.filter};
    static const char names[] = "AEFC", *const shown[] = {"AE", "AEF", "A"};
    for (size_t i = 0; i < 3; i++) {
        for (const char *name = names; *name; name++) {
            iq_item item;
            iq_status status = iq_list_find_item(lists[i], NULL, scene_key(*name), &item);
            if (status == IQ_ERROR_NO_MEMORY) {
                return status;
            }
            CHECK_STATUS(status, strchr(shown[i], *name) ? IQ_OK : IQ_ERROR_NOT_FOUND);
        }
    }
    return IQ_OK;
}

static iq_status select_hidden(void)
{
    const iq_key keys[] = {scene_key('C'), scene_key('F')};
    size_t missing = 1;
    iq_status status = iq_list_set_key_states(self.filter, NULL, keys, 2, IQ_STATE_HOST, 0, &missing);
    CHECK(missing == 1);
    return status;
}

/* What the three lists show after a step: only after some. */
typedef struct step {
    iq_status (*call)(void);
    const char *outline, *below, *filter;
} step;

static const step makers[] = {{make_source, 0, 0, 0}, {make_outline, 0, 0, 0}, {make_below, 0, 0, 0},
                              {make_filter, 0, 0, 0}, {listen, 0, 0, 0}};

static const step steps[] = {
    {expand_a, "1 A B1 D1 E+ 2 F", "1 A B1 D1 E+ 2 F", "1 A B1 C2 D1 E+ 2 F G1"},
    {expand_b, "1 A B1 C2 D1 E+ 2 F", 0, 0},
    {select_some, 0, 0, 0},
    {filter_one, 0, 0, "1 A B1 D1 2 F G1"},
    {filter_two, 0, 0, "1 A B1 2"},
    {filter_three, 0, "1 A B1 D1 E+ 2", 0},
    {expand_e, "1 A E+ 2 F", "1 E+ 2", 0},
    {change_source, "1 H A* E+ 3 J 2 G1 F", "1 E+ 3 2", "1 A* B1 3 2"},
    {begin, 0, 0, 0},
    {insert_children, "1 H A* E+ 3 J 2 G1 F", 0, 0},
    {delete_one, "1 H A* E+ 3 J 2 G1 F", 0, 0},
    {commit, "1 H A* E+ K1 3 J 2 G1 F", "1 E+ 3 2", "1 A* B1 3 2"},
    {filter_bits, 0, 0, "1 H A* I1 K1 3 2"},
    {collapse_e, "1 H A* E+ 3 J 2 G1 F", 0, 0},
    {expand_a, "1 H A* B1 I1 E+ 3 J 2 G1 F", "1 A* B1 E+ 3 2", 0},
    {refill, "1 A* B1 D1 E+ 3 J 2 F", "1 A* B1 D1 E+ 3 2", "1 A* 3 2"},
    {lose_source, 0, 0, 0},
    {find, 0, 0, 0},
    {select_hidden, 0, 0, 0},
    {filter_one, "1 A* B1 D1 E+ 3 J 2 F", "1 A* B1 D1 E+ 3 2", "1 A* B1 D1 3 2 F G1"},
};

static void check_shown(const step *of)
{
    failing_pause(true);
    if (of->outline) {
        SHOWS(self.outline, of->outline);
    }
    if (of->below) {
        SHOWS(self.below, of->below);
    }
    if (of->filter) {
        SHOWS(self.filter, of->filter);
    }
    failing_pause(false);
}

static void poll_all(void)
{
    try_poll(self.outline);
    try_poll(self.below);
    try_poll(self.filter);
}

/* A filter that failed, as a submission does, is given again. */
static void do_step(const step *of)
{
    self.given = NULL;
    CHECK_OK(attempt(of->call));
    poll_all();
    if (self.given && self.given->ended && self.given->status != IQ_OK) {
        CHECK_STATUS(self.given->status, IQ_ERROR_NO_MEMORY);
        CHECK(self.given->destroyed == (self.given->names != NULL));
        failing_disarm();
        CHECK_OK(of->call());
        poll_all();
    }
    CHECK(!self.given || (self.given->ended == 1 && self.given->status == IQ_OK));
    check_shown(of);
}

static bool live(uint64_t nth, bool for_good)
{
    memset(&self, 0, sizeof self);
    failing_arm(nth, for_good);
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        CHECK_OK(attempt(makers[i].call));
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        do_step(&steps[i]);
    }
    CHECK(scene_states_of(self.filter, 'F') & IQ_STATE_HOST);
    CHECK(scene_states_of(self.outline, 'B') == (IQ_STATE_SELECTED | IQ_STATE_HOST | IQ_STATE_EXPANDED));
    bool has_failed = failing_disarm();
    failing_arm(1, true);
    iq_list_destroy(self.filter);
    iq_list_destroy(self.source);
    iq_list_destroy(self.below);
    iq_list_destroy(self.outline);
    failing_disarm();
    for (size_t i = 0; i < FILTERS; i++) {
        const scene_filter *filter = &self.filters[i];
        CHECK(filter->ended == (filter->ticket != 0) && filter->destroyed == (filter->names != NULL));
    }
    return has_failed;
}

/* ---- accordions */

/* The source makes two expanded items siblings, and an allocation of the poll that follows fails: one of them is
 * collapsed all the same, if not by that poll then by the next. Returns whether it failed. */
static bool join_siblings(uint64_t nth, uint32_t events)
{
    size_t expanded;
    iq_list *source = scene_source("1 A B1 C D1 E2"), *list = scene_derive(source, IQ_DERIVE_EXCLUSIVE);
    CHECK_OK(iq_list_set_events(list, events));
    scene_expand(list, "C");
    scene_quiet(list);
    scene_expand(list, "D");
    scene_quiet(list);
    scene_set(source, "1 A B1 C D E1");
    failing_arm(nth, false);
    try_poll(list);
    bool has_failed = failing_disarm();
    try_poll(list);
    CHECK_OK(iq_list_find_keys_in_state(list, IQ_STATE_EXPANDED, 0, NULL, NULL, 0, &expanded));
    CHECK(expanded == 1 && scene_states_of(list, 'C') == IQ_STATE_EXPANDED);
    SHOWS(list, "1 A C D");
    scene_end(source, list);
    return has_failed;
}

static void check_accordions(void)
{
    uint64_t nth = 1;
    for (; join_siblings(nth, 0); nth++) {
    }
    CHECK(nth > 10);
    for (nth = 1; join_siblings(nth, SCENE_EVENTS); nth++) {
    }
    CHECK(nth > 10);
}

int main(void)
{
    failing_install();
    scene_register();
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    check_accordions();
    for (int for_good = 0; for_good < 2; for_good++) {
        scene_in_batches = for_good;
        uint64_t nth = 1, stride = 100 / (check_scaled(100) < 100 ? check_scaled(100) : 100);
        for (check_seed = nth; live(nth, for_good); check_seed = nth) {
            nth += stride;
        }
        CHECK(nth > 100);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == bytes);
    return 0;
}
