//! All answers about a world, and the steps of each answer.
//!
//! ```
//! use eyeline::report::{Report, explain};
//! use eyeline::{files::Files, scene, world::World};
//!
//! let text = r#"{ "eyeline": 1,
//!     "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
//!     "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }] }"#;
//! let world = World::at(&scene::parse(text, "aim.json")?, &Files::default(), 0);
//!
//! let report = Report::of(&world);
//! assert!(report.on_ray(0, 0).unwrap().cast.hit().is_some());
//!
//! let subject = explain::subject(&world, "aim", Some("ball"))?;
//! for step in explain::explain(&world, subject).unwrap().story.steps {
//!     println!("{}\n  {}", step.title, step.outcome);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Report::of`] computes all answers, in parallel, and [`Report::follow`] computes the affected ones again after a
//! change; [`json`] writes them as the contract says; [`explain`] computes one of them again and records its steps;
//! [`headline`] gives one answer in one sentence. [`octree`] has the answers about all objects together.
//!
//! A report is designed for 100,000 objects: it stores a few bytes for each object. Values that are quick to compute,
//! such as the distances of corners from planes, are computed when they are shown. For a ray, only the objects on its
//! line are stored.

pub mod agents;
mod all_answers;
pub mod brief;
mod brief_entry;
mod cameras;
pub mod colliders;
pub mod cuts;
pub mod difference;
mod dispatch;
mod dispute;
pub mod expected;
pub mod explain;
mod explanation;
mod explanation_json;
mod find_subject;
mod follow;
mod frusta;
mod headline;
mod images;
pub mod json;
mod json_lines;
pub mod leaks;
pub mod lesson;
pub(crate) mod mistaken_answers;
mod named_answer;
mod numbers;
pub mod occlusion;
pub mod octree;
mod parallel_list;
pub mod problems;
mod question;
mod question_answers;
mod questions;
mod rays;
pub mod said;
mod scope;
mod section;
mod section_source;
pub mod sessions;
pub mod skins;
pub mod stored;
mod stored_fields;
mod subject;
pub mod taps;
mod tested;
pub mod tick_range;
pub mod visibility;
pub mod work;

pub use self::all_answers::Report;
pub use self::cameras::Cameras;
pub use self::scope::Scope;
pub use self::tested::{LocalBody, MeshAt, TestedObject};
pub use agents::answers::AgentAnswers;
pub use agents::running;
pub use frusta::answers::{Fast, FrustumAnswer, FrustumAnswers, InViewDifference};
pub use frusta::mistaken::{MistakenAnswer, MistakenView};
pub use frusta::subject::ViewSubject;
pub use headline::{headline, quoted};
pub use octree::answers::OctreeAnswers;
pub use octree::subject::OctreeSubject;
pub use octree::{CostReason, PairCost};
pub use rays::answers::{First, OnLine, RayAnswer, RayAnswers, RayTarget};
pub use rays::mistaken::MistakenHits;
pub use rays::mistaken_step::is_same as is_same_hit;
pub use rays::subject::RaySubject;
pub use rays::words::{cast_sentence, material_at};
pub use section::Section;
pub use visibility::answers::VisibilityAnswers;
pub use visibility::looking::Looking;
pub use visibility::subject::VisibilitySubject;
