//! Each escape over all of Unicode: its output is valid, and the text can be read back from it or is marked in it.

use proptest::prelude::*;

use super::*;

/// Characters that a rule is about, and characters of the outputs' own syntax.
const SPECIAL: &[char] = &[
    '\0',
    '\t',
    '\n',
    '\r',
    '\u{1b}',
    '\u{7f}',
    '\u{85}',
    '\u{9b}',
    '\u{a0}',
    '\u{ad}',
    '\u{34f}',
    '\u{61c}',
    '\u{115f}',
    '\u{180b}',
    '\u{180e}',
    '\u{200b}',
    '\u{200c}',
    '\u{200d}',
    '\u{200e}',
    '\u{200f}',
    '\u{2028}',
    '\u{2029}',
    '\u{202a}',
    '\u{202e}',
    '\u{2060}',
    '\u{2066}',
    '\u{2069}',
    '\u{3164}',
    '\u{d7ff}',
    '\u{e000}',
    '\u{fdd0}',
    '\u{fe0e}',
    '\u{fe0f}',
    '\u{feff}',
    '\u{fff9}',
    '\u{fffd}',
    '\u{fffe}',
    '\u{ffff}',
    '\u{1d173}',
    '\u{1fffe}',
    '\u{e0001}',
    '\u{e0041}',
    '\u{e0100}',
    '\u{e01ef}',
    '\u{10ffff}',
    '👩',
    '🚀',
    '❤',
    'é',
    'ن',
    'a',
    '1',
    '#',
    '[',
    ':',
    ',',
    '%',
    '<',
    '>',
    '&',
    '"',
    '\'',
    '/',
    '\\',
    '{',
    '}',
    ' ',
];

fn texts() -> impl Strategy<Value = String> {
    let character = prop_oneof![3 => prop::sample::select(SPECIAL), 1 => any::<char>()];
    prop::collection::vec(character, 0..24).prop_map(|characters| characters.into_iter().collect())
}

/// The text that a marked text was made of. It had no backslash.
fn unmarked(marked: &str) -> String {
    let mut text = String::new();
    let mut rest = marked;
    while let Some((before, mark)) = rest.split_once('\\') {
        text.push_str(before);
        let (c, after) = match mark.chars().next().unwrap() {
            'n' => ('\n', &mark[1..]),
            'r' => ('\r', &mark[1..]),
            't' => ('\t', &mark[1..]),
            _ => {
                let (digits, after) = mark.strip_prefix("u{").unwrap().split_once('}').unwrap();
                (char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap(), after)
            }
        };
        text.push(c);
        rest = after;
    }
    text + rest
}

/// Whether a character must not be in any output, by the lists of Unicode 16 and XML 1.0, written down here once more.
fn is_forbidden(c: char) -> bool {
    let is_xml =
        matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}');
    let sets_direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_line_end = matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let is_tag = matches!(c, '\u{e0000}'..='\u{e007f}');
    let has_no_width = matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{3164}' | '\u{feff}');
    !is_xml || c.is_control() || sets_direction || is_line_end || is_tag || has_no_width
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// What holds for each escape of a text.
fn expect_all_hold(text: &str) {
    let marked = line(text).into_owned();
    assert!(!marked.contains(is_forbidden), "{text:?}: {marked:?}");
    assert_eq!(line(&marked), marked, "a second time: {text:?}");
    assert_eq!(is_harmless(text), marked == text);
    if !text.contains('\\') {
        assert_eq!(unmarked(&marked), text);
    }
    let characters: Vec<char> = marked.chars().collect();
    for pair in characters.windows(2) {
        let is_run = |c: char| is_selector(c) || is_joiner(c);
        assert!(!(is_run(pair[0]) && is_run(pair[1])) || (is_selector(pair[0]) && is_joiner(pair[1])), "{marked:?}");
        assert!(!(pair[0].is_ascii_alphabetic() && is_run(pair[1])), "{marked:?}");
    }
    let at_an_end = [characters.first(), characters.last()].into_iter().flatten();
    assert!(!at_an_end.copied().any(is_joiner), "{marked:?}");

    assert_eq!(xml(text), marked);
    let page = format!("<p title=\"{0}\" lang='{0}'>{0}</p>", html(text));
    let page = roxmltree::Document::parse(&page).unwrap();
    let paragraph = page.root_element();
    assert!(paragraph.children().all(|child| child.is_text()), "{text:?}");
    let read = [
        paragraph.text().unwrap_or_default(),
        paragraph.attribute("title").unwrap(),
        paragraph.attribute("lang").unwrap(),
    ];
    assert_eq!(read, [&*marked; 3]);

    let mut fragment = Vec::new();
    let quoted = serde_json::to_string(text).unwrap();
    json(&quoted, &mut fragment).unwrap();
    let fragment = String::from_utf8(fragment).unwrap();
    assert!(!fragment.contains(is_forbidden), "{fragment:?}");
    assert_eq!(serde_json::from_str::<String>(&fragment).unwrap(), text);

    let name = file_name(text).into_owned();
    assert!(!name.contains(is_forbidden), "{name:?}");
    assert_eq!(name.matches('/').count(), text.matches('/').count());
    assert_eq!(percent_decoded(&name), text);

    let (message, property) = (github::message(text), github::property(text));
    assert!(!message.contains(is_forbidden) && !property.contains([':', ',']), "{property:?}");
    assert_eq!(percent_decoded(&property), percent_decoded(&message));
    let decoded = percent_decoded(&message);
    let kept = text.split(['\r', '\n']).map(line).collect::<String>();
    assert_eq!(decoded.replace(['\r', '\n'], ""), kept);
    let log = github::log(&marked).into_owned();
    assert!(!log.trim_start().starts_with("::") && !log.contains("##["), "{log:?}");
}

/// The text of a percent-encoded one: each `%` with two digits is a byte.
fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut decoded, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3);
        let digits = digits.filter(|digits| bytes[at] == b'%' && digits.iter().all(u8::is_ascii_hexdigit));
        if let Some(digits) = digits {
            decoded.push(u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap());
            at += 3;
        } else {
            decoded.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8(decoded).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn each_output_is_valid_and_reversible_or_marked(text in texts()) {
        expect_all_hold(&text);
    }
}

#[test]
fn each_character_of_unicode_is_safe_in_each_output() {
    let all: Vec<char> = (char::MIN..=char::MAX).collect();
    for block in all.chunks(2048) {
        for between in ["", "a", "é"] {
            let text: String = block.iter().flat_map(|c| [between.to_owned(), c.to_string()]).collect();
            expect_all_hold(&text);
        }
    }
}

#[test]
fn ordinary_text_of_all_scripts_is_kept() {
    for text in [
        "plain ünï “text” 👩‍🚀",
        "❤️‍🔥 👩🏽‍🚀 1️⃣ #️⃣ ☎︎",
        "می‌خواهم",
        "क्‍ष",
        "葛󠄀城",
        "עברית العربية ไทย 한국어",
        "a\u{a0}b\u{3000}c \u{e000}",
        "e\u{301}",
        "100%",
    ] {
        assert_eq!(line(text), text);
        assert_eq!(file_name(text), text);
    }
}

#[test]
fn invisible_characters_that_change_nothing_visible_are_marked() {
    for (text, marked) in [
        ("a\u{200d}b", "a\\u{200d}b"),
        ("a\u{fe0f}\u{fe0e}", "a\\u{fe0f}\\u{fe0e}"),
        ("😀\u{e0101}\u{e0142}", "😀\u{e0101}\\u{e0142}"),
        ("\u{200c}é", "\\u{200c}é"),
        ("é\u{200c}", "é\\u{200c}"),
        ("é\u{200d}\u{200d}é", "é\\u{200d}\\u{200d}é"),
        ("\u{3164}", "\\u{3164}"),
        ("a\u{fffe}b\u{ffff}\u{1fffe}\u{fdd0}", "a\\u{fffe}b\\u{ffff}\\u{1fffe}\\u{fdd0}"),
    ] {
        assert_eq!(line(text), marked);
    }
}

#[test]
fn names_of_files_are_percent_encoded() {
    for (part, name) in [
        ("a\u{202e}b", "a%E2%80%AEb"),
        ("a%E2%80%AEb", "a%25E2%2580%25AEb"),
        ("50%", "50%"),
        ("50%off", "50%off"),
        ("50%20", "50%2520"),
        ("\u{fffe}", "%EF%BF%BE"),
    ] {
        assert_eq!(file_name(part), name);
    }
}

#[test]
fn a_name_is_no_command_of_the_log() {
    for (text, expected) in [
        ("  ::stop-commands::x", "  \\u{3a}:stop-commands::x"),
        ("a ##[add-mask]b", "a #\\u{23}[add-mask]b"),
        ("a\n\u{a0}::error::b\n", "a\n\u{a0}\\u{3a}:error::b\n"),
        ("a ::error::b", "a ::error::b"),
    ] {
        assert_eq!(github::log(text), expected);
    }
}

#[test]
fn a_cell_is_one_cell_and_no_formula() {
    for (text, cell) in [
        ("rock", "rock"),
        ("a b", "a b"),
        ("a,b", "\"a,b\""),
        ("say \"a\"", "\"say \"\"a\"\"\""),
        ("=1+1", "\"'=1+1\""),
        ("+1", "\"'+1\""),
        ("-2", "\"'-2\""),
        ("@SUM(A1)", "\"'@SUM(A1)\""),
        (" =1", "\"' =1\""),
        ("\t=1", "\\t=1"),
        ("a\nb\r\n", "a\\nb\\r\\n"),
        ("\u{ff1d}1", "\"'\u{ff1d}1\""),
        ("a=b", "a=b"),
    ] {
        assert_eq!(csv(text), cell, "{text:?}");
    }
}

#[test]
fn a_message_of_sarif_has_no_link_and_no_placeholder() {
    for (text, expected) in [
        ("rock has images[0]", "rock has images[0]"),
        ("{0} and {x", "{{0}} and {{x"),
        ("[click](http://a) \\", "\\[click\\](http://a) \\\\"),
        ("a\u{202e}b", "a\\u{{202e}}b"),
    ] {
        assert_eq!(sarif::message(text), expected, "{text:?}");
    }
    for (path, expected) in
        [("scenes/a.json", "scenes/a.json"), ("a b/ü#?%.json", "a%20b/%C3%BC%23%3F%25.json"), ("c:x", "c%3Ax")]
    {
        assert_eq!(sarif::uri(path), expected);
    }
}
