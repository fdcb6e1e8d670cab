//! What the surfaces of objects show.

/// What the surfaces of objects show. Outlines and labels show the answers in every mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "window", derive(clap::ValueEnum))]
pub enum Display {
    /// Materials of levels, tinted by the answer, single-sided ones from the front. Objects without materials have the colour of
    /// their answer, mixed with their own colour if they have one.
    #[default]
    Material,
    /// The colour of the answer, or of the object.
    Verdict,
    /// One colour for all.
    Clay,
    /// The edges of triangles, in the colour of the answer.
    Wireframe,
    /// Front faces in one colour and back faces in another one. The ray queries have the same rule.
    Orientation,
}

impl Display {
    /// All modes, in the order of the menu.
    pub const ALL: [Self; 5] = [Self::Material, Self::Verdict, Self::Clay, Self::Wireframe, Self::Orientation];

    /// The name in menus.
    pub fn name(self) -> &'static str {
        match self {
            Self::Material => "Material",
            Self::Verdict => "Verdict",
            Self::Clay => "Clay",
            Self::Wireframe => "Wireframe",
            Self::Orientation => "Face orientation",
        }
    }

    /// What it shows, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Material => {
                "Show the materials of levels. Answers are a tint, an outline and a label. \
                 The back of a single-sided material is not drawn, as in engines; the other modes show both sides."
            }
            Self::Verdict => "Show objects in the colour of their answers.",
            Self::Clay => "Show all objects in one colour. Answers are an outline and a label.",
            Self::Wireframe => "Show only the edges of triangles.",
            Self::Orientation => {
                "Show front faces in blue and back faces in red, and count the triangles of meshes that face away from \
                 the view. A ray that hits a red face hits a back face."
            }
        }
    }
}
