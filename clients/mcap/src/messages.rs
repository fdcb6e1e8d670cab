//! The messages of Foxglove that have a place in a scene, as JSON has them. Fields that the conversion does not use are not here; those that a
//! message leaves out have their defaults.

use eyeline_convert::Pose;
use serde::{Deserialize, Deserializer};

/// `foxglove.SceneUpdate`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct SceneUpdate {
    pub(crate) deletions: Vec<SceneEntityDeletion>,
    pub(crate) entities: Vec<SceneEntity>,
}

/// `foxglove.SceneEntityDeletion`.
#[derive(Debug, Deserialize)]
pub(crate) struct SceneEntityDeletion {
    #[serde(default, rename = "type")]
    pub(crate) kind: DeletionKind,
    #[serde(default)]
    pub(crate) id: String,
}

/// Which entities of the topic go.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(try_from = "NumberOrWord")]
pub(crate) enum DeletionKind {
    #[default]
    MatchingId,
    All,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum NumberOrWord {
    Number(u64),
    Word(String),
}

impl TryFrom<NumberOrWord> for DeletionKind {
    type Error = String;

    fn try_from(kind: NumberOrWord) -> Result<Self, String> {
        match kind {
            NumberOrWord::Number(0) => Ok(Self::MatchingId),
            NumberOrWord::Number(1) => Ok(Self::All),
            NumberOrWord::Word(word) if word == "MATCHING_ID" => Ok(Self::MatchingId),
            NumberOrWord::Word(word) if word == "ALL" => Ok(Self::All),
            NumberOrWord::Number(other) => Err(format!("the type of a deletion is {other}, and must be 0 or 1")),
            NumberOrWord::Word(other) => Err(format!("the type of a deletion is `{other}`, and must be 0 or 1")),
        }
    }
}

/// `foxglove.SceneEntity`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct SceneEntity {
    pub(crate) frame_id: String,
    pub(crate) id: String,
    /// Zero: without end.
    pub(crate) lifetime: Duration,
    /// Whether it moves with its frame. Otherwise it stays where it was put.
    pub(crate) frame_locked: bool,
    pub(crate) arrows: Vec<ArrowPrimitive>,
    pub(crate) cubes: Vec<SizedPrimitive>,
    pub(crate) spheres: Vec<SizedPrimitive>,
    pub(crate) cylinders: Vec<CylinderPrimitive>,
    pub(crate) triangles: Vec<TriangleListPrimitive>,
    pub(crate) lines: Vec<serde::de::IgnoredAny>,
    pub(crate) texts: Vec<serde::de::IgnoredAny>,
    pub(crate) models: Vec<serde::de::IgnoredAny>,
}

/// A time that passes.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub(crate) struct Duration {
    pub(crate) sec: i64,
    pub(crate) nsec: i64,
}

impl Duration {
    /// In nanoseconds; `None` when it is not above 0, which is without end.
    pub(crate) fn nanoseconds(self) -> Option<u64> {
        let nanoseconds = i128::from(self.sec) * 1_000_000_000 + i128::from(self.nsec);
        u64::try_from(nanoseconds).ok().filter(|nanoseconds| *nanoseconds > 0)
    }
}

/// `foxglove.ArrowPrimitive`: from its pose along +X.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ArrowPrimitive {
    pub(crate) pose: WrittenPose,
    pub(crate) shaft_length: f64,
    pub(crate) shaft_diameter: f64,
    pub(crate) head_length: f64,
    pub(crate) head_diameter: f64,
    pub(crate) color: Color,
}

/// `foxglove.CubePrimitive` and `foxglove.SpherePrimitive`: around their poses, with their full sizes.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct SizedPrimitive {
    pub(crate) pose: WrittenPose,
    pub(crate) size: Vector3,
    pub(crate) color: Color,
}

/// `foxglove.CylinderPrimitive`: around its pose, with its axis along Z.
#[derive(Debug, Deserialize)]
pub(crate) struct CylinderPrimitive {
    #[serde(default)]
    pub(crate) pose: WrittenPose,
    #[serde(default)]
    pub(crate) size: Vector3,
    /// The diameter at the least z, in parts of the size.
    #[serde(default = "one")]
    pub(crate) bottom_scale: f64,
    /// The diameter at the greatest z.
    #[serde(default = "one")]
    pub(crate) top_scale: f64,
    #[serde(default)]
    pub(crate) color: Color,
}

fn one() -> f64 {
    1.0
}

/// `foxglove.TriangleListPrimitive`. Without indices, three points each are a triangle.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct TriangleListPrimitive {
    pub(crate) pose: WrittenPose,
    pub(crate) points: Vec<Vector3>,
    pub(crate) color: Color,
    /// For each point, in place of `color`.
    pub(crate) colors: Vec<Color>,
    pub(crate) indices: Vec<u32>,
}

/// `foxglove.FrameTransforms`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct FrameTransforms {
    pub(crate) transforms: Vec<FrameTransform>,
}

/// `foxglove.FrameTransform`: the pose of the child in the parent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct FrameTransform {
    pub(crate) parent_frame_id: String,
    pub(crate) child_frame_id: String,
    pub(crate) translation: Vector3,
    pub(crate) rotation: Quaternion,
}

impl FrameTransform {
    pub(crate) fn pose(&self) -> Pose {
        Pose { position: self.translation.array(), rotation: self.rotation.array() }
    }
}

/// `foxglove.CameraCalibration`. The camera looks along +Z of its frame, +X is to its right.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct CameraCalibration {
    pub(crate) frame_id: String,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The lens, 3 × 3 row by row.
    #[serde(rename = "K")]
    pub(crate) intrinsic: Vec<f64>,
    /// The lens of the rectified picture, 3 × 4 row by row.
    #[serde(rename = "P")]
    pub(crate) projection: Vec<f64>,
}

/// `foxglove.Pose`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WrittenPose {
    position: Vector3,
    orientation: Quaternion,
}

impl WrittenPose {
    pub(crate) fn pose(&self) -> Pose {
        Pose { position: self.position.array(), rotation: self.orientation.array() }
    }
}

/// `foxglove.Vector3` and `foxglove.Point3`.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub(crate) struct Vector3 {
    #[serde(deserialize_with = "number")]
    x: f64,
    #[serde(deserialize_with = "number")]
    y: f64,
    #[serde(deserialize_with = "number")]
    z: f64,
}

impl Vector3 {
    pub(crate) fn array(self) -> [f64; 3] {
        [self.x, self.y, self.z]
    }
}

/// `foxglove.Quaternion`. One that is left out is no rotation; one of zeros is a fault.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
pub(crate) struct Quaternion {
    #[serde(default, deserialize_with = "number")]
    x: f64,
    #[serde(default, deserialize_with = "number")]
    y: f64,
    #[serde(default, deserialize_with = "number")]
    z: f64,
    #[serde(default, deserialize_with = "number")]
    w: f64,
}

impl Default for Quaternion {
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, z: 0.0, w: 1.0 }
    }
}

impl Quaternion {
    fn array(self) -> [f64; 4] {
        [self.x, self.y, self.z, self.w]
    }
}

/// `foxglove.Color`, 0 to 1.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(default)]
pub(crate) struct Color {
    r: f64,
    g: f64,
    b: f64,
}

impl Default for Color {
    fn default() -> Self {
        Self { r: 1.0, g: 1.0, b: 1.0 }
    }
}

impl Color {
    /// Red, green and blue, 0 to 255.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped; NaN becomes 0")]
    pub(crate) fn bytes(self) -> [u8; 3] {
        [self.r, self.g, self.b].map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8)
    }
}

/// A number. Writers that have no other word for it write `null` or `"NaN"` where a number is not finite; it is NaN here, and a fault later.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(f64),
        Word(String),
    }
    match Option::<Written>::deserialize(deserializer)? {
        Some(Written::Number(number)) => Ok(number),
        Some(Written::Word(word)) => {
            word.parse().map_err(|_invalid| serde::de::Error::custom(format!("`{word}` is not a number")))
        }
        None => Ok(f64::NAN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_has_its_default() {
        let entity: SceneEntity = serde_json::from_str(
            r#"{ "id": "box", "cubes": [{ "pose": { "position": { "x": 1 } }, "size": { "x": 2, "y": 3, "z": 4 } }], "metadata": [] }"#,
        )
        .unwrap();
        assert_eq!(entity.cubes[0].pose.pose(), Pose::at([1.0, 0.0, 0.0]));
        assert_eq!((entity.cubes[0].size.array(), entity.cubes[0].color.bytes()), ([2.0, 3.0, 4.0], [255; 3]));
        assert_eq!((entity.frame_locked, entity.lifetime.nanoseconds()), (false, None));
        let zeros: WrittenPose = serde_json::from_str(r#"{ "orientation": {} }"#).unwrap();
        assert!(!zeros.pose().is_valid());
    }

    #[test]
    fn numbers_that_are_not_finite_are_read_as_such() {
        for (written, expected) in
            [("null", f64::NAN), ("\"NaN\"", f64::NAN), ("\"-Infinity\"", f64::NEG_INFINITY), ("1e3", 1000.0)]
        {
            let vector: Vector3 = serde_json::from_str(&format!(r#"{{ "x": {written} }}"#)).unwrap();
            assert_eq!(vector.array()[0].to_bits(), expected.to_bits(), "{written}");
        }
        serde_json::from_str::<Vector3>(r#"{ "x": "wide" }"#).unwrap_err();
    }

    #[test]
    fn deletions_are_numbers_or_words() {
        let kind = |text: &str| serde_json::from_str::<SceneEntityDeletion>(text).map(|deletion| deletion.kind);
        assert_eq!(kind(r#"{ "type": 1 }"#).unwrap(), DeletionKind::All);
        assert_eq!(kind(r#"{ "type": "ALL" }"#).unwrap(), DeletionKind::All);
        assert_eq!(kind(r#"{ "id": "box" }"#).unwrap(), DeletionKind::MatchingId);
        assert!(kind(r#"{ "type": 2 }"#).unwrap_err().to_string().contains("must be 0 or 1"));
    }

    #[test]
    fn colours_are_clamped() {
        let color = |r, g, b| Color { r, g, b }.bytes();
        assert_eq!([color(0.0, 0.5, 1.0), color(-1.0, 2.0, f64::NAN)], [[0, 128, 255], [0, 255, 0]]);
    }

    #[test]
    fn a_lifetime_of_zero_is_without_end() {
        let of = |sec, nsec| Duration { sec, nsec }.nanoseconds();
        assert_eq!([of(0, 0), of(-1, 0), of(1, 500), of(0, 7)], [None, None, Some(1_000_000_500), Some(7)]);
    }
}
