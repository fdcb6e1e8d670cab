# The time that the client takes on the game's thread for a tick with 500 objects that move and 500 rays.
#     godot3-server -s tests/bench.gd
extends SceneTree

const Eyeline = preload("../eyeline.gd")
const COUNT = 500
const TICKS = 200

func median(times):
	times.sort()
	return times[times.size() / 2] / 1000.0

func measure(e, label, moving, names, nodes):
	var calls = []
	var loops = []
	for tick in TICKS:
		for i in COUNT:
			nodes[i].translation = Vector3(0.37 * i, sin(tick * 0.1 + i), 0.11 * tick)
		# The loops themselves and the reading of the nodes belong to the game.
		var start = OS.get_ticks_usec()
		for i in COUNT:
			var _pose = nodes[i].global_transform.origin
		for i in COUNT:
			var _from = Vector3(i, 1, 0)
		loops.append(OS.get_ticks_usec() - start)
		start = OS.get_ticks_usec()
		if moving:
			for i in COUNT:
				e.pose(names[i], nodes[i].global_transform.origin)
		for i in COUNT:
			e.said_cast(Vector3(0.37 * i, 1.7, 0.3), Vector3(0.37 * i, 2.3, 50.1), names[i], Vector3(0.37 * i, 2.01, 25.07), Vector3(0.6, 0.1, -0.79))
		e.tick(tick / 60.0)
		calls.append(OS.get_ticks_usec() - start)
		OS.delay_msec(16)
	print("%s: median %.2f ms of a tick, without the loops %.2f ms; %d dropped" % [label, median(calls), median(calls) - median(loops), e.dropped()])

func _init():
	yield(self, "idle_frame")
	var names = []
	var nodes = []
	for i in COUNT:
		names.append("object %d" % i)
		nodes.append(Spatial.new())
		root.add_child(nodes[i])
	var e = Eyeline.new()
	e.to_file("bench", "user://bench.jsonl")
	for entry in names:
		e.object(entry, e.sphere(1))
	e.tick(0)
	measure(e, "pose() and said_cast()", true, names, nodes)
	for i in COUNT:
		e.follow(names[i], nodes[i])
	measure(e, "follow() and said_cast()", false, names, nodes)
	e.off()
	Directory.new().remove("user://bench.jsonl")
	measure(e, "off", true, names, nodes)
	# What the thread does for such a tick.
	var worker = Eyeline._Worker.new("bench", 1 << 22)
	e._on = true
	for entry in names:
		e.object(entry, e.sphere(1))
	var times = []
	for tick in 50:
		for i in COUNT:
			e.pose(names[i], Vector3(0.37 * i, sin(tick * 0.1 + i), 0.11 * tick))
			e.said_cast(Vector3(0.37 * i, 1.7, 0.3), Vector3(0.37 * i, 2.3, 50.1), names[i], Vector3(0.37 * i, 2.01, 25.07), Vector3(0.6, 0.1, -0.79))
		var start = OS.get_ticks_usec()
		worker.world.apply(tick / 60.0, e._batch)
		var _bytes = worker.world.lines(e._batch).to_utf8()
		times.append(OS.get_ticks_usec() - start)
		e._batch = []
	print("the thread: median %.2f ms of a tick" % median(times))
	e._on = false
	e.free()
	quit()
