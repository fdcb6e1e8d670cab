//! The arguments of `eyeline cost`.

use std::path::PathBuf;

use crate::commands::report::Ticks;
use crate::commands::scene_args::SceneArgs;
use crate::cost::{CostMeasure, MOST_GRID, PlanArea, SurveyLens, SurveyOptions};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct CostArgs {
    /// The scene file, or a level: glTF, GLB, FBX, OBJ, PLY, STL or a map of Quake (`.map`, `.bsp`).
    #[arg(value_name = "SCENE|LEVEL")]
    pub scene: PathBuf,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Look with the lens, the depth range and the mask of this camera, and begin with its direction. Default: a square view that
    /// is as wide as a direction's share of a full turn, at most 90°.
    #[arg(long, value_name = "NAME")]
    pub camera: Option<String>,
    /// The number of positions along the longer side of the floor plan.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_GRID)))]
    pub grid: u32,
    /// The number of directions at each position, equal angles apart. The greatest number of all counts.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=i64::from(SurveyLens::MOST_DIRECTIONS)))]
    pub directions: u32,
    /// The part of the floor plan, metres. Default: around all objects.
    #[arg(long, value_name = "X0,Z0,X1,Z1", allow_hyphen_values = true, value_parser = area)]
    pub area: Option<PlanArea>,
    /// Use the highest floor below this height, metres. Default: the lowest floor.
    #[arg(long, value_name = "Y", allow_negative_numbers = true, value_parser = finite)]
    pub below: Option<f32>,
    /// The number that gives the colours of the picture: triangles, covered, draws, objects, or tests (box tests of the octree).
    #[arg(long, value_name = "WORD", default_value = "triangles", value_parser = measure)]
    pub measure: CostMeasure,
    /// The time, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
    /// Follow the path of the camera over these ticks, including both ends, in place of the floor plan.
    #[arg(long, value_name = "A..B", requires = "camera", conflicts_with_all = ["tick", "grid", "directions", "area", "below"])]
    pub ticks: Option<Ticks>,
    /// With --ticks, each N-th tick.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "ticks", value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,
    /// The number of rows of each table.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// Write to this file: the floor plan as `.png` or `.svg`, each view as `.csv`, or everything as `.json`; `-` writes JSON to
    /// standard output. Without it, and beside a file, the answer is printed as text.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl CostArgs {
    /// What is asked about the floor plan.
    pub(super) fn options(&self) -> SurveyOptions {
        SurveyOptions {
            grid: self.grid,
            area: self.area,
            below: self.below,
            camera: self.camera.as_deref().map(Into::into),
            directions: self.directions,
        }
    }
}

fn measure(word: &str) -> Result<CostMeasure, String> {
    let words = || CostMeasure::ALL.map(CostMeasure::word).join(", ");
    let found = CostMeasure::ALL.into_iter().find(|measure| measure.word() == word);
    found.ok_or_else(|| format!("it must be one of {}", words()))
}

fn finite(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|number: &f32| number.is_finite()).ok_or_else(|| "it must be a number".to_owned())
}

fn area(text: &str) -> Result<PlanArea, String> {
    let numbers: Vec<f64> = text
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|number: &f64| number.is_finite()))
        .collect::<Option<_>>()
        .unwrap_or_default();
    let [x0, z0, x1, z1] = numbers[..] else {
        return Err("write four numbers: the least x and z, then the greatest, such as -8,-4,8,4".to_owned());
    };
    if x1 <= x0 || z1 <= z0 {
        return Err("the second corner must be greater than the first one in x and in z".to_owned());
    }
    Ok(PlanArea { min: [x0, z0], max: [x1, z1] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parsed;

    #[test]
    fn arguments_are_read() {
        let line = |args: &[&str]| parsed::<CostArgs>(&[&["cost", "a.json"], args].concat());
        let usual = line(&[]).unwrap();
        assert_eq!((usual.options(), usual.measure), (SurveyOptions::default(), CostMeasure::Triangles));
        let area = line(&["--area", "-8,-4,8,4"]).unwrap().area;
        assert_eq!(area, Some(PlanArea { min: [-8.0, -4.0], max: [8.0, 4.0] }));
        assert_eq!(line(&["--below", "-2.5"]).unwrap().below, Some(-2.5));
        assert!(line(&["--ticks", "0..9", "--camera", "eye", "--every", "3"]).is_ok());
        for wrong in [
            &["--grid", "0"][..],
            &["--grid", "129"],
            &["--grid", "x"],
            &["--directions", "17"],
            &["--area", "1,2,3"],
            &["--area", "0,0,0,1"],
            &["--area", "0,0,nan,1"],
            &["--below", "inf"],
            &["--measure", "cost"],
            &["--ticks", "0..9"],
            &["--ticks", "0..9", "--camera", "eye", "--grid", "4"],
            &["--every", "2"],
            &["-o"],
        ] {
            assert_eq!(line(wrong).unwrap_err().exit_code(), 2, "{wrong:?}");
        }
    }
}
