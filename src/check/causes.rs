//! Causes first: a difference that follows from an error is kept below that error.

use super::row::{DifferenceSubject, RowDifference};

/// A difference, and the text of the error that it follows from.
pub(super) struct Caused {
    pub(super) difference: RowDifference,
    pub(super) cause: Option<String>,
}

impl Caused {
    /// A difference that follows from no error.
    pub(super) fn by_nothing(difference: RowDifference) -> Self {
        Self { difference, cause: None }
    }
}

/// Adds differences to the errors that cause them, and those without a cause to the list.
pub(super) fn add(list: &mut Vec<RowDifference>, found: Vec<Caused>) {
    for Caused { difference, cause } in found {
        match cause.and_then(|cause| error_of(list, &cause)) {
            Some(error) => error.consequences.push(difference),
            None => list.push(difference),
        }
    }
}

/// Whether an error is listed, alone or as a part of another text.
pub(super) fn is_known(list: &[RowDifference], cause: &str) -> bool {
    list.iter().any(|one| one.kind == DifferenceSubject::Error && cause.contains(&*one.text))
}

/// The error with this text. Else one of which the text is a part, because an answer has the place of its error too, and
/// else the first one.
fn error_of<'d>(list: &'d mut [RowDifference], cause: &str) -> Option<&'d mut RowDifference> {
    let find = |is_cause: &dyn Fn(&str) -> bool| {
        list.iter().position(|one| one.kind == DifferenceSubject::Error && is_cause(&one.text))
    };
    let at = find(&|text| text == cause)
        .or_else(|| find(&|text| cause.contains(text) || text.contains(cause)))
        .or_else(|| find(&|_| true))?;
    list.get_mut(at)
}

/// Moves each error that quotes another one below that one: a cut without an answer below the missing file of its model.
pub(super) fn fold_errors(list: &mut Vec<RowDifference>) {
    let is_error = |one: &RowDifference| one.kind == DifferenceSubject::Error;
    let texts: Vec<String> = list.iter().filter(|one| is_error(one)).map(|one| one.text.clone()).collect();
    let (mut kept, mut caused) = (Vec::new(), Vec::new());
    for one in std::mem::take(list) {
        let cause = texts.iter().find(|text| is_error(&one) && **text != one.text && one.text.contains(&**text));
        match cause {
            Some(cause) => caused.push(Caused { cause: Some(cause.clone()), difference: one }),
            None => kept.push(one),
        }
    }
    *list = kept;
    add(list, caused);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_from_an_error_is_below_it() {
        let error = |text: &str| RowDifference::new(DifferenceSubject::Error, text.to_owned(), 1);
        let mut list = vec![error("no file a"), error("no file b"), error("the cut c has no answer: no file b")];
        fold_errors(&mut list);
        assert_eq!((list.len(), list[1].consequences.len()), (2, 1));
        let answer = |cause: &str| Caused {
            difference: RowDifference::new(DifferenceSubject::Verdict, "x".to_owned(), 1),
            cause: Some(cause.to_owned()).filter(|cause| !cause.is_empty()),
        };
        add(&mut list, vec![answer("no file b"), answer("c.jsonl:1:1: no file a"), answer("other"), answer("")]);
        let below: Vec<usize> = list.iter().map(|one| one.consequences.len()).collect();
        assert_eq!(below, [2, 2, 0], "an unknown cause is the first error");
        let mut none = Vec::new();
        add(&mut none, vec![answer("gone")]);
        assert_eq!(none.len(), 1, "without an error it is a difference of its own");
    }
}
