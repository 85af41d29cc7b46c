//! One reading of a directory tree: directories by path, and in each the files by name.

use std::fmt;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use iqlist::{content, Hasher, Key, Row, SectionEntry, Supplementary};

/// A file or a directory, as it was when it was read.
pub struct Entry {
    /// Within the tree.
    pub path: PathBuf,
    pub size: u64,
}

/// The input of a list: the files of all directories, and the directories.
pub struct Tree {
    pub files: Vec<Row<Entry>>,
    directories: Vec<(Key, usize, [Supplementary<Entry>; 1])>,
}

impl Tree {
    /// Fails if the directory itself cannot be read. Entries that cannot be read are reported and skipped: a tree
    /// may change while it is read.
    pub fn look(root: &Path) -> io::Result<Self> {
        let mut tree = Self { files: vec![], directories: vec![] };
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", root.display()));
        let metadata = fs::metadata(root).map_err(named)?;
        let entries = fs::read_dir(root).map_err(named)?;
        tree.add(root, Path::new(""), &metadata, entries);
        Ok(tree)
    }

    fn add(&mut self, root: &Path, path: &Path, metadata: &Metadata, entries: fs::ReadDir) {
        let header = Row::new(key(metadata)).content(content(path));
        let header = header.model(Entry { path: path.to_path_buf(), size: 0 });
        self.directories.push((key(metadata), self.files.len(), [Supplementary::header(header)]));
        let mut names: Vec<_> =
            entries.filter_map(|entry| reported(path, entry)).map(|entry| entry.file_name()).collect();
        names.sort();
        let mut inner = Vec::new();
        for name in names {
            let path = path.join(&name);
            let Some(metadata) = reported(&path, fs::symlink_metadata(root.join(&path))) else { continue };
            if metadata.is_dir() {
                inner.push((path, metadata));
                continue;
            }
            // Its appearance: its name, its size, and the time of the last write.
            let content = content(&(&name, metadata.len(), metadata.mtime(), metadata.mtime_nsec()));
            let entry = Entry { path, size: metadata.len() };
            self.files.push(Row::new(key(&metadata)).content(content).model(entry));
        }
        for (path, metadata) in inner {
            if let Some(entries) = reported(&path, fs::read_dir(root.join(&path))) {
                self.add(root, &path, &metadata, entries);
            }
        }
    }

    pub fn sections(&self) -> Vec<SectionEntry<'_, Entry>> {
        self.directories
            .iter()
            .map(|(key, first, header)| SectionEntry::new(*key, *first).supplementaries(header))
            .collect()
    }
}

/// Numbers of the disk are used again: the time of birth distinguishes two files.
fn key(metadata: &Metadata) -> Key {
    let born = metadata.created().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let born = born.map_or(0, |time| time.as_nanos() as u64);
    Hasher::new().unsigned(metadata.dev()).unsigned(metadata.ino()).unsigned(born).key()
}

fn reported<T>(path: &Path, result: io::Result<T>) -> Option<T> {
    result.map_err(|error| eprintln!("files: {}: {error}", path.display())).ok()
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = self.files.iter().filter_map(|row| row.model.as_ref()).map(|entry| entry.size);
        let (directories, files) = (self.directories.len(), self.files.len());
        let counted = |count, one, many| format!("{count} {}", if count == 1 { one } else { many });
        let directories = counted(directories, "directory", "directories");
        write!(f, "{directories}, {}, {}", counted(files, "file", "files"), Size(sizes.sum()))
    }
}

/// Bytes, for people.
pub struct Size(pub u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 1 {
            return f.write_str("1 byte");
        }
        let units = ["bytes", "kB", "MB", "GB", "TB"];
        let mut unit = 0;
        let mut size = self.0 as f64;
        while size >= 999.5 && unit + 1 < units.len() {
            size /= 1000.0;
            unit += 1;
        }
        let digits = if unit > 0 && size < 9.95 { 1 } else { 0 };
        write!(f, "{size:.digits$} {}", units[unit])
    }
}
