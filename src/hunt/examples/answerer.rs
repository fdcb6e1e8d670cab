// An example answerer for `eyeline hunt`, for Rust without crates.
// It answers the questions ray-sphere and frustum-box. Build and run it with
//     rustc -O answerer.rs
//     eyeline hunt ray-sphere --ask "./answerer"
//     eyeline hunt frustum-box --ask "./answerer"
// To test your engine, put a call to it in place of ray_sphere or frustum_box.
// The numbers of a case are f32 values: they are read as f32. The sums here are f64.
use std::io::{self, BufRead, BufReader, BufWriter, Write};

/// The pieces of the line behind the quoted name: first `:5,` or `:[1,2,3],`, or `:` before a quoted value.
/// Enough for the lines of the hunt, where a name is never a value too; it is no JSON reader.
fn field<'a>(line: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let mut pieces = line.split('"');
    assert!(pieces.any(|piece| piece == name), "no {} in {}", name, line);
    pieces
}

fn value<'a>(line: &'a str, name: &str) -> &'a str {
    field(line, name).next().unwrap_or("").trim_matches([' ', ':', ',', '[', ']', '}', '\r', '\n'])
}

fn numbers<const N: usize>(line: &str, name: &str) -> [f64; N] {
    let mut texts = value(line, name).split(',');
    std::array::from_fn(|_| f64::from(texts.next().unwrap().trim().parse::<f32>().unwrap()))
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn ray_sphere(case: &str) -> String {
    const MISS: &str = "\"hit\":false";
    let m: [f64; 16] = numbers(case, "world_from_local"); // column by column
    let (x, y, z) = ([m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]]);
    let inverse = [cross(y, z), cross(z, x), cross(x, y)]; // rows, each to be divided by the determinant
    let determinant = dot(x, inverse[0]);
    if determinant == 0.0 {
        return MISS.into(); // the matrix has no inverse
    }
    let world_origin: [f64; 3] = numbers(case, "origin");
    let start = [world_origin[0] - m[12], world_origin[1] - m[13], world_origin[2] - m[14]];
    let world_direction = numbers(case, "direction");
    let origin = inverse.map(|row| dot(row, start) / determinant);
    let direction = inverse.map(|row| dot(row, world_direction) / determinant);
    let [radius] = numbers(case, "radius");
    if dot(origin, origin) <= radius * radius {
        return "\"hit\":true,\"t\":0".into(); // the sphere is solid
    }
    let length2 = dot(direction, direction);
    if length2 == 0.0 {
        return MISS.into();
    }
    let middle = -dot(origin, direction) / length2; // where the ray is closest to the center
    let closest: [f64; 3] = std::array::from_fn(|i| origin[i] + middle * direction[i]);
    let rest = radius * radius - dot(closest, closest);
    if middle < 0.0 || rest < 0.0 {
        return MISS.into();
    }
    format!("\"hit\":true,\"t\":{:e}", (middle - (rest / length2).sqrt()).max(0.0))
}

fn frustum_box(case: &str) -> String {
    let m: [f64; 16] = numbers(case, "clip_from_world");
    let (min, max): ([f64; 3], [f64; 3]) = (numbers(case, "min"), numbers(case, "max"));
    let row = |r: usize| [m[r], m[r + 4], m[r + 8], m[r + 12]];
    // Row 4 plus `factor` times row `r`. Rows count from 0 in the array.
    let plane = |factor: f64, r: usize| std::array::from_fn(|i| row(3)[i] + factor * row(r)[i]);
    let (near, far) = match field(case, "depth").nth(1) {
        Some("-1..1") => (plane(1.0, 2), plane(-1.0, 2)),
        Some("0..1") => (row(2), plane(-1.0, 2)),
        _ => (plane(-1.0, 2), row(2)), // "reversed"
    };
    let planes: [[f64; 4]; 6] = [plane(1.0, 0), plane(-1.0, 0), plane(1.0, 1), plane(-1.0, 1), near, far];
    let culled = planes.iter().any(|p| {
        // The corner furthest along the normal. When it is behind the plane, the whole box is.
        let corner = std::array::from_fn(|i| if p[i] > 0.0 { max[i] } else { min[i] });
        dot([p[0], p[1], p[2]], corner) + p[3] < 0.0
    });
    format!("\"verdict\":\"{}\"", if culled { "culled" } else { "visible" })
}

fn main() -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout());
    let mut line = String::new();
    input.read_line(&mut line)?;
    let question = field(&line, "question").nth(1).unwrap_or("");
    let answer: fn(&str) -> String = match question {
        "ray-sphere" => ray_sphere,
        "frustum-box" => frustum_box,
        _ => {
            eprintln!("this example answers ray-sphere and frustum-box; add a function to it for {question}");
            std::process::exit(1);
        }
    };
    // The plane test keeps some boxes that are outside, so the hello says "conservative".
    let conservative = question == "frustum-box";
    write!(output, "{{\"name\":\"example in Rust\",\"version\":\"1\",")?;
    writeln!(output, "\"conservative\":{conservative},\"inside\":\"solid\"}}")?;
    loop {
        // The next read blocks when no whole line is in the buffer: send the answers first.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        writeln!(output, "{{\"id\":{},{}}}", value(&line, "id"), answer(&line))?;
    }
}
