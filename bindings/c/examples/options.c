/* options.c - reading the arguments of processes. */
#define _GNU_SOURCE
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void usage(FILE *to)
{
    fputs("usage: processes [--count N] [--interval SECONDS] [--glances N]\n"
          "                 [--head ROWS]\n"
          "Shows the processes of this machine and what changes.\n"
          "  -c, --count N           look N times (5); 0: for ever\n"
          "  -i, --interval SECONDS  between two looks (1)\n"
          "  -g, --glances N         at what has ended, between two looks (3)\n"
          "  -r, --head ROWS         of the list to print each time (10)\n"
          "  -h, --help              print this\n",
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

struct options read_options(int argc, char **argv)
{
    static const struct option known[] = {
        {"count", required_argument, NULL, 'c'},
        {"interval", required_argument, NULL, 'i'},
        {"glances", required_argument, NULL, 'g'},
        {"head", required_argument, NULL, 'r'},
        {"help", no_argument, NULL, 'h'},
        {0}};
    struct options options = {
        .count = 5, .interval = 1, .glances = 3, .head = 10};
    int option;

    while ((option = getopt_long(argc, argv, "c:i:g:r:h", known, NULL)) != -1)
        switch (option) {
        case 'c':
            options.count = (unsigned long)number("count", optarg, 1e9);
            break;
        case 'i':
            options.interval = number("interval", optarg, 1e6);
            break;
        case 'g':
            options.glances = (unsigned long)number("glances", optarg, 1e6);
            break;
        case 'r':
            options.head = (unsigned long)number("head", optarg, 1e6);
            break;
        case 'h':
            usage(stdout);
            exit(EXIT_SUCCESS);
        default:
            usage(stderr);
            exit(2);
        }
    if (optind < argc) {
        usage(stderr);
        exit(2);
    }
    return options;
}
