// One instance a line, six vertices each: a quad on the screen, as wide as wanted in pixels. With FRAMES one instance
// a box, and six vertices for each of its twelve edges.
uniform mat4 clip_from_world;
uniform vec2 size;
uniform float scale;
uniform vec2 depth_per_metre;
uniform float metres_per_pixel;
uniform float fade; // 1 for what is in front; less in the pass for what solids hide
#ifdef FRAMES
in vec3 least;
in vec3 most;
#else
in vec3 from;
in vec3 to;
#endif
in vec4 color;
in vec3 kind; // width in points; 0 solid, 1 dashed, 2 dotted; 1 when left out behind solids
out vec4 tint;
out vec2 place_px; // pixels from the start, and from the middle of the line
flat out float half_width; // pixels
flat out vec2 dash; // pixels: painted, period
out float nearness; // 1 / clip w, which runs linearly on the screen
#ifdef ITEMS
in uint item;
flat out uint shown;
#endif

const vec2 CORNERS[6] = vec2[6](vec2(0, -1), vec2(1, -1), vec2(1, 1), vec2(0, -1), vec2(1, 1), vec2(0, 1));

#ifdef FRAMES
// Pairs of corners, whose bits are the axes.
const ivec2 EDGES[12] = ivec2[12](ivec2(0, 1), ivec2(2, 3), ivec2(4, 5), ivec2(6, 7), ivec2(0, 2), ivec2(1, 3),
                                  ivec2(4, 6), ivec2(5, 7), ivec2(0, 4), ivec2(1, 5), ivec2(2, 6), ivec2(3, 7));

vec3 corner_of_box(int i) {
    return vec3((i & 1) == 0 ? least.x : most.x, (i & 2) == 0 ? least.y : most.y, (i & 4) == 0 ? least.z : most.z);
}
#endif

void main() {
#ifdef FRAMES
    ivec2 edge = EDGES[gl_VertexID / 6];
    vec3 from = corner_of_box(edge.x);
    vec3 to = corner_of_box(edge.y);
#endif
#ifdef ITEMS
    shown = item;
#endif
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside: draws nothing
    tint = color;
    place_px = vec2(0.0);
    half_width = 0.5;
    dash = vec2(0.0, 1.0);
    nearness = 1.0;
    vec4 a = clip_from_world * vec4(from, 1.0);
    vec4 b = clip_from_world * vec4(to, 1.0);
    // What lies nearer than the near plane is cut off here, before the division by w.
    float in_a = a.z + a.w;
    float in_b = b.z + b.w;
    if ((in_a <= 0.0 && in_b <= 0.0) || (fade < 1.0 && kind.z > 0.5)) return;
    if (in_a < 0.0) a = mix(a, b, in_a / (in_a - in_b));
    if (in_b < 0.0) b = mix(b, a, in_b / (in_b - in_a));

    // Thinner than a pixel cannot be drawn: fainter instead.
    float width = max(kind.x * scale, 1.0);
    tint.a *= fade * min(kind.x * scale, 1.0);
    vec2 half_size = 0.5 * size;
    vec2 start = a.xy / a.w * half_size;
    vec2 end = b.xy / b.w * half_size;
    vec2 way = end - start;
    float length_px = length(way);
    vec2 forward = length_px > 1e-4 ? way / length_px : vec2(1.0, 0.0);
    vec2 corner = CORNERS[gl_VertexID % 6];

    // A step of a few pixels towards the eye, so that an edge wins over the surface on which it lies.
    vec4 p = corner.x < 0.5 ? a : b;
    float toward_eye = (1.0 + width) * metres_per_pixel * p.w;
    vec2 depth = p.zw + depth_per_metre * toward_eye;
    float z = max(depth.x / depth.y, -1.0);

    // Half a pixel more on either side, over which the line fades out: smoother than the samples alone.
    half_width = 0.5 * width;
    float across = (half_width + 0.5) * corner.y;
    // Unbroken lines reach half their width beyond both ends, so that corners close.
    float cap = kind.y < 0.5 ? half_width : 0.0;
    vec2 place = (corner.x < 0.5 ? start - forward * cap : end + forward * cap)
               + vec2(-forward.y, forward.x) * across;
    place_px = vec2(corner.x * length_px, across);
    nearness = 1.0 / p.w;
    if (kind.y > 1.5) dash = vec2(max(width, 2.0 * scale), max(width, 2.0 * scale) + width + 2.0 * scale);
    else if (kind.y > 0.5) dash = vec2(5.0 * scale + 2.0 * width, 9.0 * scale + 3.0 * width);
    // w is 1: on the screen everything, depth included, runs linearly along the quad.
    gl_Position = vec4(place / half_size, z, 1.0);
}
