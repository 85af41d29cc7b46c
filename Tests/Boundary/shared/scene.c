/*
 * scene.c - small scenes of derived lists in words: see scene.h.
 */
#include "scene.h"

#include "in_batches.h"

#include <ctype.h>
#include <poll.h>
#include <string.h>

enum { MOST = 128 };

iq_class scene_class[2];
static char models[256][3];

static uint32_t traits_of(void *context, const void *model)
{
    CHECK(context == models);
    return model && *(const char *)model == 2 ? IQ_TRAIT_HAS_CHILDREN : 0;
}

void scene_register(void)
{
    iq_class_options options = {.struct_size = sizeof options, .name = "scene/parents"};
    options.traits = IQ_TRAIT_HAS_CHILDREN;
    CHECK_OK(iq_class_create(&options, &scene_class[0]));
    options = (iq_class_options){.struct_size = sizeof options, .name = "scene/asked", .context = models};
    options.traits_of = traits_of;
    CHECK_OK(iq_class_create(&options, &scene_class[1]));
    for (size_t i = 0; i < 256; i++) {
        models[i][1] = 1;
        models[i][2] = 2;
    }
}

/* ---- what a list is given */

iq_key scene_key(char name)
{
    return iq_key_from_u64((uint64_t)(unsigned char)name);
}

void *scene_model(char name, uint64_t content)
{
    return &models[(unsigned char)name][content];
}

static char name_of(iq_key key)
{
    return (char)key.bytes[0];
}

typedef struct given {
    iq_section_entry sections[8];
    size_t section_count, count;
    iq_key keys[MOST];
    uint64_t contents[MOST];
    void *models[MOST];
    iq_class classes[MOST];
    uint16_t levels[MOST];
} given;

static void parse_item(given *into, const char *word)
{
    size_t i = into->count++;
    CHECK(i < MOST && isalpha((unsigned char)*word));
    into->keys[i] = scene_key(*word);
    into->levels[i] = (uint16_t)strtoul(word + 1, NULL, 10);
    into->contents[i] = strchr(word, '*') ? 2 : 1;
    into->models[i] = scene_model(*word, into->contents[i]);
    into->classes[i] = strchr(word, '+') ? scene_class[0] : strchr(word, '?') ? scene_class[1] : (iq_class){0};
}

static void parse(given *into, const char *text)
{
    char copy[512];
    memset(into, 0, sizeof *into);
    CHECK(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        if (isdigit((unsigned char)*word)) {
            into->sections[into->section_count++] =
                (iq_section_entry){sizeof into->sections[0], scene_key(*word), into->count, NULL, 0};
        } else {
            parse_item(into, word);
        }
    }
}

iq_status scene_try_set(iq_list *list, const char *text, const iq_update_options *options)
{
    given items;
    parse(&items, text);
    const iq_columns columns = {.struct_size = sizeof columns, .count = items.count, .keys = items.keys,
                                .contents = items.contents, .models = items.models, .classes = items.classes,
                                .levels = items.levels};
    return iq_list_set(list, items.sections, items.section_count, &columns, options, NULL);
}

void scene_set(iq_list *list, const char *text)
{
    CHECK_OK(scene_try_set(list, text, NULL));
}

iq_list *scene_source(const char *text)
{
    iq_list *list;
    CHECK_OK(iq_list_create(NULL, &list));
    scene_set(list, text);
    return list;
}

iq_list *scene_derive(iq_list *source, uint32_t flags)
{
    const iq_derive_options options = derive_options(flags);
    iq_list *list;
    CHECK_OK(iq_list_derive(source, &options, &list));
    CHECK_OK(iq_list_set_selection(list, IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS));
    CHECK_OK(iq_list_set_events(list, SCENE_EVENTS));
    return list;
}

/* ---- its parts */

iq_item scene_item(const iq_list *list, char name)
{
    iq_item item;
    CHECK_OK(iq_list_find_item(list, NULL, scene_key(name), &item));
    return item;
}

iq_section scene_section(const iq_list *list, char name)
{
    iq_section section;
    CHECK_OK(iq_list_find_section(list, scene_key(name), &section));
    return section;
}

uint64_t scene_version(const iq_list *list)
{
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(list, &info));
    return info.version;
}

void scene_states(iq_list *list, const char *names, uint32_t states, uint32_t flags)
{
    iq_item items[MOST];
    size_t count = strlen(names);
    for (size_t i = 0; i < count; i++) {
        items[i] = scene_item(list, names[i]);
    }
    CHECK_OK(iq_list_set_states(list, items, count, states, flags));
}

void scene_expand(iq_list *list, const char *names)
{
    scene_states(list, names, IQ_STATE_EXPANDED, 0);
}

void scene_collapse(iq_list *list, const char *names)
{
    scene_states(list, names, IQ_STATE_EXPANDED, IQ_SET_OFF);
}

void scene_open_section(iq_list *list, char name, bool is_open)
{
    CHECK_OK(iq_list_set_section_states(list, scene_section(list, name), IQ_STATE_EXPANDED, is_open ? 0 : IQ_SET_OFF));
}

static iq_item_info info_of(const iq_list *list, char name)
{
    iq_item_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_item_info(list, scene_item(list, name), 0, &info));
    return info;
}

uint32_t scene_states_of(const iq_list *list, char name)
{
    return info_of(list, name).states;
}

bool scene_children_of(const iq_list *list, char name)
{
    return info_of(list, name).children;
}

/* ---- what it shows */

static void print_item(const iq_list *list, size_t section, size_t item, size_t index, char *into)
{
    iq_item handle, by_key, by_place;
    iq_item_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_find_item_at(list, index, &handle));
    CHECK_OK(iq_list_get_item_info(list, handle, 0, &info));
    CHECK_OK(iq_list_find_item(list, NULL, info.key, &by_key));
    CHECK_OK(iq_list_find_item_in_section(list, info.section, item, &by_place));
    CHECK(by_key.id == handle.id && by_place.id == handle.id && info.index == index);
    CHECK(info.position.section == section && info.position.item == item);
    char name = name_of(info.key);
    CHECK(info.model == scene_model(name, info.content));
    sprintf(into, " %c", name);
    if (info.level) {
        sprintf(into + 2, "%u", info.level);
    }
    strcat(into, info.content == 2 ? "*" : "");
    strcat(into, info.cell_class.id == 0 ? "" : info.cell_class.id == scene_class[0].id ? "+" : "?");
}

void scene_shows(const char *file, int line, const iq_list *list, const char *text)
{
    char shown[1024] = "";
    size_t sections, items, index = 0;
    CHECK_OK(iq_list_get_count(list, &sections, &items));
    for (size_t s = 0; s < sections; s++) {
        iq_section section;
        iq_section_info info = {.struct_size = sizeof info};
        CHECK_OK(iq_list_find_section_at(list, s, &section));
        CHECK_OK(iq_list_get_section_info(list, section, &info));
        CHECK(info.first == index && info.position == s);
        sprintf(shown + strlen(shown), " %c", name_of(info.key));
        for (size_t i = 0; i < info.count; i++) {
            print_item(list, s, i, index++, shown + strlen(shown));
        }
    }
    CHECK(index == items);
    if (strcmp(*shown ? shown + 1 : shown, text) != 0) {
        fprintf(stderr, "shown    %s\nexpected  %s\n", shown, text);
        check_failed(file, line, "what the list shows");
    }
}

/* ---- what it says */

static void print_number(char *into, char sign, uint64_t number)
{
    if (number) {
        sprintf(into + strlen(into), "%c%llu", sign, (unsigned long long)number);
    }
}

static void print_update(const iq_event *event, char *into)
{
    iq_summary summary = {.struct_size = sizeof summary};
    strcpy(into, "update");
    if (event->changeset) {
        CHECK_OK(iq_changeset_get_summary(event->changeset, &summary));
        print_number(into, '-', summary.item_deletes);
        print_number(into, '+', summary.item_inserts);
        print_number(into, '~', summary.item_moves);
        print_number(into, '*', summary.item_reconfigures);
        print_number(into, '!', summary.item_reloads);
        print_number(into, '^', summary.supplementary_deletes + summary.supplementary_inserts +
                                    summary.supplementary_updates);
        strcat(into, summary.reload ? "#" : "");
    }
    print_number(into, ':', event->number);
    strcat(into, event->flags & IQ_COMMIT_PLAIN ? "/plain" : "");
    if (event->animation) {
        strcat(into, "/a");
        sprintf(into + strlen(into), "%u", event->animation);
    }
    strcat(into, event->flags & IQ_COMMIT_UNCHANGED ? "=" : "");
    print_number(into, '?', (uint64_t)event->status);
}

static void print_states(const iq_event *event, char *into)
{
    const char *what = event->flags & IQ_SWITCHED_ON ? "on" : event->flags & IQ_SWITCHED_GONE ? "gone" : "off";
    sprintf(into, "%s%s:%s%c", what, event->flags & IQ_SWITCHED_BY_USER ? "u" : "", event->item.id ? "" : "S",
            name_of(event->key));
    if (event->count > 1) {
        sprintf(into + strlen(into), "x%zu", event->count);
    }
    sprintf(into + strlen(into), ".%u", event->states);
}

static void print_event(const iq_event *event, char *into)
{
    char name = event->key.bytes[0] ? name_of(event->key) : '-';
    switch (event->kind) {
    case IQ_EVENT_UPDATE: print_update(event, into); break;
    case IQ_EVENT_STATES: print_states(event, into); break;
    case IQ_EVENT_CHILDREN: sprintf(into, "children:%c", name); break;
    case IQ_EVENT_WILL_UPDATE: sprintf(into, "will:%u", (unsigned)event->number); break;
    case IQ_EVENT_PLACEHOLDER: sprintf(into, "placeholder:%u", (unsigned)event->number); break;
    case IQ_EVENT_BOUND: sprintf(into, "bound:%c", name); break;
    case IQ_EVENT_WILL_DISPLAY: sprintf(into, "shown:%c", name); break;
    case IQ_EVENT_DID_END_DISPLAY: sprintf(into, "ended:%c", name); break;
    default: sprintf(into, "kind:%u", event->kind);
    }
}

static void read_words(iq_list *list, char *words, size_t size)
{
    iq_event events[5] = {{.struct_size = sizeof events[0]}};
    size_t count;
    *words = 0;
    do {
        CHECK_OK(iq_list_poll(list, events, 5, &count));
        for (size_t i = 0; i < count; i++) {
            CHECK(strlen(words) + 64 < size);
            strcat(words, *words ? " " : "");
            print_event(&events[i], words + strlen(words));
        }
    } while (count > 0);
}

void scene_says(const char *file, int line, iq_list *list, const char *wanted)
{
    static char words[1 << 14];
    read_words(list, words, sizeof words);
    if (strcmp(words, wanted) != 0) {
        fprintf(stderr, "said     %s\nexpected %s\n", words, wanted);
        check_failed(file, line, "what the list says");
    }
}

void scene_quiet(iq_list *list)
{
    static char words[1 << 14];
    read_words(list, words, sizeof words);
}

bool scene_is_readable(iq_list *list)
{
    struct pollfd one = {.events = POLLIN};
    CHECK_OK(iq_list_get_wakeup(list, &one.fd));
    return poll(&one, 1, 0) == 1;
}

void scene_end(iq_list *source, iq_list *list)
{
    iq_list_destroy(list);
    iq_list_destroy(source);
}

/* ---- filters */

bool scene_in_batches;

static int passes(void *context, iq_key key, const void *model)
{
    scene_filter *filter = context;
    CHECK(filter->destroyed == 0);
    CHECK(model == &models[key.bytes[0]][1] || model == &models[key.bytes[0]][2]);
    if (filter->calls + 1 < sizeof filter->asked) {
        filter->asked[filter->calls] = name_of(key);
    }
    filter->calls++;
    if (filter->inside) {
        filter->inside();
    }
    return strchr(filter->names, name_of(key)) != NULL;
}

IN_BATCHES(passes_batch, passes)

static void destroy(void *context)
{
    scene_filter *filter = context;
    CHECK(++filter->destroyed == 1);
    if (filter->inside_end) {
        filter->inside_end();
    }
}

static void done(void *context, uint64_t ticket, iq_status status)
{
    scene_filter *filter = context;
    CHECK(++filter->ended == 1 && (filter->ticket == 0 || filter->ticket == ticket));
    filter->status = status;
    if (filter->inside_end) {
        filter->inside_end();
    }
}

iq_filter scene_function(scene_filter *filter, uint32_t change)
{
    iq_filter given = {.struct_size = sizeof given, .change = change, .context = filter, .destroy = destroy};
    if (scene_in_batches) {
        given.passes_batch = passes_batch;
    } else {
        given.passes = passes;
    }
    return given;
}

iq_submit_options scene_options(scene_filter *filter, uint32_t flags)
{
    return (iq_submit_options){.struct_size = sizeof(iq_submit_options), .flags = flags, .done = done, .context = filter};
}

void scene_filter_by(iq_list *list, scene_filter *filter, const char *names, uint32_t change)
{
    const iq_filter given = scene_function(filter, change);
    const iq_submit_options options = scene_options(filter, IQ_SUBMIT_HERE);
    filter->names = names;
    CHECK_OK(iq_list_set_filter(list, &given, &options, &filter->ticket));
}

void scene_filter_bits(iq_list *list, const iq_list *source, scene_filter *filter, const char *names)
{
    uint64_t bits[MOST / 64] = {0};
    iq_key keys[MOST];
    size_t items;
    const iq_item_buffers buffers = {.struct_size = sizeof buffers, .keys = keys};
    const iq_submit_options options = scene_options(filter, IQ_SUBMIT_HERE);
    CHECK_OK(iq_list_get_count(source, NULL, &items));
    CHECK_OK(iq_list_get_items(source, 0, items, &buffers));
    for (size_t i = 0; i < items; i++) {
        bits[i / 64] |= (uint64_t)(strchr(names, name_of(keys[i])) != NULL) << i % 64;
    }
    const iq_filter given = {.struct_size = sizeof given, .bits = bits, .version = scene_version(source)};
    CHECK_OK(iq_list_set_filter(list, &given, &options, &filter->ticket));
}
