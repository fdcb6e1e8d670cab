//! The selected agent: the lines of sight to the objects of its tree, the objects that block them, and the targets of
//! its actions; and the running leaf at the body of every agent.

use glam::Vec3;

use super::contents::Picture;
use super::hidden::Hidden;
use super::legend::Sample;
use super::palette::{Palette, Style};
use super::shapes::Label;
use super::shown::Shown;
use super::strokes::LineStyle;
use super::tree_card;
use super::tree_card::TreeCard;
use crate::behavior::{Action, LeafPlace, Motion, NodeKind, Status};
use crate::geometry::frustum::Verdict;
use crate::report::Report;
use crate::report::agents::AgentAnswers;
use crate::report::agents::words::doing;
use crate::world::agents::AgentAt;
use crate::world::{Item, World};

/// With more agents, only the selected one shows its tree.
const MOST_CARDS: usize = 6;

pub(super) fn draw(picture: &mut Picture, shown: &Shown) {
    let &Shown { world, report, hidden, palette, ref selected, small, .. } = shown;
    if !report.has_answers() {
        return names(picture, shown);
    }
    for (i, answers) in report.agents.iter().enumerate() {
        let is_selected = selected.agent() == Some(i);
        let body = answers.agent.body.and_then(|body| world.objects.get(body));
        let has_card = is_selected || report.agents.len() <= MOST_CARDS;
        let is_marked = is_selected || selected.is_other(Item::Agent(i));
        let color = if is_marked { palette.selected } else { palette.text };
        let priority = if is_selected { 9 } else { 6 };
        let mut forms = if has_card { TreeCard::forms(&answers.agent, palette) } else { Vec::new() }.into_iter();
        let mut card = TreeCard {
            at: None,
            title: answers.agent.name.to_string(),
            color,
            rows: forms.next().unwrap_or_default(),
            shorter: forms.collect(),
            label: None,
            priority,
            item: None,
        };
        let Some(body) = body.filter(|body| !hidden.contains(body.id)) else {
            if is_selected {
                sights(picture, world, report, answers, hidden, palette);
                if body.is_none() && !card.rows.is_empty() {
                    picture.card(card);
                }
            }
            continue;
        };
        let top = Vec3::new(body.aabb.centre().x, body.aabb.max.y + small * 0.5, body.aabb.centre().z);
        let text = format!("{}: {}", answers.agent.name, doing(&answers.agent).1);
        let item = answers.agent.body.map(Item::Object);
        let label = Label { at: top, text, color, priority, item: None, span: None, around: item };
        if card.rows.is_empty() {
            picture.labelled(label);
        } else {
            card = TreeCard { at: Some(top), label: Some(label), item, ..card };
            picture.card(card);
        }
        if is_selected {
            sights(picture, world, report, answers, hidden, palette);
            let here = body.pose.world_from_local().translation.into();
            ways(picture, world, &answers.agent, (here, small), palette);
        }
    }
    if !picture.cards.is_empty() {
        picture.legend.extend(tree_card::legend(palette));
    }
}

/// The names of the agents alone, where which leaf runs is asked for.
fn names(picture: &mut Picture, shown: &Shown) {
    let &Shown { world, hidden, palette, ref selected, small, .. } = shown;
    for (i, agent) in world.agents.iter().enumerate() {
        let body = agent.body.and_then(|body| world.objects.get(body)).filter(|body| !hidden.contains(body.id));
        if let Some(body) = body {
            let top = Vec3::new(body.aabb.centre().x, body.aabb.max.y + small * 0.5, body.aabb.centre().z);
            let color = if selected.agent() == Some(i) { palette.selected } else { palette.text };
            picture.label(top, &*agent.name, color, 6);
        }
    }
}

/// Lines from the eye to the objects of `sees` leaves, dotted behind an object that blocks them.
fn sights(
    picture: &mut Picture,
    world: &World,
    report: &Report,
    answers: &AgentAnswers,
    hidden: &Hidden,
    palette: &Palette,
) {
    let (mut is_clear, mut is_blocked) = (false, false);
    for (object, sight) in answers.sights.iter().filter(|(_, sight)| sight.verdict != Verdict::Outside) {
        if world.objects.get(*object).is_some_and(|object| hidden.contains(object.id)) {
            continue;
        }
        let name = world.short_name(report.name(*object));
        let middle = (sight.eye + sight.middle) / 2.0;
        if let Some((by, point)) = sight.blocked {
            is_blocked = true;
            picture.line(sight.eye, point, LineStyle::solid(palette.partial, 2.0));
            picture.line(point, sight.middle, LineStyle::new(palette.fail, 2.5, Style::Dotted));
            picture.dot(point, 9.0, palette.fail);
            picture.label(point, format!("{} hides {name}", world.short_name(report.name(by))), palette.fail, 8);
        } else {
            is_clear = true;
            picture.line(sight.eye, sight.middle, LineStyle::solid(palette.pass, 2.5));
            picture.dot(sight.middle, 9.0, palette.pass);
            picture.label(middle, format!("sees {name}"), palette.pass, 8);
        }
    }
    for (occurs, text, color, style) in [
        (is_clear, "line of sight", palette.pass, Style::Solid),
        (is_blocked, "line of sight, up to the blocking object", palette.partial, Style::Solid),
        (is_blocked, "line of sight, behind the blocking object", palette.fail, Style::Dotted),
    ] {
        if occurs {
            picture.add_legend(text, color, Sample::Line(style));
        }
    }
}

/// The paths of the running actions, from the place of the body, with the greatest length of their arrowheads.
fn ways(picture: &mut Picture, world: &World, agent: &AgentAt, (here, head): (Vec3, f32), palette: &Palette) {
    let Ok(tree) = &agent.tree else { return };
    let pen = LineStyle::new(palette.partial, 2.0, Style::Dashed);
    let find = |place: &LeafPlace| match place {
        LeafPlace::Point(point) => Some(Vec3::from(*point)),
        LeafPlace::Object(object) => {
            let target = agent.targets.get(object.0 as usize).copied().flatten()?;
            Some(world.objects.get(target)?.aabb.centre())
        }
    };
    let mut occurs = false;
    for node in (0..tree.len()).filter(|&node| agent.statuses[node] == Status::Running) {
        let NodeKind::Action(Action::Motion(act)) = tree.kind(node) else { continue };
        occurs = true;
        match act {
            Motion::MoveTo { place, .. } | Motion::Face { place, .. } => {
                if let Some(goal) = find(place) {
                    picture.arrow_with_head(here, goal, head, pen);
                }
            }
            Motion::Flee { place, .. } => {
                if let Some(from) = find(place) {
                    picture.arrow_with_head(here, here + (here - from) * 0.5, head, pen);
                }
            }
            Motion::Patrol { points, .. } => {
                for (i, point) in points.iter().enumerate() {
                    let next = points[(i + 1) % points.len()];
                    picture.arrow_with_head(Vec3::from(*point), Vec3::from(next), head, pen);
                }
            }
        }
    }
    if occurs {
        picture.add_legend("path of the running action", palette.partial, Sample::Line(Style::Dashed));
    }
}

#[cfg(test)]
mod tests {
    use super::super::selected::Selected;
    use super::*;
    use crate::files::Files;
    use crate::scene::parse;

    #[test]
    fn what_hides_the_target_is_named_and_the_rest_of_the_line_is_dotted() {
        let scene = |wall: &str| {
            let text = format!(
                r#"{{ "eyeline": 1, "select": ["guard"], "cameras": [{{ "name": "eye", "attach": "me" }}],
                "objects": [{{ "name": "me", "shape": {{ "sphere": {{ "radius": 0.5 }} }} }}, {wall}
                    {{ "name": "player", "shape": {{ "sphere": {{ "radius": 0.5 }} }}, "position": [0, 0, -6] }}],
                "agents": [{{ "name": "guard", "body": "me", "camera": "eye", "tree": {{ "parallel": {{ "children": [
                    {{ "repeater": {{ "child": {{ "condition": {{ "sees": {{ "object": "player" }} }} }} }} }},
                    {{ "action": {{ "name": "go", "move_to": {{ "point": [3, 0, -3] }} }} }} ] }} }} }}] }}"#
            );
            parse(&text, "a.json").unwrap()
        };
        let wall =
            r#"{ "name": "wall", "shape": { "box": { "half_extents": [1, 1, 0.1] } }, "position": [0, 0, -3] },"#;
        for (wall, expected, dotted) in [(wall, "wall hides player", 1), ("", "sees player", 0)] {
            let scene = scene(wall);
            // Before it has turned to its goal.
            let world = World::at(&scene, &Files::default(), 0);
            let selected = Selected::on(&world, &scene.select).unwrap();
            let picture = Picture::of(&Shown::new(&world, &Report::of(&world), &selected, &Palette::DARK));
            assert!(picture.labels.iter().any(|label| label.text == expected), "{expected}");
            let lines = picture.lines.iter().filter(|line| line.style == Style::Dotted && line.width > 2.0);
            assert_eq!(lines.count(), dotted, "{expected}");
        }
        let world = World::at(&scene(wall), &Files::default(), 3);
        let selected = Selected::on(&world, &["guard".to_owned()]).unwrap();
        let picture = Picture::of(&Shown::new(&world, &Report::of(&world), &selected, &Palette::DARK));
        let [card] = &picture.cards[..] else { panic!("{:?}", picture.cards) };
        assert!(card.rows.iter().any(|row| row.is_running && row.text == "go"), "{card:?}");
        assert_eq!(card.label.as_ref().unwrap().text, "guard: go", "what it does, where the card has no room");
        assert!(picture.legend.iter().any(|entry| entry.text == "path of the running action"));
    }
}
