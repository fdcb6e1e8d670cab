uniform vec4 eye;
uniform vec4 light;
uniform vec4 base_color;
// Metallic, roughness, the factor of normals, the least alpha that is drawn.
uniform vec4 factors;
// Emitted light; w is 1 for a surface without light and shade.
uniform vec4 emissive;
uniform float is_blended;
in vec3 from_eye;
in vec3 outward;
in vec4 paint;
flat in vec4 tint;
#ifdef TEXTURED
uniform sampler2D base_image;
#endif
#if defined(TEXTURED) && !defined(RICH)
in vec2 base_place;
#endif
#ifdef RICH
in vec4 places;
// Rows of the map of texture coordinates; the last number of `u` is the set.
uniform vec4 base_u;
uniform vec4 base_v;
// Images are stored upside down.
vec2 place(vec4 u, vec4 v) {
    vec3 uv = vec3(u.w < 0.5 ? places.xy : places.zw, 1.0);
    return vec2(dot(u.xyz, uv), 1.0 - dot(v.xyz, uv));
}
uniform sampler2D metal_image;
uniform vec4 metal_u;
uniform vec4 metal_v;
uniform sampler2D normal_image;
uniform vec4 normal_u;
uniform vec4 normal_v;
uniform sampler2D emissive_image;
uniform vec4 emissive_u;
uniform vec4 emissive_v;
uniform sampler2D opacity_image;
uniform vec4 opacity_u;
uniform vec4 opacity_v;
#endif
layout(location = 0) out vec4 pixel;
void main() {
    vec3 toward_eye = normalize(eye.w > 0.0 ? -from_eye : eye.xyz);
    vec3 along_x = dFdx(from_eye), along_y = dFdy(from_eye);
    vec3 n = dot(outward, outward) < 0.01 ? cross(along_x, along_y) : outward;
    n = n == vec3(0.0) ? toward_eye : normalize(n);
    vec4 base = base_color * paint;
    float metallic = factors.x, roughness = factors.y;
    vec3 glow = emissive.rgb;
#ifdef RICH
    vec2 base_place = place(base_u, base_v);
#endif
#ifdef TEXTURED
    // Light is added up in linear numbers; a square stands in for the sRGB curve.
    vec4 texel = texture(base_image, base_place);
    base *= vec4(texel.rgb * texel.rgb, texel.a);
#endif
    // Toward the side that is seen: a smooth normal may lean away from the eye on a face that is seen from its front.
    n = dot(n, cross(along_x, along_y)) < 0.0 ? -n : n;
#ifdef RICH
    base.a *= texture(opacity_image, place(opacity_u, opacity_v)).r;
    if (base.a < factors.w) discard;
    vec4 metal = texture(metal_image, place(metal_u, metal_v));
    metallic *= metal.b;
    roughness *= metal.g;
    vec3 shine = texture(emissive_image, place(emissive_u, emissive_v)).rgb;
    glow *= shine * shine;
    // The tangents from the changes of position and texture coordinates across the pixel.
    vec2 uv = place(normal_u, normal_v);
    vec2 du = dFdx(uv), dv = dFdy(uv);
    vec3 across = cross(along_y, n), up = cross(n, along_x);
    vec3 t = across * du.x + up * dv.x, b = across * du.y + up * dv.y;
    float size = max(dot(t, t), dot(b, b));
    if (size > 0.0) {
        vec3 bump = texture(normal_image, uv).xyz * (255.0 / 127.0) - 128.0 / 127.0;
        bump.xy *= factors.z;
        n = normalize((t * bump.x + b * bump.y) * inversesqrt(size) + n * max(bump.z, 0.01));
    }
#endif
    float sky = light.w * (1.0 + 0.4 * n.y);
    float key = 0.76 * max(dot(n, light.xyz), 0.0);
    vec3 f0 = mix(vec3(0.04), base.rgb, metallic);
    // One highlight of the key light (GGX, without masking), and the sky for metals.
    float a = max(roughness * roughness, 0.08);
    // The squared cosine between the normal and the sum of the two directions, which is 2 + 2 cos long, squared.
    float along = max(dot(n, light.xyz + toward_eye), 0.0);
    float nh_squared = along * along / max(2.0 + 2.0 * dot(light.xyz, toward_eye), 1e-6);
    float d = nh_squared * (a * a - 1.0) + 1.0;
    float highlight = key * min(a * a / (4.0 * d * d), 4.0);
    vec3 lit = base.rgb * (1.0 - metallic) * (sky + key) + f0 * (highlight + metallic * (sky + 0.6 * key));
    lit = mix(lit, base.rgb, emissive.w) + glow;
    lit = mix(lit, tint.rgb * (sky + key), tint.a);
    pixel = vec4(sqrt(lit), is_blended > 0.5 ? base.a : 1.0);
}
