//! The looks of OBJ levels: texture coordinates, normals, colours of vertices, materials and their images.

use glam::{Vec2, Vec3};

use super::*;
use crate::surface::{Alpha, Surface, Wrap};

const POINTS: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

/// A level of `a.obj` with `a.mtl`, in a folder with some images.
fn looks(obj: &str, mtl: &str) -> (Level, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    image::RgbImage::from_pixel(4, 2, image::Rgb([255, 128, 0])).save(folder.path().join("wood.png")).unwrap();
    image::RgbImage::from_pixel(2, 2, image::Rgb([0, 0, 255])).save(folder.path().join("blue.tga")).unwrap();
    let holes = |x, _| image::Luma([if x < 8 { 0 } else { 255 }]);
    image::GrayImage::from_fn(16, 16, holes).save(folder.path().join("holes.png")).unwrap();
    let glass = |x, _| image::Luma([u8::try_from(16 * x).unwrap()]);
    image::GrayImage::from_fn(16, 16, glass).save(folder.path().join("glass.png")).unwrap();
    let leaf = |x, _| image::Rgba([0, 200, 0, if x < 8 { 0 } else { 255 }]);
    image::RgbaImage::from_fn(16, 16, leaf).save(folder.path().join("leaf.png")).unwrap();
    fs::write(folder.path().join("broken.png"), b"\x89PNG\r\n\x1a\nbroken").unwrap();
    fs::write(folder.path().join("a.mtl"), mtl).unwrap();
    fs::write(folder.path().join("a.obj"), format!("mtllib a.mtl\n{obj}")).unwrap();
    let level = read_in(folder.path(), "a.obj").unwrap();
    let notes = notes(&level);
    (level, notes)
}

fn surface(level: &Level, object: usize) -> &Surface {
    level.objects[object].mesh.surface().unwrap()
}

/// The corners of all triangles of a surface: position, texture coordinates, normal.
fn corners_of(surface: &Surface) -> Vec<(u32, Vec2, Vec3)> {
    let corners = surface.parts.iter().flat_map(|part| part.triangles.as_flattened());
    let vertices = corners.map(|&corner| surface.vertices[corner as usize]);
    vertices.map(|vertex| (vertex.position, vertex.uv[0], vertex.normal)).collect()
}

#[test]
fn corners_have_coordinates_and_normals_and_the_mesh_stays_the_same() {
    let lists = "vt 0 0\nvt 1 0.25\nvn 0 0 2\nvn 1 0 0\n";
    for faces in ["f 1/1/1 2/2/1 3//2\nf 3 4/1 1/1/1", "f -4/-2/-2 -3/-1/-2 -2//-1\nf -2 -1/-2 -4/-2/-2"] {
        let level = read_as("a.obj", format!("{POINTS}{lists}{faces}").as_bytes()).unwrap();
        let mesh = &level.objects[0].mesh;
        assert_eq!((mesh.triangles(), mesh.positions().len()), (&[[0, 1, 2], [2, 3, 0]][..], 4));
        let (low, high) = (Vec2::new(0.0, 1.0), Vec2::new(1.0, 0.75));
        let expected = [
            (0, low, Vec3::Z),
            (1, high, Vec3::Z),
            (2, Vec2::ZERO, Vec3::X),
            (2, Vec2::ZERO, Vec3::ZERO),
            (3, low, Vec3::ZERO),
            (0, low, Vec3::Z),
        ];
        assert_eq!(corners_of(surface(&level, 0)), expected, "{faces}");
        assert_eq!(surface(&level, 0).vertices.len(), 5, "equal corners are one vertex");
        assert_eq!(notes(&level), [""; 0]);
    }
}

#[test]
fn a_polygon_that_is_cut_keeps_the_coordinates_of_its_corners() {
    let dart = "v 4 0 0\nv 1 1 0\nv 0 4 0\nv 0 0 0\n";
    let lists = "vt 4 0\nvt 1 1\nvt 0 4\nvt 0 0\nvn 0 0 1\n";
    // In a second group, so that vertices get other numbers, and before the lists.
    for text in [
        format!("{dart}{lists}f 4//1 2//1 3//1\ng dart\nf 1/1/1 2/2/1 3/3/1 4/4/1"),
        format!("f 4//1 2//1 3//1\ng dart\nf 1/1/1 2/2/1 3/3/1 4/4/1\n{lists}{dart}"),
    ] {
        let level = read_as("a.obj", text.as_bytes()).unwrap();
        let mesh = &level.objects[1].mesh;
        let surface = surface(&level, 1);
        assert_eq!(surface.triangle_count(), 2);
        for (position, uv, normal) in corners_of(surface) {
            let at = mesh.positions()[position as usize];
            assert_eq!((uv, normal), (Vec2::new(at.x, 1.0 - at.y), Vec3::Z), "{text}");
        }
        let order: Vec<u32> = corners_of(surface).iter().map(|corner| corner.0).collect();
        assert_eq!(order, mesh.triangles().as_flattened());
    }
}

#[test]
fn indices_of_coordinates_that_do_not_exist_are_located_and_the_rest_is_drawn() {
    for (face, column, what) in [
        ("f 1/1 2/9 3/1", 7, "texture coordinates"),
        ("f 1//1 2//1 3//0", 13, "a normal"),
        ("f 1//1 2//x 3//1", 8, "a normal"),
        ("f 1/-2/1 2/1/1 3/1/1", 3, "texture coordinates"),
    ] {
        let level = read_as("a.obj", format!("{POINTS}vt 0 0\nvn 0 0 1\n{face}\n").as_bytes()).unwrap();
        assert_eq!(level.objects[0].mesh.triangles(), [[0, 1, 2]], "{face}");
        let expected = format!(
            "a.obj:7:{column}: a corner names {what} that the file does not have; pictures show the corner without"
        );
        assert_eq!(notes(&level), [expected], "{face}");
    }
    let level = read_as("a.obj", format!("{POINTS}vt\nvn 1 0\nvn 0 0 1\nf 1/1/2 2//2 3//1\n").as_bytes()).unwrap();
    assert_eq!(corners_of(surface(&level, 0))[0].2, Vec3::Z, "the others keep their numbers");
    let described = notes(&level).join("\n");
    assert!(described.contains("a.obj:5:1: `vt` has no finite number"), "{described}");
    assert!(described.contains("a.obj:6:4: `vn` has no three finite numbers"), "{described}");
}

#[test]
fn without_looks_there_is_no_surface() {
    for text in ["f 1 2 3", "vt 0 0\nf 1/1 2/1 3/1", "vn 0 0 1\nf 1 2 3", "f 1 2 3\nusemtl a", "usemtl b\nf 1 2 3"] {
        let (level, _) = looks(&format!("{POINTS}{text}"), "newmtl a\nKd 1 0 0\nnewmtl b\n");
        assert!(level.objects[0].mesh.surface().is_none(), "{text}");
    }
}

#[test]
fn vertices_have_colours() {
    let text = "v 0 0 0\nv 1 0 0 1 0 0\nv 0 1 0 0 0.5 1 # blue\nv 0 0 1 0.5\nf 1 2 3\ng other\nf 2 3 4\n";
    let level = read_as("a.obj", text.as_bytes()).unwrap();
    let colors = |object: usize| -> Vec<[f32; 4]> {
        surface(&level, object).vertices.iter().map(|vertex| vertex.color).collect()
    };
    let half = (128.0_f32 / 255.0).powi(2);
    let (white, red, blue) = ([1.0; 4], [1.0, 0.0, 0.0, 1.0], [0.0, half, 1.0, 1.0]);
    assert_eq!((colors(0), colors(1)), (vec![white, red, blue], vec![red, blue, white]));
}

#[test]
fn several_materials_of_a_group_are_its_parts() {
    let mtl = "newmtl a\nKd 1 0.5 0\nnewmtl b\nmap_Kd -s 2 3 -o 0.5 0.25 -clamp on wood.png\nd 0.5\n\
               newmtl c\nmap_Kd blue.tga\n";
    let text = format!(
        "{POINTS}vt 0 0\nusemtl a\nf 1 2 3\nusemtl b\nf 1/1 3/1 4/1\nusemtl a\nf 1 2 4\nusemtl c\nf 2/1 3/1 4/1"
    );
    let (level, notes) = looks(&text, mtl);
    assert_eq!(notes, [""; 0]);
    let [a, b, c] = &surface(&level, 0).parts[..] else { panic!() };
    assert_eq!([a, b, c].map(|part| part.triangles.len()), [2, 1, 1]);
    assert_eq!((a.material.base_color, a.material.alpha), ([1.0, 0.25, 0.0, 1.0], Alpha::Opaque));
    assert_eq!((b.material.base_color, b.material.alpha), ([1.0, 1.0, 1.0, 0.5], Alpha::Blend));
    assert!(a.material.is_double_sided && b.material.is_double_sided);
    let texture = b.material.base_color_texture.as_ref().unwrap();
    assert_eq!((texture.image.size(), texture.wrap), ([4, 2], [Wrap::Clamp; 2]));
    // In the file u, v becomes 2u + 0.5, 3v + 0.25, where v goes up.
    let at = texture.transform.transform_point2(Vec2::new(0.25, 1.0 - 0.125));
    assert!(at.distance(Vec2::new(1.0, 1.0 - 0.625)) < 1e-6, "{at}");
    let blue = c.material.base_color_texture.as_ref().unwrap();
    assert_eq!(blue.image.rgba()[0], [0, 0, 255, 255]);
    assert_eq!(level.objects[0].color, Some(crate::scene::Color([255, 128, 0])), "that of most triangles");
}

#[test]
fn an_image_of_opacity_cuts_holes_or_is_translucent() {
    for (line, alpha, has_texture) in [
        ("map_d holes.png", Alpha::Mask(0.5), true),
        ("map_d glass.png", Alpha::Blend, true),
        ("map_d holes.png\nd 0.5", Alpha::Blend, true),
        ("map_d leaf.png\nmap_Kd leaf.png", Alpha::Mask(0.5), false),
        ("map_d leaf.png\nmap_Kd wood.png", Alpha::Mask(0.5), true),
        ("map_d -imfchan g leaf.png\nmap_Kd leaf.png", Alpha::Blend, true),
        ("map_Kd leaf.png", Alpha::Opaque, false),
        ("Tr 0.25", Alpha::Blend, false),
    ] {
        let (level, notes) = looks(&format!("{POINTS}vt 0 0\nusemtl a\nf 1/1 2/1 3/1"), &format!("newmtl a\n{line}"));
        assert_eq!(notes, [""; 0]);
        let material = &surface(&level, 0).parts[0].material;
        assert_eq!((material.alpha, material.opacity_texture.is_some()), (alpha, has_texture), "{line}");
    }
    let (level, _) = looks(&format!("{POINTS}usemtl a\nf 1 2 3"), "newmtl a\nmap_d holes.png");
    let opacity = surface(&level, 0).parts[0].material.opacity_texture.clone().unwrap();
    assert_eq!((opacity.image.rgba()[0][0], opacity.image.rgba()[15][0]), (0, 255));
}

#[test]
fn images_that_cannot_be_used_are_located_and_the_rest_is_drawn() {
    for (line, words) in [
        ("map_Kd none.png", "its texture is not drawn: there is no file `none.png`"),
        ("map_Kd broken.png", "`broken.png` is broken or cut off"),
        ("map_Kd a.mtl", "`a.mtl` is not an image"),
        ("map_d ../secret.png", "leaves the root"),
        ("map_d C:\\textures\\a.png", "absolute path"),
    ] {
        let (level, notes) =
            looks(&format!("{POINTS}vn 0 0 1\nusemtl a\nf 1//1 2//1 3//1"), &format!("newmtl a\n\n {line}\nKd 1 0 0"));
        let column = 3 + line.find(' ').unwrap();
        assert!(notes.len() == 1 && notes[0].starts_with(&format!("a.mtl:3:{column}: ")), "{line}: {notes:?}");
        assert!(notes[0].contains(words), "{notes:?}");
        let material = &surface(&level, 0).parts[0].material;
        assert_eq!((material.base_color, material.textures().count()), ([1.0, 0.0, 0.0, 1.0], 0));
    }
}

#[test]
fn the_whole_file_as_one_mesh_has_its_materials() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.mtl"), "newmtl a\nKd 1 0 0\nnewmtl b\nKd 0 1 0\n").unwrap();
    let text = format!("mtllib a.mtl\n{POINTS}vn 0 0 1\nusemtl a\nf 1//1 2//1 3//1\ng two\nusemtl b\nf 1//1 3//1 4//1");
    fs::write(folder.path().join("a.obj"), text).unwrap();
    let read = LevelFile::read("a.obj", &folder.path().into(), &Budget::default(), &Progress::default());
    let whole = read.mesh(None).unwrap();
    let surface = whole.surface().unwrap();
    assert_eq!((surface.parts.len(), surface.triangle_count(), surface.vertices.len()), (2, 2, 6));
    assert_eq!(surface.vertices[5].position, 5);
}
