/*
 * snapshot_script.h - a snapshot that is edited beside its model: each function here makes one random edit of
 * both and checks the answer, anchors and keys that are not there included.
 */
#ifndef SNAPSHOT_SCRIPT_H
#define SNAPSHOT_SCRIPT_H

#include "model.h"
#include "random.h"

/* A mark, by name: it stays when the item goes, and is that of an item of the name that comes. */
typedef struct snapshot_script_mark {
    iq_key section, key;
    uint32_t mark;
} snapshot_script_mark;

/* A snapshot and what it should be. Keys are drawn from few, so that anchors are often there. */
typedef struct snapshot_script {
    random_source *random;
    iq_snapshot *snapshot;
    model wanted;
    iq_duplicates policy;
    bool scoped;
    uint64_t keys;
    snapshot_script_mark marks[512];
    size_t mark_count;
} snapshot_script;

iq_key snapshot_script_key(snapshot_script *b);
/* The section to name with an item's key: its own where keys are scoped, else none. */
const iq_key *snapshot_script_scope(const snapshot_script *b, const iq_key *section);
/* NOT_FOUND, and the error names the key. */
void snapshot_script_check_missing(iq_status status, iq_key key);

void snapshot_script_put_sections(snapshot_script *b);
void snapshot_script_move_section(snapshot_script *b);
void snapshot_script_delete_sections(snapshot_script *b);

void snapshot_script_append_items(snapshot_script *b);
void snapshot_script_insert_items(snapshot_script *b);
void snapshot_script_insert_items_at(snapshot_script *b);
void snapshot_script_insert_children(snapshot_script *b);
void snapshot_script_set_section_items(snapshot_script *b);
void snapshot_script_update_items(snapshot_script *b);
void snapshot_script_move_item(snapshot_script *b);
void snapshot_script_move_item_to_end(snapshot_script *b);
void snapshot_script_delete_items(snapshot_script *b);
void snapshot_script_delete_all_items(snapshot_script *b);

void snapshot_script_mark_items(snapshot_script *b);
void snapshot_script_mark_sections(snapshot_script *b);
void snapshot_script_clear_marks(snapshot_script *b);
/* Without marks any more, whoever has done it. */
void snapshot_script_forget_marks(snapshot_script *b);
/* Gives the items of the model their marks. */
void snapshot_script_apply_marks(snapshot_script *b);
void snapshot_script_set_element(snapshot_script *b);
void snapshot_script_remove_element(snapshot_script *b);

#endif
