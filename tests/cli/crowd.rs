//! `scenes/crowd.json` and `scenes/deep.json` have too many numbers for manual writing. They are generated here, from
//! integers only, and compared with the files. `UPDATE_SCENES=1 cargo test --test cli crowd` writes the files.

use std::fmt::Write;
use std::path::Path;

const CROWD: &str = r##"{
  "eyeline": 1,
  "title": "Crowd",
  "about": "# Crowd\n\nComparing every pair would take 1,999,000 tests a tick. With the octree only candidate pairs remain: objects in the same cell or in nested cells.\n\n- In the **tight** tree some hundred boxes are in the root, only because a split plane cuts them. Each of them is a candidate with every other box.\n- Set `method` to **loose**: cells are extended by half an edge on every side, and the size and centre of a box decide its cell. Few candidates remain. The true overlaps are the same.\n- The camera `eye` culls by cells: objects in a cell outside its view are not tested.\n- Press play: every box changes cells as it moves, and the pairs follow.",
  "tick_rate": 30,
  "view": { "eye": [40.1, 27.2, 54.3], "target": [0, -4.6, 0], "fov_y": 40 },
  "ignore": [{ "problem": "coplanar_overlap" }],
  "select": ["eye"],
  "check": { "skip": ["frusta", "octree"] },
  "octree": { "min": [-16, -16, -16], "max": [16, 16, 16], "depth": 5 },
  "cameras": [
    { "name": "eye", "position": [-15, 3, 15], "look_at": [0, 0, 0],
      "projection": { "perspective": { "fov_y": 30, "aspect": 1.5 } }, "near": 1, "far": 24 }
  ],
  "objects": [
"##;

const DEEP: &str = r##"{
  "eyeline": 1,
  "title": "Ten levels",
  "about": "# Ten levels\n\nOn every level there are three boxes that fill most of a cell each. Beside them are the boxes of the next level, half as large. The edge of a leaf of level 10 is 1/64 m. One leaf contains a cluster of eight boxes.\n\n- Each level adds an octal digit to the code. The code of an object shows its path from the root; use `explain` to see it.\n- There are 1,227,133,513 cells, of which a few dozen are occupied. Only these are stored.\n- Boxes of different branches are never compared, however close they are.\n- The cluster shares one leaf: its eight boxes are 28 candidate pairs, and of the other objects only `beam` is compared with them, because it straddles x = 0 and stays in the root.\n- A loose tree is not always better. Its enlarged cells overlap their neighbours. Here every box is in a cell of its own size beside other boxes, so the loose tree finds ten times as many candidates.\n\nZoom in where the boxes become small, to see the next levels.",
  "view": { "eye": [27.9, 16.6, 18.6], "target": [0, -2, 0], "fov_y": 40 },
  "select": ["cluster 1"],
  "octree": { "min": [-8, -8, -8], "max": [8, 8, 8], "depth": 10 },
  "objects": [
"##;

/// Pseudorandom whole numbers (Knuth's MMIX, "The Art of Computer Programming 1", fascicle 1).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// From −`half` to `half`.
    fn around_0(&mut self, half: u64) -> i64 {
        i64::try_from(self.below(2 * half + 1)).unwrap() - i64::try_from(half).unwrap()
    }
}

/// A number of tenths, as short as JSON allows.
fn tenths(n: i64) -> String {
    let sign = if n < 0 { "-" } else { "" };
    let (whole, tenth) = (n.abs() / 10, n.abs() % 10);
    if tenth == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{tenth}") }
}

fn triple(numbers: &[String; 3]) -> String {
    format!("[{}]", numbers.join(","))
}

fn crowd() -> String {
    let mut random = Random(2026);
    let mut text = CROWD.to_owned();
    for i in 1..=2000 {
        let half = [(); 3].map(|()| tenths(2 + i64::try_from(random.below(4)).unwrap()));
        let from = [(); 3].map(|()| random.around_0(150));
        let to = from.map(|x| (x + random.around_0(40)).clamp(-150, 150));
        let speed = tenths(5 + i64::try_from(random.below(20)).unwrap());
        let comma = if i < 2000 { "," } else { "" };
        writeln!(
            text,
            r#"{{"name":"box {i}","shape":{{"box":{{"half_extents":{}}}}},"path":{{"points":[{},{}],"speed":{speed},"loop":true}}}}{comma}"#,
            triple(&half),
            triple(&from.map(tenths)),
            triple(&to.map(tenths)),
        )
        .unwrap();
    }
    text + "  ]\n}\n"
}

/// Cells of level k are 1024 >> k leaves wide; a number of 1/16384 m is short enough for `f32` and exact in JSON.
fn deep() -> String {
    const PER_METRE: i64 = 16384;
    let number = |n: i64| (n as f64 / PER_METRE as f64).to_string();
    let mut text = DEEP.to_owned();
    let mut object = |name: &str, centre: [i64; 3], half: [i64; 3], end: &str| {
        let [centre, half] = [centre, half].map(|v| triple(&v.map(number)));
        writeln!(
            text,
            r#"    {{ "name": "{name}", "shape": {{ "box": {{ "half_extents": {half} }} }}, "position": {centre} }}{end}"#
        )
        .unwrap();
    };
    object("beam", [0, 4 * PER_METRE, 4 * PER_METRE], [6 * PER_METRE, PER_METRE / 4, PER_METRE / 4], ",");
    // The least corner and the edge of the cell that is subdivided next.
    let (mut corner, mut edge) = ([-8 * PER_METRE; 3], 16 * PER_METRE);
    for level in 1..=10_u32 {
        edge /= 2;
        let child =
            |digit: u32| -> [i64; 3] { std::array::from_fn(|axis| corner[axis] + i64::from(digit >> axis & 1) * edge) };
        // The octant changes from level to level; the boxes are in three octants next to it.
        let down = [7, 0, 3, 4][level as usize % 4];
        for axis in 0..3 {
            let middle = child(down ^ 1 << axis).map(|low| low + edge / 2);
            object(&format!("level {level} {}", ["x", "y", "z"][axis]), middle, [edge * 5 / 16; 3], ",");
        }
        corner = child(down);
    }
    // The last cell is a leaf.
    for i in 0..8_u32 {
        let centre = std::array::from_fn(|axis| corner[axis] + edge / 4 + i64::from(i >> axis & 1) * edge / 2);
        object(&format!("cluster {}", i + 1), centre, [edge / 8; 3], if i < 7 { "," } else { "" });
    }
    text + "  ]\n}\n"
}

#[test]
fn crowd_and_deep_equal_the_generated_scenes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    for (name, text) in [("crowd.json", crowd()), ("deep.json", deep())] {
        let file = folder.join(name);
        let found = std::fs::read_to_string(&file).unwrap();
        // The lesson is written by hand. It is the last key.
        let lesson = found.find(",\n  \"lesson\": [").map(|start| &found[start..]).unwrap();
        let text = text.strip_suffix("\n}\n").unwrap().to_owned() + lesson;
        if std::env::var_os("UPDATE_SCENES").is_some() {
            std::fs::write(&file, &text).unwrap();
        }
        assert!(text.len() < 300_000, "{name}: {} bytes", text.len());
        assert!(found == text, "{name} is not what is made here; UPDATE_SCENES=1 writes it");
    }
}
