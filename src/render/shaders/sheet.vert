uniform mat4 clip_from_world;
in vec3 position;
in vec2 place;
out vec2 at;
void main() {
    at = place;
    gl_Position = clip_from_world * vec4(position, 1.0);
}
