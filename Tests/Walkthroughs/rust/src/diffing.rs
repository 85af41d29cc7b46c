//! "Diffing: identity and equality".

use crate::people::*;
use crate::Steps;
use iqlist::kit::*;
use iqlist::{ChangeKind, Key};

pub fn walk(steps: &mut Steps) {
    steps.step("identity: present, position, added, moved, deleted", || {
        let (driver, _) = driver([section(&[person(ADA, "red"), person(BEN, "brown")])])?;
        let ada = driver.list().find_item(ADA)?.expect("Ada is present");
        assert!(driver.list().find_item(CEM)?.is_none());
        let people = [person(CEM, "black"), person(ADA, "red")];
        let changes = driver.update([section(&people)])?.unwrap().summary()?;
        assert_eq!((changes.item_inserts, changes.item_deletes), (1, 1));
        // She is who she was, elsewhere.
        assert_eq!(driver.list().find_item(ADA)?, Some(ada));
        assert_eq!(driver.list().position(ada)?.item, 1);
        Ok(())
    });
    steps.step("equality: the same person with other hair and clothes", || {
        let (driver, _) = driver([section(&[person(ADA, "red")])])?;
        for changed in [
            person(ADA, "grey"),
            Person { clothes: "a hat", ..person(ADA, "grey") },
            Person { clothes: "a hat", ..person(ADA, "grey") },
        ] {
            let is_other = label(&driver, 0).unwrap() != format!("GB 1, grey hair, {}", changed.clothes);
            let changes = driver.update([section(&[changed])])?.unwrap().summary()?;
            driver.poll()?;
            assert_eq!(changes.item_reconfigures, usize::from(is_other));
            assert_eq!(changes.item_inserts + changes.item_deletes, 0);
        }
        assert_eq!(label(&driver, 0).as_deref(), Some("GB 1, grey hair, a hat"));
        Ok(())
    });
    steps.step("an identifier of anything that can be hashed", || {
        #[derive(Clone, PartialEq, Hash)]
        struct Seat(char, u8);
        impl CellViewModel for Seat {
            type Cell = String;
            fn id(&self) -> Key {
                Key::of(self)
            }
            fn configure(&self, cell: &mut String) {
                *cell = format!("{}{}", self.0, self.1);
            }
        }
        let driver = Driver::new([Section::new(7, [Seat('A', 1), Seat('A', 2)])])?;
        assert_eq!(driver.list().find_item(Key::of(&Seat('A', 2)))?, Some(driver.list().item_at(1)?));
        // The whole is the identity: what differs is another one.
        let changes = driver.update([Section::new(7, [Seat('A', 1), Seat('B', 2)])])?.unwrap().summary()?;
        assert_eq!((changes.item_inserts, changes.item_deletes), (1, 1));
        Ok(())
    });
    steps.step("equality made by the language, or by hand", || {
        let (ada, same) = (PersonCellModel(person(ADA, "red")), PersonCellModel(person(ADA, "red")));
        assert!(ada == same && ada.clone().erase() == same.erase());
        struct Versioned(u64, u32);
        impl PartialEq for Versioned {
            fn eq(&self, other: &Self) -> bool {
                self.1 == other.1
            }
        }
        impl CellViewModel for Versioned {
            type Cell = u32;
            fn id(&self) -> Key {
                self.0.into()
            }
            fn configure(&self, cell: &mut u32) {
                *cell = self.1;
            }
        }
        let driver = Driver::new([Section::new("all", [Versioned(1, 1), Versioned(2, 1)])])?;
        let changes = driver.update([Section::new("all", [Versioned(1, 1), Versioned(2, 2)])])?;
        assert_eq!(changes.unwrap().summary()?.item_reconfigures, 1);
        Ok(())
    });
    steps.step("a move and a change of the same item at once", || {
        let (driver, _) =
            driver([section(&[person(ADA, "red"), person(BEN, "brown"), person(CEM, "black")])])?;
        let people = [person(CEM, "white"), person(ADA, "red"), person(BEN, "brown")];
        let changes = driver.update([section(&people)])?.unwrap();
        let kinds: Vec<_> = changes.batch()?.iter().map(|change| change.kind()).collect();
        assert!(kinds.contains(&ChangeKind::ItemMoveIn) && kinds.contains(&ChangeKind::ItemUpdate));
        driver.poll()?;
        assert!(label(&driver, 0).unwrap().contains("white"));
        Ok(())
    });
}
