/* The table of sorted and grouped lists. */
#include "results.h"
#include "text.h"

static void report_line(const char *name, size_t count, struct timing ours,
                        struct timing other, const char *goal) {
    printf("%-50s %11s %10.1f %10.1f %7.2f  %s\n", name, grouped(count),
           ours.least / 1e3, other.least / 1e3, over(ours, other), goal);
}

/* `outline` shows the same source. */
static void report_follow(const char *name, size_t count, struct timing ours,
                          struct timing outline, bool has_goal) {
    double goal = (outline.least + goal_order_one) / outline.least;
    report_line(name, count, ours, outline,
                has_goal ? goal_mark(goal, over(ours, outline)) : "");
}

static void report_follows(const struct orders *orders) {
    bool is_whole = orders->count == 1000000;
    const struct order_follows *follows = &orders->follows;
    report_follow("one rank changes / an outline whose source changes",
                  orders->count, follows->distinct, follows->outline, is_whole);
    report_follow("the same of five ranks", orders->count, follows->few,
                  follows->outline, is_whole);
    report_follow("a leaf of a tree changes its rank / its outline",
                  follows->tree_count, follows->leaf, follows->tree, is_whole);
    report_follow("a root of it / its outline", follows->tree_count,
                  follows->root, follows->tree, false);
}

static void report_changes(const char *what, size_t count,
                           const struct order_changes *changes,
                           const char *goal) {
    char name[64];
    snprintf(name, sizeof name, "%s / a host sorts all and sets", what);
    report_line(name, count, changes->polls, changes->sorts, goal);
    report_line("the same with the update of the source", count, changes->both,
                changes->sorts, "");
    report_line("the same / a host merges what it knows and sets", count,
                changes->both, changes->merges, "");
}

static void report_kinds(const struct orders *orders) {
    static const char *const names[] = {"outline", "filter", "sorted", "grouped"};
    printf("\n== derived lists that show all of %s items: bytes an item, and "
           "polls, least times, us\n%-28s %10s %10s %10s %14s\n",
           grouped(orders->count), "", "bytes", "one item", "1 %",
           "all of another");
    for (size_t i = 0; i < ORDER_KINDS; i++) {
        const struct order_kind *kind = &orders->kinds[i];
        printf("%-28s %10.1f %10.1f %10.1f", names[i], kind->bytes,
               kind->one.least / 1e3, kind->some.least / 1e3);
        if (kind->all.count > 0) printf(" %14.1f", kind->all.least / 1e3);
        putchar('\n');
    }
}

void report_orders(const struct orders *orders) {
    bool is_whole = orders->count == 1000000;
    size_t count = orders->count;
    const struct order_changes *ranks = &orders->ranks;
    const struct order_changes *groups = &orders->groups;
    double some = over(ranks->polls, ranks->sorts);
    double moved = over(groups->polls, groups->sorts);
    double all = over(orders->all, orders->all_host);
    printf("\n== sorted and grouped lists, all polls, least times, us\n"
           "%-50s %11s %10s %10s %7s  %s\n",
           "", "items", "polls", "beside", "ratio", "goal");
    report_follows(orders);
    report_changes("1 % of the ranks", count, ranks,
                   is_whole ? goal_mark(goal_order_changes, some) : "");
    report_changes("1 % change their group", count, groups,
                   is_whole ? goal_mark(goal_order_groups, moved) : "");
    report_line("another order of all / a host sorts all and sets", count,
                orders->all, orders->all_host,
                is_whole ? goal_mark(goal_order_all, all) : "");
    printf("bytes an item more than an outline %.2f %s\n", orders->bytes,
           is_whole ? goal_mark(goal_order_bytes, orders->bytes) : "");
    report_kinds(orders);
    fflush(stdout);
}
