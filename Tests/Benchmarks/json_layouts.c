/* See json.h: views that are laid out. */
#include "json.h"

/* {"items": ..., with the timings. */
static void write_timings(FILE *file, size_t count, const char *const *names,
                          const struct timing *timings, size_t timing_count) {
    fprintf(file, "{\"items\": %zu", count);
    for (size_t i = 0; i < timing_count; i++) {
        fputs(", ", file);
        write_timing(file, names[i], timings[i]);
    }
}

#define WRITE_TIMINGS(file, count, names, ...)                                 \
    write_timings(file, count, names, (const struct timing[]){__VA_ARGS__},    \
                  sizeof(names) / sizeof *(names))

void write_layouts(const struct layouts *layouts, FILE *file) {
    static const char *const steps[] = {"told", "step", "nothing", "idle"};
    static const char *const jumps[] = {"laid", "told"};
    static const char *const sizes[] = {"layout", "frame", "refill", "records",
                                        "fenwick"};
    static const char *const updates[] = {"alone", "uniform", "own",
                                          "shuffled_alone", "shuffled"};
    static const char *const edits[] = {"alone", "uniform", "own", "grid",
                                        "rows",  "lanes",   "greedy"};
    static const char *const first[] = {"uniform", "many", "own"};
    const struct layout_steps *s = &layouts->steps;
    fputs(",\n \"layouts\": {\n  \"steps\": ", file);
    WRITE_TIMINGS(file, s->count, steps, s->told, s->step, s->nothing, s->idle);
    fputs("},\n  \"jumps\": [", file);
    for (size_t i = 0; i < layouts->jump_count; i++) {
        const struct layout_jump *jump = &layouts->jumps[i];
        fputs(i ? ",\n   " : "\n   ", file);
        WRITE_TIMINGS(file, jump->count, jumps, jump->laid, jump->told);
        fputc('}', file);
    }
    const struct layout_resize *r = &layouts->resize;
    fprintf(file, "],\n  \"miss\": %.2f,\n  \"sizes\": ", layouts->miss);
    WRITE_TIMINGS(file, r->count, sizes, r->layout, r->frame, r->refill,
                  r->records, r->fenwick);
    const struct layout_updates *u = &layouts->updates;
    fputs("},\n  \"updates\": ", file);
    WRITE_TIMINGS(file, u->count, updates, u->alone, u->uniform, u->own,
                  u->shuffled_alone, u->shuffled);
    const struct layout_edits *e = &layouts->edits;
    fputs("},\n  \"edits\": ", file);
    WRITE_TIMINGS(file, e->count, edits, e->alone, e->uniform, e->own,
                  e->grid, e->rows, e->lanes, e->greedy);
    const struct layout_first *f = &layouts->first;
    fputs("},\n  \"first\": ", file);
    WRITE_TIMINGS(file, f->count, first, f->uniform, f->many, f->own);
    fprintf(file,
            ", \"sections\": %zu, \"uniform_bytes\": %.5g, \"own_bytes\": "
            "%.5g}}",
            f->sections, f->uniform_bytes, f->own_bytes);
}
