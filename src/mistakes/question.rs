//! The questions that a program can be asked about space.

/// A question with an answer that does not depend on how it is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SpatialQuestion {
    /// Is a box in a view volume?
    FrustumBox,
    /// Is a sphere in a view volume?
    FrustumSphere,
    /// Where does a ray hit a box in a pose?
    RayBox,
    /// Where does a ray hit a sphere in a pose?
    RaySphere,
    /// Where does a ray hit a cylinder in a pose?
    RayCylinder,
    /// Where does a ray hit a cone in a pose?
    RayCone,
    /// Where does a ray hit a capsule in a pose?
    RayCapsule,
    /// Where does a ray hit a triangle?
    RayTriangle,
    /// Do two boxes overlap or touch?
    BoxBox,
    /// What is the world box of a local box under a matrix?
    TransformedBox,
    /// What is the Morton code of a cell?
    Morton,
}

impl SpatialQuestion {
    /// All questions, in the order of the documentation.
    pub const ALL: [Self; 11] = [
        Self::FrustumBox,
        Self::FrustumSphere,
        Self::RayBox,
        Self::RaySphere,
        Self::RayCylinder,
        Self::RayCone,
        Self::RayCapsule,
        Self::RayTriangle,
        Self::BoxBox,
        Self::TransformedBox,
        Self::Morton,
    ];

    /// The word on the command line and on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::FrustumBox => "frustum-box",
            Self::FrustumSphere => "frustum-sphere",
            Self::RayBox => "ray-box",
            Self::RaySphere => "ray-sphere",
            Self::RayCylinder => "ray-cylinder",
            Self::RayCone => "ray-cone",
            Self::RayCapsule => "ray-capsule",
            Self::RayTriangle => "ray-triangle",
            Self::BoxBox => "box-box",
            Self::TransformedBox => "transformed-box",
            Self::Morton => "morton",
        }
    }

    /// The question of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|question| question.word() == word)
    }

    /// The question in words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::FrustumBox => "Is a box in the view volume?",
            Self::FrustumSphere => "Is a sphere in the view volume?",
            Self::RayBox => "Where does a ray hit a box?",
            Self::RaySphere => "Where does a ray hit a sphere?",
            Self::RayCylinder => "Where does a ray hit a cylinder?",
            Self::RayCone => "Where does a ray hit a cone?",
            Self::RayCapsule => "Where does a ray hit a capsule?",
            Self::RayTriangle => "Where does a ray hit a triangle?",
            Self::BoxBox => "Do two boxes overlap or touch?",
            Self::TransformedBox => "What is the world box of a local box?",
            Self::Morton => "What is the Morton code of a cell?",
        }
    }

    /// Whether its answer says which part of a view volume something is in.
    pub const fn is_of_frusta(self) -> bool {
        matches!(self, Self::FrustumBox | Self::FrustumSphere)
    }

    /// Whether its answer can change what a camera finds in its view volume: the planes, or the world box that they test.
    pub const fn is_of_cameras(self) -> bool {
        self.is_of_frusta() || matches!(self, Self::TransformedBox)
    }

    /// Whether its answer is a hit of a ray.
    pub const fn is_of_rays(self) -> bool {
        matches!(
            self,
            Self::RayBox | Self::RaySphere | Self::RayCylinder | Self::RayCone | Self::RayCapsule | Self::RayTriangle
        )
    }
}
