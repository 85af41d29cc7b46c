/*
 * derived_gone.c - derived lists whose source is destroyed, sentence by sentence of the header. The words are those of
 * scene.h. What is released cannot be read any more (unmapping_allocator.h).
 */
#include "scene.h"
#include "unmapping_allocator.h"

#include <string.h>

/* Deletes A, and marks D. */
static void commit_unseen(iq_list *source)
{
    iq_edit *edit;
    const iq_item items[] = {scene_item(source, 'A'), scene_item(source, 'D')};
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    CHECK_OK(iq_edit_reload_items(edit, &items[1], 1));
    CHECK_OK(iq_edit_delete_items(edit, &items[0], 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
}

/* "It goes on with the version of it that it holds: it shows, folds and filters that version ... Commits that it had
 * not followed by then are lost. Filters that wait take place." */
static void check_goes_on(void)
{
    static scene_filter filters[3];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B1 C2 D"), *list = scene_derive(source, 0);
    iq_list *passing = scene_derive(source, AS_FILTER);
    scene_filter_by(passing, &filters[0], "ABD", IQ_FILTER_DIFFERENT);
    scene_quiet(passing);
    scene_filter_by(passing, &filters[1], "A", IQ_FILTER_STRICTER);
    scene_expand(list, "A");
    scene_quiet(list);
    uint64_t before = scene_item(list, 'B').id;
    commit_unseen(source);
    iq_list_destroy(source);
    SAYS(list, "");
    SHOWS(list, "1 A B1 D");
    SAYS(passing, "update-2:2");
    SHOWS(passing, "1 A");
    CHECK(filters[0].destroyed == 1 && filters[1].destroyed == 0);
    CHECK(filters[1].ended == 1 && filters[1].status == IQ_OK && filters[1].calls == 3);
    scene_expand(list, "B");
    SAYS(list, "on:B.8 update+1");
    SHOWS(list, "1 A B1 C2 D");
    scene_collapse(list, "A");
    SAYS(list, "off:A.8 update-2 gone:B.8");
    scene_expand(list, "A");
    SAYS(list, "on:A.8 update+2 on:B.8");
    CHECK(scene_item(list, 'B').id != before && scene_children_of(list, 'B') && !scene_children_of(list, 'D'));
    scene_filter_by(passing, &filters[2], "ACD", IQ_FILTER_LOOSER);
    SAYS(passing, "update+2:3");
    SHOWS(passing, "1 A C2 D");
    CHECK(filters[2].calls == 3 && filters[1].destroyed == 1);
    CHECK_OK(iq_list_set_filter(passing, NULL, NULL, NULL));
    scene_quiet(passing);
    SHOWS(passing, "1 A B1 C2 D");
    CHECK_OK(iq_list_trim(list));
    CHECK_OK(iq_list_reserve(list, 100));
    SHOWS(list, "1 A B1 C2 D");
    iq_list_destroy(passing);
    iq_list_destroy(list);
}

/* ---- what a list follows */

static iq_list *source_of(const iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    return info.source;
}

/* "Of a derived list, until that source is destroyed; else NULL." */
static void check_source(void)
{
    iq_list *source = scene_source("1 A B1"), *list = scene_derive(source, 0);
    iq_list *last = scene_derive(list, AS_FILTER);
    CHECK(source_of(source) == NULL && source_of(list) == source && source_of(last) == list);
    iq_list_destroy(list);
    CHECK(source_of(last) == NULL && source_of(source) == NULL);
    iq_list_destroy(source);
    CHECK(source_of(last) == NULL);
    iq_list_destroy(last);
}

/* ---- read-only */

static void must_not_end(void *context, uint64_t ticket, iq_status status)
{
    (void)context;
    (void)ticket;
    (void)status;
    CHECK(!"a submission that was refused");
}

/* "Only its source and this section change it": the answer is the same without a source. */
static void check_read_only_of(iq_list *list)
{
    const iq_key key = scene_key('A');
    const iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = &key};
    iq_submit_options options = {.struct_size = sizeof options, .done = must_not_end};
    iq_snapshot *snapshot, *other;
    iq_changeset *changeset;
    iq_edit *edit;
    iq_item item = scene_item(list, 'A');
    CHECK_OK(iq_list_snapshot(list, &snapshot));
    CHECK_OK(iq_snapshot_create(NULL, &other));
    const iq_diff_options kept = {.struct_size = sizeof kept, .flags = IQ_DIFF_PAYLOAD};
    CHECK_OK(iq_diff(snapshot, other, &kept, &changeset));
    CHECK_STATUS(scene_try_set(list, "1 A", NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_set_items(list, &items, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_set_section_items(list, scene_key('1'), &items, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_apply(list, snapshot, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_changeset_apply_to_list(changeset, list, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_edit_begin(list, NULL, &edit), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_begin_reorder(list, &item, 1, &edit), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_set_undo(list, 1000), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_undo(list, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_redo(list, NULL, NULL), IQ_ERROR_STATE);
    static const uint32_t flags[] = {0, IQ_SUBMIT_HERE, IQ_SUBMIT_EACH, IQ_SUBMIT_HERE | IQ_SUBMIT_EACH};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        uint64_t ticket;
        options.flags = flags[i];
        CHECK_STATUS(iq_list_submit(list, snapshot, &options, &ticket), IQ_ERROR_STATE);
    }
    iq_changeset_destroy(changeset);
    iq_snapshot_destroy(other);
    iq_snapshot_destroy(snapshot);
    SAYS(list, "");
}

static void check_read_only(void)
{
    iq_list *source = scene_source("1 A B"), *list = scene_derive(source, 0);
    iq_list *passing = scene_derive(source, AS_FILTER);
    check_read_only_of(list);
    check_read_only_of(passing);
    iq_list_destroy(source);
    check_read_only_of(list);
    check_read_only_of(passing);
    SHOWS(list, "1 A B");
    iq_list_destroy(passing);
    iq_list_destroy(list);
}

/* ---- bits */

/* "Bits that wait and were made for another version end with IQ_ERROR_CANCELLED, and new ones are IQ_ERROR_STATE." */
static void check_bits(void)
{
    static scene_filter filters[2];
    for (int is_other = 0; is_other < 2; is_other++) {
        static const uint64_t none[1];
        memset(filters, 0, sizeof filters);
        iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, AS_FILTER);
        if (is_other) {
            scene_set(source, "1 C B A");
        }
        scene_filter_bits(list, source, &filters[0], "BC");
        const uint64_t versions[] = {scene_version(source), scene_version(list), UINT64_MAX, 0};
        iq_list_destroy(source);
        SAYS(list, is_other ? "" : "update-1:1");
        CHECK(filters[0].ended == 1 && filters[0].status == (is_other ? IQ_ERROR_CANCELLED : IQ_OK));
        SHOWS(list, is_other ? "1 A B C" : "1 B C");
        for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
            const iq_filter given = {.struct_size = sizeof given, .bits = none, .version = versions[i]};
            CHECK_STATUS(iq_list_set_filter(list, &given, NULL, NULL), IQ_ERROR_STATE);
        }
        scene_filter_by(list, &filters[1], "AB", IQ_FILTER_DIFFERENT);
        scene_quiet(list);
        SHOWS(list, "1 A B");
        iq_list_destroy(list);
    }
}

/* ---- keys */

static void check_found(const iq_list *list, const char *found, const char *missing)
{
    iq_item item;
    for (const char *name = found; *name; name++) {
        iq_item_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_item(list, NULL, scene_key(*name), &item));
        CHECK_OK(iq_list_get_item_info(list, item, 0, &info));
        CHECK(memcmp(&info.key, &(iq_key[]){scene_key(*name)}, sizeof info.key) == 0);
    }
    for (const char *name = missing; *name; name++) {
        CHECK_STATUS(iq_list_find_item(list, NULL, scene_key(*name), &item), IQ_ERROR_NOT_FOUND);
    }
}

static size_t missing_keys(iq_list *list, const char *names, uint32_t states)
{
    iq_key keys[8];
    size_t count = strlen(names), missing;
    for (size_t i = 0; i < count; i++) {
        keys[i] = scene_key(names[i]);
    }
    CHECK_OK(iq_list_set_key_states(list, NULL, keys, count, states, 0, &missing));
    return missing;
}

/* "Keys are found by an index of all items that it holds, hidden ones too." E is of a commit that was lost. */
static void check_keys(void)
{
    iq_list *source = scene_source("1 A B1 C2 D"), *list = scene_derive(source, 0);
    scene_set(source, "1 E A");
    iq_list_destroy(source);
    check_found(list, "AD", "BCEZ");
    CHECK(missing_keys(list, "ABCDEZ", IQ_STATE_HOST) == 2);
    CHECK(missing_keys(list, "B", IQ_STATE_EXPANDED) == 0);
    scene_expand(list, "A");
    SAYS(list, "on:Ax2.256 on:A.8 update+2 on:B.264 on:C.256");
    check_found(list, "ABCD", "EZ");
    iq_list_destroy(list);
}

/* The same where keys are unique in their section only. */
static void check_scoped_keys(void)
{
    const iq_list_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_SCOPE};
    const iq_section_entry sections[] = {{sizeof sections[0], scene_key('1'), 0, NULL, 0},
                                         {sizeof sections[0], scene_key('2'), 2, NULL, 0}};
    const iq_key keys[] = {scene_key('A'), scene_key('B'), scene_key('B'), scene_key('C')};
    const uint16_t levels[] = {0, 1, 0, 1};
    const iq_columns items = {.struct_size = sizeof items, .count = 4, .keys = keys, .levels = levels};
    iq_list *source, *list;
    iq_item item;
    size_t missing;
    CHECK_OK(iq_list_create(&options, &source));
    CHECK_OK(iq_list_set(source, sections, 2, &items, NULL, NULL));
    list = scene_derive(source, 0);
    iq_list_destroy(source);
    CHECK_STATUS(iq_list_find_item(list, &sections[0].key, keys[1], &item), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_find_item(list, &sections[1].key, keys[1], &item));
    const iq_key of[] = {sections[0].key, sections[1].key, sections[1].key, sections[0].key};
    const iq_key wanted[] = {keys[1], keys[1], keys[0], keys[3]};
    CHECK_OK(iq_list_set_key_states(list, of, wanted, 4, IQ_STATE_HOST, 0, &missing));
    CHECK(missing == 2);
    SAYS(list, "on:B.256");
    iq_list_destroy(list);
}

/* ---- chains */

/* "What is derived from the list goes on with it": its keys are found through the index of the list above. */
static void check_first_goes(void)
{
    iq_list *source = scene_source("1 A B1 C2 D"), *outline = scene_derive(source, 0);
    iq_list *passing = scene_derive(outline, AS_FILTER);
    static scene_filter filter;
    filter = (scene_filter){0};
    scene_filter_by(passing, &filter, "BCD", IQ_FILTER_DIFFERENT);
    iq_list_destroy(source);
    SAYS(passing, "update-1:1");
    check_found(passing, "D", "ABCZ");
    CHECK(missing_keys(passing, "ADBZ", IQ_STATE_HOST) == 1);
    scene_expand(outline, "A");
    scene_quiet(outline);
    SAYS(passing, "on:D.256 update+1 on:B.256");
    check_found(passing, "BD", "ACZ");
    check_found(outline, "ABD", "CZ");
    iq_list_destroy(passing);
    iq_list_destroy(outline);
}

/* "If a list in the middle of a chain goes, its held version is the first source from then on." */
static void check_middle_goes(void)
{
    iq_list *source = scene_source("1 A B1 C2 D"), *middle = scene_derive(source, 0);
    scene_expand(middle, "A");
    scene_quiet(middle);
    iq_list *last = scene_derive(middle, AS_FILTER);
    static scene_filter filter;
    filter = (scene_filter){0};
    scene_filter_by(last, &filter, "AB", IQ_FILTER_DIFFERENT);
    scene_expand(middle, "B");
    scene_quiet(middle);
    iq_list_destroy(middle);
    scene_set(source, "1 E A");
    SAYS(last, "update-1:1");
    SHOWS(last, "1 A B1");
    check_found(last, "AB", "CDEZ");
    CHECK(missing_keys(last, "ADC", IQ_STATE_HOST) == 1);
    CHECK_OK(iq_list_set_filter(last, NULL, NULL, NULL));
    SAYS(last, "on:A.256 update+1:2 on:D.256");
    SHOWS(last, "1 A B1 D");
    iq_list_destroy(source);
    SHOWS(last, "1 A B1 D");
    iq_list_destroy(last);
}

/* It can be a source itself, and derivations count from the version that is held. */
static void check_derived_from(void)
{
    iq_list *source = scene_source("1 A B1 C"), *list = scene_derive(source, 0);
    for (int i = 0; i < 2 * IQ_MAX_DERIVED_DEPTH; i++) {
        iq_list *next;
        CHECK_OK(iq_list_derive(list, NULL, &next));
        iq_list_destroy(i ? source : NULL);
        source = i ? list : source;
        list = next;
        SHOWS(list, "1 A C");
    }
    iq_list_destroy(source);
    iq_list *derived = scene_derive(list, 0);
    scene_expand(list, "A");
    scene_quiet(list);
    SAYS(derived, "");
    SHOWS(derived, "1 A C");
    iq_list_destroy(list);
    SHOWS(derived, "1 A C");
    iq_list_destroy(derived);
}

/* ---- children */

/* "There are no more IQ_EVENT_CHILDREN", also none that waits, and none at the end of a chain. */
static void check_children(void)
{
    size_t count;
    iq_list *source = scene_source("1 A+ B+"), *list = scene_derive(source, 0);
    iq_list *middle = scene_derive(source, 0), *last = scene_derive(middle, 0);
    scene_expand(list, "A");
    scene_expand(last, "A");
    SAYS(last, "on:A.8 children:A");
    iq_event event = {.struct_size = sizeof event};
    CHECK_OK(iq_list_poll(list, &event, 1, &count));
    CHECK(count == 1 && event.kind == IQ_EVENT_STATES);
    CHECK_OK(iq_list_poll(list, NULL, 0, &count));
    iq_list_destroy(source);
    SAYS(list, "");
    scene_expand(list, "B");
    scene_expand(last, "B");
    SAYS(list, "on:B.8");
    SAYS(last, "on:B.8");
    iq_list_destroy(last);
    iq_list_destroy(middle);
    iq_list_destroy(list);
}

/* ---- while the source is edited, or changed */

/* What waits for the end of the edit need not wait any longer. */
static void check_edited_meanwhile(void)
{
    static scene_filter filter;
    iq_edit *edit;
    iq_list *source = scene_source("1 A B1 C"), *list = scene_derive(source, 0);
    iq_list *passing = scene_derive(source, AS_FILTER);
    filter = (scene_filter){0};
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    CHECK_OK(iq_edit_delete_item_range(edit, scene_section(source, '1'), 0, 3));
    scene_expand(list, "A");
    scene_filter_by(passing, &filter, "BC", IQ_FILTER_DIFFERENT);
    SAYS(list, "on:A.8");
    SAYS(passing, "");
    CHECK(!scene_is_readable(list) && !scene_is_readable(passing));
    iq_list_destroy(source);
    CHECK(scene_is_readable(list) && scene_is_readable(passing));
    SAYS(list, "update+1");
    SAYS(passing, "update-1:1");
    iq_edit_destroy(edit);
    SAYS(list, "");
    SHOWS(list, "1 A B1 C");
    SHOWS(passing, "1 B1 C");
    iq_list_destroy(passing);
    iq_list_destroy(list);
}

static iq_class kept_class;
static iq_list *source_inside, *list_inside;
static int action_inside;

static void act(void)
{
    size_t count;
    int action = action_inside;
    action_inside = 0;
    if (action == 0) {
        return;
    }
    iq_list_destroy(source_inside);
    for (int polls = 0; polls < 3; polls++) {
        CHECK_OK(iq_list_poll(list_inside, NULL, 0, &count));
    }
    if (action == 1) {
        iq_list_destroy(list_inside);
    }
}

static void retain(void *context, void *const *models, size_t count)
{
    (void)context;
    (void)models;
    (void)count;
    act();
}

/* The source is destroyed while it is changed, which goes on; and perhaps the list that follows it. Each of the two
 * finds that the other has gone. */
static void check_changed_meanwhile(void)
{
    iq_key keys[3] = {scene_key('A'), scene_key('B'), scene_key('C')};
    void *models[3] = {keys, keys, keys};
    for (int action = 1; action < 3; action++) {
        for (int is_edit = 0; is_edit < 2; is_edit++) {
            iq_columns items = {.struct_size = sizeof items, .count = 1, .keys = keys, .models = models,
                                .classes = &kept_class, .class_stride = IQ_SAME};
            iq_edit *edit = NULL;
            size_t count;
            CHECK_OK(iq_list_create(NULL, &source_inside));
            CHECK_OK(iq_list_set_items(source_inside, &items, NULL, NULL));
            list_inside = scene_derive(source_inside, 0);
            items = (iq_columns){.struct_size = sizeof items, .count = 3, .keys = keys, .models = models,
                                 .classes = &kept_class, .class_stride = IQ_SAME};
            if (is_edit) {
                CHECK_OK(iq_edit_begin(source_inside, NULL, &edit));
                items.count = 2;
                items.keys = keys + 1;
                iq_section section;
                CHECK_OK(iq_list_find_section_at(source_inside, 0, &section));
                action_inside = action;
                CHECK_OK(iq_edit_insert_items(edit, section, 0, &items));
                CHECK_STATUS(iq_edit_commit(edit, NULL, NULL), IQ_ERROR_HANDLE);
                iq_edit_destroy(edit);
            } else {
                action_inside = action;
                CHECK_OK(iq_list_set_items(source_inside, &items, NULL, NULL));
            }
            CHECK(action_inside == 0);
            if (action == 2) {
                SAYS(list_inside, "");
                CHECK_OK(iq_list_get_count(list_inside, NULL, &count));
                CHECK(count == 1);
                iq_list_destroy(list_inside);
            }
        }
    }
}

/* The source is destroyed inside `passes`, where the list is changed as well: the filter takes effect on the version
 * that is held. */
static void change_inside(void)
{
    if (action_inside == 0) {
        return;
    }
    action_inside = 0;
    iq_list_destroy(source_inside);
    CHECK_STATUS(scene_try_set(list_inside, "1 Z", NULL), IQ_ERROR_STATE);
    CHECK_OK(iq_list_trim(list_inside));
    check_found(list_inside, "AB", "Z");
}

static void check_filtered_meanwhile(void)
{
    static scene_filter filter;
    filter = (scene_filter){0};
    source_inside = scene_source("1 A B C D");
    list_inside = scene_derive(source_inside, AS_FILTER);
    filter.inside = change_inside;
    action_inside = 1;
    scene_filter_by(list_inside, &filter, "BD", IQ_FILTER_DIFFERENT);
    SAYS(list_inside, "update-2:1");
    SHOWS(list_inside, "1 B D");
    CHECK(filter.calls == 4 && filter.ended == 1 && filter.status == IQ_OK);
    iq_list_destroy(list_inside);
    CHECK(filter.destroyed == 1);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&unmapping_allocator));
    scene_register();
    const iq_class_options options = {.struct_size = sizeof options, .name = "kept", .retain = retain,
                                      .release = retain};
    CHECK_OK(iq_class_create(&options, &kept_class));
    check_goes_on();
    check_source();
    check_read_only();
    check_bits();
    check_keys();
    check_scoped_keys();
    check_first_goes();
    check_middle_goes();
    check_derived_from();
    check_children();
    check_edited_meanwhile();
    check_changed_meanwhile();
    check_filtered_meanwhile();
    CHECK_OK(iq_memory_trim());
    return 0;
}
