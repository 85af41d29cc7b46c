/*
 * main.c - prints what the scripts of the seeds first ..< first + count do.
 *
 *     seeds [--whole-lines] first count
 */
#include "seeds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The policies take turns; every other round of them drops empty sections; some lists have limits. */
static void run(uint64_t seed)
{
    seed_script script = {.random = {seed}, .policy = (iq_duplicates)(seed % 5)};
    iq_list_options list = {.struct_size = sizeof list, .duplicates = script.policy};
    iq_snapshot_options snapshot = {.struct_size = sizeof snapshot, .duplicates = script.policy};

    script.drops_empty_sections = seed / 5 % 2 == 1;
    list.flags = script.drops_empty_sections ? IQ_LIST_DROP_EMPTY_SECTIONS : 0;
    snapshot.flags = script.drops_empty_sections ? IQ_SNAPSHOT_DROP_EMPTY_SECTIONS : 0;
    list.max_items = seed % 7 == 0 ? 12 : 0;
    list.max_sections = seed % 11 == 0 ? 3 : 0;
    list.reload_threshold = seed % 13 == 0 ? 9 : 0;
    must(iq_list_create(&list, &script.list));
    must(iq_snapshot_create(&snapshot, &script.snapshot));
    must(iq_snapshot_copy(script.snapshot, &script.first));
    begin_line("seed");
    put("%llu", (unsigned long long)seed);
    end_line();
    for (int round = 0; round < 3; round++) {
        run_list(&script);
        run_edit(&script);
        run_snapshot(&script);
    }
    count_cells_anew(seed % 3 == 2);
    run_following(&script, seed);
    iq_changeset_destroy(script.previous);
    iq_snapshot_destroy(script.first);
    iq_snapshot_destroy(script.snapshot);
    iq_list_destroy(script.list);
}

int main(int argc, char **argv)
{
    prints_whole_lines = argc > 1 && strcmp(argv[1], "--whole-lines") == 0;
    if (argc != 3 + prints_whole_lines) {
        fprintf(stderr, "usage: seeds [--whole-lines] first count\n");
        return EXIT_FAILURE;
    }
    uint64_t first = strtoull(argv[1 + prints_whole_lines], NULL, 0);
    uint64_t count = strtoull(argv[2 + prints_whole_lines], NULL, 0);

    register_classes();
    for (uint64_t seed = first; seed < first + count; seed++)
        run(seed);
    return EXIT_SUCCESS;
}
