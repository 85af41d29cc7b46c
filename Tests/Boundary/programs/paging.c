/*
 * paging.c - the pages at the ends of a list and of its sections, beside a model that is an array: over random
 * answers, late ones too, reached edges, polls, reloads, and sections that go and come again.
 */
#include "check.h"
#include "failing.h"
#include "model.h"
#include "random.h"

#include <string.h>

/* The list itself is place 0. */
#define PLACES 5

typedef struct edge_model {
    iq_page page;
    bool reached;
} edge_model;

typedef struct pager {
    random_source random;
    iq_list *list;
    bool there[PLACES];
    size_t items[PLACES];
    iq_section handles[PLACES];
    edge_model edges[PLACES][2];
    uint64_t token, stale; /* the latest, and one that was answered */
    bool asked;
} pager;

static iq_key section_key(size_t place)
{
    return key_of(100 + place);
}

/* Shows the sections that are there, in an order that changes. */
static void show(pager *self, uint32_t flags)
{
    iq_section_entry sections[PLACES];
    iq_key keys[PLACES * 4];
    size_t count = 0, items = 0, first = random_below(&self->random, PLACES);
    for (size_t i = 0; i < PLACES; i++) {
        size_t place = (first + i) % PLACES;
        if (place == 0 || !self->there[place]) {
            continue;
        }
        sections[count++] = (iq_section_entry){sizeof sections[0], section_key(place), items, NULL, 0};
        for (size_t n = 0; n < self->items[place]; n++) {
            keys[items++] = key_of(place * 10 + n);
        }
    }
    iq_columns columns = {.struct_size = sizeof columns, .count = items, .keys = keys};
    iq_update_options options = {.struct_size = sizeof options, .flags = flags};
    CHECK_OK(iq_list_set(self->list, sections, count, &columns, &options, NULL));
    self->items[0] = items;
    for (size_t place = 1; place < PLACES; place++) {
        if (self->there[place]) {
            CHECK_OK(iq_list_find_section(self->list, section_key(place), &self->handles[place]));
        }
    }
}

static void change(pager *self)
{
    uint32_t flags = random_chance(&self->random, 20) ? IQ_UPDATE_RELOAD : 0;
    size_t place = 1 + random_below(&self->random, PLACES - 1);
    if (random_chance(&self->random, 40)) {
        self->there[place] = !self->there[place];
        if (!self->there[place]) {
            memset(self->edges[place], 0, sizeof self->edges[place]);
        }
    }
    self->items[place] = random_below(&self->random, 3);
    show(self, flags);
    if (!flags) {
        return;
    }
    for (size_t i = 0; i < PLACES * 2; i++) {
        edge_model *edge = &self->edges[i / 2][i % 2];
        if (edge->page.state == IQ_PAGE_LOADING) {
            self->stale = edge->page.token;
            if (i < 2) {
                edge->page.state = IQ_PAGE_MORE;
                edge->page.token = 0;
            } else {
                memset(&edge->page, 0, sizeof edge->page);
            }
        }
    }
}

/* The section's handle; of one that has gone, its last. */
static iq_section handle_of(const pager *self, size_t place)
{
    return place == 0 ? (iq_section){0} : self->handles[place];
}

static bool is_good(const pager *self, size_t place)
{
    return place == 0 || self->there[place];
}

static void answer(pager *self, size_t place, iq_edge edge)
{
    edge_model *model = &self->edges[place][edge];
    iq_page page = {.struct_size = sizeof page, .state = (uint32_t)random_below(&self->random, 5)};
    page.distance = (uint32_t)random_below(&self->random, 9);
    page.flags = random_chance(&self->random, 30) ? IQ_PAGE_SHOW_LOADING : 0;
    if (random_chance(&self->random, 40)) {
        page.state = IQ_PAGE_MORE;
    }
    size_t which = random_below(&self->random, 3);
    page.token = which == 0 ? 0 : which == 1 ? model->page.token : self->stale;
    iq_status status = iq_list_set_page(self->list, handle_of(self, place), edge, &page);
    if (!is_good(self, place)) {
        CHECK_STATUS(status, IQ_ERROR_HANDLE);
        return;
    }
    bool loading = model->page.state == IQ_PAGE_LOADING;
    if (page.token != 0 && !(loading && page.token == model->page.token)) {
        CHECK_STATUS(status, IQ_ERROR_STATE);
        return;
    }
    CHECK_OK(status);
    if (loading) {
        self->stale = model->page.token;
    }
    uint64_t token = model->page.token;
    model->page = page;
    model->page.token = 0;
    model->reached = false;
    if (page.state == IQ_PAGE_LOADING) {
        model->page.token = loading ? token : ++self->token;
    }
}

static void reach(pager *self, size_t place, iq_edge edge)
{
    iq_status status = iq_list_reach_edge(self->list, handle_of(self, place), edge);
    CHECK_STATUS(status, is_good(self, place) ? IQ_OK : IQ_ERROR_HANDLE);
    edge_model *model = &self->edges[place][edge];
    if (status == IQ_OK && self->asked && model->page.state == IQ_PAGE_MORE) {
        model->reached = true;
    }
}

static const iq_event *event_of(const iq_event *events, size_t count, iq_section section, iq_edge edge)
{
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind == IQ_EVENT_PAGE && events[i].section.id == section.id && events[i].flags == edge) {
            return &events[i];
        }
    }
    return NULL;
}

/* PAGE for each edge that was reached and still has more: the list's first. */
static void poll(pager *self)
{
    iq_event events[PLACES * 2 + 1] = {{.struct_size = sizeof events[0]}};
    size_t count, wanted = 0;
    CHECK_OK(iq_list_poll(self->list, events, PLACES * 2 + 1, &count));
    uint64_t first = self->token;
    for (size_t place = 0; place < PLACES; place++) {
        for (iq_edge edge = 0; edge < 2; edge++) {
            edge_model *model = &self->edges[place][edge];
            bool begins = model->reached && self->asked && model->page.state == IQ_PAGE_MORE &&
                          is_good(self, place) && (edge == IQ_EDGE_END || self->items[place] > 0);
            const iq_event *event = event_of(events, count, handle_of(self, place), edge);
            model->reached = false;
            CHECK((event != NULL) == begins);
            if (!begins) {
                continue;
            }
            CHECK(event->number > first && event->number <= first + count);
            CHECK(place != 0 || event == &events[wanted]);
            CHECK(place == 0 || (key_equal(event->key, section_key(place)) && event->item.id == 0));
            model->page.state = IQ_PAGE_LOADING;
            model->page.token = event->number;
            self->token = event->number > self->token ? event->number : self->token;
            wanted++;
        }
    }
    CHECK(count == wanted);
}

static void check_pages(const pager *self)
{
    for (size_t place = 0; place < PLACES; place++) {
        for (iq_edge edge = 0; edge < 2; edge++) {
            const iq_page *model = &self->edges[place][edge].page;
            iq_page page = {.struct_size = sizeof page};
            iq_status status = iq_list_get_page(self->list, handle_of(self, place), edge, &page);
            if (!is_good(self, place)) {
                CHECK_STATUS(status, self->handles[place].id ? IQ_ERROR_HANDLE : IQ_OK);
                continue;
            }
            CHECK_OK(status);
            CHECK(page.state == model->state && page.token == model->token);
            CHECK(page.distance == model->distance && page.flags == model->flags && page.reserved == 0);
        }
    }
}

static void check_round(uint64_t seed)
{
    pager self = {.random = {seed}};
    check_seed = seed;
    CHECK_OK(iq_list_create(NULL, &self.list));
    for (size_t place = 1; place < PLACES; place++) {
        self.there[place] = true;
        self.items[place] = 2;
    }
    show(&self, 0);
    for (size_t i = 0; i < 150; i++) {
        size_t place = random_below(&self.random, PLACES);
        iq_edge edge = (iq_edge)random_below(&self.random, 2);
        switch (random_below(&self.random, 9)) {
        case 0: change(&self); break;
        case 1:
            self.asked = random_chance(&self.random, 80);
            CHECK_OK(iq_list_set_events(self.list, self.asked ? IQ_EVENT_PAGE : 0));
            break;
        case 2:
        case 3: answer(&self, place, edge); break;
        case 4:
        case 5:
        case 6: reach(&self, place, edge); break;
        default: poll(&self); break;
        }
        check_pages(&self);
    }
    iq_list_destroy(self.list);
}

static void check_refusals(void)
{
    iq_list *list;
    iq_page page = {.struct_size = sizeof page};
    iq_section none = {0}, wrong = {UINT64_C(0x500000001)};
    CHECK_OK(iq_list_create(NULL, &list));
    CHECK_STATUS(iq_list_set_page(list, none, 2, &page), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_get_page(list, none, 2, &page), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_reach_edge(list, none, 2), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_set_page(list, none, 0, NULL), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_get_page(list, none, 0, NULL), IQ_ERROR_ARGUMENT);
    CHECK_STATUS(iq_list_set_page(list, wrong, 0, &page), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_get_page(list, wrong, 0, &page), IQ_ERROR_HANDLE);
    CHECK_STATUS(iq_list_reach_edge(list, wrong, 0), IQ_ERROR_HANDLE);
    page.state = 5;
    CHECK_STATUS(iq_list_set_page(list, none, 0, &page), IQ_ERROR_ARGUMENT);
    page.state = IQ_PAGE_MORE;
    page.flags = 2;
    CHECK_STATUS(iq_list_set_page(list, none, 0, &page), IQ_ERROR_ARGUMENT);
    page.flags = 0;
    page.reserved = 1;
    CHECK_STATUS(iq_list_set_page(list, none, 0, &page), IQ_ERROR_ARGUMENT);
    page.reserved = 0;
    page.token = 7;
    CHECK_STATUS(iq_list_set_page(list, none, 0, &page), IQ_ERROR_STATE);
    page.token = 0;
    page.struct_size = 8;
    CHECK_STATUS(iq_list_set_page(list, none, 0, &page), IQ_ERROR_STRUCT_SIZE);
    iq_list_destroy(list);
    CHECK_STATUS(iq_list_reach_edge(list, none, 0), IQ_ERROR_HANDLE);
}

/* The page of a section that was deleted is not that of the next section with its number. */
static void check_deleted(void)
{
    pager self = {.random = {1}};
    iq_page page = {.struct_size = sizeof page, .state = IQ_PAGE_ENDED};
    CHECK_OK(iq_list_create(NULL, &self.list));
    for (size_t i = 0; i < 40; i++) {
        size_t place = 1 + i % 2;
        self.there[place] = true;
        self.there[3 - place] = false;
        show(&self, 0);
        iq_page read = {.struct_size = sizeof read};
        CHECK_OK(iq_list_get_page(self.list, self.handles[place], IQ_EDGE_END, &read));
        CHECK(read.state == IQ_PAGE_OFF);
        CHECK_OK(iq_list_set_page(self.list, self.handles[place], IQ_EDGE_END, &page));
    }
    iq_list_destroy(self.list);
}

/* Each allocation fails: nothing has changed, and the next call does it. */
static void check_no_memory(void)
{
    for (uint64_t nth = 1;; nth++) {
        pager self = {.random = {2}, .there = {false, true, true}, .items = {0, 1, 1}, .asked = true};
        iq_page more = {.struct_size = sizeof more, .state = IQ_PAGE_MORE};
        iq_event event = {.struct_size = sizeof event};
        size_t count = 0;
        CHECK_OK(iq_list_create(NULL, &self.list));
        show(&self, 0);
        failing_arm(nth, nth % 2 == 0);
        iq_status status = iq_list_set_events(self.list, IQ_EVENT_PAGE);
        status = status ? status : iq_list_set_page(self.list, self.handles[1], IQ_EDGE_START, &more);
        status = status ? status : iq_list_reach_edge(self.list, self.handles[1], IQ_EDGE_START);
        status = status ? status : iq_list_poll(self.list, &event, 1, &count);
        bool failed = failing_disarm();
        CHECK_STATUS(status, failed ? IQ_ERROR_NO_MEMORY : IQ_OK);
        CHECK_OK(iq_list_set_events(self.list, IQ_EVENT_PAGE));
        if (count == 0) {
            CHECK_OK(iq_list_set_page(self.list, self.handles[1], IQ_EDGE_START, &more));
            CHECK_OK(iq_list_reach_edge(self.list, self.handles[1], IQ_EDGE_START));
            CHECK_OK(iq_list_poll(self.list, &event, 1, &count));
        }
        CHECK(count == 1 && event.kind == IQ_EVENT_PAGE && event.section.id == self.handles[1].id);
        iq_list_destroy(self.list);
        if (!failed) {
            CHECK(nth > 2);
            break;
        }
    }
}

int main(void)
{
    failing_install();
    check_refusals();
    check_deleted();
    check_no_memory();
    uint64_t seed = check_first_seed(1);
    for (uint64_t i = 0; i < check_scaled(300); i++) {
        check_round(seed + i);
    }
    return 0;
}
