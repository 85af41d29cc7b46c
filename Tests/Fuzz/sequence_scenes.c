/*
 * sequence_scenes.c - what holds for every scene of a view that is laid out: see sequence.h.
 */
#include "sequence.h"

#include <math.h>

static bool is_finite(const iq_rect *frame)
{
    return isfinite(frame->x) && isfinite(frame->y) && isfinite(frame->width) && isfinite(frame->height) &&
           frame->width >= 0 && frame->height >= 0;
}

static bool is_item(const iq_place *place)
{
    return place->element.item.id != 0;
}

static void check_place(const slot *self, const iq_scene *scene, const iq_place *place)
{
    CHECK(is_finite(&place->frame) && isfinite(place->natural));
    CHECK(!(place->flags & IQ_PLACE_GONE));
    CHECK(is_item(place) ? place->index < scene->items : place->element.kind != 0);
    CHECK(!is_item(place) || !(place->flags & IQ_PLACE_STUCK));
    CHECK(((place->flags & IQ_PLACE_NEW) != 0) == (place->other == IQ_NONE));
    CHECK(model_is_alive(place->model, place->cell_class));
    CHECK(place->cell == IQ_NONE || cell_shows(place->object, self->object, place->cell, place->model));
    for (const iq_place *next = place + 1; next < scene->places + scene->count; next++) {
        CHECK(next->cell != place->cell || place->cell == IQ_NONE);
        CHECK(next->element.item.id != place->element.item.id || next->element.section.id != place->element.section.id ||
              next->element.kind != place->element.kind || next->element.index != place->element.index);
    }
}

/* Items follow one another, except for those whose cells the host has taken: they come last. Those without a length
 * along the axis may have no place. */
static void check_order(const iq_scene *scene)
{
    uint32_t least = 0;
    bool is_taken = false, measures = false;
    size_t shown = 0;
    for (size_t i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];
        measures = measures || place->flags & IQ_PLACE_MEASURE;
        if (is_item(place)) {
            is_taken = is_taken || place->index < least;
            CHECK(!is_taken || place->flags & IQ_PLACE_OUTSIDE);
            least = place->index + 1;
            shown += !(place->flags & IQ_PLACE_OUTSIDE);
            CHECK(place->flags & IQ_PLACE_OUTSIDE ||
                  (place->index >= scene->first && place->index - scene->first < scene->visible));
        }
    }
    CHECK(shown <= scene->visible && scene->visible <= scene->items && scene->first <= scene->items - scene->visible);
    CHECK(measures == ((scene->flags & IQ_SCENE_MEASURE) != 0));
}

/* Each place and its counterpart name each other. */
static void check_pairs(const iq_scene *scene)
{
    if (!(scene->flags & IQ_SCENE_CHANGED)) {
        CHECK(scene->previous == scene->places && scene->previous_count == scene->count);
        for (size_t i = 0; i < scene->count; i++) {
            CHECK(!(scene->places[i].flags & (IQ_PLACE_NEW | IQ_PLACE_BOUND | IQ_PLACE_MOVED)));
        }
    }
    for (size_t i = 0; i < scene->count; i++) {
        uint32_t other = scene->places[i].other;
        CHECK(other == IQ_NONE || (other < scene->previous_count && scene->previous[other].other == i));
    }
    for (size_t i = 0; i < scene->previous_count; i++) {
        uint32_t other = scene->previous[i].other;
        CHECK(other == IQ_NONE || (other < scene->count && scene->places[other].other == i));
        CHECK(is_finite(&scene->previous[i].frame));
    }
}

/* What the list says of the items, if it is still the one that is shown. */
static bool check_list(const slot *self, const iq_scene *scene)
{
    iq_list_info info = {.struct_size = sizeof info};
    size_t items;
    CHECK_OK(iq_list_get_info(self->list, &info));
    if (info.version != scene->version) {
        return false;
    }
    CHECK_OK(iq_list_get_count(self->list, NULL, &items));
    CHECK(items == scene->items);
    for (size_t i = 0; i < scene->count; i++) {
        const iq_place *place = &scene->places[i];
        iq_position position;
        iq_item item;
        if (is_item(place)) {
            CHECK_OK(iq_list_find_item_at(self->list, place->index, &item));
            CHECK(item.id == place->element.item.id);
            CHECK_OK(iq_list_find_position(self->list, item, &position));
            CHECK(position.section == place->position.section && position.item == place->position.item);
        }
    }
    return true;
}

bool check_scene(const slot *self, const iq_scene *scene)
{
    bool has_cells = true;
    CHECK(isfinite(scene->offset) && isfinite(scene->correction) && scene->minimum <= scene->maximum);
    CHECK(isfinite(scene->minimum) && isfinite(scene->maximum));
    CHECK(isfinite(scene->content.width) && isfinite(scene->content.height));
    CHECK(scene->content.width >= 0 && scene->content.height >= 0);
    /* The offset of a bar is not that of the content, and what is farther away has no room for ticks. */
    if (!self->holds_bar && fabs(scene->minimum) < 1e12) {
        CHECK((scene->offset <= scene->minimum) == ((scene->flags & IQ_SCENE_AT_START) != 0));
        CHECK(scene->offset < scene->maximum || scene->flags & IQ_SCENE_AT_END);
    }
    for (size_t i = 0; i < scene->count; i++) {
        check_place(self, scene, &scene->places[i]);
        has_cells = has_cells && scene->places[i].cell != IQ_NONE;
    }
    check_order(scene);
    check_pairs(scene);
    return check_list(self, scene) && has_cells;
}

void check_same_scene(const iq_scene *scene, const iq_scene *again)
{
    CHECK(!(again->flags & (IQ_SCENE_CHANGED | IQ_SCENE_SCROLLED)));
    CHECK(again->places == scene->places && again->count == scene->count && again->version == scene->version);
    CHECK(again->offset == scene->offset && again->correction == 0);
    CHECK(again->minimum == scene->minimum && again->maximum == scene->maximum);
    CHECK(again->first == scene->first && again->visible == scene->visible);
}
