//! The updates of a list.

use iqlist::{Changeset, List, UpdateOptions};

use super::{entries, Counted, Script};

/// Draws the options of an update and makes it; now and then no changeset is wanted.
macro_rules! update {
    ($script:expr, $list:expr, $step:literal, $update:ident => $made:expr) => {{
        let (options, is_wanted) = $script.update_options();
        if is_wanted {
            let $update = $list.with(options);
            let made = $made;
            let changes = $script.status($step, made);
            $script.take_changeset(changes);
        } else {
            let $update = $list.silently();
            let made = $made;
            $script.status($step, made);
        }
    }};
}

impl Script {
    pub fn run_list(&mut self, list: &List<Counted>) {
        for step in 0..4 {
            match if step == 0 { 0 } else { self.below(8) } {
                0..=2 => {
                    let given = self.sections();
                    let (entries, rows) = entries(&given);
                    update!(self, list, "set", update => update.set(&entries, &rows));
                }
                3 => {
                    let rows = self.rows(12);
                    update!(self, list, "set items", update => update.set_items(&rows));
                }
                4 | 5 => {
                    let at = self.below(list.section_count() + 1);
                    let section = match list.section_at(at) {
                        Ok(section) => list.section_info(section).unwrap().key,
                        Err(_) => self.section_key(),
                    };
                    let rows = self.rows(8);
                    update!(self, list, "set section items", update => update.set_section_items(section, &rows));
                }
                6 => update!(self, list, "apply", update => update.apply(&self.snapshot)),
                _ => self.apply_changeset(list),
            }
            self.print_list(list);
        }
    }

    fn update_options(&mut self) -> (UpdateOptions, bool) {
        (self.commit_options(), self.chance(90))
    }

    /// What the last changeset did is undone, or, which hardly ever fits, done again.
    fn apply_changeset(&mut self, list: &List<Counted>) {
        let is_inverse = self.chance(80);
        let given = self.previous.as_ref().map(|previous| match is_inverse {
            true => previous.invert().unwrap(),
            false => Changeset::decode(&previous.encode().unwrap()).unwrap(),
        });
        match given {
            Some(given) => update!(self, list, "apply changeset", update => update.apply_changeset(&given)),
            None => drop(self.update_options()),
        }
    }

    /// The changeset, undone and joined to the one before; then it is the one before.
    pub fn take_changeset(&mut self, made: Option<Changeset>) {
        let Some(changes) = made else { return };
        self.print_changeset(&changes);
        let inverse = self.status("invert", changes.invert());
        if let Some(inverse) = &inverse {
            self.print_changeset(inverse);
        }
        let composed = self.previous.as_ref().map(|previous| previous.compose(&changes));
        if let Some(both) = composed.and_then(|composed| self.status("compose", composed)) {
            self.print_changeset(&both);
        }
        if inverse.is_some() {
            self.previous = Some(changes);
        }
    }
}
