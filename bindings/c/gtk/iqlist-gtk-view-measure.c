/*
 * iqlist-gtk-view-measure.c - layouts, what the cells of a scene want, and their order among the children.
 *
 * A cell is measured in each frame, from the one on in which it is bound: GTK keeps what a widget wants until
 * that changes, so asking costs little, and a widget that has grown by itself is noticed.
 */
#include "iqlist-gtk-view-private.h"

#include <math.h>
#include <string.h>

IqGtkCell *iq_gtk_view_cell_of(IqGtkView *self, const iq_place *place)
{
    if (place->object == NULL)
        return NULL;
    return iq_gtk_cell_around(place->object, place->element.item.id != 0, GTK_WIDGET(self));
}

const iq_section_layout *iq_gtk_view_layout(IqGtkView *self, iq_section section)
{
    static const iq_section_layout none = {.struct_size = sizeof none};
    const iq_section_layout *found = g_hash_table_lookup(self->layouts, &section.id);
    const guint64 all = 0;

    if (found == NULL)
        found = g_hash_table_lookup(self->layouts, &all);
    return found != NULL ? found : &none;
}

iq_status iq_gtk_view_set_layout(IqGtkView *self, iq_section section, const iq_section_layout *layout)
{
    g_return_val_if_fail(IQ_GTK_IS_VIEW(self), IQ_ERROR_HANDLE);

    iq_status status = iq_view_set_layout(self->view, section, layout);
    if (status != IQ_OK)
        return status;
    if (layout != NULL) {
        iq_section_layout *kept = g_new0(iq_section_layout, 1);
        memcpy(kept, layout, MIN(layout->struct_size, sizeof *kept));
        g_hash_table_insert(self->layouts, g_memdup2(&section.id, sizeof section.id), kept);
    } else
        g_hash_table_remove(self->layouts, &section.id);
    iq_gtk_view_forget_natural(self);
    iq_gtk_view_queue_layout(self);
    return IQ_OK;
}

static const iq_size_rule *rule_of(const iq_section_layout *layout, uint32_t kind)
{
    switch (kind) {
    case 0:
        return &layout->item;
    case IQ_KIND_HEADER:
        return &layout->header;
    case IQ_KIND_FOOTER:
        return &layout->footer;
    case IQ_KIND_PAGE_START:
    case IQ_KIND_PAGE_END:
        return &layout->page;
    default:
        return NULL; /* a placeholder takes the room that there is */
    }
}

static int natural_of(IqGtkCell *cell, GtkOrientation orientation, double for_size)
{
    int natural;

    gtk_widget_measure(GTK_WIDGET(cell), orientation, for_size < 0 ? -1 : (int)for_size, NULL, &natural, NULL,
                       NULL);
    return natural;
}

/* How large a cell wants to be; FALSE: its layout says it. Across, only an item of a flow is asked, and gets
 * at most what the engine gave it for what it wanted last. */
static gboolean find_wanted(IqGtkView *self, const iq_place *place, IqGtkCell *cell, iq_size *wanted)
{
    const iq_section_layout *layout = iq_gtk_view_layout(self, place->element.section);
    const iq_size_rule *rule = rule_of(layout, place->element.kind);
    gboolean is_in_flow = cell->is_item && layout->kind == IQ_LAYOUT_FLOW,
             is_wide = iq_gtk_view_is_horizontal(self);

    if (rule == NULL || layout->measure != NULL)
        return FALSE;
    uint64_t along = is_wide ? rule->width.unit : rule->height.unit;
    uint64_t across = is_wide ? rule->height.unit : rule->width.unit;
    gboolean asks_across = is_in_flow && across == IQ_LENGTH_AUTO;
    if (along != IQ_LENGTH_AUTO && !asks_across)
        return FALSE;
    GtkOrientation orientation = orientation_of(self);
    double breadth = is_wide ? place->frame.height : place->frame.width;
    double length = is_wide ? place->frame.width : place->frame.height, wide = NAN;
    if (asks_across) {
        wide = natural_of(cell, (GtkOrientation)!orientation, -1);
        if (wide != (is_wide ? cell->measured.height : cell->measured.width))
            breadth = wide;
    }
    if (along == IQ_LENGTH_AUTO)
        length = natural_of(cell, orientation, breadth);
    *wanted = is_wide ? (iq_size){length, wide} : (iq_size){wide, length};
    return TRUE;
}

static gboolean is_same(double one, double other)
{
    return one == other || (isnan(one) && isnan(other));
}

/* Whether a size is to be set: the view asks for it, or the cell wants another one than was set last. */
static gboolean is_news(const iq_place *place, const IqGtkCell *cell, iq_size wanted)
{
    if ((place->flags & IQ_PLACE_MEASURE) != 0)
        return TRUE;
    if (is_same(wanted.width, cell->measured.width) && is_same(wanted.height, cell->measured.height))
        return FALSE;
    return (!isnan(wanted.width) && wanted.width != place->frame.width)
           || (!isnan(wanted.height) && wanted.height != place->frame.height);
}

iq_size iq_gtk_view_size_of_place(IqGtkView *self, const iq_place *place, iq_size size)
{
    const iq_size_rule *rule = rule_of(iq_gtk_view_layout(self, place->element.section), place->element.kind);

    if (rule == NULL)
        return size;
    size.width +=
        rule->insets.leading + rule->insets.trailing + rule->indent + place->level * rule->level_indent;
    size.height += rule->insets.top + rule->insets.bottom;
    return size;
}

gboolean iq_gtk_view_measure_cells(IqGtkView *self)
{
    GArray *sizes = g_array_new(FALSE, FALSE, sizeof(iq_element_size));

    for (size_t i = 0; i < self->scene.count; i++) {
        const iq_place *place = &self->scene.places[i];
        IqGtkCell *cell = iq_gtk_view_cell_of(self, place);
        iq_size wanted;
        if (cell == NULL || !find_wanted(self, place, cell, &wanted))
            continue;
        iq_gtk_cell_show(cell, place, self->scene.items);
        if (is_news(place, cell, wanted)) {
            iq_element_size size = {place->element, iq_gtk_view_size_of_place(self, place, wanted)};
            g_array_append_val(sizes, size);
        }
        cell->measured = wanted;
    }
    gboolean has_set =
        sizes->len > 0
        && iq_view_set_sizes(self->view, (const iq_element_size *)sizes->data, sizes->len) == IQ_OK;
    g_array_unref(sizes);
    return has_set;
}

/* Returns the last child until now. */
static GtkWidget *put_after(GtkWidget *last, GtkWidget *child, GtkWidget *parent)
{
    if (child == NULL)
        return last;
    if (gtk_widget_get_prev_sibling(child) != last)
        gtk_widget_insert_after(child, parent, last);
    return child;
}

void iq_gtk_view_order_cells(IqGtkView *self)
{
    GtkWidget *widget = GTK_WIDGET(self), *last = NULL, *next;

    for (GtkWidget *child = gtk_widget_get_first_child(widget); child != NULL; child = next) {
        next = gtk_widget_get_next_sibling(child);
        if (IQ_GTK_IS_CELL(child) && IQ_GTK_CELL(child)->frame != self->frame
            && gtk_widget_get_child_visible(child)) {
            gtk_widget_set_child_visible(child, FALSE);
            gtk_widget_insert_before(child, widget, NULL);
        }
    }
    for (size_t i = 0; i < self->scene.count; i++)
        last = put_after(last, (GtkWidget *)iq_gtk_view_cell_of(self, &self->scene.places[i]), widget);
    put_after(put_after(last, self->mark, widget), self->band.widget, widget);
}
