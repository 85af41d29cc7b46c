/*
 * registered.c - lists whose items and elements may only have registered classes: whatever would bring in one with
 * another class, or give it one, is refused as a whole, with its key; everything else works as in any list.
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
    CHECK_OK(iq_get_last_error(&error));
    const iq_key key = calls_key(number);
    CHECK(error.flags & IQ_ERROR_HAS_KEY);
    CHECK(memcmp(&error.key, &key, sizeof key) == 0);
}

static size_t shown(void)
{
    size_t count;
    CHECK_OK(iq_list_get_count(list, NULL, &count));
    return count;
}

static iq_class class_at(size_t index)
{
    iq_item item;
    iq_item_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_find_item_at(list, index, &item));
    CHECK_OK(iq_list_get_item_info(list, item, 0, &info));
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
    iq_submit_options options = {.struct_size = sizeof options, .flags = IQ_SUBMIT_HERE, .done = done};
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
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    CHECK_OK(iq_list_find_item_at(list, 1, &item));
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

/* A section with one item and a header and a footer of these classes; the footer's key is 52. */
typedef struct elements {
    iq_supplementary all[2];
    iq_section_entry section;
    items items;
} elements;

static const iq_section_entry *describe_elements(elements *self, iq_class header, iq_class footer)
{
    describe(&self->items, 1, 1, other);
    self->all[0] = (iq_supplementary){.struct_size = sizeof self->all[0],
                                      .kind = IQ_KIND_HEADER,
                                      .key = calls_key(51),
                                      .content = 1,
                                      .cell_class = header};
    self->all[1] = self->all[0];
    self->all[1].kind = IQ_KIND_FOOTER;
    self->all[1].key = calls_key(52);
    self->all[1].cell_class = footer;
    self->section = (iq_section_entry){.struct_size = sizeof self->section,
                                       .key = calls_key(9),
                                       .supplementaries = self->all,
                                       .supplementary_count = 2};
    return &self->section;
}

/* The footer was refused, with the key of its section. */
static void expect_footer(void)
{
    iq_error error = {.struct_size = sizeof error};
    const iq_key section = calls_key(9);
    expect_key(52);
    CHECK_OK(iq_get_last_error(&error));
    CHECK(error.flags & IQ_ERROR_HAS_SECTION);
    CHECK(memcmp(&error.section, &section, sizeof section) == 0);
}

static void footer_is_refused(void *context, uint64_t ticket, iq_status status)
{
    (void)context;
    (void)ticket;
    ended = status;
    expect_footer();
}

static uint64_t version(void)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    return info.version;
}

static iq_class footer_class(void)
{
    iq_section section;
    iq_supplementary footer = {.struct_size = sizeof footer};
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    CHECK_OK(iq_list_get_supplementary(list, section, IQ_KIND_FOOTER, 0, 0, &footer));
    return footer.cell_class;
}

/* Headers, footers and other elements of a section, by each way to update a list. */
static void elements_of_sections(void)
{
    elements good, bad;
    iq_snapshot *snapshot;
    iq_edit *edit;
    iq_section section;
    size_t count;
    make(IQ_LIST_REGISTERED_CLASSES);
    CHECK_OK(iq_list_register_class(list, known));
    describe_elements(&bad, known, other);
    CHECK_STATUS(iq_list_set(list, &bad.section, 1, &bad.items.columns, NULL, NULL), IQ_ERROR_NOT_FOUND);
    expect_footer();
    CHECK(shown() == 0);
    describe_elements(&good, known, (iq_class){0});
    CHECK_OK(iq_list_set(list, &good.section, 1, &good.items.columns, NULL, NULL));
    const uint64_t before = version();
    /* No item changes, only the footer's class. */
    CHECK_STATUS(iq_list_set(list, &bad.section, 1, &bad.items.columns, NULL, NULL), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_snapshot_create(NULL, &snapshot));
    CHECK_OK(iq_snapshot_set(snapshot, &bad.section, 1, &bad.items.columns));
    CHECK_STATUS(iq_list_apply(list, snapshot, NULL, NULL), IQ_ERROR_NOT_FOUND);
    expect_footer();
    iq_submit_options options = {
        .struct_size = sizeof options, .flags = IQ_SUBMIT_HERE, .done = footer_is_refused};
    ended = -1;
    CHECK_OK(iq_list_submit(list, snapshot, &options, NULL));
    CHECK_OK(iq_list_poll(list, NULL, 0, &count));
    CHECK(ended == IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_edit_begin(list, NULL, &edit));
    CHECK_OK(iq_list_find_section_at(list, 0, &section));
    CHECK_STATUS(iq_edit_set_supplementary(edit, section, &bad.all[1]), IQ_ERROR_NOT_FOUND);
    expect_footer();
    CHECK(footer_class().id == 0);
    CHECK_OK(iq_edit_commit(edit, NULL, NULL));
    iq_edit_destroy(edit);
    CHECK(version() == before && footer_class().id == 0);
    /* The items of one section leave its elements as they are. */
    CHECK_OK(iq_list_set_section_items(list, calls_key(9), &bad.items.columns, NULL, NULL));
    CHECK_OK(iq_list_register_class(list, other));
    CHECK_OK(iq_list_apply(list, snapshot, NULL, NULL));
    CHECK(footer_class().id == other.id);
    iq_snapshot_destroy(snapshot);
    iq_list_destroy(list);
}

/* What the changeset between two snapshots brings is refused as well. */
static void elements_of_changesets(void)
{
    elements good, bad;
    iq_snapshot *snapshots[2];
    iq_changeset *changeset;
    const iq_diff_options options = {.struct_size = sizeof options, .flags = IQ_DIFF_PAYLOAD};
    describe_elements(&good, known, known);
    describe_elements(&bad, known, other);
    CHECK_OK(iq_snapshot_create(NULL, &snapshots[0]));
    CHECK_OK(iq_snapshot_create(NULL, &snapshots[1]));
    CHECK_OK(iq_snapshot_set(snapshots[0], &good.section, 1, &good.items.columns));
    CHECK_OK(iq_snapshot_set(snapshots[1], &bad.section, 1, &bad.items.columns));
    CHECK_OK(iq_diff(snapshots[0], snapshots[1], &options, &changeset));
    make(IQ_LIST_REGISTERED_CLASSES);
    CHECK_OK(iq_list_register_class(list, known));
    CHECK_OK(iq_list_apply(list, snapshots[0], NULL, NULL));
    CHECK_STATUS(iq_changeset_apply_to_list(changeset, list, NULL, NULL), IQ_ERROR_NOT_FOUND);
    expect_footer();
    CHECK(footer_class().id == known.id);
    CHECK_OK(iq_list_register_class(list, other));
    CHECK_OK(iq_changeset_apply_to_list(changeset, list, NULL, NULL));
    CHECK(footer_class().id == other.id);
    iq_list_destroy(list);
    iq_changeset_destroy(changeset);
    iq_snapshot_destroy(snapshots[0]);
    iq_snapshot_destroy(snapshots[1]);
}

/* An element of the list itself is of no section. */
static void elements_of_lists(void)
{
    elements bad;
    iq_error error = {.struct_size = sizeof error};
    iq_supplementary read = {.struct_size = sizeof read};
    make(IQ_LIST_REGISTERED_CLASSES);
    CHECK_OK(iq_list_register_class(list, known));
    describe_elements(&bad, known, other);
    CHECK_STATUS(iq_list_set_supplementary(list, &bad.all[1]), IQ_ERROR_NOT_FOUND);
    expect_key(52);
    CHECK_OK(iq_get_last_error(&error));
    CHECK(!(error.flags & IQ_ERROR_HAS_SECTION));
    CHECK_STATUS(iq_list_get_supplementary(list, (iq_section){0}, IQ_KIND_FOOTER, 0, 0, &read), IQ_ERROR_NOT_FOUND);
    CHECK_OK(iq_list_set_supplementary(list, &bad.all[0]));
    CHECK_OK(iq_list_register_class(list, other));
    CHECK_OK(iq_list_set_supplementary(list, &bad.all[1]));
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
    elements_of_sections();
    elements_of_changesets();
    elements_of_lists();
    exceptions();
    return 0;
}
