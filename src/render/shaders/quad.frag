uniform sampler2D pixels;
in vec2 place;
out vec4 color;

void main() {
    color = vec4(texture(pixels, place).rgb, 1.0);
}
