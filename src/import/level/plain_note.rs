//! Notes on files that have only meshes: STL, PLY, and maps of Quake and its successors.

/// The kind of such a note.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::import) enum PlainNote {
    /// Normals of triangles that point to the other side than the winding, and the number of all that were compared.
    NormalsAgainst(usize),
    /// Bytes after the last triangle.
    BytesLeft,
    /// A solid that its file does not end.
    NoEnd,
    /// Rows of a PLY with more values than its header has.
    MoreValues,
    /// Brushes of a map without a hull, with the reason.
    Brush(&'static str),
    /// The entities of a compiled map cannot be read, with the reason.
    Entities(String),
    /// Entities with a model that does not exist: its number, and the number of models.
    NoModel(usize, usize),
    /// Entities whose origin is not three numbers.
    Origin,
    /// Faces of a compiled map with fewer than three corners.
    FewCorners,
}

impl PlainNote {
    /// In words. `many` chooses between those for one and for several.
    pub(super) fn described(&self, count: usize, many: impl Fn(&str, &str) -> String) -> String {
        match self {
            Self::NormalsAgainst(of) => format!(
                "{count} of {of} stored normals point to the other side than the winding of their triangles; the winding \
                 decides which side is the front"
            ),
            Self::BytesLeft if count == 1 => "a byte after the last triangle is ignored".to_owned(),
            Self::BytesLeft => format!("{count} bytes after the last triangle are ignored"),
            Self::NoEnd => many(
                "a solid has no `endsolid`; the file may be cut off",
                "solids have no `endsolid`; the file may be cut off",
            ),
            Self::MoreValues => many(
                "a row has more values than the header says; they are ignored",
                "rows have more values than the header says; they are ignored",
            ),
            Self::Entities(why) => {
                format!("the text of the entities cannot be read, so models have numbers as names, and no place: {why}")
            }
            Self::NoModel(model, models) => many(
                &format!("an entity is left out: its model is *{model}, but the number of models is {models}"),
                &format!("entities are left out: their model is *{model}, but the number of models is {models}"),
            ),
            Self::Origin => many(
                "the origin of an entity is not three numbers, so its model is at 0, 0, 0",
                "the origins of entities are not three numbers, so their models are at 0, 0, 0",
            ),
            Self::FewCorners => many(
                "a face is left out: it has fewer than three corners",
                "faces are left out: they have fewer than three corners",
            ),
            Self::Brush(why) => many(&format!("a brush is left out: {why}"), &format!("brushes are left out: {why}")),
        }
    }
}
