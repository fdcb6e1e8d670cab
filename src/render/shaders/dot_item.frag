uniform float scale;
in vec2 offset;
flat in float radius;
flat in uint shown;
layout(location = 0) out uint pixel;
void main() {
    if (shown == 0u || length(offset) > radius + 1.5 * scale) discard;
    pixel = shown | 0x10000000u; // thin
}
