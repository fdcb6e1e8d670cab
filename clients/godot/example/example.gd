# An example: bodies fall between pillars, and a guard walks around them, looks and casts rays. All answers that are sent as `said`
# are those of Godot:
# - said_visibility: VisibilityNotifier.is_on_screen(). The engine tests the box of the notifier in world space against the planes of
#   the camera, after each _physics_process. The planes and boxes of that moment are sent with the verdict.
# - said_cast: PhysicsDirectSpaceState.intersect_ray().
#
#     godot3-server --path . --file trace.jsonl     # 6 s of the game
#     godot3-server --path . --address 127.0.0.1:7420
#
# `--ticks` gives the number of ticks, 360 by default. With `--late` a verdict belongs to the tick in which a game can read it, which is
# the one after the test of the engine.
extends Spatial

const STATICS = 60
const RIGIDS = 140
const RAYS = 48
const STATIC_LAYER = 1
const RIGID_LAYER = 4
const RATE = 60.0

var camera
var guard
var notifiers = {} # by the names of objects
var shapes = {} # the nodes whose transforms are those of the shapes, by the names of objects
var ticks = 360
var late = false
var tick = 0
var planes
var boxes = {}
var statistics = {"visible": 0, "culled": 0, "hits": 0, "misses": 0}
var random = RandomNumberGenerator.new()

func argument(name, default):
	var args = OS.get_cmdline_args()
	for i in args.size():
		if args[i] == name and i + 1 < args.size():
			return args[i + 1]
	return default

func _ready():
	random.seed = 7
	ticks = int(argument("--ticks", "360"))
	late = "--late" in OS.get_cmdline_args()
	Eyeline.queue_bytes = 16 * 1024 * 1024 # room for 2 s of this example, on a computer that has much else to do
	var path = argument("--file", "")
	if path != "":
		Eyeline.to_file("Godot example", path)
	else:
		Eyeline.connect_to("Godot example", argument("--address", "127.0.0.1:7420"))

	add_body("floor", StaticBody.new(), box(Vector3(30, 0.5, 30)), Vector3(0, -0.5, 0))
	for i in STATICS:
		var angle = 0.6 * i
		var at = Vector3(cos(angle), 0, sin(angle)) * (3 + 0.3 * i)
		var height = 0.4 + 0.3 * (i % 5)
		add_body("pillar %d" % i, StaticBody.new(), box(Vector3(0.3, height, 0.3)), at + Vector3(0, height, 0), Vector3(0, angle, 0))
	for i in RIGIDS:
		var at = Vector3(random.randf_range(-12, 12), 2 + 0.1 * i, random.randf_range(-12, 12))
		var turn = Vector3(random.randf_range(-3, 3), random.randf_range(-3, 3), random.randf_range(-3, 3))
		add_body("body %d" % i, RigidBody.new(), some_shape(i), at, turn)

	guard = KinematicBody.new()
	guard.collision_layer = 2
	add_child(guard)
	camera = Camera.new()
	camera.far = 25
	camera.current = true
	camera.translation = Vector3(0, 1.6, 0)
	guard.add_child(camera)
	place_guard()
	Eyeline.camera("guard eye", Eyeline.lens_of(camera))

func box(half_extents):
	var shape = BoxShape.new()
	shape.extents = half_extents
	return shape

func some_shape(i):
	var shape
	# GodotPhysics of Godot 3 has no cylinders.
	if i % 5 == 1 and ProjectSettings.get_setting("physics/3d/physics_engine") != "GodotPhysics":
		shape = CylinderShape.new()
		shape.radius = 0.3
		shape.height = 1
	elif i % 5 == 2:
		shape = SphereShape.new()
		shape.radius = 0.4
	elif i % 5 == 3:
		shape = CapsuleShape.new()
		shape.radius = 0.25
		shape.height = 0.6
	else:
		shape = box(Vector3(0.3, 0.4, 0.5))
	return shape

# The shape for eyeline, and the box around it.
func eyeline_shape(shape):
	if shape is BoxShape:
		return [Eyeline.box(shape.extents), shape.extents]
	if shape is SphereShape:
		return [Eyeline.sphere(shape.radius), Vector3(1, 1, 1) * shape.radius]
	if shape is CylinderShape:
		return [Eyeline.cylinder(shape.radius, shape.height / 2), Vector3(shape.radius, shape.height / 2, shape.radius)]
	return [Eyeline.capsule(shape.radius, shape.height / 2), Vector3(shape.radius, shape.height / 2 + shape.radius, shape.radius)]

func add_body(entry, body, shape, at, turn = Vector3()):
	body.name = entry
	body.translation = at
	body.rotation = turn
	body.collision_layer = RIGID_LAYER if body is RigidBody else STATIC_LAYER
	body.collision_mask = STATIC_LAYER | RIGID_LAYER
	var collision = CollisionShape.new()
	collision.shape = shape
	body.add_child(collision)
	# The axis of a capsule is Z in Godot 3 and Y in eyeline.
	var turned = Spatial.new()
	if shape is CapsuleShape:
		turned.rotation = Vector3(PI / 2, 0, 0)
	body.add_child(turned)
	var described = eyeline_shape(shape)
	var notifier = VisibilityNotifier.new()
	notifier.aabb = AABB(-described[1], 2 * described[1])
	turned.add_child(notifier)
	add_child(body)
	shapes[entry] = turned
	notifiers[entry] = notifier
	var bit = 2 if body is RigidBody else 0
	Eyeline.object(entry, described[0], Vector3(), null, null, [bit])

func place_guard():
	var angle = 0.01 * tick
	guard.transform = Transform(Basis(Vector3(0, 1, 0), PI / 2 - 2.5 * angle), Vector3(cos(angle), 0, -sin(angle)) * 11)
	# Without this, the engine moves the camera after its test of the notifiers, and all verdicts are a tick older.
	camera.force_update_transform()

func _physics_process(_delta):
	if tick > 0:
		if late:
			send_world()
		# What the engine has tested after the last _physics_process.
		for entry in notifiers:
			var verdict = "visible" if notifiers[entry].is_on_screen() else "culled"
			statistics[verdict] += 1
			if late:
				Eyeline.said_visibility("guard eye", entry, verdict)
			else:
				Eyeline.said_visibility("guard eye", entry, verdict, planes, boxes[entry])
		Eyeline.tick((tick if late else tick - 1) / RATE)
	if tick == ticks:
		Eyeline.off()
		print("%d ticks: %s, %d dropped, %d refused" % [ticks, statistics, Eyeline.dropped(), Eyeline.refused()])
		get_tree().quit()
		return
	place_guard()
	if not late:
		send_world()
	cast_rays()
	tick += 1

func send_world():
	planes = camera.get_frustum()
	Eyeline.matrix("guard eye", camera.get_camera_transform())
	for entry in shapes:
		var transform = shapes[entry].global_transform
		boxes[entry] = transform.xform(notifiers[entry].aabb)
		Eyeline.matrix(entry, transform)

# A fan of rays, in other directions at each tick. The guard looks at what the longest of them hits.
func cast_rays():
	var space = get_world().direct_space_state
	var eye = camera.global_transform.origin
	var mask = STATIC_LAYER | RIGID_LAYER
	var seen = 0
	for i in RAYS:
		var yaw = (i + 0.13 * (tick % 7)) * TAU / RAYS
		var pitch = -0.3 + 0.01 * (tick % 41)
		var to = eye + Vector3(cos(yaw) * cos(pitch), sin(pitch), sin(yaw) * cos(pitch)) * 20
		var hit = space.intersect_ray(eye, to, [], mask)
		if hit.empty():
			statistics.misses += 1
			Eyeline.said_cast(eye, to, null, null, null, mask)
		else:
			statistics.hits += 1
			if hit.collider is RigidBody:
				seen += 1
			Eyeline.said_cast(eye, to, hit.collider.name, hit.position, hit.normal, mask)
	Eyeline.said_agent("guard", "running", "alert" if seen > 12 else "patrol")
