/* See json.h. */
#include "json.h"

void write_timing(FILE *file, const char *name, struct timing timing) {
    fprintf(file, "\"%s\": {\"median\": %.1f, \"least\": %.1f, \"count\": %zu}",
            name, timing.median, timing.least, timing.count);
}

static void write_changes(FILE *file, const char *name,
                          struct changes changes) {
    fprintf(file,
            "\"%s\": {\"section_moves\": %zu, \"deletes\": %zu, \"inserts\": "
            "%zu, \"moves\": %zu, \"updates\": %zu}",
            name, changes.section_moves, changes.deletes, changes.inserts,
            changes.moves, changes.updates);
}

static void write_updates(FILE *file, const struct update_times *times) {
    static const char *const dialects[DIALECTS] = {"batch", "steps", "splices",
                                                   "map"};
    write_timing(file, "diff", times->diff);
    fputs(", ", file);
    write_timing(file, "set", times->set);
    fputs(",\n       ", file);
    write_timing(file, "set_with_changeset", times->with_changeset);
    fputs(", ", file);
    write_timing(file, "build", times->build);
    fputs(",\n       ", file);
    write_timing(file, "apply", times->apply);
    for (enum dialect d = 0; d < DIALECTS; d++) {
        fputs(d % 2 ? ",\n       " : ", ", file);
        write_timing(file, dialects[d], times->dialects[d]);
    }
}

static void write_goals(FILE *file, const struct row *row, size_t count) {
    fprintf(file,
            "\"set_goal\": %g, \"heckel_goal\": %g, "
            "\"expert_goal\": %g, \"diff_heckel_goal\": %g,\n       ",
            goal_of_set(row->workload, count),
            goal_over_heckel(row->workload, count),
            goal_over_expert(row->workload, count),
            goal_diff_over_heckel(row->workload, count));
    fprintf(file,
            "\"over_heckel\": %.4f, \"over_expert\": %.4f, "
            "\"diff_over_heckel\": %.4f,\n       ",
            over(row->ours.with_changeset, row->heckel),
            over(row->ours.with_changeset, row->expert),
            over(row->ours.diff, row->heckel));
}

static void write_row(FILE *file, const struct row *row, size_t count) {
    const struct phases *phases = &row->phases;
    fprintf(file, "\n      {\"workload\": \"W%d\", \"text\": \"%s\", ",
            row->workload, workload_text(row->workload));
    write_goals(file, row, count);
    write_updates(file, &row->ours);
    fprintf(file,
            ",\n       \"phases\": {\"match\": %llu, \"solve\": %llu, "
            "\"prepare\": %llu, \"commit\": %llu}, \"scratch\": %zu,\n       ",
            (unsigned long long)phases->match, (unsigned long long)phases->solve,
            (unsigned long long)phases->prepare,
            (unsigned long long)phases->commit, row->scratch_bytes);
    if (row->other.set.count > 0) {
        fputs("\"other\": {", file);
        write_updates(file, &row->other);
        fputs("},\n       ", file);
    }
    write_timing(file, "heckel", row->heckel);
    fputs(", ", file);
    write_timing(file, "expert", row->expert);
    fprintf(file,
            ",\n       \"standard_library\": %.1f, \"wrong\": %zu, "
            "\"expert_wrong\": %zu,\n       ",
            row->standard_library * 1e6, row->wrong, row->expert_wrong);
    write_changes(file, "counted", row->counted);
    fputs(",\n       ", file);
    write_changes(file, "fewest", row->fewest);
    fputs(",\n       ", file);
    write_changes(file, "expert_counted", row->expert_counted);
    fputs(",\n       ", file);
    write_changes(file, "heckel_counted", row->heckel_counted);
    fputc('}', file);
}

void write_size(FILE *file, const struct sized *sized) {
    fprintf(file, "\n    {\"items\": %zu,\n     \"floors\": {", sized->count);
    write_timing(file, "scan", sized->floors.scan);
    fputs(", ", file);
    write_timing(file, "memcmp", sized->floors.compare);
    fputs(",\n       ", file);
    write_timing(file, "copy", sized->floors.copy);
    fputs(", ", file);
    write_timing(file, "lookups", sized->floors.lookups);
    fputs("},\n     \"load\": {", file);
    write_timing(file, "cold", sized->load.cold);
    fputs(", ", file);
    write_timing(file, "warm", sized->load.warm);
    fprintf(file,
            "},\n     \"memory\": {\"used\": %zu, \"peak\": %zu, \"resident\": "
            "%zu, \"resident_peak\": %zu},\n     \"rows\": [",
            sized->used, sized->peak, sized->resident, sized->resident_peak);
    for (size_t i = 0; i < sized->row_count; i++) {
        if (i > 0) fputc(',', file);
        write_row(file, &sized->rows[i], sized->count);
    }
    fputs("]}", file);
}
