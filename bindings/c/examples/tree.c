/* tree.c - a tree of files that folds, is searched while you type, and keeps
 * what is selected.
 *
 *     source          filter             outline
 *     all files  ──►  those with the ──► what is not below
 *     in order        text in the name   a collapsed folder
 *
 * The program changes only the source, and sets states in the outline. */
#include <iqlist.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 9 };

static const char *const paths[FILES] = {
    "docs", "docs/api.md", "docs/faq.md", "src", "src/gui",
    "src/gui/view.c", "src/main.c", "tests", "tests/view.c"};

static void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_get_last_error(&error);
    fprintf(stderr, "tree: %s\n", error.message);
    exit(EXIT_FAILURE);
}

static iq_key key_of(const char *path)
{
    iq_key key;

    check(iq_key_from_bytes(path, strlen(path), &key));
    return key;
}

/* A tree is its items in pre-order, and how deep each is. */
static iq_list *files_list(void)
{
    iq_key keys[FILES];
    uint16_t levels[FILES] = {0};
    void *models[FILES];
    iq_columns items = {.struct_size = sizeof items, .count = FILES,
        .keys = keys, .levels = levels, .models = models};
    iq_list *list;

    for (size_t i = 0; i < FILES; i++) {
        keys[i] = key_of(paths[i]);
        models[i] = (void *)paths[i];
        for (const char *at = paths[i]; *at; at++)
            levels[i] += *at == '/';
    }
    check(iq_list_create(NULL, &list));
    check(iq_list_set_items(list, &items, NULL, NULL));
    return list;
}

/* Whether the name of a file has the text that was typed. */
static int has_text(void *typed, iq_key key, const void *path)
{
    const char *slash = strrchr(path, '/');

    (void)key;
    return strstr(slash ? slash + 1 : path, typed) != NULL;
}

/* Lists follow one another in their polls, from the source on. */
static void poll_all(iq_list *filter, iq_list *outline)
{
    size_t count;

    check(iq_list_poll(filter, NULL, 0, &count));
    check(iq_list_poll(outline, NULL, 0, &count));
}

static iq_status find(const iq_list *list, const char *path, iq_item *item)
{
    return iq_list_find_item(list, NULL, key_of(path), item);
}

static void set_states(iq_list *list, const char *path, uint32_t states)
{
    iq_item item;

    check(find(list, path, &item));
    check(iq_list_set_states(list, &item, 1, states, 0));
}

/* A line for each row that is visible: + collapsed, - expanded, * selected. */
static void print(const char *title, const iq_list *list)
{
    size_t count;

    puts(title);
    check(iq_list_get_count(list, NULL, &count));
    for (size_t i = 0; i < count; i++) {
        iq_item item;
        iq_item_info row = {.struct_size = sizeof row};

        check(iq_list_find_item_at(list, i, &item));
        check(iq_list_get_item_info(list, item, 0, &row));
        printf("  %*s%c %s%s\n", 2 * row.level, "",
               !row.children ? ' '
               : row.states & IQ_STATE_EXPANDED ? '-' : '+',
               (const char *)row.model,
               row.states & IQ_STATE_SELECTED ? " *" : "");
    }
}

int main(void)
{
    iq_derive_options filtered = {.struct_size = sizeof filtered,
        .kind = IQ_DERIVE_FILTER, .flags = IQ_DERIVE_KEEP_PARENTS};
    iq_filter view = {.struct_size = sizeof view, .passes = has_text,
        .context = "view"};
    iq_list *files = files_list(), *filter, *outline;

    check(iq_list_derive(files, &filtered, &filter));
    check(iq_list_derive(filter, NULL, &outline));
    print("All folders are collapsed", outline);

    set_states(outline, "src", IQ_STATE_EXPANDED);
    poll_all(filter, outline);
    set_states(outline, "src/main.c", IQ_STATE_SELECTED);
    print("One is open, and a file selected", outline);

    check(iq_list_set_filter(filter, &view, NULL, NULL));
    poll_all(filter, outline);
    print("Typed: view", outline);

    check(iq_list_set_filter(filter, NULL, NULL, NULL));
    poll_all(filter, outline);
    print("Typed nothing: open and selected as before", outline);

    iq_list_destroy(outline);
    iq_list_destroy(filter);
    iq_list_destroy(files);
    return 0;
}
