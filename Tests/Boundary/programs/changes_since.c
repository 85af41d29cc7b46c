/*
 * changes_since.c - iq_list_changes_since beside the slow and obvious way to find the same: what the commits
 * have marked, written down one after the other, put into a copy of the present state, and iq_diff. Random
 * sessions of a list and of an outline that is derived from it, with snapshots of all ages.
 *
 *     log        commit 3: item 7 is reloaded | commit 5: section 2 is reloaded | commit 6: everything
 *     expected   iq_diff(before, copy of the present with the marks of the log)
 */
#include "check.h"
#include "counted_models.h"
#include "failing.h"
#include "random.h"
#include "same.h"

#include <stdbool.h>
#include <string.h>

enum { KEYS = 24, SECTIONS = 4, HELD = 6, LOG = 1000, ROWS = 64 };

typedef struct mark {
    uint64_t handle;
    bool is_section;
    uint32_t flags; /* IQ_CHANGE_* */
} mark;

/* A list, and what its commits have said. */
typedef struct watched {
    iq_list *list;
    mark log[LOG];
    size_t marks, commits, kept_from, reload; /* the commit that reloaded everything last, from 1 on */
    bool is_asked;
    iq_snapshot *held[HELD];
    size_t held_marks[HELD], held_commits[HELD];
} watched;

static random_source source;
static bool is_scoped, has_models, is_polled;
static iq_class classes[4];
static watched lists[2];
static iq_edit *edit;
static counted_model *models[ROWS];

static size_t below(size_t bound)
{
    return random_below(&source, bound);
}

/* --- the log */

static void log_mark(watched *self, uint64_t handle, bool is_section, uint32_t flags)
{
    CHECK(self->marks < LOG);
    self->log[self->marks++] = (mark){handle, is_section, flags};
}

/* A commit has said this; the list shows its result. */
static void log_commit(watched *self, const iq_changeset *changes)
{
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    self->commits++;
    if (summary.reload == IQ_RELOAD_ASKED) {
        self->reload = self->commits;
        return;
    }
    const iq_change *batch;
    size_t count;
    CHECK_OK(iq_changeset_get_batch(changes, &batch, &count));
    for (size_t i = 0; i < count; i++) {
        for (uint32_t offset = 0; offset < batch[i].count; offset++) {
            iq_section section;
            iq_item item;
            if (batch[i].kind == IQ_SECTION_UPDATE) {
                CHECK_OK(iq_list_find_section_at(self->list, batch[i].after_section + offset, &section));
                log_mark(self, section.id, true, IQ_CHANGE_RELOAD);
            }
            if (batch[i].kind == IQ_ITEM_UPDATE && batch[i].flags & (IQ_CHANGE_BY_MARK | IQ_CHANGE_BY_CHILDREN)) {
                CHECK_OK(iq_list_find_section_at(self->list, batch[i].after_section, &section));
                CHECK_OK(iq_list_find_item_in_section(self->list, section, batch[i].after_item + offset, &item));
                log_mark(self, item.id, false, batch[i].flags);
            }
        }
    }
}

/* Polls until nothing is left: one commit a poll at most. */
static void poll_list(watched *self)
{
    iq_event events[64];
    size_t count;
    do {
        memset(events, 0, sizeof events);
        events[0].struct_size = sizeof *events;
        CHECK_OK(iq_list_poll(self->list, events, 64, &count));
        for (size_t i = 0, updates = 0; i < count; i++) {
            if (events[i].kind == IQ_EVENT_UPDATE && events[i].changeset) {
                CHECK(updates++ == 0);
                log_commit(self, events[i].changeset);
            }
        }
    } while (count > 0);
}

/* --- what the list should become */

static iq_key row_key(size_t number)
{
    return iq_key_from_u64(number + 1);
}

/* Items of `count` rows from `first` on, from keys that are free. */
static void fill_rows(iq_snapshot *snapshot, size_t section_count)
{
    bool used[KEYS + 1] = {false};
    for (size_t s = 0; s < section_count; s++) {
        if (is_scoped) {
            memset(used, 0, sizeof used);
        }
        iq_key keys[KEYS];
        uint64_t contents[KEYS];
        void *addresses[KEYS];
        iq_class kinds[KEYS];
        uint16_t levels[KEYS];
        size_t count = 0, first = below(KEYS);
        for (size_t i = 0; i < KEYS / 2; i++) {
            size_t key = random_chance(&source, 85) ? (first + i) % KEYS : below(KEYS);
            if (used[key] || random_chance(&source, 20)) {
                continue;
            }
            used[key] = true;
            keys[count] = row_key(key);
            contents[count] = has_models && key % 2 ? IQ_CONTENT_NONE : 1 + below(10) / 9;
            kinds[count] = classes[random_chance(&source, 97) ? key % 2 : 1 - key % 2];
            addresses[count] = has_models ? models[below(ROWS)] : NULL;
            levels[count++] = (uint16_t)(i % 3);
        }
        iq_columns columns = {.struct_size = sizeof columns, .count = count, .keys = keys, .contents = contents,
                              .models = addresses, .classes = kinds, .levels = levels};
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_snapshot_get_section_info_at(snapshot, s, &info));
        CHECK_OK(iq_snapshot_append_items(snapshot, &info.key, &columns));
    }
}

static iq_key section_key_at(const iq_snapshot *snapshot, size_t position)
{
    iq_section_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_snapshot_get_section_info_at(snapshot, position, &info));
    return info.key;
}

static void mark_some(iq_snapshot *snapshot)
{
    size_t sections, items;
    CHECK_OK(iq_snapshot_get_count(snapshot, &sections, &items));
    for (size_t i = below(4); i > 0 && items > 0; i--) {
        iq_key key;
        iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = &key};
        size_t at = below(items), s = 0;
        CHECK_OK(iq_snapshot_get_items(snapshot, at, 1, &buffers));
        iq_section_info info = {.struct_size = sizeof info};
        do {
            CHECK_OK(iq_snapshot_get_section_info_at(snapshot, s++, &info));
        } while (info.first + info.count <= at);
        CHECK_OK((random_chance(&source, 50) ? iq_snapshot_reload_items
                                             : iq_snapshot_reconfigure_items)(snapshot, &info.key, &key, 1));
    }
    if (sections > 0 && random_chance(&source, 10)) {
        iq_key key = section_key_at(snapshot, below(sections));
        CHECK_OK(iq_snapshot_reload_sections(snapshot, &key, 1));
    }
    if (sections > 0 && random_chance(&source, 30)) {
        iq_supplementary element = {.struct_size = sizeof element, .kind = IQ_KIND_HEADER, .key = row_key(below(2)),
                                    .content = 1 + below(2)};
        CHECK_OK(iq_snapshot_set_supplementary(snapshot, section_key_at(snapshot, below(sections)), &element));
    }
}

/* The present state of a list, changed. */
static iq_snapshot *wanted_of(iq_list *list)
{
    iq_snapshot *snapshot;
    CHECK_OK(iq_list_snapshot(list, &snapshot));
    size_t sections, items;
    CHECK_OK(iq_snapshot_get_count(snapshot, &sections, &items));
    if (items == 0 || random_chance(&source, 40)) {
        CHECK_OK(iq_snapshot_delete_all(snapshot));
        iq_key keys[SECTIONS];
        size_t count = 0, first = below(SECTIONS);
        for (size_t i = 0; i < SECTIONS; i++) {
            if (random_chance(&source, 70)) {
                keys[count++] = iq_key_from_u64(100 + (first + i) % SECTIONS);
            }
        }
        CHECK_OK(iq_snapshot_append_sections(snapshot, keys, count));
        fill_rows(snapshot, count);
    }
    mark_some(snapshot);
    return snapshot;
}

/* --- changes of the source */

/* The source's own changesets are logged, or those of its events. */
static void log_direct(watched *self, iq_changeset *changes)
{
    if (is_polled) {
        poll_list(self);
    } else {
        log_commit(self, changes);
    }
    iq_changeset_destroy(changes);
}

static void apply(watched *self)
{
    iq_snapshot *snapshot = wanted_of(self->list);
    iq_update_options options = {.struct_size = sizeof options};
    options.flags = random_chance(&source, 4) ? IQ_UPDATE_RELOAD : 0;
    iq_changeset *changes;
    CHECK_OK(iq_list_apply(self->list, snapshot, &options, &changes));
    log_direct(self, changes);
    iq_snapshot_destroy(snapshot);
}

/* Takes place in a later poll; until then nobody sees it. */
static void submit(watched *self)
{
    iq_snapshot *snapshot = wanted_of(self->list);
    uint64_t ticket;
    iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE};
    CHECK_OK(iq_list_submit(self->list, snapshot, &options, &ticket));
    iq_snapshot_destroy(snapshot);
}

static void travel(watched *self)
{
    iq_changeset *changes = NULL;
    iq_status status = (random_chance(&source, 70) ? iq_list_undo : iq_list_redo)(self->list, NULL, &changes);
    CHECK(status == IQ_OK || status == IQ_ERROR_NOT_FOUND || status == IQ_ERROR_STATE);
    if (status == IQ_OK) {
        log_direct(self, changes);
    }
}

static bool random_item(iq_list *list, iq_item *item)
{
    size_t count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    if (count == 0) {
        return false;
    }
    CHECK_OK(iq_list_find_item_at(list, below(count), item));
    return true;
}

static void change_edit(watched *self)
{
    iq_item item;
    if (!random_item(self->list, &item)) {
        return;
    }
    iq_item_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_item_info(self->list, item, 0, &info));
    switch (below(5)) {
    case 0: CHECK_OK(iq_edit_delete_items(edit, &item, 1)); break;
    case 1: CHECK_OK(iq_edit_reload_items(edit, &item, 1)); break;
    case 2: CHECK_OK(iq_edit_reconfigure_items(edit, &item, 1)); break;
    case 3:
        CHECK_OK(iq_edit_move_item_range(edit, info.section, info.position.item, 1, info.section, 0));
        break;
    default:
        if (random_chance(&source, 30)) {
            CHECK_OK(iq_edit_reload_sections(edit, &info.section, 1));
        }
    }
}

static void commit_edit(watched *self)
{
    if (random_chance(&source, 60)) {
        iq_changeset *changes;
        CHECK_OK(iq_edit_commit(edit, NULL, &changes));
        log_direct(self, changes);
    }
    iq_edit_destroy(edit);
    edit = NULL;
}

/* --- the check */

/* The log of what came after, as marks of a copy of the present state. True: everything is reloaded. */
static bool mark_as_logged(const watched *self, iq_snapshot *snapshot, size_t held, bool *differs)
{
    bool reloads = held < HELD && self->reload > self->held_commits[held];
    for (size_t i = held < HELD ? self->held_marks[held] : self->marks; i < self->marks; i++) {
        const mark *of = &self->log[i];
        *differs = true;
        if (i < self->kept_from) {
            if (of->flags & IQ_CHANGE_RELOAD) {
                reloads = true;
            }
            size_t sections;
            CHECK_OK(iq_snapshot_get_count(snapshot, &sections, NULL));
            for (size_t s = 0; s < sections; s++) {
                iq_section_info info = {.struct_size = sizeof info};
                CHECK_OK(iq_snapshot_get_section_info_at(snapshot, s, &info));
                iq_key keys[KEYS];
                iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
                CHECK_OK(iq_snapshot_get_items(snapshot, info.first, info.count, &buffers));
                CHECK_OK(iq_snapshot_reconfigure_items(snapshot, &info.key, keys, info.count));
            }
        } else if (of->is_section) {
            iq_section_info info = {.struct_size = sizeof info};
            if (iq_list_get_section_info(self->list, (iq_section){of->handle}, &info) == IQ_OK) {
                CHECK_OK(iq_snapshot_reload_sections(snapshot, &info.key, 1));
            }
        } else {
            iq_item_info info = {.struct_size = sizeof info};
            if (iq_list_get_item_info(self->list, (iq_item){of->handle}, 0, &info) == IQ_OK) {
                iq_section_info section = {.struct_size = sizeof section};
                CHECK_OK(iq_list_get_section_info(self->list, info.section, &section));
                CHECK_OK((of->flags & IQ_CHANGE_RELOAD ? iq_snapshot_reload_items : iq_snapshot_reconfigure_items)(
                    snapshot, &section.key, &info.key, 1));
            }
        }
    }
    *differs = *differs || reloads;
    return reloads;
}

/* Whether both have the same models. */
static bool has_same_models(const iq_snapshot *one, const iq_snapshot *other)
{
    void *left[SECTIONS * KEYS], *right[SECTIONS * KEYS];
    size_t count, others;
    CHECK_OK(iq_snapshot_get_count(one, NULL, &count));
    CHECK_OK(iq_snapshot_get_count(other, NULL, &others));
    if (count != others) {
        return false;
    }
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .models = left};
    CHECK_OK(iq_snapshot_get_items(one, 0, count, &buffers));
    buffers.models = right;
    CHECK_OK(iq_snapshot_get_items(other, 0, count, &buffers));
    return count == 0 || memcmp(left, right, count * sizeof *left) == 0;
}

static size_t changes_between(const iq_snapshot *before, const iq_snapshot *after)
{
    iq_changeset *changes;
    const iq_change *batch;
    size_t count;
    CHECK_OK(iq_diff(before, after, NULL, &changes));
    CHECK_OK(iq_changeset_get_batch(changes, &batch, &count));
    iq_changeset_destroy(changes);
    return count;
}

/* Carries the changes out on the old rows, and back. A payload has no models. */
static void check_payload(const iq_snapshot *before, const iq_snapshot *after, const iq_changeset *changes)
{
    iq_snapshot *rows;
    iq_changeset *inverse;
    CHECK_OK(iq_snapshot_copy(before, &rows));
    CHECK_OK(iq_changeset_apply(changes, rows));
    CHECK(changes_between(rows, after) == 0);
    CHECK_OK(iq_changeset_invert(changes, &inverse));
    CHECK_OK(iq_changeset_apply(inverse, rows));
    CHECK(changes_between(before, rows) == 0);
    iq_changeset_destroy(inverse);
    iq_snapshot_destroy(rows);
}

/* Says BY_CHILDREN as the model does: as a mark. */
static void same_but_for_children(const iq_changeset *one, const iq_changeset *other)
{
    const iq_change *left, *right;
    size_t left_count, right_count, l = 0, r = 0;
    uint32_t left_done = 0, right_done = 0;
    CHECK_OK(iq_changeset_get_batch(one, &left, &left_count));
    CHECK_OK(iq_changeset_get_batch(other, &right, &right_count));
    while (l < left_count && r < right_count) {
        iq_change a = left[l], b = right[r];
        if (a.flags & IQ_CHANGE_BY_CHILDREN) {
            a.flags = (a.flags & ~IQ_CHANGE_BY_CHILDREN) | IQ_CHANGE_BY_MARK;
        }
        a.after_item += a.kind == IQ_ITEM_UPDATE ? left_done : 0;
        b.after_item += b.kind == IQ_ITEM_UPDATE ? right_done : 0;
        CHECK(a.kind == b.kind && a.flags == b.flags && a.mask == b.mask && a.after_section == b.after_section);
        CHECK(a.after_item == b.after_item && a.element_kind == b.element_kind);
        CHECK(a.before_section == b.before_section && (a.kind == IQ_ITEM_UPDATE || a.count == b.count));
        left_done += a.kind == IQ_ITEM_UPDATE ? 1 : a.count;
        right_done += b.kind == IQ_ITEM_UPDATE ? 1 : b.count;
        if (left_done == a.count) {
            l++, left_done = 0;
        }
        if (right_done == b.count) {
            r++, right_done = 0;
        }
    }
    CHECK(l == left_count && r == right_count);
}

static uint32_t reload_of(const iq_changeset *changes)
{
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    return summary.reload;
}

/* `held`: which snapshot; HELD: nothing. */
static void check(watched *self, size_t held)
{
    const iq_snapshot *before = held < HELD ? self->held[held] : NULL;
    static const uint32_t flags[] = {0, 0, 0, IQ_DIFF_PAYLOAD, IQ_DIFF_VERIFY, IQ_DIFF_KEEP_KEYS, IQ_DIFF_RELOAD};
    iq_diff_options options = {.struct_size = sizeof options, .flags = flags[below(sizeof flags / sizeof *flags)]};
    options.reload_threshold = random_chance(&source, 10) ? 5 : 0;
    iq_changeset *changes = (void *)1, *expected;
    iq_snapshot *after = (void *)1, *present, *marked, *nothing;
    if (!self->is_asked) {
        self->is_asked = true;
        self->kept_from = self->marks;
    }
    size_t asked = counted_equal_count = 0;
    iq_status status = iq_list_changes_since(self->list, before, &options, &changes, &after);
    asked = counted_equal_count - asked;
    if (edit && self == lists) {
        CHECK(status == IQ_ERROR_BUSY && changes == (void *)1 && after == (void *)1);
        return;
    }
    CHECK_OK(status);
    CHECK_OK(iq_list_snapshot(self->list, &present));
    CHECK_OK(iq_snapshot_copy(present, &marked));
    CHECK_OK(iq_list_snapshot(self->list, &nothing));
    CHECK_OK(iq_snapshot_delete_all(nothing));
    bool differs = held == HELD;
    bool reloads = mark_as_logged(self, marked, held, &differs);
    size_t questions = counted_equal_count;
    CHECK_OK(iq_diff(before ? before : nothing, marked, &options, &expected));
    CHECK(counted_equal_count - questions == asked);
    if (!after) {
        CHECK(!changes && !differs && changes_between(before, present) == 0 && has_same_models(before, present));
    } else {
        CHECK(changes_between(after, present) == 0 && has_same_models(after, present));
        if (reloads) {
            /* Nobody has seen what was marked by the commit that reloaded everything. */
            CHECK(reload_of(changes) == IQ_RELOAD_ASKED);
        } else if (self == lists) {
            same_changesets(changes, expected, options.flags);
        } else {
            same_but_for_children(changes, expected);
        }
        if (options.flags & IQ_DIFF_PAYLOAD && !has_models) {
            check_payload(before ? before : nothing, after, changes);
        }
        iq_snapshot *latest = (void *)1;
        CHECK_OK(iq_list_changes_since(self->list, after, NULL, NULL, &latest));
        CHECK(latest == NULL);
        iq_changeset_destroy(changes);
        iq_snapshot_destroy(after);
    }
    iq_changeset_destroy(expected);
    iq_snapshot_destroy(present);
    iq_snapshot_destroy(marked);
    iq_snapshot_destroy(nothing);
}

/* Takes a snapshot to come back to. */
static void hold(watched *self)
{
    size_t i = below(HELD);
    iq_snapshot_destroy(self->held[i]);
    self->held[i] = NULL;
    if (edit && self == lists) {
        iq_snapshot *of_edit;
        CHECK_OK(iq_list_snapshot(self->list, &of_edit));
        iq_edit_destroy(edit);
        edit = NULL;
        CHECK_STATUS(iq_list_changes_since(self->list, of_edit, NULL, NULL, NULL), IQ_ERROR_MISMATCH);
        iq_snapshot_destroy(of_edit);
        return;
    }
    CHECK_OK(iq_list_snapshot(self->list, &self->held[i]));
    if (random_chance(&source, 30)) {
        iq_snapshot *copy;
        CHECK_OK(iq_snapshot_copy(self->held[i], &copy));
        iq_snapshot_destroy(self->held[i]);
        self->held[i] = copy;
    }
    self->held_marks[i] = self->marks;
    self->held_commits[i] = self->commits;
}

/* --- a session */

static void change_list(watched *self)
{
    if (edit) {
        change_edit(self);
        if (random_chance(&source, 30)) {
            commit_edit(self);
        }
        return;
    }
    switch (below(10)) {
    case 0: case 1: case 2: apply(self); break;
    case 3: travel(self); break;
    case 4:
        if (is_polled) {
            submit(self);
        }
        break;
    case 5: CHECK_OK(iq_list_trim(self->list)); break;
    case 6: poll_list(self); break;
    default: CHECK_OK(iq_edit_begin(self->list, NULL, &edit));
    }
}

static void change_derived(watched *self)
{
    iq_item item;
    if (random_item(self->list, &item) && random_chance(&source, 50)) {
        CHECK_OK(iq_list_set_states(self->list, &item, 1, IQ_STATE_EXPANDED,
                                    random_chance(&source, 70) ? 0 : IQ_SET_OFF));
    } else {
        poll_list(self);
    }
}

static void session(uint64_t seed)
{
    check_seed = seed;
    source = (random_source){seed};
    is_scoped = random_chance(&source, 30);
    has_models = random_chance(&source, 60);
    for (size_t i = 0; i < ROWS; i++) {
        models[i] = has_models ? counted_new((int)below(4)) : NULL;
    }
    iq_list_options options = {.struct_size = sizeof options};
    options.duplicates = is_scoped ? IQ_DUPLICATES_SCOPE : IQ_DUPLICATES_REFUSE;
    options.flags = random_chance(&source, 20) ? IQ_LIST_DROP_EMPTY_SECTIONS : 0;
    memset(lists, 0, sizeof lists);
    CHECK_OK(iq_list_create(&options, &lists[0].list));
    iq_derive_options how = {.struct_size = sizeof how};
    how.flags = random_chance(&source, 50) ? IQ_DERIVE_EXPANDED : 0;
    CHECK_OK(iq_list_derive(lists[0].list, &how, &lists[1].list));
    CHECK_OK(iq_list_set_events(lists[1].list, IQ_EVENT_UPDATE));
    is_polled = random_chance(&source, 50);
    if (is_polled) {
        CHECK_OK(iq_list_set_events(lists[0].list, IQ_EVENT_UPDATE));
    }
    if (random_chance(&source, 60)) {
        CHECK_OK(iq_list_set_undo(lists[0].list, 1 << 20));
    }
    for (size_t i = 0; i < 120 && lists[0].marks < LOG / 2 && lists[1].marks < LOG / 2; i++) {
        watched *self = &lists[below(2)];
        if (self == lists) {
            change_list(self);
        } else {
            change_derived(self);
        }
        if (random_chance(&source, 30)) {
            hold(&lists[below(2)]);
        }
        self = &lists[below(2)];
        size_t held = below(HELD);
        check(self, self->held[held] ? held : HELD);
    }
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < HELD; j++) {
            iq_snapshot_destroy(lists[i].held[j]);
        }
    }
    iq_edit_destroy(edit);
    edit = NULL;
    iq_list_destroy(lists[1].list);
    iq_list_destroy(lists[0].list);
    CHECK_OK(iq_memory_trim());
    if (has_models) {
        counted_end();
    }
}

/* --- one by one */

static iq_list *list_of(size_t count, uint64_t content)
{
    iq_list *list;
    iq_list_options options = {.struct_size = sizeof options};
    CHECK_OK(iq_list_create(&options, &list));
    iq_key *keys = check_memory(malloc(count * sizeof *keys));
    for (size_t i = 0; i < count; i++) {
        keys[i] = row_key(i);
    }
    iq_columns columns = {.struct_size = sizeof columns, .count = count, .keys = keys, .contents = &content,
                          .content_stride = IQ_SAME};
    CHECK_OK(iq_list_set_items(list, &columns, NULL, NULL));
    free(keys);
    return list;
}

static iq_snapshot *snapshot_of(iq_list *list)
{
    iq_snapshot *snapshot;
    CHECK_OK(iq_list_snapshot(list, &snapshot));
    return snapshot;
}

/* Marks `count` items from `first` on, with one commit. */
static iq_status mark_items(iq_list *list, size_t first, size_t count, bool reloads)
{
    iq_status status = iq_edit_begin(list, NULL, &edit);
    for (size_t i = first; i < first + count && status == IQ_OK; i++) {
        iq_item item;
        CHECK_OK(iq_list_find_item_at(list, i, &item));
        status = (reloads ? iq_edit_reload_items : iq_edit_reconfigure_items)(edit, &item, 1);
    }
    status = status == IQ_OK ? iq_edit_commit(edit, NULL, NULL) : status;
    iq_edit_destroy(edit);
    edit = NULL;
    return status;
}

static iq_summary changes_of(iq_list *list, const iq_snapshot *before)
{
    iq_changeset *changes;
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_list_changes_since(list, before, NULL, &changes, NULL));
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    iq_changeset_destroy(changes);
    return summary;
}

/* "An edited one is a snapshot like any other." */
static void check_refused(void)
{
    iq_list *list = list_of(3, 1), *other = list_of(3, 1);
    iq_snapshot *before = snapshot_of(list), *copy;
    iq_key key = row_key(0);
    CHECK_STATUS(iq_list_changes_since(other, before, NULL, NULL, NULL), IQ_ERROR_MISMATCH);
    CHECK_OK(iq_snapshot_copy(before, &copy));
    CHECK_OK(iq_list_changes_since(list, copy, NULL, NULL, NULL));
    CHECK_STATUS(iq_snapshot_reload_sections(copy, &key, 1), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_changes_since(list, copy, NULL, NULL, NULL));
    CHECK_OK(iq_snapshot_delete_items(copy, NULL, &key, 1, NULL));
    CHECK_STATUS(iq_list_changes_since(list, copy, NULL, NULL, NULL), IQ_ERROR_MISMATCH);
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_PLAIN};
    CHECK_STATUS(iq_list_changes_since(list, before, &options, NULL, NULL), IQ_ERROR_ARGUMENT);
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK(info.edit_open == 0);
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK(info.edit_open == 1);
    CHECK_STATUS(iq_list_changes_since(list, before, NULL, NULL, NULL), IQ_ERROR_BUSY);
    iq_edit_destroy(edit);
    edit = NULL;
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK(info.edit_open == 0);
    iq_snapshot_destroy(before);
    iq_snapshot_destroy(copy);
    iq_list_destroy(list);
    iq_list_destroy(other);
}

/* "A list keeps the latest 1,024 marks, from the first call on." */
static void check_lost(void)
{
    iq_list *list = list_of(3000, 1);
    iq_snapshot *first = snapshot_of(list);
    CHECK_OK(mark_items(list, 0, 1, false));
    CHECK(changes_of(list, first).item_reconfigures == 3000);
    iq_snapshot *before = snapshot_of(list);
    CHECK_OK(mark_items(list, 0, 1, true));
    CHECK_OK(mark_items(list, 1, 1023, false));
    iq_summary summary = changes_of(list, before);
    CHECK(summary.item_reloads == 1 && summary.item_reconfigures == 1023 && summary.reload == IQ_RELOAD_NO);
    iq_snapshot *after = snapshot_of(list);
    CHECK_OK(mark_items(list, 5, 1, false));
    CHECK(changes_of(list, before).reload == IQ_RELOAD_ASKED);
    CHECK(changes_of(list, after).item_reconfigures == 1);
    CHECK_OK(mark_items(list, 0, 1024, false));
    CHECK(changes_of(list, after).item_reconfigures == 3000 && changes_of(list, after).reload == IQ_RELOAD_NO);
    iq_snapshot_destroy(after);
    after = snapshot_of(list);
    CHECK_OK(mark_items(list, 0, 1025, true));
    CHECK(changes_of(list, after).reload == IQ_RELOAD_ASKED);
    iq_snapshot_destroy(first);
    iq_snapshot_destroy(before);
    iq_snapshot_destroy(after);
    iq_list_destroy(list);
}

/* A failed allocation leaves all as it was: outputs, the list, and what it knows of marks. */
static void check_no_memory(void)
{
    iq_list *list = list_of(600, 1);
    iq_snapshot *before, *after, *no_snapshot = (void *)1;
    iq_changeset *changes, *no_changeset = (void *)1;
    iq_status status = IQ_ERROR_NO_MEMORY;
    CHECK_OK(iq_list_changes_since(list, NULL, NULL, NULL, &before));
    for (uint64_t nth = 1; status != IQ_OK; nth++) {
        failing_arm(nth, false);
        status = mark_items(list, 7, 2, true);
        CHECK(failing_disarm() == (status == IQ_ERROR_NO_MEMORY));
        after = (void *)1;
        CHECK_OK(iq_list_changes_since(list, before, NULL, NULL, &after));
        CHECK((after != NULL) == (status == IQ_OK));
        iq_snapshot_destroy(after);
    }
    status = IQ_ERROR_NO_MEMORY;
    for (uint64_t nth = 1; status != IQ_OK; nth++) {
        changes = no_changeset;
        after = no_snapshot;
        failing_arm(nth, false);
        status = iq_list_changes_since(list, before, NULL, &changes, &after);
        CHECK(failing_disarm() == (status == IQ_ERROR_NO_MEMORY));
        CHECK(status == IQ_OK || (changes == no_changeset && after == no_snapshot));
    }
    iq_summary summary = {.struct_size = sizeof summary};
    CHECK_OK(iq_changeset_get_summary(changes, &summary));
    CHECK(summary.item_reloads == 2 && summary.item_reconfigures == 0);
    iq_changeset_destroy(changes);
    iq_snapshot_destroy(before);
    iq_snapshot_destroy(after);
    iq_list_destroy(list);
}

int main(void)
{
    failing_install();
    counted_register();
    classes[0] = counted_class[0];
    classes[1] = counted_class[1];
    check_refused();
    check_lost();
    check_no_memory();
    uint64_t seed = check_first_seed(1);
    for (uint64_t rounds = check_scaled(200); rounds > 0; rounds--) {
        session(seed++);
    }
    return 0;
}
