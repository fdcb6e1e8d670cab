uniform mat4 clip;
// Row 2 and row 3 of the camera's own clip matrix: depth and w.
uniform vec4 own_depth;
uniform vec4 own_w;

layout(location = 0) in vec3 position;
layout(location = 1) in uint code;
#ifdef HOLES
layout(location = 2) in vec4 uv;
layout(location = 3) in float alpha;
out vec4 at;
out float opacity;
#endif
flat out uint target;
#ifdef OWN_DEPTH
out vec2 depth_and_w;
#endif

void main() {
    vec4 point = vec4(position, 1.0);
    gl_Position = clip * point;
    target = code;
#ifdef OWN_DEPTH
    depth_and_w = vec2(dot(own_depth, point), dot(own_w, point));
#endif
#ifdef HOLES
    at = uv;
    opacity = alpha;
#endif
}
