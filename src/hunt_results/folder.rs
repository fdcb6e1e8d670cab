//! The files of a folder of results.

use std::path::Path;

use anyhow::Context;

use super::page::page;
use super::pictures::picture_and_steps;
use crate::hunt::record::{exhibit, results};
use crate::hunt::{AnswererInfo, DistinctExample, Findings};
use crate::scene::write::save::save_in;
use crate::source::ReadOptions;
use crate::source::folder::root_of_work;
use crate::source::rooted::Rooted;
use crate::source::text::path_in_message;

/// A folder of results, a root of its own.
pub struct ResultFolder {
    root: Rooted,
}

impl ResultFolder {
    /// The folder, which is made if it does not exist.
    ///
    /// # Errors
    /// When it is a link that leads out of the present root, or cannot be made.
    pub fn open(out: &Path) -> anyhow::Result<Self> {
        let root = Rooted::of_results(out, &root_of_work(&ReadOptions::default())).map_err(|reason| {
            anyhow::anyhow!("cannot use the folder {}: {reason}; give the folder itself", path_in_message(out))
        })?;
        root.make_root().with_context(|| format!("cannot make the folder {}", root.in_message()))?;
        Ok(Self { root })
    }

    /// Writes everything. Returns the path of the scene of each example inside the folder.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, findings: &Findings, info: &AnswererInfo) -> anyhow::Result<Vec<Option<String>>> {
        let distinct = findings.distinct_examples();
        let mut scenes = vec![None; findings.examples.len()];
        let mut shown = Vec::with_capacity(distinct.len());
        for (i, DistinctExample { example, places }) in distinct.iter().enumerate() {
            let text = exhibit(example, &findings.mistakes);
            let path = text.is_some().then(|| format!("{:02}-{}-{}.json", i + 1, example.kind.word(), example.family));
            if let (Some(text), Some(path)) = (&text, &path) {
                self.save(path, text.as_bytes())?;
            }
            shown.push(text.as_deref().map(picture_and_steps).transpose()?.flatten());
            for place in places {
                scenes[*place].clone_from(&path);
            }
        }
        let json = format!("{:#}\n", results(findings, info, &scenes));
        self.save("results.json", json.as_bytes())?;
        self.save("index.html", page(findings, info, &scenes, &shown).as_bytes())?;
        Ok(scenes)
    }

    fn save(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let file = self.root.join(name);
        save_in(&file, bytes).map_err(|error| anyhow::anyhow!("cannot write {}: {}", file.in_message(), error.reason))
    }

    /// The page, for messages.
    pub fn page(&self) -> String {
        self.root.join("index.html").in_message()
    }
}
