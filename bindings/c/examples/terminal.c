/* terminal.c - the terminal as a screen: taken, and given back whatever
 * happens.
 *
 *     exit, fail           atexit, before_failing         give back
 *     INT, TERM, HUP, QUIT a byte in the pipe: WAKE_END   give back, end by it
 *     TSTP                 give back, stop
 *     CONT                 take, WAKE_RESUME
 *     SEGV, ABRT ...       give back, end by it
 *     WINCH                a byte in the pipe: WAKE_RESIZE
 *
 * Handlers only write into a pipe that terminal_wait reads beside the keys: a
 * signal that comes just before it sleeps wakes it as well. What they call
 * beside that (tcsetattr, write, raise) is allowed in handlers.
 */
#define _GNU_SOURCE
#include "terminal.h"

#include "show.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

/* The other screen, without the cursor and without lines that wrap; the mouse's
 * buttons, in decimal numbers. */
static const char take[] = "\033[?1049h\033[?25l\033[?7l\033[?1000h\033[?1006h";
static const char give[] =
    "\033[?1006l\033[?1000l\033[?7h\033[0m\033[?25h\033[?1049l";

/* How long the rest of a key may take to come. */
#define REST 0.05

static struct termios before;
static int pipe_ends[2] = {-1, -1};
static volatile sig_atomic_t is_taken, ended_by;
static char bytes[256]; /* read, and not taken as a key yet */
static size_t length;

void terminal_size(size_t *columns, size_t *lines)
{
    struct winsize size = {0};

    *columns = 80;
    *lines = 24;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 &&
        size.ws_row > 0) {
        *columns = size.ws_col;
        *lines = size.ws_row;
    }
}

/* For handlers too: what cannot be written now is given up. */
static void send(const char *text, size_t count)
{
    ssize_t written = write(STDOUT_FILENO, text, count);

    (void)written;
}

static void take_terminal(void)
{
    struct termios raw = before;

    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    is_taken = 1;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    send(take, sizeof take - 1);
}

static void give_terminal(void)
{
    if (!is_taken)
        return;
    is_taken = 0;
    send(give, sizeof give - 1);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
}

static void tell(char what)
{
    int error = errno;
    ssize_t written = write(pipe_ends[1], &what, 1);

    (void)written; /* a full pipe wakes as well */
    errno = error;
}

static void handle_end(int number)
{
    ended_by = number;
    tell('e');
}

static void handle_resize(int number)
{
    (void)number;
    tell('w');
}

/* Gives the terminal back, and dies of the signal: the handler is reset. */
static void handle_crash(int number)
{
    give_terminal();
    raise(number);
}

static void listen_to(int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void handle_continue(int number)
{
    int error = errno;

    (void)number;
    take_terminal();
    tell('r');
    errno = error;
}

/* Stops the program as the signal would without a handler. When it goes on,
 * handle_continue comes first, then the rest of this. Where nobody could let it
 * go on (no shell has it as a job) it does not stop. */
static void handle_stop(int number)
{
    sigset_t stop;
    int error = errno;

    give_terminal();
    listen_to(number, SIG_DFL, 0);
    sigemptyset(&stop);
    sigaddset(&stop, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &stop, NULL); /* stops here */
    listen_to(number, handle_stop, 0);
    if (!is_taken)
        handle_continue(number);
    errno = error;
}

void terminal_open(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    size_t i;

    if (tcgetattr(STDIN_FILENO, &before) != 0 ||
        pipe2(pipe_ends, O_NONBLOCK | O_CLOEXEC) != 0)
        fail("the terminal", strerror(errno));
    atexit(give_terminal);
    before_failing = give_terminal;
    for (i = 0; i < sizeof ends / sizeof *ends; i++)
        listen_to(ends[i], handle_end, 0);
    for (i = 0; i < sizeof crashes / sizeof *crashes; i++)
        listen_to(crashes[i], handle_crash, (int)SA_RESETHAND);
    listen_to(SIGTSTP, handle_stop, 0);
    listen_to(SIGCONT, handle_continue, 0);
    listen_to(SIGWINCH, handle_resize, 0);
    take_terminal();
}

void terminal_close(void)
{
    give_terminal();
}

void terminal_end_by_signal(void)
{
    if (ended_by == 0)
        return;
    listen_to(ended_by, SIG_DFL, 0);
    raise(ended_by);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Takes the next key from what was read. */
static int take_key(int is_all, struct input *input)
{
    size_t used = read_key(bytes, length, is_all, input);

    length -= used;
    memmove(bytes, bytes + used, length);
    return used > 0;
}

/* Reads what signal handlers have written. Several resizes are one. */
static enum wake told(void)
{
    char what[64];
    ssize_t count = read(pipe_ends[0], what, sizeof what);

    if (ended_by != 0)
        return WAKE_END;
    return count > 0 && memchr(what, 'r', (size_t)count) != NULL ? WAKE_RESUME
                                                                 : WAKE_RESIZE;
}

enum wake terminal_wait(double seconds, struct input *input)
{
    double end = now() + seconds;

    for (;;) {
        struct pollfd sources[] = {{.fd = pipe_ends[0], .events = POLLIN},
                                   {.fd = STDIN_FILENO, .events = POLLIN}};
        double left = length > 0 ? REST : end - now();
        ssize_t count;

        if (take_key(0, input))
            return WAKE_INPUT;
        if (poll(sources, 2, left > 0 ? (int)(left * 1000) + 1 : 0) < 0 &&
            errno != EINTR)
            return WAKE_END;
        if ((sources[0].revents & POLLIN) != 0)
            return told();
        if (sources[1].revents == 0) {
            if (length > 0 && take_key(1, input))
                return WAKE_INPUT;
            if (now() >= end)
                return WAKE_TIME;
            continue;
        }
        count = read(STDIN_FILENO, bytes + length, sizeof bytes - length);
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
            return WAKE_END;
        length += count > 0 ? (size_t)count : 0;
    }
}

void terminal_write(const char *text, size_t count)
{
    while (count > 0 && ended_by == 0) {
        ssize_t written = write(STDOUT_FILENO, text, count);

        if (written < 0 && errno == EAGAIN) {
            struct pollfd sink = {.fd = STDOUT_FILENO, .events = POLLOUT};

            poll(&sink, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            ended_by = SIGHUP; /* it has gone */
        } else if (written > 0) {
            text += written;
            count -= (size_t)written;
        }
    }
}
