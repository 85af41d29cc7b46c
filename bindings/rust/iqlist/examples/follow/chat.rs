//! The list: a file as a chat, which is where to begin reading.
//!
//! ```text
//!     the file           the list                 the view              the screen
//!     older() ---------> items before the first
//!     appended() ------> items behind the last --> measured where it is
//!                                                  near the window ---> wrapped lines
//!          ^                                       |
//!          +------------ PAGE: the start is near --+
//! ```
//!
//! An item is a line of the file. Its key is the offset of the line's first byte, and its content the number of its
//! bytes: a line that becomes longer is an update. It has no model. The text stays in the file, and is read where a
//! line is measured or drawn, so that a million lines take little memory.

use std::cell::RefCell;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use iqlist::terminal::Lines;
use iqlist::{
    Align, Anchor, Cells, Columns, Edge, Event, EventKind, Key, LaidOutView, Length, List, Page, PageState,
    Screen, Scroll, ScrollTarget, SectionLayout, Size, SizeRule, Target, UpdateOptions, ViewOptions, END,
};

use crate::log::{Line, Log, News};
use crate::text::wrap;
use crate::Failure;

/// So many lines beside the window are measured before they are scrolled to.
const OVERSCAN: f64 = 20.0;
/// So many lines before the window the next block is read.
const NEAR: u32 = 100;

/// Items without a model have cells with a number only: nothing here is called.
pub struct NoCells;

impl Cells<()> for NoCells {
    type Cell = ();

    fn create(&self, _: &Event<()>) {}

    fn bind(&self, _: &mut (), _: &Event<()>) {}
}

/// What the user asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// So many lines down, or up.
    Lines(i32),
    /// So many windows down, or up. One line of the old window stays in view.
    Pages(i32),
    /// To the first line of the file.
    Start,
    /// To the last line, and follow what comes.
    End,
}

/// What is to be seen.
pub struct Frame {
    /// The lines of the window.
    pub lines: Vec<String>,
    /// The first and last line in the window, counted from 1; 0 and 0 of an empty file.
    pub visible: (usize, usize),
    /// The number of lines that were read.
    pub loaded: usize,
    /// Whether these are all of the file.
    pub is_all: bool,
    /// How much of the file is before the window's end.
    pub percent: u64,
    /// Whether the end is in view, and stays so.
    pub is_following: bool,
    /// The number of lines that have come below while the user was reading further up.
    pub new: usize,
}

/// A file in a window.
pub struct Chat {
    // The view goes before its screen, and the screen before its list.
    view: LaidOutView<(), NoCells>,
    screen: Screen<'static, ()>,
    list: Arc<List<()>>,
    log: Rc<RefCell<Log>>,
    height: f64,
    /// Lines that have come, and were not in view yet.
    new: usize,
}

impl Chat {
    /// Opens a file at its end.
    pub fn open(path: &Path, block: u64) -> Result<Self, Failure> {
        let log = Rc::new(RefCell::new(Log::open(path, block)?));
        let list = Arc::new(List::new()?);
        let screen = list.shared_screen()?;

        // With a grain of 1 all lengths are whole lines and columns.
        let options = ViewOptions::new().grain(1.0).overscan(OVERSCAN);
        let view = screen.laid_out_view(NoCells, options)?;

        // A line counts as one until it comes near the window. Then this says how many it takes when it is wrapped.
        let measured = Rc::clone(&log);
        let layout =
            SectionLayout::list().item(SizeRule::height(Length::Auto(1.0))).measured_by(move |row| {
                let line = Line { start: offset(&row.key), length: row.content };
                let text = text_or_empty(measured.borrow().text(line));
                Some(Size::new(row.assumed.width, wrap(&text, row.assumed.width as usize).len() as f64))
            });
        view.set_layout(None, Some(&layout))?;

        // At the end the view stays at the end; elsewhere what is in the window stays where it is, whatever comes
        // before or behind it, and also if another width wraps the lines anew.
        view.set_anchor(Anchor::End, None)?;

        // While there are older lines, a poll asks for them when the window is near the first one.
        list.set_events(EventKind::PAGE)?;
        let mut chat = Self { view, screen, list, log, height: 0.0, new: 0 };
        chat.begin()?;
        Ok(chat)
    }

    /// Shows the last block of the file, and forgets what was shown before.
    fn begin(&mut self) -> Result<(), Failure> {
        let lines = self.log.borrow_mut().older(false)?;
        let (keys, contents) = columns(&lines);
        // Offsets may be the same as those of another file before. A reload compares nothing.
        self.list.with(UpdateOptions::new().reload()).set_items(Columns::new(&keys).contents(&contents))?;
        self.expect_older(None)?;
        self.new = 0;
        self.scroll(Move::End)
    }

    /// Says whether there are older lines, as the answer to a request if there was one.
    fn expect_older(&self, request: Option<u64>) -> Result<(), Failure> {
        let is_all = self.log.borrow().is_all_read();
        let mut page = Page::new(if is_all { PageState::Ended } else { PageState::More });
        page.distance = NEAR;
        page.token = request;
        Ok(self.list.set_page(None, Edge::Start, page)?)
    }

    /// Puts older lines before the first one. What the user reads does not move: the anchor holds it.
    fn prepend(&self, is_all: bool) -> Result<(), Failure> {
        let lines = self.log.borrow_mut().older(is_all)?;
        let (keys, contents) = columns(&lines);
        let mut edit = self.list.edit()?;
        edit.insert_items(None, 0, Columns::new(&keys).contents(&contents))?;
        Ok(edit.commit_silently()?)
    }

    /// Looks for what was written to the file. Returns whether something has changed.
    pub fn look(&mut self) -> Result<bool, Failure> {
        let news = self.log.borrow_mut().appended();
        match news {
            // It was truncated while it was read: the next look finds it so.
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error.into()),
            Ok(News::None) => Ok(false),
            Ok(News::Anew) => self.begin().map(|()| true),
            Ok(News::Lines(longer, lines)) => self.append(longer, &lines).map(|()| true),
        }
    }

    /// The last line has become longer, and others follow it: one edit, whose cost does not depend on the lines that
    /// are there already.
    fn append(&mut self, longer: Option<Line>, lines: &[Line]) -> Result<(), Failure> {
        let (keys, contents) = columns(lines);
        let mut edit = self.list.edit()?;
        if let (Some(line), Some(last)) = (longer, self.list.len().checked_sub(1)) {
            let last = self.list.item_at(last)?;
            edit.update_items(&[last], Columns::without_keys(1).contents(&[line.length]))?;
        }
        edit.insert_items(None, END, Columns::new(&keys).contents(&contents))?;
        edit.commit_silently()?;
        self.new += lines.len();
        Ok(())
    }

    /// Sets the size of the window, in columns and lines.
    pub fn resize(&mut self, columns: usize, lines: usize) -> Result<(), Failure> {
        self.height = lines as f64;
        Ok(self.view.set_size(columns as f64, lines as f64)?)
    }

    /// Scrolls with the next frame.
    pub fn scroll(&mut self, to: Move) -> Result<(), Failure> {
        let by = Scroll::BY | Scroll::CLAMP;
        let edge = |align| ScrollTarget::new(Target::List).align(align);
        match to {
            Move::Lines(lines) => self.view.scroll(lines.into(), by)?,
            Move::Pages(pages) => self.view.scroll(f64::from(pages) * (self.height - 1.0).max(1.0), by)?,
            Move::Start => {
                // The way to the first line is the whole file.
                self.prepend(true)?;
                self.expect_older(None)?;
                self.view.scroll_to(edge(Align::Start))?;
            }
            Move::End => self.view.scroll_to(edge(Align::End))?,
        }
        Ok(())
    }

    /// Reads the older lines that the view has asked for. Returns whether it has. The view knows where the window is
    /// among them when it is laid out again: until then nothing is polled, which could ask for more.
    fn read_older(&self) -> Result<bool, Failure> {
        while let Some(event) = self.screen.poll()? {
            if event.edge() == Some(Edge::Start) {
                self.prepend(false)?;
                self.expect_older(Some(event.number))?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Lays out, and reads what is in the window.
    pub fn frame(&mut self) -> Result<Frame, Failure> {
        loop {
            self.view.layout()?;
            if !self.read_older()? {
                break;
            }
        }
        let (list, log) = (&self.list, self.log.borrow());
        let scene = self.view.layout()?;
        let mut lines = vec![String::new(); self.height as usize];
        for run in Lines::of(&scene, lines.len()).runs() {
            let Some(index) = run.place.index() else { continue };
            let text = text_or_empty(log.text(line(list, index)?));
            let texts = wrap(&text, run.place.frame().width as usize);
            // Some lines of an item at an edge are outside of the window.
            for (y, text) in run.screen.zip(texts.into_iter().skip(run.lines.start)) {
                lines[y] = text;
            }
        }
        let (visible, loaded) = (scene.visible(), scene.items());
        let is_following = scene.is_at_end();
        // What has been in the window is not new any more.
        self.new = if is_following { 0 } else { self.new.min(loaded - visible.end) };
        let end = match visible.end.checked_sub(1) {
            Some(last) => line(list, last).map(|line| line.start + line.length + 1)?,
            None => 0,
        };
        let percent = if is_following { 100 } else { end.min(log.size()) * 100 / log.size().max(1) };
        let first = if visible.is_empty() { 0 } else { visible.start + 1 };
        let visible = (first, visible.end);
        Ok(Frame { lines, visible, loaded, is_all: log.is_all_read(), percent, is_following, new: self.new })
    }

    /// The name of the file.
    pub fn name(&self) -> String {
        self.log.borrow().name()
    }
}

/// The line of the file that an item is.
fn line(list: &List<()>, index: usize) -> iqlist::Result<Line> {
    let start = list.keys(index..=index)?.first().map_or(0, offset);
    let length = list.contents(index..=index)?.first().copied().unwrap_or(0);
    Ok(Line { start, length })
}

/// Lines as what an update takes.
fn columns(lines: &[Line]) -> (Vec<Key>, Vec<u64>) {
    lines.iter().map(|line| (Key::from(line.start), line.length)).unzip()
}

/// The number that a key was made of.
fn offset(key: &Key) -> u64 {
    let bytes = key.as_ref().first_chunk::<8>().copied().unwrap_or_default();
    u64::from_le_bytes(bytes)
}

/// A file that was truncated a moment ago has no such text: the next look begins anew.
fn text_or_empty(text: io::Result<String>) -> String {
    text.unwrap_or_default()
}
