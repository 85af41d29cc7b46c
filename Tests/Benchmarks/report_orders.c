/* The table of sorted and grouped lists. */
#include "results.h"
#include "text.h"

static void report_line(const char *name, size_t count, struct timing ours,
                        struct timing other, const char *goal) {
    printf("%-50s %11s %10.1f %10.1f %7.2f  %s\n", name, grouped(count),
           ours.least / 1e3, other.least / 1e3, over(ours, other), goal);
}

static const char *more_mark(const struct orders *orders, double more) {
    return orders->count == 1000000 ? goal_mark(goal_order_one, more) : "";
}

static void report_follows(const struct orders *orders) {
    const struct order_follows *follows = &orders->follows;
    size_t count = orders->count, tree_count = follows->tree_count;
    double distinct = follows->distinct.least - follows->outline.least;
    double few = follows->few.least - follows->outline.least;
    double leaf = follows->leaf.least - follows->tree.least;
    report_line("one rank changes / an outline whose source changes", count,
                follows->distinct, follows->outline, "");
    report_line("the same of five ranks", count, follows->few,
                follows->outline, "");
    report_line("a leaf of a tree changes its rank / its outline", tree_count,
                follows->leaf, follows->tree, "");
    report_line("a root of it / its outline", tree_count, follows->root,
                follows->tree, "");
    printf("  ns more than an outline: distinct ranks %.0f %s, five ranks %.0f "
           "%s, a leaf %.0f %s\n",
           distinct, more_mark(orders, distinct), few, more_mark(orders, few),
           leaf, more_mark(orders, leaf));
}

void report_orders(const struct orders *orders) {
    bool is_whole = orders->count == 1000000;
    size_t count = orders->count;
    const struct order_changes *ranks = &orders->ranks;
    const struct order_changes *groups = &orders->groups;
    double some = over(ranks->polls, ranks->host);
    double moved = over(groups->polls, groups->host);
    double all = over(orders->all, orders->all_host);
    printf("\n== sorted and grouped lists, all polls, least times, us\n"
           "%-50s %11s %10s %10s %7s  %s\n",
           "", "items", "polls", "beside", "ratio", "goal");
    report_follows(orders);
    report_line("1 % of the ranks / a host sorts and sets a list", count,
                ranks->polls, ranks->host,
                is_whole ? goal_mark(goal_order_changes, some) : "");
    report_line("the same with the update of the source", count, ranks->both,
                ranks->host, "");
    report_line("1 % change their group / a host sorts and sets", count,
                groups->polls, groups->host,
                is_whole ? goal_mark(goal_order_groups, moved) : "");
    report_line("the same with the update of the source", count, groups->both,
                groups->host, "");
    report_line("another order of all / a host sorts and sets", count,
                orders->all, orders->all_host,
                is_whole ? goal_mark(goal_order_all, all) : "");
    printf("bytes an item of an order %.1f %s\n", orders->bytes,
           is_whole ? goal_mark(goal_order_bytes, orders->bytes) : "");
    fflush(stdout);
}
