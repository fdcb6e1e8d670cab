//! `eyeline check --accept`.

use std::path::Path;
use std::process::ExitCode;

use super::args::CheckArgs;
use super::folder::folder_of_results;
use crate::check::accept;
use crate::check::discover::FoundScene;
use crate::check::results::Results;
use crate::commands::output;
use crate::files::{Files, Reading};
use crate::source::folder::root_of_work;

/// Writes captures as baselines.
pub(super) fn take(args: &CheckArgs, reading: &Reading) -> anyhow::Result<ExitCode> {
    let budget = args.read.budget();
    let now = |scene: &FoundScene| accept::now(scene, Files::within(budget.clone()), reading);
    let options = &reading.options;
    let folder = folder_of_results(args.out.as_deref().unwrap_or(Path::new(".")), options)?;
    let (results, _memory) = Results::read(&folder, &budget).map_err(anyhow::Error::msg)?;
    let source = accept::RunSource {
        results: &results,
        folder: &folder,
        base: Path::new(""),
        baselines: args.baselines.as_deref(),
        options,
        root: &root_of_work(options),
        budget: &budget,
    };
    let written = accept::accept_names(&args.accept, &source, &now).map_err(anyhow::Error::msg)?;
    let lines = written.iter().flat_map(|path| ["wrote ".to_owned(), path.display().to_string(), "\n".to_owned()]);
    let mut text: String = lines.collect();
    if written.is_empty() {
        "nothing to accept: the captures are equal to the baselines\n".clone_into(&mut text);
    }
    output::deliver(crate::escape::lines(&text).as_bytes(), None)?;
    Ok(ExitCode::SUCCESS)
}
