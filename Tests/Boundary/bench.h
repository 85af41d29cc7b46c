/*
 * bench.h - a snapshot on the workbench beside its model: each function here makes one random edit of
 * both and checks the answer, anchors and keys that are not there included.
 */
#ifndef BENCH_H
#define BENCH_H

#include "model.h"
#include "random.h"

/* A mark, by name: it stays when the item goes, and is that of an item of the name that comes. */
typedef struct bench_mark {
    iq_key section, key;
    uint32_t mark;
} bench_mark;

/* A snapshot and what it should be. Keys are drawn from few, so that anchors are often there. */
typedef struct bench {
    random_source *random;
    iq_snapshot *snapshot;
    model wanted;
    iq_duplicates policy;
    bool scoped;
    uint64_t keys;
    bench_mark marks[512];
    size_t mark_count;
} bench;

iq_key bench_key(bench *b);
/* The section to name with an item's key: its own where keys are scoped, else none. */
const iq_key *bench_scope(const bench *b, const iq_key *section);
/* NOT_FOUND, and the error names the key. */
void bench_check_missing(iq_status status, iq_key key);

void bench_put_sections(bench *b);
void bench_move_section(bench *b);
void bench_delete_sections(bench *b);

void bench_append_items(bench *b);
void bench_insert_items(bench *b);
void bench_move_item(bench *b);
void bench_move_item_to_section(bench *b);
void bench_delete_items(bench *b);
void bench_delete_all_items(bench *b);

void bench_mark_items(bench *b);
void bench_mark_sections(bench *b);
void bench_clear_marks(bench *b);
/* Without marks any more, whoever has done it. */
void bench_forget_marks(bench *b);
/* Gives the items of the model their marks. */
void bench_tell_marks(bench *b);
void bench_set_element(bench *b);
void bench_remove_element(bench *b);

#endif
