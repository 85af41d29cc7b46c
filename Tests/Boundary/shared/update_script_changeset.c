/*
 * update_script_changeset.c - everything that a changeset reports, held against what it must report.
 */
#include "check.h"
#include "replay.h"
#include "show.h"
#include "update_script.h"

#include <string.h>

static iq_position position_at(const model *of, size_t flat)
{
    model_place place = flat == MODEL_NONE ? (model_place){IQ_NONE, IQ_NONE} : model_place_at(of, flat);
    return (iq_position){(uint32_t)place.section, (uint32_t)place.item};
}

static bool same_position(iq_position a, iq_position b)
{
    return a.section == b.section && a.item == b.item;
}

static void check_key(const iq_changeset *changeset, const model *of, size_t flat, iq_position before,
                      iq_position after, bool scoped)
{
    model_place place = model_place_at(of, flat);
    const model_section *section = &of->sections[place.section];
    iq_position found_before = {3, 3}, found_after = {3, 3};
    CHECK_OK(iq_changeset_find_key(changeset, scoped ? &section->key : NULL, section->items[place.item].key,
                                   &found_before, &found_after));
    CHECK(same_position(found_before, before) && same_position(found_after, after));
}

static void check_keys(const iq_changeset *changeset, const expectation *wanted, uint32_t flags, bool scoped)
{
    iq_position before = {3, 3}, after = {3, 3};
    iq_key nobody = key_of(UINT64_MAX);
    if (!(flags & IQ_UPDATE_KEEP_KEYS)) {
        CHECK_STATUS(iq_changeset_find_key(changeset, &nobody, nobody, &before, &after), IQ_ERROR_NO_KEYS);
        return;
    }
    CHECK_OK(iq_changeset_find_key(changeset, &nobody, nobody, &before, &after));
    CHECK(before.section == IQ_NONE && before.item == IQ_NONE);
    CHECK(after.section == IQ_NONE && after.item == IQ_NONE);
    for (size_t i = 0; i < wanted->before_count; i++) {
        check_key(changeset, wanted->before, i, position_at(wanted->before, i),
                  position_at(wanted->after, wanted->after_of[i]), scoped);
    }
    for (size_t i = 0; i < wanted->after_count; i++) {
        check_key(changeset, wanted->after, i, position_at(wanted->before, wanted->before_of[i]),
                  position_at(wanted->after, i), scoped);
    }
}

/* One line about the item at a position, and a refusal for one that is not there. */
static void check_explained(const iq_changeset *changeset, const model *of, iq_side side)
{
    size_t count = model_item_count(of), length = 0;
    for (size_t i = 0; i < count; i += 1 + count / 4) {
        char text[512] = "";
        CHECK_OK(iq_changeset_explain(changeset, side, position_at(of, i), text, sizeof text, &length));
        CHECK(length > 0 && length < sizeof text && strlen(text) == length);
        const char *end = strchr(text, '\n');
        CHECK(end == NULL || end == text + length - 1);
    }
    iq_position beyond = {(uint32_t)of->count, 0};
    CHECK_STATUS(iq_changeset_explain(changeset, side, beyond, NULL, 0, &length), IQ_ERROR_RANGE);
}

static void check_reload(const iq_changeset *changeset, const iq_summary *summary)
{
    const iq_change *changes;
    const iq_splice *splices;
    size_t count = SIZE_MAX;
    CHECK(summary->reload == IQ_RELOAD_ASKED);
    CHECK_OK(iq_changeset_get_batch(changeset, &changes, &count));
    CHECK(count == 0);
    for (uint32_t flags = 0; flags <= (IQ_STEPS_FLAT | IQ_STEPS_SINGLE); flags++) {
        CHECK_OK(iq_changeset_get_steps(changeset, flags, &changes, &count));
        CHECK(count == 0);
    }
    CHECK_OK(iq_changeset_get_splices(changeset, 0, &splices, &count));
    CHECK(count == 0);
}

void update_script_check_changeset(const iq_changeset *changeset, const expectation *wanted,
                                   const model_resolution *resolution, uint32_t flags, bool scoped)
{
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changeset, &summary));
    CHECK(summary.items_before == wanted->before_count && summary.items_after == wanted->after_count);
    CHECK(summary.duplicates_dropped == resolution->dropped);
    CHECK(summary.duplicates_numbered == resolution->numbered);
    if (flags & IQ_UPDATE_RELOAD) {
        check_reload(changeset, &summary);
        replay_maps(changeset, wanted);
    } else {
        replay_all(changeset, wanted);
    }
    check_keys(changeset, wanted, flags, scoped);
    check_explained(changeset, wanted->before, IQ_BEFORE);
    check_explained(changeset, wanted->after, IQ_AFTER);
    free(show_changeset_dump(changeset));
}
