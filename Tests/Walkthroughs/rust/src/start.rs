//! "Getting started".

use std::cell::Cell;
use std::rc::Rc;

use crate::people::*;
use crate::Steps;
use iqlist::kit::*;
use iqlist::{Kind, Target};

pub fn walk(steps: &mut Steps) {
    let models = [person(ADA, "red"), person(BEN, "brown")];
    let view_models: Vec<PersonCellModel> = models.iter().cloned().map(PersonCellModel).collect();
    steps.step("view models of the data models", || {
        assert_eq!(view_models[1].id(), BEN.into());
        Ok(())
    });
    let section = Section::new("my_section", view_models);
    steps.step("a section of view models", || {
        assert_eq!((section.id(), section.items().len()), ("my_section".into(), 2));
        Ok(())
    });
    let collection = Collection::from([section]);
    steps.step("a collection of sections", || {
        assert_eq!((collection.sections().len(), collection.item_count()), (1, 2));
        assert!(collection.section("my_section").is_some() && !collection.is_empty());
        Ok(())
    });
    let (asked, coordinator) = (Rc::new(Cell::new(0)), Notes::default());
    let asking = asked.clone();
    let driver = Driver::builder()
        .empty_view_provider(move || {
            asking.set(asking.get() + 1);
            EmptyView::new("Nobody")
                .message("There is nobody to show.")
                .image("empty")
                .action("Reload", |_| ())
        })
        .coordinator(coordinator.clone())
        .build(collection)
        .expect("a driver");
    steps.step("a driver with empty view and coordinator", || {
        assert_eq!((driver.list().len(), asked.get()), (2, 0));
        Ok(())
    });
    steps.step("first load is not animated", || {
        driver.poll()?;
        assert_eq!(coordinator.take(), ["plain update"]);
        Ok(())
    });
    steps.step("shown without further calls", || {
        driver.show(0..10, 0)?;
        driver.poll()?;
        assert_eq!(label(&driver, 1).as_deref(), Some("FR 2, brown hair, a coat"));
        coordinator.take();
        Ok(())
    });
    steps.step("an update of the driver", || {
        let updated = cells(&[person(BEN, "brown"), person(CEM, "black"), person(ADA, "grey")]);
        let changes = driver.update([Section::new("my_section", updated)])?.unwrap().summary()?;
        assert_eq!((changes.item_inserts, changes.item_moves, changes.item_reconfigures), (1, 1, 1));
        driver.poll()?;
        assert_eq!(coordinator.take(), ["animated update"]);
        assert!(label(&driver, 2).unwrap().contains("grey"));
        Ok(())
    });
    steps.step("empty view asked each time", || {
        for round in 1..=3 {
            driver.update(Collection::default())?;
            driver.poll()?;
            let empty = Target::ListElement(Kind::EMPTY, 0);
            let title = driver.with_cell(empty, |view: &mut EmptyView| view.title.clone())?;
            assert_eq!((title.flatten().as_deref(), asked.get()), (Some("Nobody"), round));
            driver.update([Section::new("my_section", cells(&[person(ADA, "red")]))])?;
            driver.poll()?;
            assert!(label(&driver, 0).is_some());
        }
        Ok(())
    });
    steps.step("the coordinator gets what cells pass on", || {
        coordinator.take();
        let people = Section::new("my_section", cells(&[person(ADA, "red")])).append([AdvertModel(1)]);
        driver.update([people])?;
        driver.poll()?;
        coordinator.take();
        driver.select(driver.list().item_at(1)?, By::User)?;
        driver.poll()?;
        assert!(coordinator.take().is_empty(), "the advert has handled it");
        driver.select(driver.list().item_at(0)?, By::User)?;
        driver.poll()?;
        assert_eq!(coordinator.take(), ["selected GB 1"]);
        Ok(())
    });
    steps.step("nothing is reloaded by hand", || {
        let ada = Target::Item(driver.list().item_at(0)?);
        let configured = || driver.with_cell(ada, |cell: &mut PersonCell| cell.configured);
        let before = configured()?.unwrap();
        // The same again: no cell is touched. Another hair style: this cell is configured, and no other.
        driver.update([Section::new("my_section", cells(&[person(ADA, "red")]))])?;
        driver.poll()?;
        assert_eq!(configured()?, Some(before));
        driver.update([Section::new("my_section", cells(&[person(ADA, "green")]))])?;
        driver.poll()?;
        assert_eq!(configured()?, Some(before + 1));
        Ok(())
    });
}
