/* script.h - the program without a user: words in place of what one does, and
 * a run that is measured. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "input.h"

/* Plays words, with a frame of 1/60 s after each:
 *
 *     key:NAME  wheel:N  move:X,Y  press:X,Y  release:X,Y  size:WxH
 *     wait:N    draws N frames more
 *     places    prints what is drawn, and the mark of a drop                */
void play_words(struct app *app, char **words, int count);

/* Draws `count` frames: scrolls, goes to parts far away, shuffles; prints how
 * long frames took and how many cells were bound. */
void play_frames(struct app *app, int count);

#endif
