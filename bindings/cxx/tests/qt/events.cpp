// events.cpp - what is no update is handed on, behind what the models show; pages are asked for by Qt.
#include "shown.hpp"

#include <QtWidgets/QListView>
#include <QtWidgets/QScrollBar>

namespace {

std::vector<plain> rows_to(int count)
{
    std::vector<plain> rows;
    for (int number = 0; number < count; number++) {
        rows.push_back({number, 0});
    }
    return rows;
}

} // namespace

void test_events()
{
    iq::list list = iq::list::create();
    iq::qt::Feed feed(list, IQ_EVENT_ACTION);
    iq::qt::Model model(feed);
    add_fields(model);
    std::vector<int> rows_at_event;
    std::vector<iq_status> failures;
    feed.on_event([&](const iq_event &event) {
        rows_at_event.push_back(model.rowCount());
        if (event.kind == IQ_EVENT_ACTION) {
            CHECK(event.model == nullptr || static_cast<const thing *>(event.model)->number == 1);
        } else {
            CHECK(event.kind == IQ_EVENT_UPDATE);
            failures.push_back(event.status);
        }
    });
    {
        given rows(rows_to(3));
        list.set_items(rows.columns());
    }
    iq::element element;
    element.item = list.find_item_at(1);
    list.emit(element, IQ_ACTION_PRIMARY);
    {
        given rows(rows_to(5));
        list.set_items(rows.columns());
    }
    run_loop();
    CHECK(model.rowCount() == 5 && rows_at_event == std::vector<int>({5}));

    iq::snapshot twice = iq::snapshot::create();
    twice.append_section(key_of(0));
    {
        given rows(std::vector<plain>{{1, 0}, {1, 0}});
        twice.append_items(rows.columns());
    }
    iq::submit_options here;
    here.flags = IQ_SUBMIT_HERE;
    list.submit(twice, here);
    run_loop();
    CHECK(failures == std::vector<iq_status>({IQ_ERROR_DUPLICATE}) && model.rowCount() == 5);
}

namespace {

/// A view that is scrolled to its end loads all pages of the list, and no more.
void a_view_loads_pages()
{
    iq::list list = iq::list::create();
    iq::page more;
    more.state = IQ_PAGE_MORE;
    list.set_page({0}, IQ_EDGE_END, more);
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed);
    add_fields(model);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    tester.setUseFetchMore(false);
    int pages = 0;
    feed.on_event([&](const iq_event &event) {
        CHECK(event.kind == IQ_EVENT_PAGE && event.flags == IQ_EDGE_END && event.section.id == 0);
        CHECK(!model.canFetchMore({}));
        given rows(rows_to(50 * ++pages));
        list.set_items(rows.columns());
        iq::page answer;
        answer.state = pages < 4 ? IQ_PAGE_MORE : IQ_PAGE_ENDED;
        answer.token = event.number;
        list.set_page({0}, IQ_EDGE_END, answer);
    });
    CHECK(model.canFetchMore({}) && pages == 0);
    QListView view;
    view.setModel(&model);
    view.resize(200, 200);
    view.show();
    for (int round = 0; round < 40; round++) {
        run_loop();
        view.scrollToBottom();
    }
    CHECK(pages == 4 && model.rowCount() == 200 && !model.canFetchMore({}));
}

void a_section_has_pages()
{
    iq::list list = iq::list::create();
    {
        given rows(plain_list{{0, {{1, 0}}}, {1, {{2, 0}}}});
        list.set(rows.sections, rows.columns());
    }
    iq_section second = list.find_section_at(1);
    iq::page more;
    more.state = IQ_PAGE_MORE;
    list.set_page(second, IQ_EDGE_END, more);
    iq::qt::Feed feed(list);
    iq::qt::Model model(feed, iq::qt::Shape::Sections);
    std::vector<iq_section> asked;
    feed.on_event([&](const iq_event &event) { asked.push_back(event.section); });
    CHECK(!model.canFetchMore({}) && !model.canFetchMore(model.index(0, 0)));
    CHECK(model.canFetchMore(model.index(1, 0)) && !model.canFetchMore(model.index(0, 0, model.index(1, 0))));
    model.fetchMore(model.index(1, 0));
    run_loop();
    CHECK(asked.size() == 1 && asked[0] == second && !model.canFetchMore(model.index(1, 0)));
}

} // namespace

void test_pages()
{
    a_view_loads_pages();
    a_section_has_pages();
}
