/*
 * arguments_structs.c - wrong columns and wrong supplementary elements, for whichever function takes
 * them: see arguments.h.
 */
#include "arguments.h"

#include <string.h>

typedef struct stored {
    iq_key key;
    uint64_t content;
    void *model;
    iq_class cell_class;
    uint16_t level;
} stored;

static iq_columns two_items(const stored *items)
{
    return (iq_columns){sizeof(iq_columns),   2,
                        &items[0].key,        sizeof *items,
                        &items[0].content,    sizeof *items,
                        &items[0].model,      sizeof *items,
                        &items[0].cell_class, sizeof *items,
                        &items[0].level,      sizeof *items};
}

static void check_counts(iq_status (*call)(const iq_columns *items), uint32_t argument, const stored *items)
{
    static const size_t counts[] = {(size_t)IQ_MAX_ITEMS + 1, SIZE_MAX,         SIZE_MAX - 1, SIZE_MAX / 2,
                                    SIZE_MAX / 2 + 1,         SIZE_MAX / 16 + 2};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        iq_columns bad = two_items(items);
        bad.count = counts[i];
        REFUSED(call(&bad), IQ_ERROR_LIMIT, argument);
        bad = (iq_columns){.struct_size = sizeof bad, .count = counts[i], .keys = items};
        REFUSED(call(&bad), IQ_ERROR_LIMIT, argument);
    }
    iq_columns bad = two_items(items);
    bad.keys = NULL;
    REFUSED(call(&bad), IQ_ERROR_ARGUMENT, argument);
    REFUSED(call(NULL), IQ_ERROR_ARGUMENT, argument);
}

/* Too narrow for the field, or so wide that the second item is beyond the address space. */
static void check_strides(iq_status (*call)(const iq_columns *items), uint32_t argument, const stored *items)
{
    static const size_t strides[] = {1, 2, 3, IQ_SAME, SIZE_MAX - 15, SIZE_MAX / 2 + 1};
    for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
        for (int column = 0; column < 5; column++) {
            iq_columns bad = two_items(items);
            /* Not too narrow for a level. */
            bool fits = column == 4 && (strides[i] == 2 || strides[i] == 3);
            if (fits || (strides[i] == IQ_SAME && column > 0)) {
                continue;
            }
            *(column == 0   ? &bad.key_stride
              : column == 1 ? &bad.content_stride
              : column == 2 ? &bad.model_stride
              : column == 3 ? &bad.class_stride
                            : &bad.level_stride) = strides[i];
            REFUSED_EITHER(call(&bad), IQ_ERROR_ARGUMENT, i < 3 ? IQ_ERROR_ARGUMENT : IQ_ERROR_LIMIT,
                           argument);
        }
    }
}

/* Misaligned, overlapping, packed, with trailing fields of a later version: all of it is right. */
static void check_strange(iq_status (*call)(const iq_columns *items), const stored *items)
{
    unsigned char odd[2 * sizeof *items + 1];
    memcpy(odd + 1, items, 2 * sizeof *items);
    iq_columns right = two_items((const stored *)(const void *)(odd + 1));
    ACCEPTED(call(&right));
    unsigned char misplaced[sizeof right + 1];
    memcpy(misplaced + 1, &right, sizeof right);
    ACCEPTED(call((const iq_columns *)(const void *)(misplaced + 1)));
    right = two_items(items);
    right.contents = right.keys;
    right.models = right.keys;
    ACCEPTED(call(&right));
    struct {
        iq_columns columns;
        uint64_t beyond[8];
    } larger = {.columns = two_items(items)};
    memset(larger.beyond, 0x77, sizeof larger.beyond);
    larger.columns.struct_size = sizeof larger;
    ACCEPTED(call(&larger.columns));
    right = (iq_columns){.struct_size = sizeof right};
    ACCEPTED(call(&right));
    right = (iq_columns){.struct_size = sizeof right, .key_stride = SIZE_MAX, .keys = &right};
    ACCEPTED(call(&right));
    right = two_items(items);
    right.content_stride = right.model_stride = right.class_stride = right.level_stride = IQ_SAME;
    ACCEPTED(call(&right));
}

void arguments_columns(iq_status (*call)(const iq_columns *items), uint32_t argument)
{
    stored items[2] = {{.key = calls_key(61), .content = 1}, {.key = calls_key(62), .content = 2}};
    check_counts(call, argument, items);
    check_strides(call, argument, items);
    check_strange(call, items);
    iq_columns bad = two_items(items);
    items[1].cell_class.id = 65000;
    REFUSED(call(&bad), IQ_ERROR_HANDLE, argument);
    items[1].cell_class.id = UINT32_MAX;
    REFUSED(call(&bad), IQ_ERROR_HANDLE, argument);
}

void arguments_element(iq_status (*call)(const iq_supplementary *element), uint32_t argument)
{
    iq_supplementary element = {.struct_size = sizeof element, .kind = IQ_KIND_HOST, .index = 5};
    REFUSED(call(NULL), IQ_ERROR_ARGUMENT, argument);
    ACCEPTED(call(&element));
    for (uint32_t kind = 0; kind < IQ_KIND_HOST; kind++) {
        element.kind = kind;
        if (kind != IQ_KIND_HEADER && kind != IQ_KIND_FOOTER) {
            REFUSED(call(&element), IQ_ERROR_ARGUMENT, argument);
        }
    }
    element.kind = IQ_KIND_FOOTER;
    element.index = 1;
    REFUSED(call(&element), IQ_ERROR_ARGUMENT, argument);
    element = (iq_supplementary){.struct_size = sizeof element, .kind = UINT32_MAX, .index = UINT32_MAX};
    ACCEPTED(call(&element));
    element.cell_class.id = 65000;
    REFUSED(call(&element), IQ_ERROR_HANDLE, argument);
}
