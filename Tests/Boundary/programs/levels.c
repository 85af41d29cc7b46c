/*
 * levels.c - levels of items at the boundary: how they are set, read, updated and encoded, what a host that was
 * compiled without them sees, and children that an edit inserts. Random levels are in the programs that take an
 * arrangement or an edit script.
 */
#include "check.h"
#include "host_memory.h"
#include "refused.h"
#include "siphash.h"

#include <stdbool.h>
#include <string.h>

enum { MOST = 64 };

static iq_key keys[MOST];

static iq_columns items_of(size_t first, const uint16_t *levels, size_t count)
{
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count, .keys = keys + first, .levels = levels};
}

static iq_list *list_of(const uint16_t *levels, size_t count, const iq_list_options *options)
{
    iq_list *list;
    CHECK_OK(iq_list_create(options, &list));
    iq_columns items = items_of(0, levels, count);
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    return list;
}

static iq_item item_of(const iq_list *list, size_t number)
{
    iq_item item;
    CHECK_OK(iq_list_find_item(list, NULL, keys[number], &item));
    return item;
}

/* "a0 b1 c2": each item's letter and level, read in both ways. */
static const char *shown(const iq_list *list)
{
    static char text[2][1024];
    static int turn;
    char *into = text[turn ^= 1], *end = into;
    size_t sections, count;
    iq_key read[MOST];
    uint16_t levels[MOST];
    uint8_t children[MOST];
    memset(children, 7, sizeof children);
    iq_item_buffers buffers = {
        .struct_size = sizeof buffers, .keys = read, .levels = levels, .children = children};
    CHECK_OK(iq_list_get_count(list, &sections, &count));
    CHECK_OK(iq_list_get_items(list, 0, count, &buffers));
    *end = 0;
    for (size_t i = 0; i < count; i++) {
        iq_item item;
        iq_item_info info = {.struct_size = sizeof info, .level = 9, .children = 9};
        CHECK_OK(iq_list_find_item_at(list, i, &item));
        CHECK_OK(iq_list_get_item_info(list, item, 0, &info));
        CHECK(memcmp(&info.key, &read[i], sizeof info.key) == 0 && info.level == levels[i]);
        CHECK(info.children == 0 && children[i] == 0);
        uint64_t number;
        memcpy(&number, &info.key, sizeof number);
        end += sprintf(end, "%s%c%u", i ? " " : "", (int)('a' + number), (unsigned)info.level);
    }
    return into;
}

#define SHOWN(list, text) CHECK(strcmp(shown(list), text) == 0)

static uint64_t calls_of_changed;

static uint64_t changed(void *context, const void *before, const void *after)
{
    (void)context, (void)before, (void)after;
    calls_of_changed++;
    return 0x30;
}

static void nothing(void *context, void *const *models, size_t count)
{
    (void)context, (void)models, (void)count;
}

/* Another level is a reconfigure; its class says which part. */
static void check_updates(void)
{
    static const uint16_t before[] = {0, 1, 1, 2, 0}, after[] = {0, 1, 2, 3, 0};
    const iq_class_options options = {.struct_size = sizeof options,
                                      .name = "levelled",
                                      .retain = nothing,
                                      .release = nothing,
                                      .changed = changed};
    iq_class of_third;
    CHECK_OK(iq_class_create(&options, &of_third));
    const iq_class classes[] = {{0}, {0}, {0}, of_third, {0}};
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    iq_columns items = items_of(0, before, 5);
    items.classes = classes;
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    items.levels = after;
    iq_changeset *changes;
    const iq_update_options payload = {.struct_size = sizeof payload, .flags = IQ_UPDATE_PAYLOAD | IQ_UPDATE_VERIFY};
    CHECK_OK(iq_list_set_items(list, &items, &payload, &changes));
    const iq_change *batch;
    size_t count;
    CHECK_OK(iq_changeset_get_batch(changes, &batch, &count));
    CHECK(count == 2 && calls_of_changed == 1);
    for (size_t i = 0; i < 2; i++) {
        CHECK(batch[i].kind == IQ_ITEM_UPDATE && batch[i].before_item == 2 + i && batch[i].count == 1);
        CHECK(batch[i].flags == (IQ_CHANGE_RECONFIGURE | IQ_CHANGE_BY_LEVEL));
        CHECK(batch[i].mask == (i == 0 ? UINT64_MAX : 0x30));
    }
    char text[200];
    size_t length;
    CHECK_OK(iq_changeset_explain(changes, IQ_AFTER, (iq_position){0, 3}, text, sizeof text, &length));
    CHECK(strcmp(text, "kept 0:3 -> 0:3; reconfigured: level differs (mask 0000000000000030)") == 0);
    iq_changeset *back, *none;
    CHECK_OK(iq_changeset_invert(changes, &back));
    CHECK_OK(iq_changeset_compose(changes, back, &none));
    CHECK_OK(iq_changeset_get_batch(none, &batch, &count));
    CHECK(count == 0);
    CHECK_OK(iq_changeset_apply_to_list(back, list, NULL, NULL));
    SHOWN(list, "a0 b1 c1 d2 e0");
    iq_changeset_destroy(changes);
    iq_changeset_destroy(back);
    iq_changeset_destroy(none);
    iq_list_destroy(list);
}

/* iq_edit_update_items changes levels alone, or leaves them alone; an edit that is given up restores them. */
static void check_edits(void)
{
    static const uint16_t before[] = {0, 1, 1, 2}, new[] = {65535, 0};
    static const uint64_t contents[] = {7, 8};
    iq_list *list = list_of(before, 4, NULL);
    const iq_item two[] = {item_of(list, 1), item_of(list, 3)};
    const iq_columns looks = {.struct_size = sizeof looks, .count = 2, .contents = contents, .levels = new};
    for (int commits = 0; commits < 2; commits++) {
        iq_edit *edit;
        iq_changeset *changes;
        CHECK_OK(iq_edit_begin(list, NULL, &edit));
        CHECK_OK(iq_edit_update_items(edit, two, &looks, IQ_COLUMN_CONTENT));
        SHOWN(list, "a0 b1 c1 d2");
        CHECK_OK(iq_edit_update_items(edit, two, &looks, IQ_COLUMN_LEVEL));
        SHOWN(list, "a0 b65535 c1 d0");
        if (commits) {
            CHECK_OK(iq_edit_commit(edit, NULL, &changes));
            const iq_change *batch;
            size_t count;
            CHECK_OK(iq_changeset_get_batch(changes, &batch, &count));
            CHECK(count == 2 && batch[0].flags == (IQ_CHANGE_RECONFIGURE | IQ_CHANGE_BY_CONTENT | IQ_CHANGE_BY_LEVEL));
            iq_changeset_destroy(changes);
        }
        iq_edit_destroy(edit);
        SHOWN(list, commits ? "a0 b65535 c1 d0" : "a0 b1 c1 d2");
    }
    /* Without the column, those that are set have level 0. */
    iq_columns bare = items_of(0, NULL, 3);
    CHECK_OK(iq_list_set_items(list, &bare, NULL, NULL));
    SHOWN(list, "a0 b0 c0");
    iq_list_destroy(list);
}

/* As child number `index` of `parent`: refused, then where the list shows it. */
static void check_child(const uint16_t *levels, size_t count, size_t parent, size_t index, const char *text)
{
    static const uint16_t of_new[] = {0, 2};
    iq_list *list = list_of(levels, count, NULL);
    char before[1024];
    strcpy(before, shown(list));
    const iq_columns new = items_of(23, of_new, 2);
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    iq_status status = iq_edit_insert_children(edit, item_of(list, parent), index, &new);
    if (text) {
        CHECK_OK(status);
        SHOWN(list, text);
    } else {
        CHECK_REFUSED(status, IQ_ERROR_RANGE, 3);
        SHOWN(list, before);
    }
    iq_edit_destroy(edit);
    SHOWN(list, before);
    iq_list_destroy(list);
}

static void check_children(void)
{
    static const uint16_t tree[] = {0, 1, 2, 1, 0};
    static const uint16_t bad[] = {3, 5, 4, 1, 2};
    check_child(tree, 5, 0, 0, "a0 x1 y3 b1 c2 d1 e0");
    check_child(tree, 5, 0, 1, "a0 b1 c2 x1 y3 d1 e0");
    check_child(tree, 5, 0, 2, "a0 b1 c2 d1 x1 y3 e0");
    check_child(tree, 5, 0, IQ_END, "a0 b1 c2 d1 x1 y3 e0");
    check_child(tree, 5, 0, 3, NULL);
    check_child(tree, 5, 0, IQ_END - 1, NULL);
    check_child(tree, 5, 0, SIZE_MAX / 2 + 1, NULL);
    check_child(tree, 5, 2, 0, "a0 b1 c2 x3 y5 d1 e0");
    check_child(tree, 5, 2, 1, NULL);
    check_child(tree, 5, 4, 0, "a0 b1 c2 d1 e0 x1 y3");
    check_child(tree, 5, 4, IQ_END, "a0 b1 c2 d1 e0 x1 y3");
    /* a has two children, b and c, though they are on different levels; d is a root, and e its child. */
    check_child(bad, 5, 0, 0, "a3 x4 y6 b5 c4 d1 e2");
    check_child(bad, 5, 0, 1, "a3 b5 x4 y6 c4 d1 e2");
    check_child(bad, 5, 0, 2, "a3 b5 c4 x4 y6 d1 e2");
    check_child(bad, 5, 0, 3, NULL);
    check_child(bad, 5, 3, 1, "a3 b5 c4 d1 e2 x2 y4");
    /* No level at all. */
    check_child(NULL, 3, 1, 0, "a0 b0 x1 y3 c0");
    check_child(NULL, 3, 1, 1, NULL);
}

static void check_refused_children(void)
{
    static const uint16_t levels[] = {0, 65534, 65535}, one[] = {0, 1}, most[] = {0, 65535};
    iq_list *list = list_of(levels, 3, NULL);
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    const iq_columns plain = items_of(23, NULL, 1), deeper = items_of(23, one, 2), deepest = items_of(23, most, 2);
    const iq_columns again = items_of(1, NULL, 1), none = items_of(0, NULL, 0);
    CHECK_REFUSED(iq_edit_insert_children(edit, item_of(list, 2), 0, &plain), IQ_ERROR_ARGUMENT, 4);
    CHECK_REFUSED(iq_edit_insert_children(edit, item_of(list, 1), 0, &deeper), IQ_ERROR_ARGUMENT, 4);
    CHECK_REFUSED(iq_edit_insert_children(edit, item_of(list, 0), 0, &deepest), IQ_ERROR_ARGUMENT, 4);
    CHECK_STATUS(iq_edit_insert_children(edit, item_of(list, 2), 1, &none), IQ_ERROR_RANGE);
    CHECK_OK(iq_edit_insert_children(edit, item_of(list, 2), 0, &none));
    CHECK_STATUS(iq_edit_insert_children(edit, item_of(list, 0), 0, &again), IQ_ERROR_DUPLICATE);
    iq_error error = last_error();
    CHECK((error.flags & IQ_ERROR_HAS_OTHER) && error.other.item == 1);
    SHOWN(list, "a0 b65534 c65535");
    CHECK_OK(iq_edit_insert_children(edit, item_of(list, 1), 0, &plain));
    SHOWN(list, "a0 b65534 x65535 c65535");
    iq_item gone = item_of(list, 23);
    CHECK_OK(iq_edit_delete_items(edit, &gone, 1));
    CHECK_REFUSED(iq_edit_insert_children(edit, gone, 0, &plain), IQ_ERROR_HANDLE, 2);
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    CHECK_STATUS(iq_edit_insert_children(edit, item_of(list, 0), 0, &plain), IQ_ERROR_STATE);
    iq_edit_destroy(edit);
    iq_list_destroy(list);
}

/* KEEP_LAST: the item moves below its new parent, which may be itself. */
static void check_policies(void)
{
    static const uint16_t levels[] = {0, 1, 0, 1};
    const iq_list_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_KEEP_LAST};
    iq_list *list = list_of(levels, 4, &options);
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    const iq_columns third = items_of(3, NULL, 1), first = items_of(0, NULL, 1);
    CHECK_OK(iq_edit_insert_children(edit, item_of(list, 1), 0, &third));
    SHOWN(list, "a0 b1 d2 c0");
    CHECK_OK(iq_edit_insert_children(edit, item_of(list, 0), 1, &first));
    SHOWN(list, "b1 d2 a1 c0");
    iq_edit_destroy(edit);
    SHOWN(list, "a0 b1 c0 d1");
    iq_list_destroy(list);
}

/* Snapshots: set, appended to, read, dumped, and their bytes, which have version 3 only with a level. */
static void check_snapshots(void)
{
    static const uint16_t levels[] = {0, 1, 0}, zeros[] = {0, 0, 0};
    unsigned char bytes[2][512];
    size_t length[2];
    const iq_key section = keys[40];
    for (int column = 0; column < 3; column++) {
        iq_snapshot *snapshot;
        CHECK_OK(iq_snapshot_create(NULL, &snapshot));
        CHECK_OK(iq_snapshot_append_sections(snapshot, &section, 1));
        iq_columns items = items_of(0, column == 0 ? NULL : column == 1 ? zeros : levels, 3);
        CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
        CHECK_OK(iq_snapshot_encode(snapshot, bytes[column > 0], sizeof bytes[0], &length[column > 0]));
        bool same = length[0] == length[1] && memcmp(bytes[0], bytes[1], length[0]) == 0;
        CHECK(column == 0 || same == (column == 1));
        CHECK(bytes[column > 0][4] == (column == 2 ? 3 : 1));
        char text[1024];
        size_t text_length;
        CHECK_OK(iq_snapshot_dump(snapshot, text, sizeof text, &text_length));
        CHECK((strstr(text, ", level 1\n") != NULL) == (column == 2) && strstr(text, "level 0") == NULL);
        iq_item_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_snapshot_get_item_info_at(snapshot, (iq_position){0, 1}, 0, &info));
        CHECK(info.level == (column == 2) && info.children == 0);
        iq_snapshot_destroy(snapshot);
    }
    iq_snapshot *decoded;
    CHECK_OK(iq_snapshot_decode(bytes[1], length[1], NULL, &decoded));
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_apply(list, decoded, NULL, NULL));
    SHOWN(list, "a0 b1 c0");
    iq_snapshot_destroy(decoded);
    iq_list_destroy(list);
    for (size_t i = 0; i < length[1]; i++) {
        bytes[1][i] ^= 4;
        CHECK_STATUS(iq_snapshot_decode(bytes[1], length[1], NULL, &decoded), IQ_ERROR_FORMAT);
        bytes[1][i] ^= 4;
    }
}

/* The levels are the last bytes of a snapshot of one section: 4, then levels and how many items have each. */
static void check_wrong_levels(void)
{
    static const uint16_t levels[] = {0, UINT16_MAX, UINT16_MAX};
    static const struct {
        unsigned char last[8];
        size_t length;
        bool is_right;
    } ends[] = {
        {{4, 0, 1, 0xff, 0xff, 3, 2}, 7, true},  {{4, 0, 1, 0x80, 0x80, 4, 2}, 7, false},
        {{4, 0, 3}, 3, false},                   {{4, 0, 1, 5, 1}, 5, false},
        {{4, 0, 1, 5, 1, 5, 1}, 7, false},       {{4, 0, 1, 5, 2}, 5, true},
        {{8, 0, 1, 5, 2}, 5, false},             {{4, 0, 1, 0x85, 0, 2}, 6, false},
    };
    iq_snapshot *snapshot, *decoded;
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    const iq_columns items = items_of(0, levels, 3);
    CHECK_OK(iq_snapshot_append_sections(snapshot, &keys[40], 1));
    CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
    unsigned char bytes[512];
    size_t length;
    CHECK_OK(iq_snapshot_encode(snapshot, bytes, sizeof bytes, &length));
    CHECK(memcmp(bytes + length - 7, ends[0].last, 7) == 0);
    const size_t start = length - 7;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        memcpy(bytes + start, ends[i].last, ends[i].length);
        length = start + ends[i].length;
        for (unsigned char version = 1; version <= 4; version++) {
            bytes[4] = version;
            siphash_put(bytes + 16, length);
            siphash_put(bytes + 24, length);
            siphash_put(bytes + 8, siphash(bytes + 16, length - 16));
            const bool is_right = ends[i].is_right && version == 3;
            CHECK_STATUS(iq_snapshot_decode(bytes, length, NULL, &decoded), is_right ? IQ_OK : IQ_ERROR_FORMAT);
            if (is_right) {
                iq_snapshot_destroy(decoded);
            }
        }
    }
    iq_snapshot_destroy(snapshot);
}

/* A host that was compiled without levels: its columns have none, and nothing of them is written. */
static void check_older_structs(void)
{
    static const uint16_t levels[] = {4, 5, 6};
    iq_list *list = list_of(levels, 3, NULL);
    uint16_t read[3] = {77, 77, 77};
    uint8_t children[3] = {77, 77, 77};
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .levels = read, .children = children};
    buffers.struct_size = offsetof(iq_item_buffers, levels);
    CHECK_OK(iq_list_get_items(list, 0, 3, &buffers));
    CHECK(read[0] == 77 && children[0] == 77);
    buffers.struct_size = offsetof(iq_item_buffers, children);
    CHECK_OK(iq_list_get_items(list, 0, 3, &buffers));
    CHECK(read[2] == 6 && children[0] == 77);
    iq_item_info info = {.struct_size = offsetof(iq_item_info, level), .level = 77, .children = 77};
    CHECK_OK(iq_list_get_item_info(list, item_of(list, 1), 0, &info));
    CHECK(info.level == 77 && info.children == 77);
    iq_columns items = items_of(0, levels, 3);
    items.struct_size = offsetof(iq_columns, levels);
    items.level_stride = 1;
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    SHOWN(list, "a0 b0 c0");
    items.struct_size = sizeof items;
    CHECK_REFUSED(iq_list_set_items(list, &items, NULL, NULL), IQ_ERROR_ARGUMENT, 2);
    iq_list_destroy(list);
}

/* With each of its allocations failing in turn, an insert of children leaves the list as it was. */
static void check_no_memory(void)
{
    static const uint16_t levels[] = {0, 1, 2, 1, 0};
    iq_list *list = list_of(levels, 5, NULL);
    const iq_columns new = items_of(23, NULL, 2);
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    size_t failures = 0;
    iq_status status = IQ_ERROR_NO_MEMORY;
    while (status != IQ_OK) {
        host_memory.refuse = ++failures;
        status = iq_edit_insert_children(edit, item_of(list, 0), 1, &new);
        host_memory.refuse = 0;
        if (status != IQ_OK) {
            CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
            SHOWN(list, "a0 b1 c2 d1 e0");
        }
    }
    CHECK(failures > 3);
    SHOWN(list, "a0 b1 c2 x1 y1 d1 e0");
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    iq_list_destroy(list);
}

/* Undone and done again. */
static void check_undo(void)
{
    static const uint16_t before[] = {0, 1, 2}, after[] = {0, 0, 1};
    iq_list *list = list_of(before, 3, NULL);
    CHECK_OK(iq_list_set_undo(list, 1 << 20));
    iq_columns items = items_of(0, after, 3);
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    CHECK_OK(iq_list_undo(list, NULL, NULL));
    SHOWN(list, "a0 b1 c2");
    CHECK_OK(iq_list_redo(list, NULL, NULL));
    SHOWN(list, "a0 b0 c1");
    iq_list_destroy(list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    for (size_t i = 0; i < MOST; i++) {
        keys[i] = iq_key_from_u64(i);
    }
    check_updates();
    check_edits();
    check_children();
    check_refused_children();
    check_policies();
    check_snapshots();
    check_wrong_levels();
    check_older_structs();
    check_no_memory();
    check_undo();
    return 0;
}
