in vec2 corner;
out float height;
void main() {
    height = 0.5 + 0.5 * corner.y;
    gl_Position = vec4(corner, 0.0, 1.0);
}
