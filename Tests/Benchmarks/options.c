/* See options.h. */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: run [--quick] [--large] [--size N] [--only NAMES] [--json FILE]\n"
    "           [--against LIBRARY] [--seed N] [--pin CORE]\n"
    "           [--no-standard-library]\n"
    "  --quick    fewer repetitions and smaller sizes: under a minute in all\n"
    "  --large    10,000,000 items too\n"
    "  --only     of W0 to W10, L1, F200, sections, small, stalls, polls,\n"
    "             derived, orders, layouts, growth, storage, edits, travel,\n"
    "             applied, calls, with commas between\n"
    "  --against  loads another build of the library (an older one), measures\n"
    "             it in the same loops and names what is more than 5 % slower\n"
    "             than there\n"
    "  --pin      stays on one core\n";

static void refuse(void) {
    fputs(usage, stderr);
    exit(2);
}

/* Whether the option has no value; sets it. */
static bool parse_flag(struct options *options, const char *name) {
    if (strcmp(name, "--help") == 0) {
        fputs(usage, stdout);
        exit(0);
    }
    bool quick = strcmp(name, "--quick") == 0;
    bool large = strcmp(name, "--large") == 0;
    options->quick |= quick;
    options->large |= large;
    /* The last is meant for `run`, which then names no program. */
    return quick || large || strcmp(name, "--no-standard-library") == 0;
}

static void parse_value(struct options *options, const char *name,
                        const char *value) {
    if (!value) refuse();
    if (strcmp(name, "--size") == 0) options->size = strtoull(value, NULL, 0);
    else if (strcmp(name, "--only") == 0) options->only = value;
    else if (strcmp(name, "--json") == 0) options->json = value;
    else if (strcmp(name, "--against") == 0) options->against = value;
    else if (strcmp(name, "--seed") == 0)
        options->seed = strtoull(value, NULL, 0);
    else if (strcmp(name, "--pin") == 0) options->core = atoi(value);
    else if (strcmp(name, "--standard-library") == 0)
        options->standard_library = value;
    else refuse();
}

struct options options_parse(int count, char **arguments) {
    struct options options = {.core = -1, .seed = 0x1505};
    for (int i = 1; i < count; i++) {
        if (parse_flag(&options, arguments[i])) continue;
        parse_value(&options, arguments[i],
                    i + 1 < count ? arguments[i + 1] : NULL);
        i++;
    }
    return options;
}

bool wanted(const struct options *options, const char *name) {
    size_t length = strlen(name);
    for (const char *at = options->only; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || !at[length]))
            return true;
    }
    return !options->only;
}

bool wants_workload(const struct options *options, enum workload workload) {
    char name[16];
    snprintf(name, sizeof name, "W%d", workload);
    return wanted(options, name);
}
