//! A random session beside a plain model of what is shown and who is told what.

use std::collections::HashMap;

use crate::people::*;
use crate::support::{seeds, Random};
use iqlist::kit::*;
use iqlist::{Kind, Selection, Target};

/// Sections with a header and people, as plain values.
#[derive(Clone, Default, Debug, PartialEq)]
struct Plain(Vec<(u64, String, People)>);

type People = Vec<(u64, String)>;

impl Plain {
    fn random(random: &mut Random, names: &HashMap<u64, String>) -> Self {
        let mut ids: Vec<u64> = names.keys().copied().collect();
        ids.sort_unstable();
        ids.retain(|_| random.chance(70));
        for at in (1..ids.len()).rev() {
            if random.chance(30) {
                ids.swap(at, random.below(at + 1));
            }
        }
        let mut sections: Vec<u64> = (0..5).filter(|_| random.chance(60)).collect();
        if sections.is_empty() {
            return Self::default();
        }
        let by = random.below(sections.len());
        sections.rotate_left(by);
        let mut all: Vec<_> =
            sections.into_iter().map(|id| (id, format!("header {}", random.below(3)), vec![])).collect();
        for id in ids {
            let at = random.below(all.len());
            all[at].2.push((id, names[&id].clone()));
        }
        Self(all)
    }

    fn people(&self) -> People {
        self.0.iter().flat_map(|(_, _, people)| people.clone()).collect()
    }

    fn collection(&self, notes: &Notes, handled_by_section: bool) -> Collection {
        let sections = self.0.iter().map(|(id, header, people)| {
            let person = |(id, name): &(u64, String)| Person { notes: notes.clone(), ..person(*id, name) };
            let section = Section::new(*id, people.iter().map(person)).header(header.clone());
            let (notes, id) = (notes.clone(), *id);
            let route = if handled_by_section { Route::Handled } else { Route::PassOn };
            section.on(Behaviour::Select, move |_| {
                notes.add(format!("section {id} Select"));
                route
            })
        });
        sections.collect()
    }
}

fn shown(driver: &Driver) -> Plain {
    let list = driver.list();
    let sections = (0..list.section_count()).map(|position| {
        let section = list.section_at(position).unwrap();
        let info = list.section_info(section).unwrap();
        let header = list.supplementary(section, Kind::HEADER, 0).unwrap().unwrap().row.model.unwrap();
        let people = list.models(info.items()).unwrap().into_iter().map(|model| {
            let person = model.as_ref().unwrap().downcast_ref::<Person>().unwrap();
            (person.id, person.name.clone())
        });
        let id = u64::from_le_bytes(info.key.bytes()[..8].try_into().unwrap());
        (id, header.downcast_ref::<String>().unwrap().clone(), people.collect())
    });
    Plain(sections.collect())
}

#[test]
fn a_random_session_shows_and_tells_what_a_plain_model_says() {
    seeds(60, |seed| {
        let random = &mut Random(seed);
        let notes = Notes::default();
        let mut names: HashMap<u64, String> = (1..20).map(|id| (id, format!("name {id}"))).collect();
        let driver = Driver::new(Collection::default()).unwrap();
        driver.set_coordinator(Last(notes.clone()));
        driver.list().set_selection(Selection::MULTIPLE).unwrap();
        let (mut plain, mut is_handled) = (Plain::default(), false);
        for step in 0..50 {
            let wanted = match random.below(5) {
                0 | 1 => {
                    let id = 1 + random.below(19) as u64;
                    names.insert(id, format!("name {id} of step {step}"));
                    Some(Plain::random(random, &names))
                }
                2 => {
                    let (first, count) = (random.below(20), random.below(8));
                    driver.show(first..first + count, random.below(3)).unwrap();
                    None
                }
                _ => None,
            };
            if let Some(wanted) = wanted {
                is_handled = random.chance(50);
                let collection = wanted.collection(&notes, is_handled);
                match random.below(3) {
                    0 => driver.updater().submit(collection).map(drop).unwrap(),
                    1 => driver.set_data(collection).unwrap(),
                    _ => driver.update(collection).map(drop).unwrap(),
                }
                driver.wait().unwrap();
                plain = wanted;
            }
            driver.poll().unwrap();
            assert_eq!(shown(&driver), plain);
            let (people, visible) = (plain.people(), driver.visible().unwrap());
            for (index, (_, name)) in people.iter().enumerate() {
                let expected = visible.contains(&index).then(|| name.clone());
                assert_eq!(text(&driver, index), expected, "cell {index}");
            }
            notes.take();
            if !people.is_empty() && random.chance(50) {
                let at = random.below(people.len());
                let (id, name) = &people[at];
                let section =
                    plain.0.iter().find(|(_, _, people)| people.iter().any(|(other, _)| other == id));
                driver.select(item(&driver, at), By::User).unwrap();
                driver.poll().unwrap();
                let mut expected =
                    vec![format!("model Select {name}"), format!("section {} Select", section.unwrap().0)];
                if !is_handled {
                    expected.push("coordinator Select".to_string());
                }
                assert_eq!(notes.take(), expected);
            }
            if !people.is_empty() && random.chance(20) {
                let at = random.below(people.len());
                let taken = driver.take_cell(Target::Item(item(&driver, at))).unwrap();
                let shows = taken.with(|cell: &mut PersonCell| cell.text.clone()).unwrap();
                assert_eq!(shows.as_ref(), Some(&people[at].1));
            }
        }
        drop(driver);
        assert_eq!(notes.owners(), 1, "nothing of what was shown is left");
    });
}
