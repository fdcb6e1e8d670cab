//! The table of the questions of a report.
//!
//! A line has all that names a question: its variant of `Section`; its folder, which is its word and its key in a report,
//! and its implementation of `Question` in `question.rs` there; the key by which an expectation names its answers; its
//! part of a `Scope`, if it is not always answered; the field of a `Report` and its type; and its variant of `Subject`, if
//! single answers of it are explained. The order is that of a report.
//!
//! What a line makes is in the files that expand the table: `section.rs`, `subject.rs`, `scope.rs`, `all_answers.rs`,
//! `follow.rs` and `dispatch.rs`.

/// Passes the table of questions to the macro `$make`.
macro_rules! questions {
    ($make:ident) => {
        $make! {
            /// Cameras against objects.
            Frusta: frusta::FrustaQuestion, key "camera",
                scope {
                    /// The cameras whose answers about all objects are stored. [`Report::in_view`](crate::report::Report::in_view)
                    /// computes those of the others.
                    cameras: crate::report::cameras::Cameras
                },
                answers {
                    /// One per camera.
                    frusta: Vec<crate::report::frusta::answers::FrustumAnswers>
                },
                subject {
                    /// The objects in view of a camera.
                    View(crate::report::frusta::subject::ViewSubject)
                };
            /// What cameras see.
            Visibility: visibility::VisibilityQuestion,
                scope {
                    /// The cameras of which is computed what they see. It takes longer than other answers, so [`Scope::ALL`]
                    /// has none.
                    visibility: crate::report::visibility::looking::Looking
                },
                answers {
                    /// One per camera that is asked.
                    visibility: Vec<crate::report::visibility::answers::VisibilityAnswers>
                },
                subject {
                    /// What a camera sees of an object.
                    Visibility(crate::report::visibility::subject::VisibilitySubject)
                };
            /// Rays against objects.
            Rays: rays::RaysQuestion, key "ray",
                scope {
                    /// Whether the answers of rays are computed.
                    rays: bool
                },
                answers {
                    /// One per ray.
                    rays: Vec<crate::report::rays::answers::RayAnswers>
                },
                subject {
                    /// The hits of a ray.
                    Ray(crate::report::rays::subject::RaySubject)
                };
            /// The Morton-order octree.
            Octree: octree::OctreeQuestion, key "octree",
                scope {
                    /// Whether the octree is computed.
                    octree: bool
                },
                answers {
                    /// The octree; `None` when the scene has none.
                    octree: Option<crate::report::octree::answers::OctreeAnswers>
                },
                subject {
                    /// The cells of objects in the octree.
                    Octree(crate::report::octree::subject::OctreeSubject)
                };
            /// Behaviour trees.
            Agents: agents::AgentsQuestion, key "agent",
                scope {
                    /// Whether the answers of agents are computed.
                    agents: bool
                },
                answers {
                    /// One per agent.
                    agents: Vec<crate::report::agents::answers::AgentAnswers>
                },
                subject {
                    /// The last tick of an agent.
                    Agent(usize)
                };
            /// Opacity of images.
            Images: images::ImagesQuestion, key "image",
                answers {
                    /// One per image, as it is in the world.
                    images: Vec<crate::world::ImageAt>
                },
                subject {
                    /// The solid cells of an image.
                    Image(usize)
                };
            /// Occlusion queries.
            Occlusion: occlusion::OcclusionQuestion, key "occlusion",
                answers {
                    /// `None` until a renderer with a depth buffer has answered, see
                    /// [`occlusion::answers`](crate::report::occlusion::answers).
                    occlusion: Option<crate::report::occlusion::entry::Answers>
                },
                subject {
                    /// Whether bodies touch, asked of a depth buffer. Its steps need the answers of that buffer: see
                    /// [`occlusion::explain`](crate::report::occlusion::explain).
                    Occlusion(usize)
                };
            /// Recorded camera paths.
            Sessions: sessions::SessionsQuestion, key "session",
                answers {
                    /// The recorded camera paths of the scene.
                    sessions: Vec<crate::world::SessionAt>
                },
                subject {
                    /// A recorded camera path, or two of them.
                    Session(crate::report::sessions::subject::SessionSubject)
                };
            /// Taps on the pictures of recorded cameras.
            Taps: taps::TapsQuestion, key "tap",
                answers {
                    /// The taps of the scene.
                    taps: Vec<crate::world::TapAt>
                },
                subject {
                    /// The hits of a tap.
                    Tap(usize)
                };
            /// Skinned meshes and their boxes.
            Skins: skins::SkinsQuestion, key "skin",
                answers {
                    /// The skinned objects, by their index.
                    skins: Vec<(usize, std::sync::Arc<crate::world::SkinAt>)>
                },
                subject {
                    /// The joints, weights and boxes of a skinned object.
                    Skin(usize)
                };
            /// Meshes that are cut by planes.
            Cuts: cuts::CutsQuestion, key "cut",
                answers {
                    /// The cuts of the scene.
                    cuts: Vec<crate::world::CutAt>
                },
                subject {
                    /// The halves of a mesh that is cut.
                    Cut(usize)
                };
            /// Whether spheres get out of rooms.
            Leaks: leaks::LeaksQuestion, key "leak",
                scope {
                    /// When leaks are searched.
                    leaks: crate::report::work::Work
                },
                answers {
                    /// The leaks of the scene.
                    leaks: Vec<crate::report::leaks::LeakWork>
                },
                subject {
                    /// Whether a sphere gets out.
                    Leak(usize)
                };
            /// Colliders against what is drawn.
            Colliders: colliders::CollidersQuestion, key "collider",
                scope {
                    /// When colliders are compared.
                    colliders: crate::report::work::Work
                },
                answers {
                    /// The colliders of the scene.
                    colliders: Vec<crate::report::colliders::ColliderWork>
                },
                subject {
                    /// How far a collider is from what is drawn.
                    Collider(usize)
                };
            /// What the program of a trace answered, beside ours.
            Said: said::SaidQuestion, key "trace",
                scope {
                    /// Whether the answers of the program are compared.
                    said: bool
                },
                answers {
                    /// The answers of the program; `None` for a scene without a trace.
                    said: Option<crate::report::said::SaidAnswers>
                };
            /// Problems of objects, meshes, skins and recordings.
            Problems: problems::ProblemsQuestion,
                scope {
                    /// Whether problems are searched.
                    problems: bool
                },
                answers {
                    /// The marks of the objects, for the list of problems.
                    marks: crate::report::problems::marks::Marks
                };
        }
    };
}

pub(super) use questions;
