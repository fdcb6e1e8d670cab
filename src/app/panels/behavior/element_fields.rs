//! The attributes of a node of a behaviour tree in a separate file.

use eframe::egui::{Label, RichText, Ui};

use crate::app::kit::form::fields::ItemForm;
use crate::app::kit::glossary;
use crate::import::behavior_tree::{Direction, Origin, Port, TreeFile};
use crate::workspace::Workspace;

/// The fields of the node's element. They change the copy of the file in the workspace; saving writes it.
pub(in crate::app) fn fields(ui: &mut Ui, workspace: &mut Workspace, agent: usize, trees: &TreeFile, origin: Origin) {
    let document = trees.document_of(origin.node);
    let element = document.element(origin.node.element);
    let file = document.file().rsplit('/').next().unwrap_or_default();
    let line = document.place(origin.node.element).map_or_else(String::new, |(line, _)| format!(", line {line}"));
    let from = format!("<{}> in {file}{line}", element.tag);
    glossary::label(ui, Label::new(RichText::new(from).small().weak()).wrap());
    if origin.node.document != 0 {
        ui.add(Label::new("This node is in an included file. Open that file as a scene to edit the node.").wrap());
        return;
    }
    let id = origin.node.element;
    let name = format!("{} of {}", element.tag, workspace.scene().agents.get(agent).map_or("", |agent| &agent.name));
    let mut form = ItemForm::new(ui, &name, workspace.document().refusal());
    let mut written = None;
    let mut row = |form: &mut ItemForm, name: &str, label: &str, help: &str| {
        let mut text = element.attribute(name).unwrap_or_default().to_owned();
        let before = text.clone();
        form.text(label, &mut text, help);
        if text != before {
            written = Some((name.to_owned(), Some(text).filter(|text| !text.is_empty())));
        }
    };
    row(&mut form, "name", "title", "The attribute `name`, a title for display.");
    let ports = trees.ports(id);
    for (name, port) in &ports {
        row(&mut form, name, name, &port.map_or_else(|| "An attribute of this kind of node.".to_owned(), help_of));
    }
    for attribute in &element.attributes {
        let name = &*attribute.name;
        if name != "name" && ports.iter().all(|(port, _)| *port != name) {
            row(&mut form, name, name, "As written in the file. Clear the field to remove the attribute.");
        }
    }
    let mut new = String::new();
    form.text("new attribute", &mut new, "Name and value, such as goal={target} or _skipIf=hp < 10.");
    if !new.trim().is_empty() {
        let (name, value) = new.split_once('=').unwrap_or((&new, ""));
        written = Some((name.trim().to_owned(), Some(value.trim().trim_matches('"').to_owned())));
    }
    let field = form.changed().map(|changed| changed.field);
    if let Some((field, (name, value))) = field.zip(written) {
        workspace.edits().edit_element(agent, &field, |document| document.set_attribute(id, &name, value.as_deref()));
    }
}

/// The author's description of a port.
fn help_of(port: &Port) -> String {
    let way = match port.direction {
        Direction::Input => "Read by the node",
        Direction::Output => "Written by the node",
        Direction::Both => "Read and written by the node",
    };
    let kind = if port.kind.is_empty() { String::new() } else { format!(", {}", port.kind) };
    let default = port.default.as_deref().map_or_else(String::new, |default| format!("; without it {default}"));
    let about = if port.about.is_empty() { String::new() } else { format!(" {}", port.about) };
    format!("{way}{kind}{default}.{about}")
}
