// changesets.cpp - every dialect, maps, keys, payloads and texts of a changeset.
#include "tests.hpp"

/* A[1 2 3] B[4 5] becomes B[5 4*] A[1 3 6], as in the header. */
static iq::snapshot side(bool after)
{
    iq::snapshot made = iq::snapshot::create();
    std::vector<row> a = after ? rows_of({1, 3, 6}) : rows_of({1, 2, 3});
    std::vector<row> b = after ? rows_of({5, 4}) : rows_of({4, 5});
    iq_key first = iq::key_of("A"), second = iq::key_of("B");
    if (after) {
        b[1].content = 2;
        made.append_section(second);
        made.append_items(columns(b));
    }
    made.append_section(first);
    made.append_items(columns(a));
    if (!after) {
        made.append_section(second);
        made.append_items(columns(b));
    }
    return made;
}

static void read(const iq::changeset &changes)
{
    CHECK(changes.summary().item_moves == 1 && !changes.is_reload());
    CHECK(changes.batch().size() == 6 && changes.batch()[0].kind == IQ_ITEM_DELETE);
    CHECK(changes.steps().size() == 5 && changes.steps()[1].kind == IQ_SECTION_MOVE);
    auto flat = changes.steps(IQ_STEPS_FLAT);
    CHECK(flat.size() == 5 && flat[1].kind == IQ_ITEM_MOVE && flat[1].final_item == 0);
    CHECK(iq::destination(flat[1]) == 0);
    CHECK(thrown([&] { iq::destination(flat[0]); }) == IQ_ERROR_ARGUMENT);
    CHECK(thrown([&] { changes.steps(77); }) == IQ_ERROR_ARGUMENT);
    CHECK(changes.splices().size() == 3 && (changes.splices()[1] == iq_splice{3, 1, 0}));
    CHECK(changes.splices(IQ_SPLICES_WITHOUT_UPDATES).size() == 3);
    CHECK(changes.map(IQ_BEFORE).size() == 5 && changes.map(IQ_BEFORE)[1] == IQ_NONE);
    CHECK(*changes.map_position(IQ_BEFORE, {1, 0}) == (iq_position{0, 1}));
    CHECK(*changes.map_position(IQ_AFTER, iq::section_position(0)) == iq::section_position(1));
    CHECK(!changes.map_position(IQ_BEFORE, {0, 1}));
    CHECK(thrown([&] { changes.map_position(IQ_BEFORE, {7, 7}); }) == IQ_ERROR_RANGE);
    iq_status status = IQ_ERROR_STATE;
    CHECK(!changes.map_position(IQ_BEFORE, {0, 1}, &status) && status == IQ_OK);
    auto found = changes.find_key(iq::key_from_u64(6));
    CHECK(!found.first && *found.second == (iq_position{1, 2}));
    CHECK(changes.dump().find("item delete") != std::string::npos);
    CHECK(changes.explain(IQ_BEFORE, {1, 0}) == "moved 1:0 -> 0:1; reconfigured: content differs");
    CHECK(thrown([&] { changes.explain(IQ_BEFORE, {7, 7}); }) == IQ_ERROR_RANGE);
}

static void carry_on(const iq::changeset &changes, const iq::snapshot &before, const iq::snapshot &after)
{
    iq::snapshot copy = before.copy();
    changes.apply_to(copy);
    CHECK(copy.dump() == after.dump());
    CHECK(thrown([&] { changes.apply_to(copy); }) == IQ_ERROR_MISMATCH);
    changes.invert().apply_to(copy);
    CHECK(copy.dump() == before.dump());
    iq::changeset both = changes.compose(changes.invert());
    CHECK(both.batch().empty());
    std::vector<unsigned char> bytes = changes.encode();
    CHECK(iq::changeset::decode(bytes).encode() == bytes);
    iq::decode_options few;
    few.max_items = 2;
    CHECK(thrown([&] { iq::changeset::decode(bytes, few); }) == IQ_ERROR_LIMIT);
    bytes[40] ^= 1;
    CHECK(thrown([&] { iq::changeset::decode(bytes); }) == IQ_ERROR_FORMAT);
    iq::list list = iq::list::create();
    list.apply_silently(before);
    CHECK(list.apply(changes).dump() == changes.dump());
    CHECK(thrown([&] { list.apply(changes); }) == IQ_ERROR_MISMATCH);
}

/* While steps and splices are carried out, each item is found on one of the sides. */
static void replay_all(const iq::changeset &changes, const iq::snapshot &before, const iq::snapshot &after)
{
    iq::replay steps = iq::replay::of_steps(changes, before);
    CHECK(steps.count() == 2 && steps.count(0) == 3);
    CHECK(steps.find({0, 1}) == std::make_pair(iq_side{IQ_BEFORE}, iq_position{0, 1}));
    CHECK(steps.next() && steps.count(0) == 2);
    CHECK(steps.find({0, 1}) == std::make_pair(iq_side{IQ_AFTER}, iq_position{1, 1}));
    CHECK(steps.find({1, IQ_NONE}).first == IQ_AFTER);
    CHECK(thrown([&] { steps.find({2, 0}); }) == IQ_ERROR_RANGE);
    CHECK(thrown([&] { steps.count(2); }) == IQ_ERROR_RANGE);
    std::size_t carried_out = 1;
    while (steps.next()) {
        carried_out++;
    }
    CHECK(carried_out == changes.steps().size() && !steps.next());
    iq::replay splices = iq::replay::of_splices(changes, before, IQ_SPLICES_WITHOUT_UPDATES);
    CHECK(splices.next() && splices.find({IQ_NONE, 0}).second == (iq_position{IQ_NONE, 0}));
    CHECK(thrown([&] { iq::replay::of_steps(changes, after); }) == IQ_ERROR_MISMATCH);
    CHECK(thrown([&] { iq::replay::of_splices(changes, before, 77); }) == IQ_ERROR_ARGUMENT);
}

void test_changesets()
{
    iq::snapshot before = side(false), after = side(true);
    iq::diff_options options;
    options.flags = IQ_DIFF_KEEP_KEYS | IQ_DIFF_PAYLOAD | IQ_DIFF_VERIFY;
    iq::changeset changes = iq::diff(before, after, options);
    read(changes);
    carry_on(changes, before, after);
    replay_all(changes, before, after);
    iq::changeset bare = iq::diff(before, after);
    CHECK(thrown([&] { bare.find_key(iq::key_from_u64(1)); }) == IQ_ERROR_NO_KEYS);
    CHECK(thrown([&] { bare.invert(); }) == IQ_ERROR_NO_PAYLOAD);
    CHECK(thrown([&] { bare.encode(); }) == IQ_ERROR_NO_PAYLOAD);
    CHECK(thrown([&] { bare.compose(changes); }) == IQ_ERROR_NO_PAYLOAD);
    options.flags = IQ_DIFF_RELOAD;
    CHECK(iq::diff(before, after, options).is_reload());
}
