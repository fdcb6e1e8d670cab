//! The columns of the table: their cells, and how they sort.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::app::kit::glossary::Term;
use crate::escape;
use crate::geometry::Tone;
use crate::geometry::frustum::{Side, Verdict};
use crate::geometry::ray::{HIT, Miss};
use crate::geometry::units::{Length, Units};
use crate::report::{FrustumAnswer, RayAnswer, Report};
use crate::world::Item;

/// One column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// The object's name.
    Object,
    /// For a camera: inside, intersect or outside.
    Verdict,
    /// For a camera: the least p-distance.
    Margin,
    /// For a camera: the first plane that rejects.
    RejectedBy,
    /// The exact answer.
    Exact,
    /// For a ray: hit, or the reason for a miss.
    Result,
    /// For a ray: the t of the hit.
    T,
    /// For a ray: the distance of the hit in metres.
    Distance,
    /// For a ray: the part of the surface that is hit.
    Feature,
    /// For a ray: the interval inside.
    Interval,
}

/// The contents of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell<'r> {
    /// No contents.
    Empty,
    /// The name of an object, escaped.
    Name(Cow<'r, str>),
    /// A word with a tone. `warns` when the exact answer differs.
    Word { word: &'static str, tone: Tone, warns: bool },
    /// A plane or a part of a surface.
    Part(Cow<'static, str>),
    /// A number without a unit.
    Number(f32),
    /// A length in metres.
    Length(f32),
    /// Two parameters in order.
    Interval(crate::geometry::Interval<f32>),
}

/// The sort key of a cell. `None` comes last in either direction.
pub(super) type SortKey = Option<Rank>;

/// Ranks of one column are all of one variant.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Rank {
    /// A text, compared ignoring case.
    Text(String),
    /// A word, by its rank rather than by spelling.
    Place(usize),
    /// A number.
    Number(f32),
}

impl Rank {
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Place(a), Self::Place(b)) => a.cmp(b),
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            _ => Ordering::Equal,
        }
    }

    /// The absolute value.
    pub(super) fn size(&self) -> Self {
        match self {
            Self::Number(number) => Self::Number(number.abs()),
            other => other.clone(),
        }
    }
}

const CAMERA: [Column; 5] = [Column::Object, Column::Verdict, Column::Margin, Column::RejectedBy, Column::Exact];
const RAY: [Column; 7] =
    [Column::Object, Column::Result, Column::Exact, Column::T, Column::Distance, Column::Feature, Column::Interval];

impl Column {
    /// The columns for a camera or a ray, from the left. Other items have none.
    pub(super) fn of(querier: Item) -> &'static [Self] {
        match querier {
            Item::Camera(_) => &CAMERA,
            Item::Ray(_) => &RAY,
            _ => &[],
        }
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::Verdict => "verdict",
            Self::Margin => "margin",
            Self::RejectedBy => "rejected by",
            Self::Exact => "exact",
            Self::Result => "result",
            Self::T => "t",
            Self::Distance => "distance",
            Self::Feature => "feature",
            Self::Interval => "interval",
        }
    }

    /// Its title, with the unit of its lengths if they are not in metres.
    pub(super) fn heading(self, units: Units) -> Cow<'static, str> {
        match self {
            Self::Margin | Self::Distance if units.length != Length::Metres => {
                format!("{} {}", self.title(), units.length.symbol()).into()
            }
            _ => self.title().into(),
        }
    }

    /// The column's contents and sort order, in addition to its glossary term.
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::Object => "The object's name.",
            Self::Verdict => "The answer for the object's tight box and the six planes. Outside sorts first.",
            Self::Margin => "Sorts by absolute value first: near misses and near hits come first.",
            Self::RejectedBy => "Sorts in plane order.",
            Self::Exact => "Rows where it differs from the fast answer sort first.",
            Self::Result => "A hit, or the reason for a miss. Hits sort first.",
            Self::T => "The t of the hit.",
            Self::Distance => "From the ray's origin to the hit.",
            Self::Feature => "The feature of the hit.",
            Self::Interval => "The interval of the whole line, for any kind of ray.",
        }
    }

    /// The glossary term of its title.
    pub(super) fn term(self) -> Option<Term> {
        Some(match self {
            Self::Object => return None,
            Self::Verdict => Term::Verdict,
            Self::Margin => Term::Margin,
            Self::RejectedBy => Term::RejectingPlane,
            Self::Exact => Term::Exact,
            Self::Result => Term::NoHit,
            Self::T | Self::Distance => Term::T,
            Self::Feature => Term::Feature,
            Self::Interval => Term::Interval,
        })
    }

    /// The least width in points.
    pub(super) fn width(self) -> f32 {
        match self {
            Self::Verdict | Self::Exact => 86.0,
            Self::Object | Self::RejectedBy => 64.0,
            Self::Margin | Self::Distance => 54.0,
            Self::Result => 62.0,
            Self::T | Self::Feature => 46.0,
            Self::Interval => 88.0,
        }
    }

    /// Whether its cells are right-aligned.
    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Margin | Self::T | Self::Distance | Self::Interval)
    }

    /// Whether the sign of its numbers is a side of a plane, so that numbers near 0 are near misses.
    pub(super) fn has_sides(self) -> bool {
        self == Self::Margin
    }

    /// Whether its cells are understandable without the title.
    pub(super) fn is_word(self) -> bool {
        matches!(self, Self::Object | Self::Verdict | Self::Result)
    }

    /// The cell of an object.
    pub(super) fn cell(self, report: &Report, querier: Item, object: usize) -> Cell<'_> {
        match answer(report, querier, object) {
            Some(_) if self == Self::Object => Cell::Name(escape::shown(report.name(object))),
            Some(ColumnAnswer::Camera(answer)) => self.of_camera(&answer),
            Some(ColumnAnswer::Ray(answer)) => self.of_ray(&answer),
            None => Cell::Empty,
        }
    }

    fn of_camera(self, answer: &FrustumAnswer) -> Cell<'static> {
        let word = |verdict: Verdict, warns| Cell::Word { word: verdict.word(), tone: verdict.tone(), warns };
        match self {
            Self::Verdict => word(answer.fast.verdict, false),
            Self::Margin => Cell::Length(answer.fast.margin),
            Self::RejectedBy => answer.fast.rejected_by.map_or(Cell::Empty, |side| Cell::Part(side.word().into())),
            Self::Exact => word(answer.exact, !answer.agrees()),
            Self::Object | Self::Result | Self::T | Self::Distance | Self::Feature | Self::Interval => Cell::Empty,
        }
    }

    fn of_ray(self, answer: &RayAnswer) -> Cell<'static> {
        let hit = answer.cast.hit();
        match self {
            Self::Result => match answer.cast.result() {
                Ok(_) => Cell::Word { word: HIT, tone: Tone::Pass, warns: false },
                Err(miss) => Cell::Word { word: miss.word(), tone: tone(miss), warns: false },
            },
            Self::Exact => match answer.exact.result {
                Ok(_) => Cell::Word { word: HIT, tone: Tone::Pass, warns: !answer.agrees() },
                Err(miss) => Cell::Word { word: miss.word(), tone: tone(miss), warns: !answer.agrees() },
            },
            Self::T => hit.map_or(Cell::Empty, |hit| Cell::Number(hit.t)),
            Self::Distance => hit.map_or(Cell::Empty, |hit| Cell::Length(hit.distance)),
            Self::Feature => answer.feature().filter(|_| hit.is_some()).map_or(Cell::Empty, Cell::Part),
            Self::Interval => answer.cast.interval().map_or(Cell::Empty, Cell::Interval),
            Self::Object | Self::Verdict | Self::Margin | Self::RejectedBy => Cell::Empty,
        }
    }

    /// The sort key of an object.
    pub(super) fn key(self, report: &Report, querier: Item, object: usize) -> SortKey {
        match (self, answer(report, querier, object)?) {
            (Self::RejectedBy, ColumnAnswer::Camera(answer)) => {
                let side = answer.fast.rejected_by?;
                Side::ALL.iter().position(|other| *other == side).map(Rank::Place)
            }
            (Self::Verdict, ColumnAnswer::Camera(answer)) => Some(Rank::Place(answer.fast.verdict as usize)),
            (Self::Exact, ColumnAnswer::Camera(answer)) => {
                Some(Rank::Place(answer.exact as usize + if answer.agrees() { 3 } else { 0 }))
            }
            (Self::Result, ColumnAnswer::Ray(answer)) => Some(Rank::Place(place(answer.cast.result().err()))),
            (Self::Exact, ColumnAnswer::Ray(answer)) => {
                Some(Rank::Place(place(answer.exact.result.err()) + if answer.agrees() { RESULTS } else { 0 }))
            }
            _ => match self.cell(report, querier, object) {
                Cell::Name(text) => Some(Rank::Text(text.to_lowercase())),
                Cell::Part(word) => Some(Rank::Text(word.into_owned())),
                Cell::Number(number)
                | Cell::Length(number)
                | Cell::Interval(crate::geometry::Interval { near: number, .. }) => Some(Rank::Number(number)),
                Cell::Empty | Cell::Word { .. } => None,
            },
        }
    }
}

/// As in the picture, objects that the line misses are context.
fn tone(miss: Miss) -> Tone {
    if matches!(miss, Miss::Misses | Miss::Masked) { Tone::Note } else { Tone::Fail }
}

/// A hit, or one of the four reasons for a miss.
const RESULTS: usize = 5;

/// The rank of a result: hits first.
fn place(miss: Option<Miss>) -> usize {
    miss.map_or(0, |miss| 1 + miss as usize)
}

impl Cell<'_> {
    /// The text of a cell for screen readers.
    pub(super) fn words(&self, units: Units) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Name(name) => name.clone().into_owned(),
            Self::Word { word, warns: false, .. } => (*word).to_owned(),
            Self::Part(word) => word.to_string(),
            Self::Word { word, warns: true, .. } => format!("{word}, which differs"),
            Self::Number(number) => units.number(*number),
            Self::Length(metres) => units.bare_length(*metres),
            Self::Interval(crate::geometry::Interval { near: from, far: to }) => {
                format!("{} to {}", units.number(*from), units.number(*to))
            }
        }
    }
}

/// The name and verdict of an object, which the filter searches.
pub(super) fn name_and_verdict(report: &Report, querier: Item, object: usize) -> Option<(&str, &'static str)> {
    let word = match answer(report, querier, object)? {
        ColumnAnswer::Camera(answer) => answer.fast.verdict.word(),
        ColumnAnswer::Ray(answer) => answer.cast.word(),
    };
    Some((report.name(object), word))
}

enum ColumnAnswer {
    Camera(FrustumAnswer),
    Ray(RayAnswer),
}

fn answer(report: &Report, querier: Item, object: usize) -> Option<ColumnAnswer> {
    match querier {
        Item::Camera(camera) => report.in_view(camera, object).map(ColumnAnswer::Camera),
        Item::Ray(ray) => report.on_ray(ray, object).map(ColumnAnswer::Ray),
        _ => None,
    }
}
