/*
 * views_elements.c - what a view shows beside items: headers and footers of the sections in between, elements of the
 * list itself, the placeholder, the elements of pages; and what it asks for: items to prepare, and pages near its
 * edges.
 */
#include "stage.h"

#include "failing.h"

#include <string.h>

static const uint32_t display = IQ_EVENT_BOUND | IQ_EVENT_WILL_DISPLAY | IQ_EVENT_DID_END_DISPLAY;
static const iq_section whole = {0};

/* In the list's order, as the words of cells that are bound. */
static void check_bound(const char *names)
{
    char copy[256];
    size_t count = 0;
    strcpy(copy, names);
    for (char *name = strtok(copy, " "); name; name = strtok(NULL, " ")) {
        check_case = name;
        CHECK(stage_cell_of(0, name) != NULL);
        count++;
    }
    check_case = names;
    CHECK(stage_bound(0) == count);
    check_case = NULL;
    stage_check();
}

static void sections(void)
{
    stage_open();
    stage_show("1^_ab 2^_ 3^_cd 4^_e");
    stage_visible(0, 0, 4, 0);
    stage_settle();
    check_bound("h1 a b f1 h2 f2 h3 c d f3");
    CHECK(stage_place("WILL:S1") != SIZE_MAX && stage_place("WILL:S3") != SIZE_MAX);
    CHECK(stage_place("WILL:S2") == SIZE_MAX && stage_place("WILL:S4") == SIZE_MAX);
    CHECK(stage_place("WILL:h2") != SIZE_MAX && stage_place("BOUND:f2+") != SIZE_MAX);
    stage_quiet();
    stage_visible(0, 1, 1, 0);
    stage_settle();
    check_bound("h1 b f1");
    SAID("DID:a DID:h2 DID:f2 DID:h3 DID:c DID:d DID:f3 DID:S3 "
         "unbind:a unbind:h2 unbind:f2 unbind:h3 unbind:c unbind:d unbind:f3 free free free free free");
    stage_visible(0, 1, 2, 0);
    stage_settle();
    check_bound("h1 b f1 h2 f2 h3 c f3");
    stage_quiet();

    /* Another content is bound again, another key is a reload, and the element may go. */
    stage.items['^'].content = 2;
    stage.items['^'].model = stage_model_new(2);
    stage_show("1^_ab 2^_ 3^_cd 4^_e");
    stage_settle();
    SAID("bind:h1/259 BOUND:h1/259 bind:h2/259 BOUND:h2/259 bind:h3/259 BOUND:h3/259");
    stage.items['_'].content = UINT64_C(9) << 32 | 1;
    stage_show("1^_ab 2^ 3^cd 4^_e");
    stage_settle();
    CHECK(stage_place("bind:f1~") < stage_place("unbind:f1"));
    CHECK(stage_place("DID:f2") != SIZE_MAX && stage_place("DID:f3") != SIZE_MAX);
    CHECK(stage_place("DID:f1") < stage_place("WILL:f1") && stage_place("WILL:f1") != SIZE_MAX);
    check_bound("h1 b f1 h2 h3 c");

    /* A kind of the host's is shown by hand only. */
    stage_show("1^*ab");
    stage_settle();
    check_bound("h1 a b");
    iq_event event = {.struct_size = sizeof event};
    const iq_element element = {sizeof element, {0}, stage_section_of('1'), IQ_KIND_HOST, 0};
    CHECK_OK(iq_view_take_cell(stage.views[0].view, &element, &event));
    CHECK(event.element_kind == IQ_KIND_HOST && event.section.id == element.section.id && event.item.id == 0);
    stage_settle();
    check_bound("h1 a b k1");
    CHECK_OK(iq_view_give_cell(stage.views[0].view, event.cell));
    stage_settle();
    check_bound("h1 a b");

    /* A section is in view while one of its items is. */
    stage_quiet();
    stage_show("1 b");
    stage_settle();
    stage_quiet();
    stage_show("2 b");
    stage_settle();
    CHECK(stage_place("DID:S1") != SIZE_MAX && stage_place("WILL:S2") != SIZE_MAX);
    CHECK(stage_place("DID:b") == SIZE_MAX && stage_place("bind:b") == SIZE_MAX);
    stage_close();
}

static void elements_of_the_list(void)
{
    stage_open();
    stage_set_element(IQ_KIND_HEADER, 0, 1, 1);
    stage_set_element(IQ_KIND_FOOTER, 0, 2, 1);
    stage_set_element(IQ_KIND_HOST, 3, 3, 1);
    iq_list_info info = {.struct_size = sizeof info};
    CHECK_OK(iq_list_get_info(stage.list, &info));
    CHECK(info.version == 0);
    stage_settle();
    SAID("");
    /* Both also where there are no items. */
    stage_visible(0, 0, 2, 0);
    stage_settle();
    check_bound("H F");
    stage_show("1 abcdef");
    stage_settle();
    check_bound("H a b");
    stage_quiet();
    stage_visible(0, 4, 2, 0);
    stage_settle();
    check_bound("e f F");
    stage_visible(0, 1, 4, 0);
    stage_settle();
    check_bound("b c d e");
    stage_visible(0, 0, 6, 0);
    stage_settle();
    check_bound("H a b c d e f F");
    size_t other = stage_add_view();
    stage_visible(other, 5, 1, 0);
    stage_settle();
    CHECK(stage_bound(other) == 2 && stage_cell_of(other, "F"));
    stage_drop_view(other);

    /* The same key and another content or model; another key; none. */
    CHECK_OK(iq_list_set_events(stage.list, display | IQ_EVENT_UPDATE));
    CHECK_OK(iq_list_get_info(stage.list, &info));
    uint64_t version = info.version;
    stage_quiet();
    stage_set_element(IQ_KIND_HEADER, 0, 1, 2);
    stage_settle();
    SAID("bind:H/259 BOUND:H/259");
    stage_set_element(IQ_KIND_HEADER, 0, 1, 2);
    stage_settle();
    SAID("bind:H/0 BOUND:H/0");
    stage_set_element(IQ_KIND_HEADER, 0, 7, 2);
    stage_settle();
    CHECK(stage_place("bind:H~") < stage_place("unbind:H"));
    CHECK(stage_place("DID:H") < stage_place("WILL:H") && stage_place("WILL:H") != SIZE_MAX);
    iq_supplementary element = {.struct_size = sizeof element};
    CHECK_OK(iq_list_get_supplementary(stage.list, whole, IQ_KIND_HEADER, 0, 0, &element));
    CHECK(element.content == 2 && element.kind == IQ_KIND_HEADER && element.cell_class.id == stage_class[0].id);
    stage_quiet();
    CHECK_OK(iq_list_remove_supplementary(stage.list, IQ_KIND_HEADER, 0));
    CHECK_STATUS(iq_list_remove_supplementary(stage.list, IQ_KIND_HEADER, 0), IQ_ERROR_NOT_FOUND);
    CHECK_STATUS(iq_list_get_supplementary(stage.list, whole, IQ_KIND_HEADER, 0, 0, &element), IQ_ERROR_NOT_FOUND);
    stage_settle();
    CHECK(stage_place("DID:H") != SIZE_MAX && stage_place("unbind:H") != SIZE_MAX);
    check_bound("a b c d e f F");
    CHECK_OK(iq_list_get_info(stage.list, &info));
    CHECK(info.version == version);

    /* A kind of the host's, by hand. */
    const iq_element by_hand = {sizeof by_hand, {0}, {0}, IQ_KIND_HOST, 3};
    iq_event event = {.struct_size = sizeof event};
    CHECK_OK(iq_view_take_cell(stage.views[0].view, &by_hand, &event));
    CHECK(event.element_kind == IQ_KIND_HOST && event.element_index == 3 && event.section.id == 0);
    stage_settle();
    CHECK(stage_cell_of(0, "K"));
    CHECK_OK(iq_view_give_cell(stage.views[0].view, event.cell));
    stage_settle();
    CHECK(!stage_cell_of(0, "K"));
    stage_close();
}

static void placeholders(void)
{
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, display | IQ_EVENT_PLACEHOLDER));
    stage_set_element(IQ_KIND_EMPTY, 0, 1, 1);
    stage_set_element(IQ_KIND_LOADING, 0, 2, 1);
    stage_set_element(IQ_KIND_FAILED, 0, 3, 1);
    stage_visible(0, 0, 2, 0);
    stage_settle();
    SAID("new:E bind:E BOUND:E+ WILL:E PLACEHOLDER:1");
    CHECK_OK(iq_list_set_loading(stage.list, IQ_LOADING_YES));
    stage_settle();
    SAID("DID:E new:L bind:L BOUND:L+ WILL:L unbind:E PLACEHOLDER:2");
    CHECK_OK(iq_list_set_loading(stage.list, IQ_LOADING_FAILED));
    stage_settle();
    SAID("DID:L bind:X BOUND:X WILL:X unbind:L PLACEHOLDER:3");
    stage_show("1 a");
    stage_settle();
    SAID("DID:X bind:a BOUND:a WILL:a WILL:S1 unbind:X PLACEHOLDER:0");
    stage_show("1");
    stage_settle();
    check_bound("E");
    CHECK_OK(iq_list_remove_supplementary(stage.list, IQ_KIND_EMPTY, 0));
    stage_settle();
    CHECK(stage_bound(0) == 0);
    stage_close();
}

static void set_page(iq_section section, iq_edge edge, uint32_t state, uint32_t distance, uint32_t flags)
{
    const iq_page page = {.struct_size = sizeof page, .state = state, .distance = distance, .flags = flags};
    CHECK_OK(iq_list_set_page(stage.list, section, edge, &page));
}

static void check_page_shown(const char *beside, const char *name, iq_edge edge, uint32_t flags)
{
    char both[32];
    static const uint32_t states[] = {IQ_PAGE_OFF, IQ_PAGE_MORE, IQ_PAGE_LOADING, IQ_PAGE_FAILED, IQ_PAGE_ENDED};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        bool shown = states[i] != IQ_PAGE_OFF && states[i] != IQ_PAGE_ENDED;
        shown = shown && (!(flags & IQ_PAGE_SHOW_LOADING) || states[i] == IQ_PAGE_LOADING);
        set_page(whole, edge, states[i], 0, flags);
        stage_settle();
        snprintf(both, sizeof both, "%s%s%s", beside, shown ? " " : "", shown ? name : "");
        check_bound(both);
    }
    set_page(whole, edge, IQ_PAGE_OFF, 0, 0);
}

static void elements_of_pages(void)
{
    stage_open();
    stage_set_element(IQ_KIND_PAGE_START, 0, 1, 1);
    stage_set_element(IQ_KIND_PAGE_END, 0, 2, 1);
    stage_show("1 abcdef");
    for (uint32_t flags = 0; flags <= IQ_PAGE_SHOW_LOADING; flags++) {
        stage_visible(0, 0, 2, 0);
        check_page_shown("a b", "<", IQ_EDGE_START, flags);
        stage_visible(0, 3, 3, 0);
        check_page_shown("d e f", ">", IQ_EDGE_END, flags);
    }
    set_page(whole, IQ_EDGE_START, IQ_PAGE_MORE, 0, 0);
    set_page(whole, IQ_EDGE_END, IQ_PAGE_MORE, 0, 0);
    stage_visible(0, 1, 4, 0);
    stage_settle();
    check_bound("b c d e");
    stage_visible(0, 0, 6, 0);
    stage_settle();
    check_bound("< a b c d e f >");
    stage_close();
}

/* Of sections, beside their first and last items. */
static void elements_of_section_pages(void)
{
    stage_open();
    stage_show("1^<>_ab 2^<>_ 3^<>_cd");
    const iq_section first = stage_section_of('1'), second = stage_section_of('2'), third = stage_section_of('3');
    stage_visible(0, 0, 3, 0);
    stage_settle();
    check_bound("h1 a b f1 h2 f2 h3 c f3");
    set_page(first, IQ_EDGE_START, IQ_PAGE_MORE, 0, 0);
    set_page(first, IQ_EDGE_END, IQ_PAGE_FAILED, 0, 0);
    set_page(third, IQ_EDGE_START, IQ_PAGE_LOADING, 0, IQ_PAGE_SHOW_LOADING);
    set_page(third, IQ_EDGE_END, IQ_PAGE_MORE, 0, 0);
    stage_settle();
    check_bound("h1 p1 a b q1 f1 h2 f2 h3 p3 c f3");
    set_page(third, IQ_EDGE_START, IQ_PAGE_MORE, 0, IQ_PAGE_SHOW_LOADING);
    stage_visible(0, 1, 3, 0);
    stage_settle();
    check_bound("h1 b q1 f1 h2 f2 h3 c d q3 f3");
    set_page(second, IQ_EDGE_END, IQ_PAGE_ENDED, 0, 0);
    set_page(first, IQ_EDGE_END, IQ_PAGE_ENDED, 0, 0);
    set_page(third, IQ_EDGE_END, IQ_PAGE_OFF, 0, 0);
    stage_settle();
    check_bound("h1 b f1 h2 f2 h3 c d f3");
    stage_close();
}

/* Items around the visible ones, on either side; those that the next range does not have around it are cancelled. */
static void prefetching(void)
{
    stage_open();
    stage_show("1 abcdefghijklmnopqrst");
    stage_visible(0, 5, 3, 2);
    stage_settle();
    stage_visible(0, 0, 0, 0);
    stage_settle();
    CHECK(stage_place("PREFETCH:3") == SIZE_MAX); /* nobody asked */
    stage_close();

    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_PREFETCH));
    for (const char *name = "abcdefghijklmnopqrst"; *name; name++) {
        stage_set(*name, 1, stage_class[2]);
    }
    stage_show("1 abcdefghijklmnopqrst");
    stage_visible(0, 0, 2, 2);
    stage_settle();
    SAID("PREFETCH:2 PREFETCH:3");
    stage_settle();
    SAID("");
    /* What becomes visible is not cancelled. */
    stage_visible(0, 4, 2, 2);
    stage_settle();
    SAID("PREFETCH:6 PREFETCH:7");
    stage_visible(0, 14, 2, 2);
    stage_settle();
    SAID("CANCEL:2 CANCEL:3 CANCEL:6 CANCEL:7 PREFETCH:12 PREFETCH:13 PREFETCH:16 PREFETCH:17");
    stage_visible(0, 14, 2, 0);
    stage_settle();
    SAID("CANCEL:12 CANCEL:13 CANCEL:16 CANCEL:17");
    stage_visible(0, 0, 0, 0);
    stage_settle();
    SAID("");
    stage_visible(0, 18, 2, 100);
    stage_settle();
    SAID("PREFETCH:0 PREFETCH:1 PREFETCH:2 PREFETCH:3 PREFETCH:4 PREFETCH:5 PREFETCH:6 PREFETCH:7 PREFETCH:8 "
         "PREFETCH:9 PREFETCH:10 PREFETCH:11 PREFETCH:12 PREFETCH:13 PREFETCH:14 PREFETCH:15 PREFETCH:16 PREFETCH:17");
    /* Row by row: what leaves the range is near, and then no longer. */
    static const char *const steps[] = {"PREFETCH:2 PREFETCH:3", "PREFETCH:0 PREFETCH:4", "PREFETCH:1 PREFETCH:5",
                                        "PREFETCH:2 PREFETCH:6 CANCEL:0", "PREFETCH:3 PREFETCH:7 CANCEL:1"};
    stage_visible(0, 0, 0, 0);
    stage_settle();
    stage_quiet();
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        stage_visible(0, i, 2, 2);
        stage_settle();
        SAID(steps[i]);
    }
    stage_close();
}

static iq_event page_event(void)
{
    iq_event events[8] = {{.struct_size = sizeof events[0]}}, found = {0};
    for (size_t count = 1, polls = 0; count > 0 || polls < 3; polls++) {
        CHECK_OK(iq_list_poll(stage.list, events, 8, &count));
        for (size_t i = 0; i < count; i++) {
            CHECK(events[i].kind == IQ_EVENT_PAGE && found.kind == 0);
            found = events[i];
        }
    }
    return found;
}

static void answer(iq_section section, iq_edge edge, uint64_t token, uint32_t state, uint32_t distance)
{
    const iq_page page = {.struct_size = sizeof page, .state = state, .distance = distance, .token = token};
    CHECK_OK(iq_list_set_page(stage.list, section, edge, &page));
}

static void pages(void)
{
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_PAGE));
    stage_show("1 abcdefghijklmnopqrst");
    set_page(whole, IQ_EDGE_START, IQ_PAGE_MORE, 3, 0);
    set_page(whole, IQ_EDGE_END, IQ_PAGE_MORE, 3, 0);
    stage_visible(0, 4, 12, 0); /* 4 to 15 of 0 to 19 */
    CHECK(page_event().kind == 0);
    stage_visible(0, 5, 12, 0);
    iq_event event = page_event();
    CHECK(event.kind == IQ_EVENT_PAGE && event.flags == IQ_EDGE_END && event.number != 0 && event.section.id == 0);
    CHECK(page_event().kind == 0); /* once */
    /* MORE again, and still near: asked for at once, as another request. */
    answer(whole, IQ_EDGE_END, event.number, IQ_PAGE_MORE, 3);
    iq_event next = page_event();
    CHECK(next.kind == IQ_EVENT_PAGE && next.flags == IQ_EDGE_END && next.number != event.number);
    /* With enough new items the edge is far. */
    stage_show("1 abcdefghijklmnopqrstuvw");
    answer(whole, IQ_EDGE_END, next.number, IQ_PAGE_MORE, 3);
    CHECK(page_event().kind == 0);
    stage_visible(0, 20, 3, 0);
    next = page_event();
    CHECK(next.flags == IQ_EDGE_END && next.kind == IQ_EVENT_PAGE);
    answer(whole, IQ_EDGE_END, next.number, IQ_PAGE_FAILED, 3);
    CHECK(page_event().kind == 0);
    set_page(whole, IQ_EDGE_END, IQ_PAGE_ENDED, 3, 0);
    CHECK(page_event().kind == 0);
    stage_visible(0, 3, 4, 0);
    event = page_event();
    CHECK(event.kind == IQ_EVENT_PAGE && event.flags == IQ_EDGE_START);
    stage_close();

    /* Of a section: only its own edges count. */
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_PAGE));
    stage_show("1 abcdef 2 ghijkl");
    iq_section first = stage_section_of('1');
    set_page(first, IQ_EDGE_END, IQ_PAGE_MORE, 1, 0);
    stage_visible(0, 0, 4, 0);
    CHECK(page_event().kind == 0);
    stage_visible(0, 9, 3, 0);
    CHECK(page_event().kind == 0);
    stage_visible(0, 0, 5, 0);
    event = page_event();
    CHECK(event.kind == IQ_EVENT_PAGE && event.section.id == first.id && event.flags == IQ_EDGE_END);
    stage_close();

    /* An empty list is asked for at its end only, once a view shows it. */
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_PAGE));
    set_page(whole, IQ_EDGE_START, IQ_PAGE_MORE, 3, 0);
    set_page(whole, IQ_EDGE_END, IQ_PAGE_MORE, 3, 0);
    CHECK(page_event().kind == 0);
    stage_visible(0, 0, 5, 0);
    event = page_event();
    CHECK(event.kind == IQ_EVENT_PAGE && event.flags == IQ_EDGE_END);
    stage_close();

    /* Two views reach it once. */
    stage_open();
    CHECK_OK(iq_list_set_events(stage.list, IQ_EVENT_PAGE));
    stage_show("1 abc");
    set_page(whole, IQ_EDGE_END, IQ_PAGE_MORE, 0, 0);
    stage_visible(0, 0, 3, 0);
    stage_visible(stage_add_view(), 0, 3, 0);
    CHECK(page_event().kind == IQ_EVENT_PAGE && page_event().kind == 0);
    stage_close();
}

int main(void)
{
    failing_install();
    stage_register();
    sections();
    elements_of_the_list();
    placeholders();
    elements_of_pages();
    elements_of_section_pages();
    prefetching();
    pages();
    return 0;
}
