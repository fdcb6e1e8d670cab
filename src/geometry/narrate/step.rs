//! One step of an algorithm, and the values that decided.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use super::mark::Mark;
use super::plot::Plot;
use super::tone::Tone;
use crate::geometry::frustum::classified::{Classification, PlaneValues};
use crate::geometry::frustum::extracted::ExtractionValues;
use crate::geometry::ray::values::RayValues;

/// One step of an algorithm, for a reader and for the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// A few words: "Left plane", "Slab X".
    pub title: String,
    /// The formula in symbols; lines are separated by `\n`. Empty when the step computes nothing.
    pub formula: String,
    /// The same formula with the numbers in it, line by line.
    pub numbers: String,
    /// What follows from it, as a sentence.
    pub outcome: String,
    /// What the step contributes to the answer.
    pub tone: Tone,
    /// What to draw in the scene while this step is shown.
    pub marks: Vec<Mark>,
    /// The values that decided, for steps of rays, frusta and octrees.
    pub values: Option<Values>,
}

impl Step {
    /// The part of the step in the diagram of the whole story; `None` when it has none.
    pub fn plot(&self) -> Option<Plot> {
        match self.values.as_ref()? {
            Values::Ray(values) => values.plot(),
            Values::Plane(PlaneValues { side, distances, .. }) => {
                Some(Plot::PlaneDistances { side: *side, p: distances.p, n: distances.n })
            }
            Values::Verdict(_) | Values::Extraction(_) | Values::Other(_) => None,
        }
    }

    /// The values of a query outside this module, when they are of that type.
    pub fn other_values<T: Any>(&self) -> Option<&T> {
        match self.values.as_ref()? {
            Values::Other(values) => values.get(),
            _ => None,
        }
    }
}

/// The values of one step, as the query used them.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Of a ray and a solid, a mesh or an image.
    Ray(RayValues),
    /// Of a box and one plane of a frustum.
    Plane(PlaneValues),
    /// Of a box and all planes of a frustum.
    Verdict(Classification),
    /// Of a camera and its planes.
    Extraction(ExtractionValues),
    /// Of a query outside this module, such as [`crate::octree::place_told`].
    Other(OtherValues),
}

/// Values of a type that is defined elsewhere.
#[derive(Clone, Debug)]
pub struct OtherValues(Arc<dyn Erased>);

impl OtherValues {
    /// Values of any type.
    pub fn new<T: Any + Debug + PartialEq + Send + Sync>(values: T) -> Self {
        Self(Arc::new(values))
    }

    /// The values, when they are of that type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }
}

impl PartialEq for OtherValues {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0.as_any())
    }
}

/// A value whose type is erased.
trait Erased: Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + Debug + PartialEq + Send + Sync> Erased for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}
