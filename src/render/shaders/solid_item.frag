flat in uint shown;
layout(location = 0) out uint pixel;
void main() {
    pixel = shown;
}
