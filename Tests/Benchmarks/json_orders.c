/* See json.h: sorted and grouped lists. */
#include "json.h"

static void write_changes(const char *name, const struct order_changes *changes,
                          FILE *file) {
    fprintf(file, ",\n  \"%s\": {", name);
    write_timing(file, "polls", changes->polls);
    fputs(", ", file);
    write_timing(file, "both", changes->both);
    fputs(", ", file);
    write_timing(file, "sorts", changes->sorts);
    fputs(", ", file);
    write_timing(file, "merges", changes->merges);
    fputc('}', file);
}

void write_orders(const struct orders *orders, FILE *file) {
    const struct order_follows *follows = &orders->follows;
    fprintf(file, ",\n \"orders\": {\"items\": %zu, \"bytes\": %.5g,\n  ",
            orders->count, orders->bytes);
    write_timing(file, "outline", follows->outline);
    fputs(", ", file);
    write_timing(file, "distinct", follows->distinct);
    fputs(", ", file);
    write_timing(file, "few", follows->few);
    fprintf(file, ",\n  \"tree_items\": %zu, ", follows->tree_count);
    write_timing(file, "tree", follows->tree);
    fputs(", ", file);
    write_timing(file, "leaf", follows->leaf);
    fputs(", ", file);
    write_timing(file, "root", follows->root);
    write_changes("ranks", &orders->ranks, file);
    write_changes("groups", &orders->groups, file);
    fputs(",\n  ", file);
    write_timing(file, "all", orders->all);
    fputs(", ", file);
    write_timing(file, "all_host", orders->all_host);
    fputs(",\n  \"kinds\": [", file);
    for (size_t i = 0; i < ORDER_KINDS; i++) {
        const struct order_kind *kind = &orders->kinds[i];
        fprintf(file, "%s\n   {\"bytes\": %.5g, ", i ? "," : "", kind->bytes);
        write_timing(file, "one", kind->one);
        fputs(", ", file);
        write_timing(file, "some", kind->some);
        fputs(", ", file);
        write_timing(file, "all", kind->all);
        fputc('}', file);
    }
    fputs("]}", file);
}
