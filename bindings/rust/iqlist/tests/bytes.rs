//! The same seeds give the same bytes as in C: `bytes.c` does what is done here, and is compiled by this test.

mod support;

use std::path::Path;
use std::process::Command;

use iqlist::{Columns, DiffOptions, Key, List, SectionEntry, END};
use support::Random;

const SEEDS: u64 = 100;
const MOST: usize = 64;

#[derive(Default)]
struct State {
    sections: Vec<SectionEntry<'static>>,
    keys: Vec<Key>,
    contents: Vec<u64>,
}

impl State {
    fn random(random: &mut Random) -> Self {
        let key = random.below(8);
        let section_count = 1 + random.below(4);
        let count = random.below(MOST);
        let section = |i| SectionEntry::new((100 + (i + key) as u64 % 4).into(), count * i / section_count);
        let sections = (0..section_count).map(section).collect();
        let (mut keys, mut contents) = (vec![Key::default(); count], vec![0; count]);
        for i in 0..count {
            let place = (i + key) % count;
            keys[place] = ((key * 1000 % 997 + i) as u64).into();
            contents[place] = random.below(3) as u64;
        }
        Self { sections, keys, contents }
    }

    fn columns(&self) -> Columns<'_> {
        Columns::new(&self.keys).contents(&self.contents)
    }
}

fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    let mut print = |bytes: Vec<u8>| lines.push(bytes.iter().map(|byte| format!("{byte:02x}")).collect());
    let options = DiffOptions::new().payload();
    for seed in 0..SEEDS {
        let (random, list) = (&mut Random(seed), List::new().unwrap());
        let state = State::random(random);
        list.silently().set(&state.sections, state.columns()).unwrap();
        print(list.snapshot().unwrap().encode().unwrap());
        let state = State::random(random);
        print(list.with(options).set(&state.sections, state.columns()).unwrap().encode().unwrap());
        let key = Key::from(5000 + random.below(9) as u64);
        let mut edit = list.edit().unwrap();
        edit.insert_items(list.section_at(0).unwrap(), END, &[key]).unwrap();
        print(edit.commit_with(options).unwrap().encode().unwrap());
    }
    lines
}

#[test]
fn snapshots_and_changesets_have_the_bytes_that_c_gives_them() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bytes");
    let folder = env!("IQLIST_BUILT_WITH");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let done = Command::new(compiler)
        .arg("-I")
        .arg(tests.join("../../../../include"))
        .arg(tests.join("bytes.c"))
        .args(["-L", folder, "-liqlist", &format!("-Wl,-rpath,{folder}"), "-o"])
        .arg(&program)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let told = Command::new(&program).arg(SEEDS.to_string()).output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let (told, ours) = (String::from_utf8(told.stdout).unwrap(), lines());
    assert_eq!(told.lines().count(), ours.len());
    for (line, (ours, theirs)) in ours.iter().zip(told.lines()).enumerate() {
        assert_eq!(ours, theirs, "seed {}, line {} of three", line / 3, line % 3);
    }
}
