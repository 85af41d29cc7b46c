/*
 * replay_finals.c - the final positions that steps claim, held against where things are in the end: see
 * replay.h.
 */
#include "check.h"
#include "replay.h"

static const replay_claim unclaimed = {.position = {IQ_NONE, IQ_NONE}};

replay_finals replay_finals_start(size_t origins)
{
    replay_finals self = {.origins = origins, .count = origins};
    self.claims = check_memory(malloc((origins + 1) * sizeof *self.claims));
    for (size_t i = 0; i < origins; i++) {
        self.claims[i] = unclaimed;
    }
    return self;
}

size_t replay_finals_add(replay_finals *self)
{
    self->claims = check_memory(realloc(self->claims, (self->count + 1) * sizeof *self->claims));
    self->claims[self->count] = unclaimed;
    return self->count++;
}

void replay_finals_claim(replay_finals *self, size_t thing, iq_position position, uint32_t offset)
{
    CHECK(thing < self->count && !self->claims[thing].is_made);
    if (position.item == IQ_NONE) {
        position.section += offset;
    } else {
        position.item += offset;
    }
    self->claims[thing] = (replay_claim){true, position};
}

size_t replay_finals_settle(const replay_finals *self, size_t thing, iq_position position)
{
    const replay_claim *claim = &self->claims[thing];
    CHECK(thing < self->origins || claim->is_made);
    if (claim->is_made) {
        CHECK(claim->position.section == position.section && claim->position.item == position.item);
    }
    return thing < self->origins ? thing : REPLAY_NEW;
}
