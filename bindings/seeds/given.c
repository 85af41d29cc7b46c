/*
 * given.c - sections, items and options at random. Keys are few, so that much recurs.
 */
#include "seeds.h"

#define ITEM_KEYS 40
#define SECTION_KEYS 7

/* A model is the address of its number. */
static const int numbers[4] = {0, 1, 2, 3};
static iq_class classes[4];
static iq_class with_cells;

int model_number(const void *model)
{
    return model == NULL ? 0 : *(const int *)model;
}

/* A function of a cell has failed in this call: like the bindings, no more models are compared. */
static int has_failed;

void begin_call(void)
{
    has_failed = 0;
}

static int equal(void *context, const void *before, const void *after)
{
    (void)context;
    return !has_failed && model_number(before) == model_number(after);
}

/* All bits where a model is missing, as where a class has no `changed`. */
static uint64_t changed(void *context, const void *before, const void *after)
{
    (void)context;
    if (before == NULL || after == NULL || has_failed)
        return UINT64_MAX;
    return (uint64_t)(model_number(before) ^ model_number(after));
}

/* A cell is the address of its number: they are counted as they are created. */
static int cells[1 << 20], cell_count, cell_base;
/* How often the functions were called; where cells fail, every fifth time to bind one and every seventh to create
 * one. */
static int are_failing, creates, binds;

static int create_cell(void *context, const iq_event *event, void **object)
{
    (void)context, (void)event;
    has_failed |= are_failing && ++creates % 7 == 0;
    if (are_failing && creates % 7 == 0)
        return 1;
    cells[cell_count] = cell_count;
    *object = &cells[cell_count++];
    begin_line("create");
    end_line();
    return 0;
}

static int bind_cell(void *context, const iq_event *event)
{
    (void)context;
    begin_line("bind");
    put("%d %d", *(int *)event->object - cell_base, model_number(event->model));
    put("%u %llu %u", (unsigned)event->flags, (unsigned long long)event->mask, (unsigned)event->element_kind);
    end_line();
    if (!are_failing || ++binds % 5 != 0)
        return 0;
    has_failed = 1;
    return 1;
}

static void unbind_cell(void *context, const iq_event *event)
{
    (void)context;
    begin_line("unbind");
    put("%d %d", *(int *)event->object - cell_base, model_number(event->model));
    end_line();
}

static void destroy_cell(void *context, void *object)
{
    (void)context;
    begin_line("destroy");
    put("%d", *(int *)object - cell_base);
    end_line();
}

void register_classes(void)
{
    iq_class_options options = {.struct_size = sizeof options, .name = "seeds/plain"};

    must(iq_class_create(&options, &classes[1]));
    options.name = "seeds/equal";
    options.equal = equal;
    must(iq_class_create(&options, &classes[2]));
    options.name = "seeds/changed";
    options.changed = changed;
    must(iq_class_create(&options, &classes[3]));
    options.name = "seeds/cells";
    options.create_cell = create_cell;
    options.bind_cell = bind_cell;
    options.unbind_cell = unbind_cell;
    options.destroy_cell = destroy_cell;
    must(iq_class_create(&options, &with_cells));
}

void count_cells_anew(int some_fail)
{
    cell_base = cell_count;
    are_failing = some_fail;
    creates = binds = 0;
}

item_row cell_row(uint64_t number, size_t model, uint16_t level)
{
    return (item_row){.key = iq_key_from_u64(number),
                      .content = model,
                      .model = (void *)(uintptr_t)&numbers[model],
                      .cell_class = with_cells,
                      .level = level};
}

const char *class_name(iq_class cell_class)
{
    const char *name;

    if (cell_class.id == 0)
        return "-";
    must(iq_class_get_name(cell_class, &name));
    return name;
}

/* None, one that is the hasher's of the key, or a number as it is. */
static uint64_t content_of(uint64_t number, size_t variant)
{
    uint64_t content;
    iq_hasher hasher;

    if (variant != 1)
        return variant == 0 ? IQ_CONTENT_NONE : 7;
    must(iq_hasher_init(&hasher));
    must(iq_hasher_add_unsigned(&hasher, number));
    must(iq_hasher_add_string(&hasher, "one", SIZE_MAX));
    must(iq_hasher_get_content(&hasher, &content));
    return content;
}

/* Content, class and model; only an item that has a class has a model. */
static item_row draw_appearance(seed_script *script, uint64_t number)
{
    item_row row = {.key = iq_key_from_u64(number)};
    size_t which;

    row.content = content_of(number, random_below(&script->random, 3));
    which = random_below(&script->random, 4);
    row.cell_class = classes[which];
    if (which > 0) {
        size_t model = random_below(&script->random, 4);
        row.model = model == 0 ? NULL : (void *)(uintptr_t)&numbers[model];
    }
    return row;
}

iq_key draw_section_key(seed_script *script)
{
    return iq_key_from_u64(random_below(&script->random, SECTION_KEYS));
}

void draw_section_keys(seed_script *script, key_array *keys)
{
    keys->count = random_below(&script->random, 3);
    for (size_t i = 0; i < keys->count; i++)
        keys->keys[i] = draw_section_key(script);
}

/* Fewer than `bound`; half of the keys are among the few, the others hardly ever recur. */
void draw_rows(seed_script *script, size_t bound, row_array *rows)
{
    rows->count = random_below(&script->random, bound);
    for (size_t i = 0; i < rows->count; i++) {
        int is_new = random_chance(&script->random, 50);
        uint64_t number = random_below(&script->random, is_new ? 1000 : ITEM_KEYS);
        rows->rows[i] = draw_appearance(script, is_new ? ITEM_KEYS + number : number);
    }
}

iq_supplementary draw_element(seed_script *script)
{
    static const uint32_t kinds[4] = {IQ_KIND_HEADER, IQ_KIND_FOOTER, IQ_KIND_HOST, IQ_KIND_HOST};
    iq_supplementary element = {.struct_size = sizeof element};
    size_t which = random_below(&script->random, 4);
    item_row row = draw_appearance(script, random_below(&script->random, 2));

    element.kind = kinds[which];
    element.index = which == 3;
    element.key = row.key;
    element.content = row.content;
    element.model = row.model;
    element.cell_class = row.cell_class;
    return element;
}

/* Whole sections. Where `is_unique` a key that was drawn before is left out, else duplicates remain. */
void draw_sections(seed_script *script, section_array *sections)
{
    int is_unique = random_chance(&script->random, 70);
    int has_section[SECTION_KEYS] = {0}, has_item[ITEM_KEYS] = {0};
    size_t wanted = random_below(&script->random, 8);

    sections->count = sections->items.count = 0;
    for (size_t s = 0; s < wanted; s++) {
        iq_section_entry *entry = &sections->entries[sections->count];
        size_t key = random_below(&script->random, SECTION_KEYS), items, elements;

        if (is_unique && has_section[key])
            continue;
        has_section[key] = 1;
        items = random_below(&script->random, 11);
        elements = random_below(&script->random, 3);
        *entry = (iq_section_entry){.struct_size = sizeof *entry, .key = iq_key_from_u64(key)};
        entry->first_item = sections->items.count;
        for (size_t i = 0; i < items; i++) {
            size_t item = random_below(&script->random, ITEM_KEYS);
            if (is_unique && has_item[item])
                continue;
            has_item[item] = 1;
            sections->items.rows[sections->items.count++] = draw_appearance(script, item);
        }
        for (size_t e = 0; e < elements; e++)
            sections->elements[sections->count][e] = draw_element(script);
        entry->supplementaries = sections->elements[sections->count];
        entry->supplementary_count = elements;
        sections->count++;
    }
}

iq_update_options draw_options(seed_script *script)
{
    iq_update_options options = {.struct_size = sizeof options};

    options.flags |= random_chance(&script->random, 80) ? IQ_UPDATE_PAYLOAD : 0;
    options.flags |= random_chance(&script->random, 50) ? IQ_UPDATE_VERIFY : 0;
    options.flags |= random_chance(&script->random, 50) ? IQ_UPDATE_KEEP_KEYS : 0;
    options.flags |= random_chance(&script->random, 5) ? IQ_UPDATE_RELOAD : 0;
    if (random_chance(&script->random, 10))
        options.reload_threshold = 1 + random_below(&script->random, 6);
    return options;
}

/* An array of structs, as it is. */
iq_columns columns_of(const row_array *rows)
{
    return (iq_columns){
        .struct_size = sizeof(iq_columns),
        .count = rows->count,
        .keys = &rows->rows[0].key,
        .key_stride = sizeof(item_row),
        .contents = &rows->rows[0].content,
        .content_stride = sizeof(item_row),
        .models = &rows->rows[0].model,
        .model_stride = sizeof(item_row),
        .classes = &rows->rows[0].cell_class,
        .class_stride = sizeof(item_row),
    };
}
