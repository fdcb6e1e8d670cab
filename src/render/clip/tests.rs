//! Moving pictures read back by the decoders of another crate.

use image::RgbaImage;

use super::changed::Changed;
use super::format::ClipFormat;
use super::gif::is_our_gif;
use super::writer::Clip;

/// Moving squares over a gradient with more than 256 colours.
fn pictures(count: u32) -> Vec<RgbaImage> {
    let picture = |k: u32| {
        RgbaImage::from_fn(64, 40, |x, y| {
            let is_square = (i64::from(x) - 8 * i64::from(k)).unsigned_abs() < 5 && (10..20).contains(&y);
            let [r, g] = [x, y].map(|at| u8::try_from(4 * at).unwrap_or(255));
            image::Rgba(if is_square { [255, 255, 0, 255] } else { [r, g, 90, 255] })
        })
    };
    (0..count).map(picture).collect()
}

fn written(format: ClipFormat, pictures: &[RgbaImage], fps: f64) -> Vec<u8> {
    written_beside(format, pictures, fps, 3)
}

/// `waiting` pictures are compressed beside the caller.
fn written_beside(format: ClipFormat, pictures: &[RgbaImage], fps: f64, waiting: usize) -> Vec<u8> {
    let mut file = Vec::new();
    let count = u32::try_from(pictures.len()).unwrap();
    let mut clip = Clip::new(format, [64, 40], count, fps, &mut file).unwrap().with_waiting(waiting);
    for picture in pictures {
        clip.push(picture).unwrap();
    }
    clip.finish().unwrap();
    file
}

/// The pictures of a file and their durations in milliseconds, by the decoders of another crate.
fn read(format: ClipFormat, file: &[u8]) -> Vec<(RgbaImage, u32)> {
    use image::AnimationDecoder;
    let cursor = std::io::Cursor::new(file);
    let frames = match format {
        ClipFormat::Gif => image::codecs::gif::GifDecoder::new(cursor).unwrap().into_frames(),
        ClipFormat::Apng => image::codecs::png::PngDecoder::new(cursor).unwrap().apng().unwrap().into_frames(),
    };
    let frames = frames.collect_frames().unwrap().into_iter();
    frames
        .map(|frame| (frame.delay().numer_denom_ms(), frame.into_buffer()))
        .map(|((n, d), image)| (image, n / d))
        .collect()
}

#[test]
fn every_picture_is_read_back() {
    let mut pictures = pictures(6);
    pictures.insert(3, pictures[2].clone());
    for format in [ClipFormat::Gif, ClipFormat::Apng] {
        let read = read(format, &written(format, &pictures, 20.0));
        assert_eq!(read.len(), pictures.len());
        for ((found, duration), picture) in read.iter().zip(&pictures) {
            assert_eq!(*duration, 50);
            let channels = found.pixels().zip(picture.pixels()).flat_map(|(a, b)| (0..3).map(|i| a[i].abs_diff(b[i])));
            let mean = channels.map(f64::from).sum::<f64>() / (3.0 * 64.0 * 40.0);
            assert!(mean <= if format == ClipFormat::Apng { 0.0 } else { 6.0 }, "{format:?}: colours differ by {mean}");
        }
    }
}

#[test]
fn the_file_is_the_same_however_many_pictures_wait() {
    let pictures = pictures(9);
    for format in [ClipFormat::Gif, ClipFormat::Apng] {
        let at_once = written_beside(format, &pictures, 20.0, 0);
        for waiting in [1, 2, 20] {
            assert!(written_beside(format, &pictures, 20.0, waiting) == at_once, "{format:?}, {waiting}");
        }
    }
}

#[test]
fn few_colors_are_exact_in_a_gif() {
    let picture =
        |k: u8| RgbaImage::from_fn(64, 40, |x, _| image::Rgba([u8::try_from(x / 3).unwrap() * 9, 40 * k, 0, 255]));
    let pictures: Vec<RgbaImage> = (0..4).map(picture).collect();
    let read = read(ClipFormat::Gif, &written(ClipFormat::Gif, &pictures, 10.0));
    assert!(read.iter().map(|(image, _)| image).eq(&pictures));
}

#[test]
fn durations_add_up_to_the_time() {
    let pictures = pictures(30);
    for (fps, total) in [(30.0, 1000), (7.0, 4290), (50.0, 600), (0.5, 60_000)] {
        for format in [ClipFormat::Gif, ClipFormat::Apng] {
            let durations = read(format, &written(format, &pictures, fps)).into_iter().map(|(_, duration)| duration);
            assert_eq!(durations.sum::<u32>(), total, "{fps} pictures a second");
        }
    }
}

#[test]
fn only_the_changed_rectangle_is_written() {
    let pictures = pictures(2);
    assert_eq!(Changed::between(None, &pictures[0]), Changed { x: 0, y: 0, width: 64, height: 40 });
    assert_eq!(Changed::between(Some(&pictures[0]), &pictures[1]), Changed { x: 0, y: 10, width: 13, height: 10 });
    assert_eq!(Changed::between(Some(&pictures[0]), &pictures[0]), Changed { x: 0, y: 0, width: 1, height: 1 });
}

#[test]
fn our_files_are_known_and_wrong_ones_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [ours, text] = ["ours.gif", "text.gif"].map(|name| folder.path().join(name));
    std::fs::write(&ours, written(ClipFormat::Gif, &pictures(1), 10.0)).unwrap();
    std::fs::write(&text, "GIF89a").unwrap();
    assert_eq!([&ours, &text, &folder.path().join("none")].map(|path| is_our_gif(path)), [true, false, false]);
    let apng = folder.path().join("a.apng");
    std::fs::write(&apng, written(ClipFormat::Apng, &pictures(2), 10.0)).unwrap();
    assert!(crate::render::png::is_our_png(&apng));

    assert!(Clip::new(ClipFormat::Gif, [70_000, 1], 1, 10.0, Vec::new()).is_err());
    for format in [ClipFormat::Gif, ClipFormat::Apng] {
        for (size, count) in [([64, 40], 0), ([0, 40], 1), ([64, 0], 1)] {
            assert!(Clip::new(format, size, count, 10.0, Vec::new()).is_err(), "{format:?}, {size:?}, {count}");
        }
    }
    let mut short = Clip::new(ClipFormat::Apng, [64, 40], 2, 10.0, Vec::new()).unwrap();
    short.push(&pictures(1)[0]).unwrap();
    assert!(short.push(&RgbaImage::new(1, 1)).is_err());
    assert!(short.finish().is_err(), "a picture is missing");
}
