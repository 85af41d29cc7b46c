// values.cpp - keys, contents, handles and positions compare, order and hash; spans see what they borrow.
#include "tests.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

static void compare()
{
    iq_key one = iq::key_from_u64(1), same = iq::key_from_u64(1), two = iq::key_from_u64(2);
    CHECK(one == same && !(one != same) && one != two && one < two && !(two < one) && !(one < same));
    std::unordered_set<iq_key> keys = {one, same, two};
    CHECK(keys.size() == 2 && keys.count(same) == 1);
    std::map<iq_key, int> ordered = {{two, 2}, {one, 1}};
    CHECK(ordered.begin()->second == 1);
    CHECK(std::hash<iq_key>()(one) == std::hash<iq_key>()(same));
    CHECK(std::hash<iq_key>()(one) != std::hash<iq_key>()(two));

    iq_item item = {7}, other = {8};
    iq_section section = {7};
    CHECK(item == iq_item{7} && item != other && item < other);
    CHECK(section == iq_section{7} && !(section != iq_section{7}) && !(section < section));
    CHECK((std::unordered_set<iq_item>{item, other, item}.size() == 2));
    CHECK((std::unordered_set<iq_section>{section, section}.size() == 1));
    CHECK((iq_class{1} == iq_class{1} && iq_class{1} != iq_class{2} && iq_class{1} < iq_class{2}));
    CHECK((std::unordered_set<iq_class>{{1}, {2}, {1}}.size() == 2));

    iq_position first = {0, 9}, second = {1, 0};
    CHECK(first < second && first != second && first == (iq_position{0, 9}) && !(second < first));
    CHECK((first < iq_position{0, 10}) && iq::section_position(3) == (iq_position{3, IQ_NONE}));
    CHECK((std::unordered_set<iq_position>{first, second, first}.size() == 2));
    CHECK((iq_splice{1, 2, 3} == iq_splice{1, 2, 3}) && (iq_splice{1, 2, 3} != iq_splice{1, 2, 4}));
}

/* The same keys as C, Python and Rust. */
static void make_keys()
{
    iq_key key;
    CHECK(iq_key_from_bytes("abc", 3, &key) == IQ_OK && iq::key_from_bytes("abc", 3) == key);
    CHECK(iq::hasher().add_bytes("abc", 3).key() == key);
    const unsigned char bytes[] = {'a', 'b', 'c'};
    CHECK(iq::hasher().add_bytes(bytes).key() == key);
    CHECK(iq_key_from_digest("0123456789abcdefgh", 18, &key) == IQ_OK);
    CHECK(iq::key_from_digest("0123456789abcdefgh", 18) == key);

    iq_hasher hasher;
    iq_hasher_init(&hasher);
    iq_hasher_add_string(&hasher, "user", SIZE_MAX);
    iq_hasher_add_unsigned(&hasher, 42);
    iq_hasher_add_signed(&hasher, -1);
    iq_hasher_add_double(&hasher, 0.5);
    iq_hasher_add_bool(&hasher, 1);
    iq_hasher_add_nothing(&hasher);
    iq_hasher_add_key(&hasher, key);
    iq_key wanted;
    std::uint64_t content;
    CHECK(iq_hasher_get_key(&hasher, &wanted) == IQ_OK && iq_hasher_get_content(&hasher, &content) == IQ_OK);
    CHECK(iq::key_of("user", 42, -1, 0.5, true, nullptr, key) == wanted);
    CHECK(iq::key_of(std::string("user"), 42u, -1L, 0.5f, true, nullptr, key) == wanted);
    CHECK(iq::content_of(std::string_view("user"), 42, -1, 0.5, true, nullptr, key) == content);
    iq::hasher copied = iq::hasher().add("user");
    iq::hasher again = copied;
    CHECK(copied.add(1).key() == again.add(1ull).key() && *copied.get()->state != 0);
}

static void hash_records()
{
    const unsigned char fields[] = {5, 1, 0, 0, 0, 0, 0, 0, 0, 'a', 8};
    const std::size_t ends[] = {10, 11};
    std::array<iq_key, 2> keys;
    std::array<std::uint64_t, 2> contents;
    iq::hash_records(fields, ends, keys, contents);
    CHECK(keys[0] == iq::key_of("a") && keys[1] == iq::key_of(nullptr));
    CHECK(contents[0] == iq::content_of("a"));
    std::array<iq_key, 1> few;
    CHECK(thrown([&] { iq::hash_records(fields, ends, few); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { iq::hash_records({fields, 5}, ends, keys); }) == IQ_ERROR_RANGE);
}

static void borrow()
{
    std::vector<int> numbers = {1, 2, 3};
    const std::vector<int> &constant = numbers;
    int array[] = {4, 5};
    iq::span<int> all = numbers;
    iq::span<const int> seen = constant, part = seen.subspan(1, 2), plain = array, none;
    CHECK(all.size() == 3 && &all[0] == numbers.data() && all.front() == 1 && all.back() == 3);
    CHECK(part.size() == 2 && part[0] == 2 && plain.size() == 2);
    CHECK(none.empty() && none.begin() == none.end());
    CHECK(std::equal(seen.begin(), seen.end(), numbers.begin()));
#ifdef __cpp_lib_span
    std::span<const int> standard = seen;
    CHECK(standard.data() == seen.data() && standard.size() == 3);
    iq::span<const int> back = standard;
    CHECK(back.data() == seen.data());
#endif
}

/// Each call that takes a span of constants takes values in braces, one or several.
static void pass_in_braces()
{
    const iq_key a = iq::key_from_u64(1), b = iq::key_from_u64(2), c = iq::key_from_u64(3);
    iq::snapshot wanted = iq::snapshot::create();
    wanted.append_sections({a});
    wanted.insert_sections_beside(IQ_PUT_BEFORE, a, {b});
    wanted.insert_sections_beside(IQ_PUT_AFTER, a, {c});
    wanted.append_items(iq::columns_from({a, b, c}, {1, 2, 3}, {}, {}, {0, 1, 0}), &c);
    wanted.reload_items({a, b});
    wanted.reconfigure_items({c});
    wanted.reload_sections({a});
    CHECK(wanted.delete_items({c}) == 0 && wanted.delete_sections({a, b}) == 0);

    iq::section_entry entry;
    entry.key = a;
    wanted.set({entry}, iq::columns_from({b, c}));
    iq::list list = iq::list::create();
    list.set({entry}, iq::columns_from({b, c}));
    CHECK(list.snapshot().keys(0, 2) == wanted.keys(0, 2));

    const iq_item first = list.find_item_at(0), second = list.find_item_at(1);
    list.set_selection(IQ_SELECTION_MULTIPLE);
    list.set_states({first}, IQ_STATE_SELECTED);
    list.set_states({first, second}, IQ_STATE_SELECTED);
    CHECK(list.set_key_states({a, b}, IQ_STATE_EXPANDED) == 1 && list.info().selected == 2);
    CHECK(thrown([&] { list.begin_reorder({first}); }) == IQ_ERROR_REFUSED);
    iq::derive_options options;
    options.kind = IQ_DERIVE_FILTER;
    iq::list found = list.derive(options);
    found.set_filter({1}, list.info().version);

    iq::edit edit = list.edit();
    edit.insert_sections(IQ_END, {b});
    edit.insert_sections_beside(IQ_PUT_BEFORE, list.find_section_at(0), {c});
    edit.insert_sections_beside(IQ_PUT_AFTER, list.find_section_at(0), {iq::key_from_u64(4)});
    edit.reload_sections({list.find_section_at(0)});
    edit.delete_sections({list.find_section_at(0), list.find_section_at(1)});
    edit.reload_items({first});
    edit.reconfigure_items({first, second});
    edit.update_items({first}, iq::columns_from({b}, {7}), IQ_COLUMN_CONTENT);
    edit.delete_items({first});
    edit.commit_silently();
    CHECK(list.item_count() == 1 && list.find_item_at(0) == second);
    CHECK(iq::hasher().add_bytes({1, 2}).key() == iq::hasher().add_bytes(std::vector<unsigned char>{1, 2}).key());
}

void test_values()
{
    compare();
    make_keys();
    hash_records();
    borrow();
    pass_in_braces();
    CHECK(iq::version() == IQ_VERSION && std::strcmp(iq::version_string(), IQ_VERSION_STRING) == 0);
    CHECK(iq::build_info() != nullptr && std::strcmp(iq::status_name(IQ_ERROR_BUSY), "IQ_ERROR_BUSY") == 0);
}
