//! Items below items: as a section describes them, as they are changed, and as an outline shows them.

use std::collections::HashSet;

use crate::people::*;
use crate::support::{seeds, Random};
use iqlist::kit::*;
use iqlist::{Key, Outline, SetStates, States, Status, UpdateOptions, END};

/// A folder or a file. It is one of the folders that load their children if its number says so.
#[derive(Clone, Debug, PartialEq)]
struct File(u64, &'static str);

impl CellViewModel for File {
    unseen!();

    fn has_children(&self) -> bool {
        self.1 == "folder"
    }
}

fn files(ids: impl IntoIterator<Item = u64>) -> Vec<File> {
    ids.into_iter().map(|id| File(id, "")).collect()
}

fn section(roots: impl IntoIterator<Item = u64>) -> Section {
    Section::new("files", files(roots))
}

/// Numbers and levels, of all items.
fn shown(driver: &Driver) -> Vec<(u64, u16)> {
    let rows = driver.list().rows(..).unwrap().into_iter();
    rows.map(|row| (row.model.unwrap().downcast_ref::<File>().unwrap().0, row.level)).collect()
}

fn children(driver: &Driver, parent: u64) -> Vec<u64> {
    let children = driver.children("files", parent).unwrap().into_iter();
    children.map(|child| child.downcast_ref::<File>().unwrap().0).collect()
}

#[test]
fn children_are_below_their_parents_in_pre_order_whatever_the_order_they_are_given_in() {
    let tree = section([1, 2]).children(3, files([5])).children(1, files([3, 4])).children(2, files([]));
    assert_eq!(Collection::from([tree.clone()]).item_count(), 5);
    let driver = Driver::new([tree.clone()]).unwrap();
    assert_eq!(shown(&driver), [(1, 0), (3, 1), (5, 2), (4, 1), (2, 0)]);
    assert_eq!([1, 2, 3, 5].map(|parent| children(&driver, parent)), [vec![3, 4], vec![], vec![5], vec![]]);
    // The same again is no change; children that are said again replace the former ones, and theirs go too.
    assert!(update(&driver, [tree.clone()]).batch().unwrap().is_empty());
    update(&driver, [section([1, 2]).children(1, files([9])).children(1, files([4]))]);
    assert_eq!(shown(&driver), [(1, 0), (4, 1), (2, 0)]);
}

#[test]
fn a_parent_that_is_no_item_is_refused_with_its_key_and_nothing_changes() {
    let driver = Driver::new([section([1])]).unwrap();
    for refused in [
        driver.update([section([1, 2]).children(7, files([3]))]).map(drop),
        driver.updater().submit([section([1, 2]).children(7, files([3]))]).map(drop),
    ] {
        let error = refused.unwrap_err();
        assert_eq!((error.status(), error.key()), (Status::NotFound, Some(7.into())));
        assert_eq!(error.section(), Some("files".into()));
    }
    let none = files([]);
    assert_eq!(driver.set_children("files", 7, none.clone()).unwrap_err().status(), Status::NotFound);
    assert_eq!(driver.set_children("other", 1, none.clone()).unwrap_err().status(), Status::NotFound);
    assert_eq!(driver.children("files", 7).unwrap_err().status(), Status::NotFound);
    // An item of another section is none of this one.
    update(&driver, [section([1]), Section::new("other", files([2]))]);
    assert_eq!(driver.set_children("files", 2, none).unwrap_err().status(), Status::NotFound);
    assert_eq!(driver.children("files", 2).unwrap_err().status(), Status::NotFound);
    assert_eq!(driver.list().len(), 2);
}

#[test]
fn children_that_are_set_leave_the_rest_and_what_is_below_those_that_stay() {
    let tree =
        section([1, 2, 3]).children(2, files([4, 5, 6])).children(5, files([7])).children(3, files([8]));
    let driver = Driver::new([tree]).unwrap();
    let list = driver.list();
    let seven = list.find_item(7).unwrap().unwrap();
    list.set_states(&[seven], States::HIGHLIGHTED, SetStates::ON).unwrap();
    let changes = driver.set_children("files", 2, files([9, 6, 5])).unwrap();
    assert_eq!(shown(&driver), [(1, 0), (2, 0), (9, 1), (6, 1), (5, 1), (7, 2), (3, 0), (8, 1)]);
    let changes = changes.summary().unwrap();
    assert_eq!((changes.item_inserts, changes.item_deletes, changes.item_moves), (1, 1, 1));
    // The same items, with the same handles and states.
    assert_eq!(list.find_item(7).unwrap(), Some(seven));
    assert!(list.item_info(seven).unwrap().states.contains(States::HIGHLIGHTED));
    // What stands elsewhere cannot be here too.
    assert_eq!(driver.set_children("files", 1, files([8])).unwrap_err().status(), Status::Duplicate);
    // A grandchild may become a child: what was below it goes with it.
    driver.set_children("files", 5, files([7])).unwrap();
    driver.set_children("files", 7, files([10])).unwrap();
    driver.set_children("files", 2, files([7, 5])).unwrap();
    assert_eq!(shown(&driver), [(1, 0), (2, 0), (7, 1), (10, 2), (5, 1), (3, 0), (8, 1)]);
    driver.set_children("files", 2, files([])).unwrap();
    assert_eq!(shown(&driver), [(1, 0), (2, 0), (3, 0), (8, 1)]);
}

#[test]
fn roots_that_are_set_keep_the_children_of_those_that_stay() {
    let tree = section([1, 2]).children(1, files([3])).children(3, files([4])).children(2, files([5]));
    let driver = Driver::new([tree]).unwrap();
    driver.set_items("files", files([6, 1])).unwrap();
    assert_eq!(shown(&driver), [(6, 0), (1, 0), (3, 1), (4, 2)]);
    // A child that is a root now is no child any more, and keeps its own.
    driver.set_items("files", files([3, 1])).unwrap();
    assert_eq!(shown(&driver), [(3, 0), (4, 1), (1, 0)]);
    assert_eq!(driver.set_items("other", files([1])).unwrap_err().status(), Status::NotFound);
}

#[test]
fn what_is_edited_by_hand_undone_and_redone_is_what_a_section_has() {
    let driver = Driver::new([section([1]).children(1, files([2]))]).unwrap();
    let list = driver.list();
    list.set_undo(1 << 20).unwrap();
    driver.set_children("files", 2, files([3])).unwrap();
    let mut edit = list.edit().unwrap();
    let row = list.rows(..1).unwrap().remove(0);
    edit.insert_children(list.item_at(0).unwrap(), END, &[iqlist::Row { key: 4.into(), ..row }]).unwrap();
    edit.commit().unwrap();
    let keys = || list.keys(..).unwrap();
    assert_eq!((children(&driver, 1).len(), children(&driver, 2)), (2, vec![3]));
    list.undo().unwrap();
    list.undo().unwrap();
    assert_eq!((children(&driver, 1), children(&driver, 2)), (vec![2], vec![]));
    list.redo().unwrap();
    assert_eq!(keys(), [1u64, 2, 3].map(Key::from));
    // What is loaded is no step.
    let no_step = UpdateOptions::new().no_step();
    driver.updater().set_children_with("files", 3, files([5]), no_step).unwrap();
    list.undo().unwrap();
    assert_eq!(children(&driver, 2), [0u64; 0]);
}

#[test]
fn a_section_with_children_on_demand_keeps_what_it_does_not_give_itself() {
    let tree = || section([1, 2]).children(1, files([3])).children_on_demand();
    let driver = Driver::new([tree()]).unwrap();
    driver.set_children("files", 2, files([4, 5])).unwrap();
    driver.set_children("files", 4, files([6])).unwrap();
    driver.set_children("files", 1, files([3, 7])).unwrap();
    let kept = [(1, 0), (3, 1), (2, 0), (4, 1), (6, 2), (5, 1)];
    update(&driver, [tree()]);
    assert_eq!(shown(&driver), kept);
    // From any thread, too.
    let updater = driver.updater();
    std::thread::spawn(move || drop(updater.submit([tree()]).unwrap())).join().unwrap();
    driver.wait().unwrap();
    assert_eq!(shown(&driver), kept);
    // It may give children to what it keeps, and say that there are none.
    update(&driver, [tree().children(5, files([8])).children(4, files([]))]);
    assert_eq!(shown(&driver), [(1, 0), (3, 1), (2, 0), (4, 1), (5, 1), (8, 2)]);
    // What is given elsewhere is not kept, be it in another section; and what has gone takes its own along.
    update(&driver, [section([5, 2]).children_on_demand(), Section::new("other", files([4]))]);
    assert_eq!(shown(&driver), [(5, 0), (8, 1), (2, 0), (4, 0)]);
    update(&driver, [section([2]).children_on_demand()]);
    assert_eq!(shown(&driver), [(2, 0)]);
    // Without, the collection is all that there is.
    driver.set_children("files", 2, files([4])).unwrap();
    update(&driver, [section([2])]);
    assert_eq!(shown(&driver), [(2, 0)]);
}

#[test]
fn what_comes_below_an_item_while_an_update_waits_stays_too() {
    let driver = Driver::new([section([1, 2]).children_on_demand()]).unwrap();
    driver.set_children("files", 2, files([5])).unwrap();
    let (updater, told) = (driver.updater(), Notes::default());
    let (heard, wanted) = (told.clone(), section([2, 1, 3]).children_on_demand());
    let perform = move || {
        updater.perform_updates([wanted], move |end| {
            let changes = end.unwrap().unwrap().summary().unwrap();
            heard.add(format!("{} came, {} went", changes.item_inserts, changes.item_deletes));
        })
    };
    assert!(std::thread::spawn(perform).join().unwrap().unwrap().is_none());
    // Meanwhile one folder is filled, and another emptied.
    driver.set_children("files", 1, files([4])).unwrap();
    driver.set_children("files", 2, files([])).unwrap();
    let four = driver.list().find_item(4).unwrap();
    driver.wait().unwrap();
    assert_eq!(shown(&driver), [(2, 0), (1, 0), (4, 1), (3, 0)]);
    assert_eq!(
        (driver.list().find_item(4).unwrap(), told.take()),
        (four, vec!["1 came, 0 went".to_string()])
    );
    // So does what comes while an edit is open, into which the poll falls.
    let ticket = driver.submit([section([2, 1, 3]).children_on_demand()]).unwrap();
    let mut edit = driver.list().edit().unwrap();
    driver.poll().unwrap();
    let row = driver.list().rows(..1).unwrap().remove(0);
    let three = driver.list().find_item(3).unwrap().unwrap();
    edit.insert_children(three, 0, &[iqlist::Row { key: 9.into(), ..row }]).unwrap();
    edit.commit().unwrap();
    driver.wait_for(&ticket).unwrap();
    assert_eq!(driver.list().keys(..).unwrap(), [2u64, 1, 4, 3, 9].map(Key::from));
    driver.set_children("files", 3, files([])).unwrap();
    // What is cancelled is not shown.
    let ticket = driver.submit([section([1]).children_on_demand()]).unwrap();
    driver.set_children("files", 3, files([9])).unwrap();
    ticket.cancel().unwrap();
    assert_eq!(driver.wait_for(&ticket).unwrap_err().status(), Status::Cancelled);
    assert_eq!(driver.list().len(), 5);
    // A ticket says the same, of a failure too.
    let ticket = driver.submit([section([2]).children_on_demand()]).unwrap();
    driver.set_children("files", 2, files([6])).unwrap();
    driver.wait_for(&ticket).unwrap();
    assert_eq!(shown(&driver), [(2, 0), (6, 1)]);
    let ticket = driver.submit([section([2, 7, 7]).children_on_demand()]).unwrap();
    driver.set_children("files", 2, files([8])).unwrap();
    assert_eq!(driver.wait_for(&ticket).unwrap_err().status(), Status::Duplicate);
    assert_eq!(shown(&driver), [(2, 0), (8, 1)]);
}

#[test]
fn keys_of_one_section_are_no_matter_to_another_where_they_are_scoped() {
    let options = iqlist::ListOptions::new().duplicates(iqlist::Duplicates::Scope);
    let tree = || [section([1]).children_on_demand(), Section::new("other", files([2]))];
    let driver = Driver::builder().options(options).build(tree()).unwrap();
    driver.set_children("files", 1, files([2])).unwrap();
    update(&driver, tree());
    assert_eq!(shown(&driver), [(1, 0), (2, 1), (2, 0)]);
    let ticket = driver.submit(tree()).unwrap();
    driver.wait().unwrap();
    assert!(matches!(ticket.try_result(), Some(Ok(()))));
}

#[test]
fn where_equal_keys_are_numbered_the_first_of_them_has_the_children() {
    let options = iqlist::ListOptions::new().duplicates(iqlist::Duplicates::Number);
    let tree = || [section([1, 1]).children_on_demand()];
    let driver = Driver::builder().options(options).build(tree()).unwrap();
    driver.set_children("files", 1, files([2])).unwrap();
    let expected = [(1, 0), (2, 1), (1, 0)];
    assert_eq!(shown(&driver), expected);
    assert!(update(&driver, tree()).batch().unwrap().is_empty());
    driver.set_items("files", files([1, 1])).unwrap();
    assert_eq!(shown(&driver), expected);
    update(&driver, [section([1, 1]).children(1, files([3]))]);
    assert_eq!(shown(&driver), [(1, 0), (3, 1), (1, 0)]);
}

#[test]
fn an_outline_asks_model_section_and_coordinator_and_the_source_gets_the_children() {
    let notes = Notes::default();
    #[derive(Clone)]
    struct Folder(u64, Notes);
    impl PartialEq for Folder {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }
    impl CellViewModel for Folder {
        unseen!();
        fn has_children(&self) -> bool {
            true
        }
        fn on_children_needed(&self, event: &RoutedEvent<'_>) -> Route {
            self.1.add(format!("model {}", self.0));
            // The first one has them at hand.
            if self.0 != 1 {
                return Route::PassOn;
            }
            event
                .source()
                .set_children(event.section_key.unwrap(), self.0, [Folder(10, self.1.clone())])
                .unwrap();
            Route::Handled
        }
    }
    let heard = notes.clone();
    let folders = Section::new("folders", [1, 2, 3].map(|id| Folder(id, notes.clone())));
    let folders = folders.on(Behaviour::ChildrenNeeded, move |event| {
        heard.add("section");
        let is_second = event.key == Some(2.into());
        if is_second {
            let found = event.source().children("folders", 2).unwrap();
            assert!(found.is_empty());
            event.source().set_children("folders", 2, files([20, 21])).unwrap();
        }
        if is_second {
            Route::Handled
        } else {
            Route::PassOn
        }
    });
    let driver = Driver::builder().coordinator(Last(notes.clone())).build([folders]).unwrap();
    // A filter between the outline and the driver changes nothing: it is the first source that gets them.
    let filtered = driver.list().filtered(iqlist::Filtered::new()).unwrap();
    let between = driver.following(&filtered).unwrap();
    let outline = between.list().outline(Outline::new()).unwrap();
    let shown = between.following(&outline).unwrap();
    let follow =
        || [&driver, &between, &shown, &driver, &between, &shown].map(|driver| driver.poll().unwrap());
    follow();
    for (id, told) in [
        (1u64, &["model 1"] as &[&str]),
        (2, &["model 2", "section"]),
        (3, &["model 3", "section", "coordinator ChildrenNeeded"]),
    ] {
        notes.take();
        outline.expand(outline.find_item(id).unwrap().unwrap()).unwrap();
        follow();
        let mut heard = notes.take();
        heard.retain(|note| !note.contains("Update"));
        assert_eq!(heard, told);
    }
    assert_eq!(outline.keys(..).unwrap(), [1u64, 10, 2, 20, 21, 3].map(Key::from));
    assert_eq!(driver.list().levels(..).unwrap(), [0, 1, 0, 1, 1, 0]);
}

/// A slow model of the trees: an item with what is below it.
#[derive(Clone, Debug, PartialEq)]
struct Node(u64, Vec<Node>);

impl Node {
    fn new(id: u64) -> Self {
        Self(id, Vec::new())
    }

    fn find(all: &mut [Self], id: u64) -> Option<&mut Self> {
        all.iter_mut().find_map(|node| if node.0 == id { Some(node) } else { Self::find(&mut node.1, id) })
    }

    fn each(all: &[Self], level: u16, call: &mut impl FnMut(&Self, u16)) {
        for node in all {
            call(node, level);
            Self::each(&node.1, level + 1, call);
        }
    }

    fn rows(all: &[Self]) -> Vec<(u64, u16)> {
        let mut rows = Vec::new();
        Self::each(all, 0, &mut |node, level| rows.push((node.0, level)));
        rows
    }

    /// Those of these ids, each with what was below it, if it was there.
    fn replaced(all: &[Self], ids: &[u64]) -> Vec<Self> {
        let mut all = all.to_vec();
        let kept = ids.iter().map(|id| {
            let mut node = Self::find(&mut all, *id).cloned().unwrap_or_else(|| Self::new(*id));
            node.drop_all(ids);
            node
        });
        kept.collect()
    }

    /// What is given elsewhere is not below this.
    fn drop_all(&mut self, ids: &[u64]) {
        self.1.retain(|node| !ids.contains(&node.0));
        self.1.iter_mut().for_each(|node| node.drop_all(ids));
    }

    fn random(random: &mut Random, ids: &mut Vec<u64>, depth: usize) -> Vec<Self> {
        let mut nodes = Vec::new();
        while random.chance(65) {
            let Some(id) = ids.pop() else { break };
            let below = if depth < 3 { Self::random(random, ids, depth + 1) } else { Vec::new() };
            nodes.push(Self(id, below));
        }
        nodes
    }

    fn section(all: &[Self]) -> Section {
        let mut section = section(all.iter().map(|node| node.0));
        Self::each(all, 0, &mut |node, _| {
            if !node.1.is_empty() {
                section = section.clone().children(node.0, files(node.1.iter().map(|child| child.0)));
            }
        });
        section
    }

    /// What an outline shows.
    fn unfolded(all: &[Self], expanded: &HashSet<u64>, shown: &mut Vec<Key>) {
        for node in all {
            shown.push(node.0.into());
            if expanded.contains(&node.0) {
                Self::unfolded(&node.1, expanded, shown);
            }
        }
    }
}

fn shuffled(random: &mut Random, mut ids: Vec<u64>) -> Vec<u64> {
    for at in (1..ids.len()).rev() {
        ids.swap(at, random.below(at + 1));
    }
    ids
}

#[test]
fn random_trees_are_what_a_plain_model_says_and_an_outline_follows() {
    seeds(60, |seed| {
        let random = &mut Random(seed);
        let driver = Driver::new([section([])]).unwrap();
        let outline = driver.list().outline(Outline::new()).unwrap();
        let followed = driver.following(&outline).unwrap();
        let (mut trees, mut expanded) = (Vec::<Node>::new(), HashSet::new());
        for step in 0..40 {
            let all = Node::rows(&trees);
            match random.below(7) {
                0 => {
                    // A whole collection, with or without what it does not say.
                    let mut ids = shuffled(random, (1..30).collect());
                    let wanted = Node::random(random, &mut ids, 0);
                    let (is_kept, is_submitted) = (random.chance(50), random.chance(50));
                    let described = Node::section(&wanted);
                    let described = if is_kept { described.children_on_demand() } else { described };
                    if is_submitted {
                        drop(driver.submit([described]).unwrap());
                        if is_kept && !all.is_empty() {
                            // What comes while it waits comes before it.
                            let (parent, id) = (all[random.below(all.len())].0, 200 + step);
                            driver.set_children("files", parent, files([id])).unwrap();
                            Node::find(&mut trees, parent).unwrap().1 = vec![Node::new(id)];
                        }
                    } else {
                        driver.update([described]).unwrap();
                    }
                    trees = if is_kept { kept(&trees, &wanted) } else { wanted };
                }
                1 => {
                    // Other roots, some of which were below others.
                    let mut ids = shuffled(random, (1..30).collect());
                    ids.truncate(random.below(8));
                    driver.set_items("files", files(ids.iter().copied())).unwrap();
                    trees = Node::replaced(&trees, &ids);
                }
                2 | 3 if !all.is_empty() => {
                    // Other children: of those that are below it, and new ones.
                    let parent = all[random.below(all.len())].0;
                    let taken: HashSet<u64> = all.iter().map(|(id, _)| *id).collect();
                    let node = Node::find(&mut trees, parent).unwrap();
                    let mut ids: Vec<u64> = Node::rows(&node.1).into_iter().map(|(id, _)| id).collect();
                    ids.extend((1..30).filter(|id| !taken.contains(id) && random.chance(20)));
                    let mut ids = shuffled(random, ids);
                    ids.truncate(random.below(6));
                    node.1 = Node::replaced(&node.1, &ids);
                    driver.set_children("files", parent, files(ids)).unwrap();
                }
                4 if !all.is_empty() => {
                    // By hand.
                    let (parent, id) = (all[random.below(all.len())].0, 100 + step);
                    let row = driver.list().rows(..1).unwrap().remove(0);
                    let model = AnyCellViewModel::from(File(id, ""));
                    let mut edit = driver.list().edit().unwrap();
                    let item = driver.list().find_item(parent).unwrap().unwrap();
                    edit.insert_children(item, 0, &[iqlist::Row { key: id.into(), level: 0, ..row }])
                        .unwrap();
                    edit.commit().unwrap();
                    // Its model follows with the children of its parent.
                    let node = Node::find(&mut trees, parent).unwrap();
                    node.1.insert(0, Node::new(id));
                    let mut models = driver.children("files", parent).unwrap();
                    models[0] = model;
                    driver.set_children("files", parent, models).unwrap();
                }
                _ if !all.is_empty() => {
                    let id = all[random.below(all.len())].0;
                    if let Some(item) = outline.find_item(id).unwrap() {
                        let is_on = expanded.insert(id) || !expanded.remove(&id);
                        let how = if is_on { SetStates::ON } else { SetStates::OFF };
                        outline.set_states(&[item], States::EXPANDED, how).unwrap();
                    }
                }
                _ => {}
            }
            driver.wait().unwrap();
            followed.poll().unwrap();
            let rows = Node::rows(&trees);
            assert_eq!(shown(&driver), rows, "step {step}");
            expanded.retain(|id| rows.iter().any(|(other, _)| other == id));
            let mut unfolded = Vec::new();
            Node::unfolded(&trees, &expanded, &mut unfolded);
            assert_eq!(outline.keys(..).unwrap(), unfolded, "step {step}");
            for (id, _) in rows {
                let below: Vec<u64> =
                    Node::find(&mut trees, id).unwrap().1.iter().map(|node| node.0).collect();
                assert_eq!(children(&driver, id), below, "step {step}");
            }
        }
    });
}

/// What is wanted, with what was below those for which nothing is.
fn kept(before: &[Node], wanted: &[Node]) -> Vec<Node> {
    let (given, mut before) = (Node::rows(wanted), before.to_vec());
    let given: Vec<u64> = given.into_iter().map(|(id, _)| id).collect();
    fn filled(nodes: &[Node], before: &mut [Node], given: &[u64]) -> Vec<Node> {
        let node = |node: &Node| {
            let mut below = filled(&node.1, before, given);
            if below.is_empty() {
                if let Some(known) = Node::find(before, node.0) {
                    let mut known = known.clone();
                    known.drop_all(given);
                    below = known.1;
                }
            }
            Node(node.0, below)
        };
        nodes.iter().map(node).collect()
    }
    filled(wanted, &mut before, &given)
}
