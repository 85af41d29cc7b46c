/* The tables. Times stand in milliseconds, or microseconds where the list is
 * small; each also as a ratio to the floor of its size. */
#include <string.h>

#include "results.h"

double goal_of_diff(enum workload workload, size_t count) {
    static const double million[WORKLOADS] = {1.2, 1.4, 2, 10, 22,
                                              4,   8,   1.4, 5};
    static const double thousand[WORKLOADS] = {[W0] = 1.5, [W4] = 15};
    if (count == 1000000) return million[workload];
    return count == 1000 ? thousand[workload] : 0;
}

double goal_of_set(enum workload workload, size_t count) {
    static const double million[WORKLOADS] = {1.3, 1.5, 3, 14, 28,
                                              5.5, 10,  1.7, 7};
    if (count == 1000000) return million[workload];
    return goal_of_diff(workload, count);
}

double goal_of_load(size_t count) { return count == 1000000 ? 12 : 0; }

/* 1,234,567, in one of a few buffers that take turns. */
static const char *grouped(size_t number) {
    static char buffers[8][32];
    static unsigned turn;
    char digits[24], *text = buffers[turn++ % 8];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%zu", number);
    char *out = text;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) *out++ = ',';
        *out++ = digits[i];
    }
    *out = 0;
    return text;
}

/* "1.5 +" where it is met, "1.5 -" where not, else nothing. */
static const char *goal_mark(double goal, double floors) {
    static char buffers[4][16];
    static unsigned turn;
    char *text = buffers[turn++ % 4];
    text[0] = 0;
    if (goal > 0)
        snprintf(text, sizeof buffers[0], "%.3g %c", goal,
                 floors <= goal ? '+' : '-');
    return text;
}

static double megabytes(size_t bytes) { return (double)bytes / 1e6; }

void report_head(const struct results *results) {
    const struct machine *machine = &results->machine;
    printf("libiqlist %s, %.0f kB\n", iq_version_string(),
           (double)results->library_bytes / 1e3);
    printf("%s, %ld cores, %.1f GB, huge pages: %s", machine->cpu,
           machine->cores, (double)machine->memory / 1e9, machine->huge_pages);
    if (results->core >= 0) printf(", pinned to core %d", results->core);
    printf("\nseed 0x%016llx\n", (unsigned long long)results->seed);
    printf("a dependent cache miss %.0f ns, 64 MB of fresh memory %.1f ms\n",
           results->miss, results->fresh * (64 << 20) / 1e6);
    puts("medians; + goal met, - not met; x: Heckel's time / ours");
}

struct unit {
    const char *name;
    double nanoseconds;
};

static struct unit unit_of(size_t count) {
    return count < 100000 ? (struct unit){"us", 1e3} : (struct unit){"ms", 1e6};
}

static void report_updates(const struct sized *sized, struct unit unit) {
    double floor = sized->floors.scan.median;
    printf("\n%-3s %19s   %31s %15s   %16s\n", "", "iq_diff",
           "iq_list_set, committed", "and a changeset", "Heckel");
    printf("%-3s %7s %6s %6s  %8s %8s %6s %6s  %8s %6s  %8s %5s %4s  %7s %7s "
           "%9s %7s\n",
           "", unit.name, "floors", "goal", unit.name, "least", "floors", "goal",
           unit.name, "floors",
           unit.name, "xdiff", "xset", "deletes", "inserts", "moves", "updates");
    for (size_t i = 0; i < sized->row_count; i++) {
        const struct row *row = &sized->rows[i];
        double diff = row->diff.median / floor, set = row->set.median / floor;
        printf("W%d  %7.2f %6.1f %6s  %8.2f %8.2f %6.1f %6s  %8.2f %6.1f  %8.2f "
               "%5.1f %4.1f",
               row->workload, row->diff.median / unit.nanoseconds, diff,
               goal_mark(goal_of_diff(row->workload, sized->count), diff),
               row->set.median / unit.nanoseconds,
               row->set.least / unit.nanoseconds, set,
               goal_mark(goal_of_set(row->workload, sized->count), set),
               row->told.median / unit.nanoseconds, row->told.median / floor,
               row->heckel.median / unit.nanoseconds,
               row->heckel.median / row->diff.median,
               row->heckel.median / row->set.median);
        printf("  %7zu %7zu %9zu %7zu", row->counted.deletes,
               row->counted.inserts, row->counted.moves, row->counted.updates);
        if (row->counted.section_moves)
            printf(" + %zu sections", row->counted.section_moves);
        if (memcmp(&row->counted, &row->fewest, sizeof row->fewest) != 0)
            printf("  WRONG: fewest is %zu %zu %zu %zu + %zu sections",
                   row->fewest.deletes, row->fewest.inserts, row->fewest.moves,
                   row->fewest.updates, row->fewest.section_moves);
        putchar('\n');
    }
    if (sized->load.warm.count == 0) return;
    double warm = sized->load.warm.median, cold = sized->load.cold.median;
    printf("L1  first load: warm %.2f %s, %.1f floors %s; cold %.2f %s, %.1f "
           "floors\n",
           warm / unit.nanoseconds, unit.name, warm / floor,
           goal_mark(goal_of_load(sized->count), warm / floor),
           cold / unit.nanoseconds, unit.name, cold / floor);
}

static void report_rest(const struct sized *sized, struct unit unit) {
    printf("\n%-3s %17s   %29s   %29s  %7s  %9s %9s\n", "", "snapshot",
           "dialects, first asked for", "phases of iq_list_set", "scratch",
           "Heckel's", "standard");
    printf("%-3s %8s %8s  %7s %7s %7s %6s  %7s %7s %7s %7s  %7s  %9s %9s\n", "",
           "built", "applied", "batch", "steps", "splices", "map", "match",
           "solve", "prepare", "commit", "MB", "moves", "library");
    for (size_t i = 0; i < sized->row_count; i++) {
        const struct row *row = &sized->rows[i];
        const struct phases *phases = &row->phases;
        printf("W%d  %8.2f %8.2f  %7.2f %7.2f %7.2f %6.2f  %7.2f %7.2f %7.2f "
               "%7.2f  %7.2f  %9zu",
               row->workload, row->build.median / unit.nanoseconds,
               row->apply.median / unit.nanoseconds,
               row->dialects[BATCH].median / unit.nanoseconds,
               row->dialects[STEPS].median / unit.nanoseconds,
               row->dialects[SPLICES].median / unit.nanoseconds,
               row->dialects[MAP].median / unit.nanoseconds,
               (double)phases->match / unit.nanoseconds,
               (double)phases->solve / unit.nanoseconds,
               (double)phases->prepare / unit.nanoseconds,
               (double)phases->commit / unit.nanoseconds,
               megabytes(row->scratch_bytes), row->heckel_counted.moves);
        if (row->standard_library > 0)
            printf(" %9.2f", row->standard_library * 1e6 / unit.nanoseconds);
        putchar('\n');
    }
}

void report_size(const struct sized *sized) {
    struct unit unit = unit_of(sized->count);
    const struct floors *floors = &sized->floors;
    double scan = floors->scan.median;
    printf("\n== %s items: one floor is %.2f %s; memcmp %.2f, copy %.2f, "
           "lookups %.1f floors\n",
           grouped(sized->count), scan / unit.nanoseconds, unit.name,
           floors->compare.median / scan, floors->copy.median / scan,
           floors->lookups.median / scan);
    if (sized->row_count > 0 || sized->load.warm.count > 0)
        report_updates(sized, unit);
    if (sized->row_count > 0) report_rest(sized, unit);
    printf("memory so far: library %.1f MB now, %.1f MB at most; process %.1f "
           "MB now, %.1f MB at most\n",
           megabytes(sized->used), megabytes(sized->peak),
           megabytes(sized->resident), megabytes(sized->resident_peak));
    fflush(stdout);
}

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
    report_line(results, "item at index", offsetof(struct growth, item_at), 4);
    report_line(results, "position of handle",
                offsetof(struct growth, position), 0);
    report_line(results, "index of key", offsetof(struct growth, index_of_key),
                7);
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
    double first = results->edits[0].edit;
    double last = results->edits[results->editing_count - 1].edit;
    double more = (last - first) / results->growth_miss;
    printf("\n== edits: us\n%-28s", "");
    for (size_t i = 0; i < results->editing_count; i++)
        printf(" %11s", grouped(results->edits[i].count));
    putchar('\n');
    report_edit_line(results, "E1, an edit",
                     offsetof(struct editing, edit));
    printf("%-28s %.1f more cache misses (%.0f ns) from the first to the last, "
           "goal %s\n", "", more, results->growth_miss, goal_mark(12, more));
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
               grouped(s->count), s->loaded, goal_mark(56, s->loaded),
               s->changed, goal_mark(66, s->changed), megabytes(s->scratch),
               megabytes(s->used), megabytes(s->trimmed));
    }
    printf("worst of many sizes: %.1f loaded, at %s items\n",
           results->worst.loaded, grouped(results->worst.count));
}

void report_travels(const struct results *results) {
    printf("\n== as bytes: %s items\n%-11s %9s %11s %9s %9s %9s %9s %9s %9s\n",
           grouped(results->travels[0].count), "", "changes", "bytes",
           "a change", "encode ms", "GB/s", "decode ms", "GB/s", "apply ms");
    for (size_t i = 0; i < results->travel_count; i++) {
        const struct travel *t = &results->travels[i];
        char name[16] = "snapshot";
        if (t->workload != W0)
            snprintf(name, sizeof name, "changes W%d", t->workload);
        printf("%-11s %9zu %11zu %9.1f %9.2f %9.2f %9.2f %9.2f", name,
               t->changes, t->bytes, (double)t->bytes / (double)t->changes,
               t->encode.median / 1e6, (double)t->bytes / t->encode.median,
               t->decode.median / 1e6, (double)t->bytes / t->decode.median);
        if (t->apply.count > 0) printf(" %9.2f", t->apply.median / 1e6);
        putchar('\n');
    }
}

void report_calls(const struct results *results) {
    printf("\n== small calls on a list of 1,000, ns\n");
    for (size_t i = 0; i < results->call_count; i++)
        printf("%-32s %9.1f\n", results->calls[i].name,
               results->calls[i].nanoseconds);
}
