//! One change of one entry of a trace.

use crate::scene::{Camera, Color, Depth, Object, Projection, Shape};

/// A change of an entry, whose slot is stored beside it. It is small, because a trace has many.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    Position([f32; 3]),
    Rotation([f32; 4]),
    Scale([f32; 3]),
    /// From local to world space, column by column, in place of the pose.
    Matrix(Box<[f32; 16]>),
    /// Of an object.
    Object(Box<ObjectChange>),
    /// Of a camera.
    Camera(Box<CameraChange>),
    AddObject(Box<Object>),
    AddCamera(Box<Camera>),
}

/// A change of an object that is not its pose.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ObjectChange {
    Shape(Shape),
    Layers(Vec<u8>),
    Color(Color),
}

/// A change of a camera that is not its pose.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CameraChange {
    LookAt([f32; 3]),
    Euler([f32; 3]),
    Projection(Projection),
    Near(f32),
    Far(f32),
    Depth(Depth),
    DepthBits(u32),
    Mask(Vec<u8>),
    Size([u32; 2]),
}
