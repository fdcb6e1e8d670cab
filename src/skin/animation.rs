//! An animation: channels, each of which moves one property of one node.

use glam::{Quat, Vec3};

use super::error::SkinError;
use super::hierarchy::Transform;
use super::keys::Keys;

/// The animated property of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// The translation in metres.
    Translation,
    /// The rotation, a quaternion `[x, y, z, w]`.
    Rotation,
    /// The scale of each axis.
    Scale,
    /// The weights of the morph targets.
    Weights,
}

impl Property {
    /// Its name in glTF.
    pub fn word(self) -> &'static str {
        match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::Weights => "weights",
        }
    }
}

/// The keys of one property of one node.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// The index of the node.
    pub node: usize,
    /// What the keys replace.
    pub property: Property,
    /// The keys.
    pub keys: Keys,
}

/// Channels that play together.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    channels: Vec<Channel>,
    duration: f32,
}

impl Animation {
    /// An animation of these channels.
    ///
    /// # Errors
    ///
    /// If the keys of a translation or scale have not 3 values, or those of a rotation not 4.
    pub fn new(channels: Vec<Channel>) -> Result<Self, SkinError> {
        for Channel { property, keys, .. } in &channels {
            let expected = match property {
                Property::Translation | Property::Scale => 3,
                Property::Rotation => 4,
                Property::Weights => continue,
            };
            if keys.lanes() != expected {
                return Err(SkinError::CountOfLanes { expected, found: keys.lanes() });
            }
        }
        let duration = channels.iter().map(|channel| channel.keys.last_time()).fold(0.0, f32::max);
        Ok(Self { channels, duration })
    }

    /// Its channels.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// The time of the last key of all channels in seconds. The animation begins at 0.
    pub fn duration(&self) -> f32 {
        self.duration
    }

    /// The animation's own time at a time of the scene: `(time - start) * speed`, but its first moment before
    /// `start`. With `repeats` it begins again after its duration; without, its last moment holds.
    pub fn time_at(&self, time: f64, start: f64, speed: f64, repeats: bool) -> f64 {
        let own = if time <= start { 0.0 } else { (time - start) * speed };
        let duration = f64::from(self.duration);
        if repeats && duration > 0.0 { own.rem_euclid(duration) } else { own.clamp(0.0, duration) }
    }

    /// Replaces the animated properties of nodes by those at a time of the animation. Others keep their values;
    /// channels of nodes beyond the slice are left out. [`weights`](Self::weights) has the weights of morph targets.
    pub fn sample(&self, time: f64, nodes: &mut [Transform]) {
        for Channel { node, property, keys } in &self.channels {
            let Some(node) = nodes.get_mut(*node) else { continue };
            let vector = || {
                let mut lanes = [0.0; 3];
                keys.sample(time, &mut lanes);
                Vec3::from_array(lanes)
            };
            match property {
                Property::Translation => node.translation = vector(),
                Property::Scale => node.scale = vector(),
                Property::Rotation => node.rotation = Quat::from_array(keys.sample_rotation(time)),
                Property::Weights => {}
            }
        }
    }

    /// The time until which all channels have the values of a time, bit by bit: see [`Keys::holds_until`]. Infinity without
    /// channels.
    pub fn holds_until(&self, time: f64) -> f64 {
        self.channels.iter().map(|channel| channel.keys.holds_until(time)).fold(f64::INFINITY, f64::min)
    }

    /// The weights of the morph targets of a node at a time; `None` if they are not animated.
    pub fn weights(&self, time: f64, node: usize) -> Option<Vec<f32>> {
        let animates = |channel: &&Channel| channel.node == node && channel.property == Property::Weights;
        let Channel { keys, .. } = self.channels.iter().rfind(animates)?;
        let mut weights = vec![0.0; keys.lanes()];
        keys.sample(time, &mut weights);
        Some(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::super::keys::Interpolation;
    use super::*;

    fn slide() -> Animation {
        let values = vec![0.0, 0.0, 0.0, 4.0, 0.0, 0.0];
        let keys = Keys::new(Interpolation::Linear, 3, vec![0.0, 2.0], values).unwrap();
        Animation::new(vec![Channel { node: 0, property: Property::Translation, keys }]).unwrap()
    }

    #[test]
    fn time_of_the_scene_becomes_time_of_the_animation() {
        for (time, start, speed, repeats, own) in [
            (0.5, 1.0, 1.0, true, 0.0),
            (1.5, 1.0, 1.0, true, 0.5),
            (1.5, 1.0, 3.0, true, 1.5),
            (3.5, 1.0, 1.0, true, 0.5),
            (3.5, 1.0, 1.0, false, 2.0),
            (1.5, 1.0, -1.0, true, 1.5),
            (1.5, 1.0, -1.0, false, 0.0),
        ] {
            let found = slide().time_at(time, start, speed, repeats);
            assert!((found - own).abs() < 1e-12, "{time} {start} {speed} {repeats}: {found}");
        }
    }

    #[test]
    fn only_the_animated_property_changes() {
        let mut nodes = [Transform { scale: Vec3::splat(2.0), ..Transform::default() }, Transform::default()];
        slide().sample(0.5, &mut nodes);
        assert_eq!(nodes[0], Transform { translation: Vec3::X, scale: Vec3::splat(2.0), ..Transform::default() });
        assert_eq!(nodes[1], Transform::default());
        assert_eq!(slide().weights(0.5, 0), None);
    }

    #[test]
    fn an_animation_holds_while_all_its_channels_do() {
        let values = vec![1.0; 9];
        let still = Keys::new(Interpolation::Linear, 3, vec![0.0, 1.0, 5.0], values).unwrap();
        let still = Channel { node: 1, property: Property::Scale, keys: still };
        let rests = Animation::new(vec![still.clone()]).unwrap();
        let moves = Animation::new([slide().channels(), &[still]].concat()).unwrap();
        for (time, resting, moving) in
            [(0.5, 1.0, 0.5), (1.0, 5.0, 1.0), (3.0, 5.0, 5.0), (5.0, f64::INFINITY, f64::INFINITY)]
        {
            let found = [&rests, &moves].map(|animation| animation.holds_until(time).to_bits());
            assert_eq!(found, [resting, moving].map(f64::to_bits), "at {time}");
        }
    }

    #[test]
    fn a_rotation_of_three_values_is_refused() {
        let keys = Keys::new(Interpolation::Step, 3, vec![0.0], vec![0.0; 3]).unwrap();
        let found = Animation::new(vec![Channel { node: 0, property: Property::Rotation, keys }]);
        assert_eq!(found, Err(SkinError::CountOfLanes { expected: 4, found: 3 }));
    }
}
