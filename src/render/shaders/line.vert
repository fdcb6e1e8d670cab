// Lines, edges of boxes and dots: quads on the screen, four vertices each, as wide as wanted in pixels. An instance is a
// line, the twelve edges of a box, or a dot, whose two ends are at the same place.
uniform mat4 clip_from_world;
uniform vec2 size;
uniform float scale;
uniform vec2 depth_per_metre;
uniform float metres_per_pixel;
uniform float fade; // 1 for what is in front; less in the pass for what solids hide
uniform int shape; // 0 lines, 1 boxes, 2 dots
in vec3 from; // or the least corner of a box
in vec3 to; // or the greatest
in vec4 color;
in vec3 kind; // width or diameter in points; 0 solid, 1 dashed, 2 dotted; 1 when left out behind solids
out vec4 tint;
out vec3 place_px; // pixels from the start, and from the middle of the line; and 1 / clip w, which runs linearly on the screen
flat out vec4 stroke; // pixels: half the width, the outline of a dot beyond it; painted of a dash, period of dashes
#ifdef ITEMS
in uint item;
flat out uint shown;
#endif

const vec2 CORNERS[4] = vec2[4](vec2(0, -1), vec2(1, -1), vec2(1, 1), vec2(0, 1));
// Pairs of corners of a box, whose bits are the axes.
const ivec2 EDGES[12] = ivec2[12](ivec2(0, 1), ivec2(2, 3), ivec2(4, 5), ivec2(6, 7), ivec2(0, 2), ivec2(1, 3),
                                  ivec2(4, 6), ivec2(5, 7), ivec2(0, 4), ivec2(1, 5), ivec2(2, 6), ivec2(3, 7));

vec3 corner_of_box(int i) {
    return vec3((i & 1) == 0 ? from.x : to.x, (i & 2) == 0 ? from.y : to.y, (i & 4) == 0 ? from.z : to.z);
}

void main() {
#ifdef ITEMS
    shown = item;
#endif
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside: draws nothing
    tint = color;
    place_px = vec3(0.0, 0.0, 1.0);
    stroke = vec4(0.5, 0.0, 0.0, 1.0);
    ivec2 edge = EDGES[gl_VertexID / 4];
    bool is_dot = shape == 2;
    vec4 a = clip_from_world * vec4(shape == 1 ? corner_of_box(edge.x) : from, 1.0);
    vec4 b = clip_from_world * vec4(shape == 1 ? corner_of_box(edge.y) : to, 1.0);
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
    vec2 corner = CORNERS[gl_VertexID % 4];

    // A step of a few pixels towards the eye, so that an edge wins over the surface on which it lies, and a dot over the
    // lines that it marks.
    vec4 p = corner.x < 0.5 ? a : b;
    float half_width = 0.5 * width;
    float toward_eye = (is_dot ? 6.0 * scale + half_width : 1.0 + width) * metres_per_pixel * p.w;
    vec2 depth = p.zw + depth_per_metre * toward_eye;
    float z = max(depth.x / depth.y, -1.0);

    // Half a pixel more on either side, over which the line fades out: smoother than the samples alone.
    float outline = is_dot ? 1.5 * scale : 0.0;
    float reach = half_width + outline + 0.5;
    float across = reach * corner.y;
    // Unbroken lines reach half their width beyond both ends, so that corners close; dots are as long as wide.
    float cap = is_dot ? reach : kind.y < 0.5 ? half_width : 0.0;
    vec2 place = (corner.x < 0.5 ? start - forward * cap : end + forward * cap)
               + vec2(-forward.y, forward.x) * across;
    float along = is_dot ? (2.0 * corner.x - 1.0) * cap : corner.x * length_px;
    place_px = vec3(along, across, 1.0 / p.w);
    vec2 dash = vec2(0.0, 1.0);
    if (kind.y > 1.5) dash = vec2(max(width, 2.0 * scale), max(width, 2.0 * scale) + width + 2.0 * scale);
    else if (kind.y > 0.5) dash = vec2(5.0 * scale + 2.0 * width, 9.0 * scale + 3.0 * width);
    stroke = vec4(half_width, outline, dash);
    // w is 1: on the screen everything, depth included, runs linearly along the quad.
    gl_Position = vec4(place / half_size, z, 1.0);
}
