//! The tree of coordinate frames at a time.

use std::collections::HashMap;

use eyeline_convert::Pose;

use crate::messages::FrameTransform;

/// The frames: the last transform of each from its parent.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    parents: HashMap<String, (String, Pose)>,
}

/// Why a frame has no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// Its tree is not that of the other frame: it ends at this frame.
    OtherTree(String),
    /// It is its own ancestor: the frames of the cycle, the first one again at the end.
    Cycle(Vec<String>),
}

impl Frames {
    /// Takes a transform. It replaces the one before of the same child.
    ///
    /// # Errors
    /// When its numbers are no pose.
    pub(crate) fn set(&mut self, transform: FrameTransform) -> Result<(), String> {
        let pose = transform.pose();
        let FrameTransform { parent_frame_id: parent, child_frame_id: child, .. } = transform;
        if !pose.is_valid() {
            return Err(format!(
                "the transform from `{parent}` to `{child}` is not finite, or its rotation is zero: {pose:?}"
            ));
        }
        self.parents.insert(child, (parent, pose));
        Ok(())
    }

    /// The frame that has no parent, and the pose of `frame` in it.
    ///
    /// # Errors
    /// When there is a cycle.
    pub(crate) fn root<'f>(&'f self, frame: &'f str) -> Result<(&'f str, Pose), NoPlace> {
        let (mut at, mut pose) = (frame, Pose::IDENTITY);
        let mut steps = 0;
        while let Some((parent, in_parent)) = self.parents.get(at) {
            pose = in_parent.then(&pose);
            at = parent;
            steps += 1;
            if steps > self.parents.len() {
                return Err(NoPlace::Cycle(self.cycle(at)));
            }
        }
        Ok((at, pose))
    }

    /// The cycle that a frame is in, from the first of its names.
    fn cycle(&self, frame: &str) -> Vec<String> {
        let mut cycle = vec![frame];
        let parent = |frame: &str| self.parents.get(frame).map(|(parent, _)| parent.as_str());
        while let Some(next) = cycle.last().and_then(|last| parent(last)).filter(|next| *next != frame) {
            cycle.push(next);
        }
        let first = (0..cycle.len()).min_by_key(|i| cycle[*i]).unwrap_or(0);
        cycle.rotate_left(first);
        cycle.push(cycle[0]);
        cycle.into_iter().map(str::to_owned).collect()
    }

    /// The pose of a frame in another one.
    ///
    /// # Errors
    /// When the frames are not in one tree.
    pub(crate) fn pose(&self, frame: &str, within: &str) -> Result<Pose, NoPlace> {
        let (root, pose) = self.root(frame)?;
        let (root_within, pose_within) = self.root(within)?;
        if root != root_within {
            return Err(NoPlace::OtherTree(root.to_owned()));
        }
        Ok(if within == root { pose } else { pose_within.inverse().then(&pose) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(transforms: &[(&str, &str, [f64; 3])]) -> Frames {
        let mut frames = Frames::default();
        for (parent, child, [x, y, z]) in transforms {
            let text = format!(
                r#"{{ "parent_frame_id": "{parent}", "child_frame_id": "{child}", "translation": {{ "x": {x}, "y": {y}, "z": {z} }} }}"#
            );
            frames.set(serde_json::from_str(&text).unwrap()).unwrap();
        }
        frames
    }

    #[test]
    fn a_frame_is_where_its_ancestors_put_it() {
        let frames = frames(&[
            ("map", "odom", [1.0, 0.0, 0.0]),
            ("odom", "base", [0.0, 2.0, 0.0]),
            ("base", "eye", [0.0, 0.0, 3.0]),
        ]);
        let table = [
            ("eye", "map", Ok([1.0, 2.0, 3.0])),
            ("map", "eye", Ok([-1.0, -2.0, -3.0])),
            ("eye", "base", Ok([0.0, 0.0, 3.0])),
            ("map", "map", Ok([0.0; 3])),
            ("lidar", "lidar", Ok([0.0; 3])),
            ("lidar", "map", Err(NoPlace::OtherTree("lidar".to_owned()))),
            ("eye", "lidar", Err(NoPlace::OtherTree("map".to_owned()))),
        ];
        for (frame, within, expected) in table {
            assert_eq!(frames.pose(frame, within).map(|pose| pose.position), expected, "{frame} in {within}");
        }
    }

    #[test]
    fn the_last_transform_counts() {
        let frames = frames(&[("map", "base", [1.0, 0.0, 0.0]), ("odom", "base", [5.0, 0.0, 0.0])]);
        assert_eq!(frames.root("base").unwrap(), ("odom", Pose::at([5.0, 0.0, 0.0])));
    }

    #[test]
    fn a_cycle_is_named() {
        let frames = frames(&[("b", "a", [0.0; 3]), ("c", "b", [0.0; 3]), ("b", "c", [0.0; 3]), ("d", "d", [0.0; 3])]);
        let cycle = |names: &[&str]| Err(NoPlace::Cycle(names.iter().map(|name| (*name).to_owned()).collect()));
        assert_eq!(frames.root("d"), cycle(&["d", "d"]));
        assert_eq!([frames.root("a"), frames.root("c")], [cycle(&["b", "c", "b"]), cycle(&["b", "c", "b"])]);
    }

    #[test]
    fn numbers_that_are_no_pose_are_refused() {
        let mut frames = Frames::default();
        for text in [
            r#"{ "child_frame_id": "eye", "translation": { "x": null } }"#,
            r#"{ "child_frame_id": "eye", "rotation": {} }"#,
        ] {
            let error = frames.set(serde_json::from_str(text).unwrap()).unwrap_err();
            assert!(error.contains("`eye`"), "{error}");
        }
        assert_eq!(frames.root("eye").unwrap().0, "eye");
    }
}
