//! "Notes on library architecture": overview, immutability, one-way data flow.

use crate::people::*;
use crate::Steps;
use iqlist::kit::*;

pub fn walk(steps: &mut Steps) {
    steps.step("a cell is the fundamental component", || {
        // A section of one item, and one of many: sections have no code of their own.
        let (driver, _) = driver([
            Section::new("one", [AdvertModel(1)]),
            section(&[person(ADA, "red"), person(BEN, "brown")]),
        ])?;
        assert_eq!((driver.list().section_count(), driver.list().len()), (2, 3));
        Ok(())
    });
    steps.step("a collection is made anew and not changed in place", || {
        let mut data = vec![person(ADA, "red")];
        let (driver, _) = driver([section(&data)])?;
        data.insert(0, person(BEN, "brown"));
        assert_eq!(driver.list().len(), 1, "the data is not watched");
        driver.update([section(&data)])?;
        assert_eq!(driver.list().len(), 2);
        Ok(())
    });
    steps.step("the workflow: data, view models, driver", || {
        let (driver, _) = driver(Collection::default())?;
        for fetched in [&[(ADA, "red")] as &[_], &[(BEN, "brown"), (ADA, "red")], &[]] {
            let people: Vec<Person> = fetched.iter().map(|(passport, hair)| person(passport, hair)).collect();
            let collection: Collection = [section(&people)].into_iter().collect();
            driver.update(collection)?;
            // What comes first is seen: the screen stays at its top.
            driver.poll()?;
            let shown: Vec<_> = (0..driver.list().len()).filter_map(|index| label(&driver, index)).collect();
            let expected = fetched.iter().map(|(passport, hair)| format!("{passport}, {hair} hair, a coat"));
            assert_eq!(shown, expected.collect::<Vec<_>>());
        }
        Ok(())
    });
}
