//! A changeset in words: a line for each file or directory that something happened to.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::Path;

use iqlist::{Change, ChangeKind, Changeset, Kind, Model, Result, Side, Snapshot};

use crate::tree::{Entry, Size};

pub fn in_words(
    changes: &Changeset,
    before: &Snapshot<Entry>,
    after: &Snapshot<Entry>,
) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    // A file that moved and looks different is told twice, and printed once.
    let mut others = BTreeSet::new();
    for change in changes.batch()? {
        match change.kind() {
            ChangeKind::SectionDelete => {
                lines.extend(directories(before, change.before_range(), "directory went")?)
            }
            ChangeKind::SectionInsert => {
                lines.extend(directories(after, change.after_range(), "directory came")?)
            }
            ChangeKind::ItemDelete => {
                for file in before.models(flat(before, change, Side::Before)?)?.into_iter().flatten() {
                    lines.push(line("went", &shown(&file.path)));
                }
            }
            ChangeKind::ItemInsert => {
                for file in after.models(flat(after, change, Side::After)?)?.into_iter().flatten() {
                    lines.push(line("came", &format!("{}, {}", shown(&file.path), Size(file.size))));
                }
            }
            ChangeKind::ItemMoveIn | ChangeKind::ItemUpdate => {
                others.extend(flat(after, change, Side::After)?)
            }
            ChangeKind::SupplementaryUpdate if change.element() == Some((Kind::HEADER, 0)) => {
                lines.extend(renamed_directory(change, before, after)?);
            }
            _ => {}
        }
    }
    let map = changes.map(Side::After)?;
    for index in others {
        let Some(origin) = map.get(index) else { continue };
        let (Some(now), Some(then)) = (file(after, index)?, file(before, origin)?) else { continue };
        if now.path.file_name() != then.path.file_name() || now.path.parent() != then.path.parent() {
            lines.push(line("moved", &format!("{} -> {}", shown(&then.path), shown(&now.path))));
        }
        let look = format!("{}, {}", shown(&now.path), Size(now.size));
        match now.size.cmp(&then.size) {
            Ordering::Greater => {
                lines.push(line("changed", &format!("{look} (+{})", Size(now.size - then.size))))
            }
            Ordering::Less => {
                lines.push(line("changed", &format!("{look} (-{})", Size(then.size - now.size))))
            }
            Ordering::Equal if now.path == then.path => lines.push(line("changed", &look)),
            Ordering::Equal => {}
        }
    }
    Ok(lines)
}

pub fn line(what: &str, text: &str) -> String {
    format!("  {what:<16}{text}")
}

pub fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// The items of a change on one side, counted over all sections.
fn flat(snapshot: &Snapshot<Entry>, change: &Change, side: Side) -> Result<std::ops::Range<usize>> {
    let (section, range) = match side {
        Side::Before => (change.before_section(), change.before_range()),
        Side::After => (change.after_section(), change.after_range()),
    };
    let first = snapshot.section_at(section.unwrap_or(0))?.first;
    Ok(first + range.start..first + range.end)
}

fn file(snapshot: &Snapshot<Entry>, index: usize) -> Result<Option<Model<Entry>>> {
    snapshot.get(index)
}

/// The path of a directory, which is the model of its section's header.
fn directory(snapshot: &Snapshot<Entry>, section: usize) -> Result<String> {
    let header = snapshot.supplementary(snapshot.section_at(section)?.key, Kind::HEADER, 0)?;
    Ok(header
        .and_then(|header| header.row.model)
        .map_or(String::new(), |entry| format!("{}/", shown(&entry.path))))
}

fn directories(snapshot: &Snapshot<Entry>, range: std::ops::Range<usize>, what: &str) -> Result<Vec<String>> {
    range.map(|section| Ok(line(what, &directory(snapshot, section)?))).collect()
}

fn renamed_directory(
    change: &Change,
    before: &Snapshot<Entry>,
    after: &Snapshot<Entry>,
) -> Result<Option<String>> {
    let (Some(then), Some(now)) = (change.before_section(), change.after_section()) else { return Ok(None) };
    let (then, now) = (directory(before, then)?, directory(after, now)?);
    Ok(Some(line("directory moved", &format!("{then} -> {now}"))))
}
