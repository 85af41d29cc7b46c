//! What goes wrong, in detail.

use std::ffi::CStr;
use std::fmt;

use crate::position::known;
use crate::{Key, Position};
use iqlist_sys::*;

/// The result of a call that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! statuses {
    ($($(#[$doc:meta])* $name:ident = $code:ident,)*) => {
        /// The kind of a failure.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Status {
            $($(#[$doc])* $name,)*
            /// A number that this crate does not know: the library is newer.
            Unknown(i32),
        }

        impl Status {
            /// The number in the C interface.
            pub fn code(self) -> i32 {
                match self {
                    $(Self::$name => $code,)*
                    Self::Unknown(code) => code,
                }
            }

            pub(crate) fn from_code(code: i32) -> Self {
                match code {
                    $($code => Self::$name,)*
                    other => Self::Unknown(other),
                }
            }
        }
    };
}

statuses! {
    /// The function does not accept an argument, or columns differ in length.
    Argument = IQ_ERROR_ARGUMENT,
    /// The library is older than this crate.
    StructSize = IQ_ERROR_STRUCT_SIZE,
    /// A handle that is stale, or of another list.
    Handle = IQ_ERROR_HANDLE,
    /// An allocation failed. Nothing has changed.
    NoMemory = IQ_ERROR_NO_MEMORY,
    /// More items, sections, classes or bytes than allowed.
    Limit = IQ_ERROR_LIMIT,
    /// The object is being changed: by another thread, by an open edit, or by the call that invoked the current
    /// callback.
    Busy = IQ_ERROR_BUSY,
    /// A position or count beyond the end.
    Range = IQ_ERROR_RANGE,
    /// No such key, or no counterpart on the other side.
    NotFound = IQ_ERROR_NOT_FOUND,
    /// A key occurs twice where that is refused.
    Duplicate = IQ_ERROR_DUPLICATE,
    /// There are items but no section to put them in.
    NoSection = IQ_ERROR_NO_SECTION,
    /// Scoped and unscoped keys were mixed, or a scoped key came without its section.
    Scope = IQ_ERROR_SCOPE,
    /// The changeset was made without [`UpdateOptions::keep_keys`](crate::UpdateOptions::keep_keys).
    NoKeys = IQ_ERROR_NO_KEYS,
    /// Too late, or from inside a log callback.
    State = IQ_ERROR_STATE,
    /// Replaying a verified diff did not give its target: a bug in libiqlist.
    Verify = IQ_ERROR_VERIFY,
    /// The changeset was made without [`UpdateOptions::payload`](crate::UpdateOptions::payload).
    NoPayload = IQ_ERROR_NO_PAYLOAD,
    /// A changeset starts from another state than the one that it is applied to or composed with.
    Mismatch = IQ_ERROR_MISMATCH,
    /// The bytes are not an encoding of that kind, or are damaged.
    Format = IQ_ERROR_FORMAT,
    /// A trait of the item forbids it.
    Refused = IQ_ERROR_REFUSED,
    /// The submission will not be committed: it was cancelled, or its list was dropped.
    Cancelled = IQ_ERROR_CANCELLED,
    /// The submission will not be committed: a later one has replaced it.
    Superseded = IQ_ERROR_SUPERSEDED,
    /// A function of a cell class failed: the next poll calls it again.
    Callback = IQ_ERROR_CALLBACK,
}

/// Why a call failed. Nothing has changed then, and the same call can be repeated.
///
/// ```
/// use iqlist::{Key, List, Position, Status};
///
/// let list = List::<()>::new()?;
/// let twice = [Key::from(7u64), Key::from(7u64)];
/// match list.set_items(&twice) {
///     Err(error) if error.status() == Status::Duplicate => {
///         assert_eq!(error.key(), Some(Key::from(7u64)));
///         assert_eq!(error.position(), Some(Position::new(0, 1)));
///         assert_eq!(error.other_position(), Some(Position::new(0, 0)));
///         assert_eq!(error.to_string(), "IQ_ERROR_DUPLICATE: key 7 at 0:1 occurs first at 0:0");
///     }
///     changes => println!("{:?}", changes?),
/// }
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone)]
pub struct Error(Box<Detail>);

#[derive(Clone)]
struct Detail {
    raw: iq_error,
    message: String,
}

impl Error {
    /// The detail of a call of this thread that has just failed.
    pub(crate) fn last(status: iq_status) -> Self {
        let mut raw = empty(status);
        // SAFETY: it is ours and has its size.
        let read = unsafe { iq_get_last_error(&mut raw) };
        // A callback may have recorded another failure since.
        if read != IQ_OK || raw.status != status {
            return Self(Box::new(Detail {
                raw: iq_error { status, ..iq_error::new() },
                message: name(status),
            }));
        }
        let bytes = raw.message.iter().map(|byte| *byte as u8).take_while(|byte| *byte != 0);
        let message = String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned();
        let message = in_words_of_rust(message, &raw);
        Self(Box::new(Detail { raw, message }))
    }

    /// An error that this crate detects.
    pub(crate) fn new(status: Status, message: &str) -> Self {
        let (raw, name) = (empty(status.code()), name(status.code()));
        Self(Box::new(Detail { raw, message: format!("{name}: {message}") }))
    }

    /// The same, about an item of a section.
    pub(crate) fn about(mut self, section: Key, key: Key) -> Self {
        let raw = &mut self.0.raw;
        (raw.section, raw.key) = (section.raw(), key.raw());
        raw.flags |= IQ_ERROR_HAS_SECTION | IQ_ERROR_HAS_KEY;
        self
    }

    fn given<T>(&self, flag: u32, value: T) -> Option<T> {
        (self.0.raw.flags & flag != 0).then_some(value)
    }

    /// The kind of the failure.
    pub fn status(&self) -> Status {
        Status::from_code(self.0.raw.status)
    }

    /// The key in question, an item's or a section's.
    pub fn key(&self) -> Option<Key> {
        self.given(IQ_ERROR_HAS_KEY, self.0.raw.key.into())
    }

    /// The key of its section; of a section, its own.
    pub fn section(&self) -> Option<Key> {
        self.given(IQ_ERROR_HAS_SECTION, self.0.raw.section.into())
    }

    /// The position of the item.
    pub fn position(&self) -> Option<Position> {
        self.given(IQ_ERROR_HAS_POSITION, self.0.raw.position).and_then(Position::known)
    }

    /// The position of the section; for an item, of its section.
    pub fn section_position(&self) -> Option<usize> {
        self.given(IQ_ERROR_HAS_POSITION, self.0.raw.position).and_then(|position| known(position.section))
    }

    /// The position of the first occurrence of an item's key.
    pub fn other_position(&self) -> Option<Position> {
        self.given(IQ_ERROR_HAS_OTHER, self.0.raw.other).and_then(Position::known)
    }

    /// The position of the first occurrence of a section's key; for an item's key, of its section.
    pub fn other_section_position(&self) -> Option<usize> {
        self.given(IQ_ERROR_HAS_OTHER, self.0.raw.other).and_then(|position| known(position.section))
    }

    /// The index of the element in question of the slice that was given.
    pub fn element(&self) -> Option<usize> {
        self.given(IQ_ERROR_HAS_ELEMENT, self.0.raw.element)
    }

    /// One line, beginning with the status's name in the header. Keys that were integers are shown as such,
    /// others in hexadecimal digits.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

/// The message without terms of C: the structs that functions are given, names of flags, and keys in hexadecimal
/// digits that are integers.
fn in_words_of_rust(message: String, raw: &iq_error) -> String {
    let mut message = message
        .replace("options.", "")
        .replace("PAYLOAD in its options", "`payload` in its options")
        .replace("KEEP_KEYS in its options", "`keep_keys` in its options")
        .replace("as IQ_DERIVE_FILTER", "as a filter")
        .replace("which this function does not accept", "which the call does not accept");
    for key in [raw.key, raw.section].map(Key::from) {
        if let Some(number) = key.integer() {
            message = message.replace(&key.to_string(), &number.to_string());
        }
    }
    message
}

fn name(status: iq_status) -> String {
    // SAFETY: the name is static.
    unsafe { CStr::from_ptr(iq_status_name(status)) }.to_string_lossy().into_owned()
}

fn empty(status: iq_status) -> iq_error {
    iq_error { status, ..iq_error::new() }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("status", &self.status())
            .field("key", &self.key())
            .field("section", &self.section())
            .field("position", &self.position())
            .field("other_position", &self.other_position())
            .field("message", &self.message())
            .finish()
    }
}

impl std::error::Error for Error {}
