// Tests of the client: what it sends is read by a strict reader, from a file or from a connection. With a FILE as its argument,
// the program reads that trace instead and prints the first line that is not valid.
#include "eyeline.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>

using eyeline::Camera;
using eyeline::Client;
using eyeline::Hit;
using eyeline::Options;
using eyeline::Pose;
using eyeline::Projection;
using eyeline::Quat;
using eyeline::Ray;
using eyeline::Shape;
using eyeline::Tested;
using eyeline::Vec3;
using eyeline::Verdict;
using std::string;

static int failures = 0;

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);        \
            ++failures;                                                        \
        }                                                                      \
    } while (false)

template <class A, class B> void check_equal(const A& found, const B& expected, int line) {
    if (found == expected) return;
    std::ostringstream message;
    message << "tests.cpp:" << line << ":\n     found: " << found << "\n  expected: " << expected;
    std::puts(message.str().c_str());
    ++failures;
}
#define CHECK_EQUAL(found, expected) check_equal(found, expected, __LINE__)

// JSON ----------------------------------------------------------------------------------------------------------------------

struct Json {
    enum Kind { null, boolean, number, text, list, object } kind = null;
    string value;  // of a number or text
    std::vector<Json> items;
    std::vector<std::pair<string, Json>> members;

    const Json* find(const string& key) const {
        for (const auto& [name, member] : members) {
            if (name == key) return &member;
        }
        return nullptr;
    }
    const Json& at(const string& key) const {
        if (const Json* found = find(key)) return *found;
        throw std::runtime_error("no key " + key);
    }
    double as_double() const {
        if (kind != number) throw std::runtime_error("no number");
        return std::strtod(value.c_str(), nullptr);
    }
    std::vector<float> floats() const {
        std::vector<float> numbers;
        for (const Json& item : items) {
            if (item.kind != number) throw std::runtime_error("no number in a list");
            numbers.push_back(std::strtof(item.value.c_str(), nullptr));
        }
        return numbers;
    }
};

class Parser {
public:
    explicit Parser(const string& text) : at_(text.data()), end_(at_ + text.size()) {}

    Json whole() {
        Json json = any();
        if (at_ != end_) fail("text behind the end");
        return json;
    }

private:
    [[noreturn]] void fail(const string& message) {
        throw std::runtime_error(message + " at " + string(at_, std::min<size_t>(20, size_t(end_ - at_))));
    }
    bool skip(char c) {
        bool is = at_ != end_ && *at_ == c;
        at_ += is;
        return is;
    }
    void expect(char c) {
        if (!skip(c)) fail(string("no ") + c);
    }

    Json any() {
        if (at_ == end_) fail("the end");
        Json json;
        if (skip('{')) {
            json.kind = Json::object;
            if (skip('}')) return json;
            do {
                string key = text();
                if (json.find(key)) fail("a key twice");
                expect(':');
                json.members.emplace_back(key, any());
            } while (skip(','));
            expect('}');
        } else if (skip('[')) {
            json.kind = Json::list;
            if (skip(']')) return json;
            do {
                json.items.push_back(any());
            } while (skip(','));
            expect(']');
        } else if (*at_ == '"') {
            json.kind = Json::text;
            json.value = text();
        } else {
            while (at_ != end_ && (std::isalnum(static_cast<unsigned char>(*at_)) || std::strchr("+-.", *at_))) json.value += *at_++;
            if (json.value == "true" || json.value == "false") json.kind = Json::boolean;
            else if (json.value != "null") number(json);
        }
        return json;
    }

    void number(Json& json) {
        json.kind = Json::number;
        const string& n = json.value;
        size_t i = n[0] == '-';
        auto digits = [&] {
            size_t first = i;
            while (i < n.size() && n[i] >= '0' && n[i] <= '9') ++i;
            if (i == first) fail("no number");
        };
        bool zero = i < n.size() && n[i] == '0';
        size_t first = i;
        digits();
        if (zero && i - first > 1) fail("a number with a leading 0");
        if (i < n.size() && n[i] == '.') ++i, digits();
        if (i < n.size() && (n[i] == 'e' || n[i] == 'E')) {
            ++i;
            if (i < n.size() && (n[i] == '+' || n[i] == '-')) ++i;
            digits();
        }
        if (i != n.size()) fail("no number");
    }

    string text() {
        expect('"');
        string out;
        while (!skip('"')) {
            if (at_ == end_) fail("text without an end");
            unsigned char byte = static_cast<unsigned char>(*at_);
            if (byte < 0x20) fail("a control character");
            if (!skip('\\')) {
                out += *at_++;
                continue;
            }
            char escape = at_ == end_ ? 0 : *at_++;
            if (escape == '"' || escape == '\\') {
                out += escape;
            } else if (escape == 'u' && end_ - at_ >= 4) {
                out += static_cast<char>(std::strtol(string(at_, 4).c_str(), nullptr, 16));  // the client escapes only these
                at_ += 4;
            } else {
                fail("an escape");
            }
        }
        return out;
    }

    const char *at_, *end_;
};

// The world as a reader of the trace has it -----------------------------------------------------------------------------------

struct World {
    std::map<string, std::map<string, Json>> objects, cameras;
    std::vector<Json> said;  // of the last time
    double time = 0;
    bool has_keyframe = false;
    int keyframes = 0;

    void read(const string& text) {
        Json line = Parser(text).whole();
        double now = line.at("time").as_double();
        if (line.find("eyeline_trace")) {
            only(line, {"eyeline_trace", "name", "time", "scene"});
            if (line.at("eyeline_trace").value != "1" || line.at("name").kind != Json::text) fail("the start of the keyframe");
            objects.clear();
            cameras.clear();
            only(line.at("scene"), {"eyeline", "objects", "cameras"});
            add(line.at("scene"));
            ++keyframes;
        } else {
            only(line, {"time", "set", "add", "remove", "said"});
            if (!has_keyframe) fail("a line before the first keyframe");
        }
        if (has_keyframe && now < time) fail("time decreases");
        if (!has_keyframe || now > time) said.clear();
        has_keyframe = true;
        time = now;
        if (const Json* changes = line.find("set")) set(*changes);
        if (const Json* entries = line.find("add")) {
            only(*entries, {"objects", "cameras"});
            add(*entries);
        }
        if (const Json* names = line.find("remove")) {
            for (const Json& name : names->items) {
                if (objects.erase(name.value) + cameras.erase(name.value) != 1) fail("removes the unknown " + name.value);
            }
        }
        if (const Json* answers = line.find("said")) {
            for (const Json& answer : answers->items) hear(answer);
        }
    }

private:
    [[noreturn]] static void fail(const string& message) { throw std::runtime_error(message); }

    static void only(const Json& json, const std::set<string>& keys) {
        for (const auto& member : json.members) {
            if (!keys.count(member.first)) fail("the key " + member.first);
        }
    }

    void add(const Json& entries) {
        for (const char* list : {"objects", "cameras"}) {
            const Json* found = entries.find(list);
            if (!found) continue;
            for (const Json& entry : found->items) {
                string name = entry.at("name").value;
                if (objects.count(name) || cameras.count(name)) fail("adds " + name + " twice");
                bool is_camera = list[0] == 'c';
                std::set<string> keys = {"name", "shape", "position", "rotation", "scale", "layers"};
                if (is_camera) {
                    keys = {"name", "position", "rotation", "projection", "near", "far", "depth", "depth_bits", "mask", "size"};
                }
                only(entry, keys);
                auto& added = (is_camera ? cameras : objects)[name];
                for (const auto& [key, value] : entry.members) added[key] = value;
                if (!is_camera && !entry.find("shape")) fail("an object without a shape");
            }
        }
    }

    void set(const Json& changes) {
        for (const auto& [name, change] : changes.members) {
            bool is_camera = cameras.count(name) != 0;
            if (!is_camera && !objects.count(name)) fail("sets the unknown " + name);
            only(change, is_camera ? std::set<string>{"position", "rotation", "matrix", "projection", "near", "far", "mask", "size"}
                                   : std::set<string>{"position", "rotation", "matrix", "scale", "shape", "layers"});
            auto& entry = is_camera ? cameras[name] : objects[name];
            if (change.find("matrix")) {
                if (change.find("position") || change.find("rotation") || change.find("scale")) fail("a matrix with a pose");
                for (const char* key : {"position", "rotation", "scale"}) entry.erase(key);
            } else if (entry.count("matrix") && (change.find("position") || change.find("rotation") || change.find("scale"))) {
                if (!change.find("position") || !change.find("rotation")) fail("a part of a pose after a matrix");
                entry.erase("matrix");
            }
            for (const auto& [key, value] : change.members) entry[key] = value;
        }
    }

    void hear(const Json& answer) {
        auto object = [&](const string& name) {
            if (!objects.count(name)) fail("says something about the unknown object " + name);
        };
        if (answer.find("camera")) {
            only(answer, {"camera", "object", "verdict", "planes", "box", "sphere"});
            if (!cameras.count(answer.at("camera").value)) fail("says something about an unknown camera");
            object(answer.at("object").value);
        } else if (answer.find("ray")) {
            only(answer, {"ray", "hit", "t", "point", "normal"});
            if (answer.at("hit").kind == Json::text) object(answer.at("hit").value);
        } else if (const Json* pairs = answer.find("pairs")) {
            for (const Json& pair : pairs->items) {
                if (pair.items.size() != 2) fail("a pair that is none");
                for (const Json& name : pair.items) object(name.value);
            }
        } else {
            only(answer, {"agent", "status", "running"});
            answer.at("agent");
        }
        said.push_back(answer);
    }
};

std::vector<string> lines_of(const string& text) {
    std::vector<string> lines;
    std::istringstream in(text);
    for (string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

string read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// A file of this process alone, until the end of its scope.
struct TemporaryFile {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("eyeline_client_" + std::to_string(std::random_device()()) + ".jsonl");
    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
};

// The lines that a client writes.
std::vector<string> lines_from(const std::function<void(Client&)>& play, const Options& options = {}, const string& name = "test") {
    TemporaryFile file;
    {
        Client client = eyeline::to_file(name, file.path, options);
        play(client);
    }
    return lines_of(read_file(file.path));
}

World world_of(const std::vector<string>& lines) {
    World world;
    for (const string& line : lines) world.read(line);
    return world;
}

// A listener ------------------------------------------------------------------------------------------------------------------

class Listener {
public:
    explicit Listener(int port = 0) {
        eyeline::detail::start_sockets();
        listening_ = ::socket(AF_INET, SOCK_STREAM, 0);
        int on = 1;
        ::setsockopt(listening_, SOL_SOCKET, SO_REUSEADDR, reinterpret_cast<const char*>(&on), sizeof on);
        int little = 8192;  // so that a listener that does not read makes the client wait soon
        ::setsockopt(listening_, SOL_SOCKET, SO_RCVBUF, reinterpret_cast<const char*>(&little), sizeof little);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<uint16_t>(port));
        auto* plain = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        bool listens = ::bind(listening_, plain, size) == 0 && ::listen(listening_, 4) == 0;
        if (!listens || ::getsockname(listening_, plain, &size) != 0) throw std::runtime_error("no listener");
        port_ = ntohs(address.sin_port);
    }
    ~Listener() {
        hang_up();
        eyeline::detail::close_handle(listening_);
    }

    int port() const { return port_; }
    string address() const { return "127.0.0.1:" + std::to_string(port_); }

    void accept() { connection_ = ::accept(listening_, nullptr, nullptr); }
    void hang_up() {
        if (connection_ != eyeline::detail::NO_HANDLE) eyeline::detail::close_handle(connection_);
        connection_ = eyeline::detail::NO_HANDLE;
    }

    // The next whole line. Empty at the end.
    string line() {
        for (;;) {
            size_t end = text_.find('\n');
            if (end != string::npos) {
                string line = text_.substr(0, end);
                text_.erase(0, end + 1);
                return line;
            }
            char chunk[65536];
            auto size = ::recv(connection_, chunk, sizeof chunk, 0);
            if (size <= 0) return {};
            text_.append(chunk, static_cast<size_t>(size));
        }
    }

    void forget() { text_.clear(); }

private:
    eyeline::detail::Handle listening_, connection_ = eyeline::detail::NO_HANDLE;
    int port_ = 0;
    string text_;
};

template <class Condition> bool within(std::chrono::milliseconds time, Condition condition) {
    auto end = std::chrono::steady_clock::now() + time;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

constexpr std::chrono::milliseconds AT_MOST{20000};
const Shape BOX = Shape::box({1, 1, 1});

// Tests -----------------------------------------------------------------------------------------------------------------------

void lines_are_as_the_contract_has_them() {
    auto lines = lines_from([](Client& client) {
        client.object("crate", Shape::box({0.5f, 0.25f, 1}), {{0, 1, -4}});
        client.object("ball", Shape::sphere(0.1f), {{1, 2, 3}, {0, 1, 0, 0}, {1, 2, 1}}, 0b101);
        Camera eye;
        eye.position = {0, 2, 0};
        client.camera("eye", eye);
        client.tick(0);
        client.pose("crate", {0, 2, -4});
        client.shape("ball", Shape::cone(1, 2));
        client.object("new", Shape::capsule(1, 2));
        client.said_ray(Ray{{0, 0, 0}, {0, 0, -1}, 8, 1}, Hit{"crate", 3, Vec3{0, 0, -3}, Vec3{0, 0, 1}});
        client.said_ray("aim", std::nullopt);
        client.said_visibility("eye", "crate", Verdict::intersect);
        client.said_agent("guard", "running", "patrol");
        client.said_agent("dog", std::nullopt);
        client.said_pairs({{"crate", "ball"}, {"ball", "new"}});
        client.tick(0.25);
        client.remove("ball");
        client.tick(0.5);
        client.tick(0.75);
    });
    std::vector<string> expected = {
        R"({"eyeline_trace":1,"name":"test","time":0,"scene":{"eyeline":1,"objects":[)"
        R"({"name":"crate","shape":{"box":{"half_extents":[0.5,0.25,1]}},"position":[0,1,-4]},)"
        R"({"name":"ball","shape":{"sphere":{"radius":0.1}},"position":[1,2,3],"rotation":[0,1,0,0],"scale":[1,2,1],"layers":[0,2]}],)"
        R"("cameras":[{"name":"eye","projection":{"perspective":{"fov_y":60,"aspect":1.7777778}},"near":0.1,"far":100,)"
        R"("depth":"-1..1","depth_bits":24,"position":[0,2,0]}]}})",
        R"({"time":0.25,"set":{"crate":{"position":[0,2,-4]},"ball":{"shape":{"cone":{"radius":1,"height":2}}}},)"
        R"("add":{"objects":[{"name":"new","shape":{"capsule":{"radius":1,"half_height":2}},"position":[0,0,0]}]},)"
        R"("said":[{"ray":{"origin":[0,0,0],"direction":[0,0,-1],"length":8,"mask":[0]},)"
        R"("hit":"crate","t":3,"point":[0,0,-3],"normal":[0,0,1]},)"
        R"({"ray":"aim","hit":null},{"camera":"eye","object":"crate","verdict":"intersect"},)"
        R"({"agent":"guard","status":"running","running":"patrol"},{"agent":"dog"},{"pairs":[["crate","ball"],["ball","new"]]}]})",
        R"({"time":0.5,"remove":["ball"]})",
        R"({"time":0.75})",
    };
    CHECK_EQUAL(lines.size(), expected.size());
    for (size_t i = 0; i < std::min(lines.size(), expected.size()); ++i) CHECK_EQUAL(lines[i], expected[i]);
    world_of(lines);
}

void what_a_visibility_test_had_as_input() {
    auto lines = lines_from([](Client& client) {
        client.object("a", BOX);
        client.camera("eye", Camera());
        Tested tested;
        tested.planes.emplace();
        for (int i = 0; i < 6; ++i) (*tested.planes)[size_t(i)] = {float(i), 0, 1, -0.5f};
        client.said_visibility("eye", "a", Verdict::culled, tested);
        tested.box = eyeline::Box{{-1, -1, -1}, {1, 1, 1}};
        client.said_visibility("eye", "a", Verdict::visible, tested);
        tested = {};
        tested.sphere = eyeline::Sphere{{1, 2, 3}, 4};
        client.said_visibility("eye", "a", Verdict::inside, tested);
        client.tick(0);
        (tested.planes.emplace())[5] = {0, 0, 0, 9};
        client.said_visibility("eye", "a", Verdict::outside, tested);
        client.tick(1);
    });
    string planes = R"("planes":[[0,0,1,-0.5],[1,0,1,-0.5],[2,0,1,-0.5],[3,0,1,-0.5],[4,0,1,-0.5],[5,0,1,-0.5]])";
    string start = R"({"camera":"eye","object":"a","verdict":)";
    CHECK_EQUAL(lines.at(1), R"({"time":0,"said":[)" + start + R"("culled",)" + planes + "}," + start + R"("visible",)" + planes +
                                 R"(,"box":{"min":[-1,-1,-1],"max":[1,1,1]}},)" + start +
                                 R"("inside","sphere":{"center":[1,2,3],"radius":4}}]})");
    CHECK(lines.at(2).find(R"("planes":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,9]])") != string::npos);
}

void cameras_have_all_their_keys() {
    auto lines = lines_from([](Client& client) {
        Camera eye;
        eye.far_plane = INFINITY;
        eye.depth = eyeline::Depth::reversed;
        eye.mask = 0b11;
        eye.size = {{320, 200}};
        eye.depth_bits = 32;
        client.camera("a", eye);
        eye.depth = eyeline::Depth::zero_to_one;
        eye.projection = Projection::frustum(-1, 1, -0.5f, 0.5f);
        client.camera("b", eye);
        eye.far_plane = 50;
        eye.near_plane = -1;
        eye.projection = Projection::ortho(-1, 1, -0.5f, 0.5f);
        client.camera("c", eye);
        eye.projection = Projection::orthographic(4, 1.5f);
        client.camera("d", eye);
        float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        eye.projection = Projection::matrix(identity);
        eye.size.reset();
        client.camera("e", eye);
        client.tick(0);
        eye.mask = eyeline::ALL_LAYERS;  // a key less, which a `set` cannot say
        client.camera("e", eye);
        client.pose("e", {0, 1, 0}, {}, {3, 3, 3});  // cameras have no scale
        client.tick(1);
        client.camera("e", eye);
        client.tick(2);
        eye.projection = Projection::perspective(45, 2);
        eye.near_plane = 0.5f;
        client.camera("e", eye);
        client.tick(3);
        eye.depth_bits = 16;  // a key that a `set` does not have
        client.camera("e", eye);
        client.tick(4);
        CHECK_EQUAL(client.refused(), 0u);
    });
    for (const char* text : {
             R"({"name":"a","projection":{"perspective":{"fov_y":60,"aspect":1.7777778}},"near":0.1,"far":null,)"
             R"("mask":[0,1],"size":[320,200],"depth":"reversed","depth_bits":32,"position":[0,0,0]})",
             R"("projection":{"frustum":{"left":-1,"right":1,"bottom":-0.5,"top":0.5}},"near":0.1,"far":null,)"
             R"("mask":[0,1],"size":[320,200],"depth":"0..1")",
             R"("projection":{"ortho":{"left":-1,"right":1,"bottom":-0.5,"top":0.5}},"near":-1,"far":50)",
             R"("projection":{"orthographic":{"height":4,"aspect":1.5}},"near":-1,"far":50)",
             R"({"name":"e","projection":{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]},)"
             R"("mask":[0,1],"depth":"0..1","depth_bits":32,"position":[0,0,0]})",
         }) {
        CHECK(lines.at(0).find(text) != string::npos);
    }
    CHECK_EQUAL(lines.at(1), R"({"time":1,"remove":["e"]})");
    CHECK_EQUAL(lines.at(2), R"({"time":1,"add":{"cameras":[{"name":"e","projection":{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]},)"
                             R"("depth":"0..1","depth_bits":32,"position":[0,1,0]}]}})");
    CHECK_EQUAL(lines.at(3), R"({"time":2,"set":{"e":{"position":[0,0,0]}}})");
    CHECK_EQUAL(lines.at(4), R"({"time":3,"set":{"e":{"projection":{"perspective":{"fov_y":45,"aspect":2}},"near":0.5,"far":50}}})");
    CHECK_EQUAL(lines.at(5), R"({"time":4,"remove":["e"]})");
}

void a_camera_looks_at_its_target() {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> any(-5, 5);
    for (int i = 0; i < 1000; ++i) {
        Camera eye;
        eye.position = {any(random), any(random), any(random)};
        Vec3 target{any(random), any(random), any(random)};
        if (i < 2) target = {eye.position.x, eye.position.y + (i ? 1.0f : -1.0f), eye.position.z};  // vertical
        if (i == 2) target = {eye.position.x, eye.position.y, eye.position.z + 3};  // a half turn
        eye.look_at(target);
        auto [x, y, z, w] = eye.rotation;
        // The local -Z and +X axes in world space, from the matrix of the quaternion.
        Vec3 ahead{-2 * (x * z + w * y), -2 * (y * z - w * x), -(1 - 2 * (x * x + y * y))};
        Vec3 right{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)};
        Vec3 to{target.x - eye.position.x, target.y - eye.position.y, target.z - eye.position.z};
        float length = std::sqrt(to.x * to.x + to.y * to.y + to.z * to.z);
        CHECK(std::abs(ahead.x - to.x / length) + std::abs(ahead.y - to.y / length) + std::abs(ahead.z - to.z / length) < 1e-5f);
        CHECK(std::abs(right.y) < 1e-5f);
        if (i < 2) CHECK(std::abs(2 * (y * z + w * x) + 1) < 1e-5f);  // -Z is up
        CHECK(std::abs(x * x + y * y + z * z + w * w - 1) < 1e-5f);
    }
}

void changes_of_one_tick_are_joined() {
    auto lines = lines_from([](Client& client) {
        client.object("stays", BOX);
        client.tick(0);
        client.object("moved", BOX);
        client.pose("moved", {1, 0, 0});
        client.pose("moved", {2, 0, 0}, {0, 0, 1, 1});
        client.object("gone", BOX);
        client.remove("gone");
        client.object("stays", BOX, {{0, 0, 0}});
        client.tick(1);
        client.remove("moved");
        client.object("moved", BOX);  // another object of the same name
        client.remove("stays");
        client.camera("stays", Camera());
        client.tick(2);
        client.object("stays", BOX);  // replaces a camera
        client.pose("moved", {0, 1, 0});
        client.pose("moved", {0, 0, 0});
        client.tick(3);
    });
    CHECK_EQUAL(lines.at(1), R"({"time":1,"add":{"objects":[{"name":"moved","shape":{"box":{"half_extents":[1,1,1]}},)"
                             R"("position":[2,0,0],"rotation":[0,0,1,1]}]}})");
    CHECK_EQUAL(lines.at(2), R"({"time":2,"remove":["moved","stays"]})");
    CHECK(lines.at(3).find(R"({"time":2,"add":{"objects":[{"name":"moved")") == 0);
    CHECK(lines.at(3).find(R"("cameras":[{"name":"stays")") != string::npos);
    CHECK_EQUAL(lines.at(4), R"({"time":3,"remove":["stays"]})");
    CHECK_EQUAL(lines.size(), 6u);
    world_of(lines);
}

void a_matrix_stands_in_a_line_behind_its_entry() {
    float matrix[16] = {2, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1};
    auto lines = lines_from([&](Client& client) {
        client.object("a", BOX);
        client.matrix("a", matrix);
        client.tick(0);
        client.object("b", BOX);
        client.matrix("b", matrix);
        client.said_pairs({{"a", "b"}});
        client.tick(1);
        client.matrix("b", matrix);  // no change
        client.tick(2);
        client.pose("b", {1, 2, 3});  // all of the pose takes the place of the matrix
        client.tick(3);
        client.tick(6);  // a keyframe
    });
    string set = R"("set":{"a":{"matrix":[2,0,0,0,1,1,0,0,0,0,1,0,7,8,9,1]}}})";
    CHECK_EQUAL(lines.at(1), R"({"time":0,)" + set);
    CHECK_EQUAL(lines.at(2), R"({"time":1,"add":{"objects":[{"name":"b","shape":{"box":{"half_extents":[1,1,1]}},)"
                             R"("position":[7,8,9]}]}})");
    CHECK_EQUAL(lines.at(3), R"({"time":1,"set":{"b":{"matrix":[2,0,0,0,1,1,0,0,0,0,1,0,7,8,9,1]}},"said":[{"pairs":[["a","b"]]}]})");
    CHECK_EQUAL(lines.at(4), R"({"time":2})");
    CHECK_EQUAL(lines.at(5), R"({"time":3,"set":{"b":{"position":[1,2,3],"rotation":[0,0,0,1],"scale":[1,1,1]}}})");
    CHECK_EQUAL(lines.at(7), R"({"time":6,)" + set);
    world_of(lines);
}

void numbers_are_read_back_exactly() {
    std::mt19937 random(2);
    std::vector<float> numbers = {0, -0.0f, 1e-45f, -1.17549435e-38f, 3.40282347e38f, 0.1f, 16777216, 1e7f, 123456.789f};
    while (numbers.size() < 30000) {
        uint32_t bits = random();
        float number;
        std::memcpy(&number, &bits, sizeof number);
        if (std::isfinite(number)) numbers.push_back(number);
    }
    std::vector<std::vector<float>> read;
    auto lines = lines_from([&](Client& client) {
        client.object("a", BOX, {{5, 5, 5}});
        client.tick(0);
        for (size_t i = 0; i + 3 <= numbers.size(); i += 3) {
            client.pose("a", {numbers[i], numbers[i + 1], numbers[i + 2]});
            client.tick(0.001 * double(i));
        }
    }, Options{size_t{64} << 20});
    World world;
    for (size_t i = 0; i < lines.size(); ++i) {
        world.read(lines[i]);
        if (i == 0) continue;
        auto position = world.objects["a"]["position"].floats();
        size_t at = (i - 1) * 3;
        CHECK(position.size() == 3 && std::memcmp(position.data(), &numbers[at], 12) == 0);
        CHECK_EQUAL(world.time, 0.001 * double(at));
    }
    CHECK_EQUAL(lines.size(), numbers.size() / 3 + 1);
}

void names_are_escaped() {
    std::vector<string> names = {"\"quoted\"", "back\\slash", "tab\tnew\nline\x01\x1f",
                                 "Größe 日本 🚀", "/", "\x7f", string("a\0b", 3)};
    auto lines = lines_from(
        [&](Client& client) {
            for (const string& name : names) client.object(name, BOX);
            client.said_agent(names[0], names[1], names[2]);
            client.tick(0);
        },
        {}, names[2]);
    World world = world_of(lines);
    CHECK_EQUAL(world.objects.size(), names.size());
    for (const string& name : names) CHECK(world.objects.count(name));
    CHECK_EQUAL(Parser(lines.at(0)).whole().at("name").value, names[2]);
    CHECK_EQUAL(world.said.at(0).at("running").value, names[2]);
    CHECK(lines.at(0).find(R"("tab\u0009new\u000aline\u0001\u001f")") != string::npos);
}

void bytes_that_are_not_utf8_are_replaced() {
    struct Case {
        const char *given, *sent;
    };
    const Case cases[] = {
        {"\xff", "\xEF\xBF\xBD"},
        {"a\xc3", "a\xEF\xBF\xBD"},
        {"\xc3\xa4", "\xc3\xa4"},
        {"\xc0\xaf", "\xEF\xBF\xBD\xEF\xBF\xBD"},                          // overlong
        {"\xe0\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},          // overlong
        {"\xed\xa0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},          // a surrogate
        {"\xf4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},  // above U+10FFFF
        {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
        {"\xf0\x9f\x9a\x80", "\xf0\x9f\x9a\x80"},
    };
    for (const Case& c : cases) CHECK_EQUAL(eyeline::detail::quoted(c.given), '"' + string(c.sent) + '"');
}

void what_is_not_valid_is_refused() {
    float nan = NAN, inf = INFINITY;
    float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    std::vector<Vec3> flat = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3f, 0.7f, 1e-9f}};
    std::vector<Vec3> tilted;
    for (Vec3 p : flat) tilted.push_back({p.x, p.y, 0.3f * p.x - 0.7f * p.y});
    using Try = std::function<void(Client&)>;
    const Try tries[] = {
        [&](Client& c) { c.pose("nobody", {}); },
        [&](Client& c) { c.matrix("nobody", identity); },
        [&](Client& c) { c.shape("nobody", BOX); },
        [&](Client& c) { c.remove("nobody"); },
        [&](Client& c) { c.shape("eye", BOX); },
        [&](Client& c) { c.object("", BOX); },
        [&](Client& c) { c.camera(" \t", Camera()); },
        [&](Client& c) { c.pose("a", {nan, 0, 0}); },
        [&](Client& c) { c.pose("a", {0, 0, 0}, {0, 0, 0, inf}); },
        [&](Client& c) { c.pose("a", {0, 0, 0}, {0, 0, 0, 0}); },
        [&](Client& c) { c.pose("a", {0, 0, 0}, {}, {1, 0, 1}); },
        [&](Client& c) { c.object("b", BOX, {{0, -inf, 0}}); },
        [&](Client& c) { c.object("b", Shape::sphere(0)); },
        [&](Client& c) { c.object("b", Shape::sphere(-1)); },
        [&](Client& c) { c.object("b", Shape::cylinder(1, nan)); },
        [&](Client& c) { c.object("b", Shape::box({1, 1, 0})); },
        [&](Client& c) { c.object("b", Shape::box({1, inf, 1})); },
        [&](Client& c) { c.object("b", Shape::hull(flat)); },
        [&](Client& c) { c.object("b", Shape::hull(tilted)); },
        [&](Client& c) { c.object("b", Shape::hull(std::vector<Vec3>(4))); },
        [&](Client& c) { c.object("b", Shape::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})); },
        [&](Client& c) { c.object("b", Shape::hull(std::vector<Vec3>(257, Vec3{1, 2, 3}))); },
        [&](Client& c) { c.object("b", Shape::hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, nan}})); },
        [&](Client& c) { c.object("b", Shape::mesh("")); },
        [&](Client& c) { float m[16] = {}; m[15] = 1; c.matrix("a", m); },
        [&](Client& c) { float m[16]; std::copy_n(identity, 16, m); m[3] = 1; c.matrix("a", m); },
        [&](Client& c) { float m[16]; std::copy_n(identity, 16, m); m[12] = nan; c.matrix("a", m); },
        [&](Client& c) { Camera e; e.near_plane = 0; c.camera("eye", e); },
        [&](Client& c) { Camera e; e.far_plane = 0.1f; c.camera("eye", e); },
        [&](Client& c) { Camera e; e.far_plane = nan; c.camera("eye", e); },
        [&](Client& c) { Camera e; e.position.y = nan; c.camera("eye", e); },
        [&](Client& c) { Camera e; e.position = {1, 2, 3}; e.look_at({1, 2, 3}); c.camera("eye", e); },
        [&](Client& c) { Camera e; e.projection = Projection::perspective(180, 1); c.camera("eye", e); },
        [&](Client& c) { Camera e; e.projection = Projection::orthographic(1, 0); c.camera("eye", e); },
        [&](Client& c) { Camera e; e.projection = Projection::orthographic(1, 1); e.far_plane = inf; c.camera("eye", e); },
        [&](Client& c) { Camera e; e.projection = Projection::frustum(1, -1, -1, 1); c.camera("eye", e); },
        [&](Client& c) { Camera e; e.size = {{0, 100}}; c.camera("eye", e); },
        [&](Client& c) { Camera e; e.depth_bits = 8; c.camera("eye", e); },
        [&](Client& c) { c.said_visibility("eye", "nobody", Verdict::inside); },
        [&](Client& c) { c.said_visibility("a", "a", Verdict::inside); },
        [&](Client& c) { c.said_visibility("eye", "eye", Verdict::inside); },
        [&](Client& c) { Tested t; t.sphere.emplace(); t.box.emplace(); c.said_visibility("eye", "a", Verdict::inside, t); },
        [&](Client& c) { Tested t; t.sphere = eyeline::Sphere{{0, 0, 0}, -1}; c.said_visibility("eye", "a", Verdict::inside, t); },
        [&](Client& c) { Tested t; t.sphere = eyeline::Sphere{{0, 0, 0}, nan}; c.said_visibility("eye", "a", Verdict::inside, t); },
        [&](Client& c) { Tested t; (t.planes.emplace())[3].d = inf; c.said_visibility("eye", "a", Verdict::inside, t); },
        [&](Client& c) { Tested t; t.box = eyeline::Box{{0, 0, 0}, {0, nan, 0}}; c.said_visibility("eye", "a", Verdict::inside, t); },
        [&](Client& c) { c.said_ray(Ray{{0, 0, 0}, {0, 0, 0}}, std::nullopt); },
        [&](Client& c) { c.said_ray(Ray{{0, nan, 0}, {0, 0, 1}}, std::nullopt); },
        [&](Client& c) { c.said_ray(Ray{{0, 0, 0}, {0, 0, 1}, -1.0f}, std::nullopt); },
        [&](Client& c) { c.said_ray(Ray{{0, 0, 0}, {0, 0, 1}}, Hit{"nobody"}); },
        [&](Client& c) { c.said_ray(Ray{{0, 0, 0}, {0, 0, 1}}, Hit{"eye"}); },
        [&](Client& c) { c.said_ray("aim", Hit{"a", nan}); },
        [&](Client& c) { c.said_ray("aim", Hit{"a", 1.0f, Vec3{0, inf, 0}}); },
        [&](Client& c) { c.said_ray("", std::nullopt); },
        [&](Client& c) { c.said_pairs({{"a", "nobody"}}); },
        [&](Client& c) { c.said_agent("", "running"); },
        [&](Client& c) { c.tick(NAN); },
    };
    auto lines = lines_from([&](Client& client) {
        client.object("a", BOX);
        client.camera("eye", Camera());
        client.tick(1);
        uint64_t refused = 0;
        for (const Try& attempt : tries) {
            attempt(client);
            client.tick(1);
            CHECK_EQUAL(client.refused(), ++refused);
        }
    });
    World world = world_of(lines);
    CHECK_EQUAL(world.objects.size(), 1u);
    CHECK_EQUAL(world.objects["a"].size(), 3u);
    for (size_t i = 1; i < lines.size(); ++i) {
        CHECK(lines[i] == R"({"time":1})" || lines[i] == R"({"time":1,"said":[{"pairs":[]}]})");
    }
}

void what_was_said_about_a_removed_object_is_left_out() {
    auto lines = lines_from([](Client& client) {
        for (const char* name : {"a", "b", "c"}) client.object(name, BOX);
        client.camera("eye", Camera());
        client.tick(0);
        client.said_ray(Ray{{0, 0, 0}, {0, 0, 1}}, Hit{"a"});
        client.said_visibility("eye", "b", Verdict::inside);
        client.said_pairs({{"a", "b"}, {"b", "c"}});
        client.remove("a");
        client.tick(1);
        CHECK_EQUAL(client.refused(), 2u);
    });
    CHECK_EQUAL(lines.at(1), R"({"time":1,"remove":["a"],"said":[{"camera":"eye","object":"b","verdict":"inside"},)"
                             R"({"pairs":[["b","c"]]}]})");
}

void time_does_not_decrease() {
    auto lines = lines_from([](Client& client) {
        for (double time : {3.0, 4.0, 0.0, 0.5, 0.25}) client.tick(time);  // a level starts again at 0
    });
    World world = world_of(lines);
    CHECK_EQUAL(world.time, 4.5);
    CHECK_EQUAL(lines.back(), R"({"time":4.5})");
}

void the_world_is_repeated_every_five_seconds() {
    auto lines = lines_from([](Client& client) {
        client.object("a", BOX);
        for (int i = 0; i <= 12 * 60; ++i) {
            client.pose("a", {float(i), 0, 0});
            client.tick(i / 60.0);
        }
    });
    std::vector<double> times;
    for (const string& line : lines) {
        Json json = Parser(line).whole();
        if (json.find("eyeline_trace")) times.push_back(json.at("time").as_double());
    }
    CHECK(times == (std::vector<double>{0, 5, 10}));
    CHECK_EQUAL(lines.size(), 12u * 60 + 1);
    world_of(lines);
}

void long_lines_are_divided() {
    Options options;
    options.line_bytes = 2000;
    auto play = [](Client& client) {
        for (int i = 0; i < 100; ++i) {
            client.object("object " + std::to_string(i), BOX);
            client.camera("camera " + std::to_string(i), Camera());
        }
        client.tick(0);
        std::vector<std::pair<string, string>> pairs;
        for (int i = 0; i < 100; ++i) {
            string name = "object " + std::to_string(i);
            client.pose(name, {1, float(i), 0});
            client.said_ray("ray", Hit{name});
            pairs.emplace_back(name, name);
        }
        client.said_pairs(pairs);  // one answer, which cannot be divided
        client.object(string(2100, 'x'), BOX);
        client.tick(1);
    };
    uint64_t refused = 0;
    auto lines = lines_from([&](Client& client) { play(client); refused = client.refused(); }, options);
    size_t longest = 0;
    for (const string& line : lines) longest = std::max(longest, line.size() + 1);
    CHECK(longest <= 2000 && longest > 300);
    CHECK_EQUAL(refused, 2u);
    World world = world_of(lines);
    CHECK_EQUAL(world.objects.size(), 100u);
    CHECK_EQUAL(world.cameras.size(), 100u);
    CHECK_EQUAL(world.said.size(), 100u);
    CHECK_EQUAL(world.keyframes, 1);
    for (auto& object : world.objects) CHECK_EQUAL(object.second["position"].items.at(0).value, "1");
    CHECK_EQUAL(lines_from(play).size(), 2u);
}

// Many random calls, and after every tick the reader has the same world as the game.
void any_sequence_of_calls_gives_the_same_world() {
    struct Expected {
        bool is_camera;
        float size;
        Pose pose;
        bool has_matrix;
        std::array<float, 16> matrix;
        uint64_t layers;
    };
    for (unsigned seed = 0; seed < 60; ++seed) {
        std::mt19937 random(seed);
        auto below = [&](int n) { return int(random() % unsigned(n)); };
        auto number = [&] { return float(below(4)); };
        std::vector<std::map<string, Expected>> worlds;
        Options options;
        options.queue_bytes = size_t{64} << 20;
        if (seed % 3 == 0) options.line_bytes = 700;
        auto lines = lines_from([&](Client& client) {
            std::map<string, Expected> world;
            for (int tick = 0; tick < 200; ++tick) {
                for (int i = below(8); i > 0; --i) {
                    string name(1, char('a' + below(6)));
                    auto found = world.find(name);
                    Pose pose{{number(), number(), number()}, {number(), 0, 0, 1}, {1, 1 + number(), 1}};
                    float size = 1 + number();
                    switch (below(7)) {
                    case 0: {
                        uint64_t layers = uint64_t(below(4));
                        client.object(name, Shape::sphere(size), pose, layers);
                        world[name] = {false, size, pose, false, {}, layers};
                        break;
                    }
                    case 1: {
                        Camera camera;
                        camera.position = pose.position;
                        camera.rotation = pose.rotation;
                        camera.far_plane = 10 + size;
                        if (below(2)) camera.size = {{int(size), 1}};
                        client.camera(name, camera);
                        pose.scale = {1, 1, 1};
                        world[name] = {true, size, pose, false, {}, 1};
                        break;
                    }
                    case 2:
                        client.remove(name);
                        world.erase(name);
                        break;
                    case 3: {
                        std::array<float, 16> m = {1, number(), 0, 0, 0, 1, 0, 0, 0, 0, 1 + number(), 0, 1, 2, number(), 1};
                        client.matrix(name, m.data());
                        if (found != world.end()) found->second.matrix = m, found->second.has_matrix = true;
                        break;
                    }
                    case 4:
                        client.shape(name, Shape::sphere(size));
                        if (found != world.end() && !found->second.is_camera) found->second.size = size;
                        break;
                    default:
                        client.pose(name, pose.position, pose.rotation, pose.scale);
                        if (found == world.end()) break;
                        found->second.pose = pose;
                        found->second.has_matrix = false;
                    }
                    client.said_ray("ray", Hit{name});
                    if (below(3) == 0) client.said_pairs({{name, "a"}});
                }
                client.tick(tick);
                worlds.push_back(world);
            }
            CHECK_EQUAL(client.dropped(), 0u);
        }, options);

        World reader;
        auto compare = [&](size_t tick) {
            const auto& expected = worlds[tick];
            CHECK_EQUAL(reader.objects.size() + reader.cameras.size(), expected.size());
            for (const auto& [name, entry] : expected) {
                auto& list = entry.is_camera ? reader.cameras : reader.objects;
                CHECK(list.count(name));
                auto& found = list[name];
                auto numbers = [&](const char* key, std::vector<float> otherwise) {
                    return found.count(key) ? found[key].floats() : otherwise;
                };
                const auto& [position, rotation, scale] = entry.pose;
                if (entry.has_matrix) {
                    CHECK(numbers("matrix", {}) == std::vector<float>(entry.matrix.begin(), entry.matrix.end()));
                } else {
                    CHECK(!found.count("matrix"));
                    CHECK(numbers("position", {}) == (std::vector<float>{position.x, position.y, position.z}));
                    CHECK(numbers("rotation", {0, 0, 0, 1}) == (std::vector<float>{rotation.x, rotation.y, rotation.z, rotation.w}));
                    if (!entry.is_camera) CHECK(numbers("scale", {1, 1, 1}) == (std::vector<float>{scale.x, scale.y, scale.z}));
                }
                if (entry.is_camera) {
                    CHECK_EQUAL(found["far"].as_double(), double(10 + entry.size));
                } else {
                    CHECK_EQUAL(found["shape"].at("sphere").at("radius").as_double(), double(entry.size));
                    std::vector<float> layers;
                    for (int layer : {0, 1}) {
                        if (entry.layers >> layer & 1) layers.push_back(float(layer));
                    }
                    CHECK(numbers("layers", {0}) == layers);
                }
            }
        };
        size_t tick = 0;
        int before = failures;
        for (const string& line : lines) {
            size_t of = size_t(Parser(line).whole().at("time").as_double());
            if (of != tick) compare(tick);
            tick = of;
            reader.read(line);
            if (failures != before) {
                std::printf("seed %u, tick %zu\n", seed, tick);
                return;
            }
        }
        compare(tick);
        CHECK_EQUAL(tick, worlds.size() - 1);
    }
}

void a_client_that_is_off_does_nothing() {
    Client client = eyeline::off();
    float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    client.object("a", BOX);
    client.camera("eye", Camera());
    client.pose("b", {});
    client.matrix("b", identity);
    client.shape("b", BOX);
    client.said_visibility("eye", "b", Verdict::inside);
    client.said_ray("a", std::nullopt);
    client.said_ray(Ray{}, std::nullopt);
    client.said_pairs({{"a", "b"}});
    client.said_agent("a", "running");
    client.tick(0);
    client.remove("c");
    CHECK(!client.is_on() && !client.connected() && client.dropped() == 0 && client.refused() == 0);
    Client moved = std::move(client);
    moved.tick(1);
}

void a_file_is_written_while_the_game_runs() {
    TemporaryFile file;
    const auto& path = file.path;
    Client client = eyeline::to_file("test", path);
    CHECK(client.connected() && client.is_on());
    client.object("a", BOX);
    client.tick(0);
    CHECK(within(std::chrono::milliseconds(1000), [&] { return lines_of(read_file(path)).size() == 1; }));
    client.tick(1);
    CHECK(within(std::chrono::milliseconds(1000), [&] { return lines_of(read_file(path)).size() == 2; }));
}

void a_file_that_cannot_be_written() {
    auto path = std::filesystem::temp_directory_path() / "no such folder" / "trace.jsonl";
    Client client = eyeline::to_file("test", path);
    CHECK(!client.connected());
    client.object("a", BOX);
    client.tick(0);
    client.tick(1);
    CHECK_EQUAL(client.dropped(), 2u);
}

void ticks_before_the_connection_are_sent() {
    Listener listener;
    World world;
    {
        Client client = eyeline::connect("test", listener.address());
        client.object("a", BOX);
        for (int i = 0; i < 10; ++i) client.tick(i);
        std::thread reads([&] {
            listener.accept();
            for (string line; !(line = listener.line()).empty();) world.read(line);
        });
        client = eyeline::off();  // a game that ends at once sends what it has
        reads.join();
    }
    CHECK_EQUAL(world.time, 9.0);
    CHECK_EQUAL(world.keyframes, 2);
}

void a_new_connection_begins_with_the_present_world() {
    auto listener = std::make_unique<Listener>();
    int port = listener->port();
    Client client = eyeline::connect("test", listener->address());
    client.object("a", BOX);
    client.tick(0);
    listener->accept();
    World first;
    first.read(listener->line());
    CHECK(first.objects.count("a"));
    CHECK(within(AT_MOST, [&] { return client.connected(); }));

    listener.reset();
    int tick = 1;
    CHECK(within(AT_MOST, [&] { client.tick(0.001 * ++tick); return !client.connected(); }));
    client.object("b", BOX, {{1, 2, 3}});
    client.remove("a");
    client.tick(1);
    CHECK(client.dropped() > 0);

    listener = std::make_unique<Listener>(port);
    listener->accept();
    CHECK(within(AT_MOST, [&] { return client.connected(); }));
    client.tick(2);
    World second;
    second.read(listener->line());
    CHECK(second.has_keyframe && second.time == 2);
    CHECK(second.objects.size() == 1 && second.objects.count("b"));
    client.pose("b", {4, 5, 6});
    client.tick(3);
    second.read(listener->line());
    CHECK(second.objects["b"]["position"].floats() == (std::vector<float>{4, 5, 6}));
}

void a_listener_that_does_not_read_costs_the_oldest_lines() {
    Listener listener;
    Options options;
    options.queue_bytes = 200000;
    Client client = eyeline::connect("test", listener.address(), options);
    listener.accept();
    CHECK(within(AT_MOST, [&] { return client.connected(); }));
    auto play = [&](int tick) {
        for (int i = 0; i < 50; ++i) client.object("object " + std::to_string((i + tick) % 80), BOX, {{float(tick), float(i), 0}});
        string removed = "object " + std::to_string(tick % 80);
        client.said_ray("ray", Hit{removed});
        client.remove(removed);
        client.tick(tick / 60.0);
    };
    int ticks = 0;
    play(ticks++);
    World world;
    world.read(listener.line());
    uint64_t read = 1;
    auto start = std::chrono::steady_clock::now();
    while (client.dropped() < 500 && ticks < 20000) play(ticks++);
    CHECK(client.dropped() >= 500);
    CHECK(std::chrono::steady_clock::now() - start < AT_MOST);  // the game did not wait
    std::thread reads([&] {
        try {
            for (string line; !(line = listener.line()).empty(); ++read) world.read(line);
        } catch (const std::exception& error) {
            std::printf("line %llu: %s\n", static_cast<unsigned long long>(read), error.what());
            ++failures;
        }
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    for (int i = 0; i < 20; ++i) play(ticks++);
    uint64_t dropped = client.dropped();
    CHECK_EQUAL(client.refused(), uint64_t(ticks));  // once, even if a tick was formatted twice
    client = eyeline::off();
    reads.join();
    CHECK_EQUAL(world.time, (ticks - 1) / 60.0);  // the newest lines are there
    CHECK(world.keyframes >= 2);
    CHECK(read + dropped >= uint64_t(ticks));
    // The keyframe of a tick without a `said` is its only line; a name that is used again adds one.
    CHECK(read + dropped <= uint64_t(2 * ticks));
}

void the_queue_drops_whole_groups() {
    Listener listener;
    eyeline::detail::Writer writer(listener.address(), 1000);
    auto push = [&](string name, size_t size, bool is_keyframe) {
        name.resize(size - 1, '.');
        name += '\n';
        return writer.push(name, 1, is_keyframe);
    };
    auto next = [&] { return listener.line().substr(0, 2); };
    listener.accept();
    string first = "first\n" + string(size_t{16} << 20, '.') + '\n';
    CHECK(writer.push(first, 1, true));
    CHECK_EQUAL(listener.line(), "first");  // now the writer waits for the rest to be read

    CHECK(push("K1", 400, true));
    CHECK(push("L1", 400, false));
    CHECK_EQUAL(writer.dropped(), 0u);
    CHECK(!push("L2", 400, false));  // nothing is left that it could follow
    CHECK_EQUAL(writer.dropped(), 2u);
    CHECK(!push("L2", 400, false));
    CHECK(push("K2", 400, true));
    CHECK(push("K3", 300, true));
    CHECK(push("L3", 400, false));
    CHECK_EQUAL(writer.dropped(), 3u);
    CHECK(push("K4", 5000, true));  // has room for itself and as much again
    CHECK(push("L4", 4000, false));
    CHECK_EQUAL(writer.dropped(), 3u);
    CHECK(push("L5", 400, false));
    CHECK_EQUAL(writer.dropped(), 5u);
    CHECK(push("K5", 300, true));  // and now a small one: 1000 bytes again
    CHECK_EQUAL(writer.dropped(), 8u);

    listener.line();
    CHECK_EQUAL(next(), "K5");
    for (int i = 0; i < 10; ++i) {
        CHECK(push("L6", 400, false));
        CHECK_EQUAL(next(), "L6");
    }
    CHECK_EQUAL(writer.dropped(), 8u);
}

void a_world_that_is_larger_than_the_queue_is_sent() {
    Listener listener;
    Options options;
    options.queue_bytes = 1000;
    Client client = eyeline::connect("test", listener.address(), options);
    for (int i = 0; i < 1000; ++i) client.object(std::to_string(i), BOX);
    std::thread plays([&] {
        for (int i = 0; i < 50; ++i) {
            client.pose("7", {float(i), 0, 0});
            client.tick(i / 60.0);
        }
        client = eyeline::off();
    });
    listener.accept();
    World world;
    for (string line; !(line = listener.line()).empty();) world.read(line);
    plays.join();
    CHECK_EQUAL(world.objects.size(), 1000u);
    CHECK_EQUAL(world.time, 49 / 60.0);
}

void a_listener_that_talks_and_hangs_up_is_no_problem() {
    Listener listener;
    Client client = eyeline::connect("test", listener.address());
    for (int i = 0; i < 2; ++i) {
        listener.accept();
        CHECK(within(AT_MOST, [&] { return client.connected(); }));
        listener.hang_up();
        // Without a tick too.
        CHECK(within(AT_MOST, [&] { return !client.connected(); }));
    }
}

void a_client_without_a_listener_ends_at_once() {
    int port = Listener().port();
    for (const string& address : {"127.0.0.1:" + std::to_string(port), string("no address"), string("[::1]:1"), string("")}) {
        auto start = std::chrono::steady_clock::now();
        {
            Client client = eyeline::connect("test", address);
            client.tick(0);
            CHECK(within(AT_MOST, [&] { return client.dropped() == 1; }));
            client.tick(1);
            CHECK_EQUAL(client.dropped(), 2u);
            CHECK(!client.connected());
        }
        CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
    }
}

int check_trace(const char* path) {
    World world;
    std::ifstream in(path);
    size_t number = 0, said = 0;
    for (string line; std::getline(in, line);) {
        ++number;
        try {
            world.read(line);
            if (const Json answers = Parser(line).whole(); answers.find("said")) said += answers.at("said").items.size();
        } catch (const std::exception& error) {
            std::printf("%s:%zu: %s\n", path, number, error.what());
            return 1;
        }
    }
    std::printf("%zu lines, %d keyframes, %zu objects and %zu cameras at the end, %zu answers, %g s\n", number, world.keyframes,
                world.objects.size(), world.cameras.size(), said, world.time);
    return world.has_keyframe ? 0 : 1;
}

int main(int count, char** arguments) {
    if (count > 1) return check_trace(arguments[1]);
    const std::pair<const char*, void (*)()> tests[] = {
#define TEST(name) {#name, name}
        TEST(lines_are_as_the_contract_has_them),
        TEST(what_a_visibility_test_had_as_input),
        TEST(cameras_have_all_their_keys),
        TEST(a_camera_looks_at_its_target),
        TEST(changes_of_one_tick_are_joined),
        TEST(a_matrix_stands_in_a_line_behind_its_entry),
        TEST(numbers_are_read_back_exactly),
        TEST(names_are_escaped),
        TEST(bytes_that_are_not_utf8_are_replaced),
        TEST(what_is_not_valid_is_refused),
        TEST(what_was_said_about_a_removed_object_is_left_out),
        TEST(time_does_not_decrease),
        TEST(the_world_is_repeated_every_five_seconds),
        TEST(long_lines_are_divided),
        TEST(any_sequence_of_calls_gives_the_same_world),
        TEST(a_client_that_is_off_does_nothing),
        TEST(a_file_is_written_while_the_game_runs),
        TEST(a_file_that_cannot_be_written),
        TEST(ticks_before_the_connection_are_sent),
        TEST(a_new_connection_begins_with_the_present_world),
        TEST(a_listener_that_does_not_read_costs_the_oldest_lines),
        TEST(the_queue_drops_whole_groups),
        TEST(a_world_that_is_larger_than_the_queue_is_sent),
        TEST(a_listener_that_talks_and_hangs_up_is_no_problem),
        TEST(a_client_without_a_listener_ends_at_once),
#undef TEST
    };
    for (auto [name, test] : tests) {
        int before = failures;
        try {
            test();
        } catch (const std::exception& error) {
            std::printf("%s: %s\n", name, error.what());
            ++failures;
        }
        std::printf("%-58s %s\n", name, failures == before ? "ok" : "FAILED");
        std::fflush(stdout);
    }
    return failures == 0 ? 0 : 1;
}
