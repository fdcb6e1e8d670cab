uniform sampler2D image;
uniform float strength;
in vec2 at;
layout(location = 0) out vec4 pixel;
void main() {
    pixel = texture(image, at);
    pixel.a *= strength;
}
