//! The terminal: taken, and given back whatever happens.
//!
//! ```text
//!     end, error            the terminal is dropped         give back
//!     panic                 a hook, before its message      give back
//!     INT, TERM, HUP, QUIT  a byte in the socket: End       give back, end by it
//!     TSTP                  give back, stop
//!     CONT                  take, Resize
//!     SEGV, ABRT ...        give back, end by it
//!     WINCH                 a byte in the socket: Resize
//! ```
//!
//! Handlers only write into a socket that `wait` reads beside the keys: a signal that comes just before it sleeps wakes
//! it as well. What they call beside that (`tcsetattr`, `write`, `raise`, `signal`) is allowed in handlers.

use std::ffi::{c_int, c_short, c_ulong};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::SeqCst};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};
use std::{panic, ptr};

use crate::keys::{first, Input};

/// The other screen, without the cursor and without lines that wrap; the mouse's buttons, in decimal numbers.
const TAKE: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1000h\x1b[?1006h";
const GIVE: &str = "\x1b[?1006l\x1b[?1000l\x1b[?7h\x1b[0m\x1b[?25h\x1b[?1049l";
/// How long the rest of a key may take to come, in milliseconds.
const REST: c_int = 50;

const INPUT: RawFd = 0;
const OUTPUT: RawFd = 1;
const IS_LINUX: bool = cfg!(target_os = "linux");
const WINDOW_SIZE: c_ulong = if IS_LINUX { 0x5413 } else { 0x4008_7468 };
const DRAINED: c_int = 1;
const READABLE: c_short = 1;
const WRITABLE: c_short = 4;

const HANGUP: c_int = 1;
const INTERRUPT: c_int = 2;
const QUIT: c_int = 3;
const TERMINATE: c_int = 15;
const STOP: c_int = if IS_LINUX { 20 } else { 18 };
const CONTINUE: c_int = if IS_LINUX { 18 } else { 19 };
const RESIZED: c_int = 28;
/// ILL, ABRT, BUS, FPE, SEGV.
const CRASHES: [c_int; 5] = [4, 6, if IS_LINUX { 7 } else { 10 }, 8, 11];
const UNBLOCK: c_int = if IS_LINUX { 1 } else { 2 };

/// More than a `struct termios` of any system, and than a `sigset_t`.
type Settings = [u64; 32];

#[repr(C)]
struct Source {
    descriptor: RawFd,
    events: c_short,
    returned: c_short,
}

extern "C" {
    fn tcgetattr(descriptor: c_int, settings: *mut Settings) -> c_int;
    fn tcsetattr(descriptor: c_int, when: c_int, settings: *const Settings) -> c_int;
    fn cfmakeraw(settings: *mut Settings);
    fn ioctl(descriptor: c_int, request: c_ulong, ...) -> c_int;
    fn poll(sources: *mut Source, count: c_ulong, milliseconds: c_int) -> c_int;
    fn signal(number: c_int, handler: usize) -> usize;
    fn raise(number: c_int) -> c_int;
    fn write(descriptor: c_int, bytes: *const u8, count: usize) -> isize;
    fn sigemptyset(signals: *mut Settings) -> c_int;
    fn sigaddset(signals: *mut Settings, number: c_int) -> c_int;
    fn sigprocmask(how: c_int, signals: *const Settings, before: *mut Settings) -> c_int;
}

static BEFORE: OnceLock<Settings> = OnceLock::new();
static IS_TAKEN: AtomicBool = AtomicBool::new(false);
static ENDED_BY: AtomicI32 = AtomicI32::new(0);
static TOLD: AtomicI32 = AtomicI32::new(-1);

/// For handlers too: what cannot be written now is given up.
fn send(descriptor: RawFd, bytes: &[u8]) {
    // SAFETY: the bytes are there for the call.
    unsafe { write(descriptor, bytes.as_ptr(), bytes.len()) };
}

fn take() {
    let Some(before) = BEFORE.get() else { return };
    let mut raw = *before;
    IS_TAKEN.store(true, SeqCst);
    // SAFETY: both are settings of a terminal.
    unsafe {
        cfmakeraw(&mut raw);
        tcsetattr(INPUT, DRAINED, &raw);
    }
    send(OUTPUT, TAKE.as_bytes());
}

fn give() {
    let Some(before) = BEFORE.get().filter(|_| IS_TAKEN.swap(false, SeqCst)) else { return };
    send(OUTPUT, GIVE.as_bytes());
    // SAFETY: these are settings of a terminal.
    unsafe { tcsetattr(INPUT, DRAINED, before) };
}

fn listen(number: c_int, handler: extern "C" fn(c_int)) {
    // SAFETY: the handler does what handlers may do.
    unsafe { signal(number, handler as usize) };
}

/// The default of a signal.
fn reset(number: c_int) {
    // SAFETY: 0 is the default.
    unsafe { signal(number, 0) };
}

extern "C" fn handle_end(number: c_int) {
    ENDED_BY.store(number, SeqCst);
    send(TOLD.load(SeqCst), b"e");
}

extern "C" fn handle_resize(_: c_int) {
    send(TOLD.load(SeqCst), b"w");
}

/// Gives the terminal back, and dies of the signal.
extern "C" fn handle_crash(number: c_int) {
    give();
    reset(number);
    // SAFETY: it is the signal's number.
    unsafe { raise(number) };
}

extern "C" fn handle_continue(_: c_int) {
    take();
    send(TOLD.load(SeqCst), b"r");
}

/// Stops the program as the signal would without a handler. When it goes on, `handle_continue` comes first, then the
/// rest of this. Where nobody could let it go on (no shell has it as a job) it does not stop.
extern "C" fn handle_stop(number: c_int) {
    give();
    reset(number);
    let mut stop: Settings = [0; 32];
    // SAFETY: the set is ours. It stops when the signal is unblocked.
    unsafe {
        sigemptyset(&mut stop);
        sigaddset(&mut stop, number);
        raise(number);
        sigprocmask(UNBLOCK, &stop, ptr::null_mut());
    }
    listen(number, handle_stop);
    if !IS_TAKEN.load(SeqCst) {
        handle_continue(number);
    }
}

/// Ends the program by a signal, as if there were no handler.
pub fn end_by(number: c_int) -> ExitCode {
    reset(number);
    // SAFETY: it is the signal's number.
    unsafe { raise(number) };
    ExitCode::FAILURE
}

/// Why the program woke up.
pub enum Wake {
    /// A key, or the mouse.
    Input(Input),
    /// The window has another size, or has lost what it showed.
    Resize,
    /// A signal.
    End(c_int),
    /// It is time.
    Time,
}

/// The terminal while it is taken.
pub struct Terminal {
    // Without the buffers of the standard library, in which keys would wait unseen.
    input: File,
    output: File,
    told: UnixStream,
    /// What handlers write into.
    _tells: UnixStream,
    /// Read, and not taken as a key yet.
    bytes: Vec<u8>,
}

impl Terminal {
    /// Takes the terminal.
    pub fn open() -> io::Result<Self> {
        let mut before: Settings = [0; 32];
        let mut found = 0;
        for descriptor in [OUTPUT, INPUT] {
            // SAFETY: the settings are ours.
            found = unsafe { tcgetattr(descriptor, &mut before) };
            if found != 0 {
                break;
            }
        }
        if found != 0 {
            return Err(io::Error::new(ErrorKind::Unsupported, "not a terminal: --once prints a frame"));
        }
        let (told, tells) = UnixStream::pair()?;
        told.set_nonblocking(true)?;
        tells.set_nonblocking(true)?;
        TOLD.store(tells.as_raw_fd(), SeqCst);
        BEFORE.get_or_init(|| before);
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let print = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                give();
                print(info);
            }));
        });
        for number in [INTERRUPT, TERMINATE, HANGUP, QUIT] {
            listen(number, handle_end);
        }
        for number in CRASHES {
            listen(number, handle_crash);
        }
        listen(STOP, handle_stop);
        listen(CONTINUE, handle_continue);
        listen(RESIZED, handle_resize);
        let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        take();
        Ok(Self { input, output, told, _tells: tells, bytes: Vec::new() })
    }

    /// Its columns and lines.
    pub fn size(&self) -> (usize, usize) {
        let mut size = [0u16; 4];
        // SAFETY: lines and columns, each also in pixels.
        let found = unsafe { ioctl(OUTPUT, WINDOW_SIZE, size.as_mut_ptr()) };
        match size {
            [lines, columns, ..] if found == 0 && lines > 0 && columns > 0 => (columns.into(), lines.into()),
            _ => (80, 24),
        }
    }

    /// Writes all of the text.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text.as_bytes();
        while !rest.is_empty() && ENDED_BY.load(SeqCst) == 0 {
            match self.output.write(rest) {
                Ok(count) => rest = rest.get(count..).unwrap_or_default(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait_for(&mut [Source { descriptor: OUTPUT, events: WRITABLE, returned: 0 }], -1);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits for a key, a signal, or until so much time has passed.
    pub fn wait(&mut self, time: Duration) -> io::Result<Wake> {
        let end = Instant::now() + time;
        loop {
            if let Some(wake) = self.key(false) {
                return Ok(wake);
            }
            let left = end.saturating_duration_since(Instant::now());
            let milliseconds = if self.bytes.is_empty() { rounded_up(left) } else { REST };
            let readable = |descriptor| Source { descriptor, events: READABLE, returned: 0 };
            let mut sources = [readable(self.told.as_raw_fd()), readable(INPUT)];
            wait_for(&mut sources, milliseconds);
            if sources[0].returned != 0 {
                return Ok(self.told());
            }
            if sources[1].returned != 0 {
                let mut bytes = [0; 256];
                match self.input.read(&mut bytes) {
                    // It has gone.
                    Ok(0) => return Ok(Wake::End(HANGUP)),
                    Ok(count) => self.bytes.extend_from_slice(bytes.get(..count).unwrap_or_default()),
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                    Err(_) => return Ok(Wake::End(HANGUP)),
                }
                continue;
            }
            if let Some(wake) = self.key(true) {
                return Ok(wake);
            }
            if Instant::now() >= end {
                return Ok(Wake::Time);
            }
        }
    }

    /// The next key of what was read. The terminal is raw: Ctrl-C, Ctrl-\ and Ctrl-Z are signals by this.
    fn key(&mut self, is_all: bool) -> Option<Wake> {
        let number = match self.bytes.first() {
            Some(3) => INTERRUPT,
            Some(0x1a) => STOP,
            Some(0x1c) => QUIT,
            _ => {
                let (input, count) = first(&self.bytes, is_all)?;
                self.bytes.drain(..count.min(self.bytes.len()));
                return Some(Wake::Input(input));
            }
        };
        self.bytes.drain(..1);
        // SAFETY: it is a signal's number.
        unsafe { raise(number) };
        Some(self.told())
    }

    /// Reads what handlers have written. Several resizes are one.
    fn told(&mut self) -> Wake {
        let mut bytes = [0; 64];
        let _ = self.told.read(&mut bytes);
        match ENDED_BY.load(SeqCst) {
            0 => Wake::Resize,
            number => Wake::End(number),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give();
        TOLD.store(-1, SeqCst);
    }
}

/// In milliseconds.
fn rounded_up(time: Duration) -> c_int {
    c_int::try_from(time.as_micros().div_ceil(1000)).unwrap_or(c_int::MAX)
}

/// Signals end it early.
fn wait_for(sources: &mut [Source], milliseconds: c_int) {
    // SAFETY: the sources are ours.
    unsafe { poll(sources.as_mut_ptr(), sources.len() as c_ulong, milliseconds) };
}
