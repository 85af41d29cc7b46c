/*
 * derived_shared.c - what is refused of a derived list, what it shares with its source (elements, scoped keys, limits,
 * marks) and what it does not (loading, paging, elements of its own, views). The words are those of scene.h.
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
    const iq_submit_options here = {.struct_size = sizeof here, .flags = IQ_SUBMIT_HERE};
    CHECK_STATUS(iq_list_submit(list, other, &here, NULL), IQ_ERROR_STATE);
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
    const uint32_t outline = IQ_DERIVE_EXCLUSIVE | IQ_DERIVE_EXPANDED | IQ_DERIVE_SECTIONS;
    const uint32_t of[] = {[IQ_DERIVE_OUTLINE] = outline | IQ_DERIVE_DROP_EMPTY_SECTIONS,
                           [IQ_DERIVE_FILTER] = IQ_DERIVE_KEEP_PARENTS | IQ_DERIVE_DROP_EMPTY_SECTIONS,
                           [IQ_DERIVE_SORTED] = IQ_DERIVE_DROP_EMPTY_SECTIONS,
                           [IQ_DERIVE_GROUPED] = IQ_DERIVE_COUNTS,
                           0};
    for (uint32_t kind = 0; kind < sizeof of / sizeof *of; kind++) {
        for (uint32_t flags = 0; flags < 256; flags++) {
            options.kind = kind;
            options.flags = flags;
            bool fits = !(flags & ~of[kind]) && kind <= IQ_DERIVE_GROUPED;
            fits = fits && !(flags & IQ_DERIVE_EXCLUSIVE && flags & IQ_DERIVE_EXPANDED);
            CHECK_STATUS(iq_list_derive(source, &options, &list), fits ? IQ_OK : IQ_ERROR_ARGUMENT);
            if (fits) {
                iq_list_destroy(list);
            }
        }
    }
    /* A program that still has the kind among the flags gets no outline by mistake. */
    options = (iq_derive_options){.struct_size = sizeof options, .flags = IQ_DERIVE_FILTER};
    CHECK_STATUS(iq_list_derive(source, &options, &list), IQ_ERROR_ARGUMENT);
    options.flags |= IQ_DERIVE_DROP_EMPTY_SECTIONS;
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
    CHECK_OK(iq_edit_move_section_beside(edit, scene_section(source, '2'), IQ_PUT_BEFORE, scene_section(source, '1')));
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    SAYS(list, "update^1");
    SHOWS(list, "2 B 1 A");
    CHECK_OK(iq_list_get_supplementary(list, scene_section(list, '2'), IQ_KIND_HEADER, 0, 0, &read));
    CHECK(memcmp(&read.key, &element.key, sizeof read.key) == 0 && read.content == 5);
    CHECK_OK(iq_list_set_supplementary(source, &element));
    CHECK_STATUS(iq_list_get_supplementary(list, (iq_section){0}, IQ_KIND_HEADER, 0, 0, &read), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_set_supplementary(list, &element));
    CHECK_OK(iq_list_get_supplementary(list, (iq_section){0}, IQ_KIND_HEADER, 0, 0, &read));
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_set_loading(source, IQ_LOADING_FAILED));
    CHECK_OK(iq_list_set_loading(list, IQ_LOADING_YES));
    CHECK_OK(iq_list_get_info(list, &info));
    CHECK(info.loading == IQ_LOADING_YES);
    iq_page page = {.struct_size = sizeof page, .state = IQ_PAGE_MORE};
    CHECK_OK(iq_list_set_page(list, (iq_section){0}, IQ_EDGE_END, &page));
    CHECK_OK(iq_list_get_page(source, (iq_section){0}, IQ_EDGE_END, &page));
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

/* How many sections the next update of the list reloads. */
static size_t reloaded_sections(iq_list *list)
{
    iq_event event = {.struct_size = sizeof event};
    iq_summary summary = {.struct_size = sizeof summary};
    size_t count;
    do {
        CHECK_OK(iq_list_poll(list, &event, 1, &count));
    } while (count > 0 && event.kind != IQ_EVENT_UPDATE);
    CHECK(count == 1);
    CHECK_OK(iq_changeset_get_summary(event.changeset, &summary));
    return summary.section_updates;
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
    scene_set(source, "1 A B1 C D 2 3");
    scene_quiet(list);
    for (int last = 1; last >= 0; last--) {
        const iq_section one = scene_section(source, last ? '3' : '1');
        CHECK_OK(iq_edit_begin(source, NULL, &edit));
        CHECK_OK(iq_edit_reload_sections(edit, &one, 1));
        CHECK_OK(iq_edit_commit(edit, NULL, NULL));
        iq_edit_destroy(edit);
    }
    CHECK(reloaded_sections(list) == 2);
    scene_set(source, "1 A B1 C D");
    scene_quiet(list);
    const iq_update_options reload = {.struct_size = sizeof reload, .flags = IQ_UPDATE_RELOAD};
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
    CHECK_OK(iq_list_find_item(list, NULL, scene_key('A'), &item));
    CHECK_STATUS(iq_list_find_item(list, NULL, scene_key('B'), &item), IQ_ERROR_NOT_FOUND);
    CHECK_STATUS(iq_list_find_item(list, NULL, scene_key('D'), &item), IQ_ERROR_NOT_FOUND);
    SHOWS(list, "1 A C");
    scene_end(source, list);
    const iq_list_options options = {.struct_size = sizeof options, .duplicates = IQ_DUPLICATES_SCOPE};
    CHECK_OK(iq_list_create(&options, &source));
    scene_set(source, "1 A B1 2 A B1");
    list = scene_derive(source, 0);
    const iq_key first = scene_key('1'), second = scene_key('2');
    iq_item one, other;
    CHECK_STATUS(iq_list_find_item(list, NULL, scene_key('A'), &one), IQ_ERROR_SCOPE);
    CHECK_OK(iq_list_find_item(list, &first, scene_key('A'), &one));
    CHECK_OK(iq_list_find_item(list, &second, scene_key('A'), &other));
    CHECK(one.id != other.id);
    CHECK_OK(iq_list_set_states(list, &other, 1, IQ_STATE_EXPANDED, 0));
    SAYS(list, "on:A.8 update+1");
    CHECK_STATUS(iq_list_find_item(list, &first, scene_key('B'), &item), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_find_item(list, &second, scene_key('B'), &item));
    scene_end(source, list);
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
    CHECK_OK(iq_view_get_visible(view, &first, &count));
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
    check_views();
    CHECK_OK(iq_memory_trim());
    return 0;
}
