// lists.cpp - updates and reads of a list.
#include "tests.hpp"

static void update()
{
    iq::list list = iq::list::create();
    std::vector<row> rows = rows_of({1, 2, 3}), fewer = rows_of({3, 1});
    iq_key a = iq::key_of("a"), b = iq::key_of("b");
    iq::supplementary header;
    header.kind = IQ_KIND_HEADER;
    header.key = iq::key_of("title");
    std::vector<iq::section_entry> sections(2);
    sections[0].key = a;
    sections[0].supplementaries = &header;
    sections[0].supplementary_count = 1;
    sections[1].key = b;
    sections[1].first_item = 2;
    CHECK(list.set(sections, columns(rows)).summary().item_inserts == 3);
    CHECK(list.section_count() == 2 && list.item_count() == 3);
    CHECK(list.supplementaries(list.find_section_at(0)).size() == 1);
    CHECK(list.supplementaries(list.find_section_at(0))[0].key == header.key);
    CHECK(list.supplementaries(list.find_section_at(1)).empty());
    CHECK(list.supplementary_at(list.find_section_at(0), IQ_KIND_HEADER).key == header.key);
    CHECK(thrown([&] { list.supplementary_at(list.find_section_at(1), IQ_KIND_HEADER); }) == IQ_ERROR_NOT_FOUND);
    CHECK(list.set_section_items(b, columns(rows_of({9}))).summary().item_deletes == 1);
    CHECK(thrown([&] { list.set_section_items(iq::key_of("c"), columns(rows)); }) == IQ_ERROR_NOT_FOUND);

    iq::snapshot shown = list.snapshot();
    shown.append_items(columns(rows_of({10})));
    CHECK(list.apply(shown).summary().item_inserts == 1);
    CHECK(list.set_items(columns(fewer)).summary().sections_after == 1);
    iq::update_options options;
    options.flags = IQ_UPDATE_RELOAD;
    CHECK(list.set_items(columns(rows), options).is_reload());
}

static void read()
{
    iq::list list = iq::list::create();
    std::vector<row> rows = rows_of({1, 2, 3});
    list.set_items_silently(columns(rows));
    iq_section section = list.find_section_at(0);
    iq_item second = list.find_item_at(1);
    CHECK(second == list.find_item_in_section(section, 1) && second == list.find_item(rows[1].key));
    CHECK(second != list.find_item_at(0) && list.find_section(iq_key{}) == section);
    CHECK(list.find_position(second) == (iq_position{0, 1}));
    CHECK(list.find_index({0, 2}) == 2);
    CHECK(thrown([&] { list.find_index({0, 3}); }) == IQ_ERROR_RANGE);
    CHECK(list.section_info(section).count == 3);
    CHECK(list.item_info(second).key == rows[1].key && list.item_info(second).section == section);
    CHECK(list.statistics().tree_bytes > 0 && list.dump().size() > 10);
    list.trim();
    CHECK(thrown([&] { list.find_item(iq::key_from_u64(77)); }) == IQ_ERROR_NOT_FOUND);
    CHECK(thrown([&] { list.find_section_at(1); }) == IQ_ERROR_RANGE);
    CHECK(thrown([&] { list.item_info({12345}); }) == IQ_ERROR_HANDLE);
    CHECK(thrown([&] { list.keys(2, 2); }) == IQ_ERROR_RANGE);
}

static void changes()
{
    iq::list list = iq::list::create(), other = iq::list::create();
    iq::list_changes first = list.changes_since({});
    CHECK(first.after && !list.changes_since(first.after).after);
    list.set_items(columns(rows_of({1, 2})));
    list.set_items(columns(rows_of({2, 3, 1})));
    iq::list_changes next = list.changes_since(first.after);
    CHECK(next.changes.summary().item_inserts == 3 && next.after.item_count() == 3);
    CHECK(!list.changes_since(next.after).changes);
    CHECK(thrown([&] { other.changes_since(next.after); }) == IQ_ERROR_MISMATCH);
    iq::list_info info;
    iq_list_get_info(list.get(), &info);
    CHECK(info.edit_open == 0);
}

/* A held list commits no submission. */
void hold()
{
    iq::list list = iq::list::create();
    CHECK(thrown([&] { list.resume(); }) == IQ_ERROR_STATE);
    {
        iq::held held(list), again(list);
        list.submit(iq::snapshot::create());
        iq_list_info info{};
        info.struct_size = sizeof info;
        CHECK(iq_list_get_info(list.get(), &info) == IQ_OK && info.holds == 2 && info.submissions == 1);
    }
    CHECK(thrown([&] { list.resume(); }) == IQ_ERROR_STATE);
}

void test_lists()
{
    changes();
    update();
    read();
    hold();
}
