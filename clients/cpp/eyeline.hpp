// The C++ client of eyeline: sends the world of a game, and what its engine answered, as a trace.
//
//     eyeline::Client client = eyeline::connect("my game");              // eyeline listens at 127.0.0.1:7420
//     client.object("crate", eyeline::Shape::box({0.5f, 0.5f, 0.5f}), {{0, 0.5f, -4}});
//     client.pose("crate", {0, 0.7f, -4});                               // as often as the object moves
//     client.said_ray(ray, eyeline::Hit{"crate", t, point, normal});     // what the engine answered
//     client.tick(seconds);                                              // once a frame
//
// A trace is newline-delimited JSON. The world is right-handed with +Y up, in metres; a camera looks along its local -Z.
// C++17, one header, no dependencies. On Windows include it before <windows.h>, and link ws2_32 if the compiler is not MSVC.
//
// All functions of a client are for one thread of the game. They put lines into a queue; a thread of the client writes them, so
// that no call waits for the network or the disk.
#pragma once

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <winsock2.h>
#include <ws2tcpip.h>
#ifdef _MSC_VER
#pragma comment(lib, "ws2_32")
#endif
#else
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace eyeline {

struct Vec3 {
    float x = 0, y = 0, z = 0;
};

// Need not have length 1, but must not be zero.
struct Quat {
    float x = 0, y = 0, z = 0, w = 1;
};

// Scale first, then rotation, then position. No component of the scale may be 0. Cameras have no scale.
struct Pose {
    Vec3 position{};
    Quat rotation{};
    Vec3 scale{1, 1, 1};
};

// Layers of objects, and masks of cameras and rays: bit i is layer i.
constexpr std::uint64_t ALL_LAYERS = ~std::uint64_t{0};

// A shape in local space. A shape that eyeline would refuse, such as a radius of 0, makes the entry that uses it refused.
class Shape {
public:
    static Shape box(Vec3 half_extents);
    static Shape sphere(float radius);
    static Shape cylinder(float radius, float half_height);  // axis Y, centred
    static Shape capsule(float radius, float half_height);   // axis Y, centred; half of the inner segment
    static Shape cone(float radius, float height);           // axis Y; the apex is the origin, the base at y = -height
    static Shape hull(const std::vector<Vec3>& points);      // 4 to 256 points that are not all in one plane
    static Shape mesh(std::string_view file, std::string_view node = {});  // a path as eyeline sees it

    const std::string& json() const { return json_; }  // empty when refused

private:
    explicit Shape(std::string json) : json_(std::move(json)) {}
    static Shape sizes(const char* word, std::initializer_list<std::pair<const char*, float>> sizes);

    std::string json_;
};

// Vertical angles in degrees, lengths in metres.
struct Projection {
    enum class Kind { perspective, orthographic, frustum, ortho, matrix };

    static Projection perspective(float fov_y = 60, float aspect = 16.0f / 9) { return {Kind::perspective, {fov_y, aspect}}; }
    static Projection orthographic(float height, float aspect) { return {Kind::orthographic, {height, aspect}}; }
    static Projection frustum(float left, float right, float bottom, float top) {  // as glFrustum
        return {Kind::frustum, {left, right, bottom, top}};
    }
    static Projection ortho(float left, float right, float bottom, float top) {  // as glOrtho
        return {Kind::ortho, {left, right, bottom, top}};
    }
    // The engine's own clip_from_view, 16 numbers column by column. Its near and far plane count in place of the camera's.
    static Projection matrix(const float* columns) {
        Projection projection{Kind::matrix, {}};
        std::copy_n(columns, 16, projection.numbers.begin());
        return projection;
    }

    Kind kind;
    std::array<float, 16> numbers;
};

// The range of depth in clip space.
enum class Depth { minus_one_to_one, zero_to_one, reversed };

struct Camera {
    Vec3 position;
    Quat rotation;
    Projection projection = Projection::perspective();
    float near_plane = 0.1f;  // `near` and `far` are macros of <windows.h>
    float far_plane = 100;    // may be infinite for perspective and frustum
    Depth depth = Depth::minus_one_to_one;
    std::uint64_t mask = ALL_LAYERS;
    std::optional<std::array<int, 2>> size;  // of the picture in pixels
    int depth_bits = 24;                     // 16, 24 or 32

    // Turns the camera so that `target` is in the middle of the picture. +Y is up; for a vertical direction, -Z.
    void look_at(Vec3 target);
};

// `visible` and `culled` are for engines that do not tell `inside` from `intersect`.
enum class Verdict { inside, intersect, outside, visible, culled };

// A point is in front of a plane when x * px + y * py + z * pz + d >= 0.
struct Plane {
    float x = 0, y = 0, z = 0, d = 0;
};

struct Box {
    Vec3 min, max;
};

struct Sphere {
    Vec3 center;
    float radius = 0;
};

// What the engine's visibility test had as its input, as far as it is known: the planes, and a box or a sphere.
struct Tested {
    std::optional<std::array<Plane, 6>> planes{};  // inward; left, right, bottom, top, near, far
    std::optional<Box> box{};
    std::optional<Sphere> sphere{};
};

// `length` is in metres. Give a direction of length 1, so that t is in metres too.
struct Ray {
    Vec3 origin, direction;
    std::optional<float> length{};
    std::uint64_t mask = ALL_LAYERS;
};

// The point of a hit is origin + t * direction.
struct Hit {
    std::string_view object;
    std::optional<float> t{};
    std::optional<Vec3> point{}, normal{};
};

struct Options {
    // What may wait for the writer. When it is full, the oldest lines are dropped, up to the next one that repeats the whole
    // world. A world with larger lines may have twice the length of such a line.
    std::size_t queue_bytes = std::size_t{4} << 20;
    // A longer line is divided into several of the same time.
    std::size_t line_bytes = std::size_t{16} << 20;
};

namespace detail {
class Recorder;
}

// A client that is off does nothing: each call costs one branch. Objects and cameras share one set of names.
class Client {
public:
    Client() noexcept;  // off
    explicit Client(std::unique_ptr<detail::Recorder> recorder) noexcept;
    Client(Client&&) noexcept;
    Client& operator=(Client&&) noexcept;
    ~Client();  // waits for the writer: at most about a second for a connection, without a limit for a file

    // Adds an object or a camera, or replaces the one of this name. It may be called in each frame: only what has changed is
    // sent.
    void object(std::string_view name, const Shape& shape, const Pose& pose = {}, std::uint64_t layers = 1);
    void camera(std::string_view name, const Camera& camera);
    void remove(std::string_view name);

    // What is left out stays as it is.
    void pose(std::string_view name, Vec3 position);
    void pose(std::string_view name, Vec3 position, Quat rotation);
    void pose(std::string_view name, Vec3 position, Quat rotation, Vec3 scale);
    // world_from_local, 16 numbers column by column; its last row is 0, 0, 0, 1.
    void matrix(std::string_view name, const float* columns);
    void shape(std::string_view name, const Shape& shape);

    // What the engine itself answered since the last tick. eyeline compares it with its own answers for the world at the end
    // of this tick.
    void said_visibility(std::string_view camera, std::string_view object, Verdict verdict, const Tested& tested = {});
    void said_ray(const Ray& ray, const std::optional<Hit>& hit);  // std::nullopt: a miss
    void said_ray(std::string_view ray, const std::optional<Hit>& hit);
    void said_agent(std::string_view agent, std::optional<std::string_view> status,
                    std::optional<std::string_view> running = std::nullopt);
    // All pairs that the broad phase found, as a container of pairs of names. The calls of one tick are one answer.
    template <class Pairs> void said_pairs(const Pairs& pairs);
    void said_pairs(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs);

    // Ends a tick. `time` is in seconds. When it is less than before, the trace goes on from its last time.
    void tick(double time);

    bool is_on() const noexcept;
    bool connected() const noexcept;         // of a file: whether it can be written
    std::uint64_t dropped() const noexcept;  // lines that were not sent: the queue was full, or no program listened
    std::uint64_t refused() const noexcept;  // entries left out: not finite, impossible, or with a name that is not known

private:
    std::unique_ptr<detail::Recorder> recorder_;
};

// Sends to `address`, such as "127.0.0.1:7420", and tries again once a second for as long as no program listens.
Client connect(std::string_view name, std::string_view address = "127.0.0.1:7420", const Options& options = {});
// Writes into a file. A game that is killed loses at most the last second.
Client to_file(std::string_view name, const std::filesystem::path& path, const Options& options = {});
Client off();

// ---------------------------------------------------------------------------------------------------------------------------

namespace detail {

using Clock = std::chrono::steady_clock;

inline constexpr std::chrono::seconds RETRY{1};
inline constexpr std::chrono::seconds LAST_WRITES{1};
inline constexpr std::chrono::seconds CONNECT_TIMEOUT{1};
inline constexpr double KEYFRAME_SECONDS = 5;  // of the trace's time

// Text of numbers, names and lists ------------------------------------------------------------------------------------------

// The shortest text that is read back exactly.
template <class Number> void put_number(std::string& out, Number number) {
    char text[32];
    out.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

// To make the text of numbers costs more than all else, so the thread that writes does it, in `unpacked`. Until then a list is
// PACKED, which cannot stand in JSON, the count of its numbers, and the numbers themselves; a number alone has the count 0.
inline constexpr char PACKED = 1;

template <std::size_t N> void put(std::string& out, const std::array<float, N>& numbers) {
    char bytes[2 + sizeof numbers + 1] = {PACKED, N};
    std::memcpy(bytes + 2, numbers.data(), sizeof numbers);
    bytes[2 + sizeof numbers] = ']';  // so that no byte of a number is the last
    out.append(bytes, sizeof bytes);
}

inline void put(std::string& out, float number) {
    char bytes[2 + sizeof number] = {PACKED, 0};
    std::memcpy(bytes + 2, &number, sizeof number);
    out.append(bytes, sizeof bytes);
}

// The text of a number and its comma have at most this length: -1.17549435e-38.
inline constexpr std::size_t FLOAT_TEXT = 16;

inline std::string unpacked(std::string_view packed) {
    std::string out;
    out.reserve(packed.size() * 2);
    for (std::size_t at = 0;;) {
        std::size_t next = packed.find(PACKED, at);
        out.append(packed, at, next - at);
        if (next == std::string_view::npos) return out;
        std::size_t count = static_cast<unsigned char>(packed[next + 1]);
        at = next + 2;
        char text[255 * FLOAT_TEXT];
        char* end = text;
        for (std::size_t i = 0; i < std::max<std::size_t>(count, 1); ++i, at += sizeof(float)) {
            if (count > 0) *end++ = i == 0 ? '[' : ',';
            float number;
            std::memcpy(&number, packed.data() + at, sizeof number);
            end = std::to_chars(end, text + sizeof text, number).ptr;
        }
        out.append(text, end);
    }
}

inline std::array<float, 3> list(Vec3 v) { return {v.x, v.y, v.z}; }
inline std::array<float, 4> list(Quat q) { return {q.x, q.y, q.z, q.w}; }
inline std::array<float, 4> list(Plane p) { return {p.x, p.y, p.z, p.d}; }

inline bool is_finite(float number) { return std::isfinite(number); }
template <std::size_t N> bool is_finite(const std::array<float, N>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](float number) { return std::isfinite(number); });
}
inline bool is_finite(Vec3 v) { return is_finite(list(v)); }
template <class T> bool is_finite(const std::optional<T>& value) { return !value || is_finite(*value); }

inline bool is_above_0(Vec3 v) { return v.x > 0 && v.y > 0 && v.z > 0; }
inline bool is_zero(Vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

inline bool is_pose(const Pose& pose) {
    const auto& [position, rotation, scale] = pose;
    bool turns = rotation.x != 0 || rotation.y != 0 || rotation.z != 0 || rotation.w != 0;
    return is_finite(position) && is_finite(list(rotation)) && turns && is_finite(scale) && scale.x != 0 && scale.y != 0 &&
           scale.z != 0;
}

inline bool is_name(std::string_view name) { return name.find_first_not_of(" \t\n\r") != std::string_view::npos; }

// The bytes of the UTF-8 character at the start of a text that is not empty; 0 when there is none.
inline std::size_t utf8_character(std::string_view text) {
    auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    unsigned first = byte(0);
    if (first < 0x80) return 1;
    std::size_t size = first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3 : first >= 0xF0 && first < 0xF5 ? 4 : 0;
    // The second byte has a smaller range after these: no overlong form, no surrogate, nothing above U+10FFFF.
    unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80, most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    for (std::size_t i = 1; i < size; ++i) {
        if (byte(i) < least || byte(i) > most) return 0;
        least = 0x80, most = 0xBF;
    }
    return size;
}

// A JSON string. Bytes that are not UTF-8 become U+FFFD: one of them would make the whole line invalid.
inline void put_quoted(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t size; !text.empty(); text.remove_prefix(size)) {
        size = utf8_character(text);
        unsigned char byte = static_cast<unsigned char>(text[0]);
        if (size == 0) {
            out += "\xEF\xBF\xBD";
            size = 1;
        } else if (byte < 0x20) {
            const char* digits = "0123456789abcdef";
            out += "\\u00";
            out += digits[byte >> 4];
            out += digits[byte & 15];
        } else {
            if (byte == '"' || byte == '\\') out += '\\';
            out.append(text, 0, size);
        }
    }
    out += '"';
}

inline std::string quoted(std::string_view text) {
    std::string out;
    put_quoted(out, text);
    return out;
}

inline void put_layers(std::string& out, std::uint64_t layers) {
    out += '[';
    for (int layer = 0; layer < 64; ++layer) {
        if ((layers >> layer & 1) == 0) continue;
        if (out.back() != '[') out += ',';
        put_number(out, layer);
    }
    out += ']';
}

// `"key":`, after a comma when it is not the first of its object.
inline void put_key(std::string& out, const char* key) {
    if (out.back() != '{') out += ',';
    out += '"';
    out += key;
    out += "\":";
}

// eyeline refuses a hull without an inside, and the whole keyframe that contains it. The distance of the furthest point from the
// plane of three distant points is up to a few times the width of the hull, and eyeline's limit is 1e-6 of its length.
inline bool is_flat(const std::vector<Vec3>& points) {
    using Wide = std::array<double, 3>;
    auto from_first = [&](Vec3 p) {
        return Wide{double(p.x) - points[0].x, double(p.y) - points[0].y, double(p.z) - points[0].z};
    };
    auto cross = [](const Wide& a, const Wide& b) {
        return Wide{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    };
    auto dot = [](const Wide& a, const Wide& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; };
    Wide edge{}, normal{};
    double height = 0;
    for (Vec3 p : points) {
        if (Wide v = from_first(p); dot(v, v) > dot(edge, edge)) edge = v;
    }
    for (Vec3 p : points) {
        if (Wide v = cross(edge, from_first(p)); dot(v, v) > dot(normal, normal)) normal = v;
    }
    for (Vec3 p : points) height = std::max(height, std::abs(dot(normal, from_first(p))));
    return height <= 4e-6 * std::sqrt(dot(edge, edge) * dot(normal, normal));
}

// Cameras -------------------------------------------------------------------------------------------------------------------

inline bool is_camera(const Camera& camera) {
    const auto& n = camera.projection.numbers;
    float near_plane = camera.near_plane, far_plane = camera.far_plane;
    bool perspective = false, shape = is_finite(n);
    switch (camera.projection.kind) {
    case Projection::Kind::perspective:
        perspective = true;
        shape = shape && n[0] > 0 && n[0] < 180 && n[1] > 0;
        break;
    case Projection::Kind::orthographic: shape = shape && n[0] > 0 && n[1] > 0; break;
    case Projection::Kind::frustum:
        perspective = true;
        shape = shape && n[0] < n[1] && n[2] < n[3];
        break;
    case Projection::Kind::ortho: shape = shape && n[0] < n[1] && n[2] < n[3]; break;
    case Projection::Kind::matrix: near_plane = 0, far_plane = 1; break;  // has its own
    }
    bool planes = std::isfinite(near_plane) && near_plane < far_plane &&
                  (perspective ? near_plane > 0 : std::isfinite(far_plane));
    auto is_side = [](int side) { return side >= 1 && side <= 8192; };
    bool pixels = !camera.size || std::all_of(camera.size->begin(), camera.size->end(), is_side);
    bool bits = camera.depth_bits == 16 || camera.depth_bits == 24 || camera.depth_bits == 32;
    return is_pose({camera.position, camera.rotation, {1, 1, 1}}) && shape && planes && pixels && bits;
}

// The keys of a camera but for its name and pose.
struct Lens {
    std::string text;
    std::string fixed;           // the keys that a `set` does not have
    unsigned optional_keys = 0;  // those of `text` that a `set` cannot take away again
};

inline Lens lens_of(const Camera& camera) {
    const auto& n = camera.projection.numbers;
    Lens lens;
    std::string out = "{";
    auto numbers = [&](const char* word, std::initializer_list<const char*> keys) {
        put_key(out, word);
        out += '{';
        const float* number = n.data();
        for (const char* key : keys) {
            put_key(out, key);
            put_number(out, *number++);
        }
        out += '}';
    };
    put_key(out, "projection");
    out += '{';
    switch (camera.projection.kind) {
    case Projection::Kind::perspective: numbers("perspective", {"fov_y", "aspect"}); break;
    case Projection::Kind::orthographic: numbers("orthographic", {"height", "aspect"}); break;
    case Projection::Kind::frustum: numbers("frustum", {"left", "right", "bottom", "top"}); break;
    case Projection::Kind::ortho: numbers("ortho", {"left", "right", "bottom", "top"}); break;
    case Projection::Kind::matrix:
        put_key(out, "matrix");
        put(out, n);
        break;
    }
    out += '}';
    if (camera.projection.kind != Projection::Kind::matrix) {
        lens.optional_keys |= 1;
        put_key(out, "near");
        put_number(out, camera.near_plane);
        put_key(out, "far");
        if (std::isfinite(camera.far_plane)) {
            put_number(out, camera.far_plane);
        } else {
            out += "null";
        }
    }
    if (camera.mask != ALL_LAYERS) {
        lens.optional_keys |= 2;
        put_key(out, "mask");
        put_layers(out, camera.mask);
    }
    if (camera.size) {
        lens.optional_keys |= 4;
        put_key(out, "size");
        out += '[';
        put_number(out, (*camera.size)[0]);
        out += ',';
        put_number(out, (*camera.size)[1]);
        out += ']';
    }
    lens.text = unpacked(std::string_view(out).substr(1));
    static constexpr const char* DEPTHS[] = {"-1..1", "0..1", "reversed"};
    lens.fixed = ",\"depth\":\"" + std::string(DEPTHS[static_cast<int>(camera.depth)]) + "\",\"depth_bits\":";
    put_number(lens.fixed, camera.depth_bits);
    return lens;
}

// The world -----------------------------------------------------------------------------------------------------------------

enum Changed : unsigned { POSITION = 1, ROTATION = 2, SCALE = 4, MATRIX = 8, BODY = 16, LAYERS = 32, ANY_POSE = 15, ALL = 63 };

// An object or a camera as the game told it last.
struct Entry {
    std::string name, quoted_name;
    bool is_camera;
    std::string body;  // the shape of an object, the lens of a camera
    std::string fixed;
    unsigned optional_keys = 0;
    std::uint64_t layers = 1;
    Pose pose;
    std::array<float, 16> columns{};  // in place of the pose when has_matrix
    bool has_matrix = false;
    unsigned changed = 0;  // since the last tick
    bool is_sent = false;  // the trace has it
    bool is_removed = false;
};

inline void put_matrix(std::string& out, const Entry& entry) {
    put_key(out, "matrix");
    put(out, entry.columns);
}

inline void put_body(std::string& out, const Entry& entry) {
    if (entry.is_camera) {
        out += ',';
        out += entry.body;
    } else {
        put_key(out, "shape");
        out += entry.body;
    }
}

// As a scene file has it, where a matrix cannot stand: it is set in the next line.
inline void put_entry(std::string& out, const Entry& entry) {
    const auto& [position, rotation, scale] = entry.pose;
    out += "{\"name\":";
    out += entry.quoted_name;
    put_body(out, entry);
    out += entry.fixed;
    if (entry.has_matrix) {
        put_key(out, "position");
        put(out, std::array<float, 3>{entry.columns[12], entry.columns[13], entry.columns[14]});
    } else {
        put_key(out, "position");
        put(out, list(position));
        if (list(rotation) != list(Quat{})) {
            put_key(out, "rotation");
            put(out, list(rotation));
        }
        if (!entry.is_camera && list(scale) != list(Vec3{1, 1, 1})) {
            put_key(out, "scale");
            put(out, list(scale));
        }
    }
    if (!entry.is_camera && entry.layers != 1) {
        put_key(out, "layers");
        put_layers(out, entry.layers);
    }
    out += '}';
}

// `"name":{…}` with what has changed.
inline void put_set(std::string& out, const Entry& entry) {
    out += entry.quoted_name;
    out += ":{";
    if (entry.has_matrix) {
        if (entry.changed & ANY_POSE) put_matrix(out, entry);
    } else {
        if (entry.changed & POSITION) {
            put_key(out, "position");
            put(out, list(entry.pose.position));
        }
        if (entry.changed & ROTATION) {
            put_key(out, "rotation");
            put(out, list(entry.pose.rotation));
        }
        if (entry.changed & SCALE && !entry.is_camera) {
            put_key(out, "scale");
            put(out, list(entry.pose.scale));
        }
    }
    if (entry.changed & BODY) {
        if (entry.is_camera) {
            if (out.back() != '{') out += ',';
            out += entry.body;
        } else {
            put_body(out, entry);
        }
    }
    if (entry.changed & LAYERS) {
        put_key(out, "layers");
        put_layers(out, entry.layers);
    }
    out += '}';
}

// Lines ---------------------------------------------------------------------------------------------------------------------

// The sections of a line, in the order in which they are written.
enum class Section { none, set, objects, cameras, remove, said };

// The lines of one tick, packed. A line that could be too long goes on in another of the same time, which means the same.
class Lines {
public:
    // `limit` is that of a line's text.
    Lines(std::string buffer, double time, std::size_t limit) : text_(std::move(buffer)), limit_(limit) {
        text_.clear();
        put_number(time_, time);
    }

    void keyframe(const std::string& quoted_name) {
        start("{\"eyeline_trace\":1,\"name\":" + quoted_name + ",\"time\":" + time_ + ",\"scene\":{\"eyeline\":1");
        in_scene_ = true;
    }

    // Ends the line, if there is one, and starts another. eyeline reads the sections of a line in the order set, add, remove,
    // said; what must come in another order needs another line.
    void next() {
        end();
        start("{\"time\":" + time_);
    }

    // False when the item alone is longer than a line.
    template <class Write> bool item(Section section, Write write) {
        Section before = section_;
        std::size_t last = text_.size();
        open(section);
        std::size_t at = text_.size();
        write(text_);
        // Four bytes of a packed number are text of at most 16.
        if ((text_.size() - start_ + CLOSING) * 4 <= limit_) return true;
        std::string moved = text_.substr(at);
        text_.resize(last);
        section_ = before;
        next();
        open(section);
        text_ += moved;
        if (unpacked(std::string_view(text_).substr(start_)).size() + CLOSING <= limit_) return true;
        text_.resize(start_);
        section_ = Section::none;
        text_ += "{\"time\":" + time_;
        return false;
    }

    void end() {
        if (start_ == text_.size()) return;
        close();
        text_ += in_scene_ ? "}}\n" : "}\n";
        in_scene_ = false;
        start_ = text_.size();
        ++count_;
    }

    std::string take() {
        end();
        return std::move(text_);
    }

    std::size_t count() const { return count_; }

private:
    // What the ends of a section and of a line can need.
    static constexpr std::size_t CLOSING = 5;

    void start(const std::string& text) {
        text_ += text;
        section_ = Section::none;
    }

    void open(Section section) {
        if (section == section_) {
            text_ += ',';
            return;
        }
        if (section_ == Section::objects && section == Section::cameras) {
            text_ += "],\"cameras\":[";
        } else {
            close();
            bool adds = section == Section::objects || section == Section::cameras;
            text_ += adds && !in_scene_ ? ",\"add\":{\"" : ",\"";
            static constexpr const char* WORDS[] = {"", "set", "objects", "cameras", "remove", "said"};
            text_ += WORDS[static_cast<int>(section)];
            text_ += section == Section::set ? "\":{" : "\":[";
        }
        section_ = section;
    }

    void close() {
        bool adds = section_ == Section::objects || section_ == Section::cameras;
        if (section_ != Section::none) text_ += section_ == Section::set ? "}" : adds && !in_scene_ ? "]}" : "]";
        section_ = Section::none;
    }

    std::string text_, time_;
    std::size_t limit_, start_ = 0, count_ = 0;
    bool in_scene_ = false;
    Section section_ = Section::none;
};

// Sockets -------------------------------------------------------------------------------------------------------------------

#ifdef _WIN32
using Handle = SOCKET;
inline constexpr Handle NO_HANDLE = INVALID_SOCKET;
inline bool start_sockets() {
    static const bool started = [] {
        WSADATA data;
        return WSAStartup(MAKEWORD(2, 2), &data) == 0;
    }();
    return started;
}
inline void close_handle(Handle handle) { closesocket(handle); }
inline bool would_block() { return WSAGetLastError() == WSAEWOULDBLOCK; }
inline bool set_non_blocking(Handle handle) {
    u_long on = 1;
    return ioctlsocket(handle, FIONBIO, &on) == 0;
}
inline int poll_handles(pollfd* handles, int count, int milliseconds) { return WSAPoll(handles, ULONG(count), milliseconds); }
inline constexpr int SEND_FLAGS = 0;
using SendSize = int;
#else
using Handle = int;
using SendSize = std::size_t;
inline constexpr Handle NO_HANDLE = -1;
inline bool start_sockets() { return true; }
inline void close_handle(Handle handle) { ::close(handle); }
inline bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINPROGRESS || errno == EINTR; }
inline bool set_non_blocking(Handle handle) {
    ::fcntl(handle, F_SETFD, FD_CLOEXEC);  // programs that the game starts must not hold the connection open
    return ::fcntl(handle, F_SETFL, ::fcntl(handle, F_GETFL) | O_NONBLOCK) == 0;
}
inline int poll_handles(pollfd* handles, int count, int milliseconds) { return ::poll(handles, nfds_t(count), milliseconds); }
#ifdef MSG_NOSIGNAL
inline constexpr int SEND_FLAGS = MSG_NOSIGNAL;
#else
inline constexpr int SEND_FLAGS = 0;  // SO_NOSIGPIPE does it
#endif
#endif

class Socket {
public:
    Socket() = default;
    explicit Socket(const addrinfo& address)
        : handle_(::socket(address.ai_family, address.ai_socktype, address.ai_protocol)) {
        if (handle_ == NO_HANDLE || !set_non_blocking(handle_)) return;
        set(IPPROTO_TCP, TCP_NODELAY);  // a line must not wait for the next one
#ifdef SO_NOSIGPIPE
        set(SOL_SOCKET, SO_NOSIGPIPE);
#endif
    }
    Socket(Socket&& other) noexcept : handle_(std::exchange(other.handle_, NO_HANDLE)) {}
    Socket& operator=(Socket&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Socket() {
        if (handle_ != NO_HANDLE) close_handle(handle_);
    }

    explicit operator bool() const { return handle_ != NO_HANDLE; }

    // `is_late` ends the attempt.
    template <class IsLate> bool connect(const addrinfo& address, IsLate is_late) {
        if (::connect(handle_, address.ai_addr, static_cast<socklen_t>(address.ai_addrlen)) == 0) return true;
        if (!would_block() || !wait_writable(is_late)) return false;
        int error = 0;
        socklen_t size = sizeof error;
        ::getsockopt(handle_, SOL_SOCKET, SO_ERROR, reinterpret_cast<char*>(&error), &size);
        return error == 0;
    }

    template <class IsLate> bool send(std::string_view text, IsLate is_late) {
        while (!text.empty()) {
            std::size_t part = std::min<std::size_t>(text.size(), 1 << 20);
            auto sent = ::send(handle_, text.data(), static_cast<SendSize>(part), SEND_FLAGS);
            if (sent > 0) {
                text.remove_prefix(static_cast<std::size_t>(sent));
            } else if (!would_block() || !wait_writable(is_late)) {
                return false;
            }
        }
        return true;
    }

    // Whether the connection is open. Reads and ignores what the other side sends: unread bytes would make the system reset the
    // connection when it is closed, and the other side would lose the last lines.
    bool is_alive() {
        char text[256];
        for (;;) {
            auto size = ::recv(handle_, text, sizeof text, 0);
            if (size == 0) return false;
            if (size < 0) return would_block();
        }
    }

private:
    void set(int level, int option) {
        int on = 1;
        ::setsockopt(handle_, level, option, reinterpret_cast<const char*>(&on), sizeof on);
    }

    template <class IsLate> bool wait_writable(IsLate is_late) {
        while (!is_late()) {
            pollfd wanted{};
            wanted.fd = handle_;
            wanted.events = POLLOUT;
            if (poll_handles(&wanted, 1, 50) > 0) return true;
        }
        return false;
    }

    Handle handle_ = NO_HANDLE;
};

// The queue and its writer --------------------------------------------------------------------------------------------------

// A connection begins with a keyframe, and so does what follows dropped lines: other lines only say what changes. So the queue is
// a sequence of groups, each a keyframe and the lines after it, and whole groups are dropped.
class Writer {
public:
    Writer(std::string address, std::size_t bytes) : limit_(bytes), address_(std::move(address)) {
        thread_ = std::thread([this] { write_to_address(); });
    }

    Writer(const std::filesystem::path& path, std::size_t bytes) : limit_(bytes), file_(path, std::ios::binary) {
        connected_ = file_.good();
        if (!connected_) stop_listening();
        thread_ = std::thread([this] { write_to_file(); });
    }

    ~Writer() {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            last_moment_ = Clock::now() + LAST_WRITES;
            closing_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }

    bool connected() const { return connected_; }
    std::uint64_t dropped() const { return dropped_; }

    struct State {
        bool listens, needs_keyframe;
        std::string buffer;  // to write into: a text that has been sent, so that its memory is used again
    };
    State state() {
        std::lock_guard<std::mutex> lock(mutex_);
        return {listens_, needs_keyframe_, std::exchange(spare_, {})};
    }

    void drop(std::size_t lines) { dropped_ += lines; }

    // Takes the lines of a tick. False when they must begin with a keyframe and do not; nothing is taken then.
    bool push(std::string& text, std::size_t lines, bool is_keyframe) {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            if (!listens_) {
                dropped_ += lines;
                return true;
            }
            // Twice, so that a world with long keyframes is not sent as keyframes alone.
            if (is_keyframe) last_keyframe_ = text.size();
            std::size_t limit = std::max(limit_, 2 * last_keyframe_);
            while (bytes_ + text.size() > limit && !queue_.empty()) {
                drop_group();
                needs_keyframe_ = needs_keyframe_ || queue_.empty();
            }
            if (needs_keyframe_ && !is_keyframe) return false;
            needs_keyframe_ = false;
            bytes_ += text.size();
            queue_.push_back({std::move(text), lines, is_keyframe});
        }
        wake_.notify_one();
        return true;
    }

private:
    struct Chunk {
        std::string text;
        std::size_t lines = 0;
        bool is_keyframe = false;
    };

    void drop_group() {
        do {
            dropped_ += queue_.front().lines;
            bytes_ -= queue_.front().text.size();
            queue_.pop_front();
        } while (!queue_.empty() && !queue_.front().is_keyframe);
    }

    void stop_listening() {
        std::lock_guard<std::mutex> lock(mutex_);
        connected_ = false;
        listens_ = false;
        needs_keyframe_ = true;
        while (!queue_.empty()) drop_group();
    }

    void write_to_file() {
        write_all(
            [this](const std::string& text) {
                file_ << text;
                return file_.flush().good();
            },
            [this] { return file_.good(); });
        stop_listening();
    }

    void write_to_address() {
        // `listens_` is true until the first attempt fails, so that the ticks before the first connection are kept.
        do {
            Socket socket = dial();
            if (socket) {
                {
                    std::lock_guard<std::mutex> lock(mutex_);
                    listens_ = true;
                    connected_ = true;
                }
                write_all([&](const std::string& text) { return socket.send(text, [this] { return is_late(); }); },
                          [&] { return socket.is_alive(); });
            }
            stop_listening();
        } while (!closes_within(RETRY));
    }

    // Until the writer is closed, or `write` or `is_alive` fails.
    template <class Write, class IsAlive> void write_all(Write write, IsAlive is_alive) {
        for (;;) {
            Chunk chunk;
            {
                std::unique_lock<std::mutex> lock(mutex_);
                // So that a lost connection is noticed without ticks too.
                wake_.wait_for(lock, std::chrono::milliseconds(200), [this] { return closing_ || !queue_.empty(); });
                if (!queue_.empty()) {
                    chunk = std::move(queue_.front());
                    queue_.pop_front();
                    bytes_ -= chunk.text.size();
                } else if (closing_) {
                    return;
                }
            }
            if (!is_alive() || !(chunk.text.empty() || write(unpacked(chunk.text)))) {
                dropped_ += chunk.lines;
                return;
            }
            std::lock_guard<std::mutex> lock(mutex_);
            if (chunk.text.capacity() > spare_.capacity()) spare_ = std::move(chunk.text);
        }
    }

    Socket dial() {
        std::size_t colon = address_.rfind(':');
        if (colon == std::string::npos || !start_sockets()) return {};
        std::string host = address_.substr(0, colon), port = address_.substr(colon + 1);
        if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
        addrinfo wanted{}, *found = nullptr;
        wanted.ai_socktype = SOCK_STREAM;
        if (getaddrinfo(host.c_str(), port.c_str(), &wanted, &found) != 0) return {};
        Clock::time_point end = Clock::now() + CONNECT_TIMEOUT;
        Socket dialled;
        for (addrinfo* address = found; address && !dialled; address = address->ai_next) {
            Socket socket(*address);
            bool connects = socket && socket.connect(*address, [&] { return is_late() || Clock::now() > end; });
            if (connects) dialled = std::move(socket);
        }
        freeaddrinfo(found);
        return dialled;
    }

    bool is_late() {
        std::lock_guard<std::mutex> lock(mutex_);
        return closing_ && Clock::now() > last_moment_;
    }

    bool closes_within(std::chrono::seconds time) {
        std::unique_lock<std::mutex> lock(mutex_);
        return wake_.wait_for(lock, time, [this] { return closing_; });
    }

    std::atomic<bool> connected_{false};
    std::atomic<std::uint64_t> dropped_{0};

    std::mutex mutex_;  // guards what follows, up to the thread's own
    std::condition_variable wake_;
    std::deque<Chunk> queue_;
    std::size_t limit_, bytes_ = 0, last_keyframe_ = 0;
    bool listens_ = true, needs_keyframe_ = true, closing_ = false;
    Clock::time_point last_moment_;
    std::string spare_;

    std::string address_;  // the thread's own
    std::ofstream file_;
    std::thread thread_;
};

// The recorder --------------------------------------------------------------------------------------------------------------

class Recorder {
public:
    template <class Target> Recorder(std::string_view name, const Target& target, const Options& options)
        : quoted_name_(quoted(name)), line_bytes_(options.line_bytes), writer_(target, options.queue_bytes) {}

    void object(std::string_view name, const Shape& shape, const Pose& pose, std::uint64_t layers) {
        if (shape.json().empty() || !is_pose(pose) || !is_name(name)) return refuse();
        Entry& entry = entry_of(name, false, {});
        set_body(entry, shape.json());
        set_pose(entry, pose);
        if (entry.layers != layers) mark(entry, LAYERS);
        entry.layers = layers;
    }

    void camera(std::string_view name, const Camera& camera) {
        if (!is_camera(camera) || !is_name(name)) return refuse();
        Lens lens = lens_of(camera);
        Entry& entry = entry_of(name, true, lens);
        entry.optional_keys = lens.optional_keys;
        set_body(entry, lens.text);
        set_pose(entry, {camera.position, camera.rotation, {1, 1, 1}});
    }

    void remove(std::string_view name) {
        auto found = by_name_.find(name);
        if (found == by_name_.end()) return refuse();
        remove(found);
    }

    void pose(std::string_view name, Vec3 position, const Quat* rotation, const Vec3* scale) {
        Entry* entry = find(name);
        if (!entry) return refuse();
        Pose pose{position, rotation ? *rotation : entry->pose.rotation, scale ? *scale : entry->pose.scale};
        if (!is_pose(pose)) return refuse();
        set_pose(*entry, pose);
    }

    void matrix(std::string_view name, const float* columns) {
        Entry* entry = find(name);
        std::array<float, 16> m;
        std::copy_n(columns, 16, m.begin());
        double determinant = double(m[0]) * (double(m[5]) * m[10] - double(m[6]) * m[9]) +
                             double(m[1]) * (double(m[6]) * m[8] - double(m[4]) * m[10]) +
                             double(m[2]) * (double(m[4]) * m[9] - double(m[5]) * m[8]);
        bool is_affine = m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1;
        if (!entry || !is_finite(m) || !is_affine || determinant == 0) return refuse();
        if (!entry->has_matrix || entry->columns != m) mark(*entry, MATRIX);
        entry->columns = m;
        entry->has_matrix = true;
    }

    void shape(std::string_view name, const Shape& shape) {
        Entry* entry = find(name);
        if (!entry || entry->is_camera || shape.json().empty()) return refuse();
        set_body(*entry, shape.json());
    }

    void said_visibility(std::string_view camera, std::string_view object, Verdict verdict, const Tested& tested) {
        if (!listens_) return;
        const Entry *eye = find(camera), *seen = find(object);
        const auto& [planes, box, sphere] = tested;
        bool valid = !planes || std::all_of(planes->begin(), planes->end(), [](Plane p) { return is_finite(list(p)); });
        valid = valid && (!box || (is_finite(box->min) && is_finite(box->max)));
        valid = valid && (!sphere || (is_finite(sphere->center) && is_finite(sphere->radius) && sphere->radius >= 0 && !box));
        if (!eye || !eye->is_camera || !seen || seen->is_camera || !valid) return refuse();
        static constexpr const char* WORDS[] = {"\"inside\"", "\"intersect\"", "\"outside\"", "\"visible\"", "\"culled\""};
        said_ += "{\"camera\":";
        said_ += eye->quoted_name;
        said_ += ",\"object\":";
        said_ += seen->quoted_name;
        said_ += ",\"verdict\":";
        said_ += WORDS[static_cast<int>(verdict)];
        if (planes) put_planes(*planes);
        if (box) {
            said_ += ",\"box\":{\"min\":";
            put(said_, list(box->min));
            said_ += ",\"max\":";
            put(said_, list(box->max));
            said_ += '}';
        }
        if (sphere) {
            said_ += ",\"sphere\":{\"center\":";
            put(said_, list(sphere->center));
            said_ += ",\"radius\":";
            put(said_, sphere->radius);
            said_ += '}';
        }
        end_said(eye, seen);
    }

    void said_ray(const Ray& ray, const std::optional<Hit>& hit) {
        if (!listens_) return;
        const Entry* object = hit ? find(hit->object) : nullptr;
        bool is_ray = is_finite(ray.origin) && is_finite(ray.direction) && !is_zero(ray.direction) &&
                      (!ray.length || (is_finite(*ray.length) && *ray.length >= 0));
        if (!is_ray || !is_hit(hit, object)) return refuse();
        said_ += "{\"ray\":{\"origin\":";
        put(said_, list(ray.origin));
        said_ += ",\"direction\":";
        put(said_, list(ray.direction));
        if (ray.length) {
            said_ += ",\"length\":";
            put(said_, *ray.length);
        }
        if (ray.mask != ALL_LAYERS) {
            said_ += ",\"mask\":";
            put_layers(said_, ray.mask);
        }
        said_ += '}';
        put_hit(hit, object);
    }

    void said_ray(std::string_view ray, const std::optional<Hit>& hit) {
        if (!listens_) return;
        const Entry* object = hit ? find(hit->object) : nullptr;
        if (!is_name(ray) || !is_hit(hit, object)) return refuse();
        said_ += "{\"ray\":";
        put_quoted(said_, ray);
        put_hit(hit, object);
    }

    void said_agent(std::string_view agent, std::optional<std::string_view> status, std::optional<std::string_view> running) {
        if (!listens_) return;
        if (!is_name(agent)) return refuse();
        said_ += "{\"agent\":";
        put_quoted(said_, agent);
        if (status) {
            said_ += ",\"status\":";
            put_quoted(said_, *status);
        }
        if (running) {
            said_ += ",\"running\":";
            put_quoted(said_, *running);
        }
        end_said(nullptr, nullptr);
    }

    void start_pairs() { said_pairs_ = true; }

    void said_pair(std::string_view first, std::string_view second) {
        if (!listens_) return;
        const Entry *a = find(first), *b = find(second);
        if (!a || a->is_camera || !b || b->is_camera) return refuse();
        pairs_.emplace_back(a, b);
    }

    void tick(double time) {
        if (!std::isfinite(time)) {
            refuse();
            time = time_ - offset_;
        }
        if (!started_) time_ = time;
        if (time + offset_ < time_) offset_ = time_ - time;
        time_ = std::max(time_, time + offset_);
        started_ = true;

        Writer::State state = writer_.state();
        if (state.listens) {
            bool is_keyframe = state.needs_keyframe || time_ - keyframe_time_ >= KEYFRAME_SECONDS;
            if (!send(std::move(state.buffer), is_keyframe)) send({}, true);
        } else {
            writer_.drop(1);
        }
        listens_ = state.listens;
        end_tick();
    }

    const Writer& writer() const { return writer_; }
    std::uint64_t refused() const { return refused_; }

private:
    using ByName = std::unordered_map<std::string_view, std::unique_ptr<Entry>>;

    struct Said {
        std::size_t end;  // in said_
        const Entry *a, *b;
    };

    void refuse() { ++refused_; }

    Entry* find(std::string_view name) {
        auto found = by_name_.find(name);
        return found == by_name_.end() ? nullptr : found->second.get();
    }

    // The entry of this name and kind. It is a new one when there is none yet, when the name is that of the other kind, and when a
    // `set` cannot express the change.
    Entry& entry_of(std::string_view name, bool is_camera, const Lens& lens) {
        auto found = by_name_.find(name);
        if (found != by_name_.end()) {
            const Entry& entry = *found->second;
            bool keeps_keys = (entry.optional_keys & ~lens.optional_keys) == 0 && entry.fixed == lens.fixed;
            if (entry.is_camera == is_camera && keeps_keys) return *found->second;
            remove(found);
        }
        auto entry = std::make_unique<Entry>();
        entry->name = name;
        entry->quoted_name = quoted(name);
        entry->is_camera = is_camera;
        entry->fixed = lens.fixed;
        order_.push_back(entry.get());
        mark(*entry, ALL);
        return *by_name_.emplace(entry->name, std::move(entry)).first->second;
    }

    // What was said about it, and the list of changes, point to it until the end of the tick.
    void remove(ByName::iterator found) {
        std::unique_ptr<Entry> entry = std::move(found->second);
        by_name_.erase(found);
        entry->is_removed = true;
        removed_.push_back(std::move(entry));
    }

    void mark(Entry& entry, unsigned changed) {
        if (entry.changed == 0) changed_.push_back(&entry);
        entry.changed |= changed;
    }

    void set_body(Entry& entry, const std::string& body) {
        if (entry.body == body) return;
        mark(entry, BODY);
        entry.body = body;
    }

    void set_pose(Entry& entry, const Pose& pose) {
        // The contract does not say what a part of a pose means for an entry that has a matrix.
        unsigned changed = entry.has_matrix ? unsigned{ANY_POSE} : 0;
        if (list(entry.pose.position) != list(pose.position)) changed |= POSITION;
        if (list(entry.pose.rotation) != list(pose.rotation)) changed |= ROTATION;
        if (!entry.is_camera && list(entry.pose.scale) != list(pose.scale)) changed |= SCALE;
        if (changed) mark(entry, changed);
        entry.pose = pose;
        entry.has_matrix = false;
    }

    static bool is_hit(const std::optional<Hit>& hit, const Entry* object) {
        return !hit || (object && !object->is_camera && is_finite(hit->t) && is_finite(hit->point) && is_finite(hit->normal));
    }

    void put_hit(const std::optional<Hit>& hit, const Entry* object) {
        said_ += ",\"hit\":";
        said_ += hit ? object->quoted_name : "null";
        if (hit && hit->t) {
            said_ += ",\"t\":";
            put(said_, *hit->t);
        }
        if (hit && hit->point) {
            said_ += ",\"point\":";
            put(said_, list(*hit->point));
        }
        if (hit && hit->normal) {
            said_ += ",\"normal\":";
            put(said_, list(*hit->normal));
        }
        end_said(object, nullptr);
    }

    // A camera tests many objects with the same planes. Their text is made once: 24 numbers cost more than all others.
    void put_planes(const std::array<Plane, 6>& planes) {
        std::array<float, 24> numbers{};
        float* at = numbers.data();
        for (Plane p : planes) {
            for (float number : list(p)) *at++ = number;
        }
        if (planes_text_.empty() || numbers != planes_) {
            planes_ = numbers;
            planes_text_ = ",\"planes\":";
            for (Plane p : planes) {
                planes_text_ += planes_text_.back() == ':' ? '[' : ',';
                put(planes_text_, list(p));
            }
            planes_text_ += ']';
        }
        said_ += planes_text_;
    }

    void end_said(const Entry* a, const Entry* b) {
        said_ += '}';
        saids_.push_back({said_.size(), a, b});
    }

    static bool is_gone(const Entry* entry) { return entry && entry->is_removed; }

    // Formats this tick and gives it to the writer. False when it must begin with a keyframe.
    bool send(std::string buffer, bool is_keyframe) {
        std::uint64_t refused_before = refused_;
        Lines lines(std::move(buffer), time_, line_bytes_);
        if (is_keyframe) {
            lines.keyframe(quoted_name_);
            put_world(lines);
        } else {
            put_changes(lines);
        }
        put_said(lines, is_keyframe);
        std::string text = lines.take();
        if (!writer_.push(text, lines.count(), is_keyframe)) {
            refused_ = refused_before;
            return false;
        }
        if (is_keyframe) keyframe_time_ = time_;
        return true;
    }

    void put_world(Lines& lines) {
        for (bool cameras : {false, true}) {
            for (const Entry* entry : order_) {
                if (!entry->is_removed && entry->is_camera == cameras) put_new(lines, *entry);
            }
        }
        put_matrices(lines, order_);
    }

    void put_changes(Lines& lines) {
        // In a line eyeline adds before it removes, so a name that is used again is removed in a line before.
        lines.next();
        bool again = false;
        for (const auto& entry : removed_) {
            if (!entry->is_sent || !find(entry->name)) continue;
            again = true;
            put_item(lines, Section::remove, [&](std::string& out) { out += entry->quoted_name; });
        }
        if (again) lines.next();
        for (const Entry* entry : changed_) {
            if (entry->is_sent && !entry->is_removed) put_item(lines, Section::set, [&](std::string& out) { put_set(out, *entry); });
        }
        for (bool cameras : {false, true}) {
            for (const Entry* entry : changed_) {
                if (!entry->is_sent && !entry->is_removed && entry->is_camera == cameras) put_new(lines, *entry);
            }
        }
        for (const auto& entry : removed_) {
            if (entry->is_sent && !find(entry->name)) {
                put_item(lines, Section::remove, [&](std::string& out) { out += entry->quoted_name; });
            }
        }
        std::vector<Entry*> added;
        std::copy_if(changed_.begin(), changed_.end(), std::back_inserter(added), [](const Entry* entry) { return !entry->is_sent; });
        put_matrices(lines, added);
    }

    void put_new(Lines& lines, const Entry& entry) {
        put_item(lines, entry.is_camera ? Section::cameras : Section::objects, [&](std::string& out) { put_entry(out, entry); });
    }

    // In a line of their own: in the line that adds an entry, a `set` of it would come too early.
    void put_matrices(Lines& lines, const std::vector<Entry*>& entries) {
        bool is_first = true;
        for (const Entry* entry : entries) {
            if (entry->is_removed || !entry->has_matrix) continue;
            if (std::exchange(is_first, false)) lines.next();
            put_item(lines, Section::set, [&](std::string& out) {
                out += entry->quoted_name;
                out += ":{";
                put_matrix(out, *entry);
                out += '}';
            });
        }
    }

    // A keyframe has no place for it. A line that ended with a `set` has.
    void put_said(Lines& lines, bool is_keyframe) {
        if (saids_.empty() && !said_pairs_) return;
        if (is_keyframe) lines.next();
        std::size_t begin = 0;
        for (const Said& said : saids_) {
            if (is_gone(said.a) || is_gone(said.b)) {
                refuse();  // eyeline would not know the name any more
            } else {
                put_item(lines, Section::said, [&](std::string& out) { out.append(said_, begin, said.end - begin); });
            }
            begin = said.end;
        }
        if (!said_pairs_) return;
        put_item(lines, Section::said, [&](std::string& out) {
            out += "{\"pairs\":[";
            for (auto [a, b] : pairs_) {
                if (is_gone(a) || is_gone(b)) {
                    refuse();
                    continue;
                }
                if (out.back() != '[') out += ',';
                out += '[';
                out += a->quoted_name;
                out += ',';
                out += b->quoted_name;
                out += ']';
            }
            out += "]}";
        });
    }

    template <class Write> void put_item(Lines& lines, Section section, Write write) {
        if (!lines.item(section, write)) refuse();
    }

    void end_tick() {
        for (Entry* entry : changed_) {
            entry->changed = 0;
            entry->is_sent = true;
        }
        changed_.clear();
        if (!removed_.empty()) {
            auto is_removed = [](const Entry* entry) { return entry->is_removed; };
            order_.erase(std::remove_if(order_.begin(), order_.end(), is_removed), order_.end());
            removed_.clear();
        }
        said_.clear();
        saids_.clear();
        pairs_.clear();
        said_pairs_ = false;
    }

    std::string quoted_name_;
    std::size_t line_bytes_;

    ByName by_name_;  // the keys are the names of the entries themselves
    std::vector<Entry*> order_;
    std::vector<Entry*> changed_;
    std::vector<std::unique_ptr<Entry>> removed_;

    std::string said_;  // the text of all in saids_, one behind the other
    std::vector<Said> saids_;
    std::vector<std::pair<const Entry*, const Entry*>> pairs_;
    bool said_pairs_ = false;
    std::array<float, 24> planes_{};
    std::string planes_text_;

    bool started_ = false, listens_ = true;
    double time_ = 0, offset_ = 0, keyframe_time_ = 0;
    std::uint64_t refused_ = 0;
    Writer writer_;
};

}  // namespace detail

// ---------------------------------------------------------------------------------------------------------------------------

inline Shape Shape::sizes(const char* word, std::initializer_list<std::pair<const char*, float>> sizes) {
    std::string json = "{";
    detail::put_key(json, word);
    json += '{';
    for (auto [key, size] : sizes) {
        if (!std::isfinite(size) || size <= 0) return Shape({});
        detail::put_key(json, key);
        detail::put_number(json, size);
    }
    return Shape(json + "}}");
}

inline Shape Shape::box(Vec3 half_extents) {
    if (!detail::is_finite(half_extents) || !detail::is_above_0(half_extents)) return Shape({});
    std::string json = "{\"box\":{\"half_extents\":";
    detail::put(json, detail::list(half_extents));
    return Shape(detail::unpacked(json + "}}"));
}

inline Shape Shape::sphere(float radius) { return sizes("sphere", {{"radius", radius}}); }
inline Shape Shape::cylinder(float radius, float half_height) {
    return sizes("cylinder", {{"radius", radius}, {"half_height", half_height}});
}
inline Shape Shape::capsule(float radius, float half_height) {
    return sizes("capsule", {{"radius", radius}, {"half_height", half_height}});
}
inline Shape Shape::cone(float radius, float height) { return sizes("cone", {{"radius", radius}, {"height", height}}); }

inline Shape Shape::hull(const std::vector<Vec3>& points) {
    bool finite = std::all_of(points.begin(), points.end(), [](Vec3 p) { return detail::is_finite(p); });
    if (points.size() < 4 || points.size() > 256 || !finite || detail::is_flat(points)) return Shape({});
    std::string json = "{\"hull\":{\"points\":[";
    for (Vec3 p : points) {
        if (json.back() != '[') json += ',';
        detail::put(json, detail::list(p));
    }
    return Shape(detail::unpacked(json + "]}}"));
}

inline Shape Shape::mesh(std::string_view file, std::string_view node) {
    if (file.empty()) return Shape({});
    std::string json = "{\"mesh\":{\"file\":" + detail::quoted(file);
    if (!node.empty()) json += ",\"node\":" + detail::quoted(node);
    return Shape(json + "}}");
}

inline void Camera::look_at(Vec3 target) {
    using Wide = std::array<double, 3>;
    auto cross = [](const Wide& a, const Wide& b) {
        return Wide{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    };
    auto unit = [](const Wide& v) {
        double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        return Wide{v[0] / length, v[1] / length, v[2] / length};
    };
    Wide back = unit({double(position.x) - target.x, double(position.y) - target.y, double(position.z) - target.z});
    bool is_vertical = back[0] == 0 && back[2] == 0;
    Wide right = unit(cross(is_vertical ? Wide{0, 0, -1} : Wide{0, 1, 0}, back));
    Wide up = cross(back, right);
    // Of the four forms of the quaternion, the one that divides by the greatest component.
    double trace[4] = {right[0] - up[1] - back[2], up[1] - right[0] - back[2], back[2] - right[0] - up[1], right[0] + up[1] + back[2]};
    auto greatest = std::max_element(trace, trace + 4) - trace;
    double q = std::sqrt(1 + trace[greatest]) / 2, d = 1 / (4 * q);
    double yz = up[2] - back[1], zx = back[0] - right[2], xy = right[1] - up[0];
    double y_z = up[2] + back[1], z_x = back[0] + right[2], x_y = right[1] + up[0];
    double x, y, z, w;
    switch (greatest) {
    case 0: x = q, y = x_y * d, z = z_x * d, w = yz * d; break;
    case 1: x = x_y * d, y = q, z = y_z * d, w = zx * d; break;
    case 2: x = z_x * d, y = y_z * d, z = q, w = xy * d; break;
    default: x = yz * d, y = zx * d, z = xy * d, w = q; break;
    }
    rotation = {float(x), float(y), float(z), float(w)};
}

inline Client::Client() noexcept = default;
inline Client::Client(std::unique_ptr<detail::Recorder> recorder) noexcept : recorder_(std::move(recorder)) {}
inline Client::Client(Client&&) noexcept = default;
inline Client& Client::operator=(Client&&) noexcept = default;
inline Client::~Client() = default;

inline void Client::object(std::string_view name, const Shape& shape, const Pose& pose, std::uint64_t layers) {
    if (recorder_) recorder_->object(name, shape, pose, layers);
}
inline void Client::camera(std::string_view name, const Camera& camera) {
    if (recorder_) recorder_->camera(name, camera);
}
inline void Client::remove(std::string_view name) {
    if (recorder_) recorder_->remove(name);
}
inline void Client::pose(std::string_view name, Vec3 position) {
    if (recorder_) recorder_->pose(name, position, nullptr, nullptr);
}
inline void Client::pose(std::string_view name, Vec3 position, Quat rotation) {
    if (recorder_) recorder_->pose(name, position, &rotation, nullptr);
}
inline void Client::pose(std::string_view name, Vec3 position, Quat rotation, Vec3 scale) {
    if (recorder_) recorder_->pose(name, position, &rotation, &scale);
}
inline void Client::matrix(std::string_view name, const float* columns) {
    if (recorder_) recorder_->matrix(name, columns);
}
inline void Client::shape(std::string_view name, const Shape& shape) {
    if (recorder_) recorder_->shape(name, shape);
}
inline void Client::said_visibility(std::string_view camera, std::string_view object, Verdict verdict, const Tested& tested) {
    if (recorder_) recorder_->said_visibility(camera, object, verdict, tested);
}
inline void Client::said_ray(const Ray& ray, const std::optional<Hit>& hit) {
    if (recorder_) recorder_->said_ray(ray, hit);
}
inline void Client::said_ray(std::string_view ray, const std::optional<Hit>& hit) {
    if (recorder_) recorder_->said_ray(ray, hit);
}
inline void Client::said_agent(std::string_view agent, std::optional<std::string_view> status,
                               std::optional<std::string_view> running) {
    if (recorder_) recorder_->said_agent(agent, status, running);
}
template <class Pairs> void Client::said_pairs(const Pairs& pairs) {
    if (!recorder_) return;
    recorder_->start_pairs();
    for (const auto& [a, b] : pairs) recorder_->said_pair(a, b);
}
inline void Client::said_pairs(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
    said_pairs<>(pairs);
}
inline void Client::tick(double time) {
    if (recorder_) recorder_->tick(time);
}
inline bool Client::is_on() const noexcept { return recorder_ != nullptr; }
inline bool Client::connected() const noexcept { return recorder_ && recorder_->writer().connected(); }
inline std::uint64_t Client::dropped() const noexcept { return recorder_ ? recorder_->writer().dropped() : 0; }
inline std::uint64_t Client::refused() const noexcept { return recorder_ ? recorder_->refused() : 0; }

inline Client connect(std::string_view name, std::string_view address, const Options& options) {
    return Client(std::make_unique<detail::Recorder>(name, std::string(address), options));
}
inline Client to_file(std::string_view name, const std::filesystem::path& path, const Options& options) {
    return Client(std::make_unique<detail::Recorder>(name, path, options));
}
inline Client off() { return Client(); }

}  // namespace eyeline
