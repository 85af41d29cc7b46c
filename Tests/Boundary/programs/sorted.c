/*
 * sorted.c - sorted lists, sentence by sentence: who is asked and how often, what a failing function leaves, batches,
 * frozen orders, tickets, holds, and what callbacks may do. The words are those of scene.h and scene_order.h.
 */
#include "host_memory.h"
#include "scene_order.h"

#include <limits.h>
#include <string.h>

static iq_status poll_once(iq_list *list)
{
    iq_event events[8] = {{.struct_size = sizeof events[0]}};
    size_t count;
    return iq_list_poll(list, events, 8, &count);
}

/* Until all is answered: polls that only ask hand out nothing. */
static void settle(iq_list *list)
{
    for (size_t polls = 0; scene_is_readable(list); polls++) {
        CHECK(polls < 1000);
        CHECK_OK(poll_once(list));
    }
}

static void delete_item(iq_list *list, char name)
{
    iq_edit *edit;
    iq_item item = scene_item(list, name);
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_edit_delete_items(edit, &item, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

/* ---- ranks */

/* Ranks of all kinds of numbers and of bytes: in the order of these, high and low as one number. */
static bool less(iq_rank a, iq_rank b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static bool equal(iq_rank a, iq_rank b)
{
    return a.high == b.high && a.low == b.low;
}

static void check_ranks(void)
{
    static const int64_t integers[] = {INT64_MIN, INT64_MIN + 1, -2, -1, 0, 1, 2, INT64_MAX};
    static const uint64_t naturals[] = {0, 1, 2, UINT64_C(1) << 63, UINT64_MAX};
    const double numbers[] = {-1.0 / 0.0, -1e300, -1, -1e-300, 0, 1e-300, 1, 2, 1e300, 1.0 / 0.0, 0.0 / 0.0};
    for (size_t i = 1; i < sizeof integers / sizeof *integers; i++) {
        CHECK(less(iq_rank_from_signed(integers[i - 1]), iq_rank_from_signed(integers[i])));
    }
    for (size_t i = 1; i < sizeof naturals / sizeof *naturals; i++) {
        CHECK(less(iq_rank_from_unsigned(naturals[i - 1]), iq_rank_from_unsigned(naturals[i])));
    }
    for (size_t i = 1; i < sizeof numbers / sizeof *numbers; i++) {
        CHECK(less(iq_rank_from_double(numbers[i - 1]), iq_rank_from_double(numbers[i])));
    }
    CHECK(equal(iq_rank_from_double(-0.0), iq_rank_from_double(0.0)));
    CHECK(equal(iq_rank_from_double(-(0.0 / 0.0)), iq_rank_from_double(0.0 / 0.0)));
}

static void check_bytes(void)
{
    static const char *const words[] = {"", "a", "a\x01", "ab", "b", "\x80", "\xff"};
    for (size_t i = 1; i < sizeof words / sizeof *words; i++) {
        iq_rank before = iq_rank_from_bytes(words[i - 1], strlen(words[i - 1]), 0);
        CHECK(less(before, iq_rank_from_bytes(words[i], strlen(words[i]), 0)));
    }
    const char *text = "0123456789abcdefXY";
    const iq_rank none = {0, 0};
    CHECK(equal(iq_rank_from_bytes(text, 18, 0), iq_rank_from_bytes(text, 16, 0)));
    CHECK(equal(iq_rank_from_bytes(text, 18, 1), iq_rank_from_bytes("XY", 2, 0)));
    CHECK(equal(iq_rank_from_bytes(text, 16, 1), none) && equal(iq_rank_from_bytes(text, 18, 2), none));
    CHECK(equal(iq_rank_from_bytes(text, 18, UINT32_MAX), none) && equal(iq_rank_from_bytes(NULL, 0, 0), none));
    iq_rank one = iq_rank_from_bytes("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10", 16, 0);
    CHECK(one.high == UINT64_C(0x0102030405060708) && one.low == UINT64_C(0x090a0b0c0d0e0f10));
}

/* ---- orders */

/* "The first order is the source's"; one update with the fewest moves, one ticket; NULL is the source's again. */
static void check_orders(void)
{
    static scene_order orders[3];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source("1 A B C D 2 E F"), *list = scene_derive(source, AS_SORTED);
    CHECK_OK(iq_list_set_events(list, SCENE_EVENTS | IQ_EVENT_WILL_UPDATE));
    SHOWS(list, "1 A B C D 2 E F");
    SAYS(list, "");
    CHECK(!scene_is_readable(list));
    iq_item item = scene_item(list, 'D');
    scene_states(list, "D", IQ_STATE_SELECTED, 0);
    settle(list);
    orders[0] = (scene_order){.ranks = "D A B C F E"};
    scene_order_by(list, &orders[0]);
    CHECK(scene_is_readable(list));
    SHOWS(list, "1 A B C D 2 E F");
    SAYS(list, "will:1 update~2:1");
    SHOWS(list, "1 D A B C 2 F E");
    ASKED(&orders[0], "ABCDEF", "");
    CHECK(orders[0].ended == 1 && orders[0].status == IQ_OK && orders[0].destroyed == 0 && orders[0].calls == 1);
    CHECK(scene_item(list, 'D').id == item.id && scene_states_of(list, 'D') == IQ_STATE_SELECTED);
    orders[1] = (scene_order){.ranks = "D A BC F E", .flags = IQ_ORDER_DESCENDING};
    scene_order_by(list, &orders[1]);
    settle(list);
    /* What is equal stays in the source's order, also descending. */
    SHOWS(list, "1 B C A D 2 E F");
    CHECK(orders[0].destroyed == 1);
    CHECK_OK(iq_list_set_order(list, NULL, NULL, NULL));
    settle(list);
    SHOWS(list, "1 A B C D 2 E F");
    CHECK(orders[1].destroyed == 1);
    orders[2] = (scene_order){.ranks = "A B C D E F"};
    scene_order_by(list, &orders[2]);
    SAYS(list, "will:4 update:4=");
    scene_end(source, list);
    CHECK(orders[2].destroyed == 1);
}

/* Without `ask` all are equal; `compare` alone sorts as well. */
static void check_compare(void)
{
    static scene_order orders[4];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source("1 A B C D"), *list = scene_derive(source, AS_SORTED);
    orders[0] = (scene_order){.finer = "D C B A"};
    iq_order given = scene_order_given(&orders[0]);
    given.ask = NULL;
    CHECK_OK(iq_list_set_order(list, &given, NULL, NULL));
    settle(list);
    SHOWS(list, "1 D C B A");
    orders[1] = (scene_order){.ranks = "AC BD", .finer = "D C B A"};
    scene_order_by(list, &orders[1]);
    settle(list);
    SHOWS(list, "1 C A D B");
    CHECK(orders[1].compared == 2);
    orders[2] = (scene_order){.ranks = "AC BD", .finer = "D C B A", .flags = IQ_ORDER_DESCENDING};
    scene_order_by(list, &orders[2]);
    settle(list);
    SHOWS(list, "1 B D A C");
    /* "Then `compare` decides between equal ones": those that their bytes leave equal. */
    orders[3] = (scene_order){.ranks = "ABCD", .deeper = "BCD A", .finer = "D C B A", .flags = IQ_ORDER_DEEP};
    scene_order_by(list, &orders[3]);
    settle(list);
    SHOWS(list, "1 D C B A");
    CHECK(strlen(orders[3].asked) == 4 && orders[3].compared > 0);
    scene_end(source, list);
}

/* "Of items that were equal so far": an item that has no equal is not asked about deeper. */
static void check_deep(void)
{
    static scene_order order;
    order = (scene_order){.ranks = "A BC D", .deeper = "C B", .flags = IQ_ORDER_DEEP};
    iq_list *source = scene_source("1 A B C D"), *list = scene_derive(source, AS_SORTED);
    scene_order_by(list, &order);
    settle(list);
    SHOWS(list, "1 A C B D");
    ASKED(&order, "ABCD", "BC");
    scene_set(source, "1 A* B C D");
    settle(list);
    ASKED(&order, "A", "");
    scene_end(source, list);
}

/* ---- who is asked */

/* "When it is new, when its content, class, level or model has changed, and when it was marked": once each. */
static void check_asked(void)
{
    static scene_order order;
    order = (scene_order){.ranks = "D C B A", .starred = "B"};
    iq_edit *edit;
    iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, AS_SORTED);
    scene_order_by(list, &order);
    settle(list);
    SHOWS(list, "1 C B A");
    ASKED(&order, "ABC", "");
    scene_set(source, "1 A B C D");
    SAYS(list, "update+1");
    ASKED(&order, "D", "");
    SHOWS(list, "1 D C B A");
    scene_set(source, "1 A B* C D");
    SAYS(list, "update~1*1");
    ASKED(&order, "B", "");
    SHOWS(list, "1 B* D C A");
    scene_set(source, "1 A+ B* C D");
    settle(list);
    ASKED(&order, "A", "");
    /* Nobody is asked about what only moves, between sections or within one, or goes. */
    scene_set(source, "1 D C A+ B*");
    settle(list);
    scene_set(source, "1 B* A+ D 2 C");
    settle(list);
    ASKED(&order, "", "");
    SHOWS(list, "1 B* D A+ 2 C");
    delete_item(source, 'A');
    SAYS(list, "update-1");
    ASKED(&order, "", "");
    iq_item marked[] = {scene_item(source, 'D'), scene_item(source, 'C')};
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    CHECK_OK(iq_edit_reload_items(edit, &marked[0], 1));
    CHECK_OK(iq_edit_reconfigure_items(edit, &marked[1], 1));
    SAYS(list, "");
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    SAYS(list, "update*1!1");
    ASKED(&order, "CD", "");
    /* An edit that is abandoned asks nobody. */
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    CHECK_OK(iq_edit_reload_items(edit, &marked[0], 1));
    iq_edit_destroy(edit);
    settle(list);
    ASKED(&order, "", "");
    scene_end(source, list);
}

/* ---- batches */

static size_t pending_of(const iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    return info.pending;
}

/* "Items that polls have still to ask a filter or an order about, as of the last poll: 1 at least while something is left
 * to ask." */
static void check_pending(void)
{
    static scene_order orders[3];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source("1 A B C D E"), *list = scene_derive(source, AS_SORTED);
    orders[0] = (scene_order){.ranks = "ABCDE", .finer = "E D C B A", .batch = 2};
    scene_order_by(list, &orders[0]);
    CHECK(pending_of(list) == 0);
    CHECK_OK(poll_once(list));
    CHECK(pending_of(list) == 3);
    /* The last item, and then comparisons, two a poll. */
    CHECK_OK(poll_once(list));
    size_t polls = 0;
    while (pending_of(list) > 0) {
        CHECK(pending_of(list) == 1);
        SHOWS(list, "1 A B C D E");
        CHECK_OK(poll_once(list));
        polls++;
    }
    CHECK(polls >= 3 && orders[0].compared > 4);
    SHOWS(list, "1 E D C B A");
    /* What the source brings, and an order that is cancelled meanwhile. */
    scene_set(source, "1 A* B* C* D E");
    CHECK_OK(poll_once(list));
    CHECK(pending_of(list) == 1);
    settle(list);
    CHECK(pending_of(list) == 0);
    orders[1] = (scene_order){.ranks = "A B C D E", .batch = 2};
    scene_order_by(list, &orders[1]);
    CHECK_OK(poll_once(list));
    CHECK(pending_of(list) == 3);
    CHECK_OK(iq_list_cancel(list, orders[1].ticket));
    CHECK(pending_of(list) == 0);
    settle(list);
    scene_end(source, list);
}

/* "At most `batch` items a poll. The source's version that is being asked about is held until all of it is answered;
 * newer ones wait, so that it ends however fast the source changes." */
static void check_batches(void)
{
    static scene_order orders[2];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source("1 A B C D E"), *list = scene_derive(source, AS_SORTED);
    orders[0] = (scene_order){.ranks = "I H G F E D C B A", .batch = 2};
    scene_order_by(list, &orders[0]);
    for (size_t asked = 2; asked <= 4; asked += 2) {
        CHECK_OK(poll_once(list));
        CHECK(strlen(orders[0].asked) == asked && scene_is_readable(list));
        SHOWS(list, "1 A B C D E");
    }
    /* Another version that comes meanwhile waits. */
    scene_set(source, "1 A B C D E F G H I");
    settle(list);
    ASKED(&orders[0], "ABCDEFGHI", "");
    SHOWS(list, "1 I H G F E D C B A");
    CHECK(orders[0].ended == 1);
    /* The source changes before each poll, and more than a batch: the list gets on all the same. */
    size_t updates = 0;
    for (size_t i = 0; i < 40; i++) {
        iq_event events[8] = {{.struct_size = sizeof events[0]}};
        size_t count;
        scene_set(source, i % 2 ? "1 A B C D E F G H I" : "1 A* B* C* D* E* F* G* H* I*");
        CHECK_OK(iq_list_poll(list, events, 8, &count));
        for (size_t e = 0; e < count; e++) {
            updates += events[e].kind == IQ_EVENT_UPDATE;
        }
    }
    CHECK(updates >= 3);
    /* And an order that is given meanwhile has its turn. */
    orders[1] = (scene_order){.ranks = "A B C D E F G H I", .batch = 2};
    scene_order_by(list, &orders[1]);
    for (size_t i = 0; i < 40 && !orders[1].ended; i++) {
        scene_set(source, i % 2 ? "1 A B C D E F G H I" : "1 A* B* C* D* E* F* G* H* I*");
        CHECK_OK(poll_once(list));
    }
    CHECK(orders[1].ended == 1 && orders[1].status == IQ_OK);
    scene_end(source, list);
}

/* ---- failures */

/* "A callback that returns not 0 ends the poll with IQ_ERROR_CALLBACK. Nothing has changed, answers are kept, and the
 * next poll asks for the rest." */
static void check_failures(void)
{
    static scene_order orders[2];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source("1 A B C D"), *list = scene_derive(source, AS_SORTED);
    orders[0] = (scene_order){.ranks = "D C B A", .batch = 2};
    scene_order_by(list, &orders[0]);
    CHECK_OK(poll_once(list));
    ASKED(&orders[0], "AB", "");
    orders[0].fails = 5;
    for (size_t i = 0; i < 3; i++) {
        CHECK_STATUS(poll_once(list), IQ_ERROR_CALLBACK);
        CHECK(scene_is_readable(list) && orders[0].ended == 0);
        SHOWS(list, "1 A B C D");
    }
    orders[0].fails = 0;
    settle(list);
    ASKED(&orders[0], "CD", "");
    SHOWS(list, "1 D C B A");
    CHECK(orders[0].status == IQ_OK && orders[0].ended == 1);
    orders[0].fails = -1;
    scene_set(source, "1 A B C D E");
    CHECK_STATUS(poll_once(list), IQ_ERROR_CALLBACK);
    SHOWS(list, "1 D C B A");
    /* Another order replaces one that fails. */
    orders[1] = (scene_order){.ranks = "ABCDE", .finer = "E D C B A"};
    orders[1].fails = INT_MIN;
    scene_order_by(list, &orders[1]);
    orders[0].fails = 0;
    iq_status status = poll_once(list);
    for (size_t i = 0; status == IQ_OK && i < 8; i++) {
        status = poll_once(list);
    }
    /* INT_MIN of `ask` is a failure, too. */
    CHECK_STATUS(status, IQ_ERROR_CALLBACK);
    orders[1].fails = 0;
    settle(list);
    SHOWS(list, "1 E D C B A");
    ASKED(&orders[1], "ABCDE", "");
    scene_end(source, list);
}

/* ---- frozen */

static void check_frozen(void)
{
    static scene_order orders[3];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source("1 A C E 2 F"), *list = scene_derive(source, AS_SORTED);
    orders[0] = (scene_order){.ranks = "A BC D E", .starred = "E", .flags = IQ_ORDER_FROZEN};
    scene_order_by(list, &orders[0]);
    settle(list);
    ASKED(&orders[0], "ACEF", "");
    /* It stays where it is, and nobody is asked. */
    scene_set(source, "1 A C E* 2 F");
    SAYS(list, "update*1");
    SHOWS(list, "1 A C E* 2 F");
    ASKED(&orders[0], "", "");
    /* New items are put in by rank, behind equal ones, wherever the source has them. */
    scene_set(source, "1 D B A C E* 2 F");
    SAYS(list, "update+2");
    SHOWS(list, "1 A C B D E* 2 F");
    ASKED(&orders[0], "BD", "");
    /* So are those that the source moves to another section; what it moves within one stays. */
    scene_set(source, "1 D A C E* 2 F B");
    SAYS(list, "update~1");
    SHOWS(list, "1 A C D E* 2 B F");
    scene_set(source, "1 E* D C A 2 F B");
    SAYS(list, "");
    SHOWS(list, "1 A C D E* 2 B F");
    ASKED(&orders[0], "", "");
    /* Setting the order again sorts: with the answers that there are, or others. */
    orders[1] = (scene_order){.ranks = "A BC D E", .starred = "E", .flags = IQ_ORDER_KEEP_RANKS};
    scene_order_by(list, &orders[1]);
    settle(list);
    ASKED(&orders[1], "", "");
    SHOWS(list, "1 A C D E* 2 B F");
    orders[2] = (scene_order){.ranks = "A BC D E", .starred = "E"};
    scene_order_by(list, &orders[2]);
    settle(list);
    ASKED(&orders[2], "ABCDEF", "");
    SHOWS(list, "1 E* A C D 2 B F");
    scene_end(source, list);
}

/* The same of trees, also of those whose levels are no depths: "what is new is put in by rank, behind equals". */
static void check_frozen_trees(bool has_gap)
{
    static scene_order orders[2];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source(has_gap ? "1 A B2 C2 D" : "1 A B1 C1 D"), *list = scene_derive(source, AS_SORTED);
    orders[0] = (scene_order){.ranks = "ABCDEF", .finer = "F E D C B A", .flags = IQ_ORDER_FROZEN};
    scene_order_by(list, &orders[0]);
    settle(list);
    SHOWS(list, "1 D A C1 B1");
    size_t compared = orders[0].compared;
    ASKED(&orders[0], "ABCD", "");
    scene_set(source, has_gap ? "1 E A F2 B2 C2 D" : "1 E A F1 B1 C1 D");
    settle(list);
    ASKED(&orders[0], "EF", "");
    SHOWS(list, "1 D A C1 B1 F1 E");
    scene_set(source, has_gap ? "1 E D A F2 C2* B2" : "1 E D A F1 C1* B1");
    settle(list);
    SHOWS(list, "1 D A C1* B1 F1 E");
    ASKED(&orders[0], "", "");
    CHECK(orders[0].compared == compared);
    scene_end(source, list);
}

/* "The answers of the order before hold: only what was never asked is asked." */
static void check_kept(void)
{
    static scene_order orders[3];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, AS_SORTED);
    orders[0] = (scene_order){.ranks = "B A C"};
    scene_order_by(list, &orders[0]);
    settle(list);
    orders[1] = (scene_order){.ranks = "D B A C", .flags = IQ_ORDER_KEEP_RANKS | IQ_ORDER_DESCENDING};
    scene_order_by(list, &orders[1]);
    settle(list);
    SHOWS(list, "1 C A B");
    ASKED(&orders[1], "", "");
    scene_set(source, "1 A B C D");
    settle(list);
    ASKED(&orders[1], "D", "");
    scene_end(source, list);
}

/* ---- tickets */

/* What iq_list_get_order says. */
static void check_order(const iq_list *list, uint32_t flags, uint64_t ticket, uint64_t waiting)
{
    uint32_t found_flags = 99;
    uint64_t found_ticket = 99, found_waiting = 99;
    CHECK_OK(iq_list_get_order(list, &found_flags, &found_ticket, &found_waiting));
    CHECK(found_flags == flags && found_ticket == ticket && found_waiting == waiting);
    CHECK_OK(iq_list_get_order(list, NULL, NULL, NULL));
}

static void check_tickets(void)
{
    static scene_order orders[5];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, AS_SORTED);
    static const char *const ranks[] = {"A B C", "B A C", "C B A", "C A B", "B C A"};
    for (size_t i = 0; i < 5; i++) {
        orders[i] = (scene_order){.ranks = ranks[i], .batch = 1};
    }
    check_order(list, 0, 0, 0);
    /* Superseded by the next one, also while it asks. */
    scene_order_by(list, &orders[0]);
    CHECK_OK(poll_once(list));
    check_order(list, 0, 0, orders[0].ticket);
    CHECK(strlen(orders[0].asked) == 1 && orders[0].ended == 0 && orders[0].destroyed == 0);
    scene_order_by(list, &orders[1]);
    settle(list);
    CHECK(orders[0].ended == 1 && orders[0].status == IQ_ERROR_SUPERSEDED && orders[0].destroyed == 1);
    CHECK(strlen(orders[0].asked) == 1 && orders[1].status == IQ_OK);
    SHOWS(list, "1 B A C");
    check_order(list, 0, orders[1].ticket, 0);
    /* Cancelled while it asks: the one before holds. */
    orders[2].flags = IQ_ORDER_DESCENDING;
    scene_order_by(list, &orders[2]);
    CHECK_OK(poll_once(list));
    check_order(list, 0, orders[1].ticket, orders[2].ticket);
    CHECK_OK(iq_list_cancel(list, orders[2].ticket));
    settle(list);
    CHECK(orders[2].ended == 1 && orders[2].status == IQ_ERROR_CANCELLED && orders[2].destroyed == 1);
    SHOWS(list, "1 B A C");
    check_order(list, 0, orders[1].ticket, 0);
    memset(orders[1].asked, 0, sizeof orders[1].asked);
    scene_set(source, "1 A B* C");
    settle(list);
    ASKED(&orders[1], "B", "");
    /* What waits when the list goes is cancelled. */
    scene_order_by(list, &orders[3]);
    iq_list_destroy(list);
    CHECK(orders[3].ended == 1 && orders[3].status == IQ_ERROR_CANCELLED && orders[3].destroyed == 1);
    CHECK(orders[1].destroyed == 1);
    /* IQ_ERROR_STATE: not sorted; nothing is called. */
    CHECK_STATUS(scene_try_order(source, &orders[4], 0), IQ_ERROR_STATE);
    iq_list *filter = scene_derive(source, AS_FILTER);
    CHECK_STATUS(scene_try_order(filter, &orders[4], 0), IQ_ERROR_STATE);
    CHECK(orders[4].ended == 0 && orders[4].destroyed == 0);
    uint32_t flags = 9;
    CHECK_STATUS(iq_list_get_order(source, &flags, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_get_order(filter, &flags, NULL, NULL), IQ_ERROR_STATE);
    CHECK(flags == 9);
    scene_end(source, filter);
}

/* ---- the source */

/* "Nor do they go on asking about one": what is being asked about, in batches or again after a failure, waits. And while
 * an edit of the source is open nothing goes on, without keeping the descriptor readable. */
static void check_asking_waits(int fails)
{
    static scene_order orders[2];
    memset(orders, 0, sizeof orders);
    iq_edit *edit;
    iq_list *source = scene_source("1 A B C D"), *list = scene_derive(source, AS_SORTED);
    orders[0] = (scene_order){.ranks = "D C B A", .batch = fails ? 0 : 1};
    scene_order_by(list, &orders[0]);
    settle(list);
    ASKED(&orders[0], "ABCD", "");
    scene_set(source, "1 B* A* D C E");
    orders[0].fails = fails;
    CHECK_STATUS(poll_once(list), fails ? IQ_ERROR_CALLBACK : IQ_OK);
    orders[0].fails = 0;
    CHECK_OK(iq_list_hold(list));
    unsigned calls = orders[0].calls;
    scene_quiet(list);
    CHECK(!scene_is_readable(list) && orders[0].calls == calls);
    SHOWS(list, "1 D C B A");
    CHECK_OK(iq_list_resume(list));
    CHECK(scene_is_readable(list));
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    for (size_t polls = 0; scene_is_readable(list); polls++) {
        CHECK(polls < 4);
        CHECK_OK(poll_once(list));
    }
    CHECK(orders[0].calls == calls);
    /* On hold an order does not wait for the end of the edit. */
    orders[1] = (scene_order){.ranks = "A B C D E"};
    scene_order_by(list, &orders[1]);
    settle(list);
    CHECK(orders[1].ended == 0);
    CHECK_OK(iq_list_hold(list));
    settle(list);
    CHECK(orders[1].ended == 1 && orders[1].status == IQ_OK);
    SHOWS(list, "1 A B C D");
    CHECK_OK(iq_list_resume(list));
    iq_edit_destroy(edit);
    settle(list);
    SHOWS(list, "1 A* B* C D E");
    scene_end(source, list);
}

/* On hold newer versions of the source wait, and an order sorts the one that is shown. */
static void check_held(void)
{
    static scene_order orders[2];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, AS_SORTED);
    orders[0] = (scene_order){.ranks = "C B A"};
    scene_order_by(list, &orders[0]);
    settle(list);
    CHECK_OK(iq_list_hold(list));
    scene_set(source, "1 A B C* D");
    SAYS(list, "");
    CHECK(!scene_is_readable(list));
    orders[1] = (scene_order){.ranks = "D A B C"};
    scene_order_by(list, &orders[1]);
    settle(list);
    SHOWS(list, "1 A B C");
    ASKED(&orders[1], "ABC", "");
    CHECK_OK(iq_list_resume(list));
    settle(list);
    ASKED(&orders[1], "CD", "");
    SHOWS(list, "1 D A B C*");
    scene_end(source, list);
}

/* While an edit of the source is open the list stays as it is. After the source is destroyed orders sort the version
 * that is held. */
static void check_source_ends(void)
{
    static scene_order orders[3];
    memset(orders, 0, sizeof orders);
    iq_list *source = scene_source("1 A B C D"), *list = scene_derive(source, AS_SORTED);
    orders[0] = (scene_order){.ranks = "D C B A"};
    scene_order_by(list, &orders[0]);
    settle(list);
    ASKED(&orders[0], "ABCD", "");
    scene_set(source, "1 A B C D E"); /* not followed: lost */
    iq_list_destroy(source);
    settle(list);
    SHOWS(list, "1 D C B A");
    orders[1] = (scene_order){.ranks = "B A D C", .batch = 1};
    scene_order_by(list, &orders[1]);
    settle(list);
    ASKED(&orders[1], "ABCD", "");
    SHOWS(list, "1 B A D C");
    CHECK(orders[1].status == IQ_OK && orders[1].ended == 1);
    iq_list_destroy(list);
    CHECK(orders[1].destroyed == 1);
    /* The source goes while an order asks. */
    source = scene_source("1 A B C D");
    list = scene_derive(source, AS_SORTED);
    orders[2] = (scene_order){.ranks = "B A D C", .batch = 1};
    scene_order_by(list, &orders[2]);
    CHECK_OK(poll_once(list));
    iq_list_destroy(source);
    settle(list);
    SHOWS(list, "1 B A D C");
    ASKED(&orders[2], "ABCD", "");
    iq_list_destroy(list);
    CHECK(orders[2].destroyed == 1 && orders[2].ended == 1);
}

/* ---- inside callbacks */

static iq_list *source_inside, *list_inside;
static scene_order *next_inside;
static int action_inside;
enum { DESTROY_LIST = 1, DESTROY_SOURCE, DESTROY_BOTH, SET_SOURCE, POLL, SET_ORDER, SET_NO_ORDER, EDIT, HOLD, CANCEL,
       SET_STATES, TRIM, ACTIONS };

static void act(void)
{
    size_t count;
    int action = action_inside;
    action_inside = 0;
    switch (action) {
    case DESTROY_LIST: iq_list_destroy(list_inside); break;
    case DESTROY_SOURCE: iq_list_destroy(source_inside); break;
    case DESTROY_BOTH:
        iq_list_destroy(source_inside);
        iq_list_destroy(list_inside);
        break;
    case SET_SOURCE: scene_set(source_inside, "1 D C A"); break;
    case POLL: CHECK_STATUS(iq_list_poll(list_inside, NULL, 0, &count), IQ_ERROR_BUSY); break;
    case SET_ORDER: scene_order_by(list_inside, next_inside); break;
    case SET_NO_ORDER: CHECK_OK(iq_list_set_order(list_inside, NULL, NULL, NULL)); break;
    case EDIT: delete_item(source_inside, 'A'); break;
    case HOLD:
        CHECK_OK(iq_list_hold(list_inside));
        CHECK_OK(iq_list_resume(list_inside));
        break;
    case CANCEL: CHECK_OK(iq_list_cancel(list_inside, 0)); break;
    case SET_STATES: scene_states(list_inside, "A", IQ_STATE_SELECTED, 0); break;
    case TRIM: CHECK_OK(iq_memory_trim()); break;
    default: break;
    }
}

enum { IN_ASK, IN_DESTROY, IN_COMPARE, IN_DESCRIBE, PLACES };

static void run_inside(int action, int where, scene_order *orders)
{
    bool at_end = where == IN_DESTROY, compares = where == IN_COMPARE, describes = where == IN_DESCRIBE;
    bool loses_list = action == DESTROY_LIST || action == DESTROY_BOTH;
    source_inside = scene_source("1 A B C");
    list_inside = scene_derive(source_inside, describes ? AS_GROUPED : AS_SORTED);
    orders[0] = (scene_order){.ranks = compares ? "ABC" : "C B A", .finer = compares ? "C B A" : NULL};
    orders[1] = (scene_order){.ranks = "B C A"};
    orders[0].groups = orders[1].groups = describes ? "1ABCD" : NULL;
    next_inside = &orders[1];
    *(at_end ? &orders[0].inside_end : describes ? &orders[0].inside_describe : &orders[0].inside) = act;
    scene_order_by(list_inside, &orders[0]);
    /* Within `done` a poll of the list is allowed: nothing is under way. */
    action_inside = action == POLL && at_end ? 0 : action;
    for (int polls = 0; polls < 12; polls++) {
        iq_status status = poll_once(list_inside);
        CHECK(status == IQ_OK || (status == IQ_ERROR_HANDLE && loses_list));
    }
    CHECK(action_inside == 0);
    if (!loses_list) {
        bool is_cancelled = action == CANCEL && !at_end;
        SHOWS(list_inside, action == SET_SOURCE                        ? "1 C A D"
                           : action == SET_ORDER                       ? "1 B C A"
                           : action == EDIT                            ? "1 C B"
                           : is_cancelled && describes                 ? ""
                           : action == SET_NO_ORDER || is_cancelled    ? "1 A B C"
                                                                       : "1 C B A");
        iq_list_destroy(list_inside);
    }
    if (action != DESTROY_SOURCE && action != DESTROY_BOTH) {
        iq_list_destroy(source_inside);
    }
    CHECK(orders[0].destroyed == 1 && orders[0].ended == 1);
    CHECK(orders[1].destroyed == (action == SET_ORDER) && orders[1].ended == (action == SET_ORDER));
}

static void check_inside(void)
{
    static scene_order orders[ACTIONS][PLACES][2];
    for (int action = 1; action < ACTIONS; action++) {
        for (int where = 0; where < PLACES; where++) {
            /* A grouped list always has an order, and shows nothing before the first one. */
            if (where == IN_DESCRIBE && (action == SET_NO_ORDER || action == SET_STATES)) {
                continue;
            }
            check_seed = (uint64_t)action * 10 + (uint64_t)where;
            run_inside(action, where, orders[action][where]);
        }
    }
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    scene_register();
    check_ranks();
    check_bytes();
    check_orders();
    check_compare();
    check_deep();
    check_asked();
    check_batches();
    check_pending();
    check_failures();
    check_frozen();
    check_frozen_trees(false);
    check_frozen_trees(true);
    check_kept();
    check_tickets();
    check_held();
    check_asking_waits(0);
    check_asking_waits(7);
    check_source_ends();
    check_inside();
    CHECK_OK(iq_memory_trim());
    return 0;
}
