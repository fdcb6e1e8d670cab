//! A small world of Box3D, recorded: boxes, a ball, a capsule, a drum and a ghost fall on a floor, a ramp and a hill, and each step asks for
//! rays and overlaps.

use boxddd::{
    Aabb, BodyId, BodyType, BoxHull, Capsule, Compound, Filter, Foundation, HeightField, Hull, MeshData,
    MeshDataOptions, Quat, QueryFilter, Recording, Result, ShapeCastInput, ShapeDef, ShapeProxy, Sphere,
    SurfaceMaterial, Vec3, World,
};

/// The steps of the recording.
pub(crate) const STEPS: u16 = 120;
/// The rays of each step by what asks for them.
pub(crate) const RAYS: Rays = Rays { fan: 16, through: 4, inside: 2, masked: 2, vertical: 6 };

/// Numbers of rays.
pub(crate) struct Rays {
    /// From one side, the nearest hit.
    pub(crate) fan: u16,
    /// Along the floor, all hits.
    pub(crate) through: u16,
    /// From the middle of the ball and of the floor.
    pub(crate) inside: u16,
    /// Down through the ghost, which only the second one can hit.
    pub(crate) masked: u16,
    /// On the ramp and on the hill, from above and from below.
    pub(crate) vertical: u16,
}

impl Rays {
    /// All of a step.
    #[allow(dead_code, reason = "the example does not count")]
    pub(crate) const fn all(&self) -> u16 {
        self.fan + self.through + self.inside + self.masked + self.vertical
    }
}

const GHOST: u64 = 2;

/// The recording of the world.
pub(crate) fn record() -> Result<Vec<u8>> {
    let foundation = Foundation::initialize_default()?;
    let mut world = foundation.create_world(foundation.world_def_builder().gravity([0.0, -10.0, 0.0]).build()?)?;
    let mut recording = Recording::new()?;
    let mut session = world.record(&mut recording)?;
    let mut bodies = Bodies::add(foundation, session.world())?;
    for step in 0..STEPS {
        bodies.change(foundation, session.world(), step)?;
        ask(session.world(), step)?;
        session.world().step(1.0 / 60.0, 4)?;
    }
    session.finish()?;
    drop(world);
    recording.to_vec()
}

struct Bodies {
    lift: BodyId,
    late: Option<BodyId>,
}

impl Bodies {
    fn add(foundation: &'static Foundation, world: &mut World) -> Result<Self> {
        let solid = foundation.shape_def_builder().density(1.0).build()?;
        let ground = fixed(foundation, world, "floor", [0.0, -1.0, 0.0])?;
        world.create_hull_shape(ground, &solid, &BoxHull::new(12.0, 1.0, 12.0)?)?;
        for i in 0..5_u8 {
            let at = [0.07 * f32::from(i), 0.6 + 1.1 * f32::from(i), 0.0];
            let body = falling(foundation, world, &format!("crate {}", i + 1), at)?;
            world.create_hull_shape(body, &solid, &BoxHull::cube(0.5)?)?;
        }
        let ball = falling(foundation, world, "ball", [3.0, 2.0, 0.5])?;
        world.create_sphere_shape(ball, &solid, &Sphere::new([0.0, 0.0, 0.0], 0.75))?;
        let pill = falling(foundation, world, "pill", [-3.0, 2.0, 0.5])?;
        world.create_capsule_shape(pill, &solid, &Capsule::new([0.0, -0.5, 0.0], [0.4, 0.5, 0.0], 0.4))?;
        let drum = falling(foundation, world, "drum", [0.5, 3.0, 3.0])?;
        world.create_created_hull_shape(drum, &solid, &Hull::cylinder(1.5, 0.6, 0.0, 12)?)?;
        world.create_sphere_shape(drum, &named(foundation, "knob")?, &Sphere::new([0.0, 1.6, 0.0], 0.3))?;
        let ghost = fixed(foundation, world, "ghost", [6.0, 3.0, 0.0])?;
        let only_ghost = Filter { category_bits: GHOST, ..solid.filter() };
        let def = foundation.shape_def_builder().filter(only_ghost).build()?;
        world.create_hull_shape(ghost, &def, &BoxHull::cube(0.5)?)?;
        add_ground(foundation, world, &solid)?;
        let lift = world.create_body(
            foundation
                .body_def_builder()
                .body_type(BodyType::Kinematic)
                .position([-6.0, 1.0, -4.0])
                .name("lift")
                .build()?,
        )?;
        world.create_hull_shape(lift, &solid, &BoxHull::new(1.0, 0.2, 1.0)?)?;
        Ok(Self { lift, late: None })
    }

    /// The lift jumps, a body comes, and goes again.
    fn change(&mut self, foundation: &'static Foundation, world: &mut World, step: u16) -> Result<()> {
        if step.is_multiple_of(10) {
            world.set_body_transform(self.lift, [-6.0, 1.0 + f32::from(step) / 60.0, -4.0], Quat::IDENTITY)?;
        }
        if step == 40 {
            let late = falling(foundation, world, "late", [-6.0, 6.0, -4.0])?;
            world.create_sphere_shape(
                late,
                &foundation.shape_def_builder().density(1.0).build()?,
                &Sphere::new(Vec3::ZERO, 0.5),
            )?;
            self.late = Some(late);
        }
        if step == 80
            && let Some(late) = self.late.take()
        {
            world.destroy_body(late)?;
        }
        Ok(())
    }
}

/// A mesh, a height field, and a compound.
fn add_ground(foundation: &'static Foundation, world: &mut World, solid: &ShapeDef) -> Result<()> {
    let ramp = fixed(foundation, world, "ramp", [0.0, 0.0, -8.0])?;
    let corners = [[-3.0, 0.0, 2.0], [3.0, 0.0, 2.0], [3.0, 2.0, -2.0], [-3.0, 2.0, -2.0]].map(Vec3::from);
    let mesh = MeshData::from_triangles(corners, [0, 1, 2, 0, 2, 3], None, MeshDataOptions::new())?;
    world.create_mesh_shape(ramp, solid, mesh, [1.0, 1.0, 1.0])?;
    let hill = fixed(foundation, world, "hill", [-10.0, 0.0, 4.0])?;
    let heights: Vec<f32> = (0..25_u8).map(|i| 0.2 * f32::from(i % 5) + 0.1 * f32::from(i / 5)).collect();
    let field = HeightField::from_samples(5, 5, heights, [1.0, 1.0, 1.0], None, false)?;
    world.create_height_field_shape(hill, solid, field)?;
    let cluster = fixed(foundation, world, "cluster", [9.0, 0.0, 8.0])?;
    let compound = Compound::builder().sphere(Sphere::new(Vec3::ZERO, 0.5), SurfaceMaterial::default()).build()?;
    world.create_compound_shape(cluster, solid, compound)?;
    Ok(())
}

fn fixed(foundation: &'static Foundation, world: &mut World, name: &str, at: [f32; 3]) -> Result<BodyId> {
    world.create_body(foundation.body_def_builder().position(at).name(name).build()?)
}

fn falling(foundation: &'static Foundation, world: &mut World, name: &str, at: [f32; 3]) -> Result<BodyId> {
    world.create_body(foundation.body_def_builder().body_type(BodyType::Dynamic).position(at).name(name).build()?)
}

fn named(foundation: &'static Foundation, name: &str) -> Result<ShapeDef> {
    foundation.shape_def_builder().density(1.0).name(name).build()
}

/// The queries of a step.
fn ask(world: &World, step: u16) -> Result<()> {
    let turn = f32::from(step) * 0.05;
    let any = QueryFilter::new();
    for i in 0..RAYS.fan {
        let height = 0.2 + 0.35 * f32::from(i);
        world.cast_ray_closest([-11.0, height, 4.0 * turn.sin()], [22.0, -0.6, -6.0 * turn.sin()], any)?;
    }
    for i in 0..RAYS.through {
        world.cast_ray([-11.0, 0.3 + 0.2 * f32::from(i), 0.4], [22.0, 0.0, 0.0], any)?;
    }
    world.cast_ray_closest([3.0, 0.75, 0.5], [0.0, -3.0, 0.0], any)?;
    world.cast_ray_closest([8.0, -1.0, 8.0], [0.0, 4.0, 0.0], any)?;
    for mask in [1, GHOST] {
        world.cast_ray_closest([6.0, 8.0, 0.1], [0.0, -10.0, 0.0], any.mask_bits(mask))?;
    }
    for i in 0..RAYS.vertical / 3 {
        let x = 0.3 + 0.5 * f32::from(i);
        world.cast_ray_closest([x, 5.0, -8.0], [0.0, -4.9, 0.0], any)?;
        world.cast_ray_closest([x, 0.1, -8.0], [0.0, 5.0, 0.0], any)?;
        world.cast_ray_closest([x - 9.0, 5.0, 5.2], [0.0, -4.99, 0.0], any)?;
    }
    let bounds = Aabb { lower_bound: Vec3::new(-1.0, 0.05, -1.0), upper_bound: Vec3::new(1.0, 2.0 + turn, 1.0) };
    world.overlap_aabb(bounds, any.id(7))?;
    let ball = ShapeProxy::new([Vec3::ZERO], 0.5)?;
    world.overlap_shape([0.0, 1.0, 0.0], &ball, any)?;
    world.cast_shape([-8.0, 1.0, 0.0], ShapeCastInput::new(ball, [10.0, 0.0, 0.0])?, any)?;
    world.cast_mover([0.0, 3.0, 0.0], &Capsule::new(Vec3::ZERO, [0.0, 1.0, 0.0], 0.3), [1.0, 0.0, 0.0], any)?;
    Ok(())
}
