//! Which of the scenes are checked: `--last-failed`, `--only-changed` and `--shard`.

use super::args::CheckArgs;
use crate::budget::Budget;
use crate::check::changed::retain_changed;
use crate::check::discover::FoundScene;
use crate::check::last_run::retain_failed;
use crate::check::results::Results;
use crate::commands::message::print_message;
use crate::files::Reading;
use crate::geometry::narrate::counted;
use crate::source::rooted::Rooted;

/// Keeps the scenes that the options choose. Returns the last line of a run that ends here, because no scene failed in the
/// last run. A run without changed scenes goes on: its report is one of the parts that `--merge` joins.
///
/// # Errors
/// When the last run cannot be read, or when git cannot compare with the revision.
pub(super) fn select(
    scenes: &mut Vec<FoundScene>,
    args: &CheckArgs,
    out: Option<&Rooted>,
    reading: &Reading,
    budget: &Budget,
) -> anyhow::Result<Option<String>> {
    if let Some(out) = out.filter(|_| args.last_failed) {
        let (results, _memory) = Results::read(out, budget).map_err(anyhow::Error::msg)?;
        retain_failed(scenes, &results, out);
        if scenes.is_empty() {
            return Ok(Some(format!("nothing to check: no scene has failed in the run of {}\n", out.in_message())));
        }
    }
    if let Some(revision) = &args.only_changed {
        let all = counted(scenes.len() as u64, "scene");
        let changed = retain_changed(scenes, revision, args.expect.as_deref(), reading, budget);
        changed.map_err(|reason| {
            anyhow::anyhow!(
                "cannot find the scenes that changed since `{revision}`: {reason}\n  help: `--only-changed` needs a git repository that has this revision; a clone of a CI server may have only the last commit: fetch the revision, or all of them"
            )
        })?;
        print_message(&format!("{} of {all} changed since {revision}", scenes.len()));
    }
    if let Some(shard) = args.shard {
        let mut at = 0..;
        scenes.retain(|_| at.next().is_some_and(|at| shard.has(at)));
    }
    Ok(None)
}
