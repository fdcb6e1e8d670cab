//! Directions that commands name: of the eye along an axis, of a step of the view, and the ends of the axes of the world.

use glam::Vec3;

/// The direction in the picture in which a key moves the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Toward {
    Left,
    Right,
    Up,
    Down,
}

impl Toward {
    /// As part of the name of a command.
    pub(in crate::app) fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

/// The views along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum ViewAxis {
    /// Looking along −Z.
    Front,
    /// Looking along −X.
    Right,
    /// Looking down.
    Top,
}

/// One end of an axis of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct Direction {
    /// 0, 1 or 2 for X, Y or Z.
    pub(in crate::app) axis: usize,
    /// Whether it is the end in the positive direction.
    pub(in crate::app) positive: bool,
}

impl Direction {
    /// All six ends.
    pub(in crate::app) const ALL: [Self; 6] = {
        let mut all = [Self { axis: 0, positive: true }; 6];
        let mut i = 0;
        while i < 6 {
            all[i] = Self { axis: i / 2, positive: i % 2 == 0 };
            i += 1;
        }
        all
    };

    /// Unit vector in the world.
    pub(in crate::app) fn vector(self) -> Vec3 {
        Vec3::AXES[self.axis] * if self.positive { 1.0 } else { -1.0 }
    }

    /// Its label: +X, −X.
    pub(in crate::app) fn name(self) -> &'static str {
        [["+X", "−X"], ["+Y", "−Y"], ["+Z", "−Z"]][self.axis][usize::from(!self.positive)]
    }

    /// The key of the view from this end.
    pub(in crate::app) fn key(self) -> &'static str {
        [["3", "Ctrl+3"], ["7", "Ctrl+7"], ["1", "Ctrl+1"]][self.axis][usize::from(!self.positive)]
    }

    /// The other end of the axis.
    pub(in crate::app) fn opposite(self) -> Self {
        Self { positive: !self.positive, ..self }
    }
}
