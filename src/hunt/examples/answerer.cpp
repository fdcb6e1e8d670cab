// An example answerer for `eyeline hunt`, in C++17 without libraries.
// It answers the questions ray-sphere and frustum-box. Build and run it with
//     g++ -O2 -std=c++17 answerer.cpp -o answerer
//     eyeline hunt ray-sphere --ask "./answerer"
//     eyeline hunt frustum-box --ask "./answerer"
// To test your engine, put a call to it in place of ray_sphere or frustum_box.
// The numbers of a case are f32 values: from_chars reads them as f32. The sums here are f64.
// A compiler without from_chars for float (before GCC 11 and LLVM 20) needs strtof in its place, which is slower.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

using Vec3 = std::array<double, 3>;
using Vec4 = std::array<double, 4>;

[[noreturn]] void fail(const std::string& message) {
    std::cerr << message << '\n';
    std::exit(1);
}

// The text behind "name":. Enough for the lines of the hunt, where a name is never a value too;
// it is no JSON reader.
const char* field(const std::string& line, const std::string& name) {
    size_t at = line.find('"' + name + '"');
    if (at == std::string::npos) fail("no " + name + " in " + line);
    return line.c_str() + line.find_first_not_of(" :", at + name.size() + 2);
}

template <size_t N> std::array<double, N> numbers(const std::string& line, const std::string& name) {
    const char* text = field(line, name);
    std::array<double, N> values;
    for (double& value : values) {
        while (*text == '[' || *text == ',' || *text == ' ') ++text;
        float number = 0;
        auto [end, error] = std::from_chars(text, line.c_str() + line.size(), number);
        if (error != std::errc()) fail("no number for " + name + " in " + line);
        value = number;
        text = end;
    }
    return values;
}

double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

std::string ray_sphere(const std::string& line) {
    const std::string miss = "\"hit\":false";
    auto m = numbers<16>(line, "world_from_local");  // column by column
    auto start = numbers<3>(line, "origin"), world_direction = numbers<3>(line, "direction");
    double radius = numbers<1>(line, "radius")[0];
    Vec3 x{m[0], m[1], m[2]}, y{m[4], m[5], m[6]}, z{m[8], m[9], m[10]};
    Vec3 inverse[3] = {cross(y, z), cross(z, x), cross(x, y)};  // rows, each to be divided by the determinant
    double determinant = dot(x, inverse[0]);
    if (determinant == 0) return miss;  // the matrix has no inverse
    Vec3 origin, direction, closest;
    for (int i = 0; i < 3; ++i) start[i] -= m[12 + i];
    for (int i = 0; i < 3; ++i) origin[i] = dot(inverse[i], start) / determinant;
    for (int i = 0; i < 3; ++i) direction[i] = dot(inverse[i], world_direction) / determinant;
    if (dot(origin, origin) <= radius * radius) return "\"hit\":true,\"t\":0";  // the sphere is solid
    double length2 = dot(direction, direction);
    if (length2 == 0) return miss;
    double middle = -dot(origin, direction) / length2;  // where the ray is closest to the center
    for (int i = 0; i < 3; ++i) closest[i] = origin[i] + middle * direction[i];
    double rest = radius * radius - dot(closest, closest);
    if (middle < 0 || rest < 0) return miss;
    char text[64];
    std::snprintf(text, sizeof text, "\"hit\":true,\"t\":%.17g", std::max(0.0, middle - std::sqrt(rest / length2)));
    return text;
}

std::string frustum_box(const std::string& line) {
    auto m = numbers<16>(line, "clip_from_world");
    auto low = numbers<3>(line, "min"), high = numbers<3>(line, "max");
    std::string depth(field(line, "depth"), 4);
    // `base` times row 4 plus `factor` times row `r`. Rows count from 0 in the array.
    auto plane = [&](double base, double factor, int r) {
        Vec4 p;
        for (int i = 0; i < 4; ++i) p[i] = base * m[4 * i + 3] + factor * m[4 * i + r];
        return p;
    };
    Vec4 first = depth == "\"-1." ? plane(1, 1, 2) : plane(0, 1, 2);  // near; with "reversed" it is far
    Vec4 second = plane(1, -1, 2);
    for (const Vec4& p : {plane(1, 1, 0), plane(1, -1, 0), plane(1, 1, 1), plane(1, -1, 1), first, second}) {
        // The corner furthest along the normal. When it is behind the plane, the whole box is.
        Vec3 normal{p[0], p[1], p[2]}, corner;
        for (int i = 0; i < 3; ++i) corner[i] = normal[i] > 0 ? high[i] : low[i];
        if (dot(normal, corner) + p[3] < 0) return "\"verdict\":\"culled\"";
    }
    return "\"verdict\":\"visible\"";
}

int main() {
    std::ios::sync_with_stdio(false);  // lets std::cin read large chunks
    std::string line, input, output;
    std::getline(std::cin, line);
    const char* text = field(line, "question") + 1;  // behind the quotation mark
    std::string question(text, std::strcspn(text, "\""));
    bool box = question == "frustum-box";
    if (!box && question != "ray-sphere")
        fail("this example answers ray-sphere and frustum-box; add a function to it for " + question);
    // The plane test keeps some boxes that are outside, so the hello says "conservative".
    std::cout << "{\"name\":\"example in C++\",\"version\":\"1\",\"conservative\":" << (box ? "true" : "false")
              << ",\"inside\":\"solid\"}" << std::endl;
    // peek waits for input, readsome takes what has come. The answers to all whole lines are sent before the next wait.
    while (std::cin.peek() != EOF) {
        char chunk[1 << 16];
        std::streamsize size = std::cin.readsome(chunk, sizeof chunk);
        if (size == 0) chunk[size++] = static_cast<char>(std::cin.get());
        input.append(chunk, static_cast<size_t>(size));
        size_t begin = 0;
        for (size_t end; (end = input.find('\n', begin)) != std::string::npos; begin = end + 1) {
            line.assign(input, begin, end - begin);
            long long id = std::atoll(field(line, "id"));
            output += "{\"id\":" + std::to_string(id) + ',' + (box ? frustum_box(line) : ray_sphere(line)) + "}\n";
        }
        input.erase(0, begin);
        std::cout << output << std::flush;
        output.clear();
    }
}
