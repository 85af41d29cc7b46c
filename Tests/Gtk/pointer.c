/* pointer.c - see pointer.h. */
#include "pointer.h"

#include "world.h"

#include <gdk/x11/gdkx.h>

void pointer_wait(guint milliseconds)
{
    gint64 end = g_get_monotonic_time() + milliseconds * 1000;

    while (g_get_monotonic_time() < end)
        if (!g_main_context_iteration(NULL, FALSE))
            g_usleep(1000);
}

/* Does what words tell it, and lets the program take note. */
static void tell(const char *command, ...)
{
    gchar *words;
    va_list arguments;
    int status;

    va_start(arguments, command);
    words = g_strdup_vprintf(command, arguments);
    va_end(arguments);
    CHECK(g_spawn_command_line_sync(words, NULL, NULL, &status, NULL) && status == 0);
    g_free(words);
    pointer_wait(40);
}

void pointer_move(GtkWidget *widget, double x, double y)
{
    GtkNative *window = gtk_widget_get_native(widget);
    double left, top, window_x, window_y;

    gtk_native_get_surface_transform(window, &left, &top);
    CHECK(gtk_widget_translate_coordinates(widget, GTK_WIDGET(window), x, y, &window_x, &window_y));
    tell("xdotool mousemove --window %lu %d %d", gdk_x11_surface_get_xid(gtk_native_get_surface(window)),
         (int)(left + window_x), (int)(top + window_y));
}

void pointer_press(guint button)
{
    tell("xdotool mousedown %u", button);
}

void pointer_release(guint button)
{
    tell("xdotool mouseup %u", button);
}

void pointer_hold_key(const char *name)
{
    tell("xdotool keydown %s", name);
}

void pointer_let_key(const char *name)
{
    tell("xdotool keyup %s", name);
}

void pointer_drag(GtkWidget *widget, double x, double y, double to_x, double to_y)
{
    enum { STEPS = 8 };

    for (int i = 1; i <= STEPS; i++)
        pointer_move(widget, x + (to_x - x) * i / STEPS, y + (to_y - y) * i / STEPS);
}

void pointer_save_picture(const char *path)
{
    tell("import -window root %s", path);
}
