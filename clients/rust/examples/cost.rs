//! Measures what the client costs the game's thread: 500 objects that move and 500 answers a frame, with their inputs, at 60 Hz for 5 s,
//! to a reader on this machine that takes everything.
//!
//!     cargo run --release --example cost

#![expect(clippy::print_stdout, reason = "the result of the program")]

use std::io::Read;
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use eyeline_client::{Aabb, Camera, Client, Object, Shape, Tested, Verdict};

const OBJECTS: usize = 500;
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);

fn main() -> std::io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?.to_string();
    let reading = thread::spawn(move || -> std::io::Result<usize> {
        let (mut stream, _) = listener.accept()?;
        let mut buffer = vec![0; 1 << 20];
        let mut total = 0;
        loop {
            match stream.read(&mut buffer)? {
                0 => return Ok(total),
                read => total += read,
            }
        }
    });
    let mut connected = Client::connect_to("cost", &address);
    assert!(connected.wait(Duration::from_secs(10)), "no connection");
    measure("connected", &mut connected);
    println!("dropped {}, refused {}", connected.dropped(), connected.refused());
    drop(connected);
    if let Ok(total) = reading.join() {
        println!("{} kB a frame", total? / 1000 / 300);
    }
    measure("no program listens", &mut Client::connect_to("cost", "127.0.0.1:1"));
    measure("off", &mut Client::off());
    Ok(())
}

fn measure(what: &str, client: &mut Client) {
    let names: Vec<_> = (0..OBJECTS).map(|i| format!("object {i}")).collect();
    client.camera("eye", Camera::perspective(60.0, 1.5));
    for name in &names {
        client.object(name, Object::new(Shape::cuboid([0.5; 3])));
    }
    let mut times = Vec::new();
    let mut next = Instant::now();
    for frame in 0..300_u16 {
        let time = f32::from(frame) / 60.0;
        let start = Instant::now();
        for (i, name) in names.iter().enumerate() {
            let (sin, cos) = (time + i as f32).sin_cos();
            let position = [10.0 * sin, i as f32 * 0.037, 10.0 * cos];
            let [x, y, z] = position;
            client.matrix(name, &[cos, 0.0, -sin, 0.0, 0.0, 1.0, 0.0, 0.0, sin, 0.0, cos, 0.0, x, y, z, 1.0]);
            let planes = Some([[0.577_123_4, time, 0.312_345_6, 1.712_345]; 6]);
            let aabb = Some(Aabb { min: position.map(|p| p - 0.7), max: position.map(|p| p + 0.7) });
            client.said_visibility("eye", name, Verdict::Visible, &Tested { planes, aabb, sphere: None });
        }
        client.tick(time.into());
        times.push(start.elapsed());
        next += FRAME;
        thread::sleep(next.saturating_duration_since(Instant::now()));
    }
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e6;
    println!("{what}: median {:.1} µs, 99 % {:.1} µs, worst {:.1} µs a frame", at(50), at(99), at(100));
}
