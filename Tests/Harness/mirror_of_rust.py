"""Writes the crate iqlist-sys: the header's declarations and their comments in Rust, as rustfmt has them."""

import itertools
import re
from collections.abc import Callable, Iterator

from c_types import arguments, array, is_callback, pointers
from declarations import Alias, Constant, Function, Header, Named, Opaque, Section, Struct
from doc_comments import Names, markdown
from machine import ROOT, command, tool
from outcomes import fail

GENERATED = "// Generated from include/iqlist.h: `Tests/run --renew` writes this file.\n\n"

# The types that Rust has names for.
NAMES = {
    "void": "c_void",
    "char": "c_char",
    "int": "c_int",
    "double": "f64",
    "uint8_t": "u8",
    "uint16_t": "u16",
    "uint32_t": "u32",
    "uint64_t": "u64",
    "int32_t": "i32",
    "int64_t": "i64",
    "size_t": "usize",
}
KEYWORDS = {"box", "fn", "impl", "in", "let", "match", "mod", "move", "ref", "self"}
KEYWORDS |= {"trait", "type", "use", "where"}

# The types of constants whose value does not say it.
PREFIXES = {"IQ_VERSION": "u32", "IQ_MAX_": "usize", "IQ_ACTION_": "u64"}

# An array of more elements has no default.
LONGEST = 32


def rust_type(c: str) -> str:
    if is_callback(c):
        result, given = arguments(c)
        return f'Option<unsafe extern "C" fn({parameters(given)}){returned(result)}>'
    if "[" in c:
        of, count = array(c)
        return f"[{rust_type(of)}; {count}]"
    name, consts = pointers(c)
    made = NAMES.get(name, name)
    if name not in NAMES and not name.startswith("iq_"):
        fail(f"NAMES does not know {name}")
    for const in consts:
        made = f"*{'const' if const else 'mut'} {made}"
    return made


def parameters(given: list[Named]) -> str:
    return ", ".join(f"{identifier(name)}: {rust_type(type_)}" for name, type_, _ in given)


def identifier(name: str) -> str:
    return f"r#{name}" if name in KEYWORDS else name


def returned(result: str) -> str:
    return "" if result == "void" else f" -> {rust_type(result)}"


def families(header: Header) -> Callable[[Constant], str | None]:
    """Finds the alias that a constant is of, whose comment says so: `IQ_OK or one of IQ_ERROR_*`."""
    patterns = {
        alias: [name.replace("*", r"\w+") for name in re.findall(r"\bIQ_\w+\*?", alias.doc.split(". ")[0])]
        for alias in header.declarations
        if isinstance(alias, Alias) and not is_callback(alias.type)
    }

    # The flags of a field can begin as the constants of an alias do: IQ_SECTION_LAYOUT_* and IQ_SECTION_*.
    fields = [field for each in header.declarations if isinstance(each, Struct) for field in each.fields]
    flags = [doc.removesuffix("*") for _, _, doc in fields if re.fullmatch(r"IQ_\w+_\*", doc.strip())]

    def family(constant: Constant) -> str | None:
        for alias, names in patterns.items():
            stems = [name.removesuffix(r"\w+") for name in names]
            longest = max((len(stem) for stem in stems if constant.name.startswith(stem)), default=0)
            if any(constant.name.startswith(flag) and len(flag) > longest for flag in flags):
                continue
            unsigned = constant.value.endswith("u")
            if unsigned == alias.type.startswith("u") and re.fullmatch("|".join(names), constant.name):
                return alias.name
        return None

    return family


def value(constant: Constant, family: str | None) -> tuple[str, str]:
    """Returns a constant's type and value."""
    text = constant.value
    if text.startswith('"'):
        return "&CStr", f"c{text}"
    for suffix, name in (("UINT32_MAX", "u32"), ("SIZE_MAX", "usize")):
        if text == suffix:
            return name, f"{name}::MAX"
    if found := re.fullmatch(r"UINT64_C\((\d+)\)", text):
        return "u64", found[1]
    types = [type_ for prefix, type_ in PREFIXES.items() if constant.name.startswith(prefix)]
    type_ = family or (types or ["u32" if text.endswith("u") else ""])[0]
    if not type_:
        fail(f"PREFIXES does not know the type of {constant.name}")
    return type_, text.removesuffix("u")


def documented(doc: str, names: Names) -> str:
    return "".join(f"/// {line}".rstrip() + "\n" for line in markdown(doc, names))


def has_pointer(struct: Struct, header: Header) -> bool:
    """Returns whether the struct has a pointer, or an array that has no default."""
    for _, type_, _ in struct.fields:
        if "*" in type_ or ("[" in type_ and array(type_)[1] > LONGEST):
            return True
        inner = [each for each in header.declarations if isinstance(each, Struct) and each.name == type_]
        if inner and has_pointer(inner[0], header):
            return True
    return False


def has_double(struct: Struct, header: Header) -> bool:
    """Returns whether the struct has a number that is not equal to itself if it is NaN."""
    types = {type_ for _, type_, _ in struct.fields}
    inner = [each for each in header.declarations if isinstance(each, Struct) and each.name in types]
    return "double" in types or any(has_double(each, header) for each in inner)


def struct(made: Struct, header: Header, names: Names) -> str:
    is_versioned = made.name in header.versioned()
    traits = "Clone, Copy, Debug"
    if not has_pointer(made, header):
        traits += ", PartialEq" if is_versioned else ", Default, PartialEq"
        traits += "" if has_double(made, header) else ", Eq, Hash"
    fields = "".join(
        f"{documented(doc, names)}pub {identifier(name)}: {rust_type(type_)},\n"
        for name, type_, doc in made.fields
    )
    head, new = documented(made.doc, names), f"versioned!({made.name});\n\n" if is_versioned else ""
    return f"\n{head}#[repr(C)]\n#[derive({traits})]\npub struct {made.name} {{\n{fields}}}\n\n{new}"


def opaque(made: Opaque, names: Names) -> str:
    return f"\n{documented(made.doc, names)}#[repr(C)]\npub struct {made.name} {{\n_opaque: Opaque,\n}}\n\n"


def function(made: Function, names: Names) -> str:
    head = f"pub fn {made.name}({parameters(made.parameters)}){returned(made.result)};\n"
    return documented(made.doc, names) + head


def blocks(header: Header) -> Iterator[str]:
    names, family = Names.of(header), families(header)
    for is_function, group in itertools.groupby(header.declarations, lambda each: isinstance(each, Function)):
        if is_function:
            functions = "".join(function(each, names) for each in group if isinstance(each, Function))
            yield f'\nextern "C" {{\n{functions}}}\n\n'
            continue
        for each in group:
            if isinstance(each, Section):
                yield f"\n// --- {each.name} ---".ljust(99, "-") + "\n\n"
            elif isinstance(each, Constant):
                type_, number = value(each, family(each))
                yield f"{documented(each.doc, names)}pub const {each.name}: {type_} = {number};\n"
            elif isinstance(each, Alias):
                yield f"\n{documented(each.doc, names)}pub type {each.name} = {rust_type(each.type)};\n"
            elif isinstance(each, Struct):
                yield struct(each, header, names)
            elif isinstance(each, Opaque):
                yield opaque(each, names)


def declarations(header: Header) -> str:
    imports = "use std::ffi::{c_char, c_int, c_void, CStr};\n\nuse crate::Opaque;\n\n"
    return formatted(GENERATED + imports + "".join(blocks(header)))


def layout(header: Header) -> str:
    """Lists the names whose values, sizes and offsets tests/header.rs has a C compiler check."""
    numbers = [each for each in header.declarations if isinstance(each, Constant) and each.value[0] != '"']
    constants = "".join(f"    {each.name},\n" for each in numbers)
    structs = "".join(
        f"    {name} {{ {', '.join(identifier(field.name) for field in fields)} }}\n"
        for name, fields in header.structs.items()
    )
    head = "use crate::{equal, size_of_field};\nuse iqlist_sys::*;\n\n"
    return formatted(f"{GENERATED}{head}constants! {{\n{constants}}}\n\nstructs! {{\n{structs}}}\n")


def formatted(text: str) -> str:
    folder = ROOT / "bindings/rust"
    return command([tool("rustfmt"), "--edition", "2021", "--config-path", folder], given=text)
