// errors.cpp - a failure is an exception with its detail, or a status where one is asked for; never both.
#include "tests.hpp"

static void throw_details()
{
    iq::list list = iq::list::create();
    std::vector<row> twice = rows_of({1, 2, 1});
    try {
        list.set_items(columns(twice));
        CHECK(!"it was refused");
    } catch (const iq::error &error) {
        CHECK(error.status() == IQ_ERROR_DUPLICATE && *error.key() == iq::key_from_u64(1));
        CHECK(*error.position() == (iq_position{0, 2}) && *error.other() == (iq_position{0, 0}));
        CHECK(error.section().has_value() && error.detail().status == error.status());
        CHECK(std::strstr(error.what(), "IQ_ERROR_DUPLICATE") == error.what());
    }
    try {
        list.find_item_at(0);
        CHECK(!"it was refused");
    } catch (const std::exception &error) {
        CHECK(std::strstr(error.what(), "IQ_ERROR_RANGE") == error.what());
        CHECK(!iq::error::last().key().has_value() && !iq::error::last().other().has_value());
    }
}

static void answer_status()
{
    iq::list list = iq::list::create();
    std::vector<row> twice = rows_of({1, 1});
    iq_status status = IQ_OK;
    CHECK(!list.set_items(columns(twice), {}, &status) && status == IQ_ERROR_DUPLICATE);
    CHECK(iq::error::last().status() == IQ_ERROR_DUPLICATE);
    CHECK(list.find_item_at(3, &status) == iq_item{0} && status == IQ_ERROR_RANGE);
    CHECK(list.dump(&status).size() > 0 && status == IQ_OK);
    iq::list_options options;
    options.duplicates = 77;
    CHECK(!iq::list::create(options, &status) && status == IQ_ERROR_ARGUMENT);
    iq::snapshot_options wrong;
    wrong.flags = 77;
    CHECK(!iq::snapshot::create(wrong, &status) && status == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { iq::snapshot::create(wrong); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { iq::key_from_bytes("", 0); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { iq::key_from_digest("few", 3); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { iq::set_allocator(nullptr); }) == IQ_ERROR_STATE);
    iq::memory_trim();
    CHECK(iq::memory_used() > 0);
    CHECK(thrown([&] { iq::set_log(nullptr, nullptr, 99); }) == IQ_ERROR_ARGUMENT);
}

static void refuse_the_empty()
{
    iq::list list;
    iq::snapshot snapshot;
    iq::changeset changeset;
    iq::edit edit;
    iq_status status;
    CHECK(thrown([&] { list.item_count(); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { list.edit(); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { snapshot.copy(); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { changeset.batch(); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { edit.commit(); }) == IQ_ERROR_ARGUMENT);
    CHECK(changeset.steps(0, &status).empty() && status == IQ_ERROR_ARGUMENT);
    CHECK(changeset.dump(&status).empty() && status == IQ_ERROR_ARGUMENT);
    CHECK(snapshot.encode(&status).empty() && status == IQ_ERROR_ARGUMENT);
    CHECK(snapshot.supplementaries({}, 0, &status).empty() && status == IQ_ERROR_ARGUMENT);
}

static int lines = 0;

extern "C" void count_line(void *, iq_log_level, const char *) { lines++; }

void test_errors()
{
    iq::set_log(count_line, nullptr, IQ_LOG_DEBUG);
    throw_details();
    CHECK(lines > 0);
    iq::set_log(nullptr, nullptr, IQ_LOG_OFF);
    answer_status();
    refuse_the_empty();
}
