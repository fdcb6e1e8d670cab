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
    /// Whether the value is a whole number as it is written. Only 0 and 1 of these are truth values, as in BehaviorTree.CPP.
    is_written_whole: bool,
}

impl Made {
    fn is_no_truth(&self) -> bool {
        self.is_written_whole && self.value.is_some_and(|x| !matches!(x, 0.0 | 1.0))
    }
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
        let is_written_whole = matches!(text, "0" | "1" | "0x10");
        return Made { text: text.to_owned(), level: ATOM, value: Some(value), is_written_whole };
    }
    if random.once_in(5) {
        let inner = make(random, depth - 1);
        let sign = random.pick(&["-", "!", "~"]);
        let value = inner.value.map(|x| match sign {
            "-" => -x,
            "!" => truth(x == 0.0),
            // A fraction is dropped.
            #[expect(clippy::cast_possible_truncation, reason = "as the scripts do")]
            _ => !(x as i64) as f64,
        });
        return Made { text: format!("{sign} {}", within(&inner, 8)), level: 8, value, is_written_whole: false };
    }
    let (a, b) = (make(random, depth - 1), make(random, depth - 1));
    if random.once_in(6) {
        let requested = make(random, depth - 1);
        let value = requested.value.and_then(|x| if x == 0.0 { b.value } else { a.value });
        let text = format!("{} ? {} : {}", within(&requested, 1), a.text, within(&b, 0));
        let chosen = if requested.value == Some(0.0) { &b } else { &a };
        return Made { text, level: 0, value, is_written_whole: chosen.is_written_whole };
    }
    let (sign, level) = random.pick(&[
        ("||", 1),
        ("&&", 2),
        ("==", 3),
        ("!=", 3),
        ("<", 3),
        (">=", 3),
        ("|", 4),
        ("^", 4),
        ("&", 5),
        ("+", 6),
        ("-", 6),
        ("*", 7),
        ("/", 7),
    ]);
    // Comparisons in a row would be a chain, so both sides get brackets.
    let left = within(&a, if level == 3 { 4 } else { level });
    let text = format!("{left} {sign} {}", within(&b, level + 1));
    let bits = |f: fn(i64, i64) -> i64| move |(x, y)| Some(f(whole(x)?, whole(y)?) as f64);
    let is_near = |x: f64, y: f64| (x - y).abs() <= f64::from(f32::EPSILON);
    let value = a.value.zip(b.value).and_then(|(x, y)| match sign {
        "||" | "&&" if a.is_no_truth() || b.is_no_truth() => None,
        "||" => Some(truth(x != 0.0 || y != 0.0)),
        "&&" => Some(truth(x != 0.0 && y != 0.0)),
        "==" => Some(truth(is_near(x, y))),
        "!=" => Some(truth(!is_near(x, y))),
        // An order holds unless the opposite one does, so both hold for what is no number.
        "<" => Some(truth(!matches!(x.partial_cmp(&y), Some(std::cmp::Ordering::Greater | std::cmp::Ordering::Equal)))),
        ">=" => Some(truth(x.partial_cmp(&y) != Some(std::cmp::Ordering::Less))),
        "|" => bits(|x, y| x | y)((x, y)),
        "^" => bits(|x, y| x ^ y)((x, y)),
        "&" => bits(|x, y| x & y)((x, y)),
        "+" => Some(x + y),
        "-" => Some(x - y),
        "*" => Some(x * y),
        _ => Some(x / y),
    });
    Made { text, level, value, is_written_whole: false }
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
            Ok(Value::Number(number)) => Some(number).filter(|number| number.is_finite()),
            Ok(other) => panic!("{case}: {other:?}: {}", made.text),
            Err(_) => None,
        };
        // An infinite result is an error, and it may be an intermediate value.
        assert_eq!(found, made.value.filter(|value| value.is_finite()), "{case}: {}", made.text);
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
