/* See json.h: many lists and sections, another build, and the goals. */
#include "json.h"

static void write_frame(FILE *file, const char *name,
                        const struct frame_times *times) {
    fprintf(file, ",\n  \"%s\": {", name);
    write_timing(file, "set_with_changeset", times->set);
    fputs(", ", file);
    write_timing(file, "with_batch", times->batch);
    fputs(",\n   ", file);
    write_timing(file, "diff", times->diff);
    fputs(", ", file);
    write_timing(file, "edit", times->edit);
    fputs(", ", file);
    write_timing(file, "empty_commit", times->nothing);
    fputc('}', file);
}

static void write_frames(const struct frames *frames, FILE *file) {
    fputs(",\n \"frames\": {", file);
    write_timing(file, "heckel", frames->heckel);
    fputs(", ", file);
    write_timing(file, "expert", frames->expert);
    write_frame(file, "ours", &frames->ours);
    if (frames->other.set.count > 0) write_frame(file, "other", &frames->other);
    fputc('}', file);
}

static void write_sections(const struct results *results, FILE *file) {
    fputs(",\n \"section_loads\": [", file);
    for (size_t i = 0; i < results->section_load_count; i++) {
        const struct section_load *load = &results->section_loads[i];
        fprintf(file, "%s\n  {\"items\": %zu, \"ratio\": %.4f, ", i ? "," : "",
                load->count, over(load->many, load->one));
        write_timing(file, "many", load->many);
        fputs(", ", file);
        write_timing(file, "one", load->one);
        fputc('}', file);
    }
    fputs("],\n \"section_shuffles\": [", file);
    for (size_t i = 0; i < results->section_shuffle_count; i++) {
        const struct section_shuffle *s = &results->section_shuffles[i];
        fprintf(file, "%s\n  {\"items\": %zu, \"ratio\": %.4f, \"wrong\": %zu, ",
                i ? "," : "", s->count, over(s->many, s->one), s->wrong);
        write_timing(file, "many", s->many);
        fputs(", ", file);
        write_timing(file, "one", s->one);
        fputc('}', file);
    }
    fputc(']', file);
}

static void write_small(const struct small_lists *small, FILE *file) {
    const struct small_times *ours = &small->ours;
    fprintf(file,
            ",\n \"small_lists\": {\"lists\": %zu, \"empty_bytes\": %.1f, "
            "\"ten_bytes\": %.1f,\n  ",
            small->count, ours->empty_bytes, ours->ten_bytes);
    write_timing(file, "create_and_destroy", ours->pair);
    fputs(", ", file);
    write_timing(file, "create", ours->create);
    fputs(",\n  ", file);
    write_timing(file, "set_ten", ours->load);
    fputs(", ", file);
    write_timing(file, "destroy", ours->destroy);
    fputc('}', file);
}

static void write_against(const struct results *results, FILE *file) {
    if (!results->against) {
        fputs(",\n \"against\": null", file);
        return;
    }
    fprintf(file, ",\n \"against\": {\"version\": \"%s\", \"build\": \"%s\", "
            "\"rows\": [", results->other.version_string(),
            results->other.build_info());
    for (size_t i = 0; i < results->contrasts.count; i++) {
        const struct contrast *contrast = &results->contrasts.all[i];
        fprintf(file, "%s\n  {\"what\": \"%s\", \"items\": %zu, ", i ? "," : "",
                contrast->what, contrast->count);
        write_timing(file, "ours", contrast->ours);
        fputs(", ", file);
        write_timing(file, "other", contrast->other);
        fprintf(file, ", \"ratio\": %.4f, \"slower\": %s}",
                over(contrast->ours, contrast->other),
                contrast_slower(contrast) ? "true" : "false");
    }
    fputs("]}", file);
}

static void write_goals(const struct checks *checks, FILE *file) {
    fputs(",\n \"goals\": [", file);
    for (size_t i = 0; i < checks->count; i++)
        fprintf(file,
                "%s\n  {\"name\": \"%s\", \"value\": %.5g, \"goal\": %g, "
                "\"met\": %s}",
                i ? "," : "", checks->all[i].name, checks->all[i].value,
                checks->all[i].goal, checks->all[i].met ? "true" : "false");
    fputc(']', file);
}

static void write_polls(const struct polls *polls, FILE *file) {
    fputs(",\n \"polls\": {\"updates\": [", file);
    for (size_t i = 0; i < SUBMITTED && polls->count > 0; i++) {
        const struct submitted *s = &polls->submitted[i];
        fprintf(file, "%s\n  {\"items\": %zu, ", i ? "," : "", s->count);
        write_timing(file, "apply", s->apply);
        fputs(", ", file);
        write_timing(file, "submit", s->submit);
        fputc('}', file);
    }
    fputs("],\n  ", file);
    write_timing(file, "event", polls->event);
    fputs(", ", file);
    write_timing(file, "idle", polls->idle);
    fprintf(file, ",\n  \"items\": %zu, ", polls->count);
    write_timing(file, "select", polls->select);
    fputs(",\n  \"view\": {", file);
    write_timing(file, "nothing", polls->viewed.nothing);
    fputs(", ", file);
    write_timing(file, "step", polls->viewed.step);
    fputs(", ", file);
    write_timing(file, "calls", polls->viewed.calls);
    fprintf(file, ",\n   \"items\": %zu, ", polls->viewed.count);
    write_timing(file, "with", polls->viewed.with);
    fputs(", ", file);
    write_timing(file, "without", polls->viewed.without);
    fputs("}}", file);
}

static void write_derived(const struct derived *derived, FILE *file) {
    fprintf(file, ",\n \"derived\": {\"items\": %zu, \"children\": %zu, ",
            derived->count, derived->children);
    fprintf(file, "\"asked\": %.5g,\n  ", derived->asked);
    write_timing(file, "filter", derived->filter);
    fputs(", ", file);
    write_timing(file, "set", derived->set);
    fputs(",\n  ", file);
    write_timing(file, "fold", derived->fold);
    fputs(", ", file);
    write_timing(file, "edit", derived->edit);
    fputs(",\n  ", file);
    write_timing(file, "derive", derived->derive);
    fputs(", ", file);
    write_timing(file, "load", derived->load);
    fputc('}', file);
}

void write_many(const struct results *results, FILE *file) {
    write_frames(&results->frames, file);
    write_sections(results, file);
    write_small(&results->small, file);
    const struct stalls *stalls = &results->stalls;
    fprintf(file,
            ",\n \"stalls\": {\"items\": %zu, \"edits\": %zu, \"median\": %.1f, "
            "\"high\": %.1f, \"largest\": %.1f, \"largest_at\": %zu}",
            stalls->count, stalls->edits, stalls->median, stalls->high,
            stalls->largest, stalls->largest_at);
    write_polls(&results->polls, file);
    write_derived(&results->derived, file);
    write_orders(&results->orders, file);
    write_layouts(&results->layouts, file);
    write_against(results, file);
    write_goals(&results->checks, file);
}
