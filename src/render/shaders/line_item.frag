in vec2 place_px;
flat in float half_width;
flat in uint shown;
layout(location = 0) out uint pixel;
void main() {
    if (shown == 0u || abs(place_px.y) > half_width) discard;
    pixel = shown | 0x10000000u; // thin
}
