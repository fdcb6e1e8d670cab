//! `eyeline check --unused` and `--prune`.

use std::process::ExitCode;

use super::args::CheckArgs;
use super::located::located;
use crate::check::discover::FoundScene;
use crate::check::unused::unused as find_unused;
use crate::commands::exit::COULD_NOT_RUN;
use crate::commands::message::print_message;
use crate::commands::output;
use crate::escape;
use crate::geometry::narrate::counted;
use crate::source::ReadOptions;
use crate::source::rooted::Rooted;

/// Lists or deletes the baselines that no scene uses.
pub(super) fn unused(args: &CheckArgs, scenes: &[FoundScene], options: &ReadOptions) -> anyhow::Result<ExitCode> {
    let found = find_unused(scenes, args.baselines.as_deref(), options, &args.read.budget()).map_err(located)?;
    for scene in &found.unread {
        print_message(&format!("error: {scene} cannot be read, so baselines with its name count as used"));
    }
    let failed = if args.prune { found.remove() } else { Vec::new() };
    for reason in &failed {
        print_message(&format!("error: {reason}"));
    }
    let left = |file: &&Rooted| !args.prune || matches!(file.open(), Ok(None));
    let word = if args.prune { "removed" } else { "unused " };
    let lines = found.files.iter().filter(left).map(|file| format!("{word} {}\n", file.in_message()));
    let mut text: String = lines.collect();
    let count = (found.files.len() - failed.len()) as u64;
    text += &if args.prune { counted(count, "baseline") + " removed" } else { counted(count, "unused baseline") };
    output::deliver((escape::lines(&text) + "\n").as_bytes(), None)?;
    let code = if !found.unread.is_empty() || !failed.is_empty() {
        COULD_NOT_RUN
    } else {
        u8::from(!args.prune && !found.files.is_empty())
    };
    Ok(ExitCode::from(code))
}
