/*
 * grouped_orders.c - grouped lists, sentence by sentence: who is asked and described, what stays of an item that changes its
 * group, groups that go and come again, frozen orders, kept ranks, holds, and a source that ends. The words are those of
 * scene.h and scene_order.h.
 */
#include "host_memory.h"
#include "scene_order.h"

#include <string.h>

/* Until all is answered: polls that only ask hand out nothing. */
static void settle(iq_list *list)
{
    iq_event events[8] = {{.struct_size = sizeof events[0]}};
    size_t count;
    for (size_t polls = 0; scene_is_readable(list); polls++) {
        CHECK(polls < 1000);
        CHECK_OK(iq_list_poll(list, events, 8, &count));
    }
}

static void order_by(iq_list *list, scene_order *order)
{
    scene_order_by(list, order);
    settle(list);
}

/* "An item that changes its group moves": its handle and its states stay. */
static void check_items_move(void)
{
    iq_list *source = scene_source("1 A B 2 C D"), *list = scene_derive(source, AS_GROUPED);
    scene_order order = {.ranks = "D C B A", .groups = "1AC 2BD", .starred_groups = "2A"};
    SHOWS(list, "");
    order_by(list, &order);
    SHOWS(list, "1 C A 2 D B");
    ASKED(&order, "ABCD", "");
    DESCRIBED(&order, "12");
    scene_states(list, "A", IQ_STATE_SELECTED, 0);
    iq_item item = scene_item(list, 'A');
    scene_quiet(list);
    scene_set(source, "1 A* B 2 C D");
    SAYS(list, "update~1*1");
    SHOWS(list, "1 C 2 D B A*");
    CHECK(scene_item(list, 'A').id == item.id && scene_states_of(list, 'A') == IQ_STATE_SELECTED);
    ASKED(&order, "A", "");
    DESCRIBED(&order, "");
    scene_end(source, list);
}

/* "Groups that are new, whose first item is another one or has changed", and no other. */
static void check_described(void)
{
    iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, AS_GROUPED);
    scene_order order = {.ranks = "A B C D", .groups = "1AD 2B 3C"};
    order_by(list, &order);
    DESCRIBED(&order, "123");
    scene_set(source, "1 A B* C"); /* it has changed */
    settle(list);
    DESCRIBED(&order, "2");
    scene_set(source, "1 A B* C D"); /* a second one */
    settle(list);
    DESCRIBED(&order, "");
    scene_set(source, "1 B* C D"); /* the first one goes */
    settle(list);
    SHOWS(list, "1 D 2 B* 3 C");
    DESCRIBED(&order, "1");
    HEADER(list, '1', 'D');
    scene_end(source, list);
}

/* With COUNTS also those whose count has changed; that is an update of the header, and of no item. */
static void check_counts(void)
{
    iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, AS_GROUPED | IQ_DERIVE_COUNTS);
    scene_order order = {.ranks = "A B C D", .groups = "1AD 2BC"};
    order_by(list, &order);
    DESCRIBED(&order, "12");
    scene_set(source, "1 A B C D");
    settle(list);
    DESCRIBED(&order, "1");
    scene_set(source, "1 A B D");
    settle(list);
    DESCRIBED(&order, "2");
    scene_end(source, list);
}

/* "A group is a section of the list while it has items": what comes again is another one, and has no states. */
static void check_groups_go(void)
{
    iq_list *source = scene_source("1 A B"), *list = scene_derive(source, AS_GROUPED);
    scene_order order = {.ranks = "A B", .groups = "1A 2B"};
    order_by(list, &order);
    DESCRIBED(&order, "12");
    iq_section section = scene_section(list, '2');
    CHECK_OK(iq_list_set_section_states(list, section, IQ_STATE_EXPANDED, 0));
    scene_quiet(list);
    scene_set(source, "1 A");
    settle(list);
    SHOWS(list, "1 A");
    scene_set(source, "1 A B");
    settle(list);
    SHOWS(list, "1 A 2 B");
    iq_section_info info = {.struct_size = sizeof info};
    CHECK_STATUS(iq_list_get_section_info(list, section, &info), IQ_ERROR_HANDLE);
    CHECK_OK(iq_list_get_section_info(list, scene_section(list, '2'), &info));
    CHECK(info.states == 0);
    DESCRIBED(&order, "2");
    scene_end(source, list);
}

/* What is shown stays in its group; what is new is put in by rank, behind what is equal. */
static void check_frozen(void)
{
    iq_list *source = scene_source("1 A C E"), *list = scene_derive(source, AS_GROUPED);
    scene_order orders[2] = {{.ranks = "A BC D E", .groups = "1AC 2BDE", .starred_groups = "1E", .flags = IQ_ORDER_FROZEN}};
    order_by(list, &orders[0]);
    SHOWS(list, "1 A C 2 E");
    ASKED(&orders[0], "ACE", "");
    scene_set(source, "1 A C E*");
    SAYS(list, "update*1");
    SHOWS(list, "1 A C 2 E*");
    ASKED(&orders[0], "", "");
    scene_set(source, "1 E* D B C A");
    settle(list);
    SHOWS(list, "1 A C 2 B D E*");
    ASKED(&orders[0], "BD", "");
    orders[1] = orders[0];
    orders[1].flags = 0;
    orders[1].ended = orders[1].destroyed = 0;
    order_by(list, &orders[1]);
    SHOWS(list, "1 A C E* 2 B D");
    ASKED(&orders[1], "ABCDE", "");
    scene_end(source, list);
}

/* "The answers to the order that is in effect hold", those about groups too. */
static void check_kept(void)
{
    iq_list *source = scene_source("1 A B C D"), *list = scene_derive(source, AS_GROUPED);
    scene_order orders[2] = {{.ranks = "A B C D E", .groups = "1AC 2BDE"}};
    order_by(list, &orders[0]);
    orders[1] = (scene_order){.ranks = "E D C B A", .groups = "1E 2ABCD", .flags = IQ_ORDER_KEEP_RANKS | IQ_ORDER_DESCENDING};
    order_by(list, &orders[1]);
    SHOWS(list, "1 C A 2 D B");
    ASKED(&orders[1], "", "");
    HEADER(list, '1', 'C');
    HEADER(list, '2', 'D');
    scene_set(source, "1 A B C D E");
    settle(list);
    ASKED(&orders[1], "E", "");
    SHOWS(list, "1 C A E 2 D B");
    scene_end(source, list);
}

/* On hold newer versions of the source wait, and an order groups the one that is shown. */
static void check_held(void)
{
    iq_list *source = scene_source("1 A B"), *list = scene_derive(source, AS_GROUPED);
    scene_order orders[2] = {{.ranks = "A B", .groups = "1A 2B"}};
    order_by(list, &orders[0]);
    CHECK_OK(iq_list_hold(list));
    scene_set(source, "1 A B C");
    SAYS(list, "");
    orders[1] = (scene_order){.ranks = "B A C", .groups = "3ABC"};
    order_by(list, &orders[1]);
    SHOWS(list, "3 B A");
    ASKED(&orders[1], "AB", "");
    CHECK_OK(iq_list_resume(list));
    settle(list);
    SHOWS(list, "3 B A C");
    ASKED(&orders[1], "C", "");
    scene_end(source, list);
}

/* After the source is destroyed orders group the version that is held. */
static void check_source_ends(void)
{
    iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, AS_GROUPED);
    scene_order orders[3] = {{.ranks = "A B C", .groups = "1A 2BC"}};
    order_by(list, &orders[0]);
    scene_set(source, "1 A B C D"); /* not followed: lost */
    iq_list_destroy(source);
    orders[1] = (scene_order){.ranks = "C B A", .groups = "1AC 3B", .batch = 1};
    order_by(list, &orders[1]);
    SHOWS(list, "1 C A 3 B");
    ASKED(&orders[1], "ABC", "");
    DESCRIBED(&orders[1], "13");
    iq_list_destroy(list);
    CHECK(orders[1].ended == 1 && orders[1].destroyed == 1);
    /* It goes before there are any groups. */
    source = scene_source("1 A B");
    list = scene_derive(source, AS_GROUPED);
    iq_list_destroy(source);
    orders[2] = (scene_order){.ranks = "B A", .groups = "1AB"};
    order_by(list, &orders[2]);
    SHOWS(list, "1 B A");
    iq_list_destroy(list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    scene_register();
    check_items_move();
    check_described();
    check_counts();
    check_groups_go();
    check_frozen();
    check_kept();
    check_held();
    check_source_ends();
    CHECK_OK(iq_memory_trim());
    return 0;
}
