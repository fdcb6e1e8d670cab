//! Restores baselines that were replaced, so that accepting can be undone.

use super::baseline;
use super::replaced::ReplacedBaseline;
use super::update::{put, put_all};
use crate::budget::Budget;

/// Restores the earlier contents of baselines, and removes those that did not exist. All of them, or none.
///
/// # Errors
/// When a baseline has changed since it was written, or cannot be written.
pub(super) fn restore(replaced: &[ReplacedBaseline], budget: &Budget) -> Result<(), String> {
    for one in replaced {
        let shown = one.file.in_message();
        let unreadable = |reason: String| format!("cannot read {shown}: {reason}; no baseline was restored");
        let now = baseline::read(&one.file, budget).map_err(unreadable)?;
        let written = one.after.read().map_err(|reason| unreadable(reason.to_string()))?;
        if now.is_none_or(|(bytes, _memory)| bytes != written) {
            return Err(format!("{shown} has changed since it was accepted; no baseline was restored"));
        }
    }
    let (old, new): (Vec<_>, Vec<_>) = replaced.iter().partition(|one| one.before.is_some());
    let files: Vec<_> = old.iter().filter_map(|one| Some((one.before.as_ref()?, &one.file))).collect();
    put_all(&files, budget)?;
    for (at, one) in new.iter().enumerate() {
        let Err(reason) = one.file.remove() else { continue };
        let mut text = format!("cannot remove {}: {reason}", one.file.in_message());
        for done in new[..at].iter().chain(&old) {
            if let Err(reason) = put(&done.after, &done.file, budget) {
                text = format!("{text}; {} cannot be written again: {reason}", done.file.in_message());
            }
        }
        return Err(text);
    }
    Ok(())
}
