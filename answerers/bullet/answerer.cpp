// Answers of Bullet (single precision) for `eyeline hunt`.
// Set it up in this folder, on Debian, with
//     apt-get install libbullet-dev && make
// It answers ray-box, ray-sphere, ray-cylinder, ray-cone, ray-capsule, ray-triangle, box-box and transformed-box:
//     eyeline hunt ray-cone --ask "build/answerer"
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <LinearMath/btAabbUtil2.h>
#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>

using Vec3 = std::array<double, 3>;

[[noreturn]] void fail(const std::string& message) {
    std::cerr << message << '\n';
    std::exit(1);
}

// The text behind "name": at or after a place. Enough for the lines of the hunt; it is no JSON reader.
const char* field(const std::string& line, const std::string& name, size_t from = 0) {
    size_t at = line.find('"' + name + '"', from);
    if (at == std::string::npos) fail("no " + name + " in " + line);
    return line.c_str() + line.find_first_not_of(" :", at + name.size() + 2);
}

template <size_t N> std::array<double, N> numbers(const std::string& line, const std::string& name, size_t from = 0) {
    const char* text = field(line, name, from);
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

double number(const std::string& line, const std::string& name) { return numbers<1>(line, name)[0]; }

double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double norm(const Vec3& v) { return std::sqrt(dot(v, v)); }
btVector3 vector(const Vec3& v) { return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2])); }

std::string list(const Vec3& v) {
    // A number that is not finite would be no JSON.
    std::string text = "[";
    for (int i = 0; i < 3; ++i) {
        char one[40];
        std::snprintf(one, sizeof one, "%.9g", v[i]);
        text += (i ? "," : "") + std::string(std::isfinite(v[i]) ? one : "null");
    }
    return text + "]";
}

std::string list(const btVector3& v) { return list(Vec3{v.x(), v.y(), v.z()}); }

// A ray of Bullet is a segment. `end` is the t of its end, and the fraction of the hit is a part of it.
std::string hit(btCollisionShape* shape, const Vec3& origin, const Vec3& direction, double end,
                const std::function<Vec3(const Vec3&)>& world_normal) {
    Vec3 last;
    for (int i = 0; i < 3; ++i) last[i] = origin[i] + end * direction[i];
    btTransform from, to;
    from.setIdentity();
    from.setOrigin(vector(origin));
    to.setIdentity();
    to.setOrigin(vector(last));
    btCollisionObject object;
    object.setCollisionShape(shape);
    object.setWorldTransform(btTransform::getIdentity());
    btCollisionWorld::ClosestRayResultCallback result(from.getOrigin(), to.getOrigin());
    btCollisionWorld::rayTestSingle(from, to, &object, shape, object.getWorldTransform(), result);
    if (!result.hasHit()) return "\"hit\":false";
    double t = double(result.m_closestHitFraction) * end;
    const btVector3& normal = result.m_hitNormalWorld;
    char text[48];
    std::snprintf(text, sizeof text, "\"hit\":true,\"t\":%.17g", t);
    return (std::isfinite(t) ? text : std::string("\"hit\":true,\"t\":null")) + ",\"normal\":" +
           list(world_normal({normal.x(), normal.y(), normal.z()}));
}

// Scales of Bullet do not fit all shapes, so the ray goes to local space by the inverse of the matrix. That is done in f64, so
// that no rounding of this runner is taken for one of Bullet.
std::string ray_solid(const std::string& line, btCollisionShape* shape, double reach, double up = 0) {
    auto m = numbers<16>(line, "world_from_local");  // column by column
    Vec3 start = numbers<3>(line, "origin"), world_direction = numbers<3>(line, "direction");
    Vec3 x{m[0], m[1], m[2]}, y{m[4], m[5], m[6]}, z{m[8], m[9], m[10]};
    Vec3 rows[3] = {cross(y, z), cross(z, x), cross(x, y)};
    double determinant = dot(x, rows[0]);
    Vec3 origin, direction;
    for (int i = 0; i < 3; ++i) start[i] -= m[12 + i];
    for (int i = 0; i < 3; ++i) {
        for (double& value : rows[i]) value /= determinant;
        origin[i] = dot(rows[i], start);
        direction[i] = dot(rows[i], world_direction);
    }
    double end = (norm(origin) + 2 * reach) / norm(direction);
    origin[1] += up;
    return hit(shape, origin, direction, end, [&](const Vec3& n) {
        Vec3 world;
        for (int i = 0; i < 3; ++i) world[i] = rows[0][i] * n[0] + rows[1][i] * n[1] + rows[2][i] * n[2];
        return world;
    });
}

std::string ray_box(const std::string& line) {
    auto half = numbers<3>(line, "half_extents");
    btBoxShape shape(vector(half));
    return ray_solid(line, &shape, norm(half));
}

std::string ray_sphere(const std::string& line) {
    double radius = number(line, "radius");
    btSphereShape shape{btScalar(radius)};
    return ray_solid(line, &shape, radius);
}

std::string ray_cylinder(const std::string& line) {
    double radius = number(line, "radius"), half_height = number(line, "half_height");
    btCylinderShape shape(vector({radius, half_height, radius}));  // its axis is y
    return ray_solid(line, &shape, std::hypot(radius, half_height));
}

std::string ray_capsule(const std::string& line) {
    double radius = number(line, "radius"), half_height = number(line, "half_height");
    btCapsuleShape shape(btScalar(radius), btScalar(2 * half_height));  // the height between the centres of the caps
    return ray_solid(line, &shape, radius + half_height);
}

std::string ray_cone(const std::string& line) {
    // The apex of a cone of a case is the local origin; that of Bullet's is half of the height above it.
    double radius = number(line, "radius"), height = number(line, "height");
    btConeShape shape{btScalar(radius), btScalar(height)};
    shape.setMargin(0);  // the margin of a cone is outside of it; that of boxes and cylinders is inside
    return ray_solid(line, &shape, std::hypot(radius, height), height / 2);
}

// A triangle is a mesh of one. Single triangles as convex shapes have a margin, which Bullet's documentation advises against
// for rays.
std::string ray_triangle(const std::string& line) {
    Vec3 origin = numbers<3>(line, "origin"), direction = numbers<3>(line, "direction");
    Vec3 corners[3] = {numbers<3>(line, "a"), numbers<3>(line, "b"), numbers<3>(line, "c")};
    double far = 0;
    for (const Vec3& c : corners) far = std::max(far, norm({c[0] - origin[0], c[1] - origin[1], c[2] - origin[2]}));
    btTriangleMesh mesh;
    mesh.addTriangle(vector(corners[0]), vector(corners[1]), vector(corners[2]));
    btBvhTriangleMeshShape shape(&mesh, false);
    return hit(&shape, origin, direction, 2 * far / norm(direction), [](const Vec3& n) { return n; });
}

std::string box_box(const std::string& line) {
    size_t a = line.find("\"a\""), b = line.find("\"b\"");
    bool overlap = TestAabbAgainstAabb2(vector(numbers<3>(line, "min", a)), vector(numbers<3>(line, "max", a)),
                                        vector(numbers<3>(line, "min", b)), vector(numbers<3>(line, "max", b)));
    return std::string("\"overlap\":") + (overlap ? "true" : "false");
}

std::string transformed_box(const std::string& line) {
    auto m = numbers<16>(line, "world_from_local");
    btMatrix3x3 linear{btScalar(m[0]), btScalar(m[4]), btScalar(m[8]), btScalar(m[1]), btScalar(m[5]),
                       btScalar(m[9]), btScalar(m[2]), btScalar(m[6]), btScalar(m[10])};
    btVector3 min, max;
    btTransformAabb(vector(numbers<3>(line, "min")), vector(numbers<3>(line, "max")), 0,
                    btTransform(linear, vector({m[12], m[13], m[14]})), min, max);
    return "\"min\":" + list(min) + ",\"max\":" + list(max);
}

int main() {
    const std::map<std::string, std::string (*)(const std::string&)> answers = {
        {"ray-box", ray_box}, {"ray-sphere", ray_sphere}, {"ray-cylinder", ray_cylinder}, {"ray-cone", ray_cone},
        {"ray-capsule", ray_capsule}, {"ray-triangle", ray_triangle}, {"box-box", box_box}, {"transformed-box", transformed_box},
    };
    std::ios::sync_with_stdio(false);  // lets std::cin read large chunks
    std::string line, input, output;
    std::getline(std::cin, line);
    const char* text = field(line, "question") + 1;  // behind the quotation mark
    std::string question(text, std::strcspn(text, "\""));
    auto answer = answers.find(question);
    if (answer == answers.end()) fail("Bullet has no answer to " + question);
    // The documentation does not tell what a ray from the inside hits: it is asked as of a solid body.
    std::cout << "{\"name\":\"Bullet\",\"version\":\"" << btGetVersion() / 100 << '.' << btGetVersion() % 100
              << (btIsDoublePrecision() ? " (double precision)" : "") << "\",\"normals\":true}" << std::endl;
    // peek waits for input, readsome takes what has come. The answers to all whole lines are sent before the next wait.
    while (std::cin.peek() != EOF) {
        char chunk[1 << 16];
        std::streamsize size = std::cin.readsome(chunk, sizeof chunk);
        if (size == 0) chunk[size++] = static_cast<char>(std::cin.get());
        input.append(chunk, static_cast<size_t>(size));
        size_t begin = 0;
        for (size_t end; (end = input.find('\n', begin)) != std::string::npos; begin = end + 1) {
            line.assign(input, begin, end - begin);
            output += "{\"id\":" + std::to_string(std::atoll(field(line, "id"))) + ',' + answer->second(line) + "}\n";
        }
        input.erase(0, begin);
        std::cout << output << std::flush;
        output.clear();
    }
}
