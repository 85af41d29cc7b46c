//! "The `CellViewModel` protocol".

use crate::people::*;
use crate::Steps;
use iqlist::kit::*;
use iqlist::{Key, Kind, Target};

/// All of it in one: data, identity, configuration, interaction, registration.
#[derive(Clone)]
struct Song {
    title: &'static str,
    notes: SharedNotes,
}

type SharedNotes = std::sync::Arc<std::sync::Mutex<Vec<&'static str>>>;

impl PartialEq for Song {
    fn eq(&self, other: &Self) -> bool {
        self.title == other.title
    }
}

impl Song {
    fn note(&self, what: &'static str) -> Route {
        self.notes.lock().unwrap().push(what);
        Route::Handled
    }
}

impl CellViewModel for Song {
    type Cell = String;

    fn id(&self) -> Key {
        self.title.into()
    }

    fn configure(&self, cell: &mut String) {
        *cell = self.title.to_string();
    }

    fn registration() -> Registration {
        Registration::nib("song")
    }

    fn on_select(&self, _: &RoutedEvent<'_>) -> Route {
        self.note("select")
    }

    fn on_deselect(&self, _: &RoutedEvent<'_>) -> Route {
        self.note("deselect")
    }

    fn on_highlight(&self, _: &RoutedEvent<'_>) -> Route {
        self.note("highlight")
    }

    fn on_unhighlight(&self, _: &RoutedEvent<'_>) -> Route {
        self.note("unhighlight")
    }

    fn will_display(&self, _: &RoutedEvent<'_>) -> Route {
        self.note("will display")
    }

    fn did_end_display(&self, _: &RoutedEvent<'_>) -> Route {
        self.note("did end display")
    }

    fn context_menu(&self) -> Option<ContextMenu> {
        Some(ContextMenu::new([MenuAction::new("Play", |_| ()).into()]))
    }

    fn menu_will_display(&self, _: &RoutedEvent<'_>) -> Route {
        self.note("menu")
    }
}

pub fn walk(steps: &mut Steps) {
    steps.step("data, configuration, interaction and registration in one", || {
        let song = Song { title: "Yesterday", notes: SharedNotes::default() };
        let (driver, notes) = driver([Section::new("songs", [song.clone()])])?;
        assert!(notes.take().contains(&"registered song".to_string()));
        driver.select(driver.list().item_at(0)?, By::User)?;
        driver.poll()?;
        assert_eq!(*song.notes.lock().unwrap(), ["will display", "select"]);
        Ok(())
    });
    steps.step("class-based registration by default", || {
        let registration = PersonCellModel::registration();
        assert_eq!(registration.kind, RegistrationKind::Class);
        assert!(registration.name.ends_with("PersonCell"));
        Ok(())
    });
    steps.step("data source and delegate are forwarded to the view models", || {
        let song = Song { title: "Yesterday", notes: SharedNotes::default() };
        let (driver, _) = driver([Section::new("songs", [song.clone()])])?;
        driver.list().set_selection(iqlist::Selection::MULTIPLE.keeping())?;
        let item = driver.list().item_at(0)?;
        driver.highlight(item, By::User)?;
        driver.unhighlight(item, By::User)?;
        driver.select(item, By::User)?;
        driver.deselect(item, By::User)?;
        driver.open_menu(item)?.expect("it has a menu").choose(&[0])?;
        driver.poll()?;
        driver.show(0..0, 0)?;
        driver.poll()?;
        let told = song.notes.lock().unwrap().join(", ");
        assert_eq!(told, "will display, highlight, unhighlight, select, deselect, menu, did end display");
        Ok(())
    });
    steps.step("supplementary view models for headers, footers and others", || {
        #[derive(PartialEq)]
        struct Badge(u32);
        impl SupplementaryViewModel for Badge {
            type Cell = u32;
            fn configure(&self, cell: &mut u32) {
                *cell = self.0;
            }
        }
        let people = section(&[person(ADA, "red")]).header("people").element(Kind::HOST, 2, Badge(7));
        let (driver, _) = driver([people])?;
        assert_eq!(text(&driver, Kind::HEADER).as_deref(), Some("people"));
        let badge = Target::Element(driver.list().section_at(0)?, Kind::HOST, 2);
        assert_eq!(driver.take_cell(badge)?.with(|cell: &mut u32| *cell)?, Some(7));
        // Diffed as cells are: only what differs is configured again.
        let changed = section(&[person(ADA, "red")]).header("people").element(Kind::HOST, 2, Badge(8));
        assert_eq!(driver.update([changed])?.unwrap().batch()?.len(), 1);
        Ok(())
    });
}
