//! The state of OpenGL in which translucent flat things are drawn.

use three_d::{Blend, Cull, DepthTest, RenderStates, WriteMask};

/// Both sides are drawn, blended, where nothing is nearer. Depth is not written.
pub(super) const TRANSLUCENT: RenderStates = RenderStates {
    write_mask: WriteMask::COLOR,
    depth_test: DepthTest::LessOrEqual,
    blend: Blend::TRANSPARENCY,
    cull: Cull::None,
};
