//! `eyeline manual`: the manual pages of the program and of its commands.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;

use super::output::deliver;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Without -o the page is printed: eyeline manual check | man -l -")]
pub struct ManualArgs {
    /// The command whose page is printed, such as `check`; without it, the page of the program.
    #[arg(conflicts_with = "output")]
    pub command: Option<String>,
    /// Write all pages into a folder, which must exist: `eyeline.1`, and `eyeline-COMMAND.1` for each command.
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}

/// Prints a page of the program, or writes all pages.
///
/// # Errors
/// When there is no such command, and when a page cannot be written.
pub fn run(args: &ManualArgs, program: Command) -> anyhow::Result<()> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.output {
        return all(&program, folder);
    }
    let page = match &args.command {
        None => program,
        Some(name) => program.find_subcommand(name).cloned().with_context(|| {
            let known: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
            format!("there is no command `{name}`; the commands are {}", known.join(", "))
        })?,
    };
    deliver(&rendered(page)?, None)
}

fn all(program: &Command, folder: &Path) -> anyhow::Result<()> {
    let pages = [program].into_iter().chain(program.get_subcommands());
    for page in pages {
        let name = page.get_display_name().unwrap_or(page.get_name()).to_owned();
        deliver(&rendered(page.clone())?, Some(&folder.join(format!("{name}.1"))))?;
    }
    Ok(())
}

fn rendered(page: Command) -> anyhow::Result<Vec<u8>> {
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    Ok(text)
}
