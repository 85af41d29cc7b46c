/*
 * snapshots.h - what the steps of a snapshot share.
 */
#ifndef SNAPSHOTS_H
#define SNAPSHOTS_H

#include "seeds.h"

size_t count_sections(const seed_script *script);
/* Mostly of a section that is there. */
iq_key draw_present_section(seed_script *script);
void print_missing(iq_status status, size_t missing);

/* snapshot_items.c: the steps that name items. */
void append_snapshot_items(seed_script *script);
void insert_snapshot_items(seed_script *script);
void insert_snapshot_items_at(seed_script *script);
void insert_snapshot_children(seed_script *script);
void set_snapshot_section_items(seed_script *script);
void update_snapshot_items(seed_script *script);
void move_snapshot_item(seed_script *script);
void move_snapshot_item_to_section(seed_script *script);
void delete_snapshot_items(seed_script *script);
void delete_all_snapshot_items(seed_script *script);
void mark_snapshot_items(seed_script *script);
void find_snapshot_item(seed_script *script);
void find_snapshot_index(seed_script *script);

#endif
