/*
 * reads_models.c - what IQ_READ_RETAIN hands out is retained by its class, once for each model that is handed
 * out and never for anything else: by every function that reads models, with memory failing, and from inside
 * callbacks. A read that is refused retains nothing and writes nothing.
 */
#include "calls.h"
#include "check.h"
#include "failing.h"
#include "reads.h"

#include <string.h>

static void check_counts(const reading *read)
{
    static handed_out out, retained;
    int before = reads_total();
    memset(&out, 0, sizeof out);
    memset(&retained, 0, sizeof retained);
    reads_retained = reads_released = 0;
    CHECK_OK(read->make(0, &out));
    CHECK(reads_retained == 0 && reads_total() == before);
    CHECK_OK(read->make(IQ_READ_RETAIN, &retained));
    CHECK(reads_retained == read->counted && reads_released == 0 && reads_total() == before + (int)read->counted);
    CHECK(memcmp(&out, &retained, sizeof out) == 0);
    reads_give_back(&retained);
    CHECK(reads_total() == before);
}

/* Each allocation of it fails, once and for good. */
static void check_memory_of(const reading *read)
{
    static handed_out out, untouched;
    int before = reads_total();
    uint64_t failures = 0;
    for (int for_good = 0; for_good <= 1; for_good++) {
        for (uint64_t nth = 1;; nth++) {
            memset(&out, 0x5e, sizeof out);
            out.count = 0;
            untouched = out;
            reads_retained = reads_released = 0;
            failing_arm(nth, for_good);
            iq_status status = read->make(IQ_READ_RETAIN, &out);
            if (!failing_disarm()) {
                CHECK_OK(status);
                reads_give_back(&out);
                CHECK(reads_total() == before);
                break;
            }
            CHECK_STATUS(status, IQ_ERROR_NO_MEMORY);
            CHECK(reads_retained == 0 && reads_released == 0 && reads_total() == before);
            CHECK(memcmp(out.models, untouched.models, sizeof out.models) == 0 || !read->takes_memory);
            failures++;
        }
    }
    CHECK((failures > 0) == read->takes_memory);
}

/* Without models, or beyond the end, nothing is retained. */
static void check_nothing_retained(void)
{
    iq_key keys[READS_ITEMS];
    void *read[2] = {reads_references, reads_references};
    iq_item_buffers buffers = {.struct_size = sizeof buffers, .flags = IQ_READ_RETAIN, .keys = keys};
    int before = reads_total();
    reads_retained = 0;
    CHECK_OK(iq_list_get_items(reads_list, 0, READS_ITEMS, &buffers));
    CHECK_OK(iq_snapshot_get_items(reads_snapshot, 0, READS_ITEMS, &buffers));
    buffers.models = read;
    CHECK_OK(iq_list_get_items(reads_list, READS_ITEMS, 0, &buffers));
    CHECK_STATUS(iq_list_get_items(reads_list, READS_ITEMS - 1, 2, &buffers), IQ_ERROR_RANGE);
    CHECK_STATUS(iq_snapshot_get_items(reads_snapshot, READS_ITEMS, 1, &buffers), IQ_ERROR_RANGE);
    CHECK(reads_retained == 0 && reads_total() == before && read[0] == reads_references && read[1] == reads_references);
}

/* From inside the `retain` of a read everything works: other reads, changes of what was read, its end. */
static void read_again(void)
{
    static handed_out out;
    reads_inside_retain = NULL;
    for (size_t i = 0; i < reads_count; i++) {
        memset(&out, 0, sizeof out);
        CHECK_OK(reads[i].make(IQ_READ_RETAIN, &out));
        reads_give_back(&out);
    }
}

static void read_elements_again(void)
{
    static handed_out out;
    reads_inside_retain = NULL;
    for (size_t i = 0; i < reads_count; i++) {
        if (strstr(reads[i].name, "iq_snapshot_supplementar")) {
            memset(&out, 0, sizeof out);
            CHECK_OK(reads[i].make(IQ_READ_RETAIN, &out));
            CHECK(out.count > 0);
            reads_give_back(&out);
        }
    }
}

static void change_it(void)
{
    reads_inside_retain = NULL;
    iq_key key = calls_key(11);
    CHECK_OK(iq_snapshot_delete_items(reads_snapshot, NULL, &key, 1, NULL));
    CHECK_OK(iq_list_apply(reads_list, reads_snapshot, NULL, NULL));
    CHECK_OK(iq_snapshot_delete_all(reads_snapshot));
    CHECK_OK(iq_list_set_items(reads_list, &(iq_columns){.struct_size = sizeof(iq_columns)}, NULL, NULL));
}

static void destroy_it(void)
{
    reads_inside_retain = NULL;
    iq_list_destroy(reads_list);
    iq_snapshot_destroy(reads_snapshot);
    reads_list = NULL;
    reads_snapshot = NULL;
}

static void check_inside_read(const reading *read, void (*inside)(void))
{
    static handed_out out;
    reads_open();
    memset(&out, 0, sizeof out);
    reads_inside_retain = inside;
    CHECK_OK(read->make(IQ_READ_RETAIN, &out));
    reads_inside_retain = NULL;
    reads_give_back(&out);
    reads_close();
}

/* A change of the list reads_retained models: what it is about to show cannot be read yet, all else can. */
static void check_inside_change(void)
{
    reads_open();
    iq_key keys[] = {calls_key(5), calls_key(6)};
    void *both[] = {&reads_references[0], &reads_references[2]};
    iq_columns items = {sizeof items, 2, keys, 0, NULL, 0, both, 0, &reads_class, IQ_SAME, NULL, 0};
    iq_key key = calls_key(1);
    reads_inside_retain = read_again;
    CHECK_OK(iq_snapshot_append_items(reads_snapshot, NULL, &items));
    CHECK(reads_inside_retain == NULL);
    CHECK_OK(iq_snapshot_delete_items(reads_snapshot, NULL, keys, 2, NULL));
    reads_inside_retain = read_again;
    CHECK_OK(iq_list_set_section_items(reads_list, key, &items, NULL, NULL));
    CHECK(reads_inside_retain == NULL);
    iq_supplementary header = {
        sizeof header, IQ_KIND_HEADER, 0, calls_key(91), 0, &reads_references[5], reads_class};
    reads_inside_retain = read_elements_again;
    CHECK_OK(iq_snapshot_set_supplementary(reads_snapshot, key, &header));
    CHECK(reads_inside_retain == NULL);
    reads_close();
}

int main(void)
{
    failing_install();
    reads_register();
    for (size_t i = 0; i < reads_count; i++) {
        check_case = reads[i].name;
        reads_open();
        check_counts(&reads[i]);
        check_memory_of(&reads[i]);
        reads_close();
        if (reads[i].counted > 0) {
            check_inside_read(&reads[i], read_again);
            check_inside_read(&reads[i], change_it);
            check_inside_read(&reads[i], destroy_it);
        }
    }
    check_case = "nothing";
    reads_open();
    check_nothing_retained();
    reads_close();
    check_case = "inside a change";
    check_inside_change();
    return 0;
}
