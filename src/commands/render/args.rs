//! The arguments of `eyeline render`.

use super::size::PictureSize;
use std::path::PathBuf;

use egui::Theme;

use crate::commands::moment::{Seconds, tick_at};
use crate::commands::report::Ticks;
use crate::commands::scene_args::SceneArgs;
use crate::offscreen as movies;
use crate::offscreen::Frames;
use crate::picture::{Display, Palette};
use crate::scene::{CheckPanel, Scene};

/// The arguments.
#[expect(clippy::struct_excessive_bools, reason = "independent options")]
#[derive(Clone, Debug, clap::Args)]
pub struct RenderArgs {
    /// The scene file.
    pub scene: PathBuf,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write to this PNG file, or to standard output with `-`. Default: the scene's name with `.png` in the working
    /// folder, if no such file exists or eyeline made it. A moving picture is written to a `.gif` file (the default), to
    /// an `.apng` file, or to numbered PNG files: `walk-####.png`.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value_t = PictureSize::default())]
    pub size: PictureSize,
    /// Look through this camera instead of the scene's view.
    #[arg(long, value_name = "NAME")]
    pub camera: Option<String>,
    /// Draw the answer about these items, separated by commas: such as `guard,crate`. Default: what the scene selects.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub select: Vec<String>,
    /// The time, in ticks of the scene's clock. Default: the tick at which the scene opens.
    #[arg(long, value_name = "N")]
    pub tick: Option<u64>,
    /// The time in seconds, in place of the tick: the last tick that is not after it.
    #[arg(long, value_name = "SECONDS", conflicts_with = "tick")]
    pub time: Option<Seconds>,
    /// Draw a moving picture of these ticks, including both ends.
    #[arg(long, value_name = "A..B", conflicts_with_all = ["tick", "time", "ui"], group = "moving")]
    pub ticks: Option<Ticks>,
    /// Draw each N-th of these ticks. Default: as many as give about 20 pictures a second.
    #[arg(long, value_name = "N", requires = "ticks", value_parser = clap::value_parser!(u64).range(1..))]
    pub every: Option<u64>,
    /// Draw a moving picture of N pictures in which the eye goes once around the scene.
    #[arg(long, value_name = "N", conflicts_with_all = ["camera", "ui"], group = "moving",
          value_parser = clap::value_parser!(u32).range(2..=i64::from(movies::MOST)))]
    pub turntable: Option<u32>,
    /// Draw a moving picture of the steps of the answer that the scene selects: the answer, then each step.
    #[arg(long, conflicts_with = "ui", group = "moving")]
    pub steps: bool,
    /// The number of pictures a second, 0.1 to 50. Default: ticks pass as fast as in the scene, a turn has 20 pictures a
    /// second, and each step is shown for two seconds.
    #[arg(long, value_name = "N", requires = "moving", value_parser = fps)]
    pub fps: Option<f64>,
    /// What the surfaces of objects show.
    #[arg(long, value_enum, default_value_t = Display::default())]
    pub display: Display,
    /// Draw the whole window, not only the scene.
    #[arg(long)]
    pub ui: bool,
    /// Draw the answers of the known mistake that the selected camera or ray has in the scene, in place of the right ones.
    #[arg(long, conflicts_with_all = ["ui", "no_answer"])]
    pub mistaken: bool,
    /// Draw no answers: neutral colours, and no labels with verdicts, so that a student can predict them.
    #[arg(long, conflicts_with = "moving")]
    pub no_answer: bool,
    /// The panel of the window whose tab is open, such as `octree`.
    #[arg(long, value_name = "NAME", requires = "ui")]
    pub panel: Option<CheckPanel>,
    /// The scale of the user interface, from 1 to 2.
    #[arg(long, value_name = "FACTOR", requires = "ui", value_parser = scale)]
    pub scale: Option<f32>,
    /// The size of labels, legend and lines, from 0.5 to 4. Default: 1, and more for a picture that is higher than 720 pixels:
    /// 1.5 for 1920x1080.
    #[arg(long, value_name = "FACTOR", conflicts_with = "ui", value_parser = label_scale)]
    pub label_scale: Option<f32>,
    /// The colours of the picture or the window.
    #[arg(long, value_enum, default_value_t = ThemeName::Dark)]
    pub theme: ThemeName,
}

/// The two themes of the window, which also colour pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ThemeName {
    /// Light lines on dark grey.
    #[default]
    Dark,
    /// Dark lines on light grey.
    Light,
}

impl ThemeName {
    pub(in crate::commands) fn palette(self) -> &'static Palette {
        match self {
            Self::Dark => &Palette::DARK,
            Self::Light => &Palette::LIGHT,
        }
    }

    pub(super) fn of_window(self) -> Theme {
        match self {
            Self::Dark => Theme::Dark,
            Self::Light => Theme::Light,
        }
    }
}

impl RenderArgs {
    /// The tick of a still picture.
    pub(super) fn tick_of(&self, scene: &Scene) -> u64 {
        self.time.map(|time| tick_at(time, scene)).or(self.tick).unwrap_or(scene.opens_at)
    }

    /// The pictures of a moving picture; `None` for one still picture.
    pub(super) fn frames(&self, scene: &Scene) -> anyhow::Result<Option<Frames>> {
        let tick = self.tick_of(scene);
        Ok(if let Some(Ticks { first, last }) = self.ticks {
            Some(Frames::ticks(first, last, self.every, scene.tick_rate, self.fps)?)
        } else if let Some(count) = self.turntable {
            Some(Frames::turntable(tick, count, self.fps))
        } else if self.steps {
            Some(Frames::steps(tick, self.fps))
        } else {
            None
        })
    }

    pub(super) fn is_moving(&self) -> bool {
        self.ticks.is_some() || self.turntable.is_some() || self.steps
    }
}

/// Parses the scale of the window.
fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(factor) if (1.0..=2.0).contains(&factor) => Ok(factor),
        _ => Err("write a number from 1 to 2, such as 1.5".to_owned()),
    }
}

/// Parses the size of labels.
fn label_scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(factor) if (0.5..=4.0).contains(&factor) => Ok(factor),
        _ => Err("write a number from 0.5 to 4, such as 1.5".to_owned()),
    }
}

/// Parses a number of pictures a second.
fn fps(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(fps) if (movies::SLOWEST..=movies::FASTEST).contains(&fps) => Ok(fps),
        _ => Err(format!("write a number from {} to {}, such as 20", movies::SLOWEST, movies::FASTEST)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_read() {
        assert_eq!(["1", "1.25", "2"].map(scale), [Ok(1.0), Ok(1.25), Ok(2.0)]);
        for wrong in ["", "0.99", "2.01", "200", "-1", "NaN", "inf", "1,5", "x"] {
            assert!(scale(wrong).is_err(), "{wrong}");
            assert!(wrong == "2.01" || wrong == "0.99" || label_scale(wrong).is_err(), "{wrong}");
        }
    }
}
