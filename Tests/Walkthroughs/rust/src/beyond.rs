//! What the document has no word for: trees, sections that are shared, updates that fail.

use std::thread;

use crate::people::*;
use crate::Steps;
use iqlist::kit::*;
use iqlist::{Key, Outline, Status};

/// A family, whose members are loaded when it is unfolded.
#[derive(Clone, PartialEq)]
struct Family(&'static str);

impl CellViewModel for Family {
    type Cell = String;

    fn id(&self) -> Key {
        self.0.into()
    }

    fn configure(&self, cell: &mut String) {
        *cell = self.0.to_string();
    }

    fn has_children(&self) -> bool {
        true
    }

    fn on_children_needed(&self, event: &RoutedEvent<'_>) -> Route {
        let members = cells(&[person(ADA, "red"), person(BEN, "brown")]);
        let section = event.section_key.expect("it is in a section");
        event.source().set_children(section, self.0, members).expect("the family is there");
        Route::Handled
    }
}

pub fn walk(steps: &mut Steps) {
    steps.step("an outline asks for what is below an item, and an update keeps it", || {
        let families = || Section::new("families", ["Byron", "King"].map(Family)).children_on_demand();
        let driver = Driver::new([families()])?;
        let outline = driver.list().outline(Outline::new())?;
        let unfolded = driver.following(&outline)?;
        unfolded.show(0..10, 0)?;
        unfolded.poll()?;
        unfolded.expand(unfolded.list().item_at(0)?, By::User)?;
        unfolded.poll()?;
        let shown = |keys: &[&str]| {
            assert_eq!(outline.keys(..)?, keys.iter().map(|key| Key::from(*key)).collect::<Vec<_>>());
            Ok::<(), iqlist::Error>(())
        };
        shown(&["Byron", ADA, BEN, "King"])?;
        assert_eq!(label(&unfolded, 1).as_deref(), Some("GB 1, red hair, a coat"));
        driver.update([families().append([Family("Noel")])])?;
        unfolded.poll()?;
        shown(&["Byron", ADA, BEN, "King", "Noel"])?;
        // Other roots: those that stay have what was below them.
        driver.set_items("families", ["King", "Byron"].map(Family))?;
        unfolded.poll()?;
        shown(&["King", "Byron", ADA, BEN])
    });
    steps.step("a section is shared by several drivers, and deleted in one of them", || {
        let shared = section(&[person(ADA, "red")]).header("people");
        let ((first, _), (second, _)) = (driver([shared.clone()])?, driver([shared.clone()])?);
        first.update([shared.clone(), Section::new("adverts", [AdvertModel(1)])])?;
        assert_eq!(first.remove_section("people")?.summary()?.section_deletes, 1);
        first.poll()?;
        second.poll()?;
        assert_eq!((first.list().section_count(), first.list().len()), (1, 1));
        assert_eq!(label(&second, 0).as_deref(), Some("GB 1, red hair, a coat"));
        // It is a value: it can be shown again.
        first.update([shared])?;
        first.poll()?;
        assert_eq!(label(&first, 0), label(&second, 0));
        Ok(())
    });
    steps.step("an update that fails is told, and changes nothing", || {
        let twice = || section(&[person(ADA, "red"), person(ADA, "grey")]);
        let (driver, notes) = driver([section(&[person(BEN, "brown")])])?;
        notes.take();
        // At once: it is the result.
        let refused = driver.update([twice()]).map(drop).unwrap_err();
        assert_eq!((refused.status(), refused.key()), (Status::Duplicate, Some(ADA.into())));
        // Of a thread: the coordinator hears of it.
        let updater = driver.updater();
        let submitted = thread::spawn(move || updater.submit([twice()])).join().unwrap()?;
        assert_eq!(driver.wait_for(&submitted).unwrap_err().status(), Status::Duplicate);
        assert_eq!(notes.take(), [format!("update {} has failed: Duplicate", submitted.number())]);
        assert!(label(&driver, 0).unwrap().contains("FR 2"));
        Ok(())
    });
}
