//! `eyeline explain`: the steps of one answer, as text.

use std::path::PathBuf;

/// What to explain.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The scene file.
    pub scene: PathBuf,
    /// What the answer is about: a camera or ray with an object, or one thing alone.
    #[arg(value_name = "NAME", required = true, num_args = 1..=2)]
    pub names: Vec<String>,
    /// The moment, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn one_or_two_names() {
        let line = |args: &[&str]| Line::try_parse_from([&["explain", "a.json"], args].concat()).map(|line| line.args);
        assert_eq!(line(&["guard", "crate", "--tick", "7"]).unwrap().names, ["guard", "crate"]);
        assert_eq!(line(&["--tick", "7", "crate"]).unwrap().tick, 7);
        assert!(line(&[]).is_err());
        assert!(line(&["a", "b", "c"]).is_err());
    }
}
