//! What goes wrong, in detail.

use std::ffi::{c_char, CStr};
use std::fmt;

use crate::position::known;
use crate::{Key, Position};
use iqlist_sys::*;

/// The result of what can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! statuses {
    ($($(#[$doc:meta])* $name:ident = $code:ident,)*) => {
        /// What kind of thing went wrong.
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
    /// An argument is not one that the function knows, or columns differ in length.
    Argument = IQ_ERROR_ARGUMENT,
    /// The library is older than this crate.
    StructSize = IQ_ERROR_STRUCT_SIZE,
    /// A handle that is stale, or of another list.
    Handle = IQ_ERROR_HANDLE,
    /// Memory ran out. Nothing has changed.
    NoMemory = IQ_ERROR_NO_MEMORY,
    /// More items, sections, classes or bytes than allowed.
    Limit = IQ_ERROR_LIMIT,
    /// The object is being changed: by another thread, by an open edit, or by the very call that this
    /// callback was called from.
    Busy = IQ_ERROR_BUSY,
    /// A position or count beyond the end.
    Range = IQ_ERROR_RANGE,
    /// No such key, or no counterpart on the other side.
    NotFound = IQ_ERROR_NOT_FOUND,
    /// A key occurs twice where that is refused.
    Duplicate = IQ_ERROR_DUPLICATE,
    /// Items were given but there is no section to put them in.
    NoSection = IQ_ERROR_NO_SECTION,
    /// Scoped and unscoped keys do not mix, or a scoped key needs its section.
    Scope = IQ_ERROR_SCOPE,
    /// The changeset was made without [`DiffOptions::keep_keys`](crate::DiffOptions::keep_keys).
    NoKeys = IQ_ERROR_NO_KEYS,
    /// Too late, or not from here.
    State = IQ_ERROR_STATE,
    /// A verified diff did not replay to its target: a bug in libiqlist.
    Verify = IQ_ERROR_VERIFY,
    /// The changeset was made without [`DiffOptions::payload`](crate::DiffOptions::payload).
    NoPayload = IQ_ERROR_NO_PAYLOAD,
    /// A changeset starts from another state than the one that it is given.
    Mismatch = IQ_ERROR_MISMATCH,
    /// Bytes that are no encoding of that kind, or a damaged one.
    Format = IQ_ERROR_FORMAT,
}

/// Why a call failed. Nothing has changed then, and the same call can be made again.
///
/// ```
/// use iqlist::{Key, List, Status};
///
/// let list = List::<()>::new()?;
/// let twice = [Key::from(7u64), Key::from(7u64)];
/// let error = list.set_items(&twice).unwrap_err();
/// assert_eq!(error.status(), Status::Duplicate);
/// assert_eq!(error.key(), Some(Key::from(7u64)));
/// assert_eq!(error.position().unwrap().item, 1);
/// assert_eq!(error.other_position().unwrap().item, 0);
/// assert!(error.to_string().starts_with("IQ_ERROR_DUPLICATE"));
/// # Ok::<(), iqlist::Error>(())
/// ```
#[derive(Clone)]
pub struct Error(Box<iq_error>);

impl Error {
    /// The detail of a call of this thread that has just failed.
    pub(crate) fn last(status: iq_status) -> Self {
        let mut error = Self::empty(status);
        // SAFETY: it is ours and has its size.
        let told = unsafe { iq_last_error(&mut *error.0) };
        // A callback may have failed at something else since.
        if told != IQ_OK || error.0.status != status {
            // SAFETY: the name is static.
            let name = unsafe { CStr::from_ptr(iq_status_name(status)) };
            error = Self::empty(status);
            error.write(&name.to_string_lossy());
        }
        error
    }

    /// An error that this crate finds by itself.
    pub(crate) fn new(status: Status, argument: u32, message: &str) -> Self {
        let mut error = Self::empty(status.code());
        // SAFETY: the name is static.
        let name = unsafe { CStr::from_ptr(iq_status_name(status.code())) };
        error.0.argument = argument;
        error.write(&format!("{}: {message}", name.to_string_lossy()));
        error
    }

    fn empty(status: iq_status) -> Self {
        let (key, position) = (iq_key::default(), iq_position::default());
        Self(Box::new(iq_error {
            struct_size: size_of::<iq_error>(),
            status,
            argument: 0,
            flags: 0,
            key,
            section: key,
            position,
            other: position,
            message: [0; 192],
        }))
    }

    fn write(&mut self, message: &str) {
        let room = self.0.message.len() - 1;
        for (to, from) in self.0.message[..room].iter_mut().zip(message.bytes()) {
            *to = from as c_char;
        }
    }

    fn given<T>(&self, flag: u32, value: T) -> Option<T> {
        (self.0.flags & flag != 0).then_some(value)
    }

    /// What kind of thing went wrong.
    pub fn status(&self) -> Status {
        Status::from_code(self.0.status)
    }

    /// Which parameter of the C function was to blame, counted from 1.
    pub fn argument(&self) -> Option<u32> {
        (self.0.argument != 0).then_some(self.0.argument)
    }

    /// The key in question, an item's or a section's.
    pub fn key(&self) -> Option<Key> {
        self.given(IQ_ERROR_HAS_KEY, self.0.key.into())
    }

    /// The key of its section; of a section, its own.
    pub fn section(&self) -> Option<Key> {
        self.given(IQ_ERROR_HAS_SECTION, self.0.section.into())
    }

    /// Where the item is.
    pub fn position(&self) -> Option<Position> {
        self.given(IQ_ERROR_HAS_POSITION, self.0.position).and_then(Position::known)
    }

    /// Where the section is; of an item, its section.
    pub fn section_position(&self) -> Option<usize> {
        self.given(IQ_ERROR_HAS_POSITION, self.0.position).and_then(|position| known(position.section))
    }

    /// Where the first occurrence of an item's key is.
    pub fn other_position(&self) -> Option<Position> {
        self.given(IQ_ERROR_HAS_OTHER, self.0.other).and_then(Position::known)
    }

    /// Where the first occurrence of a section's key is; of an item's, its section.
    pub fn other_section_position(&self) -> Option<usize> {
        self.given(IQ_ERROR_HAS_OTHER, self.0.other).and_then(|position| known(position.section))
    }

    /// One line, beginning with the status's name in C.
    pub fn message(&self) -> String {
        let bytes = self.0.message.iter().map(|byte| *byte as u8).take_while(|byte| *byte != 0);
        String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("status", &self.status())
            .field("argument", &self.argument())
            .field("key", &self.key())
            .field("section", &self.section())
            .field("position", &self.position())
            .field("other_position", &self.other_position())
            .field("message", &self.message())
            .finish()
    }
}

impl std::error::Error for Error {}
