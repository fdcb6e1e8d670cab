flat in uint target;
#ifdef OWN_DEPTH
in vec2 depth_and_w;
#endif
#ifdef HOLES
in vec4 at;
in float opacity;
uniform sampler2D base_color;
uniform sampler2D opacity_map;
uniform float cutoff;
#endif

layout(location = 0) out uvec2 found;

void main() {
#ifdef HOLES
    if (opacity * texture(base_color, at.xy).a * texture(opacity_map, at.zw).r < cutoff) discard;
#endif
#ifdef OWN_DEPTH
    float depth = depth_and_w.x / depth_and_w.y;
    gl_FragDepth = depth;
#else
    float depth = gl_FragCoord.z;
#endif
    found = uvec2(target, floatBitsToUint(depth));
}
