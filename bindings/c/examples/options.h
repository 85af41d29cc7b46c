/* options.h - how often processes looks, and how much it shows. */
#ifndef OPTIONS_H
#define OPTIONS_H

struct options {
    unsigned long count;   /* looks; 0: for ever               */
    double interval;       /* seconds between two              */
    unsigned long glances; /* between two, for what has ended  */
    unsigned long head;    /* rows of the list each time       */
};

/* Does not return if there is something wrong with the arguments, or if help
 * was asked for. */
struct options read_options(int argc, char **argv);

#endif
