//! Which rows there are: those that pass the search, in sections that can be closed.

use std::ops::Range;

use crate::app::session::Session;
use crate::world::World;

/// How many sections there are. That of the agents is only there when there are some.
pub(super) const SECTIONS: usize = 5;

/// The rows that pass the search, kept until it or a name changes. A search that goes on looks only through what it
/// had found.
#[derive(Default)]
pub(super) struct Rows {
    made_for: Option<(u64, String)>,
    /// Indices of agents, cameras, rays, objects and images in the world.
    pub(super) lists: [Vec<usize>; SECTIONS],
}

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Header(usize),
    Agent(usize),
    Camera(usize),
    Ray(usize),
    Object(usize),
    Image(usize),
}

impl Row {
    /// The number of its section, and its index there.
    fn parts(self) -> (usize, Option<usize>) {
        match self {
            Self::Header(section) => (section, None),
            Self::Agent(i) => (0, Some(i)),
            Self::Camera(i) => (1, Some(i)),
            Self::Ray(i) => (2, Some(i)),
            Self::Object(i) => (3, Some(i)),
            Self::Image(i) => (4, Some(i)),
        }
    }

    /// The number of its section.
    pub(super) fn section(self) -> usize {
        self.parts().0
    }
}

impl Rows {
    /// Finds the rows for a search.
    pub(super) fn update(&mut self, search: &str, session: &Session) {
        let key = (session.names(), search.to_lowercase());
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        let world = session.world();
        let narrows = |(names, search): &(u64, String)| *names == key.0 && key.1.contains(&**search);
        if !self.made_for.as_ref().is_some_and(narrows) {
            self.lists = counts(world).map(|len| (0..len).collect());
        }
        if !key.1.is_empty() {
            let matches = |name: &str| name.to_lowercase().contains(&key.1);
            let [agents, cameras, rays, objects, images] = &mut self.lists;
            agents.retain(|&i| matches(&world.agents[i].name));
            cameras.retain(|&i| matches(&world.cameras[i].name));
            rays.retain(|&i| matches(&world.rays[i].name));
            objects.retain(|&i| matches(&world.objects[i].name));
            images.retain(|&i| matches(&world.images[i].name));
        }
        self.made_for = Some(key);
    }

    /// Whether a row passes the search.
    pub(super) fn has(&self, row: Row) -> bool {
        let (section, index) = row.parts();
        index.is_none_or(|index| self.lists[section].binary_search(&index).is_ok())
    }

    /// Where a row stands among all that are shown, if it is; `lengths` are those of the sections with their headers, 0
    /// for one that is not shown at all.
    pub(super) fn place_of(&self, row: Row, lengths: [usize; SECTIONS]) -> Option<usize> {
        let (section, index) = row.parts();
        let before: usize = lengths[..section].iter().sum();
        let Some(index) = index else { return Some(before) };
        let place = 1 + self.lists[section].binary_search(&index).ok()?;
        (place < lengths[section]).then_some(before + place)
    }

    /// Which rows stand at these places.
    pub(super) fn at(&self, range: Range<usize>, lengths: [usize; SECTIONS]) -> Vec<Row> {
        let row = |mut place: usize| {
            for (section, length) in lengths.into_iter().enumerate().filter(|(_, length)| *length > 0) {
                if place == 0 {
                    return Some(Row::Header(section));
                }
                if place < length {
                    let index = *self.lists[section].get(place - 1)?;
                    let rows: [fn(usize) -> Row; SECTIONS] =
                        [Row::Agent, Row::Camera, Row::Ray, Row::Object, Row::Image];
                    return Some(rows[section](index));
                }
                place -= length;
            }
            None
        };
        range.filter_map(row).collect()
    }
}

/// How many things there are in each section.
pub(super) fn counts(world: &World) -> [usize; SECTIONS] {
    [world.agents.len(), world.cameras.len(), world.rays.len(), world.objects.len(), world.images.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        let text = r#"{ "eyeline": 1,
            "cameras": [{ "name": "eye" }],
            "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
            "objects": [{ "name": "Crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
                        { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 50] }] }"#;
        Session::new(serde_json::from_str(text).unwrap(), None)
    }

    #[test]
    fn the_search_leaves_what_matches_in_any_case() {
        let session = session();
        let mut rows = Rows::default();
        rows.update("cra", &session);
        assert_eq!(rows.lists, [vec![], vec![], vec![], vec![0], vec![]]);
        rows.update("", &session);
        assert_eq!(rows.lists, [vec![], vec![0], vec![0], vec![0, 1], vec![]]);
    }

    #[test]
    fn closed_sections_keep_their_header() {
        let mut rows = Rows::default();
        rows.update("", &session());
        let lengths = [0, 2, 1, 3, 0];
        let shown = rows.at(0..9, lengths);
        let expected = [Row::Header(1), Row::Camera(0), Row::Header(2), Row::Header(3), Row::Object(0), Row::Object(1)];
        assert_eq!(shown, expected);
        for (place, row) in shown.into_iter().enumerate() {
            assert_eq!(rows.place_of(row, lengths), Some(place), "{row:?}");
        }
        assert_eq!(rows.place_of(Row::Ray(0), lengths), None);
    }
}
