/*
 * changes.c - a changeset in every dialect.
 */
#include "seeds.h"

#include <stdio.h>
#include <string.h>

static void print_summary(const iq_summary *summary)
{
    begin_line("summary");
    put("%u", (unsigned)summary->reload);
    put("%zu %zu", summary->sections_before, summary->sections_after);
    put("%zu %zu", summary->items_before, summary->items_after);
    put("%zu %zu", summary->section_deletes, summary->section_inserts);
    put("%zu %zu", summary->section_moves, summary->section_updates);
    put("%zu %zu %zu", summary->item_deletes, summary->item_inserts, summary->item_moves);
    put("%zu %zu", summary->item_reloads, summary->item_reconfigures);
    put("%zu %zu", summary->supplementary_deletes, summary->supplementary_inserts);
    put("%zu", summary->supplementary_updates);
    put("%zu %zu", summary->duplicates_dropped, summary->duplicates_numbered);
    end_line();
}

/* `destination` is that of a step that is a move. */
static void print_changes(const char *name, const iq_change *changes, size_t count)
{
    begin_line(name);
    for (size_t i = 0; i < count; i++) {
        const iq_change *change = &changes[i];
        const uint32_t positions[6] = {
            change->before_section, change->before_item,   change->after_section,
            change->after_item,     change->final_section, change->final_item,
        };

        put("%u %u", (unsigned)change->kind, (unsigned)change->flags);
        for (size_t p = 0; p < 6; p++)
            put_number(positions[p]);
        put("%u %u %u", (unsigned)change->count, (unsigned)change->element_kind,
            (unsigned)change->element_index);
        put("%llu", (unsigned long long)change->mask);
        if (change->kind == IQ_ITEM_MOVE || change->kind == IQ_SECTION_MOVE) {
            uint32_t destination = IQ_NONE;
            must(iq_change_get_destination(change, &destination));
            put("%u", (unsigned)destination);
        }
    }
    end_line();
}

static void print_splices(const iq_changeset *changeset, const char *name, uint32_t flags)
{
    const iq_splice *splices;
    size_t count;

    must(iq_changeset_get_splices(changeset, flags, &splices, &count));
    begin_line(name);
    for (size_t i = 0; i < count; i++)
        put("%u %u %u", (unsigned)splices[i].position, (unsigned)splices[i].removed,
            (unsigned)splices[i].added);
    end_line();
}

static void print_map(const iq_changeset *changeset, const char *name, iq_side side)
{
    const uint32_t *map;
    size_t count;

    must(iq_changeset_get_map(changeset, side, &map, &count));
    begin_line(name);
    for (size_t i = 0; i < count; i++)
        put_number(map[i]);
    end_line();
}

/* Sections until there are no more, and of each its items until there are no more. */
static void print_positions(const iq_changeset *changeset, const char *name, iq_side side)
{
    begin_line(name);
    for (iq_position at = {0, IQ_NONE};; at.section++, at.item = IQ_NONE) {
        iq_status status = IQ_OK;
        for (; status == IQ_OK || status == IQ_ERROR_NOT_FOUND; at.item++) {
            iq_position other = {IQ_NONE, IQ_NONE};
            status = iq_changeset_map_position(changeset, side, at, &other);
            if (status == IQ_ERROR_RANGE)
                break;
            put_position(other);
        }
        if (at.item == IQ_NONE)
            break;
        put("/");
    }
    end_line();
}

/* Of the few keys that recur: where they are on both sides. Unscoped lists need no section. */
static void print_keys(const iq_changeset *changeset)
{
    begin_line("keys");
    for (uint64_t number = 0; number < 40; number++) {
        iq_position before, after;
        iq_key section = iq_key_from_u64(number % 7);
        iq_status status =
            iq_changeset_find_key(changeset, &section, iq_key_from_u64(number), &before, &after);
        if (status != IQ_OK) {
            put("%d", (int)status);
            break;
        }
        put_position(before);
        put_position(after);
    }
    end_line();
}

/* The items of the state after, as many as the sections have. */
static void print_explanations(const iq_changeset *changeset, const iq_summary *summary)
{
    begin_line("explained");
    for (uint32_t s = 0; s < summary->sections_after; s++) {
        for (uint32_t i = 0;; i++) {
            char text[512];
            size_t length;
            iq_position at = {s, i};
            if (iq_changeset_explain(changeset, IQ_AFTER, at, text, sizeof text, &length) != IQ_OK)
                break;
            put("%s;", text);
        }
    }
    end_line();
}

static void print_text(const iq_changeset *changeset)
{
    static char text[1 << 18];
    size_t length;

    must(iq_changeset_dump(changeset, text, sizeof text, &length));
    for (char *end; (end = strchr(text, '\n')) != NULL;)
        *end = '|';
    begin_line("dump");
    put("%s", text);
    end_line();
}

static void print_bytes(const iq_changeset *changeset)
{
    static unsigned char bytes[1 << 17];
    size_t length;
    iq_changeset *decoded;
    iq_status status = iq_changeset_encode(changeset, bytes, sizeof bytes, &length);

    print_status("encode", status);
    if (status != IQ_OK)
        return;
    begin_line("bytes");
    put_bytes(bytes, length);
    end_line();
    must(iq_changeset_decode(bytes, length, NULL, &decoded));
    print_text(decoded);
    iq_changeset_destroy(decoded);
}

void print_changeset(const iq_changeset *changeset)
{
    static const char *const names[4] = {"steps", "flat", "single", "single flat"};
    iq_summary summary = {.struct_size = sizeof summary};
    const iq_change *changes;
    size_t count;

    if (changeset == NULL)
        return;
    must(iq_changeset_get_summary(changeset, &summary));
    print_summary(&summary);
    must(iq_changeset_get_batch(changeset, &changes, &count));
    print_changes("batch", changes, count);
    for (uint32_t flags = 0; flags < 4; flags++) {
        must(iq_changeset_get_steps(changeset, flags, &changes, &count));
        print_changes(names[flags], changes, count);
    }
    print_splices(changeset, "splices", 0);
    print_splices(changeset, "splices without updates", IQ_SPLICES_WITHOUT_UPDATES);
    print_map(changeset, "map before", IQ_BEFORE);
    print_map(changeset, "map after", IQ_AFTER);
    print_positions(changeset, "positions before", IQ_BEFORE);
    print_positions(changeset, "positions after", IQ_AFTER);
    print_keys(changeset);
    print_explanations(changeset, &summary);
    print_text(changeset);
    print_bytes(changeset);
}
