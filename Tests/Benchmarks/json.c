/* The results for other programs: see json.h. */
#include "json.h"

static void write_head(FILE *file, const struct results *results) {
    const struct machine *machine = &results->machine;
    fprintf(file,
            "{\"version\": \"%s\", \"build\": \"%s\", \"library_bytes\": %zu,\n",
            iq_version_string(), iq_build_info(), results->library_bytes);
    fprintf(file,
            " \"machine\": {\"cpu\": \"%s\", \"cores\": %ld, \"memory\": %zu, "
            "\"huge_pages\": \"%s\", \"pinned\": %d},\n",
            machine->cpu, machine->cores, machine->memory, machine->huge_pages,
            results->core);
    fprintf(file,
            " \"seed\": \"0x%016llx\", \"dependent_miss\": %.2f, "
            "\"growth_miss\": %.2f, \"fresh_megabyte\": %.1f,\n",
            (unsigned long long)results->seed, results->miss,
            results->growth_miss, results->fresh * 1e6);
}

void write_json(const struct results *results, FILE *file) {
    write_head(file, results);
    fputs(" \"sizes\": [", file);
    for (size_t i = 0; i < results->size_count; i++) {
        if (i > 0) fputc(',', file);
        write_size(file, &results->sizes[i]);
    }
    fputs("],\n \"edits\": [", file);
    for (size_t i = 0; i < results->editing_count; i++) {
        const struct editing *e = &results->edits[i];
        fprintf(file,
                "%s\n    {\"items\": %zu, \"edit\": %.1f, \"commit_1\": %.1f, "
                "\"commit_100\": %.1f, \"commit_10000\": %.1f, "
                "\"appends\": %.1f, \"described\": %.1f, "
                "\"snapshot\": %.1f, \"copy\": %.1f}",
                i ? "," : "", e->count, e->edit, e->commits[0], e->commits[1],
                e->commits[2], e->appends, e->described, e->snapshot, e->copy);
    }
    fputs("],\n \"growth\": [", file);
    for (size_t i = 0; i < results->growth_count; i++) {
        const struct growth *g = &results->growth[i];
        fprintf(file,
                "%s\n    {\"items\": %zu, \"item_at\": %.2f, \"position\": %.2f, "
                "\"index_of_key\": %.2f, \"section_items\": %.1f}",
                i > 0 ? "," : "", g->count, g->item_at, g->position,
                g->index_of_key, g->section_items * 1e3);
    }
    fputs("],\n \"storage\": [", file);
    for (size_t i = 0; i < results->storage_count; i++) {
        const struct storage *s = &results->storage[i];
        fprintf(file,
                "%s\n    {\"items\": %zu, \"loaded\": %.2f, \"changed\": %.2f, "
                "\"scratch\": %zu, \"used\": %zu, \"trimmed\": %zu}",
                i > 0 ? "," : "", s->count, s->loaded, s->changed, s->scratch,
                s->used, s->trimmed);
    }
    fprintf(file, "],\n \"worst\": {\"items\": %zu, \"loaded\": %.2f},\n",
            results->worst.count, results->worst.loaded);
    fputs(" \"travel\": [", file);
    for (size_t i = 0; i < results->travel_count; i++) {
        const struct travel *t = &results->travels[i];
        fprintf(file,
                "%s\n    {\"what\": \"%s\", \"workload\": \"W%d\", \"items\": "
                "%zu, \"changes\": %zu, \"bytes\": %zu,\n     ",
                i > 0 ? "," : "", t->workload == W0 ? "snapshot" : "changeset",
                t->workload, t->count, t->changes, t->bytes);
        write_timing(file, "encode", t->encode);
        fputs(", ", file);
        write_timing(file, "decode", t->decode);
        fputc('}', file);
    }
    fputs("],\n \"applied\": [", file);
    for (size_t i = 0; i < results->applied_count; i++) {
        const struct applied *a = &results->applied[i];
        fprintf(file, "%s\n    {\"workload\": \"W%d\", \"items\": %zu, ",
                i > 0 ? "," : "", a->workload, a->count);
        write_timing(file, "decode", a->decode);
        fputs(", ", file);
        write_timing(file, "apply", a->apply);
        fputs(", ", file);
        write_timing(file, "both", a->both);
        fputs(", ", file);
        write_timing(file, "set", a->set);
        fputc('}', file);
    }
    fputs("],\n \"calls\": [", file);
    for (size_t i = 0; i < results->call_count; i++)
        fprintf(file, "%s\n    {\"name\": \"%s\", \"time\": %.2f}",
                i > 0 ? "," : "", results->calls[i].name,
                results->calls[i].nanoseconds);
    fputc(']', file);
    write_many(results, file);
    fputs("}\n", file);
}
