uniform vec4 outline;
uniform float scale;
in vec4 tint;
in vec2 offset;
flat in float radius;
layout(location = 0) out vec4 pixel;
void main() {
    float r = length(offset);
    float painted = clamp(radius + 1.5 * scale + 0.5 - r, 0.0, 1.0);
    if (painted < 0.01) discard;
    float inside = clamp(radius + 0.5 - r, 0.0, 1.0);
    pixel = vec4(mix(outline.rgb, tint.rgb, inside), tint.a * painted);
}
