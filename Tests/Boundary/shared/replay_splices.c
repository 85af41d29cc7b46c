/*
 * replay_splices.c - replays the splices dialect: one flat list, each splice valid after the ones before.
 *
 * What a splice takes out and puts in again is new to the toolkit, so a splice replaces moves and
 * updates too. What is in no splice must stay in order and, where updates are reported, not be updated.
 */
#include "check.h"
#include "replay.h"

static void check_kept(const replay_section *flat, const expectation *wanted, bool updates)
{
    size_t last = 0;
    bool any = false;
    CHECK(flat->count == wanted->after_count);
    for (size_t i = 0; i < flat->count; i++) {
        if (flat->items[i] == REPLAY_NEW) {
            continue;
        }
        CHECK(wanted->before_of[i] == flat->items[i]);
        CHECK(!any || flat->items[i] > last);
        CHECK(!updates || wanted->update[i] == 0);
        last = flat->items[i];
        any = true;
    }
}

static void replay_with(const iq_changeset *changeset, const expectation *wanted, bool updates)
{
    const iq_splice *splices = NULL;
    size_t count = SIZE_MAX;
    CHECK_OK(iq_changeset_get_splices(changeset, updates ? 0 : IQ_SPLICES_WITHOUT_UPDATES, &splices, &count));
    replay_section flat = {0};
    for (size_t i = 0; i < wanted->before_count; i++) {
        replay_insert_item(&flat, i, i);
    }
    for (size_t p = 0; p < count; p++) {
        CHECK(splices[p].removed + splices[p].added >= 1);
        CHECK(p == 0 || splices[p].position > splices[p - 1].position + splices[p - 1].added);
        for (uint32_t i = 0; i < splices[p].removed; i++) {
            CHECK(replay_take_item(&flat, splices[p].position) != REPLAY_NEW);
        }
        for (uint32_t i = 0; i < splices[p].added; i++) {
            replay_insert_item(&flat, splices[p].position + i, REPLAY_NEW);
        }
    }
    check_kept(&flat, wanted, updates);
    free(flat.items);
}

void replay_splices(const iq_changeset *changeset, const expectation *wanted)
{
    replay_with(changeset, wanted, true);
    replay_with(changeset, wanted, false);
}
