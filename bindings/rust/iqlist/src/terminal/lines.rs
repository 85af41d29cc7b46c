//! Which lines of a screen a scene is drawn on.

use std::ops::Range;

use crate::{Cells, Place, Places, Scene};

/// What is on the lines of a screen: the rows of a [`Scene`], each of several lines, and the headers that stick, over
/// what is below them. For views with a [grain](crate::ViewOptions::grain) of 1, and one column.
///
/// ```text
///     place 1    line 0   ← outside       place 4, a header that is stuck, covers the first line of the screen
///                line 1   ─ covered ──┐
///     place 2    line 0    line 1     └─ runs:   0..1  lines 0..1 of place 4
///                line 1    line 2                1..3  lines 0..2 of place 2
///     place 3    line 0    line 3                3..4  lines 0..1 of place 3, of which the rest is outside
/// ```
///
/// It is made in each frame, in O(places + lines).
///
/// ```
/// use iqlist::terminal::Lines;
/// use iqlist::{Cells, Event, Key, List, Scroll, Size, Target, ViewOptions};
/// # struct NoCells;
/// # impl Cells<()> for NoCells {
/// #     type Cell = ();
/// #     fn create(&self, _: &Event<()>) {}
/// #     fn bind(&self, _: &mut (), _: &Event<()>) {}
/// # }
///
/// let list = List::<()>::new()?;
/// list.set_items(&[1u64, 2, 3].map(Key::from))?;
/// let screen = list.screen()?;
/// let mut view = screen.laid_out_view(NoCells, ViewOptions::new().grain(1.0))?;
/// view.set_size(80.0, 4.0)?;
/// for index in 0..3 {
///     view.set_sizes([(Target::Item(list.item_at(index)?), Size::new(80.0, 3.0))])?;
/// }
/// view.scroll(1.0, Scroll::CLAMP)?;
///
/// let scene = view.layout()?;
/// let lines = Lines::of(&scene, 4);
/// let runs: Vec<_> = lines.runs().map(|run| (run.place.index(), run.screen, run.lines)).collect();
/// // Of the first row the first line is above the screen, of the second one the last line below it.
/// assert_eq!(runs, [(Some(0), 0..2, 1..3), (Some(1), 2..4, 0..2)]);
/// let last = lines.get(3).map(|(place, line)| (place.index(), line));
/// assert_eq!(last, Some((Some(1), 1)));
/// # Ok::<(), iqlist::Error>(())
/// ```
pub struct Lines<'a, M: 'static> {
    places: Places<'a, M>,
    /// Of each line of the screen the index of the place, and which of its lines.
    lines: Vec<Option<(usize, usize)>>,
}

/// A part of a row or header that can be seen, as it is drawn at once. From [`Lines::runs`].
#[non_exhaustive]
pub struct Run<'a, M: 'static> {
    /// What is drawn.
    pub place: Place<'a, M>,
    /// The lines of the screen that it is on.
    pub screen: Range<usize>,
    /// Which of its lines are there: as many.
    pub lines: Range<usize>,
}

impl<'a, M: 'static> Lines<'a, M> {
    /// The lines of a screen of so many.
    pub fn of<C: Cells<M>>(scene: &Scene<'a, M, C>, height: usize) -> Self {
        let mut lines = vec![None; height];
        // What is stuck comes last, over what is below it.
        for (number, place) in scene.places().enumerate() {
            let frame = place.frame();
            let (top, end) = (frame.y as isize, (frame.y + frame.height) as isize);
            for y in top.max(0)..end.min(isize::try_from(height).unwrap_or(isize::MAX)) {
                lines[y as usize] = Some((number, (y - top) as usize));
            }
        }
        Self { places: scene.places(), lines }
    }

    /// The number of lines of the screen.
    pub fn height(&self) -> usize {
        self.lines.len()
    }

    /// What is on a line of the screen, and which of its lines that is. `None` if nothing is: behind the last row.
    pub fn get(&self, y: usize) -> Option<(Place<'a, M>, usize)> {
        let (number, line) = self.lines.get(y).copied().flatten()?;
        Some((self.places.clone().nth(number)?, line))
    }

    /// What is on the lines of the screen, from top to bottom, each row and header at once.
    pub fn runs(&self) -> impl Iterator<Item = Run<'a, M>> + '_ {
        let mut y = 0;
        std::iter::from_fn(move || loop {
            let first = y;
            let line = *self.lines.get(y)?;
            y += 1;
            let Some((number, start)) = line else { continue };
            while self.lines.get(y) == Some(&Some((number, start + y - first))) {
                y += 1;
            }
            let place = self.places.clone().nth(number)?;
            return Some(Run { place, screen: first..y, lines: start..start + y - first });
        })
    }

    /// The lines of the screen that the item at an index is on: none if it cannot be seen.
    pub fn of_item(&self, index: usize) -> Range<usize> {
        let run = self.runs().find(|run| run.place.index() == Some(index));
        run.map_or(0..0, |run| run.screen)
    }
}

impl<M: 'static> std::fmt::Debug for Run<'_, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run")
            .field("place", &self.place)
            .field("screen", &self.screen)
            .field("lines", &self.lines)
            .finish()
    }
}

impl<M: 'static> Clone for Lines<'_, M> {
    fn clone(&self) -> Self {
        Self { places: self.places.clone(), lines: self.lines.clone() }
    }
}

impl<M: 'static> std::fmt::Debug for Lines<'_, M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.runs()).finish()
    }
}
