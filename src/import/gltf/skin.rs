//! The skins of a glTF: joints with their inverse bind matrices (glTF 2.0, section 3.7.3).

use std::sync::Arc;

use glam::{DMat4, DVec4};
use gltf::json::accessor::Type;

use super::accessor::Elements;
use super::state::Reading;
use crate::geometry::narrate::counted;
use crate::import::level::error::{LevelError, LevelPlace, Result, get};
use crate::import::level::notes::NoteKind;
use crate::import::level::rig::NamedSkin;
use crate::skin::Skin;

/// All skins of a file; `None` for one that cannot be used, with a note.
pub(super) fn read(reading: &mut Reading) -> Result<Vec<Option<NamedSkin>>> {
    let written = reading.source.document.skins.clone();
    let mut skins = Vec::with_capacity(written.len());
    for (index, skin) in written.iter().enumerate() {
        let place = LevelPlace::named("skins", index, skin.name.as_ref());
        skins.push(match read_skin(reading, skin, &place) {
            Ok(skin) => Some(skin),
            Err(error) => {
                let is_number = error.is_number;
                let kind = NoteKind::Skin(reading.why_left_out(error, &place)?);
                reading.notes.add(if is_number { kind.of_number() } else { kind }, place);
                None
            }
        });
    }
    Ok(skins)
}

fn read_skin(reading: &mut Reading, skin: &gltf::json::Skin, place: &LevelPlace) -> Result<NamedSkin> {
    let Reading { source, notes, stamps } = reading;
    let joints: Vec<usize> = skin.joints.iter().map(gltf::json::Index::value).collect();
    if joints.is_empty() {
        return Err(LevelError::at(place.clone(), "it has no joint"));
    }
    if joints.len() > usize::from(u16::MAX) + 1 {
        return Err(LevelError::at(place.clone(), format!("it has {} joints, and 65,536 are the most", joints.len())));
    }
    for &joint in &joints {
        get(&source.document.nodes, "nodes", joint, place)?;
    }
    let mut joint_from_bind = Vec::new();
    if let Some(accessor) = skin.inverse_bind_matrices {
        let matrices = Elements::open(source, accessor.value(), Type::Mat4, place, stamps)?.expect_numbers()?;
        if matrices.count < joints.len() {
            let (found, joints) = (matrices.count, counted(joints.len(), "joint"));
            let noun = if found == 1 { "matrix" } else { "matrices" };
            let why = format!("it has {joints} and {found} inverse bind {noun}; the missing ones are identities");
            notes.add(NoteKind::Influences(why), place.clone());
        }
        let count = matrices.count.min(joints.len());
        source.take(count, size_of::<DMat4>(), place)?;
        for i in 0..count {
            let matrix = DMat4::from_cols_array(&matrices.numbers::<16>(i).map(f64::from));
            if !matrix.is_finite() {
                let why = format!("the inverse bind matrix of joint {i} is not finite");
                return Err(LevelError::at(place.clone(), why).of_number());
            }
            if matrix.row(3) != DVec4::W {
                let why =
                    format!("the last row of the inverse bind matrix of joint {i} is not 0, 0, 0, 1 and is left out");
                notes.add(NoteKind::Forbidden(why), place.clone());
            } else if matrix.determinant() == 0.0 {
                let why =
                    format!("the inverse bind matrix of joint {i} has no inverse; the joint flattens its vertices");
                notes.add(NoteKind::Forbidden(why), place.clone());
            }
            joint_from_bind.push(matrix);
        }
    }
    let skeleton = skin.skeleton.map(|node| node.value());
    let root = skeleton.and_then(|node| joints.iter().position(|&joint| joint == node));
    Ok(NamedSkin {
        name: skin.name.as_deref().map(Arc::from),
        root: root.unwrap_or(0),
        skeleton: skeleton.filter(|_| root.is_none()),
        skin: Skin { joints, joint_from_bind },
    })
}
