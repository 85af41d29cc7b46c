/*
 * iqlist-gtk-view-poll.c - what wakes the views of a list: a poll that they share.
 */
#include "iqlist-gtk-chain.h"
#include "iqlist-gtk-view-private.h"

#include <glib-unix.h>
#include <unistd.h>

static GHashTable *polls; /* by list */

static gboolean poll_list(gpointer data);

static gboolean poll_again(gpointer data)
{
    ((IqGtkPoll *)data)->timer = 0;
    poll_list(data);
    return G_SOURCE_REMOVE;
}

/* Hands out the events that wait. A handler may end any view. */
static iq_status hand_out(IqGtkPoll *self, const GPtrArray *views)
{
    iq_list *list = self->list;
    uint32_t kinds = self->kinds;

    iq_gtk_chain_poll(self->descriptor, list);
    for (;;) {
        iq_event event = {.struct_size = sizeof event};
        size_t count = 0;
        iq_status status = iq_list_poll(list, &event, 1, &count);
        if ((status != IQ_OK && status != IQ_ERROR_CALLBACK) || count == 0)
            return status == IQ_ERROR_CALLBACK ? IQ_OK : status;
        for (guint i = 0; i < views->len && (event.kind & kinds) != 0; i++)
            g_signal_emit(views->pdata[i], iq_gtk_view_signals[IQ_GTK_VIEW_EVENT], 0, &event);
    }
}

static gpointer hold_view(gconstpointer view, gpointer data)
{
    (void)data;
    return g_object_ref((gpointer)view);
}

static gboolean poll_list(gpointer data)
{
    IqGtkPoll *self = g_rc_box_acquire(data);
    GPtrArray *views = g_ptr_array_copy(self->views, hold_view, NULL);
    iq_status status = hand_out(self, views);

    g_ptr_array_set_free_func(views, g_object_unref);
    for (guint i = 0; i < views->len; i++) {
        IqGtkView *view = views->pdata[i];
        if (status == IQ_ERROR_HANDLE && view->view != NULL)
            iq_gtk_view_lose_list(view);
        iq_gtk_view_queue_layout(view);
    }
    if (status == IQ_ERROR_HANDLE && self->source != 0) {
        g_source_remove(self->source);
        self->source = 0;
    } else if (status != IQ_OK && self->timer == 0 && self->views != NULL) {
        self->timer = g_timeout_add(IQ_GTK_RETRY_MILLISECONDS, poll_again, self);
    }
    g_ptr_array_unref(views);
    g_rc_box_release(self);
    return G_SOURCE_CONTINUE;
}

static gboolean wake(gint descriptor, GIOCondition condition, gpointer data)
{
    (void)descriptor, (void)condition;
    return poll_list(data);
}

IqGtkPoll *iq_gtk_poll_for(iq_list *list)
{
    int descriptor;
    IqGtkPoll *self = polls != NULL ? g_hash_table_lookup(polls, list) : NULL;

    if (self != NULL || iq_list_get_wakeup(list, &descriptor) != IQ_OK)
        return self;
    self = g_rc_box_new0(IqGtkPoll);
    self->list = list;
    self->views = g_ptr_array_new();
    self->descriptor = iq_gtk_chain_open(list);
    if (self->descriptor >= 0)
        self->source = g_unix_fd_add(self->descriptor, G_IO_IN, wake, self);
    if (polls == NULL)
        polls = g_hash_table_new(NULL, NULL);
    g_hash_table_insert(polls, list, self);
    return self;
}

void iq_gtk_poll_leave(IqGtkView *view)
{
    IqGtkPoll *self = g_steal_pointer(&view->poll);

    if (self == NULL)
        return;
    g_ptr_array_remove(self->views, view);
    if (self->views->len > 0)
        return;
    g_hash_table_remove(polls, self->list);
    if (g_hash_table_size(polls) == 0)
        g_clear_pointer(&polls, g_hash_table_unref);
    iq_list_set_events(self->list, 0);
    g_clear_handle_id(&self->source, g_source_remove);
    g_clear_handle_id(&self->timer, g_source_remove);
    if (self->descriptor >= 0)
        close(self->descriptor);
    g_clear_pointer(&self->views, g_ptr_array_unref);
    g_rc_box_release(self);
}
