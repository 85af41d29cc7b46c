/*
 * tree_order.c - see tree_order.h.
 */
#include "tree_order.h"

#include "check.h"

tree_order tree_order_random(random_source *random, bool is_grouped)
{
    tree_order self = {.salt = random_next(random) % 1000};
    self.ranks = 1 + (unsigned)random_below(random, random_chance(random, 50) ? 4 : 200);
    self.ties = (unsigned)random_below(random, 3);
    self.is_descending = random_chance(random, 40);
    self.groups = is_grouped ? 1 + (unsigned)random_below(random, TREE_SECTIONS) : 0;
    return self;
}

uint32_t tree_order_flags(const tree_order *self)
{
    return (self->is_descending ? IQ_ORDER_DESCENDING : 0) | (self->is_frozen ? IQ_ORDER_FROZEN : 0) |
           (self->ties == TREE_TIES_DEEP ? IQ_ORDER_DEEP : 0);
}

static uint64_t rank_at(const tree_order *self, unsigned key, uint64_t content, uint32_t depth)
{
    random_source random = {self->salt * 10000 + key * 10 + content};
    uint64_t rank = random_below(&random, self->ranks);
    return depth == 0 ? rank : 1 + random_below(&random, 3);
}

static unsigned group_of(const tree_order *self, unsigned key, uint64_t content)
{
    random_source random = {self->salt * 20000 + key * 10 + content};
    return (unsigned)random_below(&random, self->groups);
}

static unsigned rank_of_group(const tree_order *self, unsigned group)
{
    return (unsigned)((group + self->salt) % TREE_SECTIONS);
}

/* ---- answers */

static unsigned key_of_ranked(const iq_ranked *item)
{
    unsigned key = tree_number(item->key);
    CHECK(item->model == tree_model_of(key, item->content));
    return key;
}

void tree_order_ask(const tree_order *self, const iq_ranked *items, size_t count, uint32_t depth, iq_rank *ranks,
                    iq_key *groups)
{
    CHECK(count > 0 && (!groups || (depth == 0 && self->groups > 0)));
    CHECK(depth == 0 || (self->ties == TREE_TIES_DEEP && depth <= 2));
    for (size_t i = 0; i < count; i++) {
        unsigned key = key_of_ranked(&items[i]);
        uint64_t rank = rank_at(self, key, items[i].content, depth);
        ranks[i] = depth < 2 ? iq_rank_from_unsigned(rank) : (iq_rank){0, 0};
        if (groups) {
            groups[i] = key_of(group_of(self, key, items[i].content));
        }
    }
}

int tree_order_compare(const tree_order *self, const iq_ranked *a, const iq_ranked *b)
{
    unsigned one = key_of_ranked(a), other = key_of_ranked(b);
    CHECK(self->ties == TREE_TIES_COMPARE && one != other);
    CHECK(self->is_stale || rank_at(self, one, a->content, 0) == rank_at(self, other, b->content, 0));
    uint64_t finer = rank_at(self, one, a->content, 1), than = rank_at(self, other, b->content, 1);
    return finer < than ? -7 : finer > than;
}

void tree_order_describe(const tree_order *self, iq_group *groups, size_t count)
{
    CHECK(count > 0);
    for (size_t i = 0; i < count; i++) {
        iq_group *group = &groups[i];
        unsigned key = tree_number(group->key);
        CHECK(group->struct_size == sizeof *group && group->count > 0 && (key < self->groups || self->is_stale));
        CHECK(group->rank.high == 0 && group->rank.low == 0 && group->header.kind == 0);
        CHECK(group_of(self, key_of_ranked(&group->first), group->first.content) == key || self->is_stale);
        group->rank = iq_rank_from_unsigned(rank_of_group(self, key));
    }
}

/* ---- what follows from them */

void tree_order_rule(const tree_order *self, const tree *items, tree_rules *rules)
{
    rules->is_descending = self && self->is_descending;
    for (size_t i = 0; self && i < items->count; i++) {
        unsigned key = items->items[i].key;
        uint64_t content = items->items[i].content;
        uint64_t finer = self->ties == TREE_TIES_STAY ? 0 : rank_at(self, key, content, 1);
        rules->ranks[key] = rank_at(self, key, content, 0) * 4 + finer;
        rules->groups[key] = self->groups ? group_of(self, key, content) : 0;
    }
    for (unsigned group = 0; self && self->groups && group < TREE_SECTIONS; group++) {
        rules->group_ranks[group] = rank_of_group(self, group);
    }
}

static bool fits_in_any_order(uint32_t flags, const tree *items, const tree *shown)
{
    tree wanted, found;
    tree_rules by_key = {.flags = flags};
    for (unsigned key = 0; key < TREE_KEYS; key++) {
        by_key.ranks[key] = key;
    }
    tree_derive(items, &by_key, &wanted);
    tree_derive(shown, &by_key, &found);
    return tree_same(&wanted, &found);
}

bool tree_order_fits(const tree_order *self, uint32_t flags, const tree *items, const tree *shown)
{
    tree wanted = {0};
    tree_rules rules = {.flags = flags};
    if (self && self->is_stale) {
        return fits_in_any_order(flags, items, shown);
    }
    if (self || !(flags & AS_GROUPED)) {
        tree_order_rule(self, items, &rules);
        tree_derive(items, &rules, &wanted);
    }
    return tree_same(&wanted, shown);
}
