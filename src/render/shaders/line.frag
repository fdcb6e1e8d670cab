uniform float reach; // depth from which on faint lines grow fainter; 0 for no end
in vec4 tint;
in float along;
flat in vec2 dash;
in float nearness;
layout(location = 0) out vec4 pixel;
void main() {
    float painted = 1.0;
    if (dash.x > 0.0) {
        float s = mod(along, dash.y);
        painted = clamp(0.5 + 0.5 * dash.x - abs(s - 0.5 * dash.x), 0.0, 1.0)
                + clamp(0.5 + 0.5 * dash.x - abs(s - dash.y - 0.5 * dash.x), 0.0, 1.0);
        if (painted < 0.01) discard;
    }
    float haze = reach > 0.0 ? min(reach * nearness, 1.0) : 1.0;
    pixel = vec4(tint.rgb, tint.a * painted * haze);
}
