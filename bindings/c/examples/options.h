/* options.h - what processes does, and how often it looks. */
#ifndef OPTIONS_H
#define OPTIONS_H

enum mode {
    MODE_BROWSE, /* on the terminal, until the user quits  */
    MODE_ONCE,   /* prints one frame                       */
    MODE_REPLAY, /* plays a script and prints its frames   */
    MODE_REPORT  /* prints what changes from look to look  */
};

struct options {
    enum mode mode;
    double interval;       /* seconds between two looks        */
    unsigned long columns; /* of MODE_ONCE; 0: the terminal's  */
    unsigned long lines;
    const char *script; /* of MODE_REPLAY                   */
    /* Of MODE_REPORT: */
    unsigned long count;   /* looks; 0: for ever               */
    unsigned long glances; /* between two, for what has ended  */
    unsigned long head;    /* rows of the list each time       */
};

/* Does not return if there is something wrong with the arguments, or if help
 * was asked for. Without a terminal the mode is MODE_REPORT unless another one
 * is asked for. */
struct options read_options(int argc, char **argv);

#endif
