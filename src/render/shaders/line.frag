uniform float reach; // depth from which on faint lines grow fainter; 0 for no end
uniform vec4 outline; // the colour around dots
in vec4 tint;
in vec3 place_px;
flat in vec4 stroke;
layout(location = 0) out vec4 pixel;
void main() {
    bool is_dot = stroke.y > 0.0;
    float inside = stroke.x + 0.5 - (is_dot ? length(place_px.xy) : abs(place_px.y));
    float painted = clamp(inside + stroke.y, 0.0, 1.0);
    if (stroke.z > 0.0) {
        float s = mod(place_px.x, stroke.w);
        painted *= clamp(0.5 + 0.5 * stroke.z - abs(s - 0.5 * stroke.z), 0.0, 1.0)
                 + clamp(0.5 + 0.5 * stroke.z - abs(s - stroke.w - 0.5 * stroke.z), 0.0, 1.0);
    }
    if (painted < 0.02) discard;
    float haze = reach > 0.0 ? min(reach * place_px.z, 1.0) : 1.0;
    vec3 rgb = is_dot ? mix(outline.rgb, tint.rgb, clamp(inside, 0.0, 1.0)) : tint.rgb;
    pixel = vec4(rgb, tint.a * painted * haze);
}
