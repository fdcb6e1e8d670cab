fn main(){ let _ = (criterion::Criterion::default(), bevy_math::Vec3::ZERO, bevy_camera::primitives::Aabb::default()); }
