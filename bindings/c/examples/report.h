/* report.h - what changes in the list of processes, in words. */
#ifndef REPORT_H
#define REPORT_H

#include "options.h"

/* Looks at the machine as often as the options ask for, and prints after each
 * look and glance what has changed. */
void report(const struct options *options);

#endif
