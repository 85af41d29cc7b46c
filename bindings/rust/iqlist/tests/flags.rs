//! The text of flags: their names.

use std::fs;
use std::path::Path;

use iqlist::kit::AccessibilityOptions;
use iqlist::{EventKind, List, PlaceFlags, Scroll, Selection, SetStates, States, Traits};

#[test]
fn flags_are_shown_by_their_names() {
    let shown = [
        (format!("{:?}", PlaceFlags::NONE), "PlaceFlags(NONE)"),
        (format!("{:?}", PlaceFlags::BOUND | PlaceFlags::NEW), "PlaceFlags(NEW | BOUND)"),
        (format!("{:?}", States::SELECTED | States::host(7)), "States(SELECTED | host(7))"),
        (format!("{:?}", States::NONE), "States(NONE)"),
        (format!("{:?}", Traits::MOVABLE | Traits::HAS_CHILDREN), "Traits(MOVABLE | HAS_CHILDREN)"),
        (format!("{:?}", EventKind::UPDATE | EventKind::ACTION), "EventKind(UPDATE | ACTION)"),
        (format!("{:?}", SetStates::ON), "SetStates(ON)"),
        (format!("{:?}", SetStates::ONLY | SetStates::BY_USER), "SetStates(ONLY | BY_USER)"),
        (format!("{:?}", Scroll::TO), "Scroll(TO)"),
        (format!("{:?}", Scroll::BY | Scroll::CLAMP), "Scroll(BY | CLAMP)"),
        (format!("{:?}", Scroll::TO | Scroll::BAR), "Scroll(BAR)"),
        (format!("{:?}", Selection::SINGLE), "Selection(SINGLE)"),
        (format!("{:?}", Selection::SINGLE.keeping()), "Selection(SINGLE | KEEPS)"),
        (format!("{:?}", Selection::MULTIPLE.keeping()), "Selection(MULTIPLE | KEEPS)"),
        (format!("{:?}", AccessibilityOptions::SECTION), "AccessibilityOptions(SECTION)"),
        (
            format!("{:?}", AccessibilityOptions::ROW | AccessibilityOptions::SECTION),
            "AccessibilityOptions(SECTION | ROW)",
        ),
        (format!("{:#?}", Scroll::BY | Scroll::HELD), "Scroll(\n    BY | HELD,\n)"),
    ];
    for (text, expected) in shown {
        assert_eq!(text, expected);
    }
}

#[test]
fn each_state_and_kind_of_event_has_a_name() {
    let all = (0..8).fold(States::FOCUSED | States::EXPANDED, |all, number| all | States::host(number));
    let names = (0..8).map(|number| format!(" | host({number})")).collect::<String>();
    assert_eq!(format!("{all:?}"), format!("States(FOCUSED | EXPANDED{names})"));
    let list = List::<()>::new().unwrap();
    list.set_events(EventKind::UPDATE).unwrap();
    list.set_items(&[iqlist::Key::from(1u64)]).unwrap();
    let event = format!("{:?}", list.poll().unwrap().unwrap());
    assert!(event.contains("kind: EventKind(UPDATE)") && event.contains("states: States(NONE)"), "{event}");
}

#[test]
fn each_flag_is_among_the_names_that_are_shown() {
    let (mut looked_at, folder) = (0, Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    for file in ["event", "place", "scroll", "states", "traits"] {
        let text = fs::read_to_string(folder.join(file).with_extension("rs")).unwrap();
        for kind in
            text.split("\nimpl ").skip(1).filter(|part| part.contains("pub const NONE") || file == "scroll")
        {
            let constants = kind.split("\n}\n").next().unwrap().lines().filter(|line| line.contains("(IQ_"));
            let names =
                constants.filter_map(|line| line.trim().strip_prefix("pub const ")?.split(':').next());
            for name in names {
                let shown = &text[text.find("debug_flags! {").or(text.find("debug_flags!(")).unwrap()..];
                assert!(shown.contains(name) || text.contains(&format!("\"{name}\"")), "{file}: {name}");
                looked_at += 1;
            }
        }
    }
    assert!(looked_at > 35, "{looked_at}");
}
