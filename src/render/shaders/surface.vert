uniform mat4 clip_from_world;
uniform vec4 eye;
in vec3 position;
// Zero where the file has none.
in vec3 normal;
in vec4 vertex_color;
in vec4 row_x;
in vec4 row_y;
in vec4 row_z;
in vec4 color;
#ifdef RICH
in vec4 uvs;
out vec4 places;
#elif defined(TEXTURED)
in vec4 uvs;
// Rows of the map of texture coordinates; the last number of `u` is the set.
uniform vec4 base_u;
uniform vec4 base_v;
out vec2 base_place;
#endif
out vec3 from_eye;
out vec3 outward;
out vec4 paint;
// The colour of the answer; alpha is its share of the picture.
flat out vec4 tint;
void main() {
    vec4 p = vec4(position, 1.0);
    vec3 world = vec3(dot(row_x, p), dot(row_y, p), dot(row_z, p));
    from_eye = world - eye.xyz * eye.w;
    // The matrix of cofactors, as in the shader of solids. The light is two-sided, so the sign does not matter.
    outward = vec3(dot(cross(row_y.xyz, row_z.xyz), normal),
                   dot(cross(row_z.xyz, row_x.xyz), normal),
                   dot(cross(row_x.xyz, row_y.xyz), normal));
    float len = length(outward);
    outward = len > 0.0 ? outward / len : vec3(0.0);
    paint = vertex_color;
    tint = vec4(color.rgb * color.rgb, color.a);
#ifdef RICH
    places = uvs;
#elif defined(TEXTURED)
    vec3 uv = vec3(base_u.w < 0.5 ? uvs.xy : uvs.zw, 1.0);
    // Images are stored upside down.
    base_place = vec2(dot(base_u.xyz, uv), 1.0 - dot(base_v.xyz, uv));
#endif
    gl_Position = clip_from_world * vec4(world, 1.0);
    if (color.a == 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside: draws nothing
}
