"""The files that repeat the header are current; each form of a declaration has one in Python and in Rust."""

from pathlib import Path

import abi
import cargo
import mirror_of_python
import mirror_of_rust
import pytest
from declarations import Constant, declared
from machine import HEADER, ROOT
from mirrors import MIRRORS, Mirror
from outcomes import fail

pytestmark = pytest.mark.header


@pytest.mark.parametrize("mirror", MIRRORS, ids=lambda mirror: mirror.path.name)
def test_it_says_what_the_header_says(mirror: Mirror) -> None:
    if mirror.path.suffix == ".rs":
        cargo.component("fmt")
    if mirror.path.read_text() != mirror.text(declared()):
        fail(f"{mirror.path.relative_to(ROOT)} is not current: `Tests/run --renew` writes it anew")


def test_the_constants_are_those_of_the_preprocessor() -> None:
    """Clang's tree has none: they are read from the text."""
    found = {each.name: each.value for each in declared().declarations if isinstance(each, Constant)}
    expected = abi.constants(HEADER)
    assert {name: value for name, value in found.items() if not name.startswith("IQ_VERSION")} == expected


# What a header may declare, with what stands for it in Python and Rust.
FORMS = {
    "a signed number": ("typedef int32_t iq_status;", "iq_status = c_int32", "pub type iq_status = i32;"),
    "a constant": ("#define IQ_A 0x10u", "IQ_A = 0x10", "pub const IQ_A: u32 = 0x10;"),
    "a constant of an alias": (
        "/** One of IQ_MODE_*. */\ntypedef uint32_t iq_mode;\n#define IQ_MODE_ON 1u",
        "IQ_MODE_ON = 1",
        "pub const IQ_MODE_ON: iq_mode = 1;",
    ),
    "the largest size": (
        "#define IQ_END SIZE_MAX",
        "IQ_END = c_size_t(-1).value",
        "pub const IQ_END: usize = usize::MAX;",
    ),
    "the largest number": (
        "#define IQ_NONE UINT32_MAX",
        "IQ_NONE = 0xFFFFFFFF",
        "pub const IQ_NONE: u32 = u32::MAX;",
    ),
    "a wide constant": ("#define IQ_A UINT64_C(7)", "IQ_A = 7", "pub const IQ_A: u64 = 7;"),
    "a text": ('#define IQ_A "a b"', 'IQ_A = "a b"', 'pub const IQ_A: &CStr = c"a b";'),
    "a handle": (
        "typedef struct iq_list iq_list;",
        "class iq_list(Structure):\n    pass",
        "pub struct iq_list {\n    _opaque: Opaque,\n}",
    ),
    "a struct": (
        "typedef struct iq_a {\n    uint8_t bytes[16];\n    const char *name;\n} iq_a;",
        "class iq_a(Structure):\n    _fields_ = [\n"
        '        ("bytes", c_uint8 * 16),\n        ("name", c_char_p),\n    ]',
        "#[derive(Clone, Copy, Debug)]\n"
        "pub struct iq_a {\n    pub bytes: [u8; 16],\n    pub name: *const c_char,\n}",
    ),
    "a struct that is compared": (
        "typedef struct iq_a {\n    uint32_t section, item;\n} iq_a;",
        '        ("section", c_uint32),\n        ("item", c_uint32),\n',
        "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]\n"
        "pub struct iq_a {\n    pub section: u32,\n    pub item: u32,\n}",
    ),
    "a struct that is mentioned first": (
        "struct iq_b;\ntypedef struct iq_a {\n    const struct iq_b *other;\n} iq_a;\n"
        "typedef struct iq_b {\n    int number;\n} iq_b;",
        'iq_b._fields_ = [\n    ("number", c_int),\n]',
        "pub other: *const iq_b,",
    ),
    "a field that is called": (
        "typedef struct iq_a {\n    int (*equal)(void *context, const void *before);\n} iq_a;",
        '("equal", CFUNCTYPE(c_int, c_void_p, c_void_p)),',
        'pub equal: Option<unsafe extern "C" fn(context: *mut c_void, before: *const c_void) -> c_int>,',
    ),
    "a callback": (
        "typedef void (*iq_done)(void *context, uint64_t ticket);",
        "iq_done = CFUNCTYPE(None, c_void_p, c_uint64)",
        'pub type iq_done = Option<unsafe extern "C" fn(context: *mut c_void, ticket: u64)>;',
    ),
    "a function": (
        "int32_t iq_f(const uint64_t *const *rows, void **models, size_t move);",
        'iq_f = _function("iq_f", c_int32, POINTER(POINTER(c_uint64)), POINTER(c_void_p), c_size_t)',
        "pub fn iq_f(rows: *const *const u64, models: *mut *mut c_void, r#move: usize) -> i32;",
    ),
    "a function without any": (
        "void iq_f(void);",
        'iq_f = _function("iq_f", None)',
        "pub fn iq_f();",
    ),
    "a comment": (
        "#define IQ_A 1u\n"
        "/** Reads iq_f.\n *\n *     a <- b\n *\n"
        " * - IQ_A:\n *   no *x - 0. y.\n * Two:\n *   1. a\n *   2. b */\n"
        "void iq_f(void);",
        "",
        "    /// Reads [`iq_f`].\n    ///\n    /// ```text\n    /// a <- b\n    /// ```\n    ///\n"
        "    /// - [`IQ_A`]: no \\*x \\- 0\\. y.\n    ///\n"
        "    /// Two:\n    /// 1. a\n    /// 2. b\n    pub fn iq_f();",
    ),
}


@pytest.mark.parametrize(("c", "python", "rust"), FORMS.values(), ids=FORMS)
def test_a_declaration_has_its_form(c: str, python: str, rust: str, tmp_path: Path) -> None:
    cargo.component("fmt")
    header = tmp_path / "header.h"
    header.write_text(f"#include <stddef.h>\n#include <stdint.h>\n\n{c}\n")
    assert python in mirror_of_python.text(declared(header))
    assert rust in mirror_of_rust.declarations(declared(header))
