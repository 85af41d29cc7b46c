//! "Main features".

use std::thread;

use crate::people::*;
use crate::Steps;
use iqlist::kit::*;
use iqlist::{Kind, Length, Size, SizeRule, Target};

/// A header that is as high as it says.
#[derive(PartialEq)]
struct Title(&'static str);

impl SupplementaryViewModel for Title {
    type Cell = String;

    fn configure(&self, cell: &mut String) {
        *cell = self.0.to_string();
    }

    fn fitting_size(&self, cell: &mut String, room: Size) -> Option<Size> {
        Some(Size::new(room.width, 5.0 * cell.len() as f64))
    }
}

pub fn walk(steps: &mut Steps) {
    steps.step("declarative architecture with reusable components", || {
        // One view model in two drivers: what is shown is declared, and made twice.
        let shown = Collection::from([section(&[person(ADA, "red")])]);
        let ((first, _), (second, _)) = (driver(shown.clone())?, driver(shown)?);
        assert_eq!(label(&first, 0), label(&second, 0));
        assert_eq!(label(&first, 0).as_deref(), Some("GB 1, red hair, a coat"));
        Ok(())
    });
    steps.step("immutable one-way data flow", || {
        let shown = Collection::from([section(&[person(ADA, "red")])]);
        let (driver, _) = driver(shown.clone())?;
        driver.update([section(&[person(ADA, "grey")])])?;
        driver.poll()?;
        // What was shown before has not changed, and can be shown again.
        let before = shown.sections()[0].items()[0].downcast_ref::<PersonCellModel>().unwrap();
        assert_eq!(before.0.hair, "red");
        driver.update(shown)?;
        driver.poll()?;
        assert!(label(&driver, 0).unwrap().contains("red"));
        Ok(())
    });
    steps.step("safe from data races", || {
        fn shared<T: Send + Sync>() {}
        shared::<Collection>();
        shared::<Updater>();
        let (driver, _) = driver(Collection::default())?;
        let updater = driver.updater();
        let made = thread::spawn(move || updater.submit([section(&[person(ADA, "red")])]));
        let ticket = made.join().unwrap()?;
        while ticket.try_result().is_none() {
            driver.poll()?;
            thread::yield_now();
        }
        assert!(label(&driver, 0).is_some());
        Ok(())
    });
    steps.step("automatic diffing of cells, sections and supplementary views", || {
        let (driver, _) = driver([section(&[person(ADA, "red"), person(BEN, "brown")]).header("two")])?;
        let adverts = Section::new("adverts", [AdvertModel(1)]);
        let people = section(&[person(BEN, "brown"), person(ADA, "grey")]).header("still two");
        let changes = driver.update([adverts, people])?.unwrap().summary()?;
        assert_eq!((changes.section_inserts, changes.item_moves, changes.item_reconfigures), (1, 1, 1));
        // The advert came with its section.
        assert_eq!((changes.item_inserts, changes.item_deletes), (1, 0));
        driver.poll()?;
        let section = driver.list().section_at(1)?;
        let header = Target::Element(section, Kind::HEADER, 0);
        let header = driver.with_cell(header, |text: &mut String| text.clone())?;
        assert_eq!(header.as_deref(), Some("still two"));
        Ok(())
    });
    steps.step("automatic registration and dequeuing", || {
        let (driver, notes) =
            driver([section(&[person(ADA, "red"), person(BEN, "brown")]).header("people")])?;
        let mut registered = notes.take();
        registered.retain(|note| note.starts_with("registered"));
        registered.sort();
        assert_eq!(registered, ["registered PersonCell", "registered String"]);
        // Another person in the same cell: it is taken from the pool.
        driver.update([section(&[])])?;
        driver.poll()?;
        driver.update([section(&[person(CEM, "black")])])?;
        driver.poll()?;
        let item = driver.list().item_at(0)?;
        let configured = driver.with_cell(Target::Item(item), |cell: &mut PersonCell| cell.configured)?;
        assert_eq!(configured, Some(2));
        Ok(())
    });
    steps.step("automatic self-sizing", || {
        // A person who wears more needs more lines.
        #[derive(PartialEq)]
        struct Worn(Person);
        impl CellViewModel for Worn {
            type Cell = Vec<&'static str>;
            fn id(&self) -> iqlist::Key {
                self.0.passport.into()
            }
            fn configure(&self, lines: &mut Vec<&'static str>) {
                *lines = self.0.clothes.split(", ").collect();
            }
            fn fitting_size(&self, lines: &mut Vec<&'static str>, room: Size) -> Option<Size> {
                Some(Size::new(room.width, 20.0 * lines.len() as f64))
            }
        }
        let worn = |clothes| Worn(Person { clothes, ..person(ADA, "red") });
        let shown = |clothes| [Section::new("people", [worn(clothes)]).header(Title("people"))];
        let driver = Driver::builder().layout(Layout::new()).build(shown("a coat, a hat, boots"))?;
        driver.set_size(320.0, 568.0)?;
        // The header says that too.
        assert_eq!(driver.layout()?.content().height, 30.0 + 60.0);
        driver.update(shown("a coat"))?;
        assert_eq!(driver.layout()?.content().height, 30.0 + 20.0);
        assert!(!driver.layout()?.is_to_be_measured());
        Ok(())
    });
    steps.step("mixed data types", || {
        let (driver, _) = driver([section(&[person(ADA, "red")]).append([AdvertModel(7)])])?;
        let advert = Target::Item(driver.list().item_at(1)?);
        assert_eq!(driver.with_cell(advert, |cell: &mut AdvertCell| cell.0)?, Some(7));
        assert!(label(&driver, 0).is_some());
        Ok(())
    });
    steps.step("fine-grained control over diffing", || {
        // Only the hair counts: other clothes are no change.
        #[derive(Clone)]
        struct Hair(Person);
        impl PartialEq for Hair {
            fn eq(&self, other: &Self) -> bool {
                self.0.hair == other.0.hair
            }
        }
        impl CellViewModel for Hair {
            type Cell = String;
            fn id(&self) -> iqlist::Key {
                self.0.passport.into()
            }
            fn configure(&self, cell: &mut String) {
                *cell = self.0.hair.to_string();
            }
        }
        let ada = person(ADA, "red");
        let driver = Driver::new([Section::new("hair", [Hair(ada.clone())])])?;
        let dressed = Hair(Person { clothes: "a dress", ..ada.clone() });
        assert_eq!(
            driver.update([Section::new("hair", [dressed])])?.unwrap().summary()?.item_reconfigures,
            0
        );
        let dyed = Hair(Person { hair: "blue", ..ada });
        assert_eq!(driver.update([Section::new("hair", [dyed])])?.unwrap().summary()?.item_reconfigures, 1);
        Ok(())
    });
    steps.step("sensible defaults", || {
        // The view model says nothing of what the user may do.
        let (driver, notes) = driver([section(&[person(ADA, "red")])])?;
        notes.take();
        let ada = driver.list().item_at(0)?;
        driver.select(ada, By::User)?;
        driver.perform_primary_action(ada)?;
        assert!(driver.delete(&[ada]).is_err() && driver.list().begin_reorder(&[ada]).is_err());
        assert!(driver.open_menu(ada)?.is_none() && driver.trailing_swipe_actions(ada)?.is_empty());
        driver.poll()?;
        assert_eq!(notes.take(), ["selected GB 1"]);
        Ok(())
    });
    steps.step("customizable by traits", || {
        #[derive(PartialEq)]
        struct Fixed;
        impl CellViewModel for Fixed {
            type Cell = String;
            fn id(&self) -> iqlist::Key {
                "fixed".into()
            }
            fn configure(&self, _: &mut String) {}
            fn is_selectable(&self) -> bool {
                false
            }
            fn is_deletable(&self) -> bool {
                true
            }
        }
        let driver = Driver::new([Section::new("all", [Fixed])])?;
        let item = driver.list().item_at(0)?;
        assert_eq!(driver.select(item, By::User).unwrap_err().status(), iqlist::Status::Refused);
        driver.delete(&[item])
    });
    steps.step("no snapshot is applied by hand", || {
        let (driver, notes) = driver([section(&[person(ADA, "red")])])?;
        notes.take();
        driver.update([section(&[person(ADA, "red"), person(BEN, "brown")])])?;
        driver.poll()?;
        assert_eq!(notes.take(), ["animated update"]);
        assert!(label(&driver, 1).is_some());
        Ok(())
    });
    steps.step("no cell is registered or dequeued by hand", || {
        let (driver, _) = driver([section(&[person(ADA, "red")])])?;
        // By hand is possible, for a cell that is not visible.
        driver.show(0..0, 0)?;
        driver.poll()?;
        assert_eq!(label(&driver, 0), None);
        let taken = driver.take_cell(Target::Item(driver.list().item_at(0)?))?;
        assert!(taken.with(|cell: &mut PersonCell| cell.label.contains("GB 1"))?.unwrap());
        Ok(())
    });
    steps.step("no data source and delegate methods", || {
        let (driver, notes) = driver([section(&[person(ADA, "red")]).footer("one person")])?;
        notes.take();
        assert_eq!((driver.list().section_count(), driver.list().len()), (1, 1));
        assert_eq!(text(&driver, Kind::FOOTER).as_deref(), Some("one person"));
        driver.select(driver.list().item_at(0)?, By::User)?;
        driver.poll()?;
        assert_eq!(notes.take(), ["selected GB 1"]);
        Ok(())
    });
    steps.step("list layout instead of a table", || {
        let row = |height| SizeRule::height(Length::Fixed(height));
        let layout = Layout::new().item(row(44.0)).header(row(20.0)).footer(row(20.0)).sticky_header(true);
        let people = |count| {
            let names = ["1", "2", "3", "4", "5", "6", "7"];
            section(&names[..count].iter().map(|name| person(name, "red")).collect::<Vec<_>>())
        };
        let driver = Driver::builder().layout(layout).build([people(7)])?;
        driver.set_size(320.0, 568.0)?;
        let scene = driver.layout()?;
        assert!(scene.places().iter().all(|place| place.frame.width == 320.0 && place.frame.height == 44.0));
        assert_eq!((scene.places().len(), scene.content().height), (7, 308.0));
        driver.update([people(7).header("people").footer("all of them")])?;
        assert_eq!(driver.layout()?.content().height, 348.0);
        // A section of its own, as a collection view has it: four columns.
        driver.update([people(7).layout(Layout::grid_of(4))])?;
        let scene = driver.layout()?;
        let frame = scene.places()[6].frame;
        assert_eq!((frame.x, frame.y, frame.width, frame.height), (160.0, 80.0, 80.0, 80.0));
        assert_eq!(scene.content().height, 160.0);
        Ok(())
    });
}
