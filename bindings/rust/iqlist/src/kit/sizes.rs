//! Who says how large something is: the levels, one after another, inside the library's `measure`.
//!
//! ```text
//!     layout ──► measure: view model ► coordinator ► section ► class ► list ► as its content
//!        │                  └─ a rule: its length, and its width                  │ noted
//!        └──► bind: configure, then fitting_size of what is noted ── set_sizes ──► another round
//! ```

use std::any::TypeId;
use std::cell::{Cell as Slot, OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::action::target_of;
use super::cells::KitCell;
use super::defaults::{self, Handling, Question};
use super::erased::Erased;
use super::layout::Asking;
use super::lengths::{Levels, Resolved};
use super::lines::{Alignment, Known, Lines};
use super::windows::Window;
use super::{AnyViewModel, Coordinator, Part, Updater};
use crate::{
    Error, Item, Key, Kind, LayoutHandle, List, Measured, Result, Section, SectionLayout, Size, SizeRule,
    Status, Target,
};

/// What a coordinator is asked about: an item, header, footer or loader.
#[derive(Debug)]
#[non_exhaustive]
pub struct SizeQuestion<'a> {
    /// The item.
    pub item: Option<Item>,
    /// The section of the item or element. `None` of an element of the list itself.
    pub section: Option<Section>,
    /// The element, by kind and index.
    pub element: Option<(Kind, u32)>,
    /// The key of the item or element.
    pub key: Key,
    /// The level of the item.
    pub level: u16,
    model: Option<&'a AnyViewModel>,
}

impl SizeQuestion<'_> {
    /// The view model, if it is of this type.
    pub fn view_model<T: 'static>(&self) -> Option<&T> {
        self.model?.downcast_ref()
    }

    /// The part of its section that it is. `None` of an element of the list itself, and of a loader.
    pub fn part(&self) -> Option<Part> {
        match self.section {
            Some(_) => Part::of(self.element),
            None => None,
        }
    }

    /// As an item, or element.
    pub fn target(&self) -> Option<Target> {
        target_of(self.item, self.section, self.element)
    }
}

/// A coordinator, and the type that it is of.
#[derive(Clone)]
pub(super) struct Coordinating {
    pub(super) coordinator: Rc<dyn Coordinator>,
    of: TypeId,
    /// Its default `handle`.
    pub(super) handling: TypeId,
}

impl Coordinating {
    pub(super) fn new<C: Coordinator>(coordinator: C) -> Self {
        let (of, handling) = (TypeId::of::<C>(), TypeId::of::<Handling<C>>());
        Self { coordinator: Rc::new(coordinator), of, handling }
    }
}

/// What was set by the host, and for what.
#[derive(Clone, Copy)]
struct SetSize {
    size: Size,
    /// The address of the model, which is compared and never read.
    model: usize,
    /// The room across that it had. `None`: there was no layout yet.
    across: Option<f64>,
}

/// What nobody has said how large it is, but for the cell that shows it.
#[derive(Clone, Copy)]
struct Unfitted {
    known: Known,
    /// Of an item.
    lines: Option<Lines>,
    /// That of the cell.
    room: Size,
    /// What its place is larger.
    around: (f64, f64),
}

/// By a number of theirs.
type Layouts = HashMap<u64, Vec<(Resolved, SectionLayout<AnyViewModel>)>>;

/// The sizes of one view that is laid out.
pub(super) struct Sizes {
    updater: Updater,
    /// The driver's.
    coordinating: Rc<RefCell<Coordinating>>,
    /// Whether the coordinator may say something about sizes.
    pub(super) is_coordinator_asked: Slot<bool>,
    pub(super) window: Slot<Window>,
    handle: OnceCell<LayoutHandle>,
    /// How often sizes were made guesses.
    fonts: Slot<u64>,
    /// What is as large as its content and was not asked yet.
    fitting: RefCell<HashMap<Target, Unfitted>>,
    set: RefCell<HashMap<Target, SetSize>>,
    /// One for each layout that is in use.
    layouts: RefCell<Layouts>,
    /// A size that a cell has said, and the view has refused.
    refused: RefCell<Option<Error>>,
}

impl Sizes {
    pub(super) fn new(updater: Updater, coordinating: Rc<RefCell<Coordinating>>, window: Window) -> Rc<Self> {
        Rc::new(Self {
            updater,
            coordinating,
            is_coordinator_asked: Slot::new(true),
            window: Slot::new(window),
            handle: OnceCell::new(),
            fonts: Slot::new(0),
            fitting: RefCell::default(),
            set: RefCell::default(),
            layouts: RefCell::default(),
            refused: RefCell::default(),
        })
    }

    /// Of the view whose sizes these are.
    pub(super) fn begin(&self, handle: LayoutHandle) {
        let _ = self.handle.set(handle);
    }

    /// As the view takes it. Equal ones share a measuring function.
    pub(super) fn layout(self: &Rc<Self>, resolved: &Resolved) -> SectionLayout<AnyViewModel> {
        let number = resolved.number();
        let known = |layouts: &Layouts| {
            let mut layouts = layouts.get(&number)?.iter();
            layouts.find(|(known, _)| known == resolved).map(|(_, layout)| layout.clone())
        };
        let known = known(&self.layouts.borrow());
        known.unwrap_or_else(|| {
            let made = self.made(resolved);
            self.layouts.borrow_mut().entry(number).or_default().push((resolved.clone(), made.clone()));
            made
        })
    }

    /// Forgets the layouts that are in use no longer.
    pub(super) fn keep_layouts<'a>(&self, used: impl Iterator<Item = &'a Resolved>) {
        let used: HashSet<u64> = used.map(Resolved::number).collect();
        self.layouts.borrow_mut().retain(|number, _| used.contains(number));
    }

    fn made(self: &Rc<Self>, resolved: &Resolved) -> SectionLayout<AnyViewModel> {
        let lines = &resolved.lines;
        let layout = match (lines.is_flow, lines.is_lanes) {
            (true, _) => SectionLayout::flow(),
            (_, true) => SectionLayout::lanes(lines.columns),
            _ => SectionLayout::grid(lines.columns),
        };
        let mut layout = layout
            .item(resolved.item.rule)
            .header(resolved.header.rule)
            .footer(resolved.footer.rule)
            .page(resolved.page.rule)
            .insets(resolved.insets)
            .line_spacing(resolved.line_spacing)
            .item_spacing(lines.spacing);
        layout = match resolved.alignment {
            Alignment::Leading => layout,
            Alignment::Centered => layout.centered(),
            Alignment::Justified => layout.justified(),
        };
        if resolved.sticky_header {
            layout = layout.sticky_header();
        }
        if resolved.sticky_footer {
            layout = layout.sticky_footer();
        }
        // The function belongs to the view, which belongs to the driver, as the sizes do.
        let (sizes, resolved) = (Rc::downgrade(self), resolved.clone());
        layout.measured_by(move |asked| sizes.upgrade()?.measured(&resolved, asked))
    }

    fn measured(&self, resolved: &Resolved, asked: &Measured<'_, AnyViewModel>) -> Option<Size> {
        let window = self.window.get();
        let lines = matches!(asked.target, Target::Item(_)).then_some(resolved.lines);
        let across = lines.map_or_else(|| window.across(asked.assumed), |lines| lines.across());
        if let Some(size) = self.set_by_host(asked.target, asked.model, across) {
            return Some(size);
        }
        let levels = match asked.target {
            Target::Item(_) => &resolved.item,
            Target::Element(_, kind, _) | Target::ListElement(kind, _) => match kind {
                Kind::HEADER => &resolved.header,
                Kind::FOOTER => &resolved.footer,
                _ => &resolved.page,
            },
            Target::List | Target::Section(_) => return None,
        };
        let (rule, is_own) = self.said(levels, resolved, &self.question(resolved, asked));
        let known = match &lines {
            Some(lines) => lines.known(&window, &rule, is_own),
            None => Known { length: window.length(&rule, Some(across)), width: None },
        };
        if known.is_complete(lines.as_ref()) {
            return window.answer(known);
        }
        let around = window.around_cell(&levels.rule, asked.level);
        let place = lines.map_or(across, |lines| lines.place(known.width));
        let along = (window.along(asked.assumed) - around.0).max(0.0);
        let room = window.size_of(along, (place - around.1).max(0.0));
        let mut fitting = self.fitting.borrow_mut();
        // What has gone since does not stay here.
        if fitting.len() > 1024 {
            let _ = self.updater.with_list(|list| {
                fitting.retain(|target, _| is_there(list, *target));
                Ok(())
            });
        }
        fitting.insert(asked.target, Unfitted { known, lines, room, around });
        None
    }

    fn question<'a>(&self, resolved: &Resolved, asked: &Measured<'a, AnyViewModel>) -> SizeQuestion<'a> {
        let is_section_told = resolved.is_asking() || self.is_coordinator_asked.get();
        let (item, section, element) = match asked.target {
            Target::Item(item) if is_section_told => {
                let info = self.updater.with_list(|list| list.item_info(item));
                (Some(item), info.ok().and_then(|info| info.section), None)
            }
            Target::Item(item) => (Some(item), None, None),
            Target::Element(section, kind, index) => (None, Some(section), Some((kind, index))),
            Target::ListElement(kind, index) => (None, None, Some((kind, index))),
            Target::List | Target::Section(_) => (None, None, None),
        };
        SizeQuestion { item, section, element, key: asked.key, level: asked.level, model: asked.model }
    }

    /// What the first level says that says something, and whether it is about this one alone. No state is borrowed
    /// meanwhile.
    pub(super) fn said(
        &self,
        levels: &Levels,
        resolved: &Resolved,
        question: &SizeQuestion<'_>,
    ) -> (SizeRule, bool) {
        let (window, model) = (self.window.get().size, question.model.map(AnyViewModel::erased));
        let asked = |asking: &Option<Asking>| {
            let asking = asking.as_ref().filter(|_| question.section.is_some())?;
            asking.ask(question, window)
        };
        let said = model.and_then(|model| model.size(window));
        let said = said.or_else(|| self.said_by_coordinator(Question::Size, question));
        let said = said.or_else(|| asked(&resolved.asking.0));
        if let (None, Some(rule)) = (said, levels.section) {
            return (rule, false);
        }
        let said = said.or_else(|| model.and_then(|model| model.class_size(window)));
        let said = said.or_else(|| asked(&resolved.asking.1));
        said.map_or_else(|| (levels.list.unwrap_or_default(), false), |rule| (rule, true))
    }

    fn said_by_coordinator(&self, about: Question, question: &SizeQuestion<'_>) -> Option<SizeRule> {
        if !self.is_coordinator_asked.get() {
            return None;
        }
        let Coordinating { coordinator, .. } = self.coordinating.borrow().clone();
        let window = self.window.get().size;
        match about {
            Question::Size => coordinator.size_for(question, window),
            _ => coordinator.estimated_size_for(question, window),
        }
    }

    /// Asks the coordinator for the first time: whether it says anything about sizes.
    pub(super) fn meet_coordinator(&self, question: &SizeQuestion<'_>) {
        let of = self.coordinating.borrow().of;
        let is_left = |about| defaults::asking(of, about, || self.said_by_coordinator(about, question)).1;
        self.is_coordinator_asked.set(true);
        let says_nothing = is_left(Question::Size) && is_left(Question::EstimatedSize);
        self.is_coordinator_asked.set(!says_nothing);
    }

    /// What is assumed of the items of a section, by what its first one is: that of an estimate, or of a size that does
    /// not follow from the layouts alone.
    pub(super) fn assumed(&self, resolved: &Resolved, question: &SizeQuestion<'_>) -> Known {
        let (window, lines) = (self.window.get(), &resolved.lines);
        let model = question.model.map(AnyViewModel::erased);
        let known = |rule: SizeRule| lines.known(&window, &rule, true);
        let estimated = model.and_then(|model| model.estimated_size(window.size));
        let estimated = estimated.or_else(|| self.said_by_coordinator(Question::EstimatedSize, question));
        let estimated = estimated.map(known).unwrap_or_default();
        let of_class = || model.and_then(|model| model.class_estimated_size(window.size)).map(known);
        let section = resolved.estimates.0;
        let of_class = if estimated.length.is_none() && section.is_none() { of_class() } else { None }
            .unwrap_or_default();
        let length = estimated.length.or(section).or(of_class.length).or(resolved.estimates.1);
        let width = estimated.width.or(of_class.width).filter(|_| lines.is_flow);
        if length.is_some() && (width.is_some() || !lines.is_flow) {
            return Known { length, width };
        }
        let said = resolved.first.unwrap_or_else(|| self.said(&resolved.item, resolved, question).0);
        let said = known(said);
        Known { length: length.or(said.length), width: width.or(said.width) }
    }

    // Automatic dimension.

    /// Asks a cell that shows its view model for its size, if that is to be known. Whether it is known now.
    pub(super) fn fit(&self, target: Target, erased: &dyn Erased, cell: &mut KitCell) -> Result<bool> {
        let Some(Unfitted { known, lines, room, around }) = self.fitting.borrow().get(&target).copied()
        else {
            return Ok(false);
        };
        let window = self.window.get();
        let asked = (target, window.across(room), self.fonts.get());
        let fitting = match cell.fitted {
            // An equal view model has come in its place.
            Some((known, size)) if known == asked => size,
            _ => {
                let size = erased.fitting_size(&mut *cell.object, room);
                cell.fitted = Some((asked, size));
                size
            }
        };
        // Not before: if it has panicked it is asked again.
        self.fitting.borrow_mut().remove(&target);
        let (Some(size), Some(handle)) = (fitting, self.handle.get()) else { return Ok(false) };
        let own = |lines: Lines| lines.own_width(Some(window.across(size) + around.1));
        let length = known.length.unwrap_or_else(|| window.along(size) + around.0);
        let size =
            window.answer(Known { length: Some(length), width: known.width.or_else(|| lines.and_then(own)) });
        match handle.set_sizes(size.map(|size| (target, size))) {
            // It has gone meanwhile.
            Err(error) if error.status() == Status::Handle => Ok(false),
            set => set.map(|()| true),
        }
    }

    /// A size was refused: the layout tells.
    pub(super) fn refuse(&self, error: Error) {
        self.refused.borrow_mut().get_or_insert(error);
    }

    pub(super) fn take_refused(&self) -> Result<()> {
        self.refused.take().map_or(Ok(()), Err)
    }

    /// What cells have said counts no longer.
    pub(super) fn change_font(&self) {
        self.forget_set();
        self.fonts.set(self.fonts.get() + 1);
    }

    /// Whether something waits to be asked.
    pub(super) fn has_fitting(&self) -> bool {
        !self.fitting.borrow().is_empty()
    }

    // What the host has set.

    /// Notes what the host has set, which is what counts until the content or the width is another one.
    pub(super) fn set(
        &self,
        list: &List<AnyViewModel>,
        sizes: &[(Target, Size)],
        across: impl Fn(Target) -> Option<f64>,
    ) {
        for (target, size) in sizes {
            let across = across(*target);
            self.fitting.borrow_mut().remove(target);
            let mut set = self.set.borrow_mut();
            match model_of(list, *target) {
                Some(model) if !self.window.get().along(*size).is_nan() => {
                    set.insert(*target, SetSize { size: *size, model, across });
                }
                _ => drop(set.remove(target)),
            }
            if set.len() > 1024 && set.len().is_power_of_two() {
                set.retain(|target, _| is_there(list, *target));
            }
        }
    }

    /// Another width makes guesses of them.
    pub(super) fn forget_set(&self) {
        self.set.borrow_mut().clear();
    }

    fn set_by_host(&self, target: Target, model: Option<&AnyViewModel>, across: f64) -> Option<Size> {
        let mut set = self.set.borrow_mut();
        let known = *set.get(&target)?;
        if known.model == model.map_or(0, address) && known.across.map_or(true, |known| known == across) {
            return Some(known.size);
        }
        set.remove(&target);
        None
    }
}

fn address(model: &AnyViewModel) -> usize {
    std::ptr::from_ref(model) as usize
}

/// The address of the model of an item or element that is there.
fn model_of(list: &List<AnyViewModel>, target: Target) -> Option<usize> {
    let model = match target {
        Target::Item(item) => list.item_info(item).ok()?.model,
        Target::Element(section, kind, index) => list.supplementary(section, kind, index).ok()??.row.model,
        Target::ListElement(kind, index) => list.supplementary(None, kind, index).ok()??.row.model,
        Target::List | Target::Section(_) => return None,
    };
    Some(model.as_deref().map_or(0, address))
}

fn is_there(list: &List<AnyViewModel>, target: Target) -> bool {
    model_of(list, target).is_some()
}

/// A question about the first item of a section.
pub(super) fn about_first<R>(
    list: &List<AnyViewModel>,
    section: Section,
    ask: impl FnOnce(&SizeQuestion<'_>) -> R,
) -> Option<R> {
    let item = list.item_in_section(section, 0).ok()?;
    let info = list.item_info(item).ok()?;
    let model = info.model.as_deref();
    let (key, level) = (info.key, info.level);
    Some(ask(&SizeQuestion { item: Some(item), section: Some(section), element: None, key, level, model }))
}

/// A question about an element of a section, if there is one.
pub(super) fn about_element<R>(
    list: &List<AnyViewModel>,
    section: Section,
    kind: Kind,
    ask: impl FnOnce(&SizeQuestion<'_>) -> R,
) -> Option<R> {
    let row = list.supplementary(section, kind, 0).ok()??.row;
    let (element, model) = (Some((kind, 0)), row.model.as_deref());
    Some(ask(&SizeQuestion { item: None, section: Some(section), element, key: row.key, level: 0, model }))
}
