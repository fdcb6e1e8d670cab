//! The answers of a scene at one tick, and pictures of them.

use image::RgbaImage;

use super::depth::DepthAnswers;
use crate::files::Content;
use crate::picture::{self, Display, DrawOptions, Hidden, Palette, Picture, Selected, Shown, Viewpoint};
use crate::render::{LeftOut, PixelRect, covered_pixels, picture_to_image};
use crate::report::explain::{self, Explanation, Subject};
use crate::report::occlusion::PairMarks;
use crate::report::problems::Problem;
use crate::report::{Cameras, Report, Scope, ViewSubject};
use crate::scene::Scene;
use crate::world::{Recording, World};

/// The height of the highest picture with labels of the usual size, pixels.
const HEIGHT: f32 = 720.0;
/// The largest scale of labels that a picture has by its height.
const LARGEST_LABELS: f32 = 4.0;

/// How pictures look.
#[derive(Clone, Copy, Debug)]
pub struct PictureOptions<'a> {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// What the surfaces of objects show.
    pub display: Display,
    /// The colours.
    pub palette: &'a Palette,
    /// The parts that are drawn.
    pub parts: DrawOptions,
    /// The items that are not drawn.
    pub hidden: Option<&'a Hidden>,
    /// The eye; `None` for that of the scene.
    pub viewpoint: Option<Viewpoint>,
    /// The size of labels, legend and lines, in pixels per point.
    pub label_scale: f32,
    /// Whether the octree is drawn for every selection, as with its panel open.
    pub octree: bool,
    /// Whether the picture has no text: no labels, no legend, no title and no cards of trees.
    pub is_clean: bool,
}

impl<'a> PictureOptions<'a> {
    /// Pictures of this size in these colours, as a scene opens. Labels of a picture that is higher than 720 pixels are larger in
    /// the same ratio.
    pub fn new(size: [u32; 2], palette: &'a Palette) -> Self {
        let parts = DrawOptions::default();
        let label_scale = (size[1] as f32 / HEIGHT).clamp(1.0, LARGEST_LABELS);
        Self {
            size,
            display: Display::default(),
            palette,
            parts,
            hidden: None,
            viewpoint: None,
            label_scale,
            octree: false,
            is_clean: false,
        }
    }
}

/// The answers of a scene at one tick.
pub struct Moment<'a> {
    scene: &'a Scene,
    tick: u64,
    world: World,
    report: Report,
    selected: Selected,
    /// The camera through which the pictures look.
    through: Option<usize>,
    explanation: Option<Explanation>,
    occlusion: PairMarks,
    /// A problem of the faces of the selected object.
    problem: Option<Problem>,
}

impl<'a> Moment<'a> {
    /// The answers that a picture of the tick shows, through one of the scene's cameras or from its own view. The
    /// recording runs the agents. `depth` keeps the occlusion queries without an answer.
    ///
    /// # Errors
    /// When a name is unknown, or the camera has no view.
    pub fn of(
        recording: &mut Recording,
        content: Content<'a>,
        tick: u64,
        camera: Option<&str>,
        depth: &mut DepthAnswers,
    ) -> anyhow::Result<Self> {
        let world = World::of(recording, content, tick);
        // The selected item may belong to a level that could not be read. That error was already printed.
        let mut selected = Selected::on(&world, &content.scene.select).unwrap_or_else(|_| Selected::of(&world));
        let through = camera.map(|name| camera_named(&world, name)).transpose()?;
        if let Some(camera) = through {
            if let Some(error) = &world.cameras[camera].error {
                anyhow::bail!("`{}` has no view: {error}", world.cameras[camera].name);
            }
            selected = selected.with_camera(camera);
        }
        // Only the questions that the picture shows are answered.
        let cameras = selected.camera().map_or(Cameras::None, Cameras::One);
        let octree = picture::shows_octree(&selected);
        let report = Report::within(&world, Scope { cameras, octree, agents: true, ..Scope::ALL });
        let occlusion = depth.marks(&world, selected.occlusion());
        let explanation = match selected.question(&world) {
            // A missing answer was already reported when the marks were computed.
            Some(Subject::Occlusion(query)) => {
                world.occlusion.get(query).and_then(|query| depth.explain(&world, &query.name)?.ok())
            }
            subject => subject.and_then(|subject| explain::explain_beside(&world, &report, subject)),
        };
        let problem = selected.object().and_then(|object| report.faces_of(&world, object));
        Ok(Self { scene: content.scene, tick, world, report, selected, through, explanation, occlusion, problem })
    }

    /// The same world without answers: no verdict has a colour, and no ray has a hit. So the picture can ask for them.
    ///
    /// # Errors
    /// As [`Moment::of`].
    pub fn without_answers(content: Content<'a>, tick: u64, camera: Option<&str>) -> anyhow::Result<Self> {
        let world = World::of(&mut Recording::of(content), content, tick);
        let through = camera.map(|name| camera_named(&world, name)).transpose()?;
        if let Some(error) = through.and_then(|camera| world.cameras[camera].error.as_ref()) {
            anyhow::bail!("the camera of the picture has no view: {error}");
        }
        let selected = Selected::on(&world, &content.scene.select).unwrap_or_default();
        let report = Report::without_answers(&world);
        Ok(Self {
            scene: content.scene,
            tick,
            world,
            report,
            selected,
            through,
            explanation: None,
            occlusion: PairMarks::default(),
            problem: None,
        })
    }

    /// The explanation of the selected answer; `None` without one.
    pub fn explanation(&self) -> Option<&Explanation> {
        self.explanation.as_ref()
    }

    /// The number of steps of the selected answer.
    pub fn step_count(&self) -> usize {
        self.explanation.as_ref().map_or(0, |explanation| explanation.story.steps.len())
    }

    /// A picture with a step of the selected answer, or without; `turn` is the angle by which the eye goes around the
    /// target, in radians.
    ///
    /// # Errors
    /// When there is no OpenGL.
    pub fn picture(
        &self,
        step: Option<usize>,
        turn: f32,
        options: &PictureOptions,
    ) -> anyhow::Result<(RgbaImage, LeftOut)> {
        let titled = self.titled();
        let (picture, viewpoint) = self.composed(step, turn, options, &titled);
        Ok(picture_to_image(&picture, &viewpoint, options.size, options.palette, options.label_scale)?)
    }

    /// The pixels that some objects cover in the picture without a step, and the pixels beside them.
    ///
    /// # Errors
    /// When there is no OpenGL.
    pub fn covered(&self, objects: &[String], options: &PictureOptions) -> anyhow::Result<Vec<PixelRect>> {
        let is_wanted = |item| self.world.is_object_of(item, objects);
        let titled = self.titled();
        let (picture, viewpoint) = self.composed(None, 0.0, options, &titled);
        Ok(covered_pixels(&picture, &viewpoint, options.size, &is_wanted)?)
    }

    fn composed(&self, step: Option<usize>, turn: f32, options: &PictureOptions, titled: &str) -> (Picture, Viewpoint) {
        let [width, height] = options.size;
        let aspect = width as f32 / height as f32;
        let viewpoint = match self.through {
            Some(camera) => picture::through(&self.world.cameras[camera], aspect, &self.world),
            None => options.viewpoint.unwrap_or_else(|| picture::scene_view(self.scene, &self.world, aspect)),
        };
        let viewpoint = if turn == 0.0 { viewpoint } else { picture::turned(&viewpoint, turn, &self.world) };
        let selected = Selected { step, ..self.selected.clone() };
        let plain = Shown::new(&self.world, &self.report, &selected, options.palette);
        let mut picture = Picture::of(&Shown {
            hidden: options.hidden.unwrap_or(plain.hidden),
            explanation: self.explanation.as_ref(),
            through: self.through,
            occlusion: &self.occlusion,
            problem: self.problem.as_ref(),
            display: options.display,
            options: options.parts,
            is_octree_open: options.octree,
            title: Some(titled),
            ..plain
        });
        if options.is_clean {
            picture.labels.clear();
            picture.legend.clear();
            picture.cards.clear();
            picture.caption = None;
        }
        (picture, viewpoint)
    }

    /// The scene's title, with the tick when it is not 0.
    fn titled(&self) -> String {
        match (self.scene.title.as_str(), self.tick) {
            (title, 0) => title.to_owned(),
            ("", tick) => format!("Tick {tick}"),
            (title, tick) => format!("{title} · tick {tick}"),
        }
    }
}

/// The index of the camera with this name.
///
/// # Errors
/// When no camera has this name.
pub fn camera_named(world: &World, name: &str) -> anyhow::Result<usize> {
    match explain::subject(world, name, None)? {
        Subject::View(ViewSubject::Camera(camera)) => Ok(camera),
        _ => anyhow::bail!("`{name}` is not a camera"),
    }
}
