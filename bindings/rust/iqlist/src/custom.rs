//! Layouts of the host's own.

use std::ops::Range;

use crate::{Rect, Section};
use iqlist_sys::iq_section;

/// What the functions of a [`CustomLayout`] see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// The section.
    pub section: Section,
    /// How many items it has.
    pub count: usize,
    /// The room across, in units, within the insets of the view and of the section.
    pub across: f64,
}

impl Room {
    pub(crate) fn of(section: iq_section, count: usize, across: f64) -> Self {
        Self { section: Section(section.id), count, across }
    }
}

/// Where the items of a section are, in coordinates of their own, which begin at 0 within the insets of the section: a
/// honeycomb, a timeline, a calendar. A section has it by [`SectionLayout::custom`](crate::SectionLayout::custom).
///
/// What the functions return follows from the [`Room`] alone: an answer is kept until that changes or the layout is set
/// again. It is cut to what can be: items are within the extent and the room, and one without a length along the axis
/// has no place. Sizes of items do not count, nor are they measured.
///
/// The functions are called by [`layout`](crate::LaidOutView::layout), and by what scrolls or asks where something is.
/// They may read and change lists, and use other views; calls of this view are [`Status::Busy`](crate::Status::Busy). If
/// one panics, the call resumes the panic when it has completed, and the next one asks again. One that returns no number
/// is [`Status::Callback`](crate::Status::Callback), likewise.
///
/// ```
/// use iqlist::{CustomLayout, List, Rect, Room, Row, SectionLayout, ViewOptions};
/// # use iqlist::{Cells, Event};
/// use std::ops::Range;
///
/// /// Each item is 10 below the one before it, and 5 beside it.
/// struct Stairs;
///
/// impl CustomLayout for Stairs {
///     fn extent(&self, room: &Room) -> f64 {
///         10.0 * room.count as f64
///     }
///
///     fn items(&self, _: &Room, along: Range<f64>) -> Range<usize> {
///         (along.start / 10.0) as usize..(along.end / 10.0).ceil() as usize
///     }
///
///     fn frame(&self, _: &Room, index: usize) -> Rect {
///         Rect::new(5.0 * index as f64, 10.0 * index as f64, 20.0, 10.0)
///     }
/// }
///
/// # struct NoCells;
/// #
/// # impl Cells<&'static str> for NoCells {
/// #     type Cell = ();
/// #     fn create(&self, _: &Event<&'static str>) {}
/// #     fn bind(&self, _: &mut (), _: &Event<&'static str>) {}
/// # }
/// #
/// let list = List::new()?;
/// list.set_items(&["a", "b", "c"].map(|name| Row::new(name).model(name)))?;
/// let screen = list.screen()?;
/// let mut view = screen.laid_out_view(NoCells, ViewOptions::new())?;
/// view.set_size(100.0, 15.0)?;
/// view.set_layout(None, Some(&SectionLayout::custom(Stairs)))?;
/// let frames: Vec<_> = view.layout()?.places().map(|place| place.frame()).collect();
/// assert_eq!(frames, [Rect::new(0.0, 0.0, 20.0, 10.0), Rect::new(5.0, 10.0, 20.0, 10.0)]);
/// # Ok::<(), iqlist::Error>(())
/// ```
pub trait CustomLayout: 'static {
    /// How long all items are along the axis, in units.
    fn extent(&self, room: &Room) -> f64;

    /// The items that a stretch along the axis shows, from the first to the last one; others among them do no harm.
    fn items(&self, room: &Room, along: Range<f64>) -> Range<usize>;

    /// Where the item at an index of the section is, in units. `x` is from leading to trailing.
    fn frame(&self, room: &Room, index: usize) -> Rect;
}
