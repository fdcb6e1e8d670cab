//! The components that are read, and the query for them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

/// A component of Bevy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Component {
    GlobalTransform,
    Name,
    Aabb,
    Projection,
    Camera,
    Frustum,
    RenderLayers,
    InheritedVisibility,
    ViewVisibility,
    NoFrustumCulling,
    VisibilityRange,
    DirectionalLight,
    PointLight,
    SpotLight,
}

use Component::{
    Aabb, Camera, DirectionalLight, Frustum, GlobalTransform, InheritedVisibility, Name, NoFrustumCulling, PointLight,
    Projection, RenderLayers, SpotLight, ViewVisibility, VisibilityRange,
};

impl Component {
    /// The components whose values are read, beside `GlobalTransform`.
    const VALUES: [Self; 11] = [
        Name,
        Aabb,
        Projection,
        Camera,
        Frustum,
        RenderLayers,
        InheritedVisibility,
        ViewVisibility,
        DirectionalLight,
        PointLight,
        SpotLight,
    ];

    /// The components whose presence is read. The value of a `Camera` may be missing where the program cannot write it.
    const PRESENCE: [Self; 3] = [Camera, NoFrustumCulling, VisibilityRange];

    /// The components without which something of the world or its answers is missing.
    const NEEDED: [Self; 11] = [
        GlobalTransform,
        Name,
        Aabb,
        Projection,
        Camera,
        Frustum,
        RenderLayers,
        InheritedVisibility,
        ViewVisibility,
        NoFrustumCulling,
        VisibilityRange,
    ];

    /// Its path in the registry of Bevy 0.19.
    pub(super) fn path(self) -> &'static str {
        match self {
            GlobalTransform => "bevy_transform::components::global_transform::GlobalTransform",
            Name => "bevy_ecs::name::Name",
            Aabb => "bevy_camera::primitives::Aabb",
            Projection => "bevy_camera::projection::Projection",
            Camera => "bevy_camera::camera::Camera",
            Frustum => "bevy_camera::primitives::Frustum",
            RenderLayers => "bevy_camera::visibility::render_layers::RenderLayers",
            InheritedVisibility => "bevy_camera::visibility::InheritedVisibility",
            ViewVisibility => "bevy_camera::visibility::ViewVisibility",
            NoFrustumCulling => "bevy_camera::visibility::NoFrustumCulling",
            VisibilityRange => "bevy_camera::visibility::range::VisibilityRange",
            DirectionalLight => "bevy_light::directional_light::DirectionalLight",
            PointLight => "bevy_light::point_light::PointLight",
            SpotLight => "bevy_light::spot_light::SpotLight",
        }
    }

    /// Its name without the path.
    pub(super) fn word(self) -> &'static str {
        self.path().rsplit("::").next().unwrap_or_default()
    }
}

/// The components that are in the registry of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Registered(BTreeSet<Component>);

impl Registered {
    /// Of the answer to `world.list_components`.
    pub(super) fn of(paths: &[String]) -> Self {
        let known = Component::NEEDED.into_iter().chain(Component::VALUES);
        Self(known.filter(|component| paths.iter().any(|path| path == component.path())).collect())
    }

    /// Whether a component is there.
    pub(super) fn has(&self, component: Component) -> bool {
        self.0.contains(&component)
    }

    /// What is left out because it is not registered, as a message.
    pub(super) fn missing(&self) -> Option<String> {
        let missing: Vec<_> = Component::NEEDED.into_iter().filter(|component| !self.has(*component)).collect();
        if missing.is_empty() {
            return None;
        }
        let words: Vec<_> = missing.iter().map(|component| component.word()).collect();
        let has = |component| missing.contains(&component);
        let lost = [
            (has(Aabb), "no objects"),
            (has(Projection), "no cameras"),
            (has(Camera) || has(InheritedVisibility) || has(ViewVisibility), "no answers"),
            (has(Frustum), "no planes"),
            (has(Name), "ids in place of names"),
            (has(RenderLayers), "all on layer 0"),
            (has(NoFrustumCulling) || has(VisibilityRange), "answers also about entities that have it"),
        ];
        let lost: Vec<_> = lost.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, words)| words).collect();
        Some(format!(
            "the registry of the program does not have {}: {}. `App::register_type` adds a type, and Bevy's feature \
             `reflect_auto_register` all",
            words.join(", "),
            lost.join(", ")
        ))
    }

    /// The parameters of `world.query` for all that is read.
    pub(super) fn query(&self) -> Value {
        let paths = |components: &[Component]| -> Vec<_> {
            components.iter().filter(|component| self.has(**component)).map(|component| component.path()).collect()
        };
        json!({
            "data": {
                "components": [GlobalTransform.path()],
                "option": paths(&Component::VALUES),
                "has": paths(&Component::PRESENCE),
            },
            "strict": false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_registered_is_not_queried_and_has_one_message() {
        let all: Vec<String> = Component::NEEDED.iter().map(|component| component.path().to_owned()).collect();
        let registered = Registered::of(&all);
        assert_eq!(registered.missing(), None, "a program without lights has no types of lights");
        let query = registered.query();
        assert_eq!(query["data"]["components"], json!([GlobalTransform.path()]));
        assert_eq!(query["data"]["option"].as_array().unwrap().len(), 8);
        let some: Vec<String> = all.into_iter().filter(|path| !path.ends_with("Frustum")).collect();
        let registered = Registered::of(&some);
        let message = registered.missing().unwrap();
        assert!(message.contains("does not have Frustum: no planes."), "{message}");
        assert!(!registered.query().to_string().contains("Frustum\""));
    }
}
