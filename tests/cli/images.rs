//! The section of images of a report: every kind of file compared with the alpha that it was made from, and images
//! without an answer.

use std::io::Cursor;
use std::path::Path;

use image::{DynamicImage, GrayAlphaImage, GrayImage, ImageFormat, LumaA, Rgba, RgbaImage};
use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// Alpha of a small leaf: a diagonal band, soft at its border.
fn alpha(x: u32, y: u32) -> u8 {
    u8::try_from((400 - 60 * i64::from(x.abs_diff(y))).clamp(0, 255)).unwrap()
}

fn leaf(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| Rgba([40, 180, 60, alpha(x, y)]))
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// The section, and the printed messages.
fn section(folder: &Path, images: &str) -> (Vec<Value>, String) {
    std::fs::write(folder.join("a.json"), format!(r#"{{ "eyeline": 1, "images": [{images}] }}"#)).unwrap();
    let output = eyeline(folder, &["report", "a.json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let is_whole = report["images"].as_array().unwrap().iter().all(|image| image.get("error").is_none());
    assert_eq!(output.status.code(), Some(if is_whole { 0 } else { 2 }), "{output:?}");
    (report["images"].as_array().unwrap().clone(), String::from_utf8(output.stderr).unwrap())
}

/// The mean of a cell as the contract defines it.
fn mean(alpha: impl Fn(u32, u32) -> f64, size: [u32; 2], divisions: [u32; 2], [i, j]: [u32; 2]) -> f64 {
    let range = |axis: usize, i: u32| i * size[axis] / divisions[axis]..(i + 1) * size[axis] / divisions[axis];
    let pixels = range(1, j).flat_map(|y| range(0, i).map(move |x| (x, y)));
    let values: Vec<f64> = pixels.map(|(x, y)| alpha(x, y)).collect();
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn every_kind_of_file_gives_the_alpha_it_was_made_from() {
    let size = [23, 17];
    let rgba = leaf(23, 17);
    let gray = GrayAlphaImage::from_fn(23, 17, |x, y| LumaA([9, alpha(x, y)]));
    let rgba8 = DynamicImage::ImageRgba8(rgba.clone());
    let rgba16 = DynamicImage::ImageRgba16(rgba8.to_rgba16());
    let gray16 = DynamicImage::ImageLumaA16(DynamicImage::ImageLumaA8(gray.clone()).to_luma_alpha16());
    let files = [
        ("rgba.png", encoded(&rgba8, ImageFormat::Png)),
        ("rgba16.png", encoded(&rgba16, ImageFormat::Png)),
        ("gray.png", encoded(&DynamicImage::ImageLumaA8(gray), ImageFormat::Png)),
        ("gray16.png", encoded(&gray16, ImageFormat::Png)),
        ("leaf.webp", encoded(&rgba8, ImageFormat::WebP)),
        ("leaf.tga", encoded(&rgba8, ImageFormat::Tga)),
        ("leaf.bmp", encoded(&rgba8, ImageFormat::Bmp)),
        ("wrongly_named.jpg", encoded(&rgba8, ImageFormat::Png)),
    ];
    let folder = fresh(&[]);
    for (name, bytes) in &files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let images: Vec<_> = files
        .iter()
        .map(|(file, _)| format!(r#"{{ "name": "{file}", "file": "{file}", "divisions": [5, 4] }}"#))
        .collect();
    let (section, said) = section(folder.path(), &images.join(", "));
    assert_eq!(said, "");
    for (image, (name, _)) in section.iter().zip(&files) {
        assert_eq!(
            (&image["image"], &image["size"], &image["divisions"]),
            (&json!(name), &json!(size), &json!([5, 4]))
        );
        assert_eq!(
            (&image["method"], &image["threshold"], &image["has_alpha"]),
            (&json!("exact"), &json!(0.5), &json!(true))
        );
        let mut solid = 0;
        for j in 0..4 {
            for i in 0..5 {
                let expected = mean(|x, y| f64::from(alpha(x, y)) / 255.0, size, [5, 4], [i, j]);
                let found = image["alpha"][j as usize][i as usize].as_f64().unwrap();
                assert!((found - expected).abs() < 1e-12, "{name} {i},{j}: {found} and not {expected}");
                assert_eq!(image["solid"][j as usize][i as usize], json!(found >= 0.5), "{name}");
                solid += usize::from(found >= 0.5);
            }
        }
        assert_eq!((&image["solid_cells"], &image["uncovered_pixels"]), (&json!(solid), &json!(0)), "{name}");
    }
}

#[test]
fn keys_of_the_contract_come_before_other_keys() {
    let folder = fresh(&[]);
    leaf(13, 7).save(folder.path().join("leaf.png")).unwrap();
    let (section, _) = section(
        folder.path(),
        r#"{ "name": "leaf", "file": "leaf.png", "divisions": [2, 3], "method": "odd_block", "threshold": 0.3 }"#,
    );
    let keys: Vec<_> = section[0].as_object().unwrap().keys().map(String::as_str).collect();
    let expected = [
        "image",
        "size",
        "divisions",
        "method",
        "threshold",
        "alpha",
        "solid",
        "solid_cells",
        "uncovered_pixels",
        "has_alpha",
    ];
    assert_eq!(keys, expected);
    assert_eq!((&section[0]["method"], &section[0]["threshold"]), (&json!("odd_block"), &json!(0.3)));
    // Blocks of 5 × 1 pixels.
    assert_eq!(section[0]["uncovered_pixels"], json!(13 * 7 - 10 * 3));
    assert_eq!(section[0]["alpha"].as_array().unwrap().len(), 3, "row by row");
    let first = (0..5).map(|x| f64::from(alpha(x, 0))).sum::<f64>() / (5.0 * 255.0);
    assert_eq!(section[0]["alpha"][0][0], json!(first));
}

/// 76.5 of 255 is 0.3 and counts as 0.3, though neither is exact in binary.
#[test]
fn a_mean_at_the_threshold_is_solid() {
    let folder = fresh(&[]);
    let image = RgbaImage::from_fn(2, 1, |x, _| Rgba([0, 0, 0, if x == 0 { 76 } else { 77 }]));
    image.save(folder.path().join("edge.png")).unwrap();
    let (section, _) =
        section(folder.path(), r#"{ "name": "e", "file": "edge.png", "divisions": [1, 1], "threshold": 0.3 }"#);
    assert_eq!((&section[0]["alpha"], &section[0]["solid"]), (&json!([[0.3]]), &json!([[true]])));
}

#[test]
fn an_image_without_alpha_has_a_note_and_is_solid() {
    let folder = fresh(&[]);
    let gray = DynamicImage::ImageLuma8(GrayImage::from_pixel(12, 10, image::Luma([0])));
    let files = [("a.jpg", ImageFormat::Jpeg), ("b.png", ImageFormat::Png), ("c.bmp", ImageFormat::Bmp)];
    for (name, format) in files {
        std::fs::write(folder.path().join(name), encoded(&gray, format)).unwrap();
    }
    let images = files.map(|(file, _)| format!(r#"{{ "name": "{file}", "file": "{file}", "divisions": [3, 2] }}"#));
    let (section, said) = section(folder.path(), &images.join(", "));
    assert_eq!(said, "");
    for image in section {
        assert_eq!((&image["has_alpha"], &image["solid_cells"]), (&json!(false), &json!(6)), "{image}");
        assert_eq!(image["alpha"], json!([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]));
    }
}

/// A hand-written palette with a transparent colour: 2 × 2 pixels of 2 bits.
#[test]
fn a_transparent_colour_of_a_palette_counts() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Two);
    encoder.set_palette(vec![0, 0, 0, 255, 0, 0, 0, 255, 0]);
    encoder.set_trns(vec![255, 0, 51]);
    encoder.write_header().unwrap().write_image_data(&[0b0001_0000, 0b1000_0000]).unwrap();
    let folder = fresh(&[]);
    std::fs::write(folder.path().join("p.png"), &bytes).unwrap();
    let (section, said) = section(folder.path(), r#"{ "name": "p", "file": "p.png", "divisions": [2, 2] }"#);
    assert_eq!((&section[0]["alpha"], said.as_str()), (&json!([[1.0, 0.0], [0.2, 1.0]]), ""));
}

#[test]
fn the_first_frame_of_a_gif_counts() {
    let mut bytes = Vec::new();
    {
        let mut encoder = image::codecs::gif::GifEncoder::new(&mut bytes);
        let frame = |x: u32| {
            let frame = RgbaImage::from_fn(4, 2, |at, _| if at < x { Rgba([9, 9, 9, 255]) } else { Rgba([0; 4]) });
            image::Frame::new(frame)
        };
        encoder.encode_frames([frame(1), frame(4)]).unwrap();
    }
    let folder = fresh(&[]);
    std::fs::write(folder.path().join("g.gif"), &bytes).unwrap();
    let (section, said) = section(folder.path(), r#"{ "name": "g", "file": "g.gif", "divisions": [4, 1] }"#);
    assert_eq!((&section[0]["alpha"], said.as_str()), (&json!([[1.0, 0.0, 0.0, 0.0]]), ""));
}

/// A small PNG whose header has an arbitrary size.
fn claiming(width: u32, height: u32) -> Vec<u8> {
    let mut header = b"IHDR".to_vec();
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    header.extend([8, 6, 0, 0, 0]);
    let crc = header.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    });
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    bytes.extend(header);
    bytes.extend((!crc).to_be_bytes());
    bytes.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    bytes
}

/// Each invalid image is reported at its place, and the valid image is answered.
#[test]
fn an_invalid_image_is_reported_and_the_others_are_answered() {
    let folder = fresh(&[]);
    let path = |name: &str| folder.path().join(name);
    let good = DynamicImage::ImageRgba8(leaf(8, 8));
    good.save(path("leaf.png")).unwrap();
    for (name, format) in [
        ("cut.png", ImageFormat::Png),
        ("cut.webp", ImageFormat::WebP),
        ("cut.bmp", ImageFormat::Bmp),
        ("cut.tga", ImageFormat::Tga),
        ("cut.gif", ImageFormat::Gif),
    ] {
        let bytes = encoded(&good, format);
        std::fs::write(path(name), &bytes[..bytes.len() / 2]).unwrap();
    }
    let jpeg = encoded(&DynamicImage::ImageRgb8(good.to_rgb8()), ImageFormat::Jpeg);
    std::fs::write(path("cut.jpg"), &jpeg[..jpeg.len() / 3]).unwrap();
    std::fs::write(path("text.png"), "no image").unwrap();
    std::fs::write(path("empty.png"), "").unwrap();
    std::fs::write(path("huge.png"), claiming(60_000, 60_000)).unwrap();
    std::fs::write(path("wide.png"), claiming(16_385, 1)).unwrap();
    std::fs::create_dir(path("sub")).unwrap();
    let cases = [
        (r#""file": "none.png""#, "there is no file `none.png`", "file"),
        (r#""file": "../leaf.png""#, "leaves the root", "file"),
        (r#""file": "/etc/leaf.png""#, "absolute", "file"),
        (r#""file": "sub""#, "is not a file", "file"),
        (r#""file": "cut.png""#, "`cut.png` is broken or cut off", "file"),
        (r#""file": "cut.webp""#, "broken or cut off", "file"),
        (r#""file": "cut.bmp""#, "broken or cut off", "file"),
        (r#""file": "cut.tga""#, "broken or cut off", "file"),
        (r#""file": "cut.gif""#, "broken or cut off", "file"),
        (r#""file": "cut.jpg""#, "broken or cut off", "file"),
        (r#""file": "text.png""#, "`text.png` is not an image of a supported format", "file"),
        (r#""file": "empty.png""#, "broken", "file"),
        (r#""file": "huge.png""#, "`huge.png` is 60000 × 60000 pixels large and takes 13.4 GiB", "file"),
        (r#""file": "wide.png""#, "16385 × 1 pixels", "file"),
        (r#""file": "leaf.png", "divisions": [8, 9]"#, "9 rows of cells do not fit into 8 pixels", "divisions"),
        (r#""file": "leaf.png", "method": "odd_block", "divisions": [100, 1]"#, "100 columns of cells", "divisions"),
    ];
    for (keys, words, key) in cases {
        let images = format!(
            "\n{{ \"name\": \"bad\", {keys} }},\n{{ \"name\": \"leaf\", \"file\": \"leaf.png\" , \"divisions\": [4, 4] }}"
        );
        let (section, said) = section(folder.path(), &images);
        let column = format!("{{ \"name\": \"bad\", {keys}").find(&format!("\"{key}\": ")).unwrap() + key.len() + 5;
        let place = format!("a.json:2:{column}");
        assert!(
            said.starts_with("error: ") && said.contains(words) && said.contains(&place),
            "{place} {words}:\n{said}"
        );
        assert!(said.contains("help: "), "{said}");
        assert_eq!(section[0].as_object().unwrap().len(), 2, "{}", section[0]);
        assert!(
            section[0]["image"] == "bad" && section[0]["error"].as_str().unwrap().contains(words),
            "{}",
            section[0]
        );
        assert_eq!((&section[1]["image"], &section[1]["alpha"][0][0]), (&json!("leaf"), &json!(1.0)), "{keys}");
    }
}

/// A sheet of 2 × 2 m at z = 0 whose left half is solid, a ball behind the transparent half, and rays of every kind.
const SHEET: &str = r#"{ "eyeline": 1,
    "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0.5, 1.5, -3] }],
    "rays": [
        { "name": "solid", "origin": [-0.25, 1.25, 4], "direction": [0, 0, -2] },
        { "name": "clear", "origin": [0.5, 1.5, 4], "direction": [0, 0, -2] },
        { "name": "beside", "origin": [1.5, 1.5, 4], "direction": [0, 0, -2] },
        { "name": "from behind", "origin": [-0.25, 1.25, -2], "direction": [0, 0, 1] },
        { "name": "away", "origin": [-0.25, 1.25, 4], "direction": [0, 0, 1] },
        { "name": "line", "origin": [-0.25, 1.25, 4], "direction": [0, 0, 1], "kind": "line" },
        { "name": "short", "origin": [-0.25, 1.25, 4], "direction": [0, 0, -2], "kind": "segment" },
        { "name": "masked", "origin": [-0.25, 1.25, 4], "direction": [0, 0, -2], "mask": [3] },
        { "name": "along", "origin": [-4, 1.25, 0], "direction": [1, 0, 0] },
        { "name": "on it", "origin": [-0.25, 1.25, 0], "direction": [0, 0, -1] },
        { "name": "corner", "origin": [-1, 2, 1], "direction": [0, 0, -1] } ],
    "images": [
        { "name": "sheet", "file": "sheet.png", "divisions": [4, 4], "position": [0, 1, 0], "size": [2, 2] },
        { "name": "gone", "file": "gone.png", "position": [0, 1, 1] } ] }"#;

fn sheet() -> tempfile::TempDir {
    let folder = fresh(&[("a.json", SHEET)]);
    let image = RgbaImage::from_fn(8, 8, |x, _| Rgba([0, 0, 0, if x < 4 { 255 } else { 51 }]));
    image.save(folder.path().join("sheet.png")).unwrap();
    folder
}

#[test]
fn rays_hit_solid_cells_and_pass_through_transparent_ones() {
    let folder = sheet();
    let output = eyeline(folder.path(), &["report", "a.json", "--only", "rays"]);
    assert_eq!(output.status.code(), Some(2), "one image is not there: {output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let on_sheet = |ray: &str| {
        let ray = report["rays"].as_array().unwrap().iter().find(|answers| answers["ray"] == ray).unwrap();
        let names: Vec<_> = ray["objects"].as_array().unwrap().iter().map(|object| object["object"].clone()).collect();
        assert_eq!(names, ["ball", "sheet", "gone"], "objects, then images");
        assert_eq!(ray["objects"][2]["error"], "there is no file `gone.png`");
        (ray["objects"][1].clone(), ray["nearest"].clone())
    };
    let (hit, nearest) = on_sheet("solid");
    let expected = json!({ "object": "sheet", "hit": true, "t": 2.0, "distance": 4.0, "point": [-0.25, 1.25, 0.0],
        "normal": [0.0, 0.0, 1.0], "feature": "cell 1,1", "interval": [2.0, 2.0], "reason": null, "exact": "hit",
        "exact_interval": [2.0, 2.0], "alpha": 1.0 });
    assert_eq!((&hit, &nearest), (&expected, &expected));

    let (passed, nearest) = on_sheet("clear");
    let expected = json!({ "object": "sheet", "hit": false, "t": null, "distance": null, "point": null, "normal": null,
        "feature": "cell 3,1", "interval": [2.0, 2.0], "reason": "transparent", "exact": "transparent",
        "exact_interval": [2.0, 2.0], "alpha": 0.2 });
    assert_eq!((&passed, &nearest["object"]), (&expected, &json!("ball")), "the ray passes through");

    for (ray, reason, interval) in [
        ("beside", json!("misses"), json!(null)),
        ("from behind", json!(null), json!([2.0, 2.0])),
        ("away", json!("behind"), json!([-4.0, -4.0])),
        ("line", json!(null), json!([-4.0, -4.0])),
        ("short", json!("beyond"), json!([2.0, 2.0])),
        ("masked", json!("masked"), json!([2.0, 2.0])),
        ("along", json!("misses"), json!(null)),
        ("on it", json!(null), json!([0.0, 0.0])),
        ("corner", json!(null), json!([1.0, 1.0])),
    ] {
        let (answer, _) = on_sheet(ray);
        assert_eq!((&answer["reason"], &answer["interval"]), (&reason, &interval), "{ray}: {answer}");
        let word = reason.as_str().unwrap_or("hit");
        assert_eq!((&answer["exact"], &answer["hit"]), (&json!(word), &json!(reason.is_null())), "{ray}");
    }
    assert_eq!(on_sheet("from behind").0["normal"], json!([0.0, 0.0, -1.0]), "to where the ray comes from");
    assert_eq!(on_sheet("corner").0["feature"], "cell 0,0");
}

#[test]
fn images_and_rays_that_meet_them_are_explained() {
    let folder = sheet();
    let explain = |args: &[&str]| eyeline(folder.path(), &[&["explain", "a.json"], args].concat());
    let text = |args: &[&str]| {
        let output = explain(args);
        assert_eq!(output.status.code(), Some(2), "one image is not there: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let of_sheet = text(&["sheet"]);
    for words in [
        "Where is `sheet` solid?\n8 of 16 cells are solid; threshold 0.5",
        "8 × 8 pixels, 4 channels of 8 bits",
        "Cells are 2 pixels wide",
        "Mean of cell 0,0",
        "1020 / (255 · 4) = 1",
        "0.2 to 0.3: 8",
        "By the method odd_block",
        "pixels left out: 48",
    ] {
        assert!(of_sheet.contains(words), "{words}\n{of_sheet}");
    }
    for names in [["clear", "sheet"], ["sheet", "clear"]] {
        let passed = text(&names);
        for words in [
            "Does `clear` hit `sheet`?\nno hit: cell 3,1 is clear",
            "t = (0 − 4) / −2 = 2",
            "⌊0.75 · 8⌋ = ⌊6⌋ → 6",
            "204 / (255 · 4) = 0.2",
            "0.2 < 0.5",
            "The cell is clear, so the ray passes through.",
            "They agree.",
        ] {
            assert!(passed.contains(words), "{words}\n{passed}");
        }
    }
    assert!(text(&["masked", "sheet"]).contains("no hit: masked"));
    assert!(text(&["clear"]).contains("`ball`: hit surface at t = 3.25"));
    assert!(text(&["solid"]).starts_with("What does `solid` hit first?\n`sheet`: hit cell 1,1 at t = 2, 4 m"));
    for (names, words) in [
        (&["gone"][..], "`gone` has no answer: there is no file `gone.png`"),
        (&["solid", "gone"], "`gone` has no answer"),
        (&["ball", "sheet"], "no answer is about `ball` (an object) and `sheet` (an image) together"),
    ] {
        let output = explain(names);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), output.stdout.is_empty(), said.contains(words)),
            (Some(2), true, true),
            "{said}"
        );
    }
}
