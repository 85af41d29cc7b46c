/*
 * lists.c - the updates of a list.
 */
#include "seeds.h"

/* Options of an update; now and then no changeset is wanted. */
typedef struct list_update {
    iq_update_options options;
    iq_changeset *changeset;
    iq_changeset **output;
} list_update;

static void draw_update(seed_script *script, list_update *update)
{
    update->options = draw_options(script);
    update->changeset = NULL;
    update->output = random_chance(&script->random, 90) ? &update->changeset : NULL;
}

/* The changeset, undone and joined to the one before; then it is the one before. */
void take_changeset(seed_script *script, iq_status status, iq_changeset *changeset)
{
    iq_changeset *inverse = NULL, *both = NULL;

    if (status == IQ_OK)
        print_changeset(changeset);
    if (changeset == NULL)
        return;
    status = iq_changeset_invert(changeset, &inverse);
    print_status("invert", status);
    print_changeset(inverse);
    iq_changeset_destroy(inverse);
    if (script->previous != NULL) {
        print_status("compose", iq_changeset_compose(script->previous, changeset, &both));
        print_changeset(both);
        iq_changeset_destroy(both);
    }
    if (status != IQ_OK) {
        iq_changeset_destroy(changeset);
        return;
    }
    iq_changeset_destroy(script->previous);
    script->previous = changeset;
}

/* Mostly of a section that is there. */
static iq_key draw_shown_section_key(seed_script *script)
{
    size_t sections = list_sections(script->list);
    size_t position = random_below(&script->random, sections + 1);
    iq_section_info info = {.struct_size = sizeof info};
    iq_section section;

    if (position == sections)
        return draw_section_key(script);
    must(iq_list_find_section_at(script->list, position, &section));
    must(iq_list_get_section_info(script->list, section, &info));
    return info.key;
}

static void set(seed_script *script)
{
    section_array given;
    list_update update;
    iq_columns columns;
    iq_status status;

    draw_sections(script, &given);
    draw_update(script, &update);
    columns = columns_of(&given.items);
    status = iq_list_set(script->list, given.entries, given.count, &columns, &update.options, update.output);
    print_status("set", status);
    take_changeset(script, status, update.changeset);
}

static void set_items(seed_script *script)
{
    row_array given;
    list_update update;
    iq_columns columns;
    iq_status status;

    draw_rows(script, 12, &given);
    draw_update(script, &update);
    columns = columns_of(&given);
    status = iq_list_set_items(script->list, &columns, &update.options, update.output);
    print_status("set items", status);
    take_changeset(script, status, update.changeset);
}

static void set_section_items(seed_script *script)
{
    row_array given;
    list_update update;
    iq_columns columns;
    iq_status status;
    iq_key section = draw_shown_section_key(script);

    draw_rows(script, 8, &given);
    draw_update(script, &update);
    columns = columns_of(&given);
    status = iq_list_set_section_items(script->list, section, &columns, &update.options, update.output);
    print_status("set section items", status);
    take_changeset(script, status, update.changeset);
}

static void apply(seed_script *script)
{
    list_update update;
    iq_status status;

    draw_update(script, &update);
    status = iq_list_apply(script->list, script->snapshot, &update.options, update.output);
    print_status("apply", status);
    take_changeset(script, status, update.changeset);
}

/* What the last changeset did is undone, or, which hardly ever fits, done again. */
static void apply_changeset(seed_script *script)
{
    list_update update;
    iq_status status;
    iq_changeset *given = NULL;
    int is_inverse = random_chance(&script->random, 80);

    draw_update(script, &update);
    if (script->previous == NULL)
        return;
    if (is_inverse)
        must(iq_changeset_invert(script->previous, &given));
    status = iq_changeset_apply_to_list(is_inverse ? given : script->previous, script->list, &update.options,
                                        update.output);
    iq_changeset_destroy(given);
    print_status("apply changeset", status);
    take_changeset(script, status, update.changeset);
}

void run_list(seed_script *script)
{
    static void (*const steps[])(seed_script *) = {
        set, set, set, set_items, set_section_items, set_section_items, apply, apply_changeset,
    };

    for (int step = 0; step < 4; step++) {
        steps[step == 0 ? 0 : random_below(&script->random, 8)](script);
        print_list(script);
    }
}
