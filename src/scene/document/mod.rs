//! The scene as written in its file: plain data with the contract's names, units and defaults.
//!
//! Values have the units of the file: degrees, metres, and arrays instead of vectors. [`check`](super::validate) has
//! checked each value, so other modules can rely on the range that each field documents.

mod agent;
mod camera;
mod check;
mod collider;
mod course;
mod cut;
pub(crate) mod default;
mod expect;
mod hull;
mod ignored;
mod image;
mod last_tick;
mod leak;
mod lesson;
mod level_problem;
mod model;
mod object;
mod occlusion;
mod octree;
mod project;
mod ray;
mod scene;
mod session;
mod tap;
mod tap_type;
mod trace;

pub use self::agent::Agent;
pub use self::camera::{Camera, Depth, Projection, View};
pub use self::check::{
    Check, CheckDisplay, CheckPanel, CheckTheme, CheckView, IgnoredPixels, SkippedSection, Tolerance,
};
pub use self::collider::Collider;
pub use self::course::Course;
pub use self::cut::Cut;
pub use self::expect::{Expectation, NAMING_KEYS, VISIBILITY_FIELDS};
pub use self::hull::HullPoints;
pub use self::ignored::Ignored;
pub use self::image::{Image, ImageMethod};
pub(crate) use self::last_tick::LAST_TICK;
pub use self::leak::Leak;
pub use self::lesson::{AskedAnswer, LessonQuestion, LessonStep, OpenedPart};
pub use self::level_problem::{LevelProblem, ProblemSubject, Severity};
pub use self::model::{AnimationRef, GivenBounds, Model, ModelBounds, ModelPose, SkinBounds};
pub use self::object::{Color, Object, Path, Shape};
pub use self::occlusion::{Occlusion, OcclusionMethod};
pub use self::octree::{Octree, OctreeMethod};
pub use self::project::{CheckRenderer, Project, ProjectCheck};
pub use self::ray::{Ray, RayBackFaces, RayInside, RayKind};
pub use self::scene::Scene;
pub use self::session::{
    DeltaUnit, Follow, RecordedSession, SessionAlign, SessionAxes, SessionFormat, SessionGap, SessionJump,
    SessionReference, SessionTimeUnit, SessionWorld, Track,
};
pub use self::tap::{Tap, TapRule};
pub use self::tap_type::TapType;
pub use self::trace::SceneTrace;
