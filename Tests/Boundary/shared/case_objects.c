/*
 * case_objects.c - objects of the calls that are made from the header: see case_objects.h.
 */
#include "case_objects.h"

#include <string.h>

iq_key section_key, item_key, new_key;
unsigned char encoded_snapshot[4096], encoded_changeset[4096];
size_t encoded_snapshot_length, encoded_changeset_length;
const char *const class_name = "struct sizes";
iq_class case_class;
struct case_made made;
static iq_replay *replay;

void case_open(void)
{
    iq_supplementary footer = {.struct_size = sizeof footer, .kind = IQ_KIND_FOOTER, .key = calls_key(91)};
    arguments_open();
    CHECK_OK(iq_snapshot_set_supplementary(objects.snapshot, section_key, &footer));
    CHECK_OK(iq_list_set_range_states(objects.list, 0, IQ_END, IQ_STATE_EXPANDED, 0));
    arguments_remember();
}

void case_close(void)
{
    iq_edit_destroy(made.edit);
    iq_view_destroy(made.view);
    iq_replay_destroy(made.replay);
    iq_replay_destroy(replay);
    replay = NULL;
    iq_changeset_destroy(made.changeset);
    iq_snapshot_destroy(made.snapshot);
    iq_list_destroy(made.list);
    memset(&made, 0, sizeof made);
    arguments_close();
}

const char *case_next_name(void)
{
    static char name[32];
    static unsigned count;
    snprintf(name, sizeof name, "struct sizes %u", count++);
    return name;
}

iq_hasher case_hasher(void)
{
    iq_hasher hasher;
    CHECK_OK(iq_hasher_init(&hasher));
    return hasher;
}

iq_replay *case_replay(void)
{
    if (replay == NULL) {
        CHECK_OK(iq_replay_create(objects.changeset, objects.snapshot, IQ_REPLAY_STEPS, 0, &replay));
    }
    return replay;
}

uint64_t case_ticket(void)
{
    const iq_submit_options late = {.struct_size = sizeof late, .delay_milliseconds = 60000};
    uint64_t ticket;
    CHECK_OK(iq_list_submit(objects.list, objects.other, &late, &ticket));
    return ticket;
}

uint64_t case_version(void)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(objects.list, &info));
    return info.version;
}

iq_list *case_polled(void)
{
    CHECK_OK(iq_list_set_events(objects.list, IQ_EVENT_ACTION));
    CHECK_OK(iq_list_emit(objects.list, NULL, IQ_ACTION_HOST, NULL));
    CHECK_OK(iq_list_emit(objects.list, NULL, IQ_ACTION_HOST, NULL));
    return objects.list;
}

static void encode(void)
{
    CHECK_OK(iq_snapshot_encode(objects.snapshot, encoded_snapshot, sizeof encoded_snapshot,
                                &encoded_snapshot_length));
    CHECK_OK(iq_changeset_encode(objects.changeset, encoded_changeset, sizeof encoded_changeset,
                                 &encoded_changeset_length));
}

void case_prepare(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    iq_class_options options = {.struct_size = sizeof options, .name = class_name};
    CHECK_OK(iq_class_create(&options, &case_class));
    section_key = calls_key(1);
    item_key = calls_key(12);
    new_key = calls_key(60);
    case_open();
    encode();
}
