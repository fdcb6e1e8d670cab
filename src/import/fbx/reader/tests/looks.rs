//! Materials, images and the attributes of vertices.

use std::fs;

use base64::Engine;
use glam::{Vec2, Vec3};

use super::maker::{FbxMaker, array, property};
use crate::import::level::Level;
use crate::import::level::tests::{notes, read_as, read_in};
use crate::surface::{Alpha, Material};

/// A square with texture coordinates and normals, and a node with it.
fn square(maker: &mut FbxMaker) -> u32 {
    let layers = [
        "LayerElementNormal: 0 {\nMappingInformationType: \"ByPolygonVertex\"\nReferenceInformationType: \"Direct\"\n",
        &array("Normals", [0.0, 0.0, 2.0].repeat(4)),
        "}\nLayerElementUV: 0 {\nName: \"map\"\nMappingInformationType: \"ByPolygonVertex\"\nReferenceInformationType: \"IndexToDirect\"\n",
        &array("UV", [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0]),
        &array("UVIndex", [0.0, 1.0, 2.0, 3.0]),
        "}\nLayerElementColor: 0 {\nMappingInformationType: \"ByPolygonVertex\"\nReferenceInformationType: \"IndexToDirect\"\n",
        &array("Colors", [0.5, 1.0, 0.0, 1.0]),
        &array("ColorIndex", [0.0; 4]),
        "}\nLayer: 0 {\nLayerElement: {\nType: \"LayerElementNormal\"\nTypedIndex: 0\n}\nLayerElement: {\nType: \"LayerElementUV\"\n\
         TypedIndex: 0\n}\nLayerElement: {\nType: \"LayerElementColor\"\nTypedIndex: 0\n}\n}\n",
    ]
    .concat();
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let geometry = maker.geometry("square", &points, &[&[0, 1, 2, 3]], &layers);
    maker.mesh_node("square", 0, "", geometry)
}

fn material(level: &Level) -> &Material {
    &level.objects[0].mesh.surface().unwrap().parts[0].material
}

/// A texture of a property of a material, with the name of its file or its bytes.
fn textured(maker: &mut FbxMaker, material: u32, property: &str, name: &str, bytes: Option<&[u8]>) {
    let content = bytes.map_or_else(String::new, |bytes| {
        format!("Content: , \"{}\"\n", base64::engine::general_purpose::STANDARD.encode(bytes))
    });
    let files = format!("FileName: \"C:\\\\old\\\\{name}\"\nRelativeFilename: \"{name}\"\n");
    let video = maker.object("Video", "clip", "Clip", &format!("Type: \"Clip\"\n{files}{content}"));
    let texture = maker.object("Texture", "image", "", &format!("Type: \"TextureVideoClip\"\n{files}"));
    maker.connect(video, texture);
    maker.connect_property(texture, material, property);
}

fn read(maker: &FbxMaker, files: &[(&str, &image::RgbaImage)]) -> Level {
    let folder = tempfile::tempdir().unwrap();
    for (name, image) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        image.save(path).unwrap();
    }
    fs::write(folder.path().join("a.fbx"), maker.text()).unwrap();
    read_in(folder.path(), "a.fbx").unwrap()
}

#[test]
fn vertices_have_their_normals_coordinates_and_colours() {
    let mut maker = FbxMaker::new();
    square(&mut maker);
    let level = maker.level();
    assert_eq!(notes(&level), [""; 0]);
    let surface = level.objects[0].mesh.surface().unwrap();
    assert_eq!((surface.vertices.len(), surface.parts.len()), (4, 1));
    for vertex in &surface.vertices {
        let at = level.objects[0].mesh.positions()[vertex.position as usize];
        assert_eq!((vertex.normal, vertex.uv[0]), (Vec3::Z, Vec2::new(at.x, 1.0 - at.y)), "v grows downwards");
        assert_eq!(vertex.color.map(f32::to_bits), [0.25, 1.0, 0.0, 1.0].map(f32::to_bits), "half of sRGB");
    }
}

#[test]
fn an_index_of_an_attribute_that_does_not_exist_is_told() {
    let mut maker = FbxMaker::new();
    square(&mut maker);
    let other = maker.text().replace("a: 0,1,2,3\n", "a: 0,1,2,9\n");
    let level = read_as("a.fbx", other.as_bytes()).unwrap();
    let notes = notes(&level);
    assert!(notes.len() == 1 && notes[0].contains("the reader of FBX says: Clamped index"), "{notes:?}");
    assert_eq!(level.objects[0].mesh.surface().unwrap().vertices.len(), 4);
}

#[test]
fn values_of_a_material_are_read() {
    for (properties, base, alpha) in [
        (property("DiffuseColor", &[1.0, 0.0, 1.0]), [1.0, 0.0, 1.0, 1.0], Alpha::Opaque),
        (
            property("DiffuseColor", &[1.0, 1.0, 1.0]) + &property("DiffuseFactor", &[0.0]),
            [0.0, 0.0, 0.0, 1.0],
            Alpha::Opaque,
        ),
        (
            property("TransparentColor", &[1.0, 1.0, 1.0]) + &property("TransparencyFactor", &[0.25]),
            [1.0, 1.0, 1.0, 0.75],
            Alpha::Blend,
        ),
        (property("Opacity", &[0.5]), [1.0, 1.0, 1.0, 0.5], Alpha::Blend),
        // Written for opaque materials by some programs.
        (
            property("TransparentColor", &[1.0, 1.0, 1.0]) + &property("TransparencyFactor", &[1.0]),
            [1.0; 4],
            Alpha::Opaque,
        ),
        (property("DiffuseColor", &[f64::NAN, 2.0, -1.0]), [1.0, 1.0, 0.0, 1.0], Alpha::Opaque),
    ] {
        let mut maker = FbxMaker::new();
        let node = square(&mut maker);
        maker.material("paint", node, &properties);
        let level = maker.level();
        let material = material(&level);
        assert_eq!((&*material.name, material.alpha), ("paint", alpha), "{properties}");
        assert_eq!(material.base_color.map(f32::to_bits), base.map(f32::to_bits), "{properties}");
        assert_eq!((material.metallic.to_bits(), material.roughness.to_bits()), (0, 1.0_f32.to_bits()));
    }
}

#[test]
fn images_beside_the_file_and_in_it_are_shown() {
    let image = image::RgbaImage::from_pixel(2, 2, image::Rgba([200, 10, 20, 255]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let bytes = bytes.into_inner();
    for (name, bytes, files) in [
        ("maps\\\\wood.png", None, &[("maps/wood.png", &image)][..]),
        ("..\\\\..\\\\elsewhere\\\\wood.png", None, &[("wood.png", &image)]),
        ("wood.png", Some(&bytes[..]), &[]),
    ] {
        let mut maker = FbxMaker::new();
        let node = square(&mut maker);
        let paint = maker.material("paint", node, &property("DiffuseColor", &[0.1, 0.1, 0.1]));
        textured(&mut maker, paint, "DiffuseColor", name, bytes);
        let level = read(&maker, files);
        assert_eq!(notes(&level), [""; 0], "{name}");
        let material = material(&level);
        let shown = material.base_color_texture.as_ref().unwrap();
        assert_eq!((shown.image.rgba()[0], shown.set), ([200, 10, 20, 255], 0), "{name}");
        assert_eq!(
            material.base_color.map(f32::to_bits),
            [1.0_f32; 4].map(f32::to_bits),
            "the image replaces the colour"
        );
        assert!(material.missing.is_empty() && !material.lacks_color);
    }
}

#[test]
fn images_that_cannot_be_used_are_missing_images_of_their_materials() {
    for (name, bytes, words) in [
        ("none.png", None, "there is no file `none.png`"),
        ("../../none.png", None, "leaves the root"),
        ("broken.png", Some(&b"broken"[..]), "format"),
    ] {
        let mut maker = FbxMaker::new();
        let node = square(&mut maker);
        let paint = maker.material("paint", node, "");
        textured(&mut maker, paint, "DiffuseColor", name, bytes);
        let level = read(&maker, &[]);
        let material = material(&level);
        let [missing] = &material.missing[..] else { panic!("{:?}", material.missing) };
        assert!(missing.reason.contains(words) && &*missing.image == name, "{missing:?}");
        assert!(material.lacks_color && material.base_color_texture.is_none());
        assert_eq!((&*missing.file, &*missing.materials), ("a.fbx", &["paint".into()][..]));
        let notes = notes(&level);
        assert!(notes.len() == 1 && notes[0].contains("its texture is not drawn"), "{notes:?}");
    }
}

#[test]
fn an_image_of_the_opacity_makes_holes_or_is_translucent() {
    let alpha = |values: [u8; 4]| image::RgbaImage::from_vec(2, 2, values.map(|a| [9, 9, 9, a]).concat()).unwrap();
    for (values, expected) in
        [([0, 255, 255, 255], Alpha::Mask(0.5)), ([100, 120, 130, 140], Alpha::Blend), ([255; 4], Alpha::Opaque)]
    {
        let mut maker = FbxMaker::new();
        let node = square(&mut maker);
        let paint = maker.material("leaf", node, "");
        textured(&mut maker, paint, "DiffuseColor", "leaf.png", None);
        textured(&mut maker, paint, "TransparentColor", "leaf.png", None);
        let image = alpha(values);
        let level = read(&maker, &[("leaf.png", &image)]);
        let material = material(&level);
        // The alpha of the image of the colour is enough, but the luminance of an opaque image is none.
        assert_eq!(material.alpha, if values == [255; 4] { Alpha::Mask(0.5) } else { expected }, "{values:?}");
    }
}
