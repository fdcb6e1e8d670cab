//! New vertices of skinned meshes: where their own weights move them.

use std::sync::Arc;

use glam::{DMat4, DQuat, DVec3, Vec3};
use proptest::prelude::*;

use crate::cut::posing::Posing;
use crate::cut::source::VertexSource;
use crate::skin::{Influences, exact};

fn place() -> impl Strategy<Value = DVec3> {
    (-2.0..2.0, -2.0..2.0, -2.0..2.0).prop_map(DVec3::from)
}

/// A matrix that turns and moves.
fn joint() -> impl Strategy<Value = DMat4> {
    (super::unit(), -3.0..3.0, place()).prop_map(|(axis, angle, at)| {
        DMat4::from_rotation_translation(DQuat::from_axis_angle(axis.normalize_or_zero(), angle), at)
    })
}

/// Weights of three joints that add up to 1.
fn weights() -> impl Strategy<Value = [f32; 3]> {
    let any = (0.0..1.0_f32, 0.0..1.0_f32, 0.0..1.0_f32).prop_map(<[f32; 3]>::from);
    any.prop_filter("a weight", |weights| weights.iter().sum::<f32>() > 0.1).prop_map(|weights| {
        let sum: f32 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    })
}

/// Two vertices that joints move, and their positions in world space.
fn posed(joints: &[DMat4], ends: [DVec3; 2], weights: &[Vec<f32>; 2]) -> (Posing, Vec<DVec3>) {
    let count = weights[0].len();
    let one: Vec<u16> = (0..u16::try_from(count).unwrap()).collect();
    let influences = Influences::new(joints.len(), count, [one.clone(), one].concat(), weights.concat()).unwrap();
    let bind: Vec<Vec3> = ends.iter().map(|end| end.as_vec3()).collect();
    let places = exact::pose(joints, &influences, &bind);
    let names = (0..joints.len()).map(|joint| format!("joint {joint}").into()).collect();
    (Posing { joints: names, matrices: joints.to_vec(), influences: Arc::new(influences), bind }, places)
}

proptest! {
    /// The formula of [`Posing`].
    #[test]
    fn a_new_vertex_leaves_the_posed_edge_by_the_product_of_differences(
        joints in prop::array::uniform3(joint()), w in prop::array::uniform2(weights()), ends in prop::array::uniform2(place()),
        t in 0.01..0.99,
    ) {
        let (posing, places) = posed(&joints, ends, &w.map(Vec::from));
        let source = VertexSource::Edge { from: 0, to: 1, t };
        let found = posing.pose(&[source]).unwrap()[0];
        let differences: DVec3 = (0..3)
            .map(|j| f64::from(w[1][j] - w[0][j]) * joints[j].transform_vector3(ends[1] - ends[0]))
            .sum();
        let expected = source.position(&places) - t * (1.0 - t) * differences;
        prop_assert!(found.distance(expected) < 2e-5, "{found} is not {expected}");
    }

    #[test]
    fn a_new_vertex_between_ends_of_the_same_weights_is_on_the_posed_edge(
        joints in prop::array::uniform3(joint()), w in weights(), ends in prop::array::uniform2(place()), t in 0.01..0.99,
    ) {
        let (posing, places) = posed(&joints, ends, &[w.to_vec(), w.to_vec()]);
        let source = VertexSource::Edge { from: 0, to: 1, t };
        let found = posing.pose(&[source]).unwrap()[0];
        prop_assert!(found.distance(source.position(&places)) < 2e-5);
    }
}

#[test]
fn a_vertex_of_the_mesh_is_where_the_mesh_has_it() {
    let joints = [DMat4::from_translation(DVec3::X), DMat4::from_rotation_z(1.0)];
    let (posing, places) = posed(&joints, [DVec3::ZERO, DVec3::Y * 3.0], &[vec![1.0, 0.0], vec![0.25, 0.75]]);
    assert_eq!(posing.pose(&[VertexSource::Vertex(0), VertexSource::Vertex(1)]).unwrap(), places);
    assert_eq!(posing.weights(VertexSource::Vertex(0)), [(0, 1.0)]);
    assert_eq!((&*posing.name(1), &*posing.name(9)), ("joint 1", ""));
}

#[test]
fn a_new_vertex_keeps_four_weights_and_their_sum() {
    let joints = [DMat4::IDENTITY; 5];
    let ends = [vec![0.5, 0.3, 0.2, 0.0, 0.0], vec![0.0, 0.0, 0.25, 0.25, 0.5]];
    let (posing, _) = posed(&joints, [DVec3::ZERO, DVec3::Y], &ends);
    // Without the limit: 0.25, 0.15, 0.225, 0.125 and 0.25.
    let found = posing.weights(VertexSource::Edge { from: 0, to: 1, t: 0.5 });
    assert_eq!(found.iter().map(|(joint, _)| *joint).collect::<Vec<_>>(), [0, 4, 2, 1]);
    assert!((found.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-6, "{found:?}");
    assert!((found[0].1 - 0.25 / 0.875).abs() < 1e-6, "{found:?}");
}
