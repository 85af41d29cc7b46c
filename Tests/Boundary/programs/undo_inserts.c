/*
 * undo_inserts.c - commits with IQ_UPDATE_NO_STEP that only insert items keep the steps of a list, which undo and redo
 * pass over: by each way of changing a list, with models, few bytes, trim, and the outline whose children are loaded.
 * (Where such items come to stand is compared with a slow model by the unit test UndoTests.)
 */
#include "check.h"
#include "counted_models.h"
#include "failing.h"

#include <string.h>

static const iq_update_options no_step = {.struct_size = sizeof no_step, .flags = IQ_UPDATE_NO_STEP};
static counted_model *models[10];

/* "A0 B1 c2": item, level. A capital letter is a folder. */
static iq_columns items_of(const char *text)
{
    static iq_key keys[64];
    static uint16_t levels[64];
    static void *owned[64];
    static iq_class classes[64];
    size_t count = 0;
    for (; *text; text += text[2] ? 3 : 2, count++) {
        keys[count] = iq_key_from_u64((uint64_t)text[0]);
        levels[count] = (uint16_t)(text[1] - '0');
        owned[count] = models[text[0] % 10];
        classes[count] = counted_class[1];
    }
    iq_columns items = {.struct_size = sizeof items, .count = count, .keys = keys, .levels = levels};
    items.models = owned;
    items.classes = classes;
    return items;
}

static void check_shows(iq_list *list, const char *text)
{
    static char shown[256];
    shown[0] = 0;
    size_t count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    for (size_t i = 0; i < count; i++) {
        iq_item item;
        iq_item_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_item_at(list, i, &item));
        CHECK_OK(iq_list_get_item_info(list, item, 0, &info));
        char letter = (char)info.key.bytes[0];
        CHECK(info.model == models[letter % 10]);
        sprintf(shown + strlen(shown), "%s%c%d", i ? " " : "", letter, info.level);
    }
    check_case = shown;
    CHECK(strcmp(shown, text) == 0);
}

static void check_steps(iq_list *list, size_t undo, size_t redo)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK(info.undo_steps == undo && info.redo_steps == redo);
}

static iq_list *list_of(const char *text)
{
    iq_list *list;
    iq_columns items = items_of(text);
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    CHECK_OK(iq_list_set_undo(list, 1 << 20));
    return list;
}

static void set(iq_list *list, const char *text, const iq_update_options *options)
{
    iq_columns items = items_of(text);
    CHECK_OK(iq_list_set_items(list, &items, options, NULL));
}

static iq_item item_of(iq_list *list, char letter)
{
    iq_item item;
    CHECK_OK(iq_list_find_item(list, NULL, iq_key_from_u64((uint64_t)letter), &item));
    return item;
}

static void insert_children(iq_list *list, char parent, const char *text)
{
    iq_edit *edit;
    iq_columns items = items_of(text);
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_edit_insert_children(edit, item_of(list, parent), IQ_END, &items));
    CHECK_OK(iq_edit_commit(edit, &no_step, NULL));
    iq_edit_destroy(edit);
}

/* The user moves a folder, and opens it; what was loaded stays when the move is undone. */
static void outlines(void)
{
    iq_list *source = list_of("A0 B0"), *outline;
    iq_item b;
    size_t count;
    iq_event event = {.struct_size = sizeof event};
    CHECK_OK(iq_list_derive(source, NULL, &outline));
    CHECK_OK(iq_list_set_events(outline, IQ_EVENT_CHILDREN));
    set(source, "B0 A0", NULL);
    CHECK_OK(iq_list_poll(outline, &event, 1, &count));
    /* The handle is the outline's; the source's item has the same key. */
    insert_children(source, 'B', "x0 y0");
    check_steps(source, 1, 0);
    b = item_of(source, 'x');
    CHECK_OK(iq_list_undo(source, NULL, NULL));
    check_shows(source, "A0 B0 x1 y1");
    CHECK(item_of(source, 'x').id == b.id);
    CHECK_OK(iq_list_redo(source, NULL, NULL));
    check_shows(source, "B0 x1 y1 A0");
    CHECK(item_of(source, 'x').id == b.id);
    check_steps(source, 1, 0);
    iq_list_destroy(outline);
    iq_list_destroy(source);
}

/* A new folder goes with what was loaded below it, and comes back with it and its models. */
static void goes_with_its_parent(void)
{
    iq_list *list = list_of("A0");
    set(list, "A0 C0", NULL);
    insert_children(list, 'C', "x0 y1");
    insert_children(list, 'A', "z0");
    check_shows(list, "A0 z1 C0 x1 y2");
    CHECK_OK(iq_list_undo(list, NULL, NULL));
    check_shows(list, "A0 z1");
    check_steps(list, 0, 1);
    /* Between undo and redo, too. */
    insert_children(list, 'A', "w0");
    CHECK_OK(iq_list_trim(list));
    CHECK_OK(iq_list_redo(list, NULL, NULL));
    check_shows(list, "A0 z1 w1 C0 x1 y2");
    CHECK_OK(iq_list_undo(list, NULL, NULL));
    check_shows(list, "A0 z1 w1");
    iq_list_destroy(list);
}

/* What is below a folder stays below it, wherever the folder goes, and as deep below it. */
static void stays_below_its_parent(void)
{
    iq_list *list = list_of("A0 b1 C0 d1");
    set(list, "A0 b1 C1 d2", NULL);
    insert_children(list, 'C', "x0");
    insert_children(list, 'A', "y0");
    insert_children(list, 'C', "z0");
    check_shows(list, "A0 b1 C1 d2 x2 z2 y1");
    /* At several places at once, among what is passed over already. */
    set(list, "p0 A0 b1 C1 d2 x2 q2 z2 r2 y1", &no_step);
    CHECK_OK(iq_list_undo(list, NULL, NULL));
    check_shows(list, "p0 A0 b1 y1 C0 d1 x1 q1 z1 r1");
    CHECK_OK(iq_list_redo(list, NULL, NULL));
    check_shows(list, "p0 A0 b1 C1 d2 x2 q2 z2 r2 y1");
    iq_list_destroy(list);
}

/* An item whose key a step brings back becomes the step's, and keeps its handle. */
static void same_key(void)
{
    iq_list *list = list_of("A0 b1 C0");
    set(list, "A0 C0", NULL);
    insert_children(list, 'C', "b0");
    iq_item b = item_of(list, 'b');
    check_shows(list, "A0 C0 b1");
    CHECK_OK(iq_list_undo(list, NULL, NULL));
    check_shows(list, "A0 b1 C0");
    CHECK(item_of(list, 'b').id == b.id);
    CHECK_OK(iq_list_redo(list, NULL, NULL));
    check_shows(list, "A0 C0 b1");
    iq_list_destroy(list);
}

/* The changeset decides, not the call; what does more than insert empties both directions, as before. */
static void what_counts(void)
{
    static const struct {
        const char *text;
        bool passes;
    } cases[] = {
        {"A0 b1 C0 d1 e0", true},  {"z0 A0 b1 C0 d1", true}, {"A0 b1 C0", false},         {"A0 b1 d1 C0", false},
        {"A0 b2 C0 d1 e0", false}, {"A0 b1 C0 d1", true},    {"A0 b1 C0 e0 d1", false},
    };
    for (size_t way = 0; way < 4; way++) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            iq_list *list = list_of("A0");
            set(list, "A0 b1", NULL);
            set(list, "A0 b1 C0 d1", NULL);
            set(list, "A0", NULL);
            CHECK_OK(iq_list_undo(list, NULL, NULL));
            iq_update_options options = no_step;
            bool reloads = way == 1 && strcmp(cases[i].text, "A0 b1 C0 d1") != 0;
            options.flags |= reloads ? IQ_UPDATE_RELOAD : 0;
            if (way < 2) {
                set(list, cases[i].text, &options);
            } else {
                iq_snapshot *snapshot;
                iq_columns items = items_of(cases[i].text);
                size_t count;
                CHECK_OK(iq_snapshot_create(NULL, &snapshot));
                CHECK_OK(iq_snapshot_append_sections(snapshot, &(iq_key){{0}}, 1));
                CHECK_OK(iq_snapshot_append_items(snapshot, NULL, &items));
                if (way == 2) {
                    CHECK_OK(iq_list_apply(list, snapshot, &options, NULL));
                } else {
                    iq_submit_options here = {.struct_size = sizeof here, .flags = IQ_SUBMIT_NO_STEP | IQ_SUBMIT_HERE};
                    here.flags |= reloads ? IQ_SUBMIT_RELOAD : 0;
                    CHECK_OK(iq_list_submit(list, snapshot, &here, NULL));
                    iq_event event = {.struct_size = sizeof event};
                    CHECK_OK(iq_list_poll(list, &event, 1, &count));
                }
                iq_snapshot_destroy(snapshot);
            }
            check_shows(list, cases[i].text);
            bool passes = cases[i].passes && !reloads;
            check_steps(list, passes ? 2 : 0, passes ? 1 : 0);
            iq_list_destroy(list);
        }
    }
}

/* What steps pass over counts as theirs: when it no longer fits, the oldest go. */
static void bytes(void)
{
    iq_list *list = list_of("A0");
    iq_list_info info = {.struct_size = sizeof info};
    for (size_t i = 0; i < 20; i++) {
        set(list, i % 2 ? "A0" : "A0 b0", NULL);
    }
    check_steps(list, 20, 0);
    CHECK_OK(iq_list_set_undo(list, 8000));
    CHECK_OK(iq_list_get_info(list, &info));
    size_t kept = info.undo_steps;
    CHECK(kept > 0 && kept < 20);
    /* Every second of many items is passed over, a range each. */
    iq_key keys[512];
    for (size_t i = 0; i < 512; i++) {
        keys[i] = iq_key_from_u64(1000 + i);
    }
    iq_columns items = {.struct_size = sizeof items, .count = 512, .keys = keys};
    CHECK_OK(iq_list_set_items(list, &items, NULL, NULL));
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK(info.undo_steps <= 1);
    iq_list_destroy(list);
}

/* A failing allocation leaves list and steps as they were, in the insert and in undo and redo after it. */
static void no_memory(void)
{
    for (size_t what = 0; what < 3; what++) {
        for (uint64_t nth = 1;; nth++) {
            iq_list *list = list_of("A0 b1 C0");
            set(list, "C0 A0", NULL);
            iq_columns items = items_of("C0 A0 x1");
            iq_status status = IQ_OK;
            if (what == 0) {
                failing_arm(nth, nth % 2 == 0);
                status = iq_list_set_items(list, &items, &no_step, NULL);
            } else {
                CHECK_OK(iq_list_set_items(list, &items, &no_step, NULL));
                if (what == 2) {
                    CHECK_OK(iq_list_undo(list, NULL, NULL));
                    set(list, "A0 x1 b1 C0 d1", &no_step);
                }
                failing_arm(nth, nth % 2 == 0);
                status = (what == 1 ? iq_list_undo : iq_list_redo)(list, NULL, NULL);
            }
            bool failed = failing_disarm();
            CHECK_STATUS(status, failed ? IQ_ERROR_NO_MEMORY : IQ_OK);
            static const char *const before[] = {"C0 A0", "C0 A0 x1", "A0 x1 b1 C0 d1"};
            static const char *const after[] = {"C0 A0 x1", "A0 x1 b1 C0", "C0 d1 A0 x1"};
            check_shows(list, failed ? before[what] : after[what]);
            check_steps(list, (what == 1) != failed && what == 1 ? 0 : (what == 2) && failed ? 0 : 1,
                        what == 1 && !failed ? 1 : what == 2 && failed ? 1 : 0);
            iq_list_destroy(list);
            if (!failed) {
                break;
            }
        }
    }
}

int main(void)
{
    failing_install();
    counted_register();
    for (size_t i = 0; i < 10; i++) {
        models[i] = counted_new((int)i);
    }
    outlines();
    goes_with_its_parent();
    stays_below_its_parent();
    same_key();
    what_counts();
    bytes();
    no_memory();
    for (size_t i = 0; i < 10; i++) {
        CHECK(atomic_load(&models[i]->references) == 0);
    }
    counted_end();
    return 0;
}
