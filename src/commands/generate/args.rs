//! The arguments of the command.

use std::path::PathBuf;

use crate::commands::scene_args::SceneArgs;
use crate::report::Section;

/// A scene with many more objects would not fit into the default memory budget.
const MOST_OBJECTS: u64 = 1_000_000;
/// Reading a file with more triangles would take minutes.
const MOST_TRIANGLES: u64 = 2_000_000;
/// The greatest number of steps of a lesson.
const MOST_QUESTIONS: u64 = 1000;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["objects", "questions"]))]
pub struct GenerateArgs {
    /// Write a scene of that many objects, at most 1000000: boxes, or meshes with `--triangles`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MOST_OBJECTS))]
    pub objects: Option<u64>,
    /// Write a scene with a lesson of that many questions, 1 to 1000, about narrow answers. Each answer is right
    /// about equally often, and no question has two right answers.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_QUESTIONS))]
    pub questions: Option<u64>,
    /// Ask about this scene, and write a copy of it with the questions. Without it, the questions are about a new scene.
    #[arg(long, value_name = "SCENE", requires = "questions", conflicts_with = "objects")]
    pub scene: Option<PathBuf>,
    /// The tick of the scene at which is asked. Default: the tick at which it opens.
    #[arg(long, value_name = "TICK", requires = "scene")]
    pub tick: Option<u64>,
    /// The sections of the report that are asked about: frusta, visibility, rays, octree, agents, occlusion, taps. Default: all that
    /// the scene has; for a new scene frusta, rays and octree.
    #[arg(long, value_name = "SECTION,…", value_delimiter = ',', requires = "questions", conflicts_with = "objects")]
    pub about: Vec<Section>,
    /// The seed of the random numbers. The same seed gives the same scene on every machine.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Make every object a mesh of hills with about this many triangles, at most 2000000. All objects have the same
    /// mesh. The hills are written to an OBJ file beside the scene, which replaces a file of that name only if eyeline
    /// made it.
    #[arg(long, value_name = "T", requires_all = ["objects", "output"], conflicts_with = "questions", value_parser = clap::value_parser!(u64).range(2..=MOST_TRIANGLES))]
    pub triangles: Option<u64>,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write to this file instead of standard output (`-`).
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parsed;

    #[test]
    fn objects_or_questions() {
        let args: GenerateArgs = parsed(&["generate", "--questions", "5", "--about", "frusta,rays"]).unwrap();
        assert_eq!((args.questions, args.about), (Some(5), vec![Section::Frusta, Section::Rays]));
        for wrong in [
            &[][..],
            &["--objects", "1", "--questions", "1"],
            &["--questions", "0"],
            &["--questions", "1001"],
            &["--objects", "1", "--scene", "a.json"],
            &["--objects", "1", "--about", "rays"],
            &["--questions", "1", "--about", "everything"],
            &["--questions", "1", "--tick", "3"],
            &["--questions", "1", "--triangles", "9", "-o", "a.json"],
        ] {
            assert!(parsed::<GenerateArgs>(&[&["generate"], wrong].concat()).is_err(), "{wrong:?}");
        }
    }
}
