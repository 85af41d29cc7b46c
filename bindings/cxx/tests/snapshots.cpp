// snapshots.cpp - each function of a snapshot does what its namesake in C does.
#include "tests.hpp"

static std::vector<iq_key> all(const iq::snapshot &snapshot)
{
    return snapshot.keys(0, snapshot.item_count());
}

static void change_items()
{
    iq::snapshot shown = iq::snapshot::create();
    std::vector<row> rows = rows_of({1, 2, 3}), more = rows_of({4}), others = rows_of({5});
    iq_key a = iq::key_of("a"), b = iq::key_of("b");
    CHECK(thrown([&] { shown.append_items(columns(rows)); }) == IQ_ERROR_NO_SECTION);
    shown.append_section(a);
    shown.append_items(columns(rows));
    shown.append_section(b);
    shown.insert_items_beside(IQ_PUT_BEFORE, rows[0].key, columns(more));
    shown.insert_items_beside(IQ_PUT_AFTER, rows[2].key, columns(others));
    CHECK(all(shown) == keys_of({4, 1, 2, 3, 5}));
    shown.move_item_beside(rows[2].key, IQ_PUT_BEFORE, rows[0].key);
    shown.move_item_beside(more[0].key, IQ_PUT_AFTER, others[0].key);
    CHECK(all(shown) == keys_of({3, 1, 2, 5, 4}));
    shown.move_item_to_end(b, rows[2].key);
    CHECK(shown.find_position(rows[2].key) == (iq_position{1, 0}));
    CHECK(thrown([&] { shown.find_position(iq::key_from_u64(77)); }) == IQ_ERROR_NOT_FOUND);
    CHECK(shown.item_info({1, 0}).key == rows[2].key && shown.find_index({1, 0}) == 4);
    CHECK(thrown([&] { shown.item_info({1, 1}); }) == IQ_ERROR_RANGE);
    CHECK(thrown([&] { shown.find_index({2, 0}); }) == IQ_ERROR_RANGE);
    CHECK(shown.delete_items(keys_of({1, 77})) == 1 && shown.item_count() == 4);
    shown.reload_items(keys_of({2}));
    shown.reconfigure_items(keys_of({5}));
    shown.reload_sections(iq::span<const iq_key>(&b, 1));
    CHECK(shown.dump().find("reload") != std::string::npos);
    shown.clear_marks();
    CHECK(shown.dump().find("reload") == std::string::npos);
    CHECK(thrown([&] { shown.reload_items(keys_of({77})); }) == IQ_ERROR_NOT_FOUND);
    shown.delete_all_items(&b);
    CHECK(shown.section_info(b).count == 0 && shown.item_count() == 3);
    shown.delete_all_items();
    CHECK(shown.item_count() == 0 && shown.section_count() == 2);
    shown.delete_all();
    CHECK(shown.section_count() == 0);
}

static void put_items()
{
    iq::snapshot shown = iq::snapshot::create();
    iq_key a = iq::key_of("a"), b = iq::key_of("b");
    const std::vector<iq_key> other = {b}, first = {a};
    shown.insert_sections(IQ_END, other);
    shown.insert_sections(0, first);
    CHECK(shown.section_info_at(0).key == a && shown.section_info_at(1).key == b);
    CHECK(thrown([&] { shown.insert_sections(3, keys_of({9})); }) == IQ_ERROR_RANGE);
    shown.insert_items(a, 0, columns(rows_of({2})));
    shown.insert_items(a, IQ_END, columns(rows_of({3})));
    shown.insert_items(a, 0, columns(rows_of({1})));
    CHECK(all(shown) == keys_of({1, 2, 3}));
    CHECK(thrown([&] { shown.insert_items(a, 4, columns(rows_of({9}))); }) == IQ_ERROR_RANGE);
    shown.insert_children(iq::key_from_u64(1), 0, columns(rows_of({5})));
    shown.insert_children(iq::key_from_u64(1), IQ_END, columns(rows_of({6})), &a);
    CHECK(all(shown) == keys_of({1, 5, 6, 2, 3}) && shown.item_info({0, 2}).level == 1);
    CHECK(thrown([&] { shown.insert_children(a, 0, columns(rows_of({9}))); }) == IQ_ERROR_NOT_FOUND);
    const std::vector<row> looks = {row_of(0, 7), row_of(0, 8)};
    shown.update_items(keys_of({3, 5}), columns(looks), IQ_COLUMN_CONTENT);
    CHECK(shown.item_info({0, 4}).content == 7 && shown.item_info({0, 1}).content == 8);
    CHECK(thrown([&] { shown.update_items(keys_of({3, 3}), columns(looks), IQ_COLUMN_CONTENT); }) ==
          IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { shown.update_items(keys_of({3}), columns(looks), IQ_COLUMN_CONTENT); }) ==
          IQ_ERROR_ARGUMENT);
    shown.set_section_items(a, columns(rows_of({3, 4})));
    CHECK(all(shown) == keys_of({3, 4}));
    CHECK(thrown([&] { shown.set_section_items(b, columns(rows_of({4}))); }) == IQ_ERROR_DUPLICATE);
}

static void change_sections()
{
    iq::snapshot shown = iq::snapshot::create();
    std::vector<iq_key> keys = keys_of({1, 2}), before = keys_of({3}), after = keys_of({4});
    shown.append_sections(keys);
    shown.insert_sections_beside(IQ_PUT_BEFORE, keys[0], before);
    shown.insert_sections_beside(IQ_PUT_AFTER, keys[1], after);
    shown.move_section_beside(after[0], IQ_PUT_BEFORE, before[0]);
    shown.move_section_beside(keys[0], IQ_PUT_AFTER, keys[1]);
    std::vector<iq_key> found;
    for (std::size_t i = 0; i < shown.section_count(); i++) {
        found.push_back(shown.section_info_at(i).key);
    }
    CHECK(found == keys_of({4, 3, 2, 1}));
    CHECK(shown.delete_sections(keys_of({3, 77})) == 1 && shown.section_count() == 3);
    CHECK(thrown([&] { shown.section_info_at(3); }) == IQ_ERROR_RANGE);
    CHECK(thrown([&] { shown.append_sections(keys); }) == IQ_ERROR_DUPLICATE);

    iq::supplementary header;
    header.kind = IQ_KIND_HEADER;
    header.key = iq::key_of("title");
    header.content = 5;
    shown.set_supplementary(keys[0], header);
    header.kind = IQ_KIND_HOST;
    header.index = 3;
    shown.set_supplementary(keys[0], header);
    CHECK(shown.section_info(keys[0]).supplementary_count == 2);
    CHECK(shown.supplementaries(keys[0]).size() == 2 && shown.supplementaries(keys[0])[1].index == 3);
    CHECK(shown.supplementary_at(keys[0], IQ_KIND_HEADER).content == 5);
    CHECK(thrown([&] { shown.supplementary_at(keys[0], IQ_KIND_FOOTER); }) == IQ_ERROR_NOT_FOUND);
    shown.remove_supplementary(keys[0], IQ_KIND_HEADER);
    CHECK(thrown([&] { shown.remove_supplementary(keys[0], IQ_KIND_HEADER); }) == IQ_ERROR_NOT_FOUND);
}

static void take_scopes()
{
    iq::snapshot_options options;
    options.duplicates = IQ_DUPLICATES_SCOPE;
    iq::snapshot shown = iq::snapshot::create(options);
    iq_key a = iq::key_of("a"), b = iq::key_of("b");
    std::vector<row> rows = rows_of({1, 2});
    shown.append_section(a);
    shown.append_section(b);
    shown.append_items(columns(rows), &a);
    shown.append_items(columns(rows), &b);
    CHECK(shown.find_position(rows[1].key, &b) == (iq_position{1, 1}));
    CHECK(thrown([&] { shown.find_position(rows[1].key); }) == IQ_ERROR_SCOPE);
    std::vector<unsigned char> bytes = shown.encode();
    CHECK(iq::snapshot::decode(bytes, options).encode() == bytes);
    CHECK(thrown([&] { iq::snapshot::decode(bytes); }) == IQ_ERROR_SCOPE);
}

static void set_all()
{
    iq::snapshot shown = iq::snapshot::create();
    std::vector<iq::section_entry> sections(2);
    sections[0].key = iq::key_of("a");
    sections[1].key = iq::key_of("b");
    sections[1].first_item = 2;
    shown.set(sections, columns(rows_of({1, 2, 3})));
    CHECK(shown.section_count() == 2 && all(shown) == keys_of({1, 2, 3}));
    CHECK(shown.section_info_at(1).count == 1);
    sections[1].first_item = 9;
    CHECK(thrown([&] { shown.set(sections, columns(rows_of({1}))); }) != IQ_OK && shown.item_count() == 3);
}

void test_snapshots()
{
    set_all();
    change_items();
    put_items();
    change_sections();
    take_scopes();
}
