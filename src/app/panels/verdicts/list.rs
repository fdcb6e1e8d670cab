//! The rows of the table and their order.

use std::cmp::Ordering;

use super::column;
use super::column::{Column, SortKey};
use crate::parallel;
use crate::report::Report;
use crate::world::Item;

/// The sort order. Equal rows keep the order of the file in both directions. Rows without a value come last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SortOrder {
    /// The order of the scene.
    #[default]
    File,
    /// The number nearest to 0 first: near misses and near hits of a margin.
    Nearest(Column),
    /// The least first.
    Ascending(Column),
    /// The greatest first.
    Descending(Column),
}

impl SortOrder {
    /// The order after a click on a column's header: by absolute value if the sign is a side, then ascending,
    /// descending, and file order.
    pub(super) fn after_click(self, column: Column) -> Self {
        match self {
            Self::Nearest(by) if by == column => Self::Ascending(column),
            Self::Ascending(by) if by == column => Self::Descending(column),
            Self::Descending(by) if by == column => Self::File,
            _ if column.has_sides() => Self::Nearest(column),
            _ => Self::Ascending(column),
        }
    }

    pub(super) fn column(self) -> Option<Column> {
        match self {
            Self::File => None,
            Self::Nearest(column) | Self::Ascending(column) | Self::Descending(column) => Some(column),
        }
    }

    fn compare(self, a: &SortKey, b: &SortKey) -> Ordering {
        match (a, b) {
            (Some(a), Some(b)) => match self {
                Self::Nearest(_) => a.size().compare(&b.size()),
                Self::Descending(_) => b.compare(a),
                Self::File | Self::Ascending(_) => a.compare(b),
            },
            (a, b) => a.is_none().cmp(&b.is_none()),
        }
    }
}

/// The inputs of the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Query {
    /// The workspace's revision of the report.
    pub(super) revision: u64,
    /// The camera or ray.
    pub(super) querier: Item,
    pub(super) order: SortOrder,
    pub(super) filter: String,
}

/// The rows as indices of objects, computed again when the query changes.
#[derive(Default)]
pub(super) struct VerdictList {
    rows: Vec<u32>,
    made_for: Option<Query>,
}

impl VerdictList {
    pub(super) fn update(&mut self, query: Query, report: &Report) {
        if self.made_for.as_ref() != Some(&query) {
            self.rows = rows(&query, report);
            self.made_for = Some(query);
        }
    }

    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The row of an object.
    pub(super) fn place_of(&self, object: usize) -> Option<usize> {
        self.rows.iter().position(|&row| row as usize == object)
    }
}

fn rows(query: &Query, report: &Report) -> Vec<u32> {
    let querier = query.querier;
    let words: Vec<String> = query.filter.split_whitespace().map(str::to_lowercase).collect();
    let objects = (0..u32::try_from(report.objects.len()).unwrap_or(u32::MAX)).filter(|&object| {
        column::name_and_verdict(report, querier, object as usize)
            .is_some_and(|(name, verdict)| passes(&words, name, verdict))
    });
    let Some(column) = query.order.column() else { return objects.collect() };
    let mut keyed: Vec<(SortKey, u32)> =
        objects.map(|object| (column.key(report, querier, object as usize), object)).collect();
    parallel::sort_by(&mut keyed, |(a, _), (b, _)| query.order.compare(a, b));
    keyed.into_iter().map(|(_, object)| object).collect()
}

/// Whether every word of the filter is a part of the name, or is the verdict.
fn passes(words: &[String], name: &str, verdict: &str) -> bool {
    if words.is_empty() {
        return true;
    }
    let name = name.to_lowercase();
    words.iter().all(|word| name.contains(word) || word == verdict)
}

#[cfg(test)]
mod tests {
    use super::super::column::Rank;
    use super::*;
    use crate::files::Files;
    use crate::scene::Scene;
    use crate::world::World;

    /// Margins far from the side planes: near 1, so the margin is the far or near distance of the box.
    const SCENE: &str = r#"{ "eyeline": 1,
        "cameras": [{ "name": "eye", "near": 1, "far": 10 }],
        "rays": [{ "name": "aim", "origin": [0, 0, 0], "direction": [0, 0, -2] }],
        "objects": [
            { "name": "Beyond", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -12] },
            { "name": "crate", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -5] },
            { "name": "twin", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -12] },
            { "name": "at the back", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 3] },
            { "name": "cut", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -10] },
            { "name": "aside", "shape": { "sphere": { "radius": 0.5 } }, "position": [3, 0, -6] } ] }"#;

    fn list(querier: Item, order: SortOrder, filter: &str) -> Vec<u32> {
        let scene: Scene = serde_json::from_str(SCENE).unwrap();
        let report = Report::of(&World::at(&scene, &Files::default(), 0));
        rows(&Query { revision: 0, querier, order, filter: filter.to_owned() }, &report)
    }

    #[test]
    fn without_a_sort_order_rows_are_in_file_order() {
        assert_eq!(list(Item::Camera(0), SortOrder::File, ""), [0, 1, 2, 3, 4, 5]);
        assert_eq!(list(Item::Ray(0), SortOrder::File, ""), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn sorting_is_by_rank_and_stable_with_missing_values_last() {
        use Column::{Distance, Exact, Feature, Interval, Margin, Object, RejectedBy, Result, T, Verdict};
        let (camera, ray) = (Item::Camera(0), Item::Ray(0));
        for (querier, column, up, down) in [
            (camera, Object, [5, 3, 0, 1, 4, 2], [2, 4, 1, 0, 3, 5]),
            (camera, Verdict, [0, 2, 3, 4, 1, 5], [1, 5, 4, 0, 2, 3]),
            (camera, Margin, [3, 0, 2, 4, 5, 1], [1, 5, 4, 0, 2, 3]),
            (camera, RejectedBy, [3, 0, 2, 1, 4, 5], [0, 2, 3, 1, 4, 5]),
            (camera, Exact, [0, 2, 3, 4, 1, 5], [1, 5, 4, 0, 2, 3]),
            (ray, Result, [0, 1, 2, 4, 5, 3], [3, 5, 0, 1, 2, 4]),
            (ray, Exact, [0, 1, 2, 4, 5, 3], [3, 5, 0, 1, 2, 4]),
            (ray, T, [1, 4, 0, 2, 3, 5], [0, 2, 4, 1, 3, 5]),
            (ray, Distance, [1, 4, 0, 2, 3, 5], [0, 2, 4, 1, 3, 5]),
            (ray, Feature, [0, 1, 2, 4, 3, 5], [0, 1, 2, 4, 3, 5]),
            (ray, Interval, [3, 1, 4, 0, 2, 5], [0, 2, 4, 1, 3, 5]),
        ] {
            assert_eq!(list(querier, SortOrder::Ascending(column), ""), up, "{column:?} up");
            assert_eq!(list(querier, SortOrder::Descending(column), ""), down, "{column:?} down");
        }
    }

    #[test]
    fn the_filter_matches_parts_of_names_and_whole_verdicts() {
        for (querier, filter, expected) in [
            (Item::Camera(0), "a", vec![1, 3, 5]),
            (Item::Camera(0), "BEYOND", vec![0]),
            (Item::Camera(0), "outside", vec![0, 2, 3]),
            (Item::Camera(0), "Outside t", vec![2, 3]),
            (Item::Camera(0), "outsid", vec![]),
            (Item::Ray(0), "hit", vec![0, 1, 2, 4]),
            (Item::Ray(0), "behind", vec![3]),
            (Item::Ray(0), "  ", vec![0, 1, 2, 3, 4, 5]),
        ] {
            assert_eq!(list(querier, SortOrder::File, filter), expected, "{filter}");
        }
        assert_eq!(list(Item::Camera(0), SortOrder::Descending(Column::Margin), "outside"), [0, 2, 3]);
    }

    #[test]
    fn a_deleted_querier_has_no_rows() {
        assert_eq!(list(Item::Camera(7), SortOrder::Ascending(Column::Margin), ""), Vec::<u32>::new());
    }

    #[test]
    fn clicks_on_a_header_cycle_through_the_orders() {
        for (column, round) in [
            (Column::T, vec![SortOrder::Ascending(Column::T), SortOrder::Descending(Column::T)]),
            (
                Column::Margin,
                vec![
                    SortOrder::Nearest(Column::Margin),
                    SortOrder::Ascending(Column::Margin),
                    SortOrder::Descending(Column::Margin),
                ],
            ),
        ] {
            let mut order = SortOrder::default();
            for expected in round {
                order = order.after_click(column);
                assert_eq!(order, expected);
                assert_eq!(order.after_click(Column::Object), SortOrder::Ascending(Column::Object));
            }
            assert_eq!(order.after_click(column), SortOrder::File);
        }
    }

    /// The crate is inside by 2 m, "cut" by less, "aside" is just outside. Near misses on both sides come first.
    #[test]
    fn nearest_margins_are_near_misses() {
        let scene: Scene = serde_json::from_str(SCENE).unwrap();
        let report = Report::of(&World::at(&scene, &Files::default(), 0));
        let margin = |object: u32| report.frusta[0].objects[object as usize].fast.margin;
        let found = list(Item::Camera(0), SortOrder::Nearest(Column::Margin), "");
        assert!(found.windows(2).all(|pair| margin(pair[0]).abs() <= margin(pair[1]).abs()), "{found:?}");
        assert!(found.windows(2).any(|pair| margin(pair[0]) > margin(pair[1])), "not just upwards: {found:?}");
        let outside = list(Item::Camera(0), SortOrder::Nearest(Column::Margin), "outside");
        assert!(margin(outside[0]) < 0.0 && outside.iter().all(|&o| margin(o) <= margin(outside[0])), "{outside:?}");
    }

    #[test]
    fn infinities_and_missing_numbers_are_sorted() {
        let order = SortOrder::Descending(Column::T);
        let number = |x| Some(Rank::Number(x));
        assert_eq!(order.compare(&None, &number(f32::NEG_INFINITY)), Ordering::Greater);
        assert_eq!(order.compare(&number(1.0), &number(f32::INFINITY)), Ordering::Greater);
        assert_eq!(order.compare(&None, &None), Ordering::Equal);
    }
}
