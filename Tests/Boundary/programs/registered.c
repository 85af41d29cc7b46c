/*
 * registered.c - lists whose items may only have registered classes: whatever would bring in an item with another
 * class, or give an item one, is refused as a whole, with its key; everything else works as in any list.
 */
#include "calls.h"
#include "host_memory.h"

#include <string.h>

static iq_class known, other;
static iq_list *list;

static void make_classes(void)
{
    iq_class_options options = {.struct_size = sizeof options, .name = "known"};
    CHECK_OK(iq_class_create(&options, &known));
    options.name = "other";
    CHECK_OK(iq_class_create(&options, &other));
}

static void make(uint32_t flags)
{
    iq_list_options options = {.struct_size = sizeof options, .flags = flags};
    CHECK_OK(iq_list_create(&options, &list));
}

#define COUNT 40

/* So many items; the one at `odd` has that class, the others the known one. */
typedef struct items {
    iq_key keys[COUNT];
    uint64_t contents[COUNT];
    iq_class classes[COUNT];
    iq_columns columns;
} items;

static void describe(items *self, size_t count, size_t odd, iq_class odd_class)
{
    for (size_t i = 0; i < count; i++) {
        self->keys[i] = calls_key((uint8_t)(i + 1));
        self->contents[i] = i + 1;
        self->classes[i] = i == odd ? odd_class : known;
    }
    self->columns = (iq_columns){.struct_size = sizeof self->columns,
                                 .count = count,
                                 .keys = self->keys,
                                 .contents = self->contents,
                                 .classes = self->classes};
}

static void expect_key(uint8_t number)
{
    iq_error error = {.struct_size = sizeof error};
    CHECK_OK(iq_last_error(&error));
    const iq_key key = calls_key(number);
    CHECK(error.flags & IQ_ERROR_HAS_KEY);
    CHECK(memcmp(&error.key, &key, sizeof key) == 0);
}

static size_t shown(void)
{
    size_t count;
    CHECK_OK(iq_list_count(list, NULL, &count));
    return count;
}

static iq_class class_at(size_t index)
{
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_item_at(list, index, &item));
    CHECK_OK(iq_list_item_info(list, item, 0, &info));
    return info.cell_class;
}

/* New items, and items that get another class: anywhere, by each way to update a list. */
static void updates(void)
{
    for (size_t odd = 0; odd < COUNT; odd++) {
        items new;
        make(IQ_LIST_REGISTERED_CLASSES);
        CHECK_OK(iq_list_register_class(list, known));
        describe(&new, COUNT, odd, other);
        CHECK_STATUS(iq_list_set_items(list, &new.columns, NULL, NULL), IQ_ERROR_NOT_FOUND);
        expect_key((uint8_t)(odd + 1));
        CHECK(shown() == 0);
        describe(&new, COUNT, COUNT, other);
        CHECK_OK(iq_list_set_items(list, &new.columns, NULL, NULL));
        /* An item gets another class; the others change as well. */
        describe(&new, COUNT, odd, other);
        for (size_t i = 0; i < COUNT; i++)
            new.contents[i] += 100;
        iq_snapshot *snapshot;
        CHECK_OK(iq_snapshot_create(NULL, &snapshot));
        const iq_section_entry section = {.struct_size = sizeof section};
        CHECK_OK(iq_snapshot_set(snapshot, &section, 1, &new.columns));
        CHECK_STATUS(iq_list_apply(list, snapshot, NULL, NULL), IQ_ERROR_NOT_FOUND);
        expect_key((uint8_t)(odd + 1));
        CHECK(class_at(odd).id == known.id);
        CHECK_OK(iq_list_register_class(list, other));
        CHECK_OK(iq_list_apply(list, snapshot, NULL, NULL));
        CHECK(class_at(odd).id == other.id);
        iq_snapshot_destroy(snapshot);
        iq_list_destroy(list);
    }
}

/* A submission fails with that status. */
static iq_status ended;

static void done(void *context, uint64_t ticket, iq_status status)
{
    (void)context;
    (void)ticket;
    ended = status;
    if (status == IQ_ERROR_NOT_FOUND)
        expect_key(4);
}

static void submissions(void)
{
    make(IQ_LIST_REGISTERED_CLASSES);
    CHECK_OK(iq_list_register_class(list, known));
    items new;
    describe(&new, COUNT, 3, other);
    iq_snapshot *snapshot;
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    const iq_section_entry section = {.struct_size = sizeof section};
    CHECK_OK(iq_snapshot_set(snapshot, &section, 1, &new.columns));
    iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_UPDATE_HERE, .done = done};
    ended = -1;
    CHECK_OK(iq_list_submit(list, snapshot, &options, NULL));
    for (int i = 0; i < 3; i++) {
        size_t count;
        CHECK_OK(iq_list_poll(list, NULL, 0, &count));
    }
    CHECK(ended == IQ_ERROR_NOT_FOUND);
    CHECK(shown() == 0);
    iq_snapshot_destroy(snapshot);
    iq_list_destroy(list);
}

static void edits(void)
{
    make(IQ_LIST_REGISTERED_CLASSES);
    CHECK_OK(iq_list_register_class(list, known));
    items new;
    describe(&new, 3, 3, other);
    CHECK_OK(iq_list_set_items(list, &new.columns, NULL, NULL));
    iq_edit *edit;
    iq_section section;
    iq_item item;
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_list_section_at(list, 0, &section));
    CHECK_OK(iq_list_item_at(list, 1, &item));
    describe(&new, 6, 5, other);
    iq_columns last = new.columns;
    last.keys = new.keys + 3;
    last.contents = new.contents + 3;
    last.classes = new.classes + 3;
    last.count = 3;
    CHECK_STATUS(iq_edit_insert_items(edit, section, 3, &last), IQ_ERROR_NOT_FOUND);
    expect_key(6);
    CHECK(shown() == 3);
    last.count = 2;
    CHECK_OK(iq_edit_insert_items(edit, section, 3, &last));
    iq_columns update = {.struct_size = sizeof update, .count = 1, .contents = new.contents, .classes = &other};
    CHECK_STATUS(iq_edit_update_items(edit, &item, &update, IQ_COLUMN_CLASS), IQ_ERROR_NOT_FOUND);
    expect_key(2);
    /* What is not updated is not looked at. */
    CHECK_OK(iq_edit_update_items(edit, &item, &update, IQ_COLUMN_CONTENT));
    CHECK(class_at(1).id == known.id);
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    CHECK(shown() == 5);
    iq_list_destroy(list);
}

/* No class at all is always allowed, and without the flag any class is. */
static void exceptions(void)
{
    items new;
    describe(&new, 3, 1, (iq_class){0});
    make(IQ_LIST_REGISTERED_CLASSES);
    CHECK_STATUS(iq_list_set_items(list, &new.columns, NULL, NULL), IQ_ERROR_NOT_FOUND);
    expect_key(1);
    CHECK_OK(iq_list_register_class(list, known));
    CHECK_OK(iq_list_register_class(list, known));
    CHECK_OK(iq_list_set_items(list, &new.columns, NULL, NULL));
    iq_list_destroy(list);
    make(0);
    CHECK_OK(iq_list_register_class(list, other));
    CHECK_OK(iq_list_set_items(list, &new.columns, NULL, NULL));
    iq_list_destroy(list);
}

int main(void)
{
    CHECK_OK(iq_memory_set_allocator(&host_allocator));
    make_classes();
    updates();
    submissions();
    edits();
    exceptions();
    return 0;
}
