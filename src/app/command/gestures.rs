//! The mouse gestures, with the keys of drags and lists. They are not commands; the shortcut sheet and `docs/window.md` list
//! them beside the commands.

use super::drag_key::DragKey;
use crate::app::kit::list_keys::ListKey;

/// A heading, and the actions with their gestures.
pub(in crate::app) type GestureSection = (&'static str, &'static [(&'static str, &'static str)]);

/// All gestures.
pub(in crate::app) const GESTURES: [GestureSection; 6] = [
    (
        "Mouse in the 3D view",
        &[
            ("Orbit", "Middle drag, or Alt + left drag"),
            ("Pan", "Shift + middle drag, or right drag"),
            ("Zoom to the pointer", "Wheel"),
            ("Fly", "Hold right, then W A S D Q E; Shift is faster"),
            ("Change the speed of flying", "Wheel while right is held"),
            ("View from the end of an axis", "Click it in the upper right corner"),
            ("Look through a camera", "Click its inset"),
            ("Add a tap", "Click the inset of a camera that follows a session"),
            ("Context menu", "Right click"),
        ],
    ),
    (
        "Mouse selection",
        &[
            ("Select", "Click in the 3D view or in the outliner"),
            ("Add to the selected items, or remove", "Ctrl + click"),
            ("Select a range", "Shift + click in the outliner or in the table"),
            ("Add a camera or a ray", "Ctrl + click it"),
            ("Select what a box touches", "Left drag; Shift or Ctrl adds"),
            ("Deselect", "Click the background of the 3D view"),
            ("Rename", "Double click in the outliner"),
            ("Hide, show", "Click the eye in the outliner"),
        ],
    ),
    (
        "Gizmo drag",
        &[
            ("Move, rotate, scale, resize", "Drag an arrow, square, ring, box or dot"),
            DragKey::Axis(0).words(),
            DragKey::Plane(0).words(),
            DragKey::Number('0').words(),
            ("Snap", "Hold Ctrl"),
            DragKey::Accept.words(),
            ("Move, rotate, scale by Blender keys", "G, R, S (Edit, Transform, Blender keys)"),
            DragKey::Cancel.words(),
        ],
    ),
    (
        "Panels",
        &[
            ("Move a panel", "Drag its tab"),
            ("Close a panel", "Its cross, or middle click on its tab"),
            ("Next tab under the pointer", "Ctrl+Tab"),
        ],
    ),
    ("Menus", &[("Open a menu", "Alt + its first letter"), ("Next entry", "↓"), ("Close", "Esc")]),
    ("Command palette, path field", &ListKey::WORDS),
];
