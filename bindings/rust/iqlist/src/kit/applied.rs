//! What the layouts of the list and of its sections say, set in the view.
//!
//! ```text
//!     list     Layout ─────────────┐
//!     section  Layout, says_sizes ─┴─► Resolved, for the window ──► set in the view where it is different
//!                  first item, header, footer ─► lengths that are assumed
//! ```
//!
//! The sections are walked after an update, if one of them says something by itself; not at each layout.

use std::cell::Cell as Slot;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::Ordering::SeqCst;

use super::laid_out::LaidOut;
use super::lengths::{Asks, Levels, Resolved};
use super::lines::Known;
use super::sizes::{about_element, about_first};
use super::{AnyViewModel, Driver};
use crate::{Kind, Model, Result, Section, SectionLayout, Status, Target};

/// What was set in the view.
#[derive(Default)]
pub(super) struct Applied {
    /// Of the list.
    version: Option<u64>,
    needs: [bool; 4],
    list: Option<Resolved>,
    /// Those that are not as the list's.
    sections: HashMap<Section, OfSection>,
}

#[derive(Clone)]
struct OfSection {
    /// What the section has said then.
    info: Option<Model<AnyViewModel>>,
    resolved: Rc<Resolved>,
}

impl OfSection {
    /// Whether it says the same as then, and nobody is to be asked again.
    fn is_same(&self, info: Option<&Model<AnyViewModel>>) -> bool {
        let is_same_info = match (&self.info, info) {
            (Some(before), Some(now)) => Model::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        is_same_info && (self.resolved.is_assumed || !self.resolved.asks.items)
    }
}

/// What was to be set, and could not, is to be set again.
struct Stale<'a>(Option<&'a Slot<bool>>);

impl Drop for Stale<'_> {
    fn drop(&mut self) {
        if let Some(stale) = self.0 {
            stale.set(true);
        }
    }
}

impl LaidOut {
    /// Sets in the view what the layouts of the list and of its sections say, as far as that is different.
    pub(super) fn prepare(&self, driver: &Driver) -> Result<()> {
        self.meet_coordinator(driver);
        let is_coordinator_asked = self.sizes.is_coordinator_asked.get();
        let needs = driver.updater.registrations().needs();
        let needs = [
            needs.of_sections.load(SeqCst),
            needs.by_hand.load(SeqCst),
            needs.are_of_elements(),
            is_coordinator_asked,
        ];
        let version = driver.list.info()?.version;
        // What changes meanwhile is not lost.
        let is_stale = self.is_stale.replace(false);
        let mut stale = Stale(is_stale.then_some(&self.is_stale));
        {
            let applied = self.applied.borrow();
            if !is_stale && applied.version == Some(version) && applied.needs == needs {
                return Ok(());
            }
        }
        stale.0 = Some(&self.is_stale);
        let [of_sections, by_hand, of_elements, _] = needs;
        // As long as the coordinator is new there is no item.
        let is_layout_asked = self.layout().size_for.is_some();
        let all = by_hand || is_layout_asked || (is_coordinator_asked && !self.is_coordinator_new.get());
        let asks = Asks { items: all, elements: of_elements || is_layout_asked || is_coordinator_asked };
        let mut is_different = self.apply_to_list(asks)?;
        if of_sections || all || !self.applied.borrow().sections.is_empty() {
            // Who is asked is a part of the list's layout; what elements say may be another thing with each version.
            let is_new = is_stale || is_different || asks.elements;
            is_different |= self.apply_to_sections(driver, asks, is_stale, is_new)?;
        }
        if (is_different || is_stale) && self.has_scene.get() {
            // Sizes that were asked for are asked for again.
            self.reading()?.invalidate(..)?;
        }
        let mut applied = self.applied.borrow_mut();
        (applied.version, applied.needs) = (Some(version), needs);
        if is_different {
            let sections = applied.sections.values().map(|section| &*section.resolved);
            self.sizes.keep_layouts(applied.list.iter().chain(sections));
        }
        stale.0 = None;
        Ok(())
    }

    /// Asks a new coordinator whether it says something about sizes, as soon as there is an item to ask about.
    fn meet_coordinator(&self, driver: &Driver) {
        if !self.is_coordinator_new.get() {
            return;
        }
        let section = driver.list.item_at(0).and_then(|item| driver.list.item_info(item));
        let section = section.ok().and_then(|info| info.section);
        let asked = section.and_then(|section| {
            about_first(&driver.list, section, |question| self.sizes.meet_coordinator(question))
        });
        if asked.is_some() {
            self.is_coordinator_new.set(false);
        }
    }

    fn apply_to_list(&self, asks: Asks) -> Result<bool> {
        let former = self.applied.borrow().list.clone();
        let resolved =
            Resolved::new(None, &self.layout(), self.sizes.window.get(), asks.since(former.as_ref()), None);
        if former.as_ref() == Some(&resolved) {
            return Ok(false);
        }
        self.reading()?.set_layout(None, Some(&self.sizes.layout(&resolved)))?;
        self.applied.borrow_mut().list = Some(resolved);
        Ok(true)
    }

    fn apply_to_sections(&self, driver: &Driver, asks: Asks, is_stale: bool, is_new: bool) -> Result<bool> {
        let (mut is_different, mut kept) = (false, HashMap::new());
        for position in 0..driver.list.section_count() {
            // Another thread may change the list meanwhile: then another version is to come.
            let Ok(section) = driver.list.section_at(position) else { break };
            let info = driver.section_info(section);
            let former = self.applied.borrow().sections.get(&section).cloned();
            if let Some(former) = former.as_ref().filter(|former| !is_new && former.is_same(info.as_ref())) {
                kept.insert(section, former.clone());
                continue;
            }
            let former = former.map(|former| former.resolved);
            let resolved = self.resolved(driver, section, info.as_ref(), asks, former.as_deref(), is_stale);
            if former.as_deref() != resolved.as_ref() {
                is_different = true;
                let layout = resolved.as_ref().map(|resolved| self.sizes.layout(resolved));
                self.set_layout(section, layout.as_ref())?;
            }
            let resolved = resolved.map(Rc::new);
            kept.extend(resolved.map(|resolved| (section, OfSection { info, resolved })));
        }
        let former = std::mem::replace(&mut self.applied.borrow_mut().sections, kept);
        // What sections have said is the host's: it is dropped with nothing borrowed.
        drop(former);
        Ok(is_different)
    }

    /// A section that has gone needs none.
    fn set_layout(&self, section: Section, layout: Option<&SectionLayout<AnyViewModel>>) -> Result<()> {
        match self.reading()?.set_layout(Some(section), layout) {
            Err(error) if error.status() == Status::Handle => Ok(()),
            set => set,
        }
    }

    /// The layout of a section. `None`: it is as the list's.
    fn resolved(
        &self,
        driver: &Driver,
        section: Section,
        info: Option<&Model<AnyViewModel>>,
        asks: Asks,
        former: Option<&Resolved>,
        is_stale: bool,
    ) -> Option<Resolved> {
        let info = info.and_then(|info| info.as_section());
        let own = info.and_then(|info| info.layout.as_ref());
        let says_sizes = info.is_some_and(|info| info.says_sizes);
        if own.is_none() && !says_sizes && !asks.items && former.is_none() {
            return None;
        }
        // It was as the list's until now.
        let before = former.cloned().or_else(|| self.applied.borrow().list.clone());
        let asks = Asks { items: asks.items || says_sizes, ..asks }.since(before.as_ref());
        let (list, window) = (self.layout(), self.sizes.window.get());
        let former = former.filter(|_| !is_stale);
        let mut resolved = Resolved::new(own, &list, window, asks, None);
        if resolved.asks.items && Resolved::is_left_to_first(own, &list, &window) {
            let levels = |of: &Resolved| (of.item.section, of.item.list);
            let known = former.filter(|former| former.is_assumed && levels(former) == levels(&resolved));
            let first = known.map_or_else(
                || {
                    about_first(&driver.list, section, |asked| {
                        self.sizes.said(&resolved.item, &resolved, asked).0
                    })
                },
                |former| former.first,
            );
            if first.is_some() {
                resolved = Resolved::new(own, &list, window, asks, first);
            }
        }
        self.assume(driver, section, &mut resolved, former);
        Some(resolved)
    }

    /// What is assumed of what is asked: by the first item, the first header and the first footer. It stays as it is
    /// while the layouts say the same, so that the content does not change its length with each new first item.
    fn assume(&self, driver: &Driver, section: Section, resolved: &mut Resolved, former: Option<&Resolved>) {
        let is_same =
            |before: &Levels, now: &Levels| (before.section, before.list) == (now.section, now.list);
        if resolved.asks.items {
            let is_same = |former: &Resolved| {
                former.is_assumed && former.lines == resolved.lines && is_same(&former.item, &resolved.item)
            };
            match former.filter(|former| is_same(former)) {
                Some(former) => (resolved.item, resolved.is_assumed) = (former.item, true),
                None => {
                    let assumed =
                        about_first(&driver.list, section, |question| self.sizes.assumed(resolved, question));
                    resolved.is_assumed = assumed.is_some();
                    resolved.item.assume(&resolved.window, assumed.unwrap_or_default());
                }
            }
        }
        // Where another layout would choose the lanes anew, these stay too.
        let settled = former.filter(|former| {
            let are_same =
                is_same(&former.header, &resolved.header) && is_same(&former.footer, &resolved.footer);
            let is_same = former.lines == resolved.lines && former.asks == resolved.asks;
            resolved.lines.is_lanes && is_same && are_same
        });
        if let Some(settled) = settled {
            (resolved.header, resolved.footer) = (settled.header, settled.footer);
        } else if resolved.asks.elements {
            let window = resolved.window;
            let assumed = |kind: Kind, levels: &Levels| {
                let said = about_element(&driver.list, section, kind, |question| {
                    self.sizes.said(levels, resolved, question).0
                });
                let length = said.and_then(|rule| window.length(&rule, Some(window.room())));
                Known { length, width: None }
            };
            let header = assumed(Kind::HEADER, &resolved.header);
            let footer = assumed(Kind::FOOTER, &resolved.footer);
            resolved.header.assume(&window, header);
            resolved.footer.assume(&window, footer);
        }
    }

    /// The room across of an item or element, as far as layouts were set.
    pub(super) fn room_across(&self, driver: &Driver, target: Target) -> Option<f64> {
        let applied = self.applied.borrow();
        let of_list = applied.list.as_ref()?;
        let Target::Item(item) = target else { return Some(of_list.window.room()) };
        let section = driver.list.item_info(item).ok()?.section?;
        Some(applied.sections.get(&section).map_or(of_list, |section| &*section.resolved).lines.across())
    }
}
