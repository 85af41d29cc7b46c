//! Reads the declarations of the C header. It knows the C that the header is written in, and no more.

/// What the header declares, in Rust's spelling of types.
pub enum Declaration {
    Constant { name: String, value: String },
    Alias { name: String, to: String },
    Opaque { name: String },
    Struct { name: String, fields: Vec<(String, String)> },
    Function { name: String, parameters: String, result: String },
}

impl Declaration {
    /// As `rust::declarations` writes it. The types of constants are this crate's choice, their values are
    /// compared by a program.
    pub fn in_rust(&self) -> String {
        match self {
            Self::Constant { name, .. } => format!("const {name}"),
            Self::Alias { name, to } => format!("type {name} = {to}"),
            Self::Opaque { name } => format!("opaque {name}"),
            Self::Struct { name, fields } => {
                let fields: Vec<String> = fields.iter().map(|(name, of)| format!("{name}: {of}")).collect();
                format!("struct {name} {{ {} }}", fields.join(", "))
            }
            Self::Function { name, parameters, result } => format!("fn {name}({parameters}){result}"),
        }
    }
}

pub fn declarations(header: &str) -> Vec<Declaration> {
    let mut text = String::new();
    let mut is_for_cplusplus = false;
    for line in without_comments(header).lines() {
        match line.strip_prefix('#') {
            Some(directive) if directive.starts_with("ifdef __cplusplus") => is_for_cplusplus = true,
            Some(directive) if directive.starts_with("endif") => is_for_cplusplus = false,
            Some(directive) if directive.starts_with("define IQ_") => {
                text += &format!("{directive};\n");
            }
            None if !is_for_cplusplus => text += &format!("{line}\n"),
            _ => {}
        }
    }
    split(&text, ';')
        .iter()
        .map(|each| each.trim())
        .filter(|each| !each.is_empty() && !is_forward(each))
        .map(declaration)
        .collect()
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut kept = parts.next().unwrap_or_default().to_string();
    for part in parts {
        kept += part.split_once("*/").expect("a comment ends").1;
    }
    kept
}

/// Splits where no bracket is open.
pub fn split(text: &str, separator: char) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for character in text.chars() {
        match character {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        if character == separator && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("there is one").push(character);
        }
    }
    parts
}

/// Whether it only announces a struct, `struct iq_event;`, which is declared further down.
fn is_forward(text: &str) -> bool {
    text.strip_prefix("struct ").is_some_and(|name| name.chars().all(|it| it.is_alphanumeric() || it == '_'))
}

fn declaration(text: &str) -> Declaration {
    if let Some(defined) = text.strip_prefix("define ") {
        let (name, value) = defined.split_once(' ').unwrap_or((defined, ""));
        return Declaration::Constant { name: name.to_string(), value: value.trim().to_string() };
    }
    if let Some(defined) = text.strip_prefix("typedef ") {
        if let Some((head, body)) = defined.split_once('{') {
            let name = head.trim().strip_prefix("struct ").expect("a struct").to_string();
            let fields = split(body.rsplit_once('}').expect("it ends").0, ';');
            return Declaration::Struct {
                name,
                fields: fields.iter().flat_map(|each| field(each)).collect(),
            };
        }
        if let Some((head, name)) = defined.strip_prefix("struct ").and_then(|rest| rest.split_once(' ')) {
            assert_eq!(head, name, "an opaque type has one name");
            return Declaration::Opaque { name: name.to_string() };
        }
        let (name, to) = field(defined).remove(0);
        return Declaration::Alias { name, to };
    }
    let (head, parameters) = text.split_once('(').expect("a function");
    let (result, name) = named(head);
    let parameters = in_parameters(parameters.rsplit_once(')').expect("it ends").0);
    Declaration::Function { name, parameters, result: in_result(&result) }
}

/// The fields of one declaration: `size_t a, b`, `char message[192]`, `int (*equal)(const void *before)`.
fn field(text: &str) -> Vec<(String, String)> {
    if text.trim().is_empty() {
        return vec![];
    }
    if let Some((result, rest)) = text.split_once("(*") {
        let (name, parameters) = rest.split_once(")(").expect("a function's type");
        let parameters = in_parameters(parameters.rsplit_once(')').expect("it ends").0);
        let of = format!("Option<unsafe extern \"C\" fn({parameters}){}>", in_result(result));
        return vec![(name.to_string(), of)];
    }
    let declared = split(text, ',');
    let (of, first) = named(&declared[0]);
    let mut fields = vec![(first, of)];
    for name in &declared[1..] {
        let of = fields[0].1.clone();
        fields.push((name.trim().to_string(), of));
    }
    fields.into_iter().map(|(name, of)| array(&name, &in_type(&of))).collect()
}

fn array(name: &str, of: &str) -> (String, String) {
    match name.split_once('[') {
        Some((name, count)) => (name.to_string(), format!("[{of}; {}]", count.trim_end_matches(']'))),
        None => (name.to_string(), of.to_string()),
    }
}

/// Type and name of `const iq_key *keys`.
fn named(text: &str) -> (String, String) {
    let text = text.trim();
    let start = text.rfind([' ', '*', '\n']).expect("a type and a name") + 1;
    (text[..start].trim().to_string(), text[start..].to_string())
}

fn in_parameters(text: &str) -> String {
    if text.trim() == "void" {
        return String::new();
    }
    let each = |parameter: &String| {
        let (of, name) = named(parameter);
        format!("{name}: {}", in_type(&of))
    };
    split(text, ',').iter().map(each).collect::<Vec<_>>().join(", ")
}

fn in_result(of: &str) -> String {
    match of.trim() {
        "void" => String::new(),
        of => format!(" -> {}", in_type(of)),
    }
}

/// A C type in Rust: `const` says of what stands before a star that it is not written to.
fn in_type(of: &str) -> String {
    let mut pointed = of.split('*');
    let first = pointed.next().expect("a type");
    let mut is_const = first.contains("const");
    let base = first.replace("const", "").replace("struct", "");
    let mut written = match base.trim() {
        "size_t" => "usize",
        "uint8_t" => "u8",
        "uint16_t" => "u16",
        "uint32_t" => "u32",
        "uint64_t" => "u64",
        "int32_t" => "i32",
        "int64_t" => "i64",
        "double" => "f64",
        "int" => "c_int",
        "char" => "c_char",
        "void" => "c_void",
        other => other,
    }
    .to_string();
    for after in pointed {
        written = format!("{}{written}", if is_const { "*const " } else { "*mut " });
        is_const = after.contains("const");
    }
    written
}

/// A program that prints what `layout::lines` says.
pub fn layout_program(declarations: &[Declaration]) -> String {
    let mut body = String::new();
    for declaration in declarations {
        match declaration {
            Declaration::Constant { name, value } if value.starts_with('"') => {
                body += &format!("printf(\"constant {name} %s\\n\", {name});\n");
            }
            Declaration::Constant { name, .. } => {
                body += &format!("printf(\"constant {name} %llu\\n\", (unsigned long long){name});\n");
            }
            Declaration::Struct { name, fields } => {
                body += &format!(
                    "printf(\"struct {name} %zu %zu\\n\", sizeof({name}), (size_t)_Alignof({name}));\n"
                );
                for (field, _) in fields {
                    body += &format!(
                        "printf(\"field {name}.{field} %zu %zu\\n\", offsetof({name}, {field}), \
                         sizeof((({name} *)0)->{field}));\n"
                    );
                }
            }
            _ => {}
        }
    }
    format!("#include <iqlist.h>\n#include <stdio.h>\nint main(void)\n{{\n{body}return 0;\n}}\n")
}
