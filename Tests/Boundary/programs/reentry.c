/*
 * reentry.c - what a callback may call: from inside each callback of a class and `done`, every function on
 * the list, snapshot or view that is at work, and on others. Reads work, changes of the same list are answered
 * IQ_ERROR_BUSY while its update is under way, other objects work as ever, and destroying is safe.
 */
#include "attempt.h"
#include "counted_models.h"
#include "check.h"
#include "digest.h"
#include "host_memory.h"

#include <stdbool.h>
#include <string.h>

/* Of the calls inside, one in so many is tried: all, unless the loops are scaled down. */
static size_t stride;
/* Which of them, so that in the course of all calls outside each has its turn. */
static size_t phase;

/* Makes the call `outer` and, inside the first callback of that name, the call `inner`. */
static iq_status nest(const call *outer, const call_objects *outside, const char *callback, const call *inner,
                      const call_objects *inside)
{
    static char text[160];
    snprintf(text, sizeof text, "%s in %s of %s", inner->name, callback, outer->name);
    check_case = text;
    attempt_prepare(callback, inner, inside);
    counted_inside = call_once;
    iq_status status = outer->make(outside);
    counted_inside = NULL;
    return status;
}

/* The callbacks of one cell class, without contents so that `equal` is asked. */
static const char *const callbacks[] = {"retain", "release", "equal", "changed"};

/* Objects with models of their own, and a second set of models so that a set asks `equal` and `changed`. */
static void open_models(call_objects *objects, counted_model *model)
{
    CHECK(objects_open(objects, counted_class[0], model));
}

/* A list that is being edited has no version to follow, to show, or to have bits for: these answer BUSY. */
static bool needs_version(const call *inner)
{
    return strncmp(inner->name, "iq_list_derive", 14) == 0 || strncmp(inner->name, "iq_list_set_filter", 18) == 0 ||
           strcmp(inner->name, "iq_list_changes_since") == 0;
}

/* What a call from inside may answer, on the objects that the call outside works on. */
static void check_answer(const call *outer, const call *inner)
{
    iq_status status = attempt.status;
    unsigned both = outer->changes & inner->changes;
    if (both & CALL_EDIT) {
        /* One at a time inside an edit, whichever thread it is. */
        CHECK_STATUS(status, IQ_ERROR_BUSY);
        return;
    }
    bool is_asked = strcmp(attempt.callback, "equal") == 0 || strcmp(attempt.callback, "changed") == 0;
    /* Elements that a set brings are retained before the change begins. */
    bool is_retain = strcmp(attempt.callback, "retain") == 0 && strcmp(outer->name, "iq_snapshot_set") != 0;
    if ((both & CALL_LIST && is_asked) || (both & CALL_SNAPSHOT && is_retain)) {
        CHECK_STATUS(status, IQ_ERROR_BUSY);
    } else if (both) {
        /* `release` comes when all is done: keys and positions may be gone then. */
        CHECK(status == IQ_OK || status == IQ_ERROR_BUSY || status == IQ_ERROR_NOT_FOUND ||
              status == IQ_ERROR_RANGE || status == IQ_ERROR_DUPLICATE || status == IQ_ERROR_MISMATCH);
    } else if (inner->changes & CALL_SNAPSHOT && outer->uses & CALL_SNAPSHOT) {
        /* A snapshot that is being read from may refuse to be changed. */
        CHECK(status == IQ_OK || status == IQ_ERROR_BUSY);
    } else if (inner->changes) {
        CHECK_STATUS(status, IQ_OK);
    } else if (needs_version(inner)) {
        CHECK(status == IQ_OK || status == IQ_ERROR_BUSY || status == IQ_ERROR_HANDLE);
    } else {
        /* After the commit some of the objects' keys are gone, and a snapshot is no more what a changeset starts from,
         * but to read is always allowed. */
        CHECK(status == IQ_OK || status == IQ_ERROR_HANDLE || status == IQ_ERROR_NOT_FOUND ||
              status == IQ_ERROR_RANGE || status == IQ_ERROR_MISMATCH);
    }
}

/* Every call inside every callback of every call that has such callbacks, on the same objects. */
static void check_same_objects(const call *outer, const char *callback)
{
    for (size_t i = phase++ % stride; i < calls_count(); i += stride) {
        const call *inner = calls_at(i);
        call_objects objects;
        open_models(&objects, counted_new(1));
        objects.model = counted_new(2);
        iq_status status = nest(outer, &objects, callback, inner, &objects);
        /* A change from inside may have taken away what the call outside speaks of. */
        CHECK(status == IQ_OK || (attempt.times > 0 && (outer->changes & inner->changes)));
        if (attempt.times > 0) {
            check_answer(outer, inner);
        }
        objects.model = NULL;
        objects_close(&objects);
    }
}

/* The same on objects that are not at work: all of it succeeds. */
static void check_other_objects(const call *outer, const char *callback)
{
    for (size_t i = phase++ % stride; i < calls_count(); i += stride) {
        call_objects objects, others;
        open_models(&objects, counted_new(1));
        open_models(&others, counted_new(1));
        objects.model = counted_new(2);
        CHECK_STATUS(nest(outer, &objects, callback, calls_at(i), &others), IQ_OK);
        if (attempt.times > 0) {
            CHECK_STATUS(attempt.status, IQ_OK);
        }
        objects_close(&objects);
        objects_close(&others);
    }
}

/* The calls on lists, on the list whose edit is at work: it may be read, and only the edit changes it. */
static void check_edited_list(const call *outer, const char *callback)
{
    for (size_t i = phase++ % stride; i < calls_of_lists_count; i += stride) {
        const call *inner = &calls_of_lists[i];
        call_objects objects;
        open_models(&objects, counted_new(1));
        objects.model = counted_new(2);
        call_objects inside = objects;
        inside.list = objects.edited;
        inside.item = objects.edited_item;
        inside.section = objects.edited_section;
        CHECK_STATUS(nest(outer, &objects, callback, inner, &inside), IQ_OK);
        /* What a commit releases it releases when all is done. */
        bool is_over = strcmp(outer->name, "iq_edit_commit") == 0 && strcmp(callback, "release") == 0;
        if (attempt.times > 0 && inner->changes & ~CALL_ELEMENTS && !is_over) {
            CHECK_STATUS(attempt.status, IQ_ERROR_BUSY);
        } else if (attempt.times > 0) {
            CHECK(attempt.status == IQ_OK || attempt.status == IQ_ERROR_HANDLE ||
                  attempt.status == IQ_ERROR_NOT_FOUND || attempt.status == IQ_ERROR_RANGE ||
                  (inner->changes && attempt.status == IQ_ERROR_MISMATCH));
        }
        objects_close(&objects);
    }
}

/* Destroys what the call works on, from inside. */
static iq_status destroy_all(const call_objects *objects)
{
    objects_close_lists(objects);
    iq_snapshot_destroy(objects->snapshot);
    iq_snapshot_destroy(objects->other);
    iq_changeset_destroy(objects->changeset);
    return IQ_OK;
}

static void check_destroying(const call *outer, const char *callback)
{
    static const call destroy = {"destroy", 0, 0, destroy_all};
    size_t sections;
    call_objects objects;
    open_models(&objects, counted_new(1));
    objects.model = counted_new(2);
    iq_status status = nest(outer, &objects, callback, &destroy, &objects);
    if (attempt.times == 0) {
        objects_close(&objects);
        return;
    }
    /* The call goes on with what it holds, or finds that an object which it needs next is gone. */
    CHECK(status == IQ_OK || status == IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_get_count(objects.list, &sections, NULL), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_snapshot_get_count(objects.snapshot, &sections, NULL), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_get_count(objects.edited, &sections, NULL), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_edit_commit(objects.edit, NULL, NULL), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_view_set_visible(objects.view, 0, 1, 0), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_view_layout(objects.laid_out, NULL), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_set_filter(objects.derived, NULL, NULL, NULL), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_set_order(objects.sorted, NULL, NULL, NULL), IQ_ERROR_HANDLE);
    iq_list_destroy(objects.list);
}

/* A list of the library's own callbacks destroys itself while it is being destroyed. */
static void check_destroying_in_release(void)
{
    static const call destroy = {"destroy", 0, 0, destroy_all};
    call_objects objects;
    check_case = "destroy in release of destroy";
    open_models(&objects, counted_new(1));
    call_objects inside = objects;
    attempt.callback = "release";
    attempt.called = &destroy;
    attempt.objects = &inside;
    attempt.times = 0;
    counted_inside = call_once;
    objects_close(&objects);
    counted_inside = NULL;
    CHECK(attempt.times == 1);
}

/* `equal` is asked of items without content, `changed` of those that are reconfigured. */
static void check_asking(const char *callback, uint64_t before, uint64_t after)
{
    for (size_t i = phase++ % stride; i < calls_count(); i += stride) {
        const call *inner = calls_at(i);
        call_objects objects;
        open_models(&objects, counted_new(1));
        iq_key key = calls_key(50);
        void *model = counted_new(1);
        iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key, .models = &model};
        items.classes = &counted_class[0];
        items.contents = &before;
        CHECK_OK(iq_list_set_items(objects.list, &items, NULL, NULL));
        CHECK_OK(iq_list_find_item_at(objects.list, 0, &objects.item));
        CHECK_OK(iq_list_find_section_at(objects.list, 0, &objects.section));
        model = counted_new(2);
        items.contents = &after;
        attempt.callback = callback;
        attempt.called = inner;
        attempt.objects = &objects;
        attempt.times = 0;
        check_case = inner->name;
        counted_inside = call_once;
        iq_changeset *changes = NULL;
        iq_status status = iq_list_set_items(objects.list, &items, NULL, &changes);
        counted_inside = NULL;
        iq_changeset_destroy(changes);
        CHECK_STATUS(status, IQ_OK);
        CHECK(attempt.times == 1);
        if (inner->changes & CALL_LIST) {
            CHECK_STATUS(attempt.status, IQ_ERROR_BUSY);
        } else if (!(inner->uses & (CALL_LIST | CALL_VIEW | CALL_LAID_OUT | CALL_DERIVED | CALL_SORTED))) {
            CHECK_STATUS(attempt.status, IQ_OK);
        } else {
            /* Keys and positions of the objects are no longer there, but the list answers. */
            CHECK(attempt.status == IQ_OK || attempt.status == IQ_ERROR_NOT_FOUND ||
                  attempt.status == IQ_ERROR_RANGE);
        }
        objects_close(&objects);
    }
}

/* A commit asks like any update, about the appearances at the beginning and now. */
static void check_commit_asking(const char *callback, uint64_t before, uint64_t after)
{
    for (size_t i = phase++ % stride; i < calls_count(); i += stride) {
        const call *inner = calls_at(i);
        call_objects objects;
        open_models(&objects, counted_new(1));
        iq_key key = calls_key(50);
        void *model = counted_new(1);
        iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key, .models = &model};
        items.classes = &counted_class[0];
        items.contents = &before;
        call_objects inside = objects;
        CHECK_OK(iq_list_set_items(objects.list, &items, NULL, NULL));
        CHECK_OK(iq_list_find_item_at(objects.list, 0, &inside.item));
        CHECK_OK(iq_list_find_section_at(objects.list, 0, &inside.section));
        CHECK_OK(iq_edit_begin(objects.list, NULL, &inside.edit));
        CHECK_OK(calls_update(inside.edit, inside.item, after, counted_new(2), counted_class[0]));
        attempt.callback = callback;
        attempt.called = inner;
        attempt.objects = &inside;
        attempt.times = 0;
        check_case = inner->name;
        counted_inside = call_once;
        iq_changeset *changes = NULL;
        iq_status status = iq_edit_commit(inside.edit, NULL, &changes);
        counted_inside = NULL;
        iq_changeset_destroy(changes);
        CHECK_STATUS(status, IQ_OK);
        CHECK(attempt.times == 1);
        if (inner->changes & (CALL_LIST | CALL_EDIT)) {
            CHECK_STATUS(attempt.status, IQ_ERROR_BUSY);
        } else if (!(inner->uses & (CALL_LIST | CALL_VIEW | CALL_LAID_OUT | CALL_DERIVED | CALL_SORTED))) {
            CHECK_STATUS(attempt.status, IQ_OK);
        } else {
            CHECK(attempt.status == IQ_OK || attempt.status == IQ_ERROR_NOT_FOUND ||
                  attempt.status == IQ_ERROR_RANGE || (needs_version(inner) && attempt.status == IQ_ERROR_BUSY));
        }
        iq_edit_destroy(inside.edit);
        objects_close(&objects);
    }
}

/* --- callbacks that may do everything: `done` within a poll, `traits_of` */

static void done(void *context, uint64_t ticket, iq_status status)
{
    (void)context;
    (void)ticket;
    CHECK_OK(status);
    call_once("done");
}

static uint32_t traits_of(void *context, const void *model)
{
    (void)context;
    (void)model;
    call_once("traits_of");
    return IQ_TRAIT_MOVABLE;
}

static void check_done(void)
{
    for (size_t i = 0; i < calls_count(); i++) {
        const call *inner = calls_at(i);
        call_objects objects;
        open_models(&objects, counted_new(1));
        objects.model = counted_new(2);
        iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE, .done = done};
        CHECK_OK(iq_list_submit(objects.list, objects.snapshot, &options, NULL));
        attempt.callback = "done";
        attempt.called = inner;
        attempt.objects = &objects;
        attempt.times = 0;
        check_case = inner->name;
        size_t count;
        CHECK_OK(iq_list_poll(objects.list, NULL, 0, &count));
        CHECK(attempt.times == 1);
        CHECK_STATUS(attempt.status, strcmp(inner->name, "iq_list_poll") == 0 ? IQ_ERROR_BUSY : IQ_OK);
        objects.model = NULL;
        objects_close(&objects);
    }
    /* A list that its own `done` destroys goes when the poll returns. */
    static const call destroy = {"destroy", 0, 0, destroy_all};
    call_objects objects;
    open_models(&objects, counted_new(1));
    iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE, .done = done};
    CHECK_OK(iq_list_submit(objects.list, objects.snapshot, &options, NULL));
    attempt.called = &destroy;
    attempt.objects = &objects;
    attempt.times = 0;
    size_t count;
    CHECK_OK(iq_list_poll(objects.list, NULL, 0, &count));
    CHECK(attempt.times == 1);
    CHECK_STATUS(iq_list_poll(objects.list, NULL, 0, &count), IQ_ERROR_HANDLE);
}

static void check_traits(void)
{
    iq_class asked;
    const iq_class_options options = {
        .struct_size = sizeof options, .name = "reentry traits", .traits_of = traits_of};
    CHECK_OK(iq_class_create(&options, &asked));
    for (size_t i = 0; i < calls_count(); i++) {
        const call *inner = calls_at(i);
        call_objects objects;
        open_models(&objects, counted_new(1));
        objects.model = counted_new(2);
        iq_list *list;
        iq_element item = {sizeof item, {0}, {0}, 0, 0};
        iq_key key = calls_key(50);
        int model;
        void *models[] = {&model};
        const iq_columns items = {.struct_size = sizeof items,
                                  .count = 1,
                                  .keys = &key,
                                  .models = models,
                                  .classes = &asked};
        CHECK_OK(iq_list_create(NULL, &list));
        CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
        CHECK_OK(iq_list_find_item_at(list, 0, &item.item));
        attempt.callback = "traits_of";
        attempt.called = inner;
        attempt.objects = &objects;
        attempt.times = 0;
        check_case = inner->name;
        CHECK_OK(iq_list_emit(list, &item, IQ_ACTION_PRIMARY, NULL));
        CHECK(attempt.times == 1);
        CHECK_OK(attempt.status);
        CHECK_STATUS(iq_list_emit(list, &item, IQ_ACTION_DELETE, NULL), IQ_ERROR_REFUSED);
        iq_list_destroy(list);
        objects.model = NULL;
        objects_close(&objects);
    }
}

/* --- the functions of cells, in a poll and where a view is destroyed */

static bool cells_ask;

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context;
    (void)event;
    *object = &cells_ask;
    if (cells_ask) {
        call_once("create_cell");
    }
    return 0;
}

static int bind_cell(void *context, const iq_event *event)
{
    (void)context;
    CHECK(event->object == &cells_ask);
    if (cells_ask) {
        call_once("bind_cell");
    }
    return 0;
}

static void unbind_cell(void *context, const iq_event *event)
{
    (void)context;
    CHECK(event->object == &cells_ask);
    if (cells_ask) {
        call_once("unbind_cell");
    }
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    CHECK(object == &cells_ask);
    if (cells_ask) {
        call_once("destroy_cell");
    }
}

static iq_class cells_class(void)
{
    /* With one cell in the pool at most, so that those that leave are destroyed. */
    const iq_class_options options = {.struct_size = sizeof options,
                                      .name = "reentry cells",
                                      .pool = 1,
                                      .create_cell = create_cell,
                                      .bind_cell = bind_cell,
                                      .unbind_cell = unbind_cell,
                                      .destroy_cell = destroy_cell};
    iq_class made;
    CHECK_OK(iq_class_create(&options, &made));
    return made;
}

/* Shows items and polls until what has left is unbound, or the call was made. */
static void show_cells(const call_objects *objects, size_t first, size_t count)
{
    size_t events;
    CHECK_OK(iq_view_set_visible(objects->view, first, count, 0));
    for (int i = 0; i < 4 && !(cells_ask && attempt.times > 0); i++) {
        CHECK_OK(iq_list_poll(objects->list, NULL, 0, &events));
    }
}

/* The view shows one item, whose cell stays bound all the time: that all items come into view, or leave it,
 * calls the function, and that makes the call. */
static void call_in_cell(call_objects *objects, iq_class cell_class, const char *callback, const call *inner)
{
    static int model;
    bool leaves = strcmp(callback, "unbind_cell") == 0 || strcmp(callback, "destroy_cell") == 0;
    CHECK(objects_open(objects, cell_class, &model));
    if (leaves) {
        show_cells(objects, 0, 6);
    }
    attempt.callback = callback;
    attempt.called = inner;
    attempt.objects = objects;
    attempt.times = 0;
    check_case = inner->name;
    cells_ask = true;
    show_cells(objects, leaves ? 1 : 0, leaves ? 1 : 6);
    cells_ask = false;
    CHECK(attempt.times == 1);
}

static void check_cells(void)
{
    static const char *const functions[] = {"create_cell", "bind_cell", "unbind_cell", "destroy_cell"};
    static const call destroy = {"destroy", 0, 0, destroy_all};
    iq_class cell_class = cells_class();
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        call_objects objects;
        size_t count;
        for (size_t i = 0; i < calls_count(); i++) {
            const call *inner = calls_at(i);
            bool is_refused = strcmp(inner->name, "iq_list_poll") == 0 || inner->uses & CALL_CELLS;
            call_in_cell(&objects, cell_class, functions[f], inner);
            CHECK_STATUS(attempt.status, is_refused ? IQ_ERROR_BUSY : IQ_OK);
            objects_close(&objects);
        }
        /* The list and the view go when the poll returns. */
        call_in_cell(&objects, cell_class, functions[f], &destroy);
        CHECK_STATUS(iq_list_poll(objects.list, NULL, 0, &count), IQ_ERROR_HANDLE);
        CHECK_STATUS(iq_view_get_visible(objects.view, NULL, NULL), IQ_ERROR_HANDLE);
    }
}

/* A view that is destroyed unbinds and destroys its cells: the list may be changed, and polled. */
static void check_destroyed_view(void)
{
    static int model;
    static const char *const functions[] = {"unbind_cell", "destroy_cell"};
    iq_class cell_class;
    CHECK_OK(iq_class_find("reentry cells", &cell_class));
    for (size_t i = 0; i < 2 * calls_count(); i++) {
        const call *inner = calls_at(i / 2);
        call_objects objects;
        if (inner->uses & CALL_VIEW) {
            continue;
        }
        CHECK(objects_open(&objects, cell_class, &model));
        attempt.callback = functions[i % 2];
        attempt.called = inner;
        attempt.objects = &objects;
        attempt.times = 0;
        check_case = inner->name;
        cells_ask = true;
        iq_view_destroy(objects.view);
        cells_ask = false;
        CHECK(attempt.times == 1);
        CHECK_OK(attempt.status);
        CHECK_STATUS(iq_view_get_visible(objects.view, NULL, NULL), IQ_ERROR_HANDLE);
        objects_close(&objects);
    }
}

static iq_status abandon(const call_objects *objects)
{
    iq_edit_destroy(objects->edit);
    return IQ_OK;
}

/* When an abandoned edit releases what it had put in, it is over, and the list is free. */
static void check_abandoning(void)
{
    static const call outer = {"iq_edit_destroy", CALL_EDIT, CALL_EDIT, abandon};
    for (size_t i = 0; i < calls_count(); i++) {
        const call *inner = calls_at(i);
        call_objects objects;
        open_models(&objects, counted_new(1));
        objects.model = counted_new(2);
        CHECK_OK(calls_update(objects.edit, objects.edited_item, 7, counted_new(2), counted_class[0]));
        call_objects inside = objects;
        if (!(inner->uses & (CALL_VIEW | CALL_LAID_OUT | CALL_DERIVED | CALL_SORTED))) {
            inside.list = objects.edited;
            inside.item = objects.edited_item;
            inside.section = objects.edited_section;
        }
        CHECK_OK(nest(&outer, &objects, "release", inner, &inside));
        CHECK(attempt.times == 1);
        CHECK_STATUS(attempt.status, inner->uses & CALL_EDIT ? IQ_ERROR_HANDLE : IQ_OK);
        objects_close(&objects);
    }
}

/* --- filters of derived lists: `passes`, and `destroy` */

static int passes(void *context, iq_key key, const void *model)
{
    (void)context;
    (void)key;
    (void)model;
    call_once("passes");
    return 1;
}

static void destroy_filter(void *context)
{
    (void)context;
    call_once("destroy of a filter");
}

/* Everything may be called but a poll of the list that asks. */
static void check_filters(const char *callback)
{
    const iq_filter filter = {.struct_size = sizeof filter, .passes = passes, .destroy = destroy_filter};
    const iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE};
    for (size_t i = 0; i < calls_count(); i++) {
        const call *inner = calls_at(i);
        call_objects objects;
        size_t count;
        open_models(&objects, counted_new(1));
        CHECK_OK(iq_list_set_filter(objects.derived, &filter, &options, NULL));
        attempt.callback = callback;
        attempt.called = inner;
        attempt.objects = &objects;
        attempt.times = 0;
        check_case = inner->name;
        for (int polls = 0; polls < 4; polls++) {
            CHECK_OK(iq_list_poll(objects.derived, NULL, 0, &count));
        }
        CHECK_OK(iq_list_set_filter(objects.derived, NULL, &options, NULL));
        for (int polls = 0; polls < 4; polls++) {
            CHECK_OK(iq_list_poll(objects.derived, NULL, 0, &count));
        }
        CHECK(attempt.times == 1);
        bool is_poll = strcmp(inner->name, "iq_list_poll derived") == 0;
        CHECK_STATUS(attempt.status, is_poll ? IQ_ERROR_BUSY : IQ_OK);
        objects_close(&objects);
    }
}

/* --- orders of sorted and grouped lists: `ask`, `compare`, `describe` and `destroy` */

static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    (void)context;
    (void)items;
    (void)depth;
    call_once("ask");
    for (size_t i = 0; i < count; i++) {
        ranks[i] = iq_rank_from_unsigned(1);
        if (groups) {
            groups[i] = iq_key_from_u64(i % 2);
        }
    }
    return 0;
}

static int compare(void *context, const iq_ranked *a, const iq_ranked *b)
{
    (void)context;
    (void)a;
    (void)b;
    call_once("compare");
    return 0;
}

static int describe(void *context, iq_group *groups, size_t count)
{
    (void)context;
    call_once("describe");
    for (size_t i = 0; i < count; i++) {
        groups[i].rank = iq_rank_from_unsigned(2 - i % 2);
    }
    return 0;
}

static void destroy_order(void *context)
{
    (void)context;
    call_once("destroy of an order");
}

/* Everything may be called but a poll of the list that asks. */
static void check_orders(const char *callback)
{
    const iq_order order = {.struct_size = sizeof order, .ask = ask, .compare = compare, .destroy = destroy_order};
    const iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE};
    for (size_t i = 0; i < calls_count(); i++) {
        const call *inner = calls_at(i);
        call_objects objects;
        size_t count;
        open_models(&objects, counted_new(1));
        CHECK_OK(iq_list_set_order(objects.sorted, &order, &options, NULL));
        attempt_prepare(callback, inner, &objects);
        check_case = inner->name;
        for (int polls = 0; polls < 4; polls++) {
            CHECK_OK(iq_list_poll(objects.sorted, NULL, 0, &count));
        }
        CHECK_OK(iq_list_set_order(objects.sorted, NULL, &options, NULL));
        for (int polls = 0; polls < 4; polls++) {
            CHECK_OK(iq_list_poll(objects.sorted, NULL, 0, &count));
        }
        CHECK(attempt.times == 1);
        bool is_poll = strcmp(inner->name, "iq_list_poll sorted") == 0;
        CHECK_STATUS(attempt.status, is_poll ? IQ_ERROR_BUSY : IQ_OK);
        objects_close(&objects);
    }
}

/* Everything may be called. */
static void check_groups(const char *callback)
{
    const iq_order order = {.struct_size = sizeof order, .ask = ask, .compare = compare, .describe = describe,
                            .destroy = destroy_order};
    const iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE};
    const iq_derive_options grouped = {.struct_size = sizeof grouped, .kind = IQ_DERIVE_GROUPED};
    for (size_t i = 0; i < calls_count(); i++) {
        const call *inner = calls_at(i);
        call_objects objects;
        iq_list *list;
        size_t count;
        open_models(&objects, counted_new(1));
        CHECK_OK(iq_list_derive(objects.list, &grouped, &list));
        CHECK_OK(iq_list_set_order(list, &order, &options, NULL));
        attempt_prepare(callback, inner, &objects);
        check_case = inner->name;
        for (int polls = 0; polls < 4; polls++) {
            CHECK_OK(iq_list_poll(list, NULL, 0, &count));
        }
        iq_list_destroy(list);
        CHECK(attempt.times == 1);
        CHECK_OK(attempt.status);
        objects_close(&objects);
    }
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    counted_register();
    stride = 100 / (check_scaled(100) < 100 ? check_scaled(100) : 100);
    stride = stride > 12 ? 12 : stride;
    for (size_t outer = 0; outer < calls_count(); outer++) {
        const call *made = calls_at(outer);
        if (!made->changes && strcmp(made->name, "iq_diff") != 0) {
            continue;
        }
        for (size_t c = 0; c < sizeof callbacks / sizeof *callbacks; c++) {
            check_same_objects(made, callbacks[c]);
            check_other_objects(made, callbacks[c]);
            check_destroying(made, callbacks[c]);
            if (made->changes & CALL_EDIT) {
                check_edited_list(made, callbacks[c]);
            }
        }
    }
    check_asking("equal", IQ_CONTENT_NONE, IQ_CONTENT_NONE);
    check_asking("changed", 1, 2);
    check_commit_asking("equal", IQ_CONTENT_NONE, IQ_CONTENT_NONE);
    check_commit_asking("changed", 1, 2);
    check_destroying_in_release();
    check_abandoning();
    check_done();
    check_traits();
    check_cells();
    check_destroyed_view();
    check_filters("passes");
    check_filters("destroy of a filter");
    check_orders("ask");
    check_orders("compare");
    check_orders("destroy of an order");
    check_groups("ask");
    check_groups("describe");
    check_groups("destroy of an order");
    counted_end();
    return 0;
}
