/* See api.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "api.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define API_LINKED(name) .name = iq_##name,

const struct api linked = {
    API_FUNCTIONS(API_LINKED).change_stride = sizeof(iq_change)};

/* What functions were called before 0.5. */
static const char *const renamed[][2] = {
    {"iq_get_last_error", "iq_last_error"},
    {"iq_list_get_statistics", "iq_list_statistics"},
    {"iq_list_find_item_at", "iq_list_item_at"},
    {"iq_list_find_item", "iq_list_item_for_key"},
    {"iq_list_find_position", "iq_list_item_position"},
    {"iq_list_get_items", "iq_list_read_items"},
    {"iq_list_find_section_at", "iq_list_section_at"},
    {"iq_snapshot_find_position", "iq_snapshot_item_for_key"},
    {"iq_changeset_get_summary", "iq_changeset_summary"},
    {"iq_changeset_get_batch", "iq_changeset_batch"},
    {"iq_changeset_get_steps", "iq_changeset_steps"},
    {"iq_changeset_get_splices", "iq_changeset_splices"},
    {"iq_changeset_get_map", "iq_changeset_map"},
};

static void *address_of(void *library, const char *name) {
    void *address = dlsym(library, name);
    for (size_t i = 0; !address && i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i][0], name) == 0)
            address = dlsym(library, renamed[i][1]);
    return address;
}

/* Copied as bytes: C has no conversion from an object pointer to a function
 * pointer. */
static void find(void *library, const char *name, void *function) {
    void *address = address_of(library, name);
    memcpy(function, &address, sizeof address);
}

#define API_FIND(name) find(library, "iq_" #name, &api.name);

/* The library's own symbols come before those of the linked one
 * (RTLD_DEEPBIND): each build calls itself. Both use the same malloc. */
struct api api_open(const char *path) {
    struct api api = {.change_stride = sizeof(iq_change)};
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (!library) {
        fprintf(stderr, "benchmark: %s\n", dlerror());
        exit(2);
    }
    API_FUNCTIONS(API_FIND)
    if (!api.version || !api.list_set || api.list_set == iq_list_set) {
        fprintf(stderr, "benchmark: %s is not another libiqlist\n", path);
        exit(2);
    }
    if (api.version() < 0x000200) {
        memcpy(&api.first_edit_begin, &api.edit_begin, sizeof api.edit_begin);
        api.edit_begin = NULL;
        api.changeset_get_steps = NULL;
        api.list_get_items = NULL; /* iq_item_buffers had no flags */
        api.change_stride = 48;    /* no final_section and final_item */
    }
    return api;
}

void expect(const struct api *api, iq_status status, const char *what) {
    if (status == IQ_OK) return;
    iq_error error = {.struct_size = sizeof error};
    api->get_last_error(&error);
    fprintf(stderr, "benchmark: %s: %s: %s\n", what, api->status_name(status),
            error.message);
    exit(1);
}

void api_show(const struct api *api, iq_list *list,
              const struct listing *listing, iq_changeset **changes) {
    iq_columns items = listing_columns(listing);
    expect(api,
           api->list_set(list, listing->sections, listing->section_count,
                         &items, NULL, changes),
           "iq_list_set");
}

iq_snapshot *api_snapshot(const struct api *api, const struct listing *listing) {
    iq_snapshot *snapshot;
    expect(api, api->snapshot_create(NULL, &snapshot), "iq_snapshot_create");
    for (size_t s = 0; s < listing->section_count; s++) {
        size_t start = listing_start(listing, s);
        iq_columns items = listing_columns(listing);
        items.count = listing_start(listing, s + 1) - start;
        items.keys = listing->keys + start;
        items.contents = listing->contents + start;
        const iq_key *section = &listing->sections[s].key;
        expect(api, api->snapshot_append_sections(snapshot, section, 1),
               "iq_snapshot_append_sections");
        expect(api, api->snapshot_append_items(snapshot, section, &items),
               "iq_snapshot_append_items");
    }
    return snapshot;
}

iq_edit *api_edit(const struct api *api, iq_list *list) {
    iq_edit *edit;
    expect(api,
           api->edit_begin ? api->edit_begin(list, NULL, &edit)
                           : api->first_edit_begin(list, &edit),
           "iq_edit_begin");
    return edit;
}
