/*
 * scene_order.c - orders of scenes in words: see scene_order.h.
 */
#include "scene_order.h"

#include <string.h>

static uint64_t rank_in(const char *words, char name)
{
    uint64_t rank = 1;
    for (; *words && *words != name; words++) {
        rank += *words == ' ';
    }
    return *words ? rank : 100;
}

static char group_in(const char *words, char name)
{
    char group = *words;
    for (; *words && *words != name; words++) {
        group = *words == ' ' ? words[1] : group;
    }
    return *words ? group : '9';
}

static void note(char *into, size_t size, char name)
{
    size_t length = strlen(into);
    CHECK(length + 1 < size);
    into[length] = name;
    into[length + 1] = 0;
}

static char name_of(const scene_order *order, const iq_ranked *item)
{
    char name = (char)item->key.bytes[0];
    CHECK(order->destroyed == 0);
    CHECK(item->model == scene_model(name, item->content));
    return name;
}

static int ask(void *context, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks, iq_key *groups)
{
    scene_order *order = context;
    CHECK(count > 0 && (groups != NULL) == (order->groups && depth == 0));
    CHECK(depth == 0 || order->flags & IQ_ORDER_DEEP);
    order->calls++;
    if (order->inside) {
        order->inside();
    }
    if (order->fails) {
        return order->fails;
    }
    for (size_t i = 0; i < count; i++) {
        char name = name_of(order, &items[i]);
        const char *words = items[i].content == 2 && order->starred ? order->starred : order->ranks;
        uint64_t deeper = depth == 1 && order->deeper ? rank_in(order->deeper, name) : 0;
        uint64_t rank = depth == 0 ? rank_in(words, name) : deeper;
        ranks[i] = rank ? iq_rank_from_unsigned(rank) : (iq_rank){0, 0};
        if (groups) {
            bool is_starred = items[i].content == 2 && order->starred_groups;
            groups[i] = scene_key(group_in(is_starred ? order->starred_groups : order->groups, name));
        }
        if (depth == 0) {
            note(order->asked, sizeof order->asked, name);
        } else {
            note(order->asked_deeper, sizeof order->asked_deeper, name);
        }
    }
    return 0;
}

static int compare(void *context, const iq_ranked *a, const iq_ranked *b)
{
    scene_order *order = context;
    uint64_t one = rank_in(order->finer, name_of(order, a)), other = rank_in(order->finer, name_of(order, b));
    order->compared++;
    if (order->inside) {
        order->inside();
    }
    return order->fails ? order->fails : one < other ? -2 : one > other;
}

static int describe(void *context, iq_group *groups, size_t count)
{
    scene_order *order = context;
    if (order->inside_describe) {
        order->inside_describe();
    }
    for (size_t i = 0; i < count; i++) {
        CHECK(groups[i].count > 0 && name_of(order, &groups[i].first));
        note(order->described, sizeof order->described, (char)groups[i].key.bytes[0]);
        groups[i].rank = iq_rank_from_unsigned(groups[i].key.bytes[0]);
        groups[i].header.kind = IQ_KIND_HEADER;
        groups[i].header.key = groups[i].first.key;
    }
    return order->fails;
}

static void destroy(void *context)
{
    scene_order *order = context;
    CHECK(++order->destroyed == 1);
    if (order->inside_end) {
        order->inside_end();
    }
}

static void done(void *context, uint64_t ticket, iq_status status)
{
    scene_order *order = context;
    CHECK(++order->ended == 1 && (order->ticket == 0 || order->ticket == ticket));
    order->status = status;
    if (order->inside_end) {
        order->inside_end();
    }
}

iq_order scene_order_given(scene_order *order)
{
    return (iq_order){.struct_size = sizeof(iq_order), .flags = order->flags, .batch = order->batch, .context = order,
                      .ask = ask, .compare = order->finer ? compare : NULL, .describe = order->groups ? describe : NULL,
                      .destroy = destroy};
}

iq_status scene_try_order(iq_list *list, scene_order *order, uint32_t submit_flags)
{
    const iq_order given = scene_order_given(order);
    const iq_submit_options options = {.struct_size = sizeof options, .flags = submit_flags, .done = done,
                                       .context = order};
    return iq_list_set_order(list, &given, &options, &order->ticket);
}

void scene_order_by(iq_list *list, scene_order *order)
{
    CHECK_OK(scene_try_order(list, order, IQ_SUBMIT_HERE));
}

/* The same names, in any order. */
static bool same_names(const char *names, const char *wanted)
{
    for (const char *name = wanted; *name; name++) {
        CHECK(strchr(name + 1, *name) == NULL);
        if (strchr(names, *name) == NULL) {
            return false;
        }
    }
    return strlen(names) == strlen(wanted);
}

void scene_asked(const char *file, int line, scene_order *order, const char *asked, const char *deeper)
{
    if (!same_names(order->asked, asked) || !same_names(order->asked_deeper, deeper)) {
        fprintf(stderr, "asked    %s, deeper %s\nexpected %s, deeper %s\n", order->asked, order->asked_deeper, asked,
                deeper);
        check_failed(file, line, "what was asked");
    }
    memset(order->asked, 0, sizeof order->asked);
    memset(order->asked_deeper, 0, sizeof order->asked_deeper);
}

void scene_described(const char *file, int line, scene_order *order, const char *described)
{
    if (!same_names(order->described, described)) {
        fprintf(stderr, "described %s\nexpected  %s\n", order->described, described);
        check_failed(file, line, "what was described");
    }
    memset(order->described, 0, sizeof order->described);
}

void scene_header(const char *file, int line, const iq_list *list, char group, char first)
{
    iq_supplementary header = {.struct_size = sizeof header};
    CHECK_OK(iq_list_get_supplementary(list, scene_section(list, group), IQ_KIND_HEADER, 0, 0, &header));
    if ((char)header.key.bytes[0] != first) {
        check_failed(file, line, "the header is that of the first item");
    }
}
