/*
 * pointer.h - a real pointer on a real screen, moved by xdotool. Points are those of a widget.
 */
#ifndef POINTER_H
#define POINTER_H

#include <gtk/gtk.h>

void pointer_move(GtkWidget *widget, double x, double y);
/* Buttons are counted from 1 on; 4 and 5 are a wheel. */
void pointer_press(guint button);
void pointer_release(guint button);
/* A key of the keyboard, by the name that X has for it. */
void pointer_hold_key(const char *name);
void pointer_let_key(const char *name);
/* Moves to a point in steps, as a hand does. */
void pointer_drag(GtkWidget *widget, double x, double y, double to_x, double to_y);

/* What is on the screen. */
void pointer_save_picture(const char *path);

/* Until the main loop has run for so long. */
void pointer_wait(guint milliseconds);

#endif
