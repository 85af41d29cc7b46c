/* A build of the library as a table of functions: the one that the benchmark is
 * linked with, or another that is loaded beside it. Whatever is compared
 * between the two is called through such a table. */
#ifndef API_H
#define API_H

#include "workloads.h"

#define API_FUNCTIONS(X)                                                      \
    X(version) X(version_string) X(build_info) X(get_last_error)              \
    X(status_name) X(memory_used) X(list_create) X(list_destroy) X(list_set)  \
    X(list_apply) X(list_snapshot) X(list_get_statistics)                     \
    X(list_find_item_at) X(list_find_item) X(list_find_position)              \
    X(list_get_items) X(list_find_section_at) X(snapshot_create)              \
    X(snapshot_destroy) X(snapshot_append_sections) X(snapshot_append_items)  \
    X(snapshot_find_position) X(snapshot_encode) X(diff) X(changeset_destroy) \
    X(changeset_get_summary) X(changeset_get_batch) X(changeset_get_steps)    \
    X(changeset_get_splices) X(changeset_get_map) X(edit_begin)               \
    X(edit_commit) X(edit_destroy) X(edit_insert_items)                       \
    X(edit_delete_item_range) X(edit_move_item_range) X(edit_update_items)

#define API_FIELD(name) __typeof__(&iq_##name) name;

/* A function that the build does not have, or had with other parameters or
 * structs, is NULL. */
struct api {
    API_FUNCTIONS(API_FIELD)
    size_t change_stride; /* bytes of an iq_change */
    /* iq_edit_begin of 0.1, which had no options. */
    iq_status (*first_edit_begin)(iq_list *list, iq_edit **edit);
};

extern const struct api linked;
/* Ends the program, with the reason, where the library cannot be loaded. */
struct api api_open(const char *path);

/* Ends the program, with the library's own words, unless the status is
 * IQ_OK. */
void expect(const struct api *api, iq_status status, const char *what);

/* Sets a list to a listing; `changes` may be NULL. */
void api_show(const struct api *api, iq_list *list,
              const struct listing *listing, iq_changeset **changes);
iq_snapshot *api_snapshot(const struct api *api, const struct listing *listing);
/* Opens an edit, whichever signature the function has. */
iq_edit *api_edit(const struct api *api, iq_list *list);

#endif
