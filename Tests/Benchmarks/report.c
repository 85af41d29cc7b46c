/* The tables by size. Times are in milliseconds, or microseconds where the list
 * is small; each also as a ratio to the floor of its size. */
#include "results.h"
#include "text.h"

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
    if (results->against)
        printf("against %s, %s\n", results->against,
               results->other.version_string());
    puts("+ goal met, - not met; medians, but for ratios of the least times");
}

static void report_updates(const struct sized *sized, struct unit unit) {
    double floor = sized->floors.scan.median;
    printf("\n%-3s %14s   %32s\n", "", "iq_diff", "iq_list_set, no changeset");
    printf("%-3s %7s %6s  %8s %8s %6s %6s  %7s %7s %9s %7s\n", "", unit.name,
           "floors", unit.name, "least", "floors", "goal", "deletes", "inserts",
           "moves", "updates");
    for (size_t i = 0; i < sized->row_count; i++) {
        const struct row *row = &sized->rows[i];
        double diff = row->ours.diff.median / floor;
        double set = row->ours.set.median / floor;
        printf("W%-2d %7.2f %6.1f  %8.2f %8.2f %6.1f %6s", row->workload,
               row->ours.diff.median / unit.nanoseconds, diff,
               row->ours.set.median / unit.nanoseconds,
               row->ours.set.least / unit.nanoseconds, set,
               ratio_mark(goal_of_set(row->workload, sized->count), set));
        printf("  %7zu %7zu %9zu %7zu", row->counted.deletes,
               row->counted.inserts, row->counted.moves, row->counted.updates);
        if (row->counted.section_moves)
            printf(" + %zu sections", row->counted.section_moves);
        if (row->wrong > 0)
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
           ratio_mark(goal_of_load(sized->count), warm / floor),
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
        printf("W%-2d %8.2f %8.2f  %7.2f %7.2f %7.2f %6.2f  %7.2f %7.2f %7.2f "
               "%7.2f  %7.2f  %9zu",
               row->workload, row->ours.build.median / unit.nanoseconds,
               row->ours.apply.median / unit.nanoseconds,
               row->ours.dialects[BATCH].median / unit.nanoseconds,
               row->ours.dialects[STEPS].median / unit.nanoseconds,
               row->ours.dialects[SPLICES].median / unit.nanoseconds,
               row->ours.dialects[MAP].median / unit.nanoseconds,
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

/* iq_list_set with a changeset beside the baselines: least times, and medians
 * after them. */
void report_ratios(const struct sized *sized) {
    if (sized->row_count == 0) return;
    struct unit unit = unit_of(sized->count);
    double floor = sized->floors.scan.median;
    printf("\n%s items: iq_list_set with a changeset, and the diffs of Heckel "
           "and the expert, %s\n", grouped(sized->count), unit.name);
    printf("%-3s %8s %8s  %8s %8s  %8s %8s  %6s  %6s %6s  %6s %6s  %6s %6s\n",
           "", "ours", "median", "Heckel", "median", "expert", "median",
           "floors", "/Heck.", "goal", "/exp.", "goal", "diff/H", "goal");
    for (size_t i = 0; i < sized->row_count; i++) {
        const struct row *row = &sized->rows[i];
        struct timing ours = row->ours.with_changeset;
        double heckel = over(ours, row->heckel);
        double expert = over(ours, row->expert);
        double diff = over(row->ours.diff, row->heckel);
        enum workload w = row->workload;
        printf("W%-2d %8.2f %8.2f  %8.2f %8.2f  %8.2f %8.2f  %6.1f", w,
               ours.least / unit.nanoseconds, ours.median / unit.nanoseconds,
               row->heckel.least / unit.nanoseconds,
               row->heckel.median / unit.nanoseconds,
               row->expert.least / unit.nanoseconds,
               row->expert.median / unit.nanoseconds, ours.median / floor);
        printf("  %6.2f %6s  %6.2f %6s  %6.2f %6s%s\n", heckel,
               ratio_mark(goal_over_heckel(w, sized->count), heckel), expert,
               ratio_mark(goal_over_expert(w, sized->count), expert), diff,
               ratio_mark(goal_diff_over_heckel(w, sized->count), diff),
               row->expert_wrong ? "  WRONG: the expert's moves" : "");
        if (w != W4 || sized->count != 10000) continue;
        double batch = nanoseconds_a_move(row, BATCH);
        double steps = nanoseconds_a_move(row, STEPS);
        printf("    dialects, ns a move: batch %.1f %s, steps %.1f %s\n", batch,
               goal_mark(goal_batch, batch), steps, goal_mark(goal_steps, steps));
    }
    fflush(stdout);
}
