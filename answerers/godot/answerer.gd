# Answers of Godot 3 (f32) for `eyeline hunt`.
# Set it up, on Debian, with
#     apt-get install godot3-server
# It answers ray-box, ray-sphere, ray-cylinder, ray-triangle, box-box and transformed-box:
#     eyeline hunt ray-box --ask "sh -c 'godot3-server -s answerer.gd | grep --line-buffered ^{'"
# Godot prints a banner to standard output before the script starts; grep keeps the lines that begin with a brace.
# The solids are those of the singleton Geometry and of AABB. Its capsules have flat sides, so ray-capsule is not answered.
extends SceneTree

func dot(a, b):
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

func cross(a, b):
	return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

func vector(list):
	return Vector3(list[0], list[1], list[2]) # rounds to f32

# Godot writes 6 digits of a number; this writes 15.
func number_text(x):
	if x == 0:
		return "0"
	if is_nan(x) or is_inf(x):
		return "null"
	var exponent = floor(log(abs(x)) / log(10))
	return "%.14fe%d" % [x / pow(10, exponent), exponent]

func list_text(v):
	return "[%s,%s,%s]" % [number_text(v[0]), number_text(v[1]), number_text(v[2])]

# Segments of Geometry have no scale, so the ray goes to local space by the inverse of the matrix. That is done in f64, so that no
# rounding of this runner is taken for one of Godot. `end` is the t of the end of the segment.
func local_ray(case, reach):
	var m = PoolRealArray(case.world_from_local) # column by column
	var x = [m[0], m[1], m[2]]
	var y = [m[4], m[5], m[6]]
	var z = [m[8], m[9], m[10]]
	var rows = [cross(y, z), cross(z, x), cross(x, y)]
	var determinant = dot(x, rows[0])
	var start = PoolRealArray(case.origin)
	start = [start[0] - m[12], start[1] - m[13], start[2] - m[14]]
	var direction = PoolRealArray(case.direction)
	var from = []
	var along = []
	for row in rows:
		for i in 3:
			row[i] /= determinant
		from.append(dot(row, start))
		along.append(dot(row, direction))
	var length = sqrt(dot(along, along))
	var end = (sqrt(dot(from, from)) + 2 * reach) / length
	var to = []
	for i in 3:
		to.append(from[i] + end * along[i])
	return {"from": from, "to": to, "length": length, "rows": rows}

# The t of a hit is the distance of its point from the start, divided by the length of the direction.
func hit_text(ray, found, point, normal):
	if not found:
		return '"hit":false'
	var offset = [point[0] - ray.from[0], point[1] - ray.from[1], point[2] - ray.from[2]]
	var world = []
	for i in 3:
		world.append(ray.rows[0][i] * normal[0] + ray.rows[1][i] * normal[1] + ray.rows[2][i] * normal[2])
	return '"hit":true,"t":%s,"normal":%s' % [number_text(sqrt(dot(offset, offset)) / ray.length), list_text(world)]

func ray_box(case):
	var half = vector(case.shape.box.half_extents)
	var ray = local_ray(case, half.length())
	var found = Geometry.segment_intersects_convex(vector(ray.from), vector(ray.to), Geometry.build_box_planes(half))
	return hit_text(ray, found.size() > 0, found[0] if found.size() > 0 else null, found[1] if found.size() > 0 else null)

func ray_sphere(case):
	var radius = case.shape.sphere.radius
	var ray = local_ray(case, radius)
	var found = Geometry.segment_intersects_sphere(vector(ray.from), vector(ray.to), Vector3(), radius)
	return hit_text(ray, found.size() > 0, found[0] if found.size() > 0 else null, found[1] if found.size() > 0 else null)

# The axis of a cylinder is y in a case and z in Geometry.
func ray_cylinder(case):
	var size = case.shape.cylinder
	var ray = local_ray(case, sqrt(size.radius * size.radius + size.half_height * size.half_height))
	var from = Vector3(ray.from[2], ray.from[0], ray.from[1])
	var to = Vector3(ray.to[2], ray.to[0], ray.to[1])
	var found = Geometry.segment_intersects_cylinder(from, to, 2 * size.half_height, size.radius)
	if found.size() == 0:
		return hit_text(ray, false, null, null)
	return hit_text(ray, true, [found[0].y, found[0].z, found[0].x], [found[1].y, found[1].z, found[1].x])

func ray_triangle(case):
	var origin = vector(case.origin)
	var direction = vector(case.direction)
	var point = Geometry.ray_intersects_triangle(origin, direction, vector(case.a), vector(case.b), vector(case.c))
	if point == null:
		return '"hit":false'
	var offset = [point.x - origin.x, point.y - origin.y, point.z - origin.z]
	return '"hit":true,"t":%s' % number_text(sqrt(dot(offset, offset) / dot(direction, direction)))

func aabb(case):
	var low = vector(case.min)
	return AABB(low, vector(case.max) - low)

func box_box(case):
	return '"overlap":%s' % ("true" if aabb(case.a).intersects(aabb(case.b)) else "false")

func transformed_box(case):
	var m = case.world_from_local
	var pose = Transform(vector(m.slice(0, 2)), vector(m.slice(4, 6)), vector(m.slice(8, 10)), vector(m.slice(12, 14)))
	var world = pose.xform(aabb(case))
	return '"min":%s,"max":%s' % [list_text(world.position), list_text(world.end)]

# Godot 3 reads no standard input. The program dd inherits it and reads once: it waits for input and takes
# what has come, at most 64 KiB. No text means the end of input.
func read_chunk():
	var output = []
	OS.execute("dd", ["bs=65536", "count=1", "status=none"], true, output)
	return output[0]

func _init():
	var functions = {
		"ray-box": "ray_box", "ray-sphere": "ray_sphere", "ray-cylinder": "ray_cylinder", "ray-triangle": "ray_triangle",
		"box-box": "box_box", "transformed-box": "transformed_box",
	}
	var question = ""
	var pending = "" # text whose line was not read to its end yet
	var chunk = read_chunk()
	while chunk != "":
		var lines = (pending + chunk).split("\n")
		pending = lines[-1]
		lines.remove(lines.size() - 1)
		var output = ""
		for line in lines:
			var message = parse_json(line)
			if question != "":
				output += '{"id":%d,%s}\n' % [message.id, call(functions[question], message)]
				continue
			question = message.question
			if not functions.has(question):
				printerr("Godot has no answer to ", question, "; it answers ", PoolStringArray(functions.keys()).join(", "))
				quit(1)
				return
			var version = Engine.get_version_info()
			output += to_json({
				"name": "Godot", "version": "%d.%d.%d" % [version.major, version.minor, version.patch],
				"normals": question in ["ray-box", "ray-sphere", "ray-cylinder"],
			}) + "\n"
		printraw(output) # sends at once
		chunk = read_chunk()
	quit()
