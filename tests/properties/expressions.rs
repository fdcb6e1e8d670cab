//! Random scripts with values that are computed while the script is written, and damaged scripts.

use eyeline::behavior::{Blackboard, Expression, Value};

use crate::random::Random;

/// The precedence of an expression: the level of its outermost operator, lowest precedence first.
const ATOM: usize = 9;

/// An expression as text, its precedence, and its value; `None` where it has no value.
struct Made {
    text: String,
    level: usize,
    value: Option<f64>,
}

/// The text, in brackets where its precedence is too low.
fn within(made: &Made, level: usize) -> String {
    if made.level < level { format!("({})", made.text) } else { made.text.clone() }
}

fn whole(x: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "whole and small")]
    (x.fract() == 0.0 && x.abs() <= 9e15).then_some(x as i64)
}

fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

fn make(random: &mut Random, depth: u32) -> Made {
    if depth == 0 || random.once_in(6) {
        let (text, value) = random.pick(&[
            ("0", 0.0),
            ("1", 1.0),
            ("2.5", 2.5),
            ("0x10", 16.0),
            ("true", 1.0),
            ("false", 0.0),
            ("three", 3.0),
            ("half", 0.5),
        ]);
        return Made { text: text.to_owned(), level: ATOM, value: Some(value) };
    }
    let finite = |x: f64| x.is_finite().then_some(x);
    if random.once_in(5) {
        let inner = make(random, depth - 1);
        let sign = random.pick(&["-", "!", "~"]);
        let value = inner.value.and_then(|x| match sign {
            "-" => Some(-x),
            "!" => Some(truth(x == 0.0)),
            // A fraction is dropped.
            #[expect(clippy::cast_possible_truncation, reason = "as the scripts do")]
            _ => Some(!(x as i64) as f64),
        });
        return Made { text: format!("{sign} {}", within(&inner, 8)), level: 8, value };
    }
    let (a, b) = (make(random, depth - 1), make(random, depth - 1));
    if random.once_in(6) {
        let requested = make(random, depth - 1);
        let value = requested.value.and_then(|x| if x == 0.0 { b.value } else { a.value });
        let text = format!("{} ? {} : {}", within(&requested, 1), a.text, within(&b, 0));
        return Made { text, level: 0, value };
    }
    let (sign, level) = random.pick(&[
        ("||", 1),
        ("&&", 1),
        ("==", 2),
        ("!=", 2),
        ("<", 2),
        (">=", 2),
        ("|", 3),
        ("^", 3),
        ("&", 4),
        ("+", 6),
        ("-", 6),
        ("*", 7),
        ("/", 7),
    ]);
    // Comparisons in a row would be a chain, so both sides get brackets.
    let left = within(&a, if level == 2 { 3 } else { level });
    let text = format!("{left} {sign} {}", within(&b, level + 1));
    let bits = |f: fn(i64, i64) -> i64| move |(x, y)| Some(f(whole(x)?, whole(y)?) as f64);
    let is_near = |x: f64, y: f64| (x - y).abs() <= f64::from(f32::EPSILON);
    let value = a.value.zip(b.value).and_then(|(x, y)| match sign {
        // Numbers other than 0 and 1 are no truth values.
        "||" | "&&" if [x, y].iter().any(|x| !matches!(x, 0.0 | 1.0)) => None,
        "||" => Some(truth(x != 0.0 || y != 0.0)),
        "&&" => Some(truth(x != 0.0 && y != 0.0)),
        "==" => Some(truth(is_near(x, y))),
        "!=" => Some(truth(!is_near(x, y))),
        "<" => Some(truth(x < y)),
        ">=" => Some(truth(x >= y)),
        "|" => bits(|x, y| x | y)((x, y)),
        "^" => bits(|x, y| x ^ y)((x, y)),
        "&" => bits(|x, y| x & y)((x, y)),
        "+" => finite(x + y),
        "-" => finite(x - y),
        "*" => finite(x * y),
        _ => finite(x / y),
    });
    Made { text, level, value }
}

fn board() -> Blackboard {
    [("three".into(), 3.0.into()), ("half".into(), 0.5.into())].into_iter().collect()
}

#[test]
fn scripts_have_the_values_computed_with_them() {
    let mut random = Random::new(1);
    for case in 0..20_000 {
        let depth = random.pick(&[1, 2, 3, 5]);
        let made = make(&mut random, depth);
        let expression = Expression::parse(&made.text).unwrap_or_else(|error| panic!("{case}: {error}: {}", made.text));
        let found = match expression.run(&mut board()) {
            Ok(Value::Bool(holds)) => Some(truth(holds)),
            Ok(Value::Number(number)) => Some(number),
            Ok(other) => panic!("{case}: {other:?}: {}", made.text),
            Err(_) => None,
        };
        assert_eq!(found, made.value, "{case}: {}", made.text);
    }
}

#[test]
fn damaged_scripts_are_refused_with_a_location_in_their_text() {
    const PIECES: [&str; 24] = [
        ":=",
        "=",
        "'",
        "\"",
        "(",
        ")",
        "?",
        ":",
        ";",
        "-",
        "..",
        ".",
        "0x",
        "1e",
        "ä",
        "@",
        "\u{301}",
        "\0",
        "🦀",
        "a",
        " ",
        "99999999999999999999",
        "||",
        "%",
    ];
    let mut random = Random::new(2);
    for case in 0..20_000 {
        let mut text: Vec<char> = make(&mut random, 3).text.chars().collect();
        for _ in 0..random.bits() % 4 {
            let at = usize::try_from(random.bits() % (text.len() as u64 + 1)).unwrap();
            if random.once_in(2) && at < text.len() {
                text.remove(at);
            } else {
                text.splice(at..at, random.pick(&PIECES).chars());
            }
        }
        let text: String = text.into_iter().collect();
        match Expression::parse(&text) {
            Ok(expression) => {
                let mut board = board();
                // The result is a value or an error, and the blackboard has only finite numbers.
                let _ = expression.run(&mut board).map_err(|error| assert!(!error.to_string().is_empty()));
                assert!(board.iter().all(|(_, v)| !matches!(v, Value::Number(n) if !n.is_finite())), "{case}: {text}");
            }
            Err(error) => {
                assert!(error.at <= text.len() && text.is_char_boundary(error.at), "{case}: {error} in {text:?}");
            }
        }
    }
}
