/* The tables of growth, edits, memory, encoding and small calls. */
#include <string.h>

#include "results.h"
#include "text.h"

/* One line of the growth table. */
static void report_line(const struct results *results, const char *name,
                        size_t offset, double goal) {
    printf("%-28s", name);
    double first = 0, last = 0;
    for (size_t i = 0; i < results->growth_count; i++) {
        const struct growth *growth = &results->growth[i];
        double value;
        memcpy(&value, (const char *)growth + offset, sizeof value);
        printf(" %11.1f", value);
        if (growth->count == 10000) first = value;
        if (growth->count == 10000000) last = value;
    }
    if (goal > 0 && first > 0 && last > 0) {
        double more = (last - first) / results->growth_miss;
        printf("  %5.1f  %s", more, goal_mark(goal, more));
    }
    putchar('\n');
}

void report_growth(const struct results *results) {
    printf("\n== growth: ns a call at random places; more cache misses (%.0f ns) "
           "from 10,000 to 10,000,000\n%-28s", results->growth_miss, "");
    for (size_t i = 0; i < results->growth_count; i++)
        printf(" %11s", grouped(results->growth[i].count));
    printf("  %5s  %s\n", "more", "goal");
    report_line(results, "item at index", offsetof(struct growth, item_at),
                goal_growth_index);
    report_line(results, "position of handle",
                offsetof(struct growth, position), 0);
    report_line(results, "index of key", offsetof(struct growth, index_of_key),
                goal_growth_key);
    report_line(results, "one section's 1,000 set, us",
                offsetof(struct growth, section_items), 0);
}

static void report_edit_line(const struct results *results, const char *name,
                             size_t offset) {
    printf("%-28s", name);
    for (size_t i = 0; i < results->editing_count; i++) {
        double value;
        memcpy(&value, (const char *)&results->edits[i] + offset, sizeof value);
        printf(" %11.2f", value / 1e3);
    }
    putchar('\n');
}

void report_edits(const struct results *results) {
    static const char *commits[COMMITS] = {"commit of 1", "commit of 100",
                                           "commit of 10,000"};
    double more = more_misses_of_edits(results);
    printf("\n== edits: us\n%-28s", "");
    for (size_t i = 0; i < results->editing_count; i++)
        printf(" %11s", grouped(results->edits[i].count));
    putchar('\n');
    report_edit_line(results, "E1, an edit",
                     offsetof(struct editing, edit));
    if (more > 0)
        printf("%-28s %.1f more cache misses (%.0f ns) from the first to the "
               "last, goal %s\n", "", more, results->growth_miss,
               goal_mark(goal_growth_edit, more));
    for (size_t i = 0; i < COMMITS; i++)
        report_edit_line(results, commits[i],
                         offsetof(struct editing, commits) + i * sizeof(double));
    report_edit_line(results, "100 appended, a frame",
                     offsetof(struct editing, appends));
    report_edit_line(results, "the same by iq_list_set",
                     offsetof(struct editing, described));
    report_edit_line(results, "snapshot of the list",
                     offsetof(struct editing, snapshot));
    report_edit_line(results, "copy of it", offsetof(struct editing, copy));
}

void report_storage(const struct results *results) {
    printf("\n== bytes an item (tree, index, slots), memory in MB\n%12s %9s %6s "
           "%13s %6s %9s %9s %9s\n",
           "items", "loaded", "goal", "after moves", "goal", "scratch", "used",
           "trimmed");
    for (size_t i = 0; i < results->storage_count; i++) {
        const struct storage *s = &results->storage[i];
        printf("%12s %9.1f %6s %13.1f %6s %9.2f %9.2f %9.2f\n",
               grouped(s->count), s->loaded,
               goal_mark(goal_loaded_bytes, s->loaded), s->changed,
               goal_mark(goal_changed_bytes, s->changed),
               megabytes(s->scratch), megabytes(s->used),
               megabytes(s->trimmed));
    }
    printf("worst of many sizes: %.1f loaded, at %s items\n",
           results->worst.loaded, grouped(results->worst.count));
}

void report_travels(const struct results *results) {
    printf("\n== as bytes: %s items\n%-11s %9s %11s %9s %9s %9s %9s %9s\n",
           grouped(results->travels[0].count), "", "changes", "bytes",
           "a change", "encode ms", "GB/s", "decode ms", "GB/s");
    for (size_t i = 0; i < results->travel_count; i++) {
        const struct travel *t = &results->travels[i];
        char name[16] = "snapshot";
        if (t->workload != W0)
            snprintf(name, sizeof name, "changes W%d", t->workload);
        printf("%-11s %9zu %11zu %9.1f %9.2f %9.2f %9.2f %9.2f\n", name,
               t->changes, t->bytes, (double)t->bytes / (double)t->changes,
               t->encode.median / 1e6, (double)t->bytes / t->encode.median,
               t->decode.median / 1e6, (double)t->bytes / t->decode.median);
    }
}

void report_applied(const struct results *results) {
    puts("\n== changes that came as bytes, applied to a list; set: with a "
         "changeset; least times in ms");
    printf("%-9s %11s %9s %9s %9s %9s  %6s %8s\n", "", "items", "decode",
           "apply", "both", "set", "/set", "goal");
    for (size_t i = 0; i < results->applied_count; i++) {
        const struct applied *a = &results->applied[i];
        double ratio = over(a->both, a->set);
        printf("W%-8d %11s %9.3f %9.3f %9.3f %9.3f  %6.2f %8s\n", a->workload,
               grouped(a->count), a->decode.least / 1e6, a->apply.least / 1e6,
               a->both.least / 1e6, a->set.least / 1e6, ratio,
               goal_mark(goal_applied(a->workload, a->count), ratio));
    }
    fflush(stdout);
}

void report_calls(const struct results *results) {
    printf("\n== small calls on a list of 1,000, ns\n");
    for (size_t i = 0; i < results->call_count; i++)
        printf("%-32s %9.1f\n", results->calls[i].name,
               results->calls[i].nanoseconds);
}
