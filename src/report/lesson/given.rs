//! Answers that a student gives.

use glam::DVec3;
use serde_json::Value;

use super::step_answers::RightAnswer;
use crate::scene::LessonQuestion;

/// Whether the answer that a student gives is right: the same value for a choice; a number or a place that differs by at most the
/// tolerance of the question.
pub fn is_right(ask: &LessonQuestion, right: &RightAnswer, given: &Value) -> bool {
    let tolerance = ask.answer().tolerance.unwrap_or_default();
    match ask {
        LessonQuestion::Choice(_) => right.value == *given,
        LessonQuestion::Number(_) => {
            let numbers = right.value.as_f64().zip(given.as_f64());
            numbers.is_some_and(|(right, given)| (right - given).abs() <= tolerance)
        }
        LessonQuestion::Place(_) => {
            let places = place(&right.value).zip(place(given));
            places.is_some_and(|(right, given)| right.distance(given) <= tolerance)
        }
    }
}

/// A place of three numbers.
pub fn place(value: &Value) -> Option<DVec3> {
    let numbers: Vec<f64> = value.as_array()?.iter().filter_map(Value::as_f64).collect();
    <[f64; 3]>::try_from(numbers).ok().map(DVec3::from_array)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::scene::AskedAnswer;

    #[test]
    fn numbers_and_places_are_right_within_the_tolerance() {
        let asked = AskedAnswer { field: "margin".to_owned(), tolerance: Some(0.5), ..AskedAnswer::default() };
        let right = |value: Value| RightAnswer { value, margin: None, choices: Vec::new() };
        let number = LessonQuestion::Number(asked.clone());
        for (given, expected) in [(json!(2.5), true), (json!(2.51), false), (json!(-2.0), false), (json!("2"), false)] {
            assert_eq!(is_right(&number, &right(json!(2)), &given), expected, "{given}");
        }
        let place = LessonQuestion::Place(asked.clone());
        for (given, expected) in [(json!([1, 0, 0.4]), true), (json!([1, 0.4, 0.4]), false), (json!([1, 0]), false)] {
            assert_eq!(is_right(&place, &right(json!([1, 0, 0])), &given), expected, "{given}");
        }
        let choice = LessonQuestion::Choice(asked);
        assert!(is_right(&choice, &right(json!(null)), &json!(null)));
        assert!(!is_right(&choice, &right(json!("inside")), &json!("outside")));
    }
}
