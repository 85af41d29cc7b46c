// ownership.cpp - objects destroy what they own, once; they move and do not copy.
#include "tests.hpp"

static_assert(!std::is_copy_constructible_v<iq::list> && !std::is_copy_assignable_v<iq::snapshot>);
static_assert(std::is_nothrow_move_constructible_v<iq::changeset>);
static_assert(std::is_nothrow_move_assignable_v<iq::edit>);
static_assert(sizeof(iq::list) == sizeof(iq_list *));

void test_ownership()
{
    iq::list first = iq::list::create();
    iq_list *handle = first.get();
    iq::list second = std::move(first);
    CHECK(!first && second && second.get() == handle);
    iq::list third = iq::list::create();
    iq_list *replaced = third.get();
    third = std::move(second);
    size_t items;
    CHECK(third.get() == handle && iq_list_get_count(replaced, nullptr, &items) == IQ_ERROR_HANDLE);
    iq::list &alias = third;
    third = std::move(alias);
    CHECK(third.get() == handle);
    iq_list *released = third.release();
    CHECK(!third && iq_list_get_count(released, nullptr, &items) == IQ_OK);
    {
        iq::list owner(released);
        CHECK(owner.item_count() == 0);
    }
    CHECK(iq_list_get_count(released, nullptr, &items) == IQ_ERROR_HANDLE);
    third.reset(iq::list::create().release());
    handle = third.get();
    third.reset();
    CHECK(!third && iq_list_get_count(handle, nullptr, &items) == IQ_ERROR_HANDLE);

    /* What a changeset lends lives as long as it, wherever it moves. */
    std::vector<row> rows = rows_of({1, 2, 3});
    third = iq::list::create();
    iq::changeset changes = third.set_items(columns(rows));
    iq::span<const iq_change> batch = changes.batch();
    iq::changeset moved = std::move(changes);
    CHECK(batch.size() == 2 && batch[1].count == 3 && moved.batch().data() == batch.data());
}
