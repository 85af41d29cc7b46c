/*
 * derived_ends.c - what is refused of a derived list, what it shares with its source (elements, scoped keys, limits,
 * marks) and what it does not (loading, paging, elements of its own, views); and every order in which lists and filters
 * end, also inside callbacks. The words are those of scene.h.
 */
#include "scene.h"

#include <string.h>

/* "Set, apply, submit, edits, reorder, undo and iq_changeset_apply_to_list are IQ_ERROR_STATE": nothing has changed. */
static void check_refused(void)
{
    iq_list *source = scene_source("1 A B1 C"), *list = scene_derive(source, 0);
    iq_snapshot *snapshot, *other;
    iq_changeset *changeset;
    iq_edit *edit = NULL;
    const iq_diff_options payload = {.struct_size = sizeof payload, .flags = IQ_DIFF_PAYLOAD};
    uint64_t version = scene_version(list);
    CHECK_OK(iq_list_snapshot(list, &snapshot));
    CHECK_OK(iq_snapshot_copy(snapshot, &other));
    CHECK_OK(iq_snapshot_delete_all(other));
    CHECK_OK(iq_diff(snapshot, other, &payload, &changeset));
    const iq_columns none = {.struct_size = sizeof none};
    iq_item item = scene_item(list, 'A');
    CHECK_STATUS(scene_try_set(list, "1 D", NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_set_items(list, &none, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_set_section_items(list, scene_key('1'), &none, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_apply(list, other, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_submit(list, other, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_submit(list, other, &(iq_diff_options){.struct_size = sizeof payload, .flags = IQ_UPDATE_HERE},
                                NULL),
                 IQ_ERROR_STATE);
    CHECK_STATUS(iq_edit_begin(list, NULL, &edit), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_begin_reorder(list, &item, 1, &edit), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_undo(list, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_list_redo(list, NULL, NULL), IQ_ERROR_STATE);
    CHECK_STATUS(iq_changeset_apply_to_list(changeset, list, NULL, NULL), IQ_ERROR_STATE);
    CHECK(edit == NULL && scene_version(list) == version);
    SAYS(list, "");
    SHOWS(list, "1 A C");
    /* A snapshot of what it shows is one like any other. */
    CHECK_OK(iq_list_apply(source, snapshot, NULL, NULL));
    SHOWS(source, "1 A C");
    iq_changeset_destroy(changeset);
    iq_snapshot_destroy(other);
    iq_snapshot_destroy(snapshot);
    scene_end(source, list);
}

/* "IQ_ERROR_ARGUMENT: flags that do not belong together", "IQ_ERROR_BUSY", "IQ_ERROR_LIMIT: the source is
 * IQ_MAX_DERIVED_DEPTH derivations deep". */
static void check_creation(void)
{
    iq_list *source = scene_source("1 A"), *list = NULL, *all[IQ_MAX_DERIVED_DEPTH];
    iq_derive_options options = {.struct_size = sizeof options};
    const uint32_t known = IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_EXPANDED | IQ_DERIVE_FILTER | IQ_DERIVE_SECTIONS |
                           IQ_DERIVE_DROP_EMPTY_SECTIONS | IQ_DERIVE_KEEP_PARENTS;
    const uint32_t outline = IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_EXPANDED | IQ_DERIVE_SECTIONS;
    for (uint32_t flags = 0; flags < 256; flags++) {
        options.flags = flags;
        bool fits = flags & IQ_DERIVE_FILTER ? !(flags & outline) : !(flags & IQ_DERIVE_KEEP_PARENTS);
        fits = fits && !(flags & IQ_DERIVE_EXCLUSIVE && flags & IQ_DERIVE_EXPANDED) && !(flags & ~known);
        CHECK_STATUS(iq_list_derive(source, &options, &list), fits ? IQ_OK : IQ_ERROR_ARGUMENT);
        if (fits) {
            iq_list_destroy(list);
        }
    }
    options.flags = 0;
    options.reserved = 1;
    CHECK_STATUS(iq_list_derive(source, &options, &list), IQ_ERROR_ARGUMENT);
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    CHECK_STATUS(iq_list_derive(source, NULL, &list), IQ_ERROR_BUSY);
    iq_edit_destroy(edit);
    for (size_t i = 0; i < IQ_MAX_DERIVED_DEPTH; i++) {
        CHECK_OK(iq_list_derive(i ? all[i - 1] : source, NULL, &all[i]));
    }
    CHECK_STATUS(iq_list_derive(all[IQ_MAX_DERIVED_DEPTH - 1], NULL, &list), IQ_ERROR_LIMIT);
    scene_set(source, "1 A B");
    for (size_t i = 0; i < IQ_MAX_DERIVED_DEPTH; i++) {
        SHOWS(all[i], "1 A");
        scene_quiet(all[i]);
        SHOWS(all[i], "1 A B");
    }
    for (size_t i = 0; i < IQ_MAX_DERIVED_DEPTH; i++) {
        iq_list_destroy(all[i]);
    }
    iq_list_destroy(source);
}

/* "Sections and their supplementary elements are those of the source, in its order. The list's own elements, loading,
 * paging and states are the derived list's own." */
static void check_elements(void)
{
    iq_list *source = scene_source("1 A 2 B"), *list = scene_derive(source, 0);
    iq_supplementary element = {.struct_size = sizeof element, .kind = IQ_KIND_HEADER, .key = scene_key('h')};
    iq_supplementary read = {.struct_size = sizeof read};
    iq_edit *edit;
    element.content = 5;
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    CHECK_OK(iq_edit_set_supplementary(edit, scene_section(source, '2'), &element));
    CHECK_OK(iq_edit_move_section_before(edit, scene_section(source, '2'), scene_section(source, '1')));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    SAYS(list, "update^1");
    SHOWS(list, "2 B 1 A");
    CHECK_OK(iq_list_supplementary(list, scene_section(list, '2'), IQ_KIND_HEADER, 0, 0, &read));
    CHECK(memcmp(&read.key, &element.key, sizeof read.key) == 0 && read.content == 5);
    CHECK_OK(iq_list_set_supplementary(source, &element));
    CHECK_STATUS(iq_list_supplementary(list, (iq_section){0}, IQ_KIND_HEADER, 0, 0, &read), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_set_supplementary(list, &element));
    CHECK_OK(iq_list_supplementary(list, (iq_section){0}, IQ_KIND_HEADER, 0, 0, &read));
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_set_loading(source, IQ_LOADING_FAILED));
    CHECK_OK(iq_list_set_loading(list, IQ_LOADING_YES));
    CHECK_OK(iq_list_read_info(list, &info));
    CHECK(info.loading == IQ_LOADING_YES);
    iq_page page = {.struct_size = sizeof page, .state = IQ_PAGE_MORE};
    CHECK_OK(iq_list_set_page(list, (iq_section){0}, IQ_EDGE_END, &page));
    CHECK_OK(iq_list_page(source, (iq_section){0}, IQ_EDGE_END, &page));
    CHECK(page.state == IQ_PAGE_OFF);
    scene_states(source, "A", IQ_STATE_SELECTED, 0);
    CHECK(scene_states_of(list, 'A') == 0);
    /* An update of the source that ends loading ends that of the derived list as well; an edit ends neither. */
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    CHECK_OK(iq_edit_delete_section_range(edit, 0, 2));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    SAYS(list, "update-2 placeholder:2");
    scene_set(source, "1");
    SAYS(list, "update placeholder:1");
    scene_end(source, list);
}

/* Reloads and reconfigures that the source is asked for are the derived list's as well, also a full reload. */
static void check_marks(void)
{
    iq_list *source = scene_source("1 A B1 C"), *list = scene_derive(source, 0);
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    const iq_item items[] = {scene_item(source, 'A'), scene_item(source, 'B'), scene_item(source, 'C')};
    CHECK_OK(iq_edit_reload_items(edit, items, 2));
    CHECK_OK(iq_edit_reconfigure_items(edit, items + 2, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    scene_set(source, "1 A B1 C D");
    SAYS(list, "update+1*1!1");
    CHECK_OK(iq_edit_begin(source, NULL, &edit));
    const iq_section section = scene_section(source, '1');
    CHECK_OK(iq_edit_reload_sections(edit, &section, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    SAYS(list, "update!3");
    const iq_diff_options reload = {.struct_size = sizeof reload, .flags = IQ_DIFF_RELOAD};
    CHECK_OK(scene_try_set(source, "1 A B1 C D E", &reload));
    SAYS(list, "update+1#");
    CHECK_OK(scene_try_set(source, "1 A B1 C D E", &reload));
    SAYS(list, "update#");
    scene_end(source, list);
}

/* "Scoped keys, limits and thresholds are the source's", but not its flags: a snapshot has the sections that are shown. */
static void check_snapshot(void)
{
    const iq_list_options options = {.struct_size = sizeof options, .flags = IQ_LIST_DROP_EMPTY_SECTIONS};
    iq_list *source, *plain;
    iq_snapshot *snapshot;
    CHECK_OK(iq_list_create(&options, &source));
    scene_set(source, "1 A B 2 C 3");
    iq_list *list = scene_derive(source, IQ_DERIVE_SECTIONS);
    SHOWS(list, "1 2");
    CHECK_OK(iq_list_snapshot(list, &snapshot));
    CHECK_OK(iq_list_create(NULL, &plain));
    CHECK_OK(iq_list_apply(plain, snapshot, NULL, NULL));
    SHOWS(plain, "1 2");
    iq_snapshot_destroy(snapshot);
    iq_list_destroy(plain);
    scene_end(source, list);
}

/* "Keys are found by the source's index. While the source is ahead of it, a key that the source does not find is
 * searched." "Scoped keys are the source's." */
static void check_keys(void)
{
    iq_list *source = scene_source("1 A B1 C"), *list = scene_derive(source, 0);
    iq_item item;
    scene_set(source, "1 B C1 D");
    CHECK_OK(iq_list_item_for_key(list, NULL, scene_key('A'), &item));
    CHECK_STATUS(iq_list_item_for_key(list, NULL, scene_key('B'), &item), IQ_ERROR_NOT_FOUND);
    CHECK_STATUS(iq_list_item_for_key(list, NULL, scene_key('D'), &item), IQ_ERROR_NOT_FOUND);
    SHOWS(list, "1 A C");
    scene_end(source, list);
    const iq_list_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_SCOPE};
    CHECK_OK(iq_list_create(&options, &source));
    scene_set(source, "1 A B1 2 A B1");
    list = scene_derive(source, 0);
    const iq_key first = scene_key('1'), second = scene_key('2');
    iq_item one, other;
    CHECK_STATUS(iq_list_item_for_key(list, NULL, scene_key('A'), &one), IQ_ERROR_SCOPE);
    CHECK_OK(iq_list_item_for_key(list, &first, scene_key('A'), &one));
    CHECK_OK(iq_list_item_for_key(list, &second, scene_key('A'), &other));
    CHECK(one.id != other.id);
    CHECK_OK(iq_list_set_states(list, &other, 1, IQ_STATE_EXPANDED, 0));
    SAYS(list, "on:A.8 update+1");
    CHECK_STATUS(iq_list_item_for_key(list, &first, scene_key('B'), &item), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_item_for_key(list, &second, scene_key('B'), &item));
    scene_end(source, list);
}

/* "The source may be destroyed first. From then on this is an ordinary list that shows what it showed; filters that
 * wait end with IQ_ERROR_CANCELLED, iq_list_set_filter is IQ_ERROR_STATE." */
static void check_source_first(void)
{
    static scene_filter filters[3];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B1 C2 D"), *list = scene_derive(source, 0);
    iq_list *passing = scene_derive(source, IQ_DERIVE_FILTER);
    scene_filter_by(passing, &filters[0], "ABD", IQ_FILTER_DIFFERENT);
    scene_quiet(passing);
    scene_filter_by(passing, &filters[1], "A", IQ_FILTER_STRICTER);
    scene_expand(list, "A");
    scene_quiet(list);
    scene_set(source, "1 D");
    uint64_t before = scene_item(list, 'B').id;
    iq_list_destroy(source);
    SHOWS(list, "1 A B1 D");
    SHOWS(passing, "1 A B1 D");
    scene_quiet(list);
    scene_quiet(passing);
    CHECK(filters[0].destroyed == 1 && filters[1].ended == 1 && filters[1].status == IQ_ERROR_CANCELLED);
    CHECK(filters[1].destroyed == 1 && filters[1].calls == 0);
    SHOWS(passing, "1 A B1 D");
    const iq_filter given = scene_function(&filters[2], 0);
    CHECK_STATUS(iq_list_set_filter(passing, &given, NULL, NULL), IQ_ERROR_STATE);
    CHECK(filters[2].destroyed == 0 && scene_item(list, 'B').id == before);
    CHECK(scene_states_of(list, 'A') == IQ_STATE_EXPANDED);
    scene_collapse(list, "A");
    scene_quiet(list);
    scene_set(list, "1 D B1 E A");
    scene_quiet(list);
    SHOWS(list, "1 D B1 E A");
    CHECK(scene_item(list, 'B').id == before);
    iq_edit *edit;
    CHECK_OK(iq_edit_begin(passing, NULL, &edit));
    iq_item item = scene_item(passing, 'A');
    CHECK_OK(iq_edit_delete_items(edit, &item, 1));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    SHOWS(passing, "1 B1 D");
    /* It can be a source itself. */
    iq_list *derived = scene_derive(list, 0);
    scene_set(list, "1 A");
    SAYS(derived, "update-2");
    iq_list_destroy(derived);
    iq_list_destroy(passing);
    iq_list_destroy(list);
}

/* An ordinary list that was derived once, with no items, and one that is derived from it. */
static void check_emptied(void)
{
    iq_list *source = scene_source("1 A B 2 C"), *list = scene_derive(source, 0);
    iq_list_destroy(source);
    iq_list *derived = scene_derive(list, 0);
    const iq_columns none = {.struct_size = sizeof none};
    CHECK_OK(iq_list_set_items(list, &none, NULL, NULL));
    SHOWS(derived, "1 A B 2 C");
    scene_set(list, "2 C A");
    SHOWS(derived, "1 A B 2 C");
    scene_quiet(derived);
    SHOWS(derived, "2 C A");
    iq_list_destroy(list);
    SHOWS(derived, "2 C A");
    iq_list_destroy(derived);
}

/* An edit of the source is open when the source or the derived list ends. */
static void check_edit_open(void)
{
    for (int first = 0; first < 2; first++) {
        iq_list *source = scene_source("1 A B1 C"), *list = scene_derive(source, 0);
        iq_edit *edit;
        CHECK_OK(iq_edit_begin(source, NULL, &edit));
        iq_item item = scene_item(source, 'A');
        CHECK_OK(iq_edit_delete_items(edit, &item, 1));
        iq_list_destroy(first ? source : list);
        if (first) {
            SHOWS(list, "1 A C");
            scene_quiet(list);
            scene_set(list, "1 C A");
            SHOWS(list, "1 C A");
        }
        iq_edit_destroy(edit);
        iq_list_destroy(first ? list : source);
    }
}

/* `destroy` is called "exactly once, when `passes` will not be called again ... by polls and by the list's destroy
 * only": replaced, superseded and cancelled in polls; what is left when the list goes. */
static void check_filters_end(void)
{
    static scene_filter filters[5];
    memset(filters, 0, sizeof filters);
    iq_list *source = scene_source("1 A B C"), *list = scene_derive(source, IQ_DERIVE_FILTER);
    scene_filter_by(list, &filters[0], "AB", IQ_FILTER_DIFFERENT);
    scene_filter_by(list, &filters[1], "A", IQ_FILTER_DIFFERENT);
    CHECK(filters[0].destroyed == 0 && filters[0].ended == 0);
    scene_quiet(list);
    CHECK(filters[0].destroyed == 1 && filters[0].ended == 1 && filters[1].destroyed == 0);
    scene_filter_by(list, &filters[2], "B", IQ_FILTER_DIFFERENT);
    CHECK_OK(iq_list_cancel(list, 0));
    CHECK(filters[2].destroyed == 0);
    scene_quiet(list);
    CHECK(filters[2].destroyed == 1 && filters[2].status == IQ_ERROR_CANCELLED && filters[1].destroyed == 0);
    scene_filter_by(list, &filters[3], "C", IQ_FILTER_DIFFERENT);
    scene_quiet(list);
    CHECK(filters[1].destroyed == 1 && filters[3].destroyed == 0);
    scene_filter_by(list, &filters[4], "A", IQ_FILTER_DIFFERENT);
    iq_list_destroy(list);
    CHECK(filters[3].destroyed == 1 && filters[4].destroyed == 1);
    CHECK(filters[4].ended == 1 && filters[4].status == IQ_ERROR_CANCELLED);
    iq_list_destroy(source);
}

/* Lists are destroyed, and changed, inside `passes`, `done` and `destroy`. */
static iq_list *source_inside, *list_inside;
static int action_inside;

static void act(void)
{
    iq_edit *edit = NULL;
    size_t count;
    int action = action_inside;
    action_inside = 0;
    switch (action) {
    case 1: iq_list_destroy(list_inside); break;
    case 2: iq_list_destroy(source_inside); break;
    case 3:
        iq_list_destroy(source_inside);
        iq_list_destroy(list_inside);
        break;
    case 4: scene_set(source_inside, "1 C A"); break;
    case 5: CHECK_STATUS(iq_list_poll(list_inside, NULL, 0, &count), IQ_ERROR_BUSY); break;
    case 6: CHECK_OK(iq_list_set_filter(list_inside, NULL, NULL, NULL)); break;
    case 7:
        CHECK_OK(iq_edit_begin(source_inside, NULL, &edit));
        CHECK_OK(iq_edit_delete_item_range(edit, scene_section(source_inside, '1'), 0, 1));
        iq_edit_destroy(edit);
        break;
    case 8: CHECK_OK(iq_list_cancel(list_inside, 0)); break;
    default: break;
    }
}

static void check_inside(void)
{
    enum { PASSES, ENDS, WHERES, ACTIONS = 9 };
    static scene_filter filters[ACTIONS][WHERES][2];
    for (int action = 1; action < ACTIONS; action++) {
        for (int where = 0; where < WHERES; where++) {
            scene_filter *filter = filters[action][where];
            source_inside = scene_source("1 A B C");
            list_inside = scene_derive(source_inside, IQ_DERIVE_FILTER);
            scene_filter_by(list_inside, &filter[0], "AC", IQ_FILTER_DIFFERENT);
            filter[0].inside = where == PASSES ? act : NULL;
            filter[0].inside_end = where == ENDS ? act : NULL;
            /* Within `done` a poll of the list is allowed: nothing is under way. */
            action_inside = action == 5 && where == ENDS ? 0 : action;
            iq_event events[4] = {{.struct_size = sizeof events[0]}};
            size_t count;
            for (int polls = 0; polls < 8; polls++) {
                iq_status status = iq_list_poll(list_inside, events, 4, &count);
                CHECK(status == IQ_OK || (status == IQ_ERROR_HANDLE && (action == 1 || action == 3)));
            }
            if (action == 4 || action == 7) {
                SHOWS(list_inside, action == 4 ? "1 C A" : "1 A C");
            } else if (action == 6) {
                SHOWS(list_inside, "1 A B C");
            }
            if (action != 1 && action != 3) {
                iq_list_destroy(list_inside);
            }
            if (action != 2 && action != 3) {
                iq_list_destroy(source_inside);
            }
            CHECK(filter[0].destroyed == 1 && filter[0].ended == 1);
        }
    }
}

/* A view on a derived list: its cells follow what is expanded. */
static void check_views(void)
{
    iq_list *source = scene_source("1 A B1 C1 D E"), *list = scene_derive(source, 0);
    iq_view *view;
    size_t first, count;
    CHECK_OK(iq_view_create(list, NULL, &view));
    CHECK_OK(iq_list_set_events(list, IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY));
    CHECK_OK(iq_view_set_visible(view, 0, 3, 0));
    SAYS(list, "shown:1 bound:A shown:A bound:D shown:D bound:E shown:E");
    scene_expand(list, "A");
    SAYS(list, "ended:D ended:E bound:B shown:B bound:C shown:C");
    scene_collapse(list, "A");
    SAYS(list, "ended:B ended:C bound:D shown:D bound:E shown:E");
    scene_set(source, "1 A* B1 C1 D E");
    SAYS(list, "bound:A");
    CHECK_OK(iq_view_visible(view, &first, &count));
    CHECK(first == 0 && count == 3);
    iq_list_destroy(source);
    SAYS(list, "");
    iq_view_destroy(view);
    iq_list_destroy(list);
}

int main(void)
{
    scene_register();
    check_refused();
    check_creation();
    check_elements();
    check_marks();
    check_snapshot();
    check_keys();
    check_source_first();
    check_emptied();
    check_edit_open();
    check_filters_end();
    check_inside();
    check_views();
    CHECK_OK(iq_memory_trim());
    return 0;
}
