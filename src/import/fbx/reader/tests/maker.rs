//! Writes FBX of version 7.4 as text.

use std::fmt::Write as _;

use crate::import::level::Level;
use crate::import::level::tests::read_as;

/// An FBX in the making.
pub(super) struct FbxMaker {
    /// The axes up, front and right by their numbers, each with its sign.
    axes: [(u8, i8); 3],
    /// Centimetres of a unit.
    unit: f64,
    objects: String,
    connections: String,
    last: u32,
}

/// The properties of an item, such as `P: "Lcl Translation", "Lcl Translation", "", "A",1,2,3`.
pub(super) fn property(name: &str, values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(f64::to_string).collect();
    format!("P: \"{name}\", \"\", \"\", \"A\",{}\n", values.join(","))
}

fn list(name: &str, numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
    format!("{name}: *{} {{\na: {}\n}}\n", numbers.len(), numbers.join(","))
}

/// An array of a node.
pub(super) fn array(name: &str, numbers: impl IntoIterator<Item = f64>) -> String {
    list(name, &numbers.into_iter().collect::<Vec<f64>>())
}

impl FbxMaker {
    /// In metres, with +Y up, as eyeline.
    pub(super) fn new() -> Self {
        Self {
            axes: [(1, 1), (2, 1), (0, 1)],
            unit: 100.0,
            objects: String::new(),
            connections: String::new(),
            last: 0,
        }
    }

    /// In centimetres, with +Z up and -Y to the front, as Blender and 3ds Max.
    pub(super) fn z_up() -> Self {
        Self { axes: [(2, 1), (1, -1), (0, 1)], unit: 1.0, ..Self::new() }
    }

    /// An object with a content; its id.
    pub(super) fn object(&mut self, kind: &str, name: &str, class: &str, content: &str) -> u32 {
        self.last += 1;
        let name = format!("{kind}::{name}");
        let kind = if kind == "SubDeformer" { "Deformer" } else { kind };
        writeln!(self.objects, "{kind}: {}, \"{name}\", \"{class}\" {{\n{content}}}", self.last).unwrap();
        self.last
    }

    /// An item below another one, by their ids; 0 is the root.
    pub(super) fn connect(&mut self, item: u32, to: u32) {
        writeln!(self.connections, "C: \"OO\",{item},{to}").unwrap();
    }

    /// An item as the value of a property of another one.
    pub(super) fn connect_property(&mut self, item: u32, to: u32, property: &str) {
        writeln!(self.connections, "C: \"OP\",{item},{to}, \"{property}\"").unwrap();
    }

    /// A node without a mesh, at the root unless it is below another one.
    pub(super) fn node(&mut self, name: &str, below: u32, properties: &str) -> u32 {
        let node = self.object("Model", name, "Null", &format!("Properties70: {{\n{properties}}}\n"));
        self.connect(node, below);
        node
    }

    /// A mesh of polygons, with more lists.
    pub(super) fn geometry(&mut self, name: &str, points: &[[f64; 3]], polygons: &[&[i32]], more: &str) -> u32 {
        let closed = polygons.iter().flat_map(|polygon| {
            let last = polygon.len() - 1;
            polygon.iter().enumerate().map(move |(i, corner)| f64::from(if i == last { -corner - 1 } else { *corner }))
        });
        let content = [list("Vertices", points.as_flattened()), array("PolygonVertexIndex", closed), more.to_owned()];
        self.object("Geometry", name, "Mesh", &content.concat())
    }

    /// A node with a mesh.
    pub(super) fn mesh_node(&mut self, name: &str, below: u32, properties: &str, geometry: u32) -> u32 {
        let node = self.object("Model", name, "Mesh", &format!("Properties70: {{\n{properties}}}\n"));
        self.connect(node, below);
        self.connect(geometry, node);
        node
    }

    /// A Lambert material, used by a node in its next slot.
    pub(super) fn material(&mut self, name: &str, node: u32, properties: &str) -> u32 {
        let content = format!("ShadingModel: \"lambert\"\nProperties70: {{\n{properties}}}\n");
        let material = self.object("Material", name, "", &content);
        self.connect(material, node);
        material
    }

    /// The text of the file.
    pub(super) fn text(&self) -> String {
        let mut settings = String::new();
        for (name, (axis, sign)) in ["UpAxis", "FrontAxis", "CoordAxis"].into_iter().zip(self.axes) {
            writeln!(settings, "P: \"{name}\", \"int\", \"Integer\", \"\",{axis}").unwrap();
            writeln!(settings, "P: \"{name}Sign\", \"int\", \"Integer\", \"\",{sign}").unwrap();
        }
        writeln!(settings, "P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",{}", self.unit).unwrap();
        format!(
            "; FBX 7.4.0 project file\nFBXHeaderExtension: {{\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}}\nGlobalSettings: \
             {{\nVersion: 1000\nProperties70: {{\n{settings}}}\n}}\nObjects: {{\n{}}}\nConnections: {{\n{}}}\n",
            self.objects, self.connections
        )
    }

    /// Read from a file of its own.
    pub(super) fn level(&self) -> Level {
        read_as("level.fbx", self.text().as_bytes()).unwrap_or_else(|error| panic!("{error}\n{}", self.text()))
    }
}

/// The sides of a box with these corners, each of four corners that turn to the left as seen from outside.
pub(super) fn cuboid(min: [f64; 3], max: [f64; 3]) -> ([[f64; 3]; 8], [&'static [i32]; 6]) {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { min[axis] } else { max[axis] });
    let sides: [&[i32]; 6] = [&[0, 2, 3, 1], &[4, 5, 7, 6], &[0, 4, 6, 2], &[1, 3, 7, 5], &[0, 1, 5, 4], &[2, 6, 7, 3]];
    ([0, 1, 2, 3, 4, 5, 6, 7].map(corner), sides)
}

/// A layer with the material of each polygon, by its slot.
pub(super) fn material_layer(slots: &[i32]) -> String {
    let slots = array("Materials", slots.iter().map(|slot| f64::from(*slot)));
    format!(
        "LayerElementMaterial: 0 {{\nMappingInformationType: \"ByPolygon\"\nReferenceInformationType: \"IndexToDirect\"\n{slots}}}\n\
         Layer: 0 {{\nVersion: 100\nLayerElement: {{\nType: \"LayerElementMaterial\"\nTypedIndex: 0\n}}\n}}\n"
    )
}
