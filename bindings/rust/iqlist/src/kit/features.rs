//! Features: what moves or changes cells beside the layout, and the arithmetic of the usual ones.

use std::any::Any;
use std::rc::Rc;

use super::kit_view::reading;
use super::laid_out::LaidOut;
use super::routing::Outcome;
use super::scene::Drawn;
use super::{Driver, Place, Scene};
use crate::{PlaceFlags, Rect, Result};

/// Something that a list does beside its layout: a parallax, a header that grows, a shadow below what sticks. Added by
/// [`DriverBuilder::feature`](super::DriverBuilder::feature) or [`Driver::add_feature`]. It lives on the thread of its
/// driver. An `Rc` of one stays the host's too.
///
/// ```
/// use iqlist::kit::{parallax, Driver, Feature, Layout, Place, Scene, Section};
/// use iqlist::{Kind, Length, Rect, SizeRule, Target};
///
/// /// The list's own header moves half as fast as what is below it.
/// struct Parallax;
///
/// impl Feature for Parallax {
///     fn process(&self, place: &Place, scene: &Scene<'_>) -> Rect {
///         match place.target {
///             Target::ListElement(Kind::HEADER, _) => parallax(place.frame, scene.offset(), 0.5),
///             _ => place.frame,
///         }
///     }
/// }
///
/// let layout = Layout::new().header(SizeRule::height(Length::Fixed(200.0)));
/// let driver = Driver::builder().layout(layout).feature(Parallax).build([Section::empty("photos")])?;
/// driver.set_element(Kind::HEADER, 0, "Photos")?;
/// driver.set_size(320.0, 100.0)?;
/// driver.scroll(40.0, iqlist::Scroll::TO)?;
/// assert_eq!(driver.layout()?.places()[0].frame.y, -20.0);
/// # Ok::<(), iqlist::Error>(())
/// ```
pub trait Feature: 'static {
    /// Called once with each object of a cell that the view makes, after its first layout: with the cell as its view
    /// model's type has it, and the place that it has then.
    fn setup(&self, cell: &mut dyn Any, place: &Place) {
        let _ = (cell, place);
    }

    /// The view has another offset than at the last layout.
    fn did_scroll(&self, offset: f64) {
        let _ = offset;
    }

    /// Where something is drawn: called with each place of a scene. The place's frame is what the feature that was
    /// added before has returned; those of the scene's places are before all features.
    fn process(&self, place: &Place, scene: &Scene<'_>) -> Rect {
        let _ = scene;
        place.frame
    }
}

/// Shared with the host.
impl<F: Feature> Feature for Rc<F> {
    fn setup(&self, cell: &mut dyn Any, place: &Place) {
        (**self).setup(cell, place);
    }

    fn did_scroll(&self, offset: f64) {
        (**self).did_scroll(offset);
    }

    fn process(&self, place: &Place, scene: &Scene<'_>) -> Rect {
        (**self).process(place, scene)
    }
}

/// A frame in the window that moves slower than the content while that is scrolled away from its start: by the offset
/// times the factor, of which 0 is as fast, and 1 not at all.
///
/// ```
/// use iqlist::{kit::parallax, Rect};
///
/// let header = |y| Rect::new(0.0, y, 320.0, 200.0);
/// assert_eq!(parallax(header(-100.0), 100.0, 0.5), header(-50.0));
/// assert_eq!(parallax(header(30.0), -30.0, 0.5), header(30.0));
/// ```
pub fn parallax(frame: Rect, offset: f64, factor: f64) -> Rect {
    Rect { y: frame.y + offset.max(0.0) * factor, ..frame }
}

/// The frame of the first place, which grows by as much as the content is pulled beyond its start, and so stays at the
/// start of the window.
///
/// ```
/// use iqlist::{kit::stretchy, Rect};
///
/// // Pulled by 30: the header, which was 200 high at 0, begins at 30.
/// assert_eq!(stretchy(Rect::new(0.0, 30.0, 320.0, 200.0), -30.0), Rect::new(0.0, 0.0, 320.0, 230.0));
/// ```
pub fn stretchy(frame: Rect, offset: f64) -> Rect {
    let pulled = (-offset).max(0.0);
    Rect { y: frame.y - pulled, height: frame.height + pulled, ..frame }
}

/// How far a header has come to where it sticks: 0 as long as it is `threshold` units away or more, 1 where it is
/// there. `natural` is where it starts in the content, which is [`Place::natural`] and the scene's offset. See
/// [`is_at_top`].
///
/// ```
/// use iqlist::kit::{is_at_top, sticky_progress};
///
/// let progress = [100.0, 136.0, 168.0, 200.0, 300.0].map(|offset| sticky_progress(200.0, offset, 64.0));
/// assert_eq!(progress, [0.0, 0.0, 0.5, 1.0, 1.0]);
/// assert_eq!(progress.map(is_at_top), [false, false, false, true, true]);
/// ```
pub fn sticky_progress(natural: f64, offset: f64, threshold: f64) -> f64 {
    if threshold > 0.0 {
        ((offset - natural + threshold) / threshold).clamp(0.0, 1.0)
    } else if offset >= natural {
        1.0
    } else {
        0.0
    }
}

/// Whether a header counts as being where it sticks, given its [progress](sticky_progress): from 0.9 on.
pub fn is_at_top(progress: f64) -> bool {
    progress >= 0.9
}

impl Driver {
    /// Adds a feature behind the others. Cells that there are already are set up with the next layout.
    /// [`Status::State`](crate::Status::State) without a layout.
    pub fn add_feature(&self, feature: impl Feature) -> Result<()> {
        self.view.laid_out()?.add_feature(Rc::new(feature));
        Ok(())
    }
}

impl LaidOut {
    /// Sets up the cells that are new, and lets the features move what is shown.
    pub(super) fn run_features(&self, driver: &Driver, drawn: Drawn, outcome: &mut Outcome) -> Drawn {
        let features = self.features();
        if features.is_empty() {
            return drawn;
        }
        let is_scrolled = self.features_scrolled_to(drawn.offset);
        if is_scrolled {
            for feature in &features {
                outcome.run(|| {
                    feature.did_scroll(drawn.offset);
                    Ok(())
                });
            }
        }
        let is_new = self.are_features_new(features.len());
        let mut frames = drawn;
        for place in &frames.places {
            if is_new || place.flags.intersects(PlaceFlags::NEW | PlaceFlags::BOUND) {
                self.set_up(&features, place, outcome);
            }
        }
        let scene = Scene::new(driver, Rc::new(frames.clone()));
        for place in &mut frames.places {
            for feature in &features {
                if let Some(frame) = outcome.run(|| Ok(feature.process(place, &scene))) {
                    place.frame = frame;
                }
            }
        }
        frames
    }

    fn set_up(&self, features: &[Rc<dyn Feature>], place: &Place, outcome: &mut Outcome) {
        let Some(number) = place.cell else { return };
        outcome.run(|| {
            let view = reading(self.view())?;
            let lent = view.with_cell(number, |cell| {
                for feature in &features[cell.set_up.min(features.len())..] {
                    // Once, also if it panics.
                    cell.set_up += 1;
                    feature.setup(&mut *cell.object, place);
                }
            });
            match lent {
                // What has no class has a number only.
                Err(error) if error.status() == crate::Status::NotFound => Ok(()),
                lent => lent,
            }
        });
    }
}
