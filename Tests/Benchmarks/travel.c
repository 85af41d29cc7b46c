/* See travel.h. */
#include "travel.h"

struct travel travel_snapshot(size_t count, uint64_t seed, double budget) {
    struct comparison compared = comparison_make(W0, count, seed);
    iq_snapshot *snapshot = snapshot_of(&compared.before);
    struct travel travel = {.workload = W0, .count = count, .changes = count};
    struct series encode = {0}, decode = {0};
    must(iq_snapshot_encode(snapshot, NULL, 0, &travel.bytes),
         "iq_snapshot_encode");
    void *bytes = pages_take(travel.bytes);
    while (series_wants_more(&encode, budget)) {
        double start = now();
        must(iq_snapshot_encode(snapshot, bytes, travel.bytes, &travel.bytes),
             "iq_snapshot_encode");
        series_add(&encode, now() - start);
    }
    while (series_wants_more(&decode, budget)) {
        iq_snapshot *decoded;
        double start = now();
        must(iq_snapshot_decode(bytes, travel.bytes, NULL, &decoded),
             "iq_snapshot_decode");
        series_add(&decode, now() - start);
        iq_snapshot_destroy(decoded);
    }
    pages_give(bytes, travel.bytes);
    iq_snapshot_destroy(snapshot);
    comparison_free(&compared);
    travel.encode = series_timing(&encode);
    travel.decode = series_timing(&decode);
    return travel;
}

struct travel travel_changeset(enum workload workload, size_t count,
                               uint64_t seed, double budget) {
    struct comparison compared = comparison_make(workload, count, seed);
    const struct changes *fewest = &compared.fewest;
    iq_changeset *changes = payload_of(&compared);
    struct travel travel = {.workload = workload, .count = count};
    struct series encode = {0}, decode = {0};
    travel.changes =
        fewest->deletes + fewest->inserts + fewest->moves + fewest->updates;
    must(iq_changeset_encode(changes, NULL, 0, &travel.bytes),
         "iq_changeset_encode");
    void *bytes = pages_take(travel.bytes);
    while (series_wants_more(&encode, budget)) {
        double start = now();
        must(iq_changeset_encode(changes, bytes, travel.bytes, &travel.bytes),
             "iq_changeset_encode");
        series_add(&encode, now() - start);
    }
    while (series_wants_more(&decode, budget)) {
        iq_changeset *decoded;
        double start = now();
        must(iq_changeset_decode(bytes, travel.bytes, NULL, &decoded),
             "iq_changeset_decode");
        series_add(&decode, now() - start);
        iq_changeset_destroy(decoded);
    }
    pages_give(bytes, travel.bytes);
    iq_changeset_destroy(changes);
    comparison_free(&compared);
    travel.encode = series_timing(&encode);
    travel.decode = series_timing(&decode);
    return travel;
}
