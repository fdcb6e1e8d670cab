// One instance a dot: a square on the screen around it.
uniform mat4 clip_from_world;
uniform vec2 size;
uniform float scale;
uniform vec2 depth_per_metre;
uniform float metres_per_pixel;
uniform float fade;
in vec3 centre;
in vec4 color;
in float diameter;
out vec4 tint;
out vec2 offset; // pixels from the centre
flat out float radius;
#ifdef ITEMS
in uint item;
flat out uint shown;
#endif

const vec2 CORNERS[6] = vec2[6](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));

void main() {
#ifdef ITEMS
    shown = item;
#endif
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    tint = vec4(color.rgb, color.a * fade);
    offset = vec2(0.0);
    radius = 0.5 * diameter * scale;
    vec4 p = clip_from_world * vec4(centre, 1.0);
    if (p.z + p.w <= 0.0) return;
    // Further towards the eye than the lines that it marks.
    vec2 depth = p.zw + depth_per_metre * ((6.0 * scale + radius) * metres_per_pixel * p.w);
    offset = CORNERS[gl_VertexID] * (radius + 1.5 * scale + 1.0);
    gl_Position = vec4(p.xy / p.w + offset / (0.5 * size), max(depth.x / depth.y, -1.0), 1.0);
}
