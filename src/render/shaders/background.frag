uniform vec4 bottom;
uniform vec4 top;
in float height;
layout(location = 0) out vec4 pixel;
void main() {
    pixel = vec4(mix(bottom.rgb, top.rgb, height), 1.0);
}
