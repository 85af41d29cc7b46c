/* The names of the header's parameters and fields, for messages: "options.flags is ...". Swift refers to a name by its
 * number (iqc_flags), which fits beside the parameter's number into a refusal. */
#ifndef IQC_NAMES_H
#define IQC_NAMES_H

#include <stddef.h>
#include <stdint.h>

#define IQC_NAMES(NAME) \
    NAME(action) NAME(additional) NAME(after) NAME(ahead) NAME(align) NAME(allocate) NAME(allocator) \
    NAME(anchor) NAME(applied) NAME(ask) NAME(before) NAME(bits) NAME(buffer) NAME(buffers) NAME(bytes) \
    NAME(capacity) NAME(cell) NAME(cell_class) NAME(change) NAME(changes) NAME(changeset) \
    NAME(class_stride) NAME(classes) NAME(columns) NAME(combined) NAME(content) NAME(content_stride) \
    NAME(copy) NAME(count) NAME(custom) NAME(delay_milliseconds) NAME(descriptor) NAME(destination) \
    NAME(dialect) NAME(digest) NAME(direction) NAME(duplicates) NAME(edge) NAME(edit) NAME(element) \
    NAME(elements) NAME(end) NAME(end_threshold) NAME(ends) NAME(error) NAME(event) NAME(events) \
    NAME(extent) NAME(extents) NAME(fields) NAME(filter) NAME(first) NAME(first_item) NAME(flags) \
    NAME(footer) NAME(found) NAME(frame) NAME(grain) NAME(hasher) NAME(header) NAME(height) NAME(hit) \
    NAME(indent) NAME(index) NAME(info) NAME(insets) NAME(inverse) NAME(item) NAME(item_spacing) \
    NAME(items) NAME(kept_sizes) NAME(key) NAME(key_stride) NAME(keys) NAME(kind) NAME(kinds) \
    NAME(layout) NAME(length) NAME(level) NAME(level_indent) NAME(level_stride) NAME(levels) \
    NAME(line_spacing) NAME(list) NAME(loading) NAME(map) NAME(margin) NAME(max_items) NAME(max_sections) \
    NAME(mode) NAME(model_stride) NAME(move) NAME(name) NAME(neighbour) NAME(offset) NAME(options) NAME(order) \
    NAME(other) NAME(overscan) NAME(page) NAME(parent) NAME(passes) NAME(passes_batch) NAME(position) \
    NAME(prefetch) NAME(range) NAME(reallocate) NAME(release) NAME(replay) NAME(reserved) NAME(retain) \
    NAME(scene) NAME(second) NAME(section) NAME(section_count) NAME(section_spacing) NAME(sections) \
    NAME(side) NAME(size) NAME(sizes) NAME(snapshot) NAME(source) NAME(splices) NAME(start) NAME(state) \
    NAME(states) NAME(statistics) NAME(stride) NAME(string) NAME(struct_size) NAME(summary) \
    NAME(supplementaries) NAME(supplementary_count) NAME(target) NAME(ticket) NAME(token) NAME(traits) \
    NAME(version) NAME(view) NAME(where) NAME(width) NAME(within) NAME(x) NAME(y)

#define IQC_NUMBER(name) iqc_##name,
typedef enum iqc_label { iqc_unnamed, IQC_NAMES(IQC_NUMBER) } iqc_label;
#undef IQC_NUMBER

/* The text of a label. The texts lie behind one another, so that the library needs no relocations for them. */
static inline const char *iqc_text(iqc_label label) {
#define IQC_ROOM(name) char name[sizeof #name];
#define IQC_TEXT(name) #name,
#define IQC_OFFSET(name) offsetof(struct iqc_texts, name),
    static const struct iqc_texts { IQC_NAMES(IQC_ROOM) } texts = {IQC_NAMES(IQC_TEXT)};
    static const uint16_t offsets[] = {0, IQC_NAMES(IQC_OFFSET)};
    return (const char *)&texts + offsets[label];
#undef IQC_ROOM
#undef IQC_TEXT
#undef IQC_OFFSET
}

#endif
