/* log.c - a log that is followed: edits pass only what has changed. */
#include <iqlist.h>
#include <stdio.h>
#include <stdlib.h>

struct line {
    iq_key key;       /* its identity: its number            */
    uint64_t content; /* its appearance: the text's hash     */
    const char *text; /* the model: returned by the list     */
};

static void check(iq_status status)
{
    iq_error error = {.struct_size = sizeof error};

    if (status == IQ_OK)
        return;
    iq_get_last_error(&error);
    fprintf(stderr, "log: %s\n", error.message);
    exit(EXIT_FAILURE);
}

static struct line line(uint64_t number, const char *text)
{
    struct line line = {iq_key_from_u64(number), 0, text};
    iq_hasher hasher;

    check(iq_hasher_init(&hasher));
    check(iq_hasher_add_string(&hasher, text, SIZE_MAX));
    check(iq_hasher_get_content(&hasher, &line.content));
    return line;
}

static iq_columns columns(const struct line *lines, size_t count)
{
    return (iq_columns){.struct_size = sizeof(iq_columns), .count = count,
        .keys = &lines->key, .key_stride = sizeof *lines,
        .contents = &lines->content, .content_stride = sizeof *lines,
        .models = &lines->text, .model_stride = sizeof *lines};
}

static void print_text(const iq_list *list, size_t position)
{
    void *text;
    iq_item_buffers row = {.struct_size = sizeof row, .models = &text};

    check(iq_list_get_items(list, position, 1, &row));
    printf("  %zu  %s\n", position, (char *)text);
}

int main(void)
{
    struct line start[] = {line(1, "fetch: done"), line(2, "compile: 40 %"),
                           line(3, "2 warnings"), line(4, "link: waiting"),
                           line(5, "disk: nearly full")};
    struct line more[] = {line(6, "link: done"), line(7, "test: running")};
    struct line compiled = line(2, "compile: done");
    iq_columns lines = columns(start, 5), new_lines = columns(more, 2);
    iq_columns new_look = columns(&compiled, 1);
    iq_list *list;
    iq_section section;
    iq_item compile, waiting;
    iq_edit *edit;
    iq_changeset *changes;
    const iq_splice *splice;
    size_t i, count;

    /* At first the whole list. A handle is valid until its item is deleted. */
    check(iq_list_create(NULL, &list));
    check(iq_list_set_items(list, &lines, NULL, NULL));
    check(iq_list_find_section_at(list, 0, &section));
    check(iq_list_find_item(list, NULL, start[1].key, &compile));
    check(iq_list_find_item(list, NULL, start[3].key, &waiting));

    /* Then only the changes: one update, one delete, two inserts. */
    check(iq_edit_begin(list, NULL, &edit));
    check(iq_edit_update_items(edit, &compile, &new_look,
                               IQ_COLUMN_CONTENT | IQ_COLUMN_MODEL));
    check(iq_edit_delete_items(edit, &waiting, 1));
    check(iq_edit_insert_items(edit, section, IQ_END, &new_lines));
    check(iq_edit_commit(edit, NULL, &changes));
    iq_edit_destroy(edit);

    check(iq_changeset_get_splices(changes, 0, &splice, &count));
    for (; count > 0; count--, splice++) {
        printf("At %u: %u removed, %u added\n", (unsigned)splice->position,
               (unsigned)splice->removed, (unsigned)splice->added);
        for (i = 0; i < splice->added; i++)
            print_text(list, splice->position + i);
    }
    iq_changeset_destroy(changes);
    iq_list_destroy(list);
    return 0;
}
