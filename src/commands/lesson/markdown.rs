//! The text of a step as HTML.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::escape::html as escaped;
use crate::report::lesson::StepText;

/// The characters that replace the values of a text while its Markdown is parsed: those of a private plane of Unicode.
const FIRST: u32 = 0xF_0000;
const LAST: u32 = 0xF_FFFD;

/// Markdown as HTML. HTML in it is text, and a link is its words with its address.
pub(super) fn markdown(text: &str) -> String {
    step_text(&[StepText::Text(text.to_owned())])
}

/// The text of a step with its values, which have no Markdown.
pub(super) fn step_text(parts: &[StepText]) -> String {
    let mut source = String::new();
    let mut values: Vec<String> = Vec::new();
    for part in parts {
        match part {
            StepText::Text(text) => {
                source
                    .extend(text.chars().map(|c| if (FIRST..=LAST).contains(&u32::from(c)) { '\u{FFFD}' } else { c }));
            }
            StepText::Value { written, words } => {
                let value = match words {
                    Ok(words) => format!("<span class=\"value\">{}</span>", escaped(words)),
                    Err(reason) => {
                        format!("<span class=\"lost\" title=\"{}\">{{{}}}</span>", escaped(reason), escaped(written))
                    }
                };
                let number = u32::try_from(values.len()).ok().and_then(|number| number.checked_add(FIRST));
                source.extend(number.filter(|number| *number <= LAST).and_then(char::from_u32));
                values.push(value);
            }
        }
    }
    let mut addresses: Vec<String> = Vec::new();
    let events = Parser::new_ext(&source, Options::ENABLE_TABLES).filter_map(|event| {
        let event = match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                Event::InlineHtml(with_values(&text, &values).into())
            }
            Event::Code(code) => Event::InlineHtml(format!("<code>{}</code>", with_values(&code, &values)).into()),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                addresses.push(dest_url.into_string());
                return None;
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                let address = addresses.pop().unwrap_or_default();
                Event::InlineHtml(CowStr::from(format!(" (<code>{}</code>)", escaped(&address))))
            }
            // Blocks of HTML are text of a paragraph.
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            event => event,
        };
        Some(event)
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// Escaped text with the values in their places.
fn with_values(text: &str, values: &[String]) -> String {
    let mut whole = String::with_capacity(text.len());
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            whole.push('\n');
        }
        for c in escaped(line).chars() {
            let value = u32::from(c).checked_sub(FIRST).and_then(|number| values.get(usize::try_from(number).ok()?));
            match value {
                Some(value) => whole.push_str(value),
                None => whole.push(c),
            }
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_and_links_are_text() {
        for (text, html) in [
            ("a *b* **c**", "<p>a <em>b</em> <strong>c</strong></p>\n"),
            ("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>\n"),
            ("a <b>c</b>", "<p>a &lt;b&gt;c&lt;/b&gt;</p>\n"),
            ("[a](javascript:x)", "<p>a (<code>javascript:x</code>)</p>\n"),
            ("![a](http://b/c.png)", "<p>a (<code>http://b/c.png</code>)</p>\n"),
            ("`<i>`", "<p><code>&lt;i&gt;</code></p>\n"),
        ] {
            assert_eq!(markdown(text), html, "{text}");
        }
    }

    #[test]
    fn values_have_no_markdown_and_no_html() {
        let value = |words: Result<String, String>| StepText::Value { written: "a.b".to_owned(), words };
        let text = |text: &str| StepText::Text(text.to_owned());
        let found = step_text(&[text("*x* `"), value(Ok("*<1>*".to_owned())), text("` \u{F0000}")]);
        assert_eq!(found, "<p><em>x</em> <code><span class=\"value\">*&lt;1&gt;*</span></code> \u{FFFD}</p>\n");
        let lost = step_text(&[value(Err("no \"a\"".to_owned()))]);
        assert_eq!(lost, "<p><span class=\"lost\" title=\"no &quot;a&quot;\">{a.b}</span></p>\n");
    }
}
