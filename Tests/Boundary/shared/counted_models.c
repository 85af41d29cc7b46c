/*
 * counted_models.c - models that count their references: see counted_models.h.
 */
#include "counted_models.h"

#include "check.h"

iq_class counted_class[3];
size_t counted_equal_count, counted_changed_count;
counted_question counted_equal_asked[COUNTED_QUESTIONS], counted_changed_asked[COUNTED_QUESTIONS];
void (*counted_inside)(const char *name);

static counted_model **all;
static size_t all_count;
static char the_context;

static void enter(void *context, const char *name)
{
    CHECK(context == &the_context);
    if (counted_inside) {
        counted_inside(name);
    }
}

static void retain(void *context, void *const *models, size_t count)
{
    enter(context, "retain");
    CHECK(count > 0 && models != NULL);
    for (size_t i = 0; i < count; i++) {
        if (models[i]) {
            CHECK(atomic_fetch_add(&((counted_model *)models[i])->references, 1) >= 0);
        }
    }
}

static void release(void *context, void *const *models, size_t count)
{
    enter(context, "release");
    CHECK(count > 0 && models != NULL);
    for (size_t i = 0; i < count; i++) {
        if (models[i]) {
            CHECK(atomic_fetch_sub(&((counted_model *)models[i])->references, 1) > 0);
        }
    }
}

static void check_alive(const void *model)
{
    const counted_model *asked = model;
    CHECK(asked == NULL || atomic_load(&asked->references) > 0);
}

static int equal(void *context, const void *before, const void *after)
{
    enter(context, "equal");
    check_alive(before);
    if (counted_equal_count < COUNTED_QUESTIONS) {
        counted_equal_asked[counted_equal_count++] = (counted_question){before, after};
    }
    return counted_equal(counted_class[0], before, after) ? -1 : 0;
}

static uint64_t changed(void *context, const void *before, const void *after)
{
    enter(context, "changed");
    check_alive(before);
    if (counted_changed_count < COUNTED_QUESTIONS) {
        counted_changed_asked[counted_changed_count++] = (counted_question){before, after};
    }
    return counted_changed(counted_class[0], before, after);
}

void counted_register(void)
{
    iq_class_options options = {.struct_size = sizeof options,
                                .name = "models/all",
                                .context = &the_context,
                                .retain = retain,
                                .release = release,
                                .equal = equal,
                                .changed = changed};
    CHECK_OK(iq_class_create(&options, &counted_class[0]));
    options.name = "models/counted";
    options.equal = NULL;
    options.changed = NULL;
    CHECK_OK(iq_class_create(&options, &counted_class[1]));
    options.name = "models/bare";
    options.retain = NULL;
    options.release = NULL;
    CHECK_OK(iq_class_create(&options, &counted_class[2]));
}

counted_model *counted_new(int appearance)
{
    if ((all_count & (all_count + 1)) == 0) {
        all = check_memory(realloc(all, (2 * all_count + 2) * sizeof *all));
    }
    counted_model *made = check_memory(calloc(1, sizeof *made));
    made->appearance = appearance;
    all[all_count++] = made;
    return made;
}

void counted_end(void)
{
    for (size_t i = 0; i < all_count; i++) {
        CHECK(atomic_load(&all[i]->references) == 0);
        free(all[i]);
    }
    free(all);
    all = NULL;
    all_count = 0;
}

bool counted_equal(iq_class cell_class, const void *before, const void *after)
{
    const counted_model *one = before, *other = after;
    if (cell_class.id != counted_class[0].id) {
        return true;
    }
    return one && other ? one->appearance == other->appearance : one == other;
}

uint64_t counted_changed(iq_class cell_class, const void *before, const void *after)
{
    const counted_model *one = before, *other = after;
    if (cell_class.id != counted_class[0].id) {
        return UINT64_MAX;
    }
    return (uint64_t)(one ? one->appearance : 7) << 32 | (uint64_t)(other ? other->appearance : 7);
}

static void hold(void *model, iq_class cell_class)
{
    if (model && (cell_class.id == counted_class[0].id || cell_class.id == counted_class[1].id)) {
        ((counted_model *)model)->held++;
    }
}

void counted_hold(const model *held)
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

void counted_check(void)
{
    for (size_t i = 0; i < all_count; i++) {
        int references = atomic_load(&all[i]->references);
        CHECK(references <= all[i]->held);
        CHECK((references > 0) == (all[i]->held > 0));
    }
}
