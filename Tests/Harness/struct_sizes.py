"""Writes the cases of Tests/Boundary/shared/struct_cases.c from the header: one for each parameter that points to a
struct, and for each field of such a struct that does. What the tables here do not know fails the test, so
that no new function, parameter or field is left out."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from declarations import Header, Named, declared
from report import Failed


def nothing(fields: str) -> dict[str, str]:
    return dict.fromkeys(fields.split(), "")


# What each field of a struct with a struct_size is where it is given: "" is zero, or of an output nothing.
# `i` counts in an array.
FIELDS: dict[str, dict[str, str]] = {
    "iq_error": nothing("status argument flags key section position other message"),
    "iq_allocator": {
        "context": "&host_memory",
        "allocate": "host_allocate",
        "reallocate": "host_reallocate",
        "release": "host_release",
    },
    "iq_class_options": {
        "name": "struct_next_name()",
        **nothing("context retain release equal changed"),
    },
    "iq_columns": {
        "count": "1",
        "keys": "&new_key",
        **nothing("key_stride contents content_stride models model_stride classes class_stride"),
    },
    "iq_item_buffers": nothing("flags reserved keys contents models classes items"),
    "iq_supplementary": {
        "kind": "IQ_KIND_HOST",
        "index": "(uint32_t)i",
        **nothing("key content model cell_class"),
    },
    "iq_snapshot_options": nothing("duplicates flags"),
    "iq_section_info": nothing("key position count first supplementary_count"),
    "iq_diff_options": nothing("flags reserved reload_threshold"),
    "iq_summary": nothing(
        "reload reserved sections_before sections_after items_before items_after section_deletes "
        "section_inserts section_moves section_updates item_deletes item_inserts item_moves item_reloads "
        "item_reconfigures supplementary_deletes supplementary_inserts supplementary_updates "
        "duplicates_dropped duplicates_numbered"
    ),
    "iq_list_options": nothing("duplicates flags reload_threshold max_items max_sections"),
    "iq_section_entry": {
        "key": "calls_key(70 + i)",
        "first_item": "i",
        **nothing("supplementaries supplementary_count"),
    },
    "iq_item_info": nothing("key content model cell_class position index section"),
    "iq_edit_options": nothing("wait_milliseconds reserved"),
    "iq_decode_options": nothing("max_items max_sections"),
    "iq_statistics": nothing(
        "changes match_nanoseconds solve_nanoseconds prepare_nanoseconds commit_nanoseconds lookups "
        "leaves_compared leaves_kept leaves_written tree_bytes index_bytes slot_bytes scratch_bytes"
    ),
}

# The other structs, as C makes one.
PLAIN = {
    "iq_key": "new_key",
    "iq_position": "{0, 0}",
    "iq_hasher": "struct_hasher()",
    "iq_class": "{0}",
    "iq_change": "{.kind = IQ_ITEM_MOVE, .count = 1}",
    "iq_item": "struct_objects.edited_item",
    "iq_section": "struct_objects.edited_section",
}

# Arrays of structs with a struct_size: by name, the parameter or field that counts them.
COUNTS = {"sections": "section_count", "elements": "capacity", "supplementaries": "supplementary_count"}

# What a parameter is where it is not the one at hand: by function and name, by name and type, by type.
ARGUMENTS: dict[str, str] = {
    "iq_key_from_digest length": "16",
    "iq_hash_records length": "1",
    "iq_class_find name": "class_name",
    "iq_edit_update_items flags": "IQ_COLUMN_CONTENT",
    "iq_snapshot_decode bytes": "encoded_snapshot",
    "iq_snapshot_decode length": "encoded_snapshot_length",
    "iq_changeset_decode bytes": "encoded_changeset",
    "iq_changeset_decode length": "encoded_changeset_length",
    "iq_snapshot_insert_sections_before anchor": "section_key",
    "iq_snapshot_insert_sections_after anchor": "section_key",
    "iq_snapshot_section_for_key key": "section_key",
    "iq_list_section_for_key key": "section_key",
    "iq_snapshot_move_item_before item": "calls_key(13)",
    "iq_snapshot_move_item_after item": "calls_key(13)",
    "iq_list_item_in_section section": "struct_objects.section",
    "iq_list_section_info section": "struct_objects.section",
    "iq_list_supplementaries section": "struct_objects.section",
    "after const iq_snapshot *": "struct_objects.other",
    "section iq_key": "section_key",
    "section const iq_key *": "&section_key",
    "key iq_key": "item_key",
    "anchor iq_key": "item_key",
    "count size_t": "1",
    "section_count size_t": "1",
    "capacity size_t": "2",
    "length size_t": "3",
    "index size_t": "0",
    "position size_t": "0",
    "first size_t": "0",
    "section size_t": "0",
    "bytes const void *": '"abc"',
    "digest const void *": '"0123456789abcdef"',
    "fields const void *": '"\\010"',
    "string const char *": '"abc"',
    "ends const size_t *": "(const size_t[]){1}",
    "iq_list *": "struct_objects.list",
    "const iq_list *": "struct_objects.list",
    "iq_snapshot *": "struct_objects.snapshot",
    "const iq_snapshot *": "struct_objects.snapshot",
    "const iq_changeset *": "struct_objects.changeset",
    "iq_edit *": "struct_objects.edit",
    "iq_list **": "&made.list",
    "iq_snapshot **": "&made.snapshot",
    "iq_changeset **": "&made.changeset",
    "iq_edit **": "&made.edit",
    "iq_item": "struct_objects.edited_item",
    "iq_section": "struct_objects.edited_section",
    "iq_position": "(iq_position){0, 0}",
    "size_t *": "&made.number",
    "uint32_t *": "&made.destination",
    "uint64_t *": "&made.content",
    "iq_key *": "&made.key",
    "iq_class *": "&made.cell_class",
    "iq_position *": "&made.position",
    "iq_item *": "&made.item",
    "iq_section *": "&made.section",
    "iq_side": "IQ_BEFORE",
    "kind uint32_t": "IQ_KIND_HEADER",
    "uint32_t": "0",
    "uint64_t": "7",
    "int64_t": "7",
    "double": "7",
    "int": "1",
}

# A list's own items, where the cast has an edited list too.
OF_LISTS = {"iq_item": "struct_objects.item", "iq_section": "struct_objects.section"}

# Structs as inputs that are there already, not new ones: by function and name, or by name.
KNOWN = {
    "section": "section_key",
    "iq_snapshot_delete_sections keys": "section_key",
    "iq_snapshot_reload_sections keys": "section_key",
    "iq_snapshot_delete_items keys": "item_key",
    "iq_snapshot_reload_items keys": "item_key",
    "iq_snapshot_reconfigure_items keys": "item_key",
}

# Outputs that are inputs, too.
CHANGED = {"iq_hasher"}
WITHOUT_INPUT = {"iq_hasher_init"}

# Where all that is right is not enough: the library is in use.
STATUSES = {"iq_memory_set_allocator": "IQ_ERROR_STATE"}
# Its own failures leave the detail of the latest one alone.
WITHOUT_DETAIL = {"iq_last_error"}


# Of a snapshot, which has none to give.
WITHOUT_HANDLES = "iq_snapshot_read_items buffers.items"

PREAMBLE = """/* Generated from the header by Tests/Harness/struct_sizes.py. */
#include "struct_cases.h"

"""


class Case(NamedTuple):
    """One struct that a function is pointed to."""

    name: str
    argument: int
    struct: str
    is_output: bool
    length: int
    known: str | None
    """How the struct is made, if not as others of its type."""
    body: str
    """The call, with the struct as `given`."""


def pointee(type_: str) -> str | None:
    """The struct of ours that this type points to, if it is one."""
    bare = type_.removeprefix("const ").strip()
    if not bare.endswith("*") or bare.endswith("**"):
        return None
    name = bare.removesuffix("*").strip()
    return name if name in declared().structs else None


def value(struct: str) -> str:
    """What the struct is made from in C; for those with a struct_size, in a function that counts with `i`."""
    if struct not in FIELDS:
        if struct not in PLAIN:
            raise Failed(f"PLAIN does not know {struct}")
        return PLAIN[struct]
    said = [f".{name} = {made}" for name, made in FIELDS[struct].items() if made]
    return "{" + ", ".join([f".struct_size = sizeof({struct})", *said]) + "}"


def argument(function: str, parameter: Named) -> str:
    """What a parameter is where another one is at hand."""
    name, type_ = parameter
    if function.startswith("iq_list_") and type_ in OF_LISTS:
        return OF_LISTS[type_]
    for key in (f"{function} {name}", f"{name} {type_}", type_):
        if key in ARGUMENTS:
            return ARGUMENTS[key]
    struct = pointee(type_)
    if struct is None or not type_.startswith("const"):
        raise Failed(f"{function}: ARGUMENTS does not know {type_} {name}")
    if struct in FIELDS:
        return f"filled_{struct}()"
    return f"(const {struct}[]){{{known(f'{function} {name}') or value(struct)}}}"


def call(function: str, parameters: list[Named], at: Named, given: str) -> str:
    values = {each.name: argument(function, each) for each in parameters if each != at}
    values[at.name] = given
    if at.name in COUNTS:
        values[COUNTS[at.name]] = "2"
    return f"{function}({', '.join(values[each.name] for each in parameters)})"


def cases(header: Header) -> Iterator[Case]:
    for function, parameters in header.functions.items():
        for number, at in enumerate(parameters, 1):
            struct = pointee(at.type)
            if struct is None:
                continue
            name = f"{function} {at.name}"
            is_output = not at.type.startswith("const")
            body = f"return {call(function, parameters, at, 'given')};"
            yield Case(name, number, struct, is_output, length(at.name), known(name), body)
            if not is_output:
                outer = call(function, parameters, at, "outer")
                yield from inside(name, number, struct, outer)


def known(name: str) -> str | None:
    return KNOWN.get(name) or KNOWN.get(name.split()[1])


def length(name: str) -> int:
    return 2 if name in COUNTS else 1


def inside(name: str, number: int, struct: str, outer: str) -> Iterator[Case]:
    """The fields of a struct that is given that point to structs themselves."""
    for field in declared().structs[struct]:
        inner = pointee(field.type)
        if inner is None or f"{name}.{field.name}" == WITHOUT_HANDLES:
            continue
        lines = [f"{struct} outer[2]", f"fill_{struct}(&outer[0], 0)", f"fill_{struct}(&outer[1], 1)"]
        lines.append(f"outer[0].{field.name} = given")
        if inner in FIELDS:
            lines.append(f"outer[0].{COUNTS[field.name]} = 2")
        body = "; ".join([*lines, f"return {outer};"])
        is_output = not field.type.startswith("const")
        yield Case(f"{name}.{field.name}", number, inner, is_output, length(field.name), None, body)


def check_known(header: Header) -> None:
    for name in sorted(header.versioned() | FIELDS.keys()):
        fields = {field.name for field in header.structs.get(name, [])} - {"struct_size"}
        wrong = fields ^ FIELDS.get(name, {}).keys()
        if wrong:
            raise Failed(f"FIELDS and the header differ in {', '.join(sorted(wrong))} of {name}")


def fill(function: str, struct: str, made: str) -> str:
    """A function that makes the struct, at an address that need not be aligned."""
    return (
        f"static void {function}(void *struct_, size_t i)\n{{\n    (void)i;\n"
        f"    {struct} made_ = {made};\n    memcpy(struct_, &made_, sizeof made_);\n}}\n\n"
    )


def write(path: Path) -> None:
    header = declared()
    check_known(header)
    made = list(cases(header))
    text = [PREAMBLE]
    for struct in sorted({case.struct for case in made}):
        text.append("__attribute__((unused)) " + fill(f"fill_{struct}", struct, value(struct)))
        if struct in FIELDS:
            text.append(
                f"__attribute__((unused)) static const {struct} *filled_{struct}(void)\n{{\n"
                f"    static {struct} filled[2];\n    fill_{struct}(&filled[0], 0);\n"
                f"    fill_{struct}(&filled[1], 1);\n    return filled;\n}}\n\n"
            )
    rows = []
    for number, case in enumerate(made):
        function = case.name.split()[0]
        filler = f"fill_{case.struct}"
        if case.is_output and (case.struct not in CHANGED or function in WITHOUT_INPUT):
            filler = "NULL"
        elif case.known:
            filler = f"fill_{number}"
            text.append(fill(filler, case.struct, case.known))
        text.append(f"static iq_status call_{number}(void *given)\n{{\n    {case.body}\n}}\n\n")
        row = [
            f'"{case.name}"',
            str(case.argument),
            f"sizeof({case.struct})",
            str(case.length),
            str(int(case.struct in FIELDS)),
            str(int(case.is_output)),
            str(int(function not in WITHOUT_DETAIL)),
            STATUSES.get(function, "IQ_OK"),
            filler,
            f"call_{number}",
        ]
        rows.append(f"    {{{', '.join(row)}}},\n")
    text += ["const struct_case struct_cases[] = {\n", *rows, "};\n"]
    text.append("const size_t struct_cases_count = sizeof struct_cases / sizeof *struct_cases;\n\n")
    text.append("int main(void)\n{\n    return struct_cases_main();\n}\n")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(text))
