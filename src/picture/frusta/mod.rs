//! View volumes: edges, translucent faces, planes with their inward normals, and the camera as a small solid.

pub(super) mod pair;
mod volumes;

pub(super) use self::volumes::draw;
