# An example answerer for `eyeline hunt`, for Godot 3 on Linux (Debian's package godot3-server).
# It answers the questions ray-sphere and frustum-box. Run it with
#     eyeline hunt ray-sphere --ask "sh -c 'godot3-server -s answerer.gd | grep --line-buffered ^{'"
# and frustum-box in the same way. Godot prints a banner to standard output before the script starts,
# and its option --quiet silences the script too. grep keeps the lines that begin with a brace.
# Godot also copies the output into log files, in a folder `logs` which it makes in the current folder.
# To test your engine, put a call to it in place of ray_sphere or frustum_box.
# The numbers of a case are f32 values: PoolRealArray reads them as f32. The sums here are f64,
# so they use plain numbers: the components of Godot's Vector3, Transform and AABB are f32.
extends SceneTree

func dot(a, b):
	return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

func cross(a, b):
	return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]

func number_text(x): # Godot writes 6 digits of a number; this writes 15
	var exponent = floor(log(x) / log(10))
	return "%.14fe%d" % [x / pow(10, exponent), exponent]

func ray_sphere(case):
	var m = PoolRealArray(case.world_from_local) # column by column
	var x = [m[0], m[1], m[2]]
	var y = [m[4], m[5], m[6]]
	var z = [m[8], m[9], m[10]]
	var inverse = [cross(y, z), cross(z, x), cross(x, y)] # rows, each to be divided by the determinant
	var determinant = dot(x, inverse[0])
	if determinant == 0:
		return '"hit":false' # the matrix has no inverse
	var start = PoolRealArray(case.origin)
	start = [start[0] - m[12], start[1] - m[13], start[2] - m[14]]
	var origin = []
	var direction = []
	for row in inverse:
		origin.append(dot(row, start) / determinant)
		direction.append(dot(row, PoolRealArray(case.direction)) / determinant)
	var radius = PoolRealArray([case.shape.sphere.radius])[0]
	if dot(origin, origin) <= radius * radius:
		return '"hit":true,"t":0' # the sphere is solid
	var length2 = dot(direction, direction)
	if length2 == 0:
		return '"hit":false'
	var middle = -dot(origin, direction) / length2 # where the ray is closest to the center
	var closest = []
	for i in 3:
		closest.append(origin[i] + middle * direction[i])
	var rest = radius * radius - dot(closest, closest)
	if middle < 0 or rest < 0:
		return '"hit":false'
	var t = middle - sqrt(rest / length2)
	return '"hit":true,"t":' + (number_text(t) if t > 0 else "0")

func frustum_box(case):
	var m = PoolRealArray(case.clip_from_world)
	var low = PoolRealArray(case.min)
	var high = PoolRealArray(case.max)
	# Each plane is `base` times row 4 plus `factor` times row `index`. Rows count from 0 in the array.
	var planes = [[1, 1, 0], [1, -1, 0], [1, 1, 1], [1, -1, 1], [1, -1, 2]]
	planes.append([1, 1, 2] if case.depth == "-1..1" else [0, 1, 2]) # near; with "reversed" it is far
	for plane in planes:
		var p = []
		for i in 4:
			p.append(plane[0] * m[4 * i + 3] + plane[1] * m[4 * i + plane[2]])
		# The corner furthest along the normal. When it is behind the plane, the whole box is.
		var corner = []
		for i in 3:
			corner.append(high[i] if p[i] > 0 else low[i])
		if dot(p, corner) + p[3] < 0:
			return '"verdict":"culled"'
	return '"verdict":"visible"'

# Godot 3 reads no standard input. The program dd inherits it and reads once: it waits for input and takes
# what has come, at most 64 KiB. No text means the end of input.
func read_chunk():
	var output = []
	OS.execute("dd", ["bs=65536", "count=1", "status=none"], true, output)
	return output[0]

func _init():
	var functions = {"ray-sphere": "ray_sphere", "frustum-box": "frustum_box"}
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
				printerr("this example answers ray-sphere and frustum-box; add a function to it for ", question)
				quit(1)
				return
			# The plane test keeps some boxes that are outside, so the hello says "conservative".
			output += to_json({"name": "example in GDScript", "version": "1",
					"conservative": question == "frustum-box", "inside": "solid"}) + "\n"
		printraw(output) # sends at once
		chunk = read_chunk()
	quit()
