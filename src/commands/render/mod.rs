//! `eyeline render`: a picture of a scene, or a moving one, without a window.

mod moving;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use egui::Theme;
use image::RgbaImage;

use super::report::Ticks;
use super::scene_args::SceneArgs;
use super::{depth, output, unanswered};
use crate::app::{Look, Workspace, window_to_image};
use crate::files::{Content, Files, Inputs, Loaded, Reading};
use crate::offscreen::{DepthAnswers, Frames, Moment, Movie, PictureOptions, camera_named};
use crate::picture::{Display, Palette};
use crate::render::{Headless, LeftOut, RenderError, to_png_by};
use crate::report::occlusion::AllUnanswered;
use crate::scene::{CheckPanel, CheckView, Scene, SceneError};
use crate::world::Recording;
use crate::{escape, offscreen as movies};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
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
    #[arg(long, value_name = "WxH", default_value_t = Size::default())]
    pub size: Size,
    /// Look through this camera instead of the scene's view.
    #[arg(long, value_name = "NAME")]
    pub camera: Option<String>,
    /// The time, in ticks of the scene's clock. Default: the tick at which the scene opens.
    #[arg(long, value_name = "N")]
    pub tick: Option<u64>,
    /// Draw a moving picture of these ticks, including both ends.
    #[arg(long, value_name = "A..B", conflicts_with_all = ["tick", "ui"], group = "moving")]
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
    /// The panel of the window whose tab is open, such as `octree`.
    #[arg(long, value_name = "NAME", requires = "ui")]
    pub panel: Option<CheckPanel>,
    /// The scale of the user interface, from 1 to 2.
    #[arg(long, value_name = "FACTOR", requires = "ui", value_parser = scale)]
    pub scale: Option<f32>,
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
    fn palette(self) -> &'static Palette {
        match self {
            Self::Dark => &Palette::DARK,
            Self::Light => &Palette::LIGHT,
        }
    }

    fn of_window(self) -> Theme {
        match self {
            Self::Dark => Theme::Dark,
            Self::Light => Theme::Light,
        }
    }
}

impl Args {
    /// The pictures of a moving picture; `None` for one still picture.
    fn frames(&self, scene: &Scene) -> anyhow::Result<Option<Frames>> {
        let tick = self.tick.unwrap_or(scene.opens_at);
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

    fn is_moving(&self) -> bool {
        self.ticks.is_some() || self.turntable.is_some() || self.steps
    }
}

/// Draws the scene to a file, and prints the default file name when none was given.
///
/// # Errors
/// When the scene cannot be read, a name is unknown, there is no OpenGL, or the file cannot be written. The file is
/// then unchanged.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.output {
        if args.is_moving() {
            moving::output(file)?;
        } else {
            output::expect_picture_name(file)?;
        }
        output::refuse_input(&Inputs::file(&args.scene), Some(file))?;
    }
    let loaded = super::load(&args.scene, &args.read)?;
    let inputs = super::inputs(&args.scene, &loaded, &args.read)?;
    let file = match &args.output {
        Some(file) => {
            output::refuse_input(&inputs, Some(file))?;
            file.clone()
        }
        None if args.is_moving() => output::clip_by_default(default_name(&args.scene, "gif"), &inputs)?,
        None => output::picture_by_default(default_name(&args.scene, "png"), &inputs)?,
    };
    let mut done = super::done(&loaded);
    let tick = args.tick.unwrap_or(loaded.scene.opens_at);
    let last_tick = args.ticks.map_or(tick, |ticks| ticks.last);
    super::within_reach(&loaded.scene, last_tick)?;
    let scene = loaded.scene.clone();
    let lost = unanswered::errors_at(last_tick, Content { scene: &scene, files: &loaded.files }, &args.scene);
    let size = [args.size.width, args.size.height];
    let options = PictureOptions { display: args.display, ..PictureOptions::new(size, args.theme.palette()) };
    let written = if let Some(frames) = args.frames(&scene)? {
        let content = Content { scene: &scene, files: &loaded.files };
        Movie::new(content, frames, args.camera.as_deref(), options)
            .and_then(|movie| moving::write(movie, &moving::output(&file)?, &inputs))
    } else if args.ui {
        let reading = Reading { options: args.read.options()?, ..Reading::default() };
        let scale = args.scale.unwrap_or(1.0);
        let view = WindowView {
            tick,
            camera: args.camera.as_deref(),
            panel: args.panel,
            size: args.size,
            scale,
            theme: args.theme,
            display: args.display,
        };
        window(loaded, &args.scene, reading, &view).and_then(|drawn| write(drawn, &file))
    } else {
        picture(&scene, &loaded.files, tick, args.camera.as_deref(), &options).and_then(|drawn| write(drawn, &file))
    };
    let unanswered_queries = written.map_err(|error| located(error, &args.scene))?;
    let is_lost = unanswered::print(&lost);
    if depth::print_errors(&unanswered_queries, &scene, &args.scene) || is_lost {
        done = ExitCode::from(super::COULD_NOT_RUN);
    }
    if args.output.is_none() {
        super::print_message(&format!("wrote {}", file.display()));
    }
    Ok(done)
}

/// Writes one picture.
fn write((image, unanswered): (RgbaImage, AllUnanswered), file: &Path) -> anyhow::Result<AllUnanswered> {
    let renderer = Headless::of_this_thread()?.renderer();
    output::deliver(&to_png_by(&image, &renderer)?, Some(file))?;
    Ok(unanswered)
}

/// The scene at a tick, through one of its cameras or from its own view, and its occlusion queries without an answer. What is
/// not drawn is printed to standard error.
///
/// # Errors
/// When a name is unknown or there is no OpenGL.
pub fn picture(
    scene: &Scene,
    files: &Files,
    tick: u64,
    camera: Option<&str>,
    options: &PictureOptions,
) -> anyhow::Result<(RgbaImage, AllUnanswered)> {
    let content = Content { scene, files };
    let mut depth = DepthAnswers::of(scene);
    let moment = Moment::of(&mut Recording::of(content), content, tick, camera, &mut depth)?;
    let (image, left_out) = moment.picture(None, 0.0, options)?;
    print_left_out(&left_out);
    Ok((image, depth.into_unanswered()))
}

/// The error of a picture that does not fit into the memory budget, as an error of the scene.
fn located(error: anyhow::Error, scene: &Path) -> anyhow::Error {
    match error.downcast::<RenderError>() {
        Ok(RenderError::Memory { what, over }) => {
            SceneError::over_budget(&scene.display().to_string(), &what, over).into()
        }
        Ok(error) => error.into(),
        Err(error) => error,
    }
}

/// The default name of the picture: the scene's name with another extension, in the working folder.
fn default_name(scene: &Path, extension: &str) -> PathBuf {
    let mut name = escape::os_name(scene.file_stem().unwrap_or_default());
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

/// What the window shows.
#[derive(Clone, Copy, Debug)]
pub struct WindowView<'a> {
    /// The moment.
    pub tick: u64,
    /// The camera through which the 3D view looks.
    pub camera: Option<&'a str>,
    /// The panel whose tab is open.
    pub panel: Option<CheckPanel>,
    /// The size of the picture.
    pub size: Size,
    /// How large everything is drawn.
    pub scale: f32,
    /// The colours.
    pub theme: ThemeName,
    /// What the surfaces of objects show.
    pub display: Display,
}

/// The whole window with the scene in it, and its occlusion queries without an answer.
///
/// # Errors
/// When a name is unknown or there is no OpenGL.
pub fn window(
    loaded: Loaded,
    path: &Path,
    reading: Reading,
    view: &WindowView,
) -> anyhow::Result<(RgbaImage, AllUnanswered)> {
    if let Some(reason) = view.panel.and_then(|panel| panel.why_none(&loaded.scene)) {
        anyhow::bail!(reason);
    }
    let mut workspace = Workspace::opened_with(loaded, path.to_owned(), reading);
    workspace.set_tick(view.tick);
    workspace.view_mut().set_display(view.display);
    while workspace.catch_up() {}
    let through = view.camera.map(|name| camera_named(workspace.world(), name)).transpose()?;
    let size = [view.size.width, view.size.height];
    let look = Look { through, panel: view.panel, pixels_per_point: view.scale, size, theme: view.theme.of_window() };
    Ok(window_to_image(workspace, &look)?)
}

/// Prints what a picture does not show.
fn print_left_out(left_out: &LeftOut) {
    for sentence in left_out.sentences() {
        super::print_message(&format!("warning: {sentence}"));
    }
}

/// Parses the scale of the window.
fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(factor) if (1.0..=2.0).contains(&factor) => Ok(factor),
        _ => Err("write a number from 1 to 2, such as 1.5".to_owned()),
    }
}

/// Parses a number of pictures a second.
fn fps(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(fps) if (movies::SLOWEST..=movies::FASTEST).contains(&fps) => Ok(fps),
        _ => Err(format!("write a number from {} to {}, such as 20", movies::SLOWEST, movies::FASTEST)),
    }
}

/// The size of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The width, from 1 to [`Size::LARGEST`].
    pub width: u32,
    /// The height, from 1 to [`Size::LARGEST`].
    pub height: u32,
}

impl Default for Size {
    fn default() -> Self {
        let [width, height] = CheckView::DEFAULT_SIZE;
        Self { width, height }
    }
}

impl Size {
    /// Any OpenGL implementation of the last fifteen years supports this size.
    pub const LARGEST: u32 = CheckView::MOST_PIXELS;
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |side: &str| match side.parse() {
            Ok(pixels @ 1..=Self::LARGEST) => Some(pixels),
            _ => None,
        };
        let (width, height) = text.split_once(['x', 'X', '×']).ok_or("write width x height, such as 1280x720")?;
        match (side(width), side(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height }),
            _ => Err(format!("width and height are whole numbers of pixels from 1 to {}", Self::LARGEST)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!("1280x720".parse(), Ok(Size { width: 1280, height: 720 }));
        assert_eq!("1X8192".parse(), Ok(Size { width: 1, height: 8192 }));
        for wrong in ["", "x", "1280", "0x720", "1280x0", "8193x1", "-1x1", "1.5x1", "1x1x1", "axb", "99999999999x1"] {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }
    #[test]
    fn scales_are_read() {
        assert_eq!(["1", "1.25", "2"].map(scale), [Ok(1.0), Ok(1.25), Ok(2.0)]);
        for wrong in ["", "0.99", "2.01", "200", "-1", "NaN", "inf", "1,5", "x"] {
            assert!(scale(wrong).is_err(), "{wrong}");
        }
    }
}
