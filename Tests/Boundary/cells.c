/*
 * cells.c - models that count their references: see cells.h.
 */
#include "cells.h"

#include "check.h"

iq_class cells_class[3];
size_t cells_equal_count, cells_changed_count;
cells_question cells_equal_asked[CELLS_QUESTIONS], cells_changed_asked[CELLS_QUESTIONS];
void (*cells_inside)(const char *name);

static cell **all;
static size_t all_count;
static char the_context;

static void enter(void *context, const char *name)
{
    CHECK(context == &the_context);
    if (cells_inside) {
        cells_inside(name);
    }
}

static void retain(void *context, void *const *models, size_t count)
{
    enter(context, "retain");
    CHECK(count > 0 && models != NULL);
    for (size_t i = 0; i < count; i++) {
        if (models[i]) {
            CHECK(atomic_fetch_add(&((cell *)models[i])->references, 1) >= 0);
        }
    }
}

static void release(void *context, void *const *models, size_t count)
{
    enter(context, "release");
    CHECK(count > 0 && models != NULL);
    for (size_t i = 0; i < count; i++) {
        if (models[i]) {
            CHECK(atomic_fetch_sub(&((cell *)models[i])->references, 1) > 0);
        }
    }
}

static void check_alive(const void *model)
{
    const cell *asked = model;
    CHECK(asked == NULL || atomic_load(&asked->references) > 0);
}

static int equal(void *context, const void *before, const void *after)
{
    enter(context, "equal");
    check_alive(before);
    if (cells_equal_count < CELLS_QUESTIONS) {
        cells_equal_asked[cells_equal_count++] = (cells_question){before, after};
    }
    return cells_equal(cells_class[0], before, after) ? -1 : 0;
}

static uint64_t changed(void *context, const void *before, const void *after)
{
    enter(context, "changed");
    check_alive(before);
    if (cells_changed_count < CELLS_QUESTIONS) {
        cells_changed_asked[cells_changed_count++] = (cells_question){before, after};
    }
    return cells_changed(cells_class[0], before, after);
}

void cells_register(void)
{
    iq_class_options options = {.struct_size = sizeof options,
                                .name = "cells/all",
                                .context = &the_context,
                                .retain = retain,
                                .release = release,
                                .equal = equal,
                                .changed = changed};
    CHECK_OK(iq_class_create(&options, &cells_class[0]));
    options.name = "cells/counted";
    options.equal = NULL;
    options.changed = NULL;
    CHECK_OK(iq_class_create(&options, &cells_class[1]));
    options.name = "cells/bare";
    options.retain = NULL;
    options.release = NULL;
    CHECK_OK(iq_class_create(&options, &cells_class[2]));
}

cell *cells_new(int look)
{
    if ((all_count & (all_count + 1)) == 0) {
        all = check_memory(realloc(all, (2 * all_count + 2) * sizeof *all));
    }
    cell *made = check_memory(calloc(1, sizeof *made));
    made->look = look;
    all[all_count++] = made;
    return made;
}

void cells_end(void)
{
    for (size_t i = 0; i < all_count; i++) {
        CHECK(atomic_load(&all[i]->references) == 0);
        free(all[i]);
    }
    free(all);
    all = NULL;
    all_count = 0;
}

bool cells_equal(iq_class cell_class, const void *before, const void *after)
{
    const cell *one = before, *other = after;
    if (cell_class.id != cells_class[0].id) {
        return true;
    }
    return one && other ? one->look == other->look : one == other;
}

uint64_t cells_changed(iq_class cell_class, const void *before, const void *after)
{
    const cell *one = before, *other = after;
    if (cell_class.id != cells_class[0].id) {
        return UINT64_MAX;
    }
    return (uint64_t)(one ? one->look : 7) << 32 | (uint64_t)(other ? other->look : 7);
}

static void hold(void *model, iq_class cell_class)
{
    if (model && (cell_class.id == cells_class[0].id || cell_class.id == cells_class[1].id)) {
        ((cell *)model)->held++;
    }
}

void cells_hold(const model *held)
{
    for (size_t i = 0; held == NULL && i < all_count; i++) {
        all[i]->held = 0;
    }
    for (size_t s = 0; held != NULL && s < held->count; s++) {
        const model_section *section = &held->sections[s];
        for (size_t i = 0; i < section->count; i++) {
            hold(section->items[i].model, section->items[i].cell_class);
        }
        for (size_t e = 0; e < section->element_count; e++) {
            hold(section->elements[e].model, section->elements[e].cell_class);
        }
    }
}

void cells_check(void)
{
    for (size_t i = 0; i < all_count; i++) {
        int references = atomic_load(&all[i]->references);
        CHECK(references <= all[i]->held);
        CHECK((references > 0) == (all[i]->held > 0));
    }
}
