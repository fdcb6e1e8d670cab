uniform vec4 eye;
uniform vec4 light;
in vec3 world;
#ifdef FLAT
in vec3 from_eye;
#else
in vec3 outward;
#endif
in vec4 surface;
#ifdef SIDES
uniform vec3 color_of_side;
// 1 to draw front faces, -1 to draw back faces.
uniform float side;
flat in float mirrored;
#endif
layout(location = 0) out vec4 pixel;
void main() {
#ifdef SIDES
    bool is_front = gl_FrontFacing != (mirrored > 0.5);
    if (is_front != (side > 0.0)) discard;
    vec3 own = color_of_side * color_of_side;
#else
    vec3 own = surface.rgb;
#endif
    vec3 toward_eye = normalize(eye.xyz - world * eye.w);
#ifdef FLAT
    vec3 n = cross(dFdx(from_eye), dFdy(from_eye));
    n = n == vec3(0.0) ? toward_eye : normalize(n);
#else
    vec3 n = normalize(outward);
#endif
    float facing = dot(n, toward_eye);
    n = facing < 0.0 ? -n : n;
    // Sky from above, less from below; one key light; a slight rim that parts a solid from its background.
    float sky = light.w * (1.0 + 0.4 * n.y);
    float key = 0.76 * max(dot(n, light.xyz), 0.0);
    float edge = 1.0 - abs(facing);
    float rim = 0.10 * edge * edge * edge;
    pixel = vec4(sqrt(own * (sky + key) + rim), surface.a);
}
