//! The fields of a model whose file has animations or skins, and the facts of a skin.

use crate::app::kit::form::decimal::decimal;
use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::form::number::Unit;
use crate::app::kit::{theme, units};
use crate::escape;
use crate::geometry::narrate::num;
use crate::import::level::Rig;
use crate::picture::{SkinLook, Weights};
use crate::report::skins::engine_boxes;
use crate::scene::{AnimationRef, GivenBounds, Model, ModelBounds, ModelPose, SkinBounds};
use crate::world::SkinAt;

const BOXES: [(SkinBounds, &str); 5] = [
    (SkinBounds::Exact, "exact: of the posed vertices"),
    (SkinBounds::Bind, "bind: as modelled, moved by the node"),
    (SkinBounds::Root, "root: as modelled, moved by the root joint"),
    (SkinBounds::Joints, "joints: union of the boxes of the joints"),
    (SkinBounds::Given, "given: a box by hand"),
];

/// The animation of a model, its clock, and the pose and box of its skins. Nothing for a file in which nothing can move.
/// `missing` is the reason why the model cannot play its animation.
pub(super) fn fields(form: &mut ItemForm, rig: Option<&Rig>, missing: Option<&str>, model: &mut Model) {
    if missing.is_some() || rig.is_some_and(|rig| !rig.animations.is_empty()) {
        form.section("Animation");
        animation(form, rig, model);
        if let Some(missing) = missing {
            let help = "The model has no objects until it names an animation of its file, or none.";
            form.fact("not placed", &theme::quoted(missing), help);
        }
        if model.animation.is_some() {
            decimal(form, "start", &mut model.start, "The scene time in seconds at which the animation begins.");
            decimal(form, "speed", &mut model.speed, "Seconds of the animation in a second of the scene.");
            form.switch("loop", &mut model.looped, "begins again at its end", "If it is off, the last pose is kept.");
        }
    }
    if rig.is_some_and(|rig| !rig.skins.is_empty()) {
        form.section("Skin");
        let poses = [(ModelPose::Joints, "moved by its joints"), (ModelPose::Bind, "as modelled (bind pose)")];
        form.choice("pose", &mut model.pose, &poses, "Whether the joints move the vertices of skinned meshes.");
        let help = "The box that the planes of cameras test. Only the exact box always encloses the mesh.";
        let mut method = model.bounds.method();
        form.choice("tested box", &mut method, &BOXES, help);
        if method != model.bounds.method() {
            model.bounds = if method == SkinBounds::Given { ModelBounds::Given(first_box()) } else { method.into() };
        }
        if let ModelBounds::Given(given) = &mut model.bounds {
            given_box(form, given);
        }
    }
}

/// The box that the choice of a box by hand begins with: a person of 2 m.
fn first_box() -> GivenBounds {
    GivenBounds { min: [-1.0, 0.0, -1.0], max: [1.0, 2.0, 1.0], joint: None }
}

/// The fields of a box that is given by hand.
fn given_box(form: &mut ItemForm, given: &mut GivenBounds) {
    form.vector(
        "box from",
        &mut given.min,
        Unit::Metres,
        "Least corner, in the space of the skinned node or of the joint.",
    );
    form.vector("box to", &mut given.max, Unit::Metres, "Greatest corner, not less than the least one.");
    let mut joint = given.joint.take().unwrap_or_default();
    form.text("box joint", &mut joint, "The name of the joint that moves the box; empty for the node of the mesh.");
    given.joint = Some(joint).filter(|name| !name.is_empty());
}

/// The animation that a model plays.
#[derive(Clone, Copy, PartialEq)]
enum Plays {
    /// None.
    Nothing,
    /// The one with this index.
    Animation(usize),
    /// One that its file does not have.
    Missing,
}

fn animation(form: &mut ItemForm, rig: Option<&Rig>, model: &mut Model) {
    let animations = rig.map_or(&[][..], |rig| &rig.animations);
    let find = |name: &str| rig.and_then(|rig| rig.find_animation(name));
    let index = |reference: &AnimationRef| match reference {
        AnimationRef::Index(index) => usize::try_from(*index).ok().filter(|index| *index < animations.len()),
        AnimationRef::Name(name) => find(name),
    };
    let names: Vec<String> = animations
        .iter()
        .enumerate()
        .map(|(i, named)| match &named.name {
            Some(name) => format!("{} ({} s)", escape::line(name), num(named.animation.duration())),
            None => format!("animation {i} ({} s)", num(named.animation.duration())),
        })
        .collect();
    let written = |reference: &AnimationRef| match reference {
        AnimationRef::Index(index) => format!("animation {index} (missing)"),
        AnimationRef::Name(name) => format!("{} (missing)", escape::line(name)),
    };
    let missing = model.animation.as_ref().filter(|reference| index(reference).is_none()).map(written);
    let choices: Vec<(Plays, &str)> = std::iter::once((Plays::Nothing, "none: as in the file"))
        .chain(names.iter().enumerate().map(|(i, name)| (Plays::Animation(i), &**name)))
        .chain(missing.iter().map(|name| (Plays::Missing, &**name)))
        .collect();
    let plays = |reference: &AnimationRef| index(reference).map_or(Plays::Missing, Plays::Animation);
    let before = model.animation.as_ref().map_or(Plays::Nothing, plays);
    let mut chosen = before;
    form.choice("plays", &mut chosen, &choices, "The animation that the time bar plays.");
    if chosen != before {
        model.animation = match chosen {
            Plays::Nothing | Plays::Missing => None,
            Plays::Animation(i) => Some(match &animations[i].name {
                Some(name) if find(name) == Some(i) => AnimationRef::Name(name.to_string()),
                _ => AnimationRef::Index(u32::try_from(i).unwrap_or(u32::MAX)),
            }),
        };
    }
}

/// The menu that copies the box of all animations for engines; a line until the animations are searched.
fn enclosing(form: &mut ItemForm, skin: &SkinAt) {
    let help = "The box that encloses the posed mesh at all ticks of all animations of its file, in the space of the skinned node.";
    let boxes = match skin.known_enclosing() {
        None => return form.fact("enclosing box", "being searched", help),
        Some(None) => return form.fact("enclosing box", "none: the node has no inverse", help),
        Some(Some(boxes)) => boxes,
    };
    let units = units::in_use(form.ui().ctx());
    let around = boxes.of_node.enclosing();
    form.fact("enclosing from", &units.point(around.min), help);
    form.fact("enclosing to", &units.point(around.max), help);
    form.ui().menu_button("Copy box ▾", |ui| {
        for of in engine_boxes(skin, &boxes) {
            let help = format!("{}\n{}", of.convention, of.text);
            if ui.button(format!("for {}", of.engine)).on_hover_text(help).clicked() {
                ui.ctx().copy_text(of.text);
            }
        }
    });
}

/// So many nodes that are no joints are named.
const MOST_PLAIN: usize = 12;

/// The facts of a skinned object, and what is drawn of its skin. Returns whether its skin is to be explained.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
pub(super) fn skin(form: &mut ItemForm, skin: &SkinAt, look: &mut SkinLook) -> bool {
    form.section("Skin");
    let bones = skin.bones();
    let joints = bones.iter().enumerate().map(|(joint, bone)| (Weights::Joint(joint), &*bone.name));
    let choices: Vec<_> =
        [(Weights::Off, "not drawn"), (Weights::All, "all joints")].into_iter().chain(joints).collect();
    let help = "Colour each vertex by the weight of one joint, or by all joints. A click on a joint in the 3D view chooses \
                it; then a click on the mesh explains the nearest vertex.";
    form.setting("weights", &mut look.weights, &choices, help);
    form.option(
        "bind pose",
        &mut look.bind,
        "drawn too",
        "Also draw the mesh in its bind pose, translucent, at the same place.",
    );
    let joints = skin.skin().map_or(0, |skin| skin.skin.joints.len());
    form.fact("joints", &joints.to_string(), "The nodes that move its vertices.");
    let plain = skin.plain_nodes();
    if !plain.is_empty() {
        let names: Vec<&str> = plain.iter().take(MOST_PLAIN).map(|node| &*node.name).collect();
        let more = match plain.len().saturating_sub(MOST_PLAIN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let help = format!("Nodes of the skeleton that move no vertex: {}{more}.", names.join(", "));
        form.fact("other nodes", &plain.len().to_string(), &help);
    }
    form.fact("influences", &skin.max_influences().to_string(), "The most joints that move one vertex.");
    let units = units::in_use(form.ui().ctx());
    for escape in skin.escapes() {
        let label = format!("out of {}", escape.bounds.word());
        let text = format!("{}, vertex {}", units.length(escape.distance as f32), escape.vertex);
        form.fact(&label, &text, "How far a vertex reaches out of this box at this tick.");
    }
    enclosing(form, skin);
    form.button("Explain the skin", "Shows joints, weights and boxes step by step.")
}
