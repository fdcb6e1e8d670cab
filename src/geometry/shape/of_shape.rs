//! A choice by the kind of a shape, whose branches are compiled for each kind.

/// `of_shape!(shape, solid => …, mesh => …)` for a `&Shape`: the first expression for each convex solid, by value, and the
/// second for a mesh. A new kind of solid has its line here.
macro_rules! of_shape {
    ($shape:expr, $solid:ident => $of_solid:expr, $mesh:pat => $of_mesh:expr) => {
        match $shape {
            $crate::geometry::shape::kind::Shape::Box { half_extents } => {
                let $solid = $crate::geometry::shape::cuboid::Cuboid { half_extents: (*half_extents).into() };
                $of_solid
            }
            $crate::geometry::shape::kind::Shape::Sphere { radius } => {
                let $solid = $crate::geometry::shape::sphere::Sphere { radius: *radius };
                $of_solid
            }
            $crate::geometry::shape::kind::Shape::Cylinder { radius, half_height } => {
                let $solid = $crate::geometry::shape::cylinder::Cylinder { radius: *radius, half_height: *half_height };
                $of_solid
            }
            $crate::geometry::shape::kind::Shape::Cone { radius, height } => {
                let $solid = $crate::geometry::shape::cone::Cone { radius: *radius, height: *height };
                $of_solid
            }
            $crate::geometry::shape::kind::Shape::Capsule { radius, half_height } => {
                let $solid = $crate::geometry::shape::capsule::Capsule { radius: *radius, half_height: *half_height };
                $of_solid
            }
            $crate::geometry::shape::kind::Shape::Hull(hull) => {
                let $solid = &**hull;
                $of_solid
            }
            $crate::geometry::shape::kind::Shape::Mesh($mesh) => $of_mesh,
        }
    };
}

pub(crate) use of_shape;
