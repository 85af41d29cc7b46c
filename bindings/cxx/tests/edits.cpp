// edits.cpp - each function of an edit does what its namesake in C does.
#include "tests.hpp"

static std::vector<iq_key> all(const iq::list &list) { return list.keys(0, list.item_count()); }

static void change_items()
{
    iq::list list = iq::list::create();
    list.set_items_silently(columns(rows_of({1, 2, 3, 4, 5})));
    iq_section section = list.find_section_at(0);
    iq_item one = list.find_item_at(0), two = list.find_item_at(1), five = list.find_item_at(4);
    iq::edit edit = list.edit();
    edit.insert_items(section, IQ_END, columns(rows_of({6})));
    edit.insert_items_beside(IQ_PUT_BEFORE, one, columns(rows_of({7})));
    edit.insert_items_beside(IQ_PUT_AFTER, one, columns(rows_of({8})));
    CHECK(all(list) == keys_of({7, 1, 8, 2, 3, 4, 5, 6}));
    edit.delete_item(two);
    edit.delete_item_range(section, 3, 1);
    CHECK(all(list) == keys_of({7, 1, 8, 4, 5, 6}));
    edit.move_item_range(section, 0, 2, section, 1);
    edit.move_item_beside(five, IQ_PUT_BEFORE, one);
    CHECK(all(list) == keys_of({8, 7, 5, 1, 4, 6}));
    edit.move_item_beside(five, IQ_PUT_AFTER, one);
    CHECK(all(list) == keys_of({8, 7, 1, 5, 4, 6}));
    const std::vector<row> looks = {row_of(0, 7), row_of(0, 8)};
    const std::vector<iq_item> both = {one, five};
    edit.update_items(both, columns(looks), IQ_COLUMN_CONTENT);
    CHECK(list.item_info(one).content == 7 && list.item_info(five).content == 8);
    edit.update_item(one, 9);
    CHECK(list.item_info(one).content == 9 && list.item_info(one).key == iq::key_from_u64(1));
    CHECK(thrown([&] { edit.update_items({&one, 1}, columns(looks), IQ_COLUMN_CONTENT); }) ==
          IQ_ERROR_ARGUMENT);
    edit.reload_items(std::vector<iq_item>{one});
    edit.reconfigure_items(std::vector<iq_item>{five});
    CHECK(thrown([&] { edit.delete_item(two); }) == IQ_ERROR_HANDLE);
    CHECK(thrown([&] { edit.delete_items({one, one}); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { list.edit(); }) == IQ_ERROR_BUSY);
    iq::edit_options options;
    options.wait_milliseconds = 1;
    iq_status status;
    CHECK(!list.edit(options, &status) && status == IQ_ERROR_BUSY);
    iq::changeset changes = edit.commit();
    CHECK(changes.summary().item_inserts == 3 && changes.summary().item_reloads == 1);
    CHECK(thrown([&] { edit.delete_item(one); }) == IQ_ERROR_STATE);
    edit.reset();

    edit = list.edit();
    edit.set_section_items(section, columns(rows_of({1})));
    CHECK(list.item_count() == 1);
    edit.reset();
    CHECK(list.item_count() == 6);
    edit = list.edit();
    edit.delete_items(std::vector<iq_item>{one, five});
    edit.commit_silently();
    CHECK(list.item_count() == 4);
}

static void change_levels()
{
    iq::list list = iq::list::create();
    list.set_items_silently(iq::columns_from(keys_of({1, 2, 3}), {}, {}, {}, std::vector<std::uint16_t>{0, 1, 0}));
    iq_item one = list.find_item_at(0), two = list.find_item_at(1);
    iq::edit edit = list.edit();
    edit.insert_children(one, 1, columns(rows_of({4})));
    edit.insert_children(two, IQ_END, columns(rows_of({5})));
    CHECK(all(list) == keys_of({1, 2, 5, 4, 3}));
    CHECK(list.item_info(list.find_item_at(2)).level == 2 && list.item_info(list.find_item_at(3)).level == 1);
    CHECK(thrown([&] { edit.insert_children(one, 3, columns(rows_of({6}))); }) == IQ_ERROR_RANGE);
    struct leveled {
        std::uint16_t level;
    };
    const std::vector<leveled> looks = {{3}};
    edit.update_items({&two, 1}, iq::columns_of(looks).levels(&leveled::level), IQ_COLUMN_LEVEL);
    CHECK(list.item_info(two).level == 3);
    iq::changeset changes = edit.commit();
    CHECK(changes.summary().item_inserts == 2 && changes.summary().item_reconfigures == 1);
    CHECK(thrown([&] {
              list.set_items_silently(
                  iq::columns_from(keys_of({1, 2}), {}, {}, {}, std::vector<std::uint16_t>{0}));
          }) == IQ_ERROR_ARGUMENT);
}

static void change_sections()
{
    iq::list list = iq::list::create();
    iq::edit edit = list.edit();
    edit.insert_sections(0, keys_of({1, 2}));
    iq_section one = list.find_section_at(0), two = list.find_section_at(1);
    edit.insert_sections_beside(IQ_PUT_BEFORE, one, keys_of({3}));
    edit.insert_sections_beside(IQ_PUT_AFTER, two, keys_of({4}));
    edit.move_section_beside(two, IQ_PUT_BEFORE, one);
    edit.move_section_range(0, 1, 3);
    edit.move_section_beside(one, IQ_PUT_AFTER, two);
    std::vector<iq_key> found;
    for (std::size_t i = 0; i < list.section_count(); i++) {
        found.push_back(list.section_info(list.find_section_at(i)).key);
    }
    CHECK(found == keys_of({2, 1, 4, 3}));
    edit.reload_sections(std::vector<iq_section>{one});
    iq::supplementary footer;
    footer.kind = IQ_KIND_FOOTER;
    edit.set_supplementary(one, footer);
    CHECK(list.supplementaries(one).size() == 1);
    edit.remove_supplementary(one, IQ_KIND_FOOTER);
    CHECK(list.supplementaries(one).empty());
    edit.delete_section_range(2, 2);
    edit.delete_sections(std::vector<iq_section>{two});
    CHECK(list.section_count() == 1 && list.find_section_at(0) == one);
    CHECK(edit.commit().summary().section_inserts == 1);
}

void test_edits()
{
    change_items();
    change_levels();
    change_sections();
}
