//! The arguments of the command.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::hunt::ExampleLanguage;
use crate::mistakes::SpatialQuestion;

/// The most cases of a run.
const MOST_CASES: u64 = 10_000_000_000;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct HuntArgs {
    /// What the program is asked.
    #[arg(value_name = "QUESTION", required_unless_present = "example", value_parser = questions())]
    pub question: Option<SpatialQuestion>,
    /// The command that starts the program, with its arguments. It is split into words as a shell does; no shell runs it. The program
    /// reads one case a line from its standard input, and writes one answer a line to its standard output.
    #[arg(long, value_name = "COMMAND", required_unless_present = "example")]
    pub ask: Option<String>,
    /// The number of cases. Default: 100000, or without an end when there is `--for`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_CASES))]
    pub cases: Option<u64>,
    /// Ask for this time, such as 30s or 2m.
    #[arg(long = "for", value_name = "TIME")]
    pub time: Option<HuntTime>,
    /// The seed of the cases. The same seed makes the same cases on every machine.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Ask only these families of cases. An unknown one lists those of the question.
    #[arg(long, value_name = "FAMILY,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Write results.json, index.html and a scene for each fault into this folder, which is made if it does not exist.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print results.json in place of a summary.
    #[arg(long)]
    pub json: bool,
    /// Print a whole program that answers, in this language, to start from.
    #[arg(long, value_name = "LANGUAGE", conflicts_with_all = ["ask", "cases", "time", "only", "out", "json"])]
    pub example: Option<ExampleLanguage>,
}

pub(super) fn questions() -> impl TypedValueParser<Value = SpatialQuestion> {
    let words = PossibleValuesParser::new(SpatialQuestion::ALL.map(SpatialQuestion::word));
    words.map(|word| SpatialQuestion::of_word(&word).expect("one of the words"))
}

/// A time such as `30s` or `2m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntTime(pub Duration);

impl FromStr for HuntTime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const WRONG: &str = "give a time such as 30s, 2m or 1h, above 0";
        let (number, unit) = text.split_at(text.len() - text.chars().next_back().map_or(0, char::len_utf8));
        let unit = match unit {
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3600.0,
            _ => return Err(WRONG.to_owned()),
        };
        let seconds = number.parse::<f64>().ok().ok_or_else(|| WRONG.to_owned())? * unit;
        match Duration::try_from_secs_f64(seconds) {
            Ok(time) if !time.is_zero() => Ok(Self(time)),
            _ => Err(WRONG.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parsed;

    #[test]
    fn a_question_and_a_command_or_an_example() {
        let args: HuntArgs = parsed(&["hunt", "ray-box", "--ask", "a b", "--only", "far,thin", "--for", "2m"]).unwrap();
        assert_eq!((args.question, args.only.len()), (Some(SpatialQuestion::RayBox), 2));
        assert_eq!(args.time, Some(HuntTime(Duration::from_mins(2))));
        let args: HuntArgs = parsed(&["hunt", "--example", "cpp"]).unwrap();
        assert_eq!(args.example, Some(ExampleLanguage::Cpp));
        for wrong in [
            &[][..],
            &["ray-box"],
            &["--ask", "a"],
            &["ray-bo", "--ask", "a"],
            &["ray-box", "--ask", "a", "--cases", "0"],
            &["ray-box", "--ask", "a", "--example", "rust"],
            &["--example", "cobol"],
        ] {
            assert!(parsed::<HuntArgs>(&[&["hunt"], wrong].concat()).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn times_have_a_unit() {
        assert_eq!("0.5s".parse(), Ok(HuntTime(Duration::from_millis(500))));
        assert_eq!("1h".parse(), Ok(HuntTime(Duration::from_hours(1))));
        for wrong in ["", "s", "30", "-1s", "0s", "1d", "nans", "1e300h", "5ü", "infs"] {
            assert!(wrong.parse::<HuntTime>().is_err(), "{wrong}");
        }
    }
}
