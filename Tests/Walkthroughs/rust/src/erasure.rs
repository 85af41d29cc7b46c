//! "Generics and type-erasure".

use crate::people::*;
use crate::Steps;
use iqlist::kit::*;
use iqlist::{Kind, Target};

pub fn walk(steps: &mut Steps) {
    steps.step("a view model configures its own type of cell", || {
        // No cast: the cell is of the associated type.
        let mut cell = PersonCell::default();
        PersonCellModel(person(ADA, "red")).configure(&mut cell);
        assert_eq!(cell.label, "GB 1, red hair, a coat");
        Ok(())
    });
    steps.step("view models of several types are erased", || {
        let people = [person(ADA, "red"), person(BEN, "brown")];
        let erased: Vec<AnyCellViewModel> =
            people.iter().cloned().map(|person| PersonCellModel(person).erase()).collect();
        assert_eq!(erased[1].id(), BEN.into());
        assert_eq!(erased[0].downcast_ref::<PersonCellModel>().unwrap().0, people[0]);
        let mixed = erased.into_iter().chain([AdvertModel(1).erase()]);
        let (driver, _) = driver([Section::new("mixed", mixed)])?;
        let advert = Target::Item(driver.list().item_at(2)?);
        assert_eq!(driver.with_cell(advert, |cell: &mut AdvertCell| cell.0)?, Some(1));
        assert!(label(&driver, 1).is_some());
        Ok(())
    });
    steps.step("view models of one type need no erasure", || {
        let section = Section::new("people", [PersonCellModel(person(ADA, "red"))]);
        assert_eq!(section.items()[0], PersonCellModel(person(ADA, "red")).erase());
        Ok(())
    });
    steps.step("supplementary views of several types", || {
        let empty = EmptyView::new("a footer that is a view");
        let people = section(&[person(ADA, "red")]).header("a header that is a text").footer(empty);
        let (driver, _) = driver([people])?;
        assert_eq!(text(&driver, Kind::HEADER).as_deref(), Some("a header that is a text"));
        let footer = Target::Element(driver.list().section_at(0)?, Kind::FOOTER, 0);
        let title = driver.with_cell(footer, |view: &mut EmptyView| view.title.clone())?.flatten();
        assert_eq!(title.as_deref(), Some("a footer that is a view"));
        Ok(())
    });
}
