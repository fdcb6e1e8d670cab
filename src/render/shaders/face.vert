uniform mat4 clip_from_world;
in vec3 position;
in vec4 color;
out vec4 tint;
void main() {
    tint = color;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
