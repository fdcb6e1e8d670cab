//! The levels of `scenes/` are built here and compared with the files. `UPDATE_SCENES=1 cargo test --test cli
//! level_scenes` writes the files. Coordinates are rounded to millimetres, so that they are the same on every machine.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

type Point = [f32; 3];

/// Corners and triangles, counter-clockwise seen from outside.
#[derive(Clone, Default)]
struct Surface {
    points: Vec<Point>,
    /// Texture coordinates, one for each corner, or none.
    texture: Vec<[f32; 2]>,
    triangles: Vec<[u16; 3]>,
}

impl Surface {
    fn point(&mut self, point: Point) -> u16 {
        self.points.push(point.map(|x| (x * 1000.0).round() / 1000.0));
        u16::try_from(self.points.len() - 1).unwrap()
    }

    fn quad(&mut self, [a, b, c, d]: [u16; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// Rings with equal numbers of points, each joined to the next. Seen from outside, a ring is counter-clockwise when
    /// the next one is ahead of it.
    fn joined(rings: &[Vec<Point>], closed: bool) -> Self {
        let mut surface = Self::default();
        let around = u16::try_from(rings[0].len()).unwrap();
        for point in rings.iter().flatten() {
            surface.point(*point);
        }
        let count = u16::try_from(rings.len()).unwrap();
        for ring in 0..if closed { count } else { count - 1 } {
            let (low, high) = (ring * around, (ring + 1) % count * around);
            for i in 0..around {
                let next = (i + 1) % around;
                surface.quad([low + i, low + next, high + next, high + i]);
            }
        }
        surface
    }

    /// Closes the first and the last ring by fans.
    fn capped(mut self, around: u16) -> Self {
        let last = u16::try_from(self.points.len()).unwrap() - around;
        for i in 1..around - 1 {
            self.triangles.push([0, i + 1, i]);
            self.triangles.push([last, last + i, last + i + 1]);
        }
        self
    }
}

/// The unit circle with this number of points.
fn circle(points: u16) -> impl Iterator<Item = [f32; 2]> {
    (0..points).map(move |i| {
        let angle = std::f64::consts::TAU * f64::from(i) / f64::from(points);
        #[expect(clippy::cast_possible_truncation, reason = "rounded to millimetres later")]
        [libm::cos(angle) as f32, libm::sin(angle) as f32]
    })
}

/// A column with base and capital, its foot at the origin.
fn column() -> Surface {
    const PROFILE: [[f32; 2]; 8] =
        [[0.32, 0.0], [0.32, 0.14], [0.24, 0.22], [0.2, 0.4], [0.17, 1.9], [0.21, 2.06], [0.3, 2.16], [0.3, 2.3]];
    let rings: Vec<Vec<Point>> =
        PROFILE.iter().map(|&[r, y]| circle(14).map(|[x, z]| [x * r, y, -z * r]).collect()).collect();
    Surface::joined(&rings, false).capped(14)
}

/// A gate with a round arch, 2.4 m wide and 3 m high inside.
fn arch() -> Surface {
    let mut sections: Vec<([f32; 2], [f32; 2])> = vec![([1.2, 0.0], [1.9, 0.0])];
    for [x, y] in circle(24).take(13) {
        sections.push(([x * 1.2, 1.8 + y * 1.2], [x * 1.9, 1.8 + y * 1.9]));
    }
    sections.push(([-1.2, 0.0], [-1.9, 0.0]));
    let rings: Vec<Vec<Point>> = sections
        .iter()
        .map(|&([ix, iy], [ox, oy])| vec![[ix, iy, 0.3], [ox, oy, 0.3], [ox, oy, -0.3], [ix, iy, -0.3]])
        .collect();
    Surface::joined(&rings, false).capped(4)
}

/// An upright ring on a cube.
fn ring() -> Surface {
    let rings: Vec<Vec<Point>> = circle(28)
        .map(|[x, y]| circle(12).map(|[r, z]| [x * (0.8 + 0.2 * r), y * (0.8 + 0.2 * r), -0.2 * z]).collect())
        .collect();
    Surface::joined(&rings, true)
}

/// Eight metres of uneven ground.
fn ground() -> Surface {
    const SIDE: u16 = 12;
    let mut surface = Surface::default();
    for j in 0..=SIDE {
        for i in 0..=SIDE {
            let (x, z) = (f32::from(i) / f32::from(SIDE) * 9.0 - 4.5, f32::from(j) / f32::from(SIDE) * 9.0 - 4.5);
            let bump = f32::from((i * 7 + j * 11 + i * j) % 5) * 0.035 - 0.07;
            surface.point([x, bump, z]);
        }
    }
    for j in 0..SIDE {
        for i in 0..SIDE {
            let a = j * (SIDE + 1) + i;
            surface.quad([a, a + SIDE + 1, a + SIDE + 2, a + 1]);
        }
    }
    surface
}

/// A cloth that hangs between two columns: a sheet without thickness.
fn awning() -> Surface {
    const ALONG: u16 = 10;
    let mut surface = Surface::default();
    for j in 0..=4_u16 {
        for i in 0..=ALONG {
            let (s, t) = (f32::from(i) / f32::from(ALONG) * 2.0 - 1.0, f32::from(j) / 4.0);
            surface.point([s * 1.6, 2.3 - 0.35 * (1.0 - s * s) - 0.5 * t, t * 1.4]);
        }
    }
    for j in 0..4 {
        for i in 0..ALONG {
            let a = j * (ALONG + 1) + i;
            surface.quad([a, a + ALONG + 1, a + ALONG + 2, a + 1]);
        }
    }
    surface
}

fn cube(half: f32) -> Surface {
    let ring = |y: f32| vec![[-half, y, half], [half, y, half], [half, y, -half], [-half, y, -half]];
    Surface::joined(&[ring(-half), ring(half)], false).capped(4)
}

/// A leaf's rectangle, one metre wide, with the texture on it.
fn leaf() -> Surface {
    let mut surface = Surface::default();
    let corners = [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0], [0.5, 1.0, 0.0], [-0.5, 1.0, 0.0]].map(|p| surface.point(p));
    surface.quad(corners);
    surface.texture = vec![[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];
    surface
}

/// A crate from a faulty export: one side is missing, one has the wrong winding, one is a duplicate, an extra triangle
/// shares an edge, and one triangle has no area.
fn broken() -> Surface {
    let mut surface = cube(0.6);
    let sides = std::mem::take(&mut surface.triangles);
    // First the sides, two triangles each, then bottom and top alternately.
    surface.triangles.extend(&sides[2..]);
    let [a, b, c] = surface.triangles[0];
    surface.triangles[0] = [a, c, b];
    let [a, b, c] = surface.triangles[1];
    surface.triangles[1] = [a, c, b];
    let twice = surface.triangles[3];
    surface.triangles.push(twice);
    let [edge, other, _] = surface.triangles[5];
    let tip = surface.point([-1.1, 1.1, 0.0]);
    surface.triangles.push([edge, other, tip]);
    surface.triangles.push([edge, other, other]);
    surface
}

/// A glTF with its numbers inside.
#[derive(Default)]
struct Gltf {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    materials: Vec<Value>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
    cameras: Vec<Value>,
    images: Vec<Value>,
}

impl Gltf {
    fn view(&mut self, bytes: &[u8]) -> usize {
        self.views.push(json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() }));
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.len() - 1
    }

    fn material(&mut self, name: &str, color: [f64; 3]) -> usize {
        let [r, g, b] = color;
        let rough = json!({ "baseColorFactor": [r, g, b, 1.0], "metallicFactor": 0.0 });
        self.materials.push(json!({ "name": name, "pbrMetallicRoughness": rough }));
        self.materials.len() - 1
    }

    fn mesh(&mut self, name: &str, surface: &Surface, material: usize) -> usize {
        let bound = |pick: fn(f32, f32) -> f32, from: f32| {
            [0, 1, 2].map(|axis| surface.points.iter().map(|point| point[axis]).fold(from, pick))
        };
        let (min, max) = (bound(f32::min, f32::MAX), bound(f32::max, f32::MIN));
        let points: Vec<u8> = surface.points.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        let indices: Vec<u8> = surface.triangles.iter().flatten().flat_map(|i| i.to_le_bytes()).collect();
        let (points, indices) = (self.view(&points), self.view(&indices));
        let position = self.accessors.len();
        self.accessors.push(json!({ "bufferView": points, "componentType": 5126, "type": "VEC3",
            "count": surface.points.len(), "min": min, "max": max }));
        self.accessors.push(json!({ "bufferView": indices, "componentType": 5123, "type": "SCALAR",
            "count": surface.triangles.len() * 3 }));
        let mut attributes = json!({ "POSITION": position });
        if !surface.texture.is_empty() {
            let places: Vec<u8> = surface.texture.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
            let places = self.view(&places);
            attributes["TEXCOORD_0"] = json!(self.accessors.len());
            self.accessors.push(json!({ "bufferView": places, "componentType": 5126, "type": "VEC2",
                "count": surface.texture.len() }));
        }
        let primitive = json!({ "attributes": attributes, "indices": position + 1, "material": material });
        self.meshes.push(json!({ "name": name, "primitives": [primitive] }));
        self.meshes.len() - 1
    }

    fn node(&mut self, node: Value) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn text(&self, roots: &[usize]) -> String {
        let mut text = json!({
            "asset": { "version": "2.0", "generator": "eyeline's tests" },
            "scene": 0,
            "scenes": [{ "nodes": roots }],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": self.materials,
        });
        let lists = [("cameras", &self.cameras), ("images", &self.images)];
        for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            text[key] = json!(list);
        }
        if !self.images.is_empty() {
            let textures: Vec<_> = (0..self.images.len()).map(|image| json!({ "source": image })).collect();
            text["textures"] = json!(textures);
        }
        text["accessors"] = json!(self.accessors);
        text["bufferViews"] = json!(self.views);
        let uri = format!("data:application/octet-stream;base64,{}", STANDARD.encode(&self.bytes));
        text["buffers"] = json!([{ "byteLength": self.bytes.len(), "uri": uri }]);
        serde_json::to_string_pretty(&text).unwrap() + "\n"
    }
}

/// A gate, four columns of one mesh, one of them mirrored, a ring on a cube, a cloth and a plant.
fn courtyard() -> String {
    let mut gltf = Gltf::default();
    let [sand, stone, bronze, cloth] = [
        ("sand", [0.55, 0.47, 0.34]),
        ("stone", [0.62, 0.6, 0.56]),
        ("bronze", [0.48, 0.34, 0.18]),
        ("cloth", [0.5, 0.2, 0.18]),
    ]
    .map(|(name, color)| gltf.material(name, color));
    gltf.images.push(json!({ "name": "leaf", "uri": "images/leaf.png" }));
    gltf.materials.push(json!({ "name": "leaf", "alphaMode": "MASK", "alphaCutoff": 0.5, "doubleSided": true,
        "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 }, "baseColorFactor": [0.4, 0.7, 0.35, 1.0] } }));
    let leaf_material = gltf.materials.len() - 1;
    let [ground, arch, column, pedestal, ring, awning, leaf] = [
        ("ground", ground(), sand),
        ("arch", arch(), stone),
        ("column", column(), stone),
        ("pedestal", cube(0.5), stone),
        ("ring", ring(), bronze),
        ("awning", awning(), cloth),
        ("leaf", leaf(), leaf_material),
    ]
    .map(|(name, surface, material)| gltf.mesh(name, &surface, material));
    gltf.cameras.push(json!({ "name": "door", "type": "perspective",
        "perspective": { "yfov": 0.8, "aspectRatio": 1.5, "znear": 0.2, "zfar": 12.0 } }));
    let ring = gltf.node(json!({ "name": "ring", "mesh": ring, "translation": [0.0, 1.5, 0.0] }));
    let columns = [([-2.4, 0.0, -2.0], 1.0), ([2.4, 0.0, -2.0], -1.0), ([-2.4, 0.0, 0.6], 1.0), ([2.4, 0.0, 0.6], 1.0)]
        .map(|(place, x)| {
            gltf.node(json!({ "name": "column", "mesh": column, "translation": place, "scale": [x, 1.0, 1.0] }))
        });
    let roots = [
        gltf.node(json!({ "name": "ground", "mesh": ground })),
        gltf.node(json!({ "name": "gate", "mesh": arch, "translation": [0.0, 0.0, 3.2] })),
        gltf.node(json!({ "name": "colonnade", "children": columns })),
        gltf.node(json!({ "name": "pedestal", "mesh": pedestal, "translation": [0.0, 0.5, -1.2], "children": [ring] })),
        gltf.node(json!({ "name": "awning", "mesh": awning, "translation": [0.0, 0.0, -3.4] })),
        gltf.node(json!({ "name": "plant", "mesh": leaf, "translation": [-1.6, 0.0, 1.9],
            "rotation": [0.0, 0.258_819, 0.0, 0.965_926] })),
        gltf.node(json!({ "name": "door", "camera": 0, "translation": [0.0, 1.6, 4.4] })),
    ];
    gltf.text(&roots)
}

/// A valid crate and a faulty one.
fn export() -> String {
    let mut gltf = Gltf::default();
    let wood = gltf.material("wood", [0.45, 0.32, 0.18]);
    let [sound, hurried] =
        [("sound", cube(0.6)), ("hurried", broken())].map(|(name, surface)| gltf.mesh(name, &surface, wood));
    let roots = [
        gltf.node(json!({ "name": "sound", "mesh": sound, "translation": [-1.2, 0.6, 0.0] })),
        gltf.node(json!({ "name": "hurried", "mesh": hurried, "translation": [1.2, 0.6, 0.0] })),
    ];
    gltf.text(&roots)
}

#[test]
fn levels_equal_the_built_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    for (name, built) in [("courtyard.gltf", courtyard()), ("export.gltf", export())] {
        let file = folder.join(name);
        if std::env::var_os("UPDATE_SCENES").is_some() {
            std::fs::write(&file, &built).unwrap();
        }
        let found = std::fs::read_to_string(&file).unwrap();
        assert!(found.replace('\r', "") == built, "{name} is not what is built here; UPDATE_SCENES=1 writes it");
    }
}
