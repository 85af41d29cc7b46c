//! The same seeds give the same bytes as in C and in Python: `bindings/seeds.c` does what is done here, and is
//! compiled by this test.

mod support;

use std::path::Path;
use std::process::Command;

use iqlist::{diff, Changeset, DiffOptions, Hasher, Key, List, Row, Snapshot, CONTENT_NONE, END};
use support::Random;

const FIRST: u64 = 1;
const COUNT: usize = 60;

fn deal(random: &mut Random, bound: usize) -> Vec<u64> {
    let mut dealt = Vec::new();
    for _ in 0..random.below(bound) {
        let key = random.below(2 * bound) as u64;
        if !dealt.contains(&key) {
            dealt.push(key);
        }
    }
    dealt
}

fn look(random: &mut Random) -> Snapshot {
    let (sections, items) = (deal(random, 8), deal(random, 128));
    let mut made = Snapshot::new().unwrap();
    made.append_sections(sections.iter().map(|key| Key::from(*key)).collect::<Vec<_>>()).unwrap();
    for item in items.into_iter().take(if sections.is_empty() { 0 } else { usize::MAX }) {
        let section = sections[random.below(sections.len())];
        let content = match random.below(3) {
            0 => CONTENT_NONE,
            1 => Hasher::new().unsigned(item).string("one").content(),
            _ => Hasher::new().unsigned(item).string("two").content(),
        };
        made.append_items(Some(section.into()), &[Row::new(item).content(content)]).unwrap();
    }
    made
}

fn edited(before: &Snapshot, random: &mut Random) -> Changeset {
    let item = Key::from(5000 + random.below(9) as u64);
    let list = List::new().unwrap();
    list.silently().apply(before).unwrap();
    let mut edit = list.edit().unwrap();
    edit.insert_sections(END, [99u64]).unwrap();
    edit.insert_items(list.section_at(0).unwrap(), END, &[item]).unwrap();
    edit.commit_with(DiffOptions::new().payload()).unwrap()
}

fn line(seed: u64) -> String {
    let random = &mut Random(seed);
    let [before, after, third] = [(); 3].map(|()| look(random));
    let one = diff(&before, &after, DiffOptions::new().payload()).unwrap();
    let two = diff(&after, &third, DiffOptions::new().payload()).unwrap();
    let changesets = [&one, &one.invert().unwrap(), &one.compose(&two).unwrap(), &edited(&before, random)];
    let snapshots = [before, after].map(|snapshot| snapshot.encode().unwrap());
    let encoded = snapshots.into_iter().chain(changesets.map(|changes| changes.encode().unwrap()));
    let in_hex = encoded.map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    in_hex.collect::<Vec<_>>().join(" ")
}

#[test]
fn snapshots_and_changesets_have_the_bytes_that_c_gives_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seeds");
    let folder = env!("IQLIST_BUILT_WITH");
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let done = Command::new(compiler)
        .arg("-I")
        .arg(root.join("include"))
        .arg(root.join("bindings/seeds.c"))
        .args(["-L", folder, "-liqlist", &format!("-Wl,-rpath,{folder}"), "-o"])
        .arg(&program)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let told = Command::new(&program).args([FIRST.to_string(), COUNT.to_string()]).output().unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told = String::from_utf8(told.stdout).unwrap();
    assert_eq!(told.lines().count(), COUNT);
    for (seed, theirs) in (FIRST..).zip(told.lines()) {
        assert_eq!(line(seed), theirs, "seed {seed}");
    }
}
