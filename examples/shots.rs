use eyeline::*;
fn main() {
    for f in std::env::args().skip(1) {
        let l = scene::read(std::path::Path::new(&f)).unwrap_or_else(|e| {
            eprintln!("{}", e.render(false));
            std::process::exit(2)
        });
        let w = world::World::at(&l.scene, 0);
        let r = report::Report::of(&w);
        let v: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&f).unwrap()).unwrap_or_default();
        let names: Vec<String> = v["select"]
            .as_array()
            .map(|a| a.iter().map(|x| x.as_str().unwrap().to_owned()).collect())
            .unwrap_or_default();
        let focus = picture::Focus::on(&w, &names).unwrap();
        let p = picture::Picture::of(&w, &r, &focus, None, &picture::Palette::DARK);
        let view = picture::scene_view(&l.scene, &w, 16.0 / 9.0);
        let img = render::picture_to_image(&p, &view, [1280, 720], &picture::Palette::DARK).unwrap();
        img.save(format!("/tmp/shots/{}.png", std::path::Path::new(&f).file_stem().unwrap().to_str().unwrap()))
            .unwrap();
    }
}
