/*
 * iqlist-gtk-view-scroll.c - the adjustment of a scrolled window, and the offset of the engine.
 *
 *     value = offset + shift,   lower = minimum + shift,   upper = maximum + window + shift
 *
 * A scrolled window computes each value of a movement from where that began. So while the user scrolls, a
 * correction of the offset, as cells above are measured or items come in there, goes into the shift and moves
 * the bounds; when nothing has moved for a while the shift becomes 0 again. While a bar is held nothing moves
 * the bounds: the engine keeps its range.
 */
#include "iqlist-gtk-view-private.h"

#include <math.h>

/* For so long after the user has scrolled, a correction leaves the adjustment's value alone. */
#define SETTLE_MILLISECONDS 500

GtkAdjustment *iq_gtk_view_adjustment(const IqGtkView *self)
{
    return self->adjustments[orientation_of(self)];
}

double iq_gtk_view_length(IqGtkView *self)
{
    return iq_gtk_view_is_horizontal(self) ? gtk_widget_get_width(GTK_WIDGET(self))
                                           : gtk_widget_get_height(GTK_WIDGET(self));
}

/* From right to left, the value counts from the content's end. */
static gboolean is_flipped(const IqGtkView *self)
{
    return iq_gtk_view_is_horizontal(self) && (self->options.flags & IQ_VIEW_RTL) != 0;
}

/* Without the shift; likewise the offset of a value. */
static double value_of_offset(const IqGtkView *self, double offset)
{
    const iq_scene *scene = &self->scene;

    return is_flipped(self) ? scene->minimum + scene->maximum - offset : offset;
}

/* The engine counts whole pixels; what is less stays in the value. */
static void scroll_by_value(IqGtkView *self, GtkAdjustment *adjustment, double value)
{
    double by = round(value) - round(self->value);
    double most = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);

    self->wants_end =
        is_flipped(self) ? by < 0 && value <= gtk_adjustment_get_lower(adjustment) : by > 0 && value >= most;
    if (by != 0)
        iq_view_scroll(self->view, is_flipped(self) ? -by : by, IQ_SCROLL_BY | IQ_SCROLL_CLAMP);
}

static void value_changed(GtkAdjustment *adjustment, IqGtkView *self)
{
    double value = gtk_adjustment_get_value(adjustment);

    if (self->is_telling || self->view == NULL || adjustment != iq_gtk_view_adjustment(self))
        return;
    if (self->bar != NULL)
        iq_view_scroll(self->view, value_of_offset(self, value - self->shift), IQ_SCROLL_BAR);
    else
        scroll_by_value(self, adjustment, value);
    self->value = value;
    self->scrolled = g_get_monotonic_time();
    iq_gtk_view_lay_out(self);
}

static void configure(IqGtkView *self, GtkAdjustment *adjustment, double value, double lower, double upper,
                      double page)
{
    self->is_telling = TRUE;
    gtk_adjustment_configure(adjustment, value, lower, upper, page * 0.1, page * 0.9, page);
    self->is_telling = FALSE;
}

/* Tells the adjustment where the content is. While the user scrolls, its value is left to them: a scrolled
 * window computes the next one from where the movement began. */
void iq_gtk_view_tell_adjustments(IqGtkView *self)
{
    GtkOrientation orientation = orientation_of(self);
    GtkAdjustment *adjustment = self->adjustments[orientation];
    double breadth = iq_gtk_view_is_horizontal(self) ? gtk_widget_get_height(GTK_WIDGET(self))
                                                     : gtk_widget_get_width(GTK_WIDGET(self));
    double value = value_of_offset(self, self->scene.offset), present = gtk_adjustment_get_value(adjustment);
    gint64 since = g_get_monotonic_time() - self->scrolled;

    configure(self, self->adjustments[!orientation], 0, 0, breadth, breadth);
    if (self->bar == NULL && (self->scrolled == 0 || since >= SETTLE_MILLISECONDS * 1000))
        self->shift = 0;
    else if (fabs(value + self->shift - present) >= 1)
        self->shift = round(present - value);
    if (self->bar == NULL && self->shift != 0)
        iq_gtk_view_lay_out_later(self, SETTLE_MILLISECONDS);
    if (fabs(value + self->shift - present) < 1)
        value = present - self->shift;
    configure(self, adjustment, value + self->shift, self->scene.minimum + self->shift,
              MAX(self->scene.maximum, self->scene.minimum) + iq_gtk_view_length(self) + self->shift,
              iq_gtk_view_length(self));
    self->value = gtk_adjustment_get_value(adjustment);
}

void iq_gtk_view_set_adjustment(IqGtkView *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
    GtkAdjustment *old = self->adjustments[orientation];

    if (adjustment != NULL && adjustment == old)
        return;
    if (adjustment == NULL)
        adjustment = gtk_adjustment_new(0, 0, 0, 0, 0, 0);
    g_object_ref_sink(adjustment);
    if (old != NULL) {
        g_signal_handlers_disconnect_by_data(old, self);
        g_object_unref(old);
    }
    self->adjustments[orientation] = adjustment;
    g_signal_connect(adjustment, "value-changed", G_CALLBACK(value_changed), self);
    iq_gtk_view_queue_layout(self);
}
