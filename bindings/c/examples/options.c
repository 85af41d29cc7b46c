/* options.c - reading the arguments of processes. */
#define _GNU_SOURCE
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void usage(FILE *to)
{
    fputs("usage: processes [--interval SECONDS]\n"
          "       processes --once [--size COLUMNSxLINES]\n"
          "       processes --replay FILE\n"
          "       processes [--count N] [--interval SECONDS] [--glances N]\n"
          "                 [--head ROWS] | cat\n"
          "Shows the processes of this machine, by user.\n"
          "  -i, --interval SECONDS  between two looks (1)\n"
          "  -1, --once              print one frame\n"
          "  -s, --size 80x24        of that frame (the terminal's)\n"
          "      --replay FILE       play a script and print its frames:\n"
          "                          see replay.c; - is the standard input\n"
          "  -h, --help              print this\n"
          "What changes from look to look is printed where the output is no\n"
          "terminal, or with one of these:\n"
          "  -c, --count N           look N times (5); 0: for ever\n"
          "  -g, --glances N         at what has ended, between two looks (3)\n"
          "  -r, --head ROWS         of the list to print each time (10)\n"
          "On the terminal:\n"
          "  arrows, page up, page down, home, end, click    select\n"
          "  wheel     scroll              enter   the command line of one\n"
          "  c, m, n   sort by CPU,        l       the command lines of all\n"
          "            memory, name        /       find; escape: no longer\n"
          "  q         quit                ctrl-L  draw anew\n",
          to);
}

static void refuse(const char *name, const char *text)
{
    fprintf(stderr, "processes: --%s %s: not a number in range\n", name, text);
    exit(2);
}

static double number(const char *name, const char *text, double highest)
{
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end != '\0' || !(value >= 0 && value <= highest))
        refuse(name, text);
    return value;
}

static void read_size(const char *text, struct options *options)
{
    char behind;

    if (sscanf(text, "%4lux%4lu%c", &options->columns, &options->lines,
               &behind) != 2 ||
        options->columns == 0 || options->lines == 0)
        refuse("size", text);
}

static int has_terminal(void)
{
    const char *kind = getenv("TERM");

    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind != NULL &&
           strcmp(kind, "dumb") != 0;
}

static int read_option(int option, const char *text, struct options *options)
{
    switch (option) {
    case '1':
        options->mode = MODE_ONCE;
        break;
    case 's':
        read_size(text, options);
        break;
    case 'p':
        options->mode = MODE_REPLAY;
        options->script = text;
        break;
    case 'i':
        options->interval = number("interval", text, 1e6);
        break;
    case 'c':
        options->mode = MODE_REPORT;
        options->count = (unsigned long)number("count", text, 1e9);
        break;
    case 'g':
        options->mode = MODE_REPORT;
        options->glances = (unsigned long)number("glances", text, 1e6);
        break;
    case 'r':
        options->mode = MODE_REPORT;
        options->head = (unsigned long)number("head", text, 1e6);
        break;
    default:
        return 0;
    }
    return 1;
}

struct options read_options(int argc, char **argv)
{
    static const struct option known[] = {
        {"once", no_argument, NULL, '1'},
        {"size", required_argument, NULL, 's'},
        {"replay", required_argument, NULL, 'p'},
        {"interval", required_argument, NULL, 'i'},
        {"count", required_argument, NULL, 'c'},
        {"glances", required_argument, NULL, 'g'},
        {"head", required_argument, NULL, 'r'},
        {"help", no_argument, NULL, 'h'},
        {0}};
    struct options options = {
        .mode = has_terminal() ? MODE_BROWSE : MODE_REPORT,
        .count = 5, .interval = 1, .glances = 3, .head = 10};
    int option;

    while ((option = getopt_long(argc, argv, "1s:i:c:g:r:h", known, NULL)) !=
           -1) {
        if (option == 'h') {
            usage(stdout);
            exit(EXIT_SUCCESS);
        }
        if (!read_option(option, optarg, &options)) {
            usage(stderr);
            exit(2);
        }
    }
    if (optind < argc) {
        usage(stderr);
        exit(2);
    }
    return options;
}
