/*
 * iqlist-gtk-view-natural.c - how large the view would like to be.
 *
 * Along the axis it is all of the content: a scrolled window that propagates natural sizes cuts what is too
 * long. Across it is what the widest cell wants that was seen in this layout. Both are known once there are
 * cells: where the view has no size yet, it is laid out in a window of a provisional one.
 */
#include "iqlist-gtk-view-private.h"

#include <math.h>

/* More than a screen. Longer content is no reason to measure all parents anew whenever a cell is measured. */
#define LONGEST 16384

static int natural_of(IqGtkCell *cell, GtkOrientation orientation)
{
    int natural;

    gtk_widget_measure(GTK_WIDGET(cell), orientation, -1, NULL, &natural, NULL, NULL);
    return natural;
}

static double around(const IqGtkView *self, iq_insets insets)
{
    return iq_gtk_view_is_horizontal(self) ? insets.top + insets.bottom : insets.leading + insets.trailing;
}

/* With as many beside each other as the layout says. */
static double breadth_for(IqGtkView *self, const iq_place *place, IqGtkCell *cell)
{
    const iq_section_layout *layout = iq_gtk_view_layout(self, place->element.section);
    gboolean has_columns = (layout->kind == IQ_LAYOUT_ROWS || layout->kind == IQ_LAYOUT_LANES)
                           && (layout->flags & IQ_SECTION_LAYOUT_FIT) == 0;
    guint columns = has_columns ? MAX(1, layout->columns) : 1;
    int natural = natural_of(cell, (GtkOrientation)!orientation_of(self));
    iq_size size = iq_gtk_view_size_of_place(self, place, (iq_size){natural, natural});
    double breadth = iq_gtk_view_is_horizontal(self) ? size.height : size.width;

    if (cell->is_item)
        breadth = breadth * columns + layout->item_spacing * (columns - 1) + around(self, layout->insets);
    return breadth + around(self, self->options.insets);
}

/* What a placeholder has is the room that is left, and not what it wants. */
static double surplus_of(IqGtkView *self, const iq_place *place, IqGtkCell *cell)
{
    gboolean is_placeholder = place->element.kind >= IQ_KIND_EMPTY && place->element.kind <= IQ_KIND_FAILED;
    double length = iq_gtk_view_is_horizontal(self) ? place->frame.width : place->frame.height;

    return is_placeholder ? length - natural_of(cell, orientation_of(self)) : 0;
}

gboolean iq_gtk_view_find_natural(IqGtkView *self)
{
    GtkOrientation orientation = orientation_of(self);
    double length = iq_gtk_view_is_horizontal(self) ? self->scene.content.width : self->scene.content.height;
    double breadth = self->natural[!orientation];
    int former_length = self->natural[orientation], former_breadth = self->natural[!orientation];

    for (size_t i = 0; i < self->scene.count; i++) {
        IqGtkCell *cell = iq_gtk_view_cell_of(self, &self->scene.places[i]);
        if (cell == NULL)
            continue;
        length -= surplus_of(self, &self->scene.places[i], cell);
        breadth = MAX(breadth, breadth_for(self, &self->scene.places[i], cell));
    }
    self->natural[orientation] = (int)CLAMP(ceil(length), 0, LONGEST);
    self->natural[!orientation] = (int)MIN(ceil(breadth), LONGEST);
    return self->natural[orientation] != former_length || self->natural[!orientation] != former_breadth;
}

void iq_gtk_view_forget_natural(IqGtkView *self)
{
    self->natural[0] = self->natural[1] = 0;
}
