//! A copy of an STL whose solids are repaired, in the form of the file.
//!
//! Of a binary file the header stays, and each triangle that did not change has the same bytes. A text in which something changed is
//! written again, with its names and without its comments.

use std::fmt::Write;

use glam::Vec3;

use super::binary::{self, COUNT, HEADER, TRIANGLE};
use super::build::{is_text, meshes};
use crate::budget::Budget;
use crate::geometry::mesh::repair::{MeshRepair, RepairTriangle, RepairedMesh, repair_mesh};
use crate::import::level::error::{LevelError, LevelPlace};
use crate::import::level::plain_meshes::name_of_file;
use crate::import::level::work::LevelWork;
use crate::opacity::Progress;

/// A repaired file, and what was repaired in each solid.
#[derive(Debug, Default)]
pub(crate) struct RepairedStl {
    /// The copy.
    pub(crate) bytes: Vec<u8>,
    /// The solids with their names, in the order of the file.
    pub(crate) meshes: Vec<(String, RepairedMesh)>,
}

/// Repairs the solids of an STL. A solid without a name gets that of the file.
///
/// # Errors
/// When the file cannot be read: in one sentence.
pub(crate) fn repair_stl(bytes: &[u8], file: &str, how: MeshRepair) -> Result<RepairedStl, String> {
    let (progress, budget) = (Progress::default(), Budget::default());
    let read = meshes(bytes, &name_of_file(file), &LevelWork::new(&progress, &budget)).map_err(in_a_sentence)?;
    let repaired = read.meshes.into_iter().map(|mesh| {
        let triangles: Vec<([u32; 3], u32)> = mesh.triangles.iter().map(|corners| (*corners, 0)).collect();
        (mesh.name, repair_mesh(&mesh.positions, &triangles, how))
    });
    let meshes: Vec<(String, RepairedMesh)> = repaired.collect();
    let bytes = if meshes.iter().all(|(_, mesh)| mesh.changes.is_empty()) {
        bytes.to_vec()
    } else if is_text(bytes) {
        written(&meshes, bytes.windows(2).any(|pair| pair == b"\r\n")).into_bytes()
    } else {
        meshes.first().map_or_else(|| Ok(bytes.to_vec()), |(_, mesh)| binary_copy(bytes, mesh))?
    };
    Ok(RepairedStl { bytes, meshes })
}

fn in_a_sentence(error: LevelError) -> String {
    match error.place {
        LevelPlace::Text { line, .. } => format!("line {line}: {}", error.message),
        LevelPlace::Byte(byte) => format!("byte {byte}: {}", error.message),
        _ => error.message,
    }
}

/// All solids as text.
fn written(meshes: &[(String, RepairedMesh)], ends_in_crlf: bool) -> String {
    let mut text = String::new();
    for (name, mesh) in meshes {
        let _ = writeln!(text, "solid {name}");
        for triangle in &mesh.triangles {
            let corners = places(mesh, triangle);
            let Vec3 { x, y, z } = normal(corners);
            let _ = writeln!(text, "  facet normal {x} {y} {z}\n    outer loop");
            for Vec3 { x, y, z } in corners {
                let _ = writeln!(text, "      vertex {x} {y} {z}");
            }
            text.push_str("    endloop\n  endfacet\n");
        }
        let _ = writeln!(text, "endsolid {name}");
    }
    if ends_in_crlf { text.replace('\n', "\r\n") } else { text }
}

/// A binary file with the triangles of a mesh, and what follows its triangles.
fn binary_copy(bytes: &[u8], mesh: &RepairedMesh) -> Result<Vec<u8>, String> {
    let count = u32::try_from(mesh.triangles.len()).map_err(|_many| "it has too many triangles".to_owned())?;
    let (before, _) = bytes[HEADER..].as_chunks::<TRIANGLE>();
    let mut copy = bytes[..COUNT].to_vec();
    copy.extend_from_slice(&count.to_le_bytes());
    for triangle in &mesh.triangles {
        let old = triangle.number.and_then(|number| before.get(number as usize)).copied();
        let corners = places(mesh, triangle);
        let is_same = old.is_some_and(|old| binary::corners(&old).map(bits) == corners.map(bits));
        let mut new = old.unwrap_or([0; TRIANGLE]);
        if !is_same {
            let numbers = [normal(corners), corners[0], corners[1], corners[2]].map(|vector| vector.to_array());
            let numbers = numbers.as_flattened().iter().flat_map(|number| number.to_le_bytes());
            new.iter_mut().zip(numbers).for_each(|(byte, number)| *byte = number);
        }
        copy.extend_from_slice(&new);
    }
    let end = HEADER + TRIANGLE * binary::claimed(bytes).unwrap_or(0) as usize;
    copy.extend_from_slice(bytes.get(end..).unwrap_or_default());
    Ok(copy)
}

fn bits(place: Vec3) -> [u32; 3] {
    place.to_array().map(f32::to_bits)
}

fn places(mesh: &RepairedMesh, triangle: &RepairTriangle) -> [Vec3; 3] {
    triangle.corners.map(|vertex| mesh.positions[vertex as usize])
}

/// The direction to which a triangle faces; zero without one.
fn normal([a, b, c]: [Vec3; 3]) -> Vec3 {
    let [a, b, c] = [a, b, c].map(Vec3::as_dvec3);
    (b - a).cross(c - a).normalize_or_zero().as_vec3()
}
