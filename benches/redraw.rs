//! The time of the tour's picture, whole and in parts, and of a textured level of 200,000 triangles, at 1280x720 with four
//! samples a pixel.
//!
//! `cargo bench --bench redraw`. On a machine without a graphics card this measures Mesa's software rasteriser.

mod results;

use std::hint::black_box;
use std::io::Cursor;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eyeline::files::Files;
use eyeline::picture::{Palette, Picture, Selected, Shown, scene_view};
use eyeline::render::{Headless, Viewport, picture_to_image};
use eyeline::report::Report;
use eyeline::world::World;
use glam::Vec3;
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::json;

const SIZE: [u32; 2] = [1280, 720];
const PALETTE: &Palette = &Palette::DARK;

fn redraw(criterion: &mut Criterion) {
    let tour = eyeline::files::parse(include_str!("../scenes/tour.json"), "tour.json", None).expect("a scene").scene;
    let world = World::at(&tour, &Files::default(), 0);
    let report = Report::of(&world);
    let selected = Selected::on(&world, &tour.select).expect("known names");
    let viewpoint = scene_view(&tour, &world, 16.0 / 9.0);
    let whole = Picture::of(&Shown::new(&world, &report, &selected, PALETTE));

    let headless = Headless::of_this_thread().expect("OpenGL without a display");
    results::save("redraw", &json!({ "renderer": headless.renderer() }).to_string());
    let mut viewport = Viewport::new(headless.programs()).expect("a viewport");
    let mut group = criterion.benchmark_group("redraw");
    group.throughput(Throughput::Elements(1)).sample_size(20);
    let parts = [
        ("background", Picture::default()),
        ("solids", Picture { solids: whole.solids.clone(), ..Picture::default() }),
        ("faces", Picture { faces: whole.faces.clone(), ..Picture::default() }),
        ("lines", Picture { lines: whole.lines.clone(), ..Picture::default() }),
        ("tour", whole.clone()),
    ];
    for (name, picture) in &parts {
        viewport.set_picture(picture);
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                viewport.draw(&viewpoint, SIZE, 1.0, PALETTE).expect("drawn");
                headless.finish();
            });
        });
    }
    // Two alternating views, because the items of an unchanged view are drawn only once.
    let mut other = viewpoint;
    other.eye.x += 0.1;
    let mut views = [viewpoint, other].into_iter().cycle();
    group.bench_function("under-pixel-moved", |bencher| {
        bencher.iter(|| {
            let view = views.next().expect("there is always another");
            black_box(viewport.pick(&view, SIZE, 1.0, [640, 360]).expect("drawn"))
        });
    });
    group.bench_function("under-pixel-again", |bencher| {
        bencher.iter(|| black_box(viewport.pick(&viewpoint, SIZE, 1.0, [640, 360]).expect("drawn")));
    });
    group.bench_function("answers-and-picture", |bencher| {
        bencher.iter(|| {
            let world = World::at(&tour, &Files::default(), 0);
            let report = Report::of(&world);
            black_box(Picture::of(&Shown::new(&world, &report, &selected, PALETTE)))
        });
    });
    group.bench_function("tour-image", |bencher| {
        bencher.iter(|| black_box(picture_to_image(&whole, &viewpoint, SIZE, PALETTE, 1.0).expect("drawn")));
    });
    group.finish();
}

/// A height field of 200,000 triangles as a GLB file, with smooth normals and a texture of 1024x1024 pixels.
fn textured_level() -> Vec<u8> {
    const SIDE: u32 = 317;
    const PIXELS: u32 = 1024;
    let mut png = Vec::new();
    let tiles = RgbImage::from_fn(PIXELS, PIXELS, |x, y| {
        let shade = 90 + u8::from((x / 64 + y / 64).is_multiple_of(2)) * 60 + ((x * 7 + y * 13) % 32) as u8;
        Rgb([shade, shade / 2 + 60, 200 - shade / 2])
    });
    tiles.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).expect("a PNG in memory");
    let spots = || (0..SIDE * SIDE).map(|i| [i % SIDE, i / SIDE].map(|at| at as f32 * 0.1));
    let height = |[x, z]: [f32; 2]| libm::sinf(x * 0.7) * libm::cosf(z * 0.5);
    let floats = |values: Vec<f32>| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>();
    let positions = floats(spots().flat_map(|[x, z]| [x, height([x, z]), z]).collect());
    let slope = |[x, z]: [f32; 2]| {
        [-0.7 * libm::cosf(x * 0.7) * libm::cosf(z * 0.5), 1.0, 0.5 * libm::sinf(x * 0.7) * libm::sinf(z * 0.5)]
    };
    let normals = floats(spots().flat_map(|at| Vec3::from(slope(at)).normalize_or(Vec3::Y).to_array()).collect());
    let places = floats(spots().flat_map(|[x, z]| [x / 4.0, z / 4.0]).collect());
    let quads = (0..SIDE - 1).flat_map(|row| (0..SIDE - 1).map(move |column| row * SIDE + column));
    let triangles = quads.flat_map(|a| [a, a + SIDE, a + 1, a + 1, a + SIDE, a + SIDE + 1]);
    let indices: Vec<u8> = triangles.flat_map(u32::to_le_bytes).collect();
    let (vertices, corners) = (SIDE * SIDE, (SIDE - 1) * (SIDE - 1) * 6);
    let mut binary = Vec::new();
    let mut views = Vec::new();
    for part in [positions, normals, places, indices, png] {
        views.push(json!({ "buffer": 0, "byteOffset": binary.len(), "byteLength": part.len() }));
        binary.extend(part);
        binary.resize(binary.len().next_multiple_of(4), 0);
    }
    let far = (SIDE - 1) as f32 * 0.1;
    let document = json!({ "asset": { "version": "2.0" }, "scenes": [{ "nodes": [0] }], "nodes": [{ "name": "field", "mesh": 0 }],
        "buffers": [{ "byteLength": binary.len() }], "bufferViews": views,
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": vertices, "type": "VEC3", "min": [0, -1, 0], "max": [far, 1, far] },
            { "bufferView": 1, "componentType": 5126, "count": vertices, "type": "VEC3" },
            { "bufferView": 2, "componentType": 5126, "count": vertices, "type": "VEC2" },
            { "bufferView": 3, "componentType": 5125, "count": corners, "type": "SCALAR" }],
        "images": [{ "bufferView": 4, "mimeType": "image/png" }], "textures": [{ "source": 0 }],
        "materials": [{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 }, "metallicFactor": 0 } }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2 }, "indices": 3, "material": 0 }] }] });
    let mut document = document.to_string().into_bytes();
    document.resize(document.len().next_multiple_of(4), b' ');
    let length = |bytes: usize| u32::try_from(bytes).expect("a few megabytes").to_le_bytes();
    let mut file = [&b"glTF\x02\0\0\0"[..], &length(28 + document.len() + binary.len())].concat();
    for (kind, chunk) in [(b"JSON", document), (b"BIN\0", binary)] {
        file.extend([&length(chunk.len())[..], &kind[..], &chunk].concat());
    }
    file
}

fn level(criterion: &mut Criterion) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("field.glb"), textured_level()).expect("the target folder can be written to");
    let text = r#"{ "eyeline": 1, "view": { "eye": [34, 9, 34], "target": [12, 0, 12] },
        "models": [{ "name": "field", "file": "field.glb" }] }"#;
    let loaded = eyeline::files::parse(text, "field.json", Some(folder)).expect("a scene");
    assert!(loaded.faults.is_empty(), "{:?}", loaded.faults);
    let world = World::at(&loaded.scene, &loaded.files, 0);
    let report = Report::of(&world);
    let picture = Picture::of(&Shown::new(&world, &report, &Selected::default(), PALETTE));
    assert!(picture.bodies.have_materials());
    let viewpoint = scene_view(&loaded.scene, &world, 16.0 / 9.0);
    let headless = Headless::of_this_thread().expect("OpenGL without a display");
    let mut viewport = Viewport::new(headless.programs()).expect("a viewport");
    viewport.set_picture(&picture);
    let mut group = criterion.benchmark_group("redraw");
    group.throughput(Throughput::Elements(1)).sample_size(20);
    group.bench_function("textured-level", |bencher| {
        bencher.iter(|| {
            viewport.draw(&viewpoint, SIZE, 1.0, PALETTE).expect("drawn");
            headless.finish();
        });
    });
    group.finish();
}

criterion_group!(benches, redraw, level);
criterion_main!(benches);
