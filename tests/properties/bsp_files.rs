//! Compiled maps: in all five formats the faces are read as `qbsp` reads a whole file, models are named and placed by their entities,
//! and any bytes are a level or a located error.
//!
//! `EYELINE_FILE_CASES` is how many changed files of each format are read.

use std::fs;
use std::path::Path;

use eyeline::budget::Budget;
use eyeline::files::LevelFile;
use eyeline::import::level::Level;
use eyeline::opacity::Progress;
use glam::{DVec3, Vec3};
use qbsp::{BspData, BspParseInput, BspParseSettings};

use crate::levels::{read, with_other_bytes};
use crate::random::Random;

/// A format of compiled maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Quake,
    QuakeWide,
    HalfLife,
    Quake2,
    Quake2Wide,
}

const FORMATS: [Format; 5] = [Format::Quake, Format::QuakeWide, Format::HalfLife, Format::Quake2, Format::Quake2Wide];

impl Format {
    fn magic(self) -> &'static [u8] {
        match self {
            Self::Quake => &[29, 0, 0, 0],
            Self::QuakeWide => b"BSP2",
            Self::HalfLife => &[30, 0, 0, 0],
            Self::Quake2 => b"IBSP\x26\0\0\0",
            Self::Quake2Wide => b"QBSP\x26\0\0\0",
        }
    }

    fn is_quake2(self) -> bool {
        matches!(self, Self::Quake2 | Self::Quake2Wide)
    }

    /// An index, in 16 or 32 bits.
    fn index(self, index: usize) -> Vec<u8> {
        let wide = u32::try_from(index).expect("an index").to_le_bytes();
        match self {
            Self::QuakeWide | Self::Quake2Wide => wide.to_vec(),
            _ => wide[..2].to_vec(),
        }
    }
}

/// The polygons of a model, clockwise as seen from the front, each with the number of its texture.
type Polygons = Vec<(Vec<[f32; 3]>, usize)>;

/// A map before it is written.
struct Map {
    entities: String,
    textures: Vec<&'static str>,
    models: Vec<Polygons>,
}

fn word(number: usize) -> [u8; 4] {
    u32::try_from(number).expect("32 bits").to_le_bytes()
}

fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

impl Map {
    fn written(&self, format: Format) -> Vec<u8> {
        let (mut vertices, mut edges, mut face_edges) = (Vec::<[f32; 3]>::new(), format.index(0).repeat(2), Vec::new());
        let (mut faces, mut models, mut face_count, mut edge_count) = (Vec::new(), Vec::new(), 0, 1_usize);
        let mut known: Vec<[usize; 2]> = vec![[usize::MAX; 2]];
        for polygons in &self.models {
            let first_face = face_count;
            for (polygon, texture) in polygons {
                let first_edge = face_edges.len() / 4;
                let places: Vec<usize> = polygon
                    .iter()
                    .map(|corner| {
                        vertices
                            .iter()
                            .position(|vertex| vertex.map(f32::to_bits) == corner.map(f32::to_bits))
                            .unwrap_or_else(|| {
                                vertices.push(*corner);
                                vertices.len() - 1
                            })
                    })
                    .collect();
                for i in 0..places.len() {
                    let (from, to) = (places[i], places[(i + 1) % places.len()]);
                    // An edge that another face has in the other direction is used with a sign.
                    let shared = known.iter().position(|edge| *edge == [to, from]);
                    let number = shared.map_or_else(
                        || {
                            known.push([from, to]);
                            edges.extend([format.index(from), format.index(to)].concat());
                            edge_count += 1;
                            i32::try_from(edge_count - 1).expect("few edges")
                        },
                        |edge| -i32::try_from(edge).expect("few edges"),
                    );
                    face_edges.extend(number.to_le_bytes());
                }
                faces.extend([format.index(0), format.index(0)].concat());
                faces.extend(word(first_edge));
                faces.extend([format.index(polygon.len()), format.index(*texture)].concat());
                faces.extend([[255; 4], [255; 4]].concat());
                face_count += 1;
            }
            models.extend(floats(&[0.0; 9]));
            models.extend([0; 4].repeat(if format.is_quake2() { 1 } else { 5 }));
            models.extend([word(first_face), word(face_count - first_face)].concat());
        }
        let vertices: Vec<u8> = vertices.iter().flat_map(|vertex| floats(vertex)).collect();
        let axes = floats(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        let infos = self.textures.iter().enumerate().flat_map(|(number, name)| {
            let more = if format.is_quake2() {
                [&[0; 8][..], &padded(name, 32), &[255; 4]].concat()
            } else {
                [word(number), [0; 4]].concat()
            };
            [axes.clone(), more].concat()
        });
        let infos: Vec<u8> = infos.collect();
        let entities = [self.entities.as_bytes(), &[0]].concat();
        let none = Vec::new;
        let lumps = if format.is_quake2() {
            let before = vec![entities, none(), vertices, none(), none(), infos, faces, none(), none(), none(), none()];
            [before, vec![edges, face_edges, models], vec![none(); 5]].concat()
        } else {
            let before = vec![entities, none(), self.texture_lump(), vertices, none(), none(), infos, faces];
            [before, vec![none(); 4], vec![edges, face_edges, models]].concat()
        };
        let mut at = format.magic().len() + 8 * lumps.len();
        let mut bytes = format.magic().to_vec();
        for lump in &lumps {
            bytes.extend([word(at), word(lump.len())].concat());
            at += lump.len();
        }
        [bytes, lumps.concat()].concat()
    }

    /// The textures of Quake and Half-Life: their names without pictures. The last one is missing.
    fn texture_lump(&self) -> Vec<u8> {
        let count = self.textures.len();
        let mut lump = word(count).to_vec();
        for number in 0..count {
            let place = 4 + 4 * count + 40 * number;
            lump.extend(if number + 1 == count { [255; 4] } else { word(place) });
        }
        for name in &self.textures {
            lump.extend([&padded(name, 16)[..], &[0; 24]].concat());
        }
        lump
    }
}

/// A name with zeros behind it.
fn padded(name: &str, length: usize) -> Vec<u8> {
    let mut name = name.as_bytes().to_vec();
    name.resize(length, 0);
    name
}

/// The six sides of a box, seen from outside or, as those of a room, from inside.
fn cuboid(min: [f32; 3], max: [f32; 3], is_room: bool, texture: usize) -> Polygons {
    let corner = |bits: [usize; 3]| [0, 1, 2].map(|axis| if bits[axis] == 0 { min[axis] } else { max[axis] });
    let mut sides = Vec::new();
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for end in 0..2 {
            // Counterclockwise as seen from the end of the axis.
            let ring = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[along_u, along_v]| {
                let mut bits = [end; 3];
                (bits[u], bits[v]) = (along_u, along_v);
                corner(bits)
            });
            let mut ring = ring.to_vec();
            if (end == 1) != is_room {
                ring.reverse();
            }
            sides.push((ring, texture));
        }
    }
    sides
}

/// A room, with a corner more on one of its edges, and a door in it that its entity moves.
fn room_with_door() -> Map {
    let mut room = cuboid([0.0, 0.0, 0.0], [64.0, 128.0, 96.0], true, 0);
    for (polygon, _) in &mut room {
        let long = (0..4).find(|i| [polygon[*i], polygon[(i + 1) % 4]].iter().all(|[x, _, z]| *x == 0.0 && *z == 0.0));
        if let Some(i) = long {
            polygon.insert(i + 1, [0.0, 64.0, 0.0]);
        }
    }
    room[0].1 = 1;
    let entities = "{ \"classname\" \"worldspawn\" }\n{ \"classname\" \"light\" \"origin\" \"0 0 9\" }\n\
                    { \"classname\" \"func_door\" \"targetname\" \"gate\" \"model\" \"*1\" \"origin\" \"32 -32 64\" }\n\
                    { \"classname\" \"monster\" \"model\" \"models/dog.mdl\" }\n";
    Map {
        entities: entities.to_owned(),
        textures: vec!["stone", "sky1", "wood"],
        models: vec![room, cuboid([0.0, 0.0, 0.0], [8.0, 16.0, 32.0], false, 2), cuboid([0.0; 3], [4.0; 3], false, 0)],
    }
}

fn level_of(folder: &Path, bytes: &[u8]) -> Level {
    fs::write(folder.join("a.bsp"), bytes).expect("a file");
    let file = LevelFile::read("a.bsp", &folder.into(), &Budget::default(), &Progress::default());
    file.level().unwrap_or_else(|error| panic!("{error}")).clone()
}

/// A place in metres with Y up.
fn placed([x, y, z]: [f32; 3], origin: [f64; 3]) -> Vec3 {
    let [x, y, z] = [f64::from(x) + origin[0], f64::from(y) + origin[1], f64::from(z) + origin[2]];
    (DVec3::new(x, z, -y) / 32.0).as_vec3()
}

/// Twice the area of a polygon that is counterclockwise, as a vector (the method of M. E. Newell).
fn area(corners: &[Vec3]) -> DVec3 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.as_dvec3().cross(b.as_dvec3())).sum()
}

#[test]
fn faces_are_those_of_the_reader_of_whole_files() {
    let folder = tempfile::tempdir().expect("a folder");
    for format in FORMATS {
        let bytes = room_with_door().written(format);
        let input = BspParseInput { bsp: &bytes, lit: None, settings: BspParseSettings::default() };
        let whole = BspData::parse(input).unwrap_or_else(|error| panic!("{format:?}: {error}"));
        let level = level_of(folder.path(), &bytes);
        assert_eq!(level.notes, [], "{format:?}");
        let names: Vec<&str> = level.objects.iter().map(|object| &*object.name).collect();
        assert_eq!(names, ["worldspawn", "gate", "model 2"], "{format:?}");
        for (number, (object, model)) in level.objects.iter().zip(&whole.models).enumerate() {
            let origin = if number == 1 { [32.0, -32.0, 64.0] } else { [0.0; 3] };
            let first = model.first_face as usize;
            let mut at = 0;
            for face in &whole.faces[first..first + model.num_faces as usize] {
                let corners = face.vertices(&whole).map(|vertex| placed(vertex.to_array(), origin));
                let mut corners: Vec<Vec3> = corners.collect();
                corners.reverse();
                let mut sum = DVec3::ZERO;
                for triangle in at..at + corners.len() - 2 {
                    let triangle = object.mesh.corners(triangle);
                    assert!(triangle.iter().all(|corner| corners.contains(corner)), "{format:?}: {triangle:?}");
                    assert!(area(&triangle).dot(area(&corners)) > 0.0, "{format:?}: {triangle:?} is flat or turned");
                    sum += area(&triangle);
                }
                assert!((sum - area(&corners)).length() < 1e-6, "{format:?}");
                at += corners.len() - 2;
            }
            assert_eq!(object.mesh.triangles().len(), at, "{format:?}");
        }
        let used: Vec<(&str, &[u32])> =
            level.outline.materials.iter().map(|material| (&*material.name, &material.objects[..])).collect();
        let last = if format.is_quake2() { "wood" } else { "texture 2" };
        assert_eq!(used, [("stone", &[0, 2][..]), ("sky1", &[0]), (last, &[1])], "{format:?}");
    }
}

#[test]
fn a_room_is_seen_from_inside() {
    let folder = tempfile::tempdir().expect("a folder");
    let level = level_of(folder.path(), &room_with_door().written(Format::Quake));
    let sign = |object: usize| {
        let mesh = &level.objects[object].mesh;
        let volume = |triangle: usize| {
            let [a, b, c] = mesh.corners(triangle).map(Vec3::as_dvec3);
            a.dot(b.cross(c)) / 6.0
        };
        (0..mesh.triangles().len()).map(volume).sum::<f64>()
    };
    // 2 by 4 by 3 metres from inside, and 0.25 by 0.5 by 1 metres from outside.
    assert!((sign(0) + 24.0).abs() < 1e-6 && (sign(1) - 0.125).abs() < 1e-6, "{} {}", sign(0), sign(1));
}

#[test]
fn what_an_entity_lacks_is_a_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = |entities: &str, short: bool| {
        let mut map = room_with_door();
        entities.clone_into(&mut map.entities);
        if short {
            map.models[2].push((vec![[0.0; 3], [4.0; 3]], 0));
        }
        map.written(Format::Quake)
    };
    for (entities, short, words, names) in [
        (
            "{ \"classname\" \"worldspawn\" }\n{ \"classname\" \"door\" \"model\" \"*7\" }",
            false,
            "entities[1] `door`: an entity is left out: its model is *7, but the number of models is 3",
            ["worldspawn", "model 1", "model 2"],
        ),
        (
            "{ \"classname\" ",
            false,
            "the text of the entities cannot be read, so models have numbers as names, and no place",
            ["worldspawn", "model 1", "model 2"],
        ),
        (
            "{ \"x\" \"y\" }\n{ \"model\" \"*2\" \"origin\" \"1 2 3\" }\n{ \"model\" \"*1\" }",
            true,
            "faces[18]: a face is left out: it has fewer than three corners",
            ["entity", "entity#2", "entity#3"],
        ),
        (
            "{ \"x\" \"y\" }\n{ \"model\" \"*2\" \"origin\" \"1 2\" }\n{ \"model\" \"*1\" \"origin\" \"1e99 0 0\" }",
            false,
            "entities[1] `entity`: the origins of entities are not three numbers, so their models are at 0, 0, 0",
            ["entity", "entity#2", "entity#3"],
        ),
    ] {
        let level = level_of(folder.path(), &bytes(entities, short));
        let found: Vec<&str> = level.objects.iter().map(|object| &*object.name).collect();
        assert_eq!(found, names, "{entities}");
        assert!(level.notes.len() == 1 && level.notes[0].message.contains(words), "{:?}", level.notes);
    }
}

#[test]
fn a_number_that_is_not_finite_is_an_error_of_the_level_beside_its_other_faces() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut map = room_with_door();
    map.models[1][0].0[0][1] = f32::NAN;
    let level = level_of(folder.path(), &map.written(Format::Quake2));
    assert_eq!(level.objects.len(), 3);
    let [fault] = &level.faults[..] else { panic!("{:?}", level.faults) };
    assert!(fault.message.starts_with("vertices["), "{fault}");
}

#[test]
fn what_cannot_be_read_is_found_at_its_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = room_with_door().written(Format::Quake);
    let entry = |lump: usize| 4 + 8 * lump;
    let changed = |at: usize, bytes: &[u8]| {
        let mut all = sound.clone();
        all[at..at + bytes.len()].copy_from_slice(bytes);
        all
    };
    let place = |lump: usize| u32::from_le_bytes(sound[entry(lump)..][..4].try_into().expect("four")) as usize;
    let length = |lump: usize| u32::from_le_bytes(sound[entry(lump) + 4..][..4].try_into().expect("four"));
    let faces = place(7);
    for (bytes, words) in [
        (
            b"VBSP\x14\0\0\0".to_vec(),
            "byte 0: it starts with `VBSP`, as no format of compiled maps does that is read".to_owned(),
        ),
        (b"IBSP\x2e\0\0\0".to_vec(), "byte 0: version 46 of this format is not read".to_owned()),
        (vec![29], "byte 0: it starts with `\\x1d`".to_owned()),
        (Vec::new(), "byte 0: it starts with ``".to_owned()),
        (sound[..80].to_vec(), "byte 80: the file ends within the table of its lumps".to_owned()),
        (sound[..sound.len() - 1].to_vec(), "byte 116: lump 14 ends at byte".to_owned()),
        (changed(entry(3), &[255; 8]), "byte 28: lump 3 ends at byte 8589934590".to_owned()),
        (changed(entry(7) + 4, &(length(7) - 1).to_le_bytes()), format!("byte {faces}: the lump of faces has")),
        (
            changed(place(14) + 56, &[0, 0, 0, 1]),
            "models[0]: refers to faces[16777216], but the length of `faces` is 18".to_owned(),
        ),
        (changed(faces + 4, &[0, 0, 0, 255]), "faces[0]: refers to edges of faces[4278190080]".to_owned()),
        (changed(faces + 8, &[255, 255]), "faces[0]: it has 65535 corners; a face has at most 1024".to_owned()),
        (changed(place(13), &[255, 255, 0, 0]), "faces[0]: refers to edges[65535]".to_owned()),
        (changed(place(12) + 4, &[255, 255]), "faces[0]: refers to vertices[65535]".to_owned()),
        (changed(place(6) + 36, &[9, 0, 0, 0]), "the lump of uses of textures".to_owned()),
    ] {
        let error = read(folder.path(), "a.bsp", &bytes).expect_err(&words);
        assert!(error.message.contains(&words), "{words}: {error}");
    }
}

#[test]
fn any_bsp_is_a_level_or_a_located_error() {
    let cases = std::env::var("EYELINE_FILE_CASES").map_or(1000, |cases| cases.parse().expect("a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(41);
    for format in FORMATS {
        let sound_bytes = room_with_door().written(format);
        let (mut sound, mut refused) = (0, 0);
        for _ in 0..cases {
            let mut bytes = sound_bytes.clone();
            if random.below(2) == 0 {
                with_other_bytes(&mut bytes, &mut random);
            } else {
                // Mostly in the table of lumps.
                let most = if random.below(3) == 0 { bytes.len() } else { 160 };
                for _ in 0..=random.below(2) {
                    let at = random.below(most / 4) * 4;
                    let number = random.pick(&[0, 1, 3, 64, 0xffff, 0x7fff_ffff, 0x8000_0000, u32::MAX]);
                    bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
                }
            }
            match read(folder.path(), "a.bsp", &bytes) {
                Ok(_) => sound += 1,
                Err(error) => {
                    refused += 1;
                    let byte =
                        error.message.strip_prefix("byte ").and_then(|rest| rest.split(':').next()?.parse().ok());
                    assert!(byte.is_none_or(|byte: usize| byte <= bytes.len()), "{error}");
                }
            }
        }
        assert!(sound > cases / 30 && refused > cases / 30, "{format:?}: {sound} sound, {refused} refused");
    }
}
