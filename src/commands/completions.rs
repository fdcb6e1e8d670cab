//! `eyeline completions`: what a shell needs to complete the arguments of eyeline.

use clap::Command;
use clap_complete::Shell;

use super::output::deliver;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "Each shell reads the text from its own place:
  bash        eyeline completions bash > ~/.local/share/bash-completion/completions/eyeline
  zsh         eyeline completions zsh > _eyeline, in a folder of $fpath
  fish        eyeline completions fish > ~/.config/fish/completions/eyeline.fish
  powershell  eyeline completions powershell | Out-String | Invoke-Expression, in the profile
  elvish      eyeline completions elvish >> ~/.config/elvish/rc.elv")]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: Shell,
}

/// Prints the completions of the program to standard output.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(args: &CompletionsArgs, mut program: Command) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "eyeline", &mut text);
    deliver(&text, None)
}
