uniform float reach; // depth from which on faint lines grow fainter; 0 for no end
in vec4 tint;
in vec2 place_px;
flat in float half_width;
flat in vec2 dash;
in float nearness;
layout(location = 0) out vec4 pixel;
void main() {
    float painted = clamp(half_width + 0.5 - abs(place_px.y), 0.0, 1.0);
    if (dash.x > 0.0) {
        float s = mod(place_px.x, dash.y);
        painted *= clamp(0.5 + 0.5 * dash.x - abs(s - 0.5 * dash.x), 0.0, 1.0)
                 + clamp(0.5 + 0.5 * dash.x - abs(s - dash.y - 0.5 * dash.x), 0.0, 1.0);
    }
    if (painted < 0.02) discard;
    float haze = reach > 0.0 ? min(reach * nearness, 1.0) : 1.0;
    pixel = vec4(tint.rgb, tint.a * painted * haze);
}
