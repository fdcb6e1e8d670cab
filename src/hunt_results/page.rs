//! The page of a run: one file without external resources, which opens from disk and prints.

use std::fmt::Write;

use super::pictures::ShownFault;
use super::plot::plot;
use crate::escape::html as escaped;
use crate::geometry::narrate::{counted, grouped};
use crate::hunt::record::{answer_in_words, fields, in_words};
use crate::hunt::wire::write_truth;
use crate::hunt::{AnswererInfo, DistinctExample, FaultKind, Findings, InsideRule, NamedMistake};

const STYLE: &str = include_str!("page.css");

/// The width of the longest bar of a table, in pixels.
const BAR: f64 = 160.0;

/// The page. `scenes` are those of the examples, and `shown` is of those with another smallest case than all before, in their order.
pub(super) fn page(
    findings: &Findings,
    info: &AnswererInfo,
    scenes: &[Option<String>],
    shown: &[Option<ShownFault>],
) -> String {
    let question = findings.question.word();
    let version = info.version.as_deref().map_or_else(String::new, |version| format!(" {version}"));
    let name = escaped(&format!("{}{version}", info.name));
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"eyeline hunt\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{question}: {name}</title>\n<style>{STYLE}</style>\n<h1>{question}: {name}</h1>\n"
    );
    headline(&mut html, findings, info);
    if !findings.mistakes.is_empty() {
        html.push_str("<h2>Mistakes</h2>\n");
        findings.mistakes.iter().for_each(|named| mistake(&mut html, named));
    }
    counts(&mut html, findings);
    if let Some(svg) = plot(&findings.examples) {
        let _infallible = write!(
            html,
            "<h2>Where the faults are</h2>\n<p class=\"dim\">One mark for each of the first faults of each kind and family.</p>\n{svg}"
        );
    }
    if !findings.examples.is_empty() {
        html.push_str("<h2>Smallest cases</h2>\n");
        let distinct = findings.distinct_examples();
        contents(&mut html, &distinct);
        for (i, one) in distinct.iter().enumerate() {
            let scene = scenes.get(one.places[0]).and_then(Option::as_deref);
            example(&mut html, i, one, scene, shown.get(i).and_then(Option::as_ref));
        }
    }
    if !findings.strays.is_empty() {
        html.push_str("<h2>Messages</h2>\n<ul>\n");
        for (kind, what) in &findings.strays {
            let _infallible = writeln!(html, "<li>{}: <code>{}</code></li>", kind.word(), escaped(what));
        }
        html.push_str("</ul>\n");
    }
    html.push_str("</html>\n");
    html
}

fn headline(html: &mut String, findings: &Findings, info: &AnswererInfo) {
    let faults = findings.faults_in_words();
    let _infallible = writeln!(
        html,
        "<p>{} cases, {} of them undecided, <strong>{faults}</strong>. Seed {}.</p>",
        grouped(findings.cases),
        grouped(findings.undecided),
        findings.seed
    );
    let mut says = Vec::new();
    if info.is_conservative {
        says.push("it may answer visible for a body that is not".to_owned());
    }
    if info.inside == InsideRule::Hollow {
        says.push("a ray that starts inside hits where it leaves".to_owned());
    }
    if let Some(part) = info.t_tolerance {
        says.push(format!("t may be wrong by {part} of itself"));
    }
    if let Some(degrees) = info.normal_tolerance {
        says.push(format!("normals may be wrong by {degrees}°"));
    }
    if !says.is_empty() {
        let _infallible = writeln!(html, "<p class=\"dim\">The program says of itself: {}.</p>", says.join("; "));
    }
    if let Some(share) = findings.needless_share() {
        let [outside, needless] = findings.outside.map(grouped);
        let percent = share * 100.0;
        let _infallible =
            writeln!(html, "<p>Of {outside} bodies outside, {needless} were called visible ({percent:.2} %).</p>");
    }
    if findings.has_ended_early {
        html.push_str("<p>The program was started again three times and failed again, so the run ended early.</p>\n");
    }
}

fn mistake(html: &mut String, named: &NamedMistake) {
    let sentence = escaped(&named.sentence());
    let parts = sentence.split('`').enumerate();
    let words: String =
        parts.map(|(i, part)| if i % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }).collect();
    let _infallible = writeln!(html, "<div class=\"mistake\"><p>{words}</p>");
    for mistake in named.mistakes() {
        let _infallible = writeln!(
            html,
            "<p><strong>{}.</strong> {} In a game: {}</p>",
            escaped(mistake.title),
            escaped(mistake.rule),
            escaped(mistake.symptom)
        );
        if let Some(source) = mistake.source {
            let _infallible = writeln!(html, "<p class=\"dim\">Found in {}.</p>", escaped(source));
        }
    }
    html.push_str("</div>\n");
}

/// The tables of faults by kind and by family.
fn counts(html: &mut String, findings: &Findings) {
    if findings.fault_count() > 0 {
        html.push_str("<h2>Kinds of faults</h2>\n<table>\n");
        for kind in FaultKind::ALL.into_iter().filter(|kind| findings.count(*kind) > 0) {
            let count = grouped(findings.count(kind));
            let _infallible = writeln!(html, "<tr><th>{}<td class=\"number\">{count}<td>{}", kind.word(), kind.about());
        }
        html.push_str("</table>\n");
    }
    html.push_str("<h2>Families</h2>\n<table>\n<tr><th>family<th class=\"number\">cases<th class=\"number\">faults<th class=\"number\">per million<th>\n");
    let per_million = |cases: u64, faults: u64| if cases == 0 { 0.0 } else { faults as f64 * 1e6 / cases as f64 };
    let most = findings.families.iter().map(|family| per_million(family.cases, family.faults)).fold(0.0, f64::max);
    for family in &findings.families {
        let rate = per_million(family.cases, family.faults);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a million")]
        let (rate, bar) = (rate.round() as u64, rate);
        let bar = if most > 0.0 { bar / most * BAR } else { 0.0 };
        let _infallible = writeln!(
            html,
            "<tr><td>{}<td class=\"number\">{}<td class=\"number\">{}<td class=\"number\">{}<td><span class=\"bar\" style=\"width:{bar:.0}px\"></span>",
            family.name,
            grouped(family.cases),
            grouped(family.faults),
            grouped(rate)
        );
    }
    html.push_str("</table>\n");
}

fn contents(html: &mut String, examples: &[DistinctExample]) {
    if examples.len() <= 5 {
        return;
    }
    html.push_str("<ol>\n");
    for (i, DistinctExample { example, .. }) in examples.iter().enumerate() {
        let _infallible = writeln!(
            html,
            "<li><a href=\"#fault-{}\">{} in {}</a>: {}</li>",
            i + 1,
            example.kind.word(),
            example.family,
            escaped(&in_words(example.smallest().recipe))
        );
    }
    html.push_str("</ol>\n");
}

fn example(
    html: &mut String,
    index: usize,
    DistinctExample { example, places }: &DistinctExample,
    scene: Option<&str>,
    shown: Option<&ShownFault>,
) {
    let number = index + 1;
    let smallest = example.smallest();
    let _infallible = writeln!(
        html,
        "<section class=\"fault\" id=\"fault-{number}\"><h3>{number}. {} in {}</h3>\n<p class=\"dim\">{}.</p>\n<p><strong>{}</strong></p>\n<table><tr><th>The program answered<td><code>{}</code><tr><th>Right is<td><code>{}</code></table>",
        example.kind.word(),
        example.family,
        example.kind.about(),
        escaped(&in_words(smallest.recipe)),
        escaped(&answer_in_words(example)),
        escaped(&write_truth(smallest.truth).to_string())
    );
    if let Some(shown) = shown {
        let _infallible = writeln!(html, "<img src=\"{}\" alt=\"The scene of this case\">", shown.picture);
        steps(html, shown);
    }
    if let Some(scene) = scene {
        let scene = escaped(scene);
        let _infallible =
            writeln!(html, "<p><a href=\"{scene}\">{scene}</a> opens with <code>eyeline {scene}</code>.</p>");
    }
    if places.len() > 1 {
        let _infallible =
            writeln!(html, "<p class=\"dim\">{} have this smallest case.</p>", counted(places.len(), "fault"));
    }
    let _infallible = writeln!(
        html,
        "<details><summary>The case {} of the run, as it was asked first</summary><pre>{}</pre></details>\n</section>",
        example.index,
        escaped(&fields(&example.case).to_string())
    );
}

fn steps(html: &mut String, shown: &ShownFault) {
    if shown.steps.is_empty() {
        return;
    }
    let _infallible = writeln!(html, "<p>eyeline: {}</p>\n<ol class=\"steps\">", escaped(&shown.answer));
    for (i, [title, outcome]) in shown.steps.iter().enumerate() {
        let (class, mark) = if shown.deciding == Some(i) { (" class=\"decides\"", " (decides)") } else { ("", "") };
        let _infallible = writeln!(html, "<li{class}>{}{mark}: {}</li>", escaped(title), escaped(outcome));
    }
    html.push_str("</ol>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::{HuntOptions, RuleAnswerer, run};
    use crate::mistakes::{MISTAKES, MistakeSet, SpatialQuestion};

    #[test]
    fn the_page_has_all_faults_and_no_foreign_markup() {
        let mistake = MISTAKES.iter().find(|mistake| mistake.key == "start-inside-misses").unwrap();
        let mut answerer = RuleAnswerer::new(SpatialQuestion::RayBox, MistakeSet::one(mistake.kind));
        let findings = run(
            SpatialQuestion::RayBox,
            &mut answerer,
            &HuntOptions { cases: Some(20_000), ..HuntOptions::default() },
            &(),
        );
        let name = "</script><img src=x onerror=alert(1)>".to_owned();
        let info = AnswererInfo { name, ..AnswererInfo::default() };
        let html = page(&findings, &info, &[], &[]);
        assert!(!html.contains("<img src=x") && !html.contains("<script"), "markup of the name");
        assert!(!html.contains("http://") && !html.contains("https://"), "an address");
        assert!(html.contains("<code>start-inside-misses</code>") && html.contains(mistake.rule));
        for number in 1..=findings.distinct_examples().len() {
            assert!(html.contains(&format!("id=\"fault-{number}\"")), "{number}");
        }
    }
}
