//! How items and elements look in the scripts, and why one of one look is updated to another.
//!
//! Contents are few, so that they recur, and often none. So are the numbers of models; these have no class of
//! their own, a class that compares nothing, or one that compares them.

use std::sync::OnceLock;

use iqlist::{Change, Class, Kind, Row, Supplementary, CONTENT_NONE};

use super::shown::{Element, Item};
use super::{Alive, Counted, Random};

/// The models of this thread.
pub fn alive() -> Alive {
    thread_local!(static ALIVE: Alive = Alive::default());
    ALIVE.with(Alive::clone)
}

fn classes() -> &'static [Class<Counted>; 2] {
    static CLASSES: OnceLock<[Class<Counted>; 2]> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let plain = Class::<Counted>::builder("looks.rs: plain");
        let comparing = Class::<Counted>::builder("looks.rs: comparing").equal(|one, other| one == other);
        let comparing = comparing.changed(|before, after| before.number ^ after.number);
        [plain, comparing].map(|builder| builder.register().unwrap())
    })
}

pub fn comparing() -> Class<Counted> {
    classes()[1]
}

pub fn plain() -> Class<Counted> {
    classes()[0]
}

/// An item of one of 60 keys.
pub fn item(random: &mut Random) -> Item {
    let mut row = Row::new(random.next() % 60).content(random.next() % 3);
    row.model = random.chance(70).then(|| alive().model(random.next() % 3).into());
    row.class = classes().get(random.below(3)).copied();
    row
}

/// A header, a footer, or one of three of a kind of our own.
pub fn element(random: &mut Random) -> Element {
    let mut row = item(random);
    row.key = (random.next() % 2).into();
    match random.below(4) {
        0 => Supplementary::header(row),
        1 => Supplementary::footer(row),
        _ => Supplementary::new(Kind::HOST, random.below(3) as u32, row),
    }
}

/// The class that the library sees: a model without one has that of its type.
pub fn class(row: &Item) -> Option<Class<Counted>> {
    row.class.or_else(|| row.model.as_ref().map(|_| Class::of_models().unwrap()))
}

/// Why something is updated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reasons {
    pub content: bool,
    pub class: bool,
    pub equal: bool,
    pub mark: bool,
    pub key: bool,
    pub is_reload: bool,
    pub mask: u64,
}

impl Reasons {
    /// What the changeset says.
    pub fn told(change: &Change) -> Self {
        assert_ne!(change.is_reload(), change.is_reconfigure());
        Self {
            content: change.is_by_content(),
            class: change.is_by_class(),
            equal: change.is_by_equal(),
            mark: change.is_by_mark(),
            key: change.is_by_key(),
            is_reload: change.is_reload(),
            mask: change.mask(),
        }
    }

    /// What it should say of something that stays. `mark` is Some(true) where a reload was asked for,
    /// Some(false) where the same cell is to be bound again. The keys differ only of elements, and then
    /// nobody is asked to compare models.
    pub fn of(before: &Item, after: &Item, mark: Option<bool>, is_compared: bool) -> Option<Self> {
        let mut why = Self {
            content: before.content != after.content,
            class: class(before) != class(after),
            key: before.key != after.key,
            mark: mark.is_some(),
            ..Self::default()
        };
        let is_asked = is_compared && !why.content && !why.class && !why.key;
        why.equal = is_asked
            && after.content == CONTENT_NONE
            && after.class == Some(comparing())
            && before.model != after.model;
        if !(why.content || why.class || why.equal || why.mark || why.key) {
            return None;
        }
        why.is_reload = why.class || why.key || mark == Some(true);
        let is_told = after.class == Some(comparing());
        why.mask = match (&before.model, &after.model) {
            _ if why.is_reload => 0,
            (Some(before), Some(after)) if is_told => before.number ^ after.number,
            _ => u64::MAX,
        };
        Some(why)
    }
}
