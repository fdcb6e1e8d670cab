//! A skin explained: its joints, one vertex term by term, the sums of the weights, and the boxes that enclose the mesh or not.
//! This file computes the values of the steps; `steps.rs` makes their words and marks.

use std::sync::Arc;

use glam::{DMat4, DVec3, Vec3};

use super::chosen::{ChosenSkin, EscapeSearch};
use super::engines::engine_boxes;
use super::headline::headline;
use super::steps::step;
use super::values::{
    AllAnimations, BoxAround, BoxInAnimation, FourInfluences, FourOfVertex, JointMatrices, JointTerm, Joints, OutOfBox,
    Playing, SkinBoxes, SkinValues, SumsOfWeights, VertexOfWhole, VertexSum, WholeAnimation,
};
use crate::geometry::{Narrator, Story, Tone};
use crate::import::level::{Moment, TimesOut};
use crate::report::explanation::Explanation;
use crate::scene::SkinBounds;
use crate::skin::exact::{self, Term};
use crate::world::{
    Bone, Box64, CutAt, Escape, Halves, QUICK_SEARCH, SkinAt, USUAL_INFLUENCES as USUAL, WeightSums, World,
};

/// Explains the skin of an object with one of its vertices: the chosen one, else the one that reaches furthest out of the
/// tested box, else the one whose joints would move it furthest apart.
fn explain(
    name: &str,
    skin: &SkinAt,
    half: Option<HalfOfCut>,
    chosen: ChosenSkin,
    search: EscapeSearch,
) -> Explanation {
    let this = AtTick::of(skin, half);
    let mut story = Story::default();
    story.step(|| step(SkinValues::Joints(this.joints(chosen.joint))));
    let vertex = chosen.vertex.filter(|vertex| *vertex < this.posed.len()).or_else(|| this.shown_vertex());
    if let Some(vertex) = vertex {
        story.step(|| step(SkinValues::Vertex(this.vertex(vertex))));
        if let Some(four) = this.four(vertex) {
            story.step(|| step(SkinValues::Four(four)));
        }
    }
    let weights_at = story.steps.len();
    story.step(|| step(SkinValues::Weights(this.weights())));
    story.step(|| step(SkinValues::Boxes(this.boxes())));
    let fails = |step: usize| story.steps.get(step).is_some_and(|step| step.tone == Tone::Fail);
    // The boxes are the last part of the answer. Wrong weights are the reason when the tested box still encloses the mesh.
    let decided_by = if fails(weights_at) && !fails(weights_at + 1) { weights_at } else { weights_at + 1 };
    if skin.pose.at.is_some() {
        story.step(|| step(SkinValues::Animation(this.animation(search))));
    }
    story.step(|| step(SkinValues::Enclosing(this.enclosing(search))));
    Explanation {
        title: format!("What moves the vertices of `{name}`?"),
        answer: headline(name, skin),
        tone: Tone::Note,
        disagreement: None,
        decided_by: Some(decided_by),
        wrong_step: None,
        story,
    }
}

/// A skin with its vertices at a tick.
struct AtTick<'s> {
    skin: &'s SkinAt,
    /// `None` for a mesh that is not cut.
    half: Option<HalfOfCut<'s>>,
    bones: Vec<Bone>,
    bind: Vec<Vec3>,
    matrices: Vec<DMat4>,
    /// As the mesh is shown: where the joints move the vertices, or as modelled.
    posed: Vec<DVec3>,
    escapes: Vec<Escape>,
}

/// A half of a cut: in front (0) or behind (1).
#[derive(Clone, Copy)]
struct HalfOfCut<'w> {
    cut: &'w CutAt,
    side: usize,
}

impl<'w> HalfOfCut<'w> {
    /// The half that an object of a world is.
    fn find(world: &'w World, object: usize) -> Option<Self> {
        world.cuts.iter().find_map(|cut| {
            let side = cut.objects.iter().position(|half| *half == Some(object))?;
            Some(Self { cut, side })
        })
    }

    fn of_whole(self, vertex: usize) -> Option<VertexOfWhole> {
        let halves: &Halves = self.cut.outcome.as_ref()?.as_ref().ok()?;
        let source = *[&halves.cut.front, &halves.cut.back][self.side].vertices.get(vertex)?;
        Some(VertexOfWhole { object: Arc::clone(&self.cut.object), source })
    }
}

/// A vertex by all of its joints and by four of them.
struct BothSums {
    /// The largest weights first.
    terms: Vec<Term>,
    all: DVec3,
    /// `None` when the four largest weights add up to 0.
    four: Option<DVec3>,
}

impl<'s> AtTick<'s> {
    fn of(skin: &'s SkinAt, half: Option<HalfOfCut<'s>>) -> Self {
        let (bind, matrices) = (skin.bind(), skin.matrices());
        let posed = skin.posed(&bind, &matrices);
        Self { skin, half, bones: skin.bones(), bind, matrices, posed, escapes: skin.escapes() }
    }

    fn terms(&self, vertex: usize) -> Vec<Term> {
        let Some(skinned) = self.skin.skinned() else { return Vec::new() };
        exact::terms(&self.matrices, &skinned.influences, vertex, self.bind[vertex]).collect()
    }

    /// Where the joints move a vertex, also when the mesh is shown as modelled.
    fn by_joints(&self, vertex: usize) -> DVec3 {
        self.skin.by_joints(vertex, &self.bind, &self.matrices).unwrap_or_default()
    }

    fn joints(&self, chosen: Option<usize>) -> Joints {
        let playing = self.skin.pose.at.map(|(animation, time)| {
            let name = self.skin.rig.animations.get(animation).and_then(|named| named.name.clone());
            Playing { animation, name, time }
        });
        Joints {
            bones: self.bones.clone(),
            root: self.skin.skin().map_or(0, |skin| skin.root),
            playing,
            chosen: chosen.and_then(|joint| self.joint(joint)).map(Box::new),
        }
    }

    /// The matrices of a joint; `None` for a joint that the skin does not have.
    fn joint(&self, joint: usize) -> Option<JointMatrices> {
        let [world_from_joint, inverse_bind] = self.skin.factors(joint)?;
        let (name, matrix) = (self.name_of(joint), *self.matrices.get(joint)?);
        Some(JointMatrices { name, world_from_joint, inverse_bind, matrix })
    }

    fn name_of(&self, joint: usize) -> Arc<str> {
        self.bones.get(joint).map(|bone| Arc::clone(&bone.name)).unwrap_or_default()
    }

    /// The vertex that reaches furthest out of the tested box, else the one whose joints would move it furthest apart.
    fn shown_vertex(&self) -> Option<usize> {
        let spread = |vertex: usize| {
            let (terms, sum) = (self.terms(vertex), self.by_joints(vertex));
            let weight = |term: &Term| f64::from(term.weight).abs();
            terms.iter().map(|term| weight(term) * term.moved.distance(sum)).sum::<f64>()
        };
        let escape = self.escapes.iter().find(|escape| escape.bounds == self.skin.bounds);
        let most = || {
            let spreads = (0..self.posed.len()).map(|vertex| (vertex, spread(vertex)));
            spreads.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(vertex, _)| vertex)
        };
        escape.map(|escape| escape.vertex).or_else(most).filter(|vertex| *vertex < self.posed.len())
    }

    fn vertex(&self, vertex: usize) -> VertexSum {
        let modelled = self.bind[vertex].as_dvec3();
        let term = |Term { joint, weight, moved }: Term| {
            Some(JointTerm { joint: self.joint(usize::from(joint))?, weight, moved })
        };
        VertexSum {
            vertex,
            modelled,
            modelled_in_world: self.skin.world_from_node().transform_point3(modelled),
            terms: self.terms(vertex).into_iter().filter_map(term).collect(),
            sum: self.by_joints(vertex),
            is_bind: self.skin.is_bind,
            of_whole: self.half.and_then(|half| half.of_whole(vertex)),
        }
    }

    /// The difference to a renderer with four influences; `None` when no vertex has more.
    fn four(&self, explained: usize) -> Option<FourInfluences> {
        let influences = &self.skin.skinned()?.influences;
        let above: Vec<usize> =
            (0..self.bind.len()).filter(|vertex| influences.of_vertex(*vertex).count() > USUAL).collect();
        let off = |vertex: usize| {
            let sums = self.both_sums(vertex);
            Some((vertex, sums.four?.distance(sums.all)))
        };
        let worst = above.iter().filter_map(|vertex| off(*vertex)).reduce(|a, b| if b.1 > a.1 { b } else { a });
        (!above.is_empty()).then(|| FourInfluences {
            vertices: self.bind.len(),
            above: above.len(),
            explained: self.four_of(explained),
            worst: worst.map(|(vertex, _)| self.four_of(vertex)),
            is_bind: self.skin.is_bind,
        })
    }

    fn four_of(&self, vertex: usize) -> FourOfVertex {
        let BothSums { terms, all, four } = self.both_sums(vertex);
        let named = |term: &Term| (self.name_of(usize::from(term.joint)), term.weight);
        let (kept, dropped) = terms.split_at(USUAL.min(terms.len()));
        let [kept, dropped] = [kept, dropped].map(|terms| terms.iter().map(named).collect());
        FourOfVertex { vertex, kept, dropped, all, four }
    }

    fn both_sums(&self, vertex: usize) -> BothSums {
        let mut terms = self.terms(vertex);
        terms.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let weights = |terms: &[Term]| terms.iter().map(|term| f64::from(term.weight)).sum::<f64>();
        let moved = |terms: &[Term]| terms.iter().map(|term| f64::from(term.weight) * term.moved).sum::<DVec3>();
        let kept = &terms[..USUAL.min(terms.len())];
        let (all, of_kept) = (weights(&terms), weights(kept));
        let four = (of_kept != 0.0).then(|| moved(kept) * (all / of_kept));
        BothSums { all: moved(&terms), four, terms }
    }

    fn weights(&self) -> SumsOfWeights {
        let WeightSums { off, worst } = self.skin.weights();
        SumsOfWeights { vertices: self.bind.len(), off, worst, is_bind: self.skin.is_bind }
    }

    fn boxes(&self) -> SkinBoxes {
        let of = |method: SkinBounds| {
            let around = self.skin.bounds(method, &self.bind, &self.matrices, &self.posed);
            let out = |Escape { vertex, distance, .. }: &Escape| {
                Some(OutOfBox { vertex: *vertex, at: *self.posed.get(*vertex)?, distance: *distance })
            };
            let furthest = self.escapes.iter().find(|escape| escape.bounds == method).and_then(out);
            BoxAround { method, around, furthest }
        };
        SkinBoxes { boxes: self.skin.all_boxes().map(of).collect(), tested: self.skin.bounds }
    }

    fn animation(&self, search: EscapeSearch) -> WholeAnimation {
        let known = self.skin.known_times_out().or_else(|| {
            let searches = search == EscapeSearch::Always || self.skin.is_quick_to_search();
            searches.then(|| self.skin.times_out())
        });
        let boxes = known.map(|all| {
            let of = |(method, out): (SkinBounds, Option<TimesOut>)| BoxInAnimation {
                method,
                out,
                furthest: out.and_then(|out| self.at_moment(method, out.furthest)),
            };
            self.skin.judged_boxes().zip(all).map(of).collect()
        });
        WholeAnimation { boxes, searched_until: self.skin.searched_until(), tick_rate: self.skin.tick_rate }
    }

    fn enclosing(&self, search: EscapeSearch) -> AllAnimations {
        let skin = self.skin;
        let searches = search == EscapeSearch::Always || skin.enclosing_work() <= QUICK_SEARCH;
        let found = skin.known_enclosing().or_else(|| searches.then(|| skin.enclosing()));
        let around = |of: Box64| {
            let corners = of.corners().map(|at| skin.world_from_node().transform_point3(at));
            corners.iter().all(|at| at.is_finite()).then(|| Box::new(corners))
        };
        AllAnimations {
            animations: skin.rig.animations.len(),
            around: found.flatten().and_then(|boxes| around(boxes.of_node)),
            boxes: found.map(|found| found.map_or_else(Vec::new, |boxes| engine_boxes(skin, &boxes))),
        }
    }

    /// A box and a vertex at a time of the animation. Only that vertex is posed.
    fn at_moment(&self, method: SkinBounds, moment: Moment) -> Option<(Box64, DVec3)> {
        let (animation, _) = self.skin.pose.at?;
        let then = self.skin.at(animation, moment.time);
        let (bind, matrices) = (then.bind(), then.matrices());
        let at = then.posed_vertex(moment.vertex, &bind, &matrices)?;
        Some((then.bounds(method, &bind, &matrices, &[]), at))
    }
}

/// Explains the skin of an object with one of its vertices. A vertex or joint that it does not have counts as none. `None` for
/// an object without a skin.
pub fn explain_skin(
    world: &World,
    object: usize,
    chosen: impl Into<ChosenSkin>,
    search: EscapeSearch,
) -> Option<Explanation> {
    let half = HalfOfCut::find(world, object);
    let object = world.objects.get(object)?;
    Some(explain(&object.name, object.skin.as_ref()?, half, chosen.into(), search))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::files::open;
    use crate::geometry::{Aabb, MarkShape, Step};
    use crate::import::level::Skinned;
    use crate::skin::Influences;
    use crate::world::World;

    /// The skin of an object in a scene of the program.
    fn skin(scene: &str, object: &str, tick: u64) -> SkinAt {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(scene);
        let loaded = open(&path).unwrap();
        let world = World::at(&loaded.scene, &loaded.files, tick);
        let object = world.objects.iter().find(|other| *other.name == *object).unwrap();
        SkinAt::clone(object.skin.as_deref().unwrap())
    }

    fn figure() -> SkinAt {
        skin("skin.json", "posed/figure", 20)
    }

    /// The figure with eight joints at each vertex: the one with the number of the vertex, and the next ones.
    fn eight() -> SkinAt {
        const WEIGHTS: [f32; 8] = [0.301_234_6, 0.198_765_4, 0.15, 0.1, 0.1, 0.05, 0.05, 0.05];
        let skin = figure();
        let skinned = skin.skinned().unwrap();
        let vertices = skinned.influences.vertices();
        let joints = (0..8 * vertices).map(|i| u16::try_from((i / 8 + i % 8) % 12).unwrap()).collect();
        let influences = Influences::new(12, 8, joints, WEIGHTS.repeat(vertices)).unwrap();
        let skinned = Skinned { influences: Arc::new(influences), ..skinned.clone() };
        let rigged = skin.rigged.part(Arc::clone(&skin.rigged.bind), skinned, None);
        SkinAt { rigged: Arc::new(rigged), ..skin.clone() }
    }

    fn in_bind_pose(skin: &SkinAt) -> SkinAt {
        SkinAt { is_bind: true, ..skin.clone() }
    }

    fn steps(skin: &SkinAt, chosen: ChosenSkin) -> Vec<Step> {
        explain("figure", skin, None, chosen, EscapeSearch::Always).story.steps
    }

    fn of_vertex(vertex: usize) -> ChosenSkin {
        ChosenSkin { vertex: Some(vertex), joint: None }
    }

    fn titled<'s>(steps: &'s [Step], title: &str) -> &'s Step {
        steps.iter().find(|step| step.title == title).unwrap_or_else(|| panic!("no step {title}"))
    }

    fn four_of(step: &Step) -> &FourInfluences {
        match SkinValues::of(step) {
            Some(SkinValues::Four(four)) => four,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_step_has_values() {
        for skin in [figure(), eight(), in_bind_pose(&eight())] {
            for step in steps(&skin, ChosenSkin::default()) {
                assert!(SkinValues::of(&step).is_some(), "{step:?}");
            }
        }
    }

    #[test]
    fn four_influences_are_compared_with_all_where_the_joints_move_the_vertex() {
        let skin = eight();
        let [posed, bind] = [skin.clone(), in_bind_pose(&skin)].map(|skin| steps(&skin, of_vertex(5)));
        let [posed, bind] = [&posed, &bind].map(|steps| titled(steps, "Four influences"));
        let (values, in_bind) = (four_of(posed), four_of(bind));
        assert_eq!(
            (&values.explained, &values.worst),
            (&in_bind.explained, &in_bind.worst),
            "the same in the bind pose"
        );
        let place = skin.posed(&skin.bind(), &skin.matrices())[5];
        assert!(values.explained.all.distance(place) < 1e-12, "{values:?}");
        let [own, worst] = [&values.explained, values.worst.as_ref().unwrap()].map(|of| of.distance().unwrap());
        assert!(own > 1e-3 && worst >= own && worst < 2.0, "{own} {worst}");
        assert_eq!((values.above, values.vertices, values.explained.dropped.len()), (1056, 1056, 4));
        assert_eq!((posed.tone, bind.tone), (Tone::Fail, Tone::Note));
        assert!(
            bind.outcome.contains("no vertex is off now. When the mesh is posed, a renderer with 4"),
            "{}",
            bind.outcome
        );
    }

    #[test]
    fn four_influences_of_the_chosen_vertex_come_before_the_worst_one() {
        let of_vertex_5 = steps(&eight(), of_vertex(5));
        let step = titled(&of_vertex_5, "Four influences");
        let values = four_of(step);
        let worst = values.worst.as_ref().unwrap().vertex;
        assert_ne!(worst, 5);
        for text in ["vertex 5 by 8 joints: (", "\ndropped: 0.1 ", "; together 0.25 of 1\n", "\nworst, vertex "] {
            assert!(step.numbers.contains(text), "{text}: {}", step.numbers);
        }
        let sentences = [" draws vertex 5 off by ".to_owned(), format!(" The worst is vertex {worst}: it is off by ")];
        assert!(sentences.iter().all(|text| step.outcome.contains(text)), "{}", step.outcome);
        let four = values.explained.four.unwrap().as_vec3();
        let second = step.marks.iter().find(|mark| mark.shape == MarkShape::Point(four)).unwrap();
        assert_eq!(second.label, "vertex 5 by 4 joints");
        // Vertices of the figure have at most two joints.
        assert!(steps(&figure(), of_vertex(5)).iter().all(|step| step.title != "Four influences"));
    }

    #[test]
    fn a_vertex_has_the_factors_of_its_matrices_in_rows_and_short_labels() {
        let all = steps(&eight(), of_vertex(5));
        let step = &all[1];
        assert_eq!(step.title, "Vertex 5");
        for (text, count) in [("\n  world_from_joint\n", 8), ("\n  inverse_bind\n", 8), ("\n    row 3 = (", 24)] {
            assert_eq!(step.numbers.matches(text).count(), count, "{text}: {}", step.numbers);
        }
        assert!(step.numbers.contains("\n0.3012346 · M(left forearm) v = 0.3012346 · ("), "{}", step.numbers);
        assert!(step.marks.iter().any(|mark| mark.label == "0.3012 · left forearm"), "{:?}", step.marks);
        let Some(SkinValues::Vertex(values)) = SkinValues::of(step) else { panic!("{step:?}") };
        for JointTerm { joint, moved, .. } in &values.terms {
            let product = joint.world_from_joint * joint.inverse_bind;
            assert!(product.abs_diff_eq(joint.matrix, 1e-12), "{joint:?}");
            assert!(product.transform_point3(values.modelled).distance(*moved) < 1e-12, "{joint:?}");
        }
    }

    #[test]
    fn joints_are_listed_with_the_matrices_of_the_chosen_one() {
        let skin = figure();
        let chosen = |joint| steps(&skin, ChosenSkin { vertex: None, joint }).remove(0);
        let (plain, one, missing) = (chosen(None), chosen(Some(5)), chosen(Some(12)));
        assert!(plain.numbers.ends_with("left shin, right thigh, right shin"), "{}", plain.numbers);
        assert_eq!(plain, missing, "the skin has 12 joints");
        assert!(one.numbers.contains("right shin\nleft forearm\n  world_from_joint\n    row 1 = ("), "{}", one.numbers);
        assert_eq!(one.numbers.matches("row 3 = ").count(), 3);
        assert!(one.outcome.ends_with("Those of left forearm are listed."), "{}", one.outcome);
    }

    #[test]
    fn weights_displace_vertices_only_when_they_are_posed() {
        let skin = skin("weights.json", "far/figure", 0);
        let bind = in_bind_pose(&skin);
        let answers = [&skin, &bind].map(|skin| headline("figure", skin));
        assert!(answers[0].ends_with("displaces the worst vertex by 0.4298 m"), "{}", answers[0]);
        assert!(answers[1].ends_with("displaces the worst vertex by 0.4298 m when it is posed"), "{}", answers[1]);
        let [posed, bind] = [steps(&skin, ChosenSkin::default()), steps(&bind, ChosenSkin::default())];
        let [posed, bind] = [&posed, &bind].map(|steps| titled(steps, "Sums of weights"));
        assert_eq!(posed.marks[0], bind.marks[0], "the way of the vertex is the same");
        let now = "no vertex is off now. When it is posed, vertex 324 would move by 0.4297586 m";
        assert!(bind.outcome.contains(now) && !posed.outcome.contains("posed"), "{}\n{}", bind.outcome, posed.outcome);
    }

    #[test]
    fn boxes_have_their_names_apart_and_their_distances() {
        let all = steps(&figure(), ChosenSkin::default());
        let step = titled(&all, "Boxes");
        let middle = |label: &str| {
            let mark = step.marks.iter().find(|mark| mark.label == label).unwrap_or_else(|| panic!("no {label}"));
            let MarkShape::Segment(from, to) = mark.shape else { panic!("{mark:?}") };
            (from + to) / 2.0
        };
        // The boxes of the node and of the root are the same.
        assert!(middle("bind").distance(middle("root")) > 1.0);
        for (a, b) in [("bind", "joints"), ("root", "exact"), ("joints", "exact")] {
            assert!(middle(a).distance(middle(b)) > 0.1, "{a} {b}");
        }
        assert!(middle("bind: 0.5064 m").distance(middle("root: 0.5064 m")) < 1e-5);
        let distances = step.marks.iter().filter(|mark| mark.label.ends_with(" m")).count();
        assert_eq!(distances, 2, "the other boxes enclose the mesh");
    }

    #[test]
    fn the_furthest_vertex_of_the_animation_is_told_and_marked() {
        let all = steps(&figure(), ChosenSkin::default());
        let step = titled(&all, "The whole animation");
        for word in ["bind", "root"] {
            let sentence = format!(" At 0.5 s (tick 15) vertex 384 is 0.5667447 m out of the {word} box.");
            assert!(step.outcome.contains(&sentence), "{}", step.outcome);
            let label = format!("{word}: 0.5667 m at 0.5 s");
            let mark = step.marks.iter().find(|mark| mark.label == label).unwrap();
            let MarkShape::Segment(from, to) = mark.shape else { panic!("{mark:?}") };
            assert!((from.distance(to) - 0.566_744_7).abs() < 1e-5, "{mark:?}");
        }
        assert!(step.numbers.contains("bind: at 0.03333333 s (tick 1), vertex 344 by"), "{}", step.numbers);
        assert!(step.numbers.ends_with("joints: never") && !step.outcome.contains("joints box"), "{}", step.outcome);
        let boxes = step.marks.iter().filter(|mark| matches!(mark.shape, MarkShape::Box { .. })).count();
        assert_eq!(boxes, 2);
    }

    #[test]
    fn names_of_equal_boxes_are_apart_along_every_axis() {
        let aabb = Aabb { min: Vec3::ZERO, max: Vec3::ONE };
        let middles = SkinBounds::ALL.map(|method| {
            let [a, b] = Aabb::EDGES[Box64::named_edge(method)].map(|corner| aabb.corner(corner));
            (a + b) / 2.0
        });
        for (i, a) in middles.iter().enumerate() {
            for b in &middles[..i] {
                let apart = (*a - *b).abs();
                for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                    assert!((apart * (Vec3::ONE - axis)).max_element() > 0.4, "{a} {b} along {axis}");
                }
            }
        }
    }
}
