/* The names of the header's parameters and fields, for messages: "options.flags is ...". Swift refers to a name by its
 * number (iqc_flags), which fits beside the parameter's number into a refusal. */
#ifndef IQC_NAMES_H
#define IQC_NAMES_H

#include <stddef.h>
#include <stdint.h>

#define IQC_NAMES(NAME)                                                                                          \
    NAME(action) NAME(after) NAME(ahead) NAME(allocate) NAME(allocator) NAME(anchor) NAME(applied) NAME(before)  \
    NAME(bits) NAME(buffer) NAME(buffers) NAME(bytes) NAME(capacity) NAME(cell) NAME(cell_class) NAME(change)    \
    NAME(changes) NAME(changeset) NAME(class_stride) NAME(classes) NAME(columns) NAME(combined) NAME(content)                 \
    NAME(content_stride) NAME(copy) NAME(count) NAME(delay_milliseconds) NAME(descriptor)          \
    NAME(destination) NAME(dialect) NAME(digest) NAME(duplicates) NAME(edge) NAME(edit) NAME(element) \
    NAME(elements) NAME(ends) NAME(error) NAME(event) NAME(events) NAME(fields) NAME(filter) NAME(first)         \
    NAME(first_item) NAME(flags) NAME(found) NAME(hasher) NAME(index) NAME(info) NAME(inverse) NAME(item)        \
    NAME(items) NAME(key) NAME(key_stride) NAME(keys) NAME(kind) NAME(kinds) NAME(length) NAME(level)            \
    NAME(level_stride) NAME(levels) NAME(list) NAME(loading) NAME(map) NAME(max_items) NAME(max_sections)        \
    NAME(mode) NAME(model_stride) NAME(move) NAME(name) NAME(options) NAME(other) NAME(page) NAME(parent)        \
    NAME(passes) NAME(passes_batch) NAME(position) NAME(reallocate) NAME(release) NAME(replay) NAME(reserved)    \
    NAME(retain) NAME(second) NAME(section) NAME(section_count) NAME(sections) NAME(side) NAME(snapshot) NAME(source)         \
    NAME(splices) NAME(state) NAME(states) NAME(statistics) NAME(string) NAME(struct_size) NAME(summary)         \
    NAME(supplementaries) NAME(supplementary_count) NAME(target) NAME(ticket) NAME(token) NAME(traits) NAME(version)         \
    NAME(view) NAME(where)

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
