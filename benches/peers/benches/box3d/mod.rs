//! The tree of Box3D, the physics engine of Erin Catto: boxes are added one by one, as bodies are, and each box is a query.

use std::ffi::{c_int, c_void};

use boxddd_sys::ffi;
use glam::Vec3;

/// What a query has found.
struct Found {
    /// The box of the query.
    number: u64,
    pairs: Vec<[u32; 2]>,
}

/// All pairs of boxes that overlap, the lesser number first.
pub(crate) fn pairs(boxes: &[[Vec3; 2]]) -> Vec<[u32; 2]> {
    let vector = |v: Vec3| ffi::b3Vec3 { x: v.x, y: v.y, z: v.z };
    let aabb = |[min, max]: &[Vec3; 2]| ffi::b3AABB { lowerBound: vector(*min), upperBound: vector(*max) };
    let mut found = Found { number: 0, pairs: Vec::new() };
    // SAFETY: the tree belongs to this function, and the callback gets a pointer to `found`, which outlives the queries.
    unsafe {
        let mut tree = ffi::b3DynamicTree_Create(boxes.len() as c_int);
        for (number, corners) in (0..).zip(boxes) {
            ffi::b3DynamicTree_CreateProxy(&mut tree, aabb(corners), 1, number);
        }
        for (number, corners) in (0..).zip(boxes) {
            found.number = number;
            let context = (&raw mut found).cast();
            ffi::b3DynamicTree_Query(&tree, aabb(corners), 1, false, Some(keep), context);
        }
        ffi::b3DynamicTree_Destroy(&mut tree);
    }
    found.pairs
}

/// Keeps a pair once.
unsafe extern "C" fn keep(_proxy: c_int, number: u64, context: *mut c_void) -> bool {
    // SAFETY: see `pairs`.
    let found = unsafe { &mut *context.cast::<Found>() };
    if found.number < number {
        found.pairs.push([found.number as u32, number as u32]);
    }
    true
}
