// columns.cpp - arrays of structs and packed arrays as columns: the same list either way.
#include "tests.hpp"

static void compare(const iq_columns &given, const std::vector<row> &rows)
{
    iq::list list = iq::list::create();
    list.set_items_silently(given);
    CHECK(list.item_count() == rows.size());
    std::vector<iq_key> keys(rows.size());
    std::vector<std::uint64_t> contents(rows.size());
    std::vector<void *> models(rows.size());
    std::vector<iq_class> classes(rows.size());
    iq::item_buffers buffers;
    buffers.keys = keys.data();
    buffers.contents = contents.data();
    buffers.models = models.data();
    buffers.classes = classes.data();
    list.get_items(0, rows.size(), buffers);
    for (std::size_t i = 0; i < rows.size(); i++) {
        CHECK(keys[i] == rows[i].key && contents[i] == rows[i].content && models[i] == rows[i].name);
        CHECK(classes[i] == rows[i].cell_class);
    }
    CHECK(list.keys(0, rows.size()) == keys);
}

static void take_structs(iq_class cell_class)
{
    std::vector<row> rows;
    for (std::uint64_t i = 0; i < 9; i++) {
        rows.push_back({iq::key_from_u64(i), i, i == 4 ? nullptr : "a name", cell_class});
    }
    auto given = iq::columns_of(rows).keys(&row::key).contents(&row::content).models(&row::name);
    compare(iq::struct_columns<row>(given).classes(&row::cell_class), rows);
    compare(iq::struct_columns<row>(given).same_class(cell_class), rows);
    iq::struct_columns<row> copy = iq::struct_columns<row>(given).same_class(cell_class);
    iq::struct_columns<row> copied_again = copy;
    compare(copied_again, rows);
    for (row &each : rows) {
        each.content = 5;
    }
    compare(iq::struct_columns<row>(given).same_content(5).same_class(cell_class), rows);
    const row array[] = {row_of(1), row_of(2)};
    CHECK(iq::columns_of(array).keys(&row::key).get().count == 2);
    compare(columns({}), {});
}

static void take_packed(iq_class cell_class)
{
    std::vector<row> rows;
    std::vector<iq_key> keys;
    std::vector<std::uint64_t> contents;
    std::vector<void *> models;
    std::vector<iq_class> classes;
    for (std::uint64_t i = 0; i < 9; i++) {
        rows.push_back({iq::key_from_u64(i), i, reinterpret_cast<const char *>(&keys), cell_class});
        keys.push_back(rows[i].key);
        contents.push_back(i);
        models.push_back(&keys);
        classes.push_back(cell_class);
    }
    compare(iq::columns_from(keys, contents, models, classes), rows);
    compare(iq::columns_of(rows).keys(&row::key).contents(&row::content).models(models).classes(
                &row::cell_class),
            rows);
    contents.pop_back();
    models.pop_back();
    iq::list list = iq::list::create();
    CHECK(thrown([&] { list.set_items(iq::columns_from(keys, contents)); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { list.set_items(iq::columns_of(rows).keys(&row::key).models(models)); }) ==
          IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { list.set_items(iq::columns_of(rows)); }) == IQ_ERROR_ARGUMENT);
    CHECK(list.item_count() == 0);
}

void test_columns()
{
    iq::class_options options;
    options.name = "columns";
    iq_class cell_class = iq::create_class(options);
    take_structs(cell_class);
    take_packed(cell_class);
}
