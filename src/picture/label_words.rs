//! The words of labels.

/// A name with the kind of its item, unless the name contains the kind.
pub(super) fn named(name: &str, kind: &str) -> String {
    let says_so = name.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(kind));
    if says_so { name.to_owned() } else { format!("{name} ({kind})") }
}
