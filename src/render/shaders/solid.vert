uniform mat4 clip_from_world;
in vec3 position;
#ifdef FLAT
uniform vec4 eye;
out vec3 from_eye;
#else
in vec3 normal;
out vec3 outward;
#endif
in vec4 row_x;
in vec4 row_y;
in vec4 row_z;
#ifndef ITEMS
in vec4 color;
#endif
out vec3 world;
out vec4 surface;
#ifdef SIDES
// 1 for a map that mirrors: it turns the winding on the screen, and not the side that is the front.
flat out float mirrored;
#endif
#ifdef ITEMS
in uint item;
flat out uint shown;
#endif
void main() {
#ifdef ITEMS
    shown = item;
#endif
#ifdef SIDES
    mirrored = dot(cross(row_x.xyz, row_y.xyz), row_z.xyz) < 0.0 ? 1.0 : 0.0;
#endif
    vec4 p = vec4(position, 1.0);
    world = vec3(dot(row_x, p), dot(row_y, p), dot(row_z, p));
#ifdef FLAT
    // Small numbers near to the eye, wherever in the world that is.
    from_eye = world - eye.xyz * eye.w;
#else
    // The matrix of cofactors takes normals along, as the inverse transpose does, and needs no division.
    // Its sign is that of the determinant; light is two-sided, so the sign does not matter here.
    outward = vec3(dot(cross(row_y.xyz, row_z.xyz), normal),
                   dot(cross(row_z.xyz, row_x.xyz), normal),
                   dot(cross(row_x.xyz, row_y.xyz), normal));
    outward = normalize(outward);
#endif
    gl_Position = clip_from_world * vec4(world, 1.0);
#ifdef ITEMS
    surface = vec4(1.0);
#else
    // Light is added up in linear numbers; a square stands in for the sRGB curve.
    surface = vec4(color.rgb * color.rgb, color.a);
    if (color.a == 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside: draws nothing
#endif
}
