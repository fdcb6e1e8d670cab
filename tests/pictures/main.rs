//! Small pictures drawn without a display, looked at pixel by pixel.

mod everything;

use eyeline::picture::Palette;
use eyeline::render::picture_to_image;

#[test]
fn shows() {
    for (name, palette) in [("dark", Palette::DARK), ("light", Palette::LIGHT)] {
        let t = std::time::Instant::now();
        let image =
            picture_to_image(&everything::picture(&palette), &everything::viewpoint(), [1280, 720], &palette).unwrap();
        eprintln!("{:?}", t.elapsed());
        image.save(std::env::temp_dir().join(format!("eyeline-{name}.png"))).unwrap();
    }
}
