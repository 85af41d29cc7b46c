//! Headers of groups as view models.

use super::registration::use_in_groups;
use super::section::row;
use super::{AnySupplementaryViewModel, AnyViewModel};
use crate::Group;

impl Group<'_, AnyViewModel> {
    /// Its header, as [`set_header`](Self::set_header): a view model. A [driver](super::Driver::following) that follows
    /// the grouped list shows it in a cell.
    ///
    /// ```
    /// use iqlist::kit::{AnyViewModel, Driver, Section};
    /// use iqlist::{Grouped, Order, Target};
    /// # use iqlist::{kit::CellViewModel, Key, Kind};
    /// # #[derive(PartialEq)]
    /// # struct Name(&'static str);
    /// # impl CellViewModel for Name {
    /// #     type Cell = String;
    /// #     fn id(&self) -> Key { self.0.into() }
    /// #     fn configure(&self, _: &mut String) {}
    /// # }
    ///
    /// let driver = Driver::new([Section::new("names", ["Ben", "Ada", "Abe"].map(Name))])?;
    /// let grouped = driver.list().grouped(Grouped::new().counts())?;
    /// let following = driver.following(&grouped)?;
    /// following.show(0..10, 0)?;
    ///
    /// let name = |model: &AnyViewModel| model.downcast_ref().map_or("", |name: &Name| name.0);
    /// let letter = move |model: &AnyViewModel| name(model)[..1].to_string();
    /// let order = Order::by(move |model| name(model)).grouped_by(letter).described_by(move |group| {
    ///     let letter = group.first().map_or(String::new(), letter);
    ///     group.set_header_element(format!("{letter}: {}", group.count()));
    ///     group.set_rank(letter.as_bytes()[0]);
    /// });
    /// let ticket = grouped.set_order(order)?;
    /// while ticket.try_result().is_none() {
    ///     following.poll()?;
    /// }
    /// following.poll()?;
    /// let header = Target::Element(grouped.section_at(0)?, Kind::HEADER, 0);
    /// assert_eq!(following.with_cell(header, |text: &mut String| text.clone())?.as_deref(), Some("A: 2"));
    /// # Ok::<(), iqlist::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the class of its type cannot be registered, for want of memory: the poll resumes the panic, and the next one
    /// asks again.
    pub fn set_header_element(&mut self, element: impl Into<AnySupplementaryViewModel>) {
        let element = element.into();
        let header = row(element.id(), &element.0).expect("there is memory for a class");
        header.class.into_iter().for_each(use_in_groups);
        self.set_header(header);
    }
}
