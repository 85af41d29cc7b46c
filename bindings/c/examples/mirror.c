/* mirror.c - a list in one process, and the same list in another.
 *
 *     owner                                             mirror, a child process
 *     /proc -> list -> changeset -> bytes == socket ==> changeset -> list
 *                               digest    <= socket ==                digest
 *
 * The owner reads the machine's processes again and again, as processes.c
 * does. Only the changes are sent: a changeset with its payload, encoded. In
 * the middle the mirror is killed. The one that takes its place knows nothing
 * and catches up from a snapshot.
 *
 *     cc mirror.c proc.c show.c -I<include> -L<library> -liqlist
 */
#define _GNU_SOURCE
#include "show.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SNAPSHOT, CHANGESET };

/* A message: this, then as many bytes. Both ends are on one machine. */
struct message {
    uint64_t kind;
    uint64_t length;
};

struct mirror {
    pid_t process; /* 0: none */
    int socket;
};

static void send_all(int socket, const void *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(socket, bytes, length, MSG_NOSIGNAL);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            fail("sending", strerror(errno));
        bytes = (const char *)bytes + sent;
        length -= (size_t)sent;
    }
}

/* Returns 0 if the other end has ended. */
static int receive_all(int socket, void *bytes, size_t length)
{
    while (length > 0) {
        ssize_t received = recv(socket, bytes, length, 0);

        if (received < 0 && errno == EINTR)
            continue;
        if (received < 0)
            fail("receiving", strerror(errno));
        if (received == 0)
            return 0;
        bytes = (char *)bytes + received;
        length -= (size_t)received;
    }
    return 1;
}

/* The digest of all that the list shows: equal lists have equal digests. */
static uint64_t digest(const iq_list *list)
{
    size_t i, section_count, item_count;
    iq_item_buffers items = {.struct_size = sizeof items};
    iq_hasher hasher;
    uint64_t result;

    check(iq_list_get_count(list, &section_count, &item_count));
    items.keys = allocate(item_count, sizeof *items.keys);
    items.contents = allocate(item_count, sizeof *items.contents);
    check(iq_list_get_items(list, 0, item_count, &items));

    check(iq_hasher_init(&hasher));
    for (i = 0; i < section_count; i++) {
        iq_section_info info = {.struct_size = sizeof info};
        iq_supplementary header = {.struct_size = sizeof header};
        iq_section section;
        size_t headers;

        check(iq_list_find_section_at(list, i, &section));
        check(iq_list_get_section_info(list, section, &info));
        check(iq_list_get_supplementaries(list, section, 0, &header, 1, &headers));
        check(iq_hasher_add_key(&hasher, info.key));
        check(iq_hasher_add_unsigned(&hasher, info.count));
        check(iq_hasher_add_unsigned(&hasher, header.content));
    }
    for (i = 0; i < item_count; i++) {
        check(iq_hasher_add_key(&hasher, items.keys[i]));
        check(iq_hasher_add_unsigned(&hasher, items.contents[i]));
    }
    check(iq_hasher_get_content(&hasher, &result));
    free(items.keys);
    free(items.contents);
    return result;
}

/* The mirror: applies messages until the owner has ended, and replies each time
 * with the digest of what it shows then. */
static void reflect(int socket)
{
    struct message message;
    iq_list *list;

    check(iq_list_create(NULL, &list));
    while (receive_all(socket, &message, sizeof message)) {
        void *bytes = allocate(message.length, 1);
        uint64_t answer;

        if (!receive_all(socket, bytes, message.length))
            break;
        if (message.kind == SNAPSHOT) {
            iq_snapshot *snapshot;

            check(iq_snapshot_decode(bytes, message.length, NULL, &snapshot));
            check(iq_list_apply(list, snapshot, NULL, NULL));
            iq_snapshot_destroy(snapshot);
        } else {
            iq_changeset *changes;

            check(iq_changeset_decode(bytes, message.length, NULL, &changes));
            check(iq_changeset_apply_to_list(changes, list, NULL, NULL));
            iq_changeset_destroy(changes);
        }
        free(bytes);
        answer = digest(list);
        send_all(socket, &answer, sizeof answer);
    }
    iq_list_destroy(list);
}

static struct mirror start_mirror(void)
{
    struct mirror mirror;
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        fail("socketpair", strerror(errno));
    fflush(stdout);
    mirror.process = fork();
    if (mirror.process < 0)
        fail("fork", strerror(errno));
    if (mirror.process == 0) {
        close(ends[0]);
        reflect(ends[1]);
        _exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    mirror.socket = ends[0];
    return mirror;
}

static void end_mirror(struct mirror *mirror)
{
    close(mirror->socket);
    waitpid(mirror->process, NULL, 0);
    mirror->process = 0;
}

/* Sends the bytes and prints whether the mirror shows the same now. Returns
 * whether it does. */
static int send_over(const struct mirror *mirror, uint64_t kind,
                     const void *bytes, size_t length, const iq_list *list)
{
    struct message message = {kind, length};
    uint64_t ours = digest(list), theirs;

    send_all(mirror->socket, &message, sizeof message);
    send_all(mirror->socket, bytes, length);
    if (!receive_all(mirror->socket, &theirs, sizeof theirs))
        fail("the mirror", "has gone");
    printf("%zu bytes, %s\n", length,
           ours == theirs ? "and the mirror shows the same"
                          : "but the mirror shows something else");
    return ours == theirs;
}

static int send_snapshot(const struct mirror *mirror, iq_list *list)
{
    iq_snapshot *snapshot;
    size_t length;
    void *bytes;
    int same;

    check(iq_list_snapshot(list, &snapshot));
    check(iq_snapshot_encode(snapshot, NULL, 0, &length));
    bytes = allocate(length, 1);
    check(iq_snapshot_encode(snapshot, bytes, length, &length));
    same = send_over(mirror, SNAPSHOT, bytes, length, list);
    free(bytes);
    iq_snapshot_destroy(snapshot);
    return same;
}

static int send_changes(const struct mirror *mirror, const iq_list *list,
                        const iq_changeset *changes)
{
    size_t length;
    void *bytes;
    int same;

    check(iq_changeset_encode(changes, NULL, 0, &length));
    bytes = allocate(length, 1);
    check(iq_changeset_encode(changes, bytes, length, &length));
    same = send_over(mirror, CHANGESET, bytes, length, list);
    free(bytes);
    return same;
}

/* One look. In the middle one the mirror is killed. Returns whether list and
 * mirror agree. */
static int look(unsigned long number, int kills, iq_list *list,
                struct processes *processes, struct mirror *mirror)
{
    iq_changeset *changes;
    iq_summary found = {.struct_size = sizeof found};
    int same = 1;

    if (read_processes(processes) != 0)
        fail("/proc", strerror(errno));
    changes = show(list, processes, IQ_UPDATE_PAYLOAD);
    check(iq_changeset_get_summary(changes, &found));
    printf("Look %lu: %zu processes; %zu came, %zu ended, %zu moved, %zu "
           "changed\n  ",
           number, found.items_after, found.item_inserts, found.item_deletes,
           found.item_moves, found.item_reconfigures);
    if (kills && mirror->process != 0) {
        kill(mirror->process, SIGKILL);
        end_mirror(mirror);
        printf("the mirror is killed, and misses this\n");
    } else if (mirror->process == 0) {
        *mirror = start_mirror();
        printf("a mirror starts, and is sent a snapshot: ");
        same = send_snapshot(mirror, list);
    } else {
        printf("the mirror is sent the changes: ");
        same = send_changes(mirror, list, changes);
    }
    iq_changeset_destroy(changes);
    return same;
}

int main(int argc, char **argv)
{
    struct timespec pause = {.tv_nsec = 300 * 1000 * 1000};
    struct processes readings[2] = {0}; /* the last and this one, in turns */
    struct mirror mirror = {0};
    unsigned long i, count = argc > 1 ? strtoul(argv[1], NULL, 10) : 7;
    iq_list *list;
    int same = 1;

    if (argc > 2 || count == 0) {
        fprintf(stderr, "usage: mirror [LOOKS]\n"
                        "Keeps a list of the processes in two processes.\n");
        return 2;
    }
    check(iq_list_create(NULL, &list));
    for (i = 0; i < count; i++) {
        if (i > 0)
            nanosleep(&pause, NULL);
        same &= look(i + 1, i == count / 2, list, &readings[i % 2], &mirror);
    }
    if (mirror.process != 0)
        end_mirror(&mirror);
    iq_list_destroy(list);
    free_processes(&readings[0]);
    free_processes(&readings[1]);
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
