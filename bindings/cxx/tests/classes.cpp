// classes.cpp - cell classes of a C++ type: models are retained, released and compared through noexcept
// functions.
#include "tests.hpp"

namespace {

struct photo {
    iq_key key;
    int references;
    int likes;
    photo *self;
};

struct counted {
    static void retain(photo *model) noexcept { model->references++; }
    static void release(photo *model) noexcept { model->references--; }
    static bool equal(const photo *before, const photo *after) noexcept
    {
        return before->likes == after->likes;
    }
    static std::uint64_t changed(const photo *, const photo *) noexcept { return 6; }
    static constexpr std::uint32_t traits = IQ_TRAIT_MOVABLE;
    static std::uint32_t traits_of(const photo *model) noexcept
    {
        return model->likes > 4 ? IQ_TRAIT_NOT_SELECTABLE : 0;
    }
};

struct bare {};

} // namespace

void test_classes()
{
    iq_class photos = iq::create_class<photo, counted>("photos");
    iq_class plain = iq::create_class<photo, bare>("bare");
    CHECK(photos != plain && iq::find_class("photos") == photos);
    CHECK(std::strcmp(iq::class_name(plain), "bare") == 0);
    CHECK(thrown([] { iq::create_class<photo, bare>("bare"); }) == IQ_ERROR_DUPLICATE);
    CHECK(thrown([] { iq::find_class("nowhere"); }) == IQ_ERROR_NOT_FOUND);
    CHECK(thrown([] { iq::class_name({12345}); }) == IQ_ERROR_HANDLE);

    std::vector<photo> before = {{iq::key_from_u64(1), 1, 3, nullptr}, {iq::key_from_u64(2), 1, 4, nullptr}};
    std::vector<photo> after = {{iq::key_from_u64(1), 1, 3, nullptr}, {iq::key_from_u64(2), 1, 5, nullptr}};
    for (std::vector<photo> *all : {&before, &after}) {
        for (photo &each : *all) {
            each.self = &each;
        }
    }
    auto columns_of = [&](const std::vector<photo> &all) {
        return iq::columns_of(all).keys(&photo::key).models(&photo::self).same_class(photos);
    };
    iq::list list = iq::list::create();
    list.set_items_silently(columns_of(before));
    CHECK(before[0].references == 2 && before[1].references == 2);
    CHECK(list.item_info(list.find_item_at(0), IQ_READ_RETAIN).model == &before[0] && before[0].references == 3);
    counted::release(&before[0]);
    iq::changeset changes = list.set_items(columns_of(after));
    auto batch = changes.batch();
    CHECK(batch.size() == 1 && batch[0].before_item == 1 && batch[0].mask == 6);
    CHECK(batch[0].flags == (IQ_CHANGE_RECONFIGURE | IQ_CHANGE_BY_EQUAL));
    CHECK(before[1].references == 1 && after[1].references == 2);
    list.set_selection(IQ_SELECTION_MULTIPLE | IQ_SELECTION_KEEPS);
    list.set_range_states(0, IQ_END, IQ_STATE_SELECTED, IQ_SET_BY_USER);
    /* The second one refuses: traits_of says so. */
    CHECK(list.find_items_in_state(IQ_STATE_SELECTED) == std::vector<iq_item>{list.find_item_at(0)});
    CHECK(thrown([&] { list.set_states(list.find_item_at(1), IQ_STATE_SELECTED, IQ_SET_BY_USER); }) ==
          IQ_ERROR_REFUSED);
    list.set_states(list.find_section_at(0), IQ_STATE_EXPANDED);
    CHECK(list.section_info(list.find_section_at(0)).states == IQ_STATE_EXPANDED);
    iq_key keys[] = {before[1].key, iq::key_from_u64(77)};
    CHECK(list.set_key_states(keys, IQ_STATE_SELECTED) == 1 && list.info().selected == 2);
    CHECK(list.find_keys_in_state(IQ_STATE_SELECTED).size() == 2);
    list.reset();
    CHECK(before[0].references == 1 && after[0].references == 1 && after[1].references == 1);
}
