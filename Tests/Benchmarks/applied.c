/* See applied.h. */
#include "applied.h"

#include "competitor.h"
#include "turns.h"

struct receiver {
    const struct pairs *pairs;
    iq_list *lists[MOST_PAIRS];
    void *bytes[MOST_PAIRS];
    size_t lengths[MOST_PAIRS];
    struct series decode, apply, both;
};

static void receive(struct receiver *receiver, size_t pair) {
    const struct comparison *compared = &receiver->pairs->compared[pair];
    iq_changeset *changes = payload_of(compared);
    size_t *length = &receiver->lengths[pair];
    must(iq_changeset_encode(changes, NULL, 0, length), "iq_changeset_encode");
    receiver->bytes[pair] = pages_take(*length);
    must(iq_changeset_encode(changes, receiver->bytes[pair], *length, length),
         "iq_changeset_encode");
    iq_changeset_destroy(changes);
    receiver->lists[pair] = list_showing(&compared->before);
}

/* A sample is the mean of one call for each pair. */
static void turn_receiver(void *subject) {
    struct receiver *receiver = subject;
    double count = (double)receiver->pairs->count, decode = 0, apply = 0;
    for (size_t p = 0; p < receiver->pairs->count; p++)
        list_show(receiver->lists[p], &receiver->pairs->compared[p].before);
    for (size_t p = 0; p < receiver->pairs->count; p++) {
        iq_changeset *changes;
        double start = now();
        must(iq_changeset_decode(receiver->bytes[p], receiver->lengths[p], NULL,
                                 &changes),
             "iq_changeset_decode");
        double decoded = now();
        must(iq_changeset_apply_to_list(changes, receiver->lists[p], NULL, NULL),
             "iq_changeset_apply_to_list");
        apply += now() - decoded;
        decode += decoded - start;
        iq_changeset_destroy(changes);
    }
    series_add(&receiver->decode, decode / count);
    series_add(&receiver->apply, apply / count);
    series_add(&receiver->both, (decode + apply) / count);
}

struct applied applied_measure(enum workload workload, size_t count,
                               uint64_t seed, double budget) {
    struct pairs *pairs = pairs_make(workload, count, seed);
    struct receiver receiver = {.pairs = pairs};
    for (size_t p = 0; p < pairs->count; p++) receive(&receiver, p);
    struct competitor *setter = competitor_open(&linked, pairs);
    struct turn turns[] = {{turn_receiver, &receiver},
                           {turn_with_changeset, setter}};
    turns_measure(turns, 2, budget);
    struct applied applied = {.workload = workload,
                              .count = count,
                              .decode = series_timing(&receiver.decode),
                              .apply = series_timing(&receiver.apply),
                              .both = series_timing(&receiver.both),
                              .set = competitor_times(setter).with_changeset};
    competitor_close(setter);
    for (size_t p = 0; p < pairs->count; p++) {
        iq_list_destroy(receiver.lists[p]);
        pages_give(receiver.bytes[p], receiver.lengths[p]);
    }
    pairs_free(pairs);
    return applied;
}
