//! The answer as JSON.

use serde_json::{Value, json};

use super::answer::CostAnswer;
use crate::cost::{Count, ItemCost, MaterialCost, PlaceCost, Tile, ViewCost};

/// The bytes of the JSON.
pub(super) fn json(answer: &CostAnswer) -> anyhow::Result<Vec<u8>> {
    let CostAnswer { name, args, cost, survey, sentences, .. } = answer;
    let plan = survey.plan.map(|plan| json!({ "min": plan.min, "side": plan.side, "count": plan.count }));
    let lens = &survey.lens;
    let value = json!({
        "eyeline_cost": 1,
        "scene": name,
        "tick": args.ticks.map_or(args.tick, |ticks| ticks.first),
        "totals": {
            "objects": cost.count.objects,
            "triangles": cost.count.triangles,
            "vertices": cost.vertices,
            "geometries": cost.geometries,
            "geometry_bytes": cost.geometry_bytes,
            "textures": cost.textures.len(),
            "texture_bytes": cost.texture_bytes,
            "draw_calls": cost.count.draws,
        },
        "objects": cost.items.iter().map(|item| object(answer, item)).collect::<Vec<_>>(),
        "materials": cost.materials.iter().map(material).collect::<Vec<_>>(),
        "textures": cost.textures.iter().map(|texture| json!({
            "size": texture.size, "bytes": texture.bytes, "materials": texture.used_by,
        })).collect::<Vec<_>>(),
        "view": {
            "camera": args.camera,
            "fov_y": lens.fov_y().map(f64::to_degrees),
            "size": lens.size,
            "counted_at": lens.small_size(),
            "directions": lens.directions,
        },
        "plan": plan,
        "positions": survey.tiles.iter().map(|tile| position(tile, survey.plan.is_none())).collect::<Vec<_>>(),
        "sentences": sentences,
    });
    let mut bytes = serde_json::to_vec_pretty(&value)?;
    bytes.push(b'\n');
    Ok(bytes)
}

fn object(answer: &CostAnswer, item: &ItemCost) -> Value {
    let names = item.materials.iter().filter_map(|index| answer.cost.materials.get(*index));
    json!({
        "object": &*item.name,
        "triangles": item.triangles,
        "vertices": item.vertices,
        "geometry_bytes": item.geometry_bytes,
        "shared_by": item.shared_by,
        "texture_bytes": item.texture_bytes,
        "draw_calls": item.draws,
        "materials": names.map(|material| &*material.name).collect::<Vec<_>>(),
    })
}

fn material(material: &MaterialCost) -> Value {
    json!({
        "material": material.name,
        "objects": material.count.objects,
        "triangles": material.count.triangles,
        "draw_calls": material.count.draws,
        "textures": material.textures,
        "texture_bytes": material.texture_bytes,
    })
}

fn position(tile: &Tile, is_path: bool) -> Value {
    let mut value = if is_path { json!({ "tick": tile.place[0] }) } else { json!({ "tile": tile.place }) };
    let own = match &tile.cost {
        Err(reason) => json!({ "at": tile.at, "left_out": reason.word() }),
        Ok(PlaceCost { eye, views }) => {
            json!({ "eye": eye.to_array(), "views": views.iter().map(view).collect::<Vec<_>>() })
        }
    };
    if let (Value::Object(all), Value::Object(own)) = (&mut value, own) {
        all.extend(own);
    }
    value
}

fn view(view: &ViewCost) -> Value {
    json!({
        "direction": view.forward.to_array().map(rounded),
        "in_frustum": count(view.in_frustum),
        "seen": count(view.seen),
        "covered": count(view.covered),
        "without_pixel": count(view.without_pixel()),
        "covered_most_by": view.cover.as_ref().map(|cover| json!({ "object": &*cover.name, "triangles": cover.triangles })),
        "finest": view.fine.as_ref().map(|fine| json!({
            "object": &*fine.name, "triangles": fine.triangles, "pixels": fine.pixels,
        })),
        "octree": { "cells": view.cells, "object_tests": view.object_tests },
    })
}

fn count(count: Count) -> Value {
    json!({ "objects": count.objects, "triangles": count.triangles, "draw_calls": count.draws })
}

/// Without the rounding of a turn, and without −0.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9 + 0.0
}
