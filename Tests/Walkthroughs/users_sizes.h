/*
 * users_sizes.h - the sizes of the list of users: the steps of iqlistkit.c about headerSize, footerSize and
 * IQCellSizeProvider.
 */
#ifndef USERS_SIZES_H
#define USERS_SIZES_H

#include "users.h"

#include <kit_layout.h>

/* A screen of 320 units whose list lays its cells out. */
typedef struct sized_screen {
    screen screen;
    kit_view shown;
} sized_screen;

static void open_sized(sized_screen *self, double height, char *header, char *footer)
{
    static const iq_view_options options = {.struct_size = sizeof options, .flags = IQ_VIEW_LAID_OUT};
    char *const texts[] = {header, footer};
    const uint32_t kinds[] = {IQ_KIND_HEADER, IQ_KIND_FOOTER};
    iq_snapshot *snapshot;
    int i;

    open_screen(&self->screen, NULL);
    iq_view_destroy(self->screen.view);
    DO(iq_view_create(self->screen.list, &options, &self->screen.view));
    self->shown = (kit_view){.view = self->screen.view, .routes = &self->screen.routes};
    DO(kit_set_size(&self->shown, 320, height));
    DO(iq_snapshot_create(NULL, &snapshot));
    append_users(snapshot, "first", all_users, 3, key_of_id);
    for (i = 0; i < 2; i++) {
        const iq_supplementary element = texts[i] != NULL ? text_element(kinds[i], texts[i]) : (iq_supplementary){0};
        if (texts[i] != NULL)
            DO(iq_snapshot_set_supplementary(snapshot, identifier("first"), &element));
    }
    perform_updates(&self->screen, snapshot, 1);
    iq_snapshot_destroy(snapshot);
    settle(&self->screen);
}

static iq_scene look_at(sized_screen *self)
{
    iq_scene scene = {.struct_size = sizeof scene};
    int i;

    for (i = 0; i < 2; i++) {
        DO(kit_poll(&self->screen.routes));
        DO(kit_lay_out(&self->shown, &scene));
    }
    return scene;
}

static int is_at(const iq_scene *scene, size_t place, double y, double height)
{
    const iq_rect *frame = &scene->places[place].frame;

    PROMISE(place < scene->count);
    return frame->x == 0 && frame->y == y && frame->width == 320 && frame->height == height;
}

static void header_and_footer_sizes(void)
{
    static char header[] = "I'm header", footer[] = "I'm footer";
    const kit_layout_options sizes = {.fields = KIT_LAYOUT_ITEM | KIT_LAYOUT_HEADER | KIT_LAYOUT_FOOTER,
                                      .item.rule.height = kit_fixed(100),
                                      .header.rule.height = kit_fixed(30),
                                      .footer.rule.height = kit_fixed(50)};
    kit_section section = {.key = identifier("first"), .layout = &sizes};
    iq_scene scene;
    sized_screen self;

    open_sized(&self, 568, header, footer);
    self.screen.routes.sections = &section;
    self.screen.routes.section_count = 1;
    scene = look_at(&self);
    PROMISE(scene.count == 5 && scene.content.height == 380);
    PROMISE(is_at(&scene, 0, 0, 30) && is_at(&scene, 1, 30, 100) && is_at(&scene, 3, 230, 100));
    PROMISE(is_at(&scene, 4, 330, 50));
    close_screen(&self.screen);
}

/* estimatedSize(for:listView:) */
static int hundred(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    (void)context;
    PROMISE(request->window.width == 320 && request->model != NULL);
    *rule = kit_sized(kit_fixed(request->window.width), kit_fixed(100));
    return KIT_HANDLED;
}

static void estimated_size(void)
{
    iq_element_size measured = {.size = {320, 60}};
    iq_scene scene;
    sized_screen self;

    open_sized(&self, 150, NULL, NULL);
    self.screen.classes[0].handlers.estimated_size = hundred;
    scene = look_at(&self);
    /* Nobody knows yet how high the cells are; the two in the window ask to be measured. */
    PROMISE(scene.count == 2 && scene.content.height == 300 && (scene.flags & IQ_SCENE_MEASURE) != 0);
    PROMISE((scene.places[0].flags & IQ_PLACE_MEASURE) != 0 && is_at(&scene, 1, 100, 100));
    measured.element = scene.places[0].element;
    DO(iq_view_set_sizes(self.shown.view, &measured, 1));
    scene = look_at(&self);
    PROMISE(scene.content.height == 260 && is_at(&scene, 0, 0, 60) && is_at(&scene, 1, 60, 100));
    close_screen(&self.screen);
}

/* size(for:listView:) */
static int size_of_user(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    const user *model = request->model;

    (void)context;
    *rule = kit_sized(kit_fixed(request->window.width), kit_fixed(model->id == 2 ? 140 : 100));
    return KIT_HANDLED;
}

static void size_for_the_model(void)
{
    iq_scene scene;
    sized_screen self;

    open_sized(&self, 568, NULL, NULL);
    self.screen.classes[0].handlers.size = size_of_user;
    scene = look_at(&self);
    PROMISE(scene.content.height == 340 && (scene.flags & IQ_SCENE_MEASURE) == 0);
    PROMISE(is_at(&scene, 0, 0, 100) && is_at(&scene, 1, 100, 140) && is_at(&scene, 2, 240, 100));
    close_screen(&self.screen);
}

/* The view of a class whose cells measure themselves. */
static const kit_view *fitted;

static int bind_fitting(void *context, const iq_event *event)
{
    return bind_user(context, event) != 0 || kit_fit(fitted, event) != IQ_OK;
}

/* As many lines of 20 as a name of letters that are 20 wide takes, and one for the address. */
static int fitting_size(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    const user_cell *cell = request->object;
    const size_t letters = strlen(cell->label_name), fit = (size_t)(request->assumed.width / 20);

    (*(int *)context)++;
    PROMISE(cell->model == request->model);
    rule->height = kit_fixed(20 * (double)((letters + fit - 1) / fit) + 20);
    return KIT_HANDLED;
}

static void automatic_dimension(void)
{
    static user aristoteles = {4, "Aristoteles of Stageira", "a@localhost", 0};
    const iq_class plain_class = user_class;
    const iq_class fitting_class = new_class("fitting user cell", bind_fitting);
    iq_item_info info = {.struct_size = sizeof info};
    user *const users[] = {&arun, &aristoteles};
    int asked = 0;
    iq_scene scene;
    sized_screen self;

    user_class = fitting_class;
    open_sized(&self, 568, NULL, NULL);
    fitted = &self.shown;
    self.screen.classes[0].handlers.context = &asked;
    self.screen.classes[0].handlers.fitting_size = fitting_size;
    refresh(&self.screen, users, 2, key_of_id);
    user_class = plain_class;
    scene = look_at(&self);
    /* Of each cell once, and nothing is left to be measured. */
    PROMISE(asked == 2 && scene.content.height == 100 && (scene.flags & IQ_SCENE_MEASURE) == 0);
    PROMISE(is_at(&scene, 0, 0, 40) && is_at(&scene, 1, 40, 60));
    look_at(&self);
    PROMISE(asked == 2);
    /* Another width: the cells are asked again. */
    DO(kit_set_size(&self.shown, 160, 568));
    scene = look_at(&self);
    PROMISE(asked == 4 && scene.content.height == 120 && (scene.flags & IQ_SCENE_MEASURE) == 0);
    DO(iq_list_get_item_info(self.screen.list, scene.places[1].element.item, 0, &info));
    PROMISE(info.model == &aristoteles && scene.places[1].frame.height == 80);
    close_screen(&self.screen);
}

/* listView(_:size:at:) */
static int size_of_the_data_source(void *context, const kit_size_request *request, iq_size_rule *rule)
{
    (*(int *)context)++;
    if (request->model != &chloe)
        return KIT_PASS;
    rule->height = kit_fixed(60);
    return KIT_HANDLED;
}

static void size_from_the_data_source(void)
{
    int asked = 0;
    iq_scene scene;
    sized_screen self;

    open_sized(&self, 568, NULL, NULL);
    self.screen.classes[0].handlers.size = size_of_user;
    self.screen.routes.coordinator.context = &asked;
    self.screen.routes.coordinator.on[KIT_UPDATE] = NULL;
    self.screen.routes.coordinator.size = size_of_the_data_source;
    scene = look_at(&self);
    /* It is asked before the class, of which is what it passes. */
    PROMISE(asked >= 3 && scene.content.height == 300);
    PROMISE(is_at(&scene, 0, 0, 100) && is_at(&scene, 1, 100, 140) && is_at(&scene, 2, 240, 60));
    close_screen(&self.screen);
}

#endif
