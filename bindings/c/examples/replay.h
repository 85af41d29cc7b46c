/* replay.h - a script in place of the terminal and of /proc. */
#ifndef REPLAY_H
#define REPLAY_H

/* Plays the script of that name, - for the standard input, and prints it with
 * its frames. Ends the program if there is something wrong with it. */
void replay(const char *path);

#endif
