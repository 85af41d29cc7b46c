// tests.hpp - what the tests of iqlist.hpp share: each file is a test, and main calls them all.
#ifndef TESTS_HPP
#define TESTS_HPP

#include <iqlist.hpp>

#include <cstdio>
#include <cstdlib>

#define CHECK(truth) ((truth) ? (void)0 : check_failed(__FILE__, __LINE__, #truth))

[[noreturn]] inline void check_failed(const char *file, int line, const char *truth)
{
    std::fprintf(stderr, "%s:%d: not true: %s\n", file, line, truth);
    std::exit(EXIT_FAILURE);
}

/// The status that a call throws; IQ_OK if it throws nothing.
template <class Call> iq_status thrown(Call call)
{
    try {
        call();
    } catch (const iq::error &error) {
        return error.status();
    }
    return IQ_OK;
}

/// Rows as hosts have them.
struct row {
    iq_key key;
    std::uint64_t content;
    const char *name;
    iq_class cell_class;
};

inline row row_of(std::uint64_t number, std::uint64_t content = 1)
{
    return {iq::key_from_u64(number), content, "a row", {0}};
}

inline std::vector<row> rows_of(std::initializer_list<std::uint64_t> numbers)
{
    std::vector<row> rows;
    for (std::uint64_t number : numbers) {
        rows.push_back(row_of(number));
    }
    return rows;
}

inline auto columns(const std::vector<row> &rows)
{
    return iq::columns_of(rows).keys(&row::key).contents(&row::content);
}

inline std::vector<iq_key> keys_of(std::initializer_list<std::uint64_t> numbers)
{
    std::vector<iq_key> keys;
    for (std::uint64_t number : numbers) {
        keys.push_back(iq::key_from_u64(number));
    }
    return keys;
}

void test_values();
void test_columns();
void test_classes();
void test_errors();
void test_ownership();
void test_snapshots();
void test_changesets();
void test_lists();
void test_events();
void test_edits();
void test_views();
void test_derived();
void test_sorted();
void test_grouped();

#endif
