/*
 * diff.c - libFuzzer harness: bytes become a policy and two sectioned arrangements, which go through
 * snapshots, iq_diff, apply and set. The slow model is the oracle: every dialect replays to the target,
 * the moves are the fewest, updates are where they should be.
 *
 *     byte 0     policy, empty sections dropped, how the second arrangement is given
 *     byte 1     diff flags, layout of the columns
 *     then       00-df  an item: key in the lower 6 bits, content in the upper 2
 *                e0-ef  a section: key in the lower 3 bits, bit 3 marks it for reload
 *                f0-f7  the next item has the mark of the lower 2 bits, and another class by bit 2
 *                f8-fe  a header of the current section, its key and content from the lower 3 bits
 *                ff     the second arrangement begins
 */
#include "../Boundary/shared/check.h"
#include "../Boundary/shared/update_script.h"

#define LONGEST 400

static iq_class other_class;

/* Reads one arrangement; answers how many bytes it took. */
static size_t read_arrangement(model *self, const uint8_t *bytes, size_t size)
{
    model_item next = {0};
    size_t at = 0;
    for (; at < size && bytes[at] != 0xff; at++) {
        uint8_t byte = bytes[at];
        model_section *last = self->count ? &self->sections[self->count - 1] : NULL;
        if (byte < 0xe0 && last) {
            next.key = key_of(byte & 63);
            next.content = byte >> 6;
            next.model = (void *)(uintptr_t)(1 + at);
            model_insert_item(self, (model_place){self->count - 1, last->count}, next);
            next = (model_item){0};
        } else if (byte >= 0xe0 && byte < 0xf0) {
            model_insert_section(self, self->count, key_of(byte & 7));
            self->sections[self->count - 1].reload = byte & 8;
        } else if (byte >= 0xf0 && byte < 0xf8) {
            next.mark = byte & 3;
            next.cell_class = byte & 4 ? other_class : (iq_class){0};
        } else if (byte >= 0xf8 && last) {
            iq_supplementary header = {.struct_size = sizeof header, .kind = IQ_KIND_HEADER};
            header.key = key_of(byte & 1);
            header.content = byte & 6;
            model_set_element(last, header);
        }
    }
    return at;
}

/* Marks and elements mean something only where keys are unique. */
static void make_plain(model *self, iq_duplicates policy)
{
    model resolved = {0};
    model_resolution resolution = model_resolve(&resolved, self, policy, false);
    if (resolution.refused || resolution.dropped + resolution.numbered > 0) {
        for (size_t s = 0; s < self->count; s++) {
            self->sections[s].element_count = 0;
        }
        model_clear_marks(self);
    }
    model_clear(&resolved);
}

static void drop_empty(model *self)
{
    for (size_t s = self->count; s-- > 0;) {
        if (self->sections[s].count == 0) {
            model_delete_section(self, s);
        }
    }
}

static void prepare(void)
{
    if (other_class.id == 0) {
        iq_class_options options = {.struct_size = sizeof options, .name = "fuzz/other"};
        CHECK_OK(iq_class_create(&options, &other_class));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2 || size > LONGEST) {
        return 0;
    }
    prepare();
    iq_list_options options = {.struct_size = sizeof options, .duplicates = (bytes[0] & 7) % 5};
    options.flags = bytes[0] & 8 ? IQ_LIST_DROP_EMPTY_SECTIONS : 0;
    static const update_way ways[] = {UPDATE_APPLY, UPDATE_SET, UPDATE_APPLY_EDITED, UPDATE_APPLY};
    update_options how = {.way = ways[bytes[0] >> 4 & 3]};
    how.flags = bytes[1] & (IQ_UPDATE_VERIFY | IQ_UPDATE_KEEP_KEYS);
    how.layout = (feed_layout)((bytes[1] >> 4) % FEED_LAYOUTS);
    model before = {0}, after = {0};
    size_t read = 2 + read_arrangement(&before, bytes + 2, size - 2);
    if (read < size) {
        read_arrangement(&after, bytes + read + 1, size - read - 1);
    }
    /* Is an empty section dropped before it is a duplicate, or after? */
    if (options.flags) {
        drop_empty(&before);
        drop_empty(&after);
    }
    make_plain(&before, options.duplicates);
    model_clear_marks(&before);
    update_script list;
    update_script_start(&list, &options, &(expect_rules){0});
    update_script_update(&list, &before, &(update_options){.way = UPDATE_SET});
    make_plain(&after, options.duplicates);
    if (how.way != UPDATE_APPLY) {
        model_clear_marks(&after);
    }
    update_script_diff(&list, &after, &how);
    update_script_update(&list, &after, &how);
    update_script_end(&list);
    model_clear(&before);
    model_clear(&after);
    return 0;
}
