//! The source of an agent's tree: a node in the scene, or a file.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::leaf::ActionResult;
use super::node::Node;

/// The tree of an agent.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AgentTree {
    /// The root node, in the scene.
    Written(Root),
    /// A file with the tree.
    File(TreeFile),
}

/// A tree from a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeFile {
    /// The XML file of BehaviorTree.CPP version 4, relative to the scene file.
    pub file: String,
    /// The `ID` of the tree to run, for a file with several trees. By default the tree of `main_tree_to_execute`, else
    /// the only tree of the file that no other tree of the file includes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(!skip_serializing_if)]
    pub id: Option<String>,
    /// The results of leaves of unknown types, by their names: one for each tick since the start of the leaf; the last
    /// result repeats. Leaves of unknown types without a script succeed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(!skip_serializing_if)]
    pub scripts: BTreeMap<String, Vec<ActionResult>>,
}

/// The root of a tree, shared by copies of the scene until one of them changes it.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Root(Arc<Node>);

impl Root {
    /// The node, mutable.
    pub fn make_mut(&mut self) -> &mut Node {
        Arc::make_mut(&mut self.0)
    }
}

impl From<Node> for Root {
    fn from(node: Node) -> Self {
        Self(Arc::new(node))
    }
}

impl Deref for Root {
    type Target = Node;

    fn deref(&self) -> &Node {
        &self.0
    }
}

impl PartialEq for Root {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl fmt::Debug for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl AgentTree {
    /// The root node, when the scene contains the tree.
    pub fn root(&self) -> Option<&Node> {
        match self {
            Self::Written(root) => Some(root),
            Self::File(_) => None,
        }
    }

    /// The root node, mutable.
    pub fn root_mut(&mut self) -> Option<&mut Node> {
        match self {
            Self::Written(root) => Some(root.make_mut()),
            Self::File(_) => None,
        }
    }

    /// The file of the tree, when the scene does not contain the tree.
    pub fn file(&self) -> Option<&TreeFile> {
        match self {
            Self::Written(_) => None,
            Self::File(file) => Some(file),
        }
    }
}

/// The first key decides whether the tree is a node or a file.
impl<'de> Deserialize<'de> for AgentTree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = AgentTree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a behaviour tree")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AgentTree, A::Error> {
        let Some(FirstKey(first)) = map.next_key()? else {
            return Err(de::Error::custom("`tree` must contain a node or a `file`"));
        };
        let is_file = FILE_KEYS.contains(&first);
        let mut entries = MapEntries { first: Some(first), map };
        if is_file {
            return TreeFile::deserialize(MapAccessDeserializer::new(entries)).map(AgentTree::File);
        }
        let root = Node::deserialize(MapAccessDeserializer::new(&mut entries))?;
        match entries.map.next_key::<NoKey>()? {
            Some(NoKey) | None => Ok(AgentTree::Written(root.into())),
        }
    }
}

/// The keys of [`TreeFile`].
const FILE_KEYS: [&str; 3] = ["file", "id", "scripts"];

/// All keys that a tree may begin with.
const FIRST_KEYS: [&str; Node::WORDS.len() + FILE_KEYS.len()] = {
    let mut keys = [FILE_KEYS[0]; Node::WORDS.len() + FILE_KEYS.len()];
    let mut i = 0;
    while i < Node::WORDS.len() {
        keys[i] = Node::WORDS[i];
        i += 1;
    }
    keys[i] = FILE_KEYS[0];
    keys[i + 1] = FILE_KEYS[1];
    keys[i + 2] = FILE_KEYS[2];
    keys
};

/// One of [`FIRST_KEYS`].
struct FirstKey(&'static str);

impl<'de> Deserialize<'de> for FirstKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        let known = FIRST_KEYS.iter().find(|known| **known == key);
        known.map(|key| Self(key)).ok_or_else(|| de::Error::unknown_variant(&key, &FIRST_KEYS))
    }
}

/// Refuses further keys.
struct NoKey;

impl<'de> Deserialize<'de> for NoKey {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(de::Error::custom("`tree` must have exactly one key, which is the kind of the root node"))
    }
}

/// The entries of a map whose first key has been read already.
struct MapEntries<A> {
    first: Option<&'static str>,
    map: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for MapEntries<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(first) => {
                let key: StrDeserializer<A::Error> = first.into_deserializer();
                seed.deserialize(key).map(Some)
            }
            None => self.map.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
