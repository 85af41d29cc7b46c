/*
 * sorted_no_memory.c - each allocation of a life of sorted and grouped lists fails once, or all from one on do: in giving orders,
 * in polls that ask, sort and follow the source, and in commits of the source. What fails changes nothing, and the next
 * poll catches up: in the end the lists show what they show where nothing fails.
 *
 *     source ──► sorted ──► filter          a step is a call; after each, all lists are polled
 *            └─► grouped
 */
#include "failing.h"
#include "scene_order.h"

#include <string.h>

enum { ORDERS = 8 };

static struct {
    iq_list *source, *sorted, *filter, *grouped;
    scene_order orders[ORDERS];
    scene_order *given; /* by the step */
} self;

/* Until nothing is left to do: polls that only ask hand out nothing. */
static void poll_all(void)
{
    iq_list *const lists[] = {self.sorted, self.filter, self.grouped};
    for (size_t i = 0; i < 3; i++) {
        for (size_t polls = 0; lists[i] && scene_is_readable(lists[i]); polls++) {
            iq_event events[3] = {{.struct_size = sizeof events[0]}};
            size_t count;
            CHECK(polls < 200);
            iq_status status = iq_list_poll(lists[i], events, 3, &count);
            CHECK(status == IQ_OK || status == IQ_ERROR_NO_MEMORY);
            if (status == IQ_ERROR_NO_MEMORY) {
                failing_disarm();
            }
        }
    }
}

/* ---- steps */

static iq_status make_source(void)
{
    iq_status status = self.source ? IQ_OK : iq_list_create(NULL, &self.source);
    return status ? status : scene_try_set(self.source, "1 A B C D 2 E F G", NULL);
}

static iq_status derive(iq_list *from, uint32_t how, iq_list **list)
{
    const iq_derive_options options = derive_options(how);
    return iq_list_derive(from, &options, list);
}

static iq_status make_sorted(void)
{
    return derive(self.source, AS_SORTED, &self.sorted);
}

static iq_status make_filter(void)
{
    return derive(self.sorted, AS_FILTER, &self.filter);
}

static iq_status make_grouped(void)
{
    return derive(self.source, AS_GROUPED | IQ_DERIVE_COUNTS, &self.grouped);
}

static iq_status listen(void)
{
    iq_status status = iq_list_set_selection(self.sorted, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS);
    status = status ? status : iq_list_set_events(self.sorted, SCENE_EVENTS);
    return status ? status : iq_list_set_events(self.filter, SCENE_EVENTS);
}

static iq_status give_to(iq_list *list, size_t number, scene_order order)
{
    self.given = &self.orders[number];
    *self.given = order;
    return scene_try_order(list, self.given, number % 2 ? 0 : IQ_SUBMIT_HERE);
}

static iq_status give(size_t number, scene_order order)
{
    return give_to(self.sorted, number, order);
}

static iq_status group(void)
{
    return give_to(self.grouped, 6, (scene_order){.ranks = "H G F E D C B A", .groups = "1ABH 2CD 3EF",
                                                  .starred_groups = "2ABH 1CD 4EF", .batch = 2});
}

static iq_status group_again(void)
{
    return give_to(self.grouped, 7, (scene_order){.ranks = "A B C D E F G H", .groups = "5ACEGH 6BDF"});
}

static iq_status order_by_rank(void)
{
    return give(0, (scene_order){.ranks = "H D C B A G F E", .starred = "A", .batch = 3});
}

static iq_status order_by_compare(void)
{
    return give(1, (scene_order){.ranks = "ABCD EFGH", .finer = "G F E D C B A H"});
}

static iq_status order_deep(void)
{
    return give(2, (scene_order){.ranks = "ABC DEFGH", .deeper = "C B A H G F E D", .flags = IQ_ORDER_DEEP});
}

static iq_status order_kept(void)
{
    return give(3, (scene_order){.ranks = "ABC DEFGH", .deeper = "C B A H G F E D",
                                 .flags = IQ_ORDER_DEEP | IQ_ORDER_KEEP_RANKS | IQ_ORDER_DESCENDING});
}

static iq_status order_frozen(void)
{
    return give(4, (scene_order){.ranks = "H G F E D C B A", .flags = IQ_ORDER_FROZEN});
}

static iq_status order_at_last(void)
{
    return give(5, (scene_order){.ranks = "A B C D E F G H"});
}

static iq_status select_some(void)
{
    const iq_key keys[] = {scene_key('A'), scene_key('G')};
    size_t missing;
    return iq_list_set_key_states(self.sorted, NULL, keys, 2, IQ_STATE_SELECTED, 0, &missing);
}

static iq_status change_one(void)
{
    return scene_try_set(self.source, "1 A* B C D 2 E F G", NULL);
}

static iq_status change_many(void)
{
    return scene_try_set(self.source, "1 G A B 2 H E* F C", NULL);
}

static iq_status change_back(void)
{
    return scene_try_set(self.source, "1 A B C D 2 E F G", NULL);
}

static iq_status add_one(void)
{
    return scene_try_set(self.source, "1 H A B* C D 2 E F G", NULL);
}

static iq_status lose_source(void)
{
    iq_list_destroy(self.source);
    self.source = NULL;
    return IQ_OK;
}

/* What sorted list and filter show after a step, and the groups. */
typedef struct step {
    iq_status (*call)(void);
    const char *shown, *groups;
} step;

static const step steps[] = {
    {make_source, 0, 0},
    {make_sorted, 0, 0},
    {make_filter, "1 A B C D 2 E F G", 0},
    {make_grouped, 0, ""},
    {listen, 0, 0},
    {select_some, 0, 0},
    {group, 0, "1 B A 2 D C 3 F E 9 G"},
    {order_by_rank, "1 D C B A 2 G F E", 0},
    {change_one, "1 A* D C B 2 G F E", "1 B 2 D C A* 3 F E 9 G"},
    {change_many, "1 B A G 2 H C F E*", "1 H B A 2 C 3 F 4 E* 9 G"},
    {group_again, 0, "5 A C E* G H 6 B F"},
    {order_by_compare, "1 B A G 2 C F E* H", 0},
    {change_back, "1 D C B A 2 G F E", 0},
    {order_deep, "1 C B A D 2 G F E", 0},
    {change_many, "1 B A G 2 C H F E*", 0},
    {order_kept, "1 G A B 2 E* F H C", 0},
    {change_back, "1 D A B C 2 E F G", 0},
    {order_frozen, "1 D C B A 2 G F E", 0},
    {add_one, "1 H D C B* A 2 G F E", "5 A C E G H 6 B* D F"},
    {lose_source, 0, 0},
    {order_at_last, "1 A B* C D H 2 E F G", 0},
};

/* An order that failed, as a submission does, is given again. */
static void do_step(const step *of)
{
    self.given = NULL;
    iq_status status = of->call();
    if (status == IQ_ERROR_NO_MEMORY) {
        CHECK(!self.given || (self.given->ended == 0 && self.given->destroyed == 0));
        failing_disarm();
        status = of->call();
    }
    CHECK_OK(status);
    poll_all();
    if (self.given && self.given->ended && self.given->status != IQ_OK) {
        CHECK_STATUS(self.given->status, IQ_ERROR_NO_MEMORY);
        CHECK(self.given->destroyed == 1);
        failing_disarm();
        CHECK_OK(of->call());
        poll_all();
    }
    CHECK(!self.given || (self.given->ended == 1 && self.given->status == IQ_OK));
    if (of->shown) {
        failing_pause(true);
        SHOWS(self.sorted, of->shown);
        SHOWS(self.filter, of->shown);
        failing_pause(false);
    }
    if (of->groups) {
        failing_pause(true);
        SHOWS(self.grouped, of->groups);
        failing_pause(false);
    }
}

static bool live(uint64_t nth, bool for_good)
{
    memset(&self, 0, sizeof self);
    failing_arm(nth, for_good);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        do_step(&steps[i]);
    }
    failing_pause(true);
    CHECK(scene_states_of(self.sorted, 'A') == IQ_STATE_SELECTED);
    failing_pause(false);
    bool has_failed = failing_disarm();
    failing_arm(1, true);
    iq_list_destroy(self.sorted);
    iq_list_destroy(self.filter);
    iq_list_destroy(self.grouped);
    failing_disarm();
    for (size_t i = 0; i < ORDERS; i++) {
        CHECK(self.orders[i].ended == 1 && self.orders[i].destroyed == 1);
    }
    return has_failed;
}

int main(void)
{
    failing_install();
    scene_register();
    CHECK_OK(iq_memory_trim());
    size_t bytes = iq_memory_used();
    for (int for_good = 0; for_good < 2; for_good++) {
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
