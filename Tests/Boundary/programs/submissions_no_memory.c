/*
 * submissions_no_memory.c - each allocation of a submission that is prepared on the calling thread, and of the polls
 * that let it take place, fails once: the ticket ends once, with that failure or done, and the next one succeeds.
 */
#include "check.h"
#include "failing.h"

#include <string.h>

static unsigned ended[4];
static iq_status statuses[4];

static void done(void *context, uint64_t ticket, iq_status status)
{
    CHECK(context == ended && ticket < 4 && ++ended[ticket] == 1);
    statuses[ticket] = status;
}

static iq_snapshot *snapshot_of_three(void)
{
    iq_snapshot *snapshot;
    iq_key section = {{0}}, keys[3] = {iq_key_from_u64(3), iq_key_from_u64(1), iq_key_from_u64(2)};
    iq_columns items = {.struct_size = sizeof items, .count = 3, .keys = keys};
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_append_sections(snapshot, &section, 1));
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
    return snapshot;
}

/* Whether each of the polls succeeded or had no memory. */
static void poll_often(iq_list *list, bool may_fail)
{
    iq_event event = {.struct_size = sizeof event};
    size_t count;
    for (int i = 0; i < 4; i++) {
        iq_status status = iq_list_poll(list, &event, 1, &count);
        CHECK(status == IQ_OK || (may_fail && status == IQ_ERROR_NO_MEMORY));
    }
}

static bool fail(uint64_t nth, uint32_t events)
{
    memset(ended, 0, sizeof ended);
    iq_list *list;
    iq_snapshot *snapshot = snapshot_of_three();
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_events(list, events));
    const iq_submit_options options = {
        .struct_size = sizeof options, .flags = IQ_SUBMIT_HERE, .done = done, .context = ended};
    CHECK_OK(iq_memory_trim());
    failing_arm(nth, false);
    uint64_t ticket = 0;
    iq_status status = iq_list_submit(list, snapshot, &options, &ticket);
    if (status == IQ_OK) {
        poll_often(list, true);
    }
    bool has_failed = failing_disarm();
    poll_often(list, false);
    size_t items;
    CHECK_OK(iq_list_get_count(list, NULL, &items));
    if (status == IQ_OK) {
        CHECK(ended[1] == 1 && (statuses[1] == IQ_OK || statuses[1] == IQ_ERROR_NO_MEMORY));
        CHECK(items == (statuses[1] == IQ_OK ? 3 : 0) && (has_failed || statuses[1] == IQ_OK));
    } else {
        CHECK(status == IQ_ERROR_NO_MEMORY && ticket == 0 && ended[1] == 0 && items == 0);
    }
    CHECK_OK(iq_list_submit(list, snapshot, &options, &ticket));
    poll_often(list, false);
    CHECK(ended[ticket] == 1 && statuses[ticket] == IQ_OK);
    iq_snapshot_destroy(snapshot);
    iq_list_destroy(list);
    return has_failed;
}

int main(void)
{
    failing_install();
    static const uint32_t masks[] = {0, IQ_EVENT_UPDATE, IQ_EVENT_UPDATE | IQ_EVENT_WILL_UPDATE};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        uint64_t nth = 1;
        while (fail(nth, masks[i])) {
            nth++;
        }
        CHECK(nth > 20);
    }
    CHECK_OK(iq_memory_trim());
    CHECK(iq_memory_used() == 0);
    return 0;
}
