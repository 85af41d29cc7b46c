/*
 * sequence_bytes.c - arguments of calls, read from bytes, and the models that they speak of.
 */
#include "sequence.h"

#define MODELS 16

static struct {
    int references;
} cells[MODELS];

static iq_class counted;

/* ---- models ------------------------------------------------------------ */

static size_t counted_model_of(const void *model)
{
    size_t counted_model = ((uintptr_t)model - (uintptr_t)cells) / sizeof *cells;
    CHECK(counted_model < MODELS);
    return counted_model;
}

static void retain(void *context, void *const *models, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        if (models[i]) {
            cells[counted_model_of(models[i])].references++;
        }
    }
}

static void release(void *context, void *const *models, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++) {
        if (models[i]) {
            CHECK(--cells[counted_model_of(models[i])].references >= 0);
        }
    }
}

static int equal(void *context, const void *before, const void *after)
{
    (void)context;
    return before && after ? counted_model_of(before) % 4 == counted_model_of(after) % 4 : before == after;
}

static uint64_t changed(void *context, const void *before, const void *after)
{
    (void)context;
    return before == after ? 1 : 2;
}

void register_models(void)
{
    iq_class_options options = {.struct_size = sizeof options,
                                .name = "sequence",
                                .traits = IQ_TRAIT_MOVABLE,
                                .retain = retain,
                                .release = release,
                                .equal = equal,
                                .changed = changed,
                                .pool = 2,
                                .create_cell = create_cell,
                                .bind_cell = bind_cell,
                                .unbind_cell = unbind_cell,
                                .destroy_cell = destroy_cell};
    CHECK_OK(iq_class_create(&options, &counted));
}

bool model_is_alive(const void *model, iq_class cell_class)
{
    return model == NULL || cell_class.id != counted.id || cells[counted_model_of(model)].references > 0;
}

void check_models_released(void)
{
    for (size_t i = 0; i < MODELS; i++) {
        CHECK(cells[i].references == 0);
    }
}

/* ---- what is read ------------------------------------------------------ */

uint8_t next_byte(machine *m)
{
    return m->at < m->end ? *m->at++ : 0;
}

slot *next_slot(machine *m, slot_kind kind)
{
    uint8_t byte = next_byte(m);
    /* In most cases one that lives, if there is any; of edits one that is open. */
    for (size_t i = 0; i < SLOTS && byte < 240; i++) {
        slot *self = &m->slots[kind][(byte + i) % SLOTS];
        if (slot_is_good(self) && self->is_open == (kind == KIND_EDIT)) {
            return self;
        }
    }
    return &m->slots[kind][byte % SLOTS];
}

iq_key next_item_key(machine *m)
{
    return iq_key_from_u64(next_byte(m) % 20);
}

iq_key next_section_key(machine *m)
{
    return iq_key_from_u64(100 + next_byte(m) % 5);
}

iq_update_options next_options(machine *m)
{
    uint8_t byte = next_byte(m);
    iq_update_options options = {.struct_size = sizeof options};
    options.flags = byte & (IQ_UPDATE_VERIFY | IQ_UPDATE_KEEP_KEYS);
    options.flags |= byte & 1 && byte & 16 ? IQ_UPDATE_RELOAD : 0;
    options.flags |= byte & 8 && byte & 32 ? 0 : IQ_UPDATE_PAYLOAD;
    options.reload_threshold = byte >= 192 ? byte & 3 : 0;
    return options;
}

iq_diff_options diff_options(const iq_update_options *options)
{
    return (iq_diff_options){.struct_size = sizeof(iq_diff_options),
                             .flags = options->flags,
                             .reload_threshold = options->reload_threshold};
}

iq_submit_options submit_options(machine *m)
{
    const iq_update_options update = next_options(m);
    return (iq_submit_options){.struct_size = sizeof(iq_submit_options),
                               .flags = update.flags | IQ_SUBMIT_HERE,
                               .reload_threshold = update.reload_threshold};
}

void dress_item(uint8_t look, uint64_t *content, void **model, iq_class *cell_class)
{
    *content = look & 3;
    *model = look & 4 ? &cells[look >> 4] : NULL;
    *cell_class = look & 8 ? counted : (iq_class){0};
}

iq_supplementary next_element(machine *m)
{
    uint8_t byte = next_byte(m);
    iq_supplementary element = {.struct_size = sizeof element, .key = next_item_key(m)};
    element.kind = byte & 1 ? IQ_KIND_HEADER : byte & 2 ? IQ_KIND_FOOTER : IQ_KIND_HOST;
    element.index = element.kind == IQ_KIND_HOST ? byte >> 2 & 1 : 0;
    dress_item(next_byte(m), &element.content, &element.model, &element.cell_class);
    return element;
}

void columns_of(some_items *items)
{
    items->columns.keys = items->keys;
    items->columns.contents = items->contents;
    items->columns.models = items->models;
    items->columns.classes = items->classes;
    items->columns.levels = items->levels;
}

void next_items(machine *m, some_items *items)
{
    uint8_t byte = next_byte(m);
    *items = (some_items){.columns.struct_size = sizeof items->columns};
    items->columns.count = byte & 7;
    for (size_t i = 0; i < items->columns.count; i++) {
        /* A run of keys costs one byte, other keys one each. */
        items->keys[i] = byte & 8 ? next_item_key(m) : iq_key_from_u64((byte >> 4) + 2 * i);
        uint8_t look = byte & 16 ? next_byte(m) : byte;
        dress_item(look, &items->contents[i], &items->models[i], &items->classes[i]);
        /* Some of the bits that choose a model: 0 to 3, or the highest. */
        items->levels[i] = look >> 5 == 7 ? UINT16_MAX : look >> 5 & 3;
    }
    columns_of(items);
}

size_t next_sections(machine *m, iq_key keys[3])
{
    uint8_t byte = next_byte(m);
    size_t count = byte >= 240 ? 0 : 1 + byte % 3;
    for (size_t i = 0; i < count; i++) {
        keys[i] = next_section_key(m);
    }
    return count;
}
