//! The parts of a scene that are checked.

use std::str::FromStr;

use crate::source::suggest::nearest;

/// What of a scene is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckParts {
    /// Its answers.
    pub answers: bool,
    /// Its pictures.
    pub pictures: bool,
    /// Its expectations.
    pub expectations: bool,
}

impl CheckParts {
    /// The words of the parts.
    const WORDS: [&'static str; 3] = ["answers", "pictures", "expectations"];
    /// Everything.
    pub const ALL: Self = Self { answers: true, pictures: true, expectations: true };
}

impl FromStr for CheckParts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = Self { answers: false, pictures: false, expectations: false };
        for word in text.split(',') {
            match word {
                "answers" => parts.answers = true,
                "pictures" => parts.pictures = true,
                "expectations" => parts.expectations = true,
                other => {
                    let help = nearest(other, Self::WORDS).map_or_else(
                        || format!("the parts are {}", Self::WORDS.join(", ")),
                        |near| format!("did you mean `{near}`?"),
                    );
                    return Err(format!("there is no part `{other}` of a check; {help}"));
                }
            }
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_words_with_commas() {
        assert_eq!("answers,pictures,expectations".parse(), Ok(CheckParts::ALL));
        let some = CheckParts { pictures: false, ..CheckParts::ALL };
        assert_eq!("expectations,answers".parse(), Ok(some));
        for (wrong, message) in [
            ("", "the parts are answers, pictures, expectations"),
            ("answer", "did you mean `answers`?"),
            ("answers,,", "no part ``"),
        ] {
            let error = wrong.parse::<CheckParts>().unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
