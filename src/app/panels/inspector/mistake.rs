//! The known mistake of a camera or a ray, chosen by its title.

use crate::app::kit::form::fields::ItemForm;
use crate::mistakes::{MISTAKES, SpatialQuestion, of_key};

/// The field. It offers the mistakes about the questions that are asked.
pub(super) fn mistake(form: &mut ItemForm, mistake: &mut Option<String>, is_asked: fn(SpatialQuestion) -> bool) {
    let before = mistake.as_deref().and_then(of_key).map(|mistake| mistake.key);
    let mut key = before;
    let offered = MISTAKES.iter().filter(|mistake| mistake.questions.iter().any(|question| is_asked(*question)));
    let titles = offered.map(|mistake| (Some(mistake.key), mistake.title));
    let choices: Vec<(Option<&'static str>, &str)> = std::iter::once((None, "none")).chain(titles).collect();
    let help = "A known wrong rule whose answers are shown in red beside the right ones. B in the 3D view switches between them.";
    form.choice("mistake", &mut key, &choices, help);
    if key != before {
        *mistake = key.map(str::to_owned);
    }
}
