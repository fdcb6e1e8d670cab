in vec3 place_px;
flat in vec4 stroke;
flat in uint shown;
layout(location = 0) out uint pixel;
void main() {
    float away = stroke.y > 0.0 ? length(place_px.xy) : abs(place_px.y);
    if (shown == 0u || away > stroke.x + stroke.y) discard;
    pixel = shown | 0x10000000u; // thin
}
