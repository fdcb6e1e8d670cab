// What a frame costs the thread of the game: 500 objects that move and 500 answers, then the tick. Median of 2000 frames, which
// are 2 ms apart, so that the writer runs beside them as in a game.
#include "eyeline.hpp"

#include <cstdio>
#include <functional>
#include <random>

using eyeline::Client;

// Microseconds of the calls of one frame.
static double median(Client& client, const std::vector<std::string>& names, const std::function<void(Client&, int)>& say) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> any(-50, 50);
    std::vector<double> times;
    for (int frame = 0; frame < 2000; ++frame) {
        std::vector<eyeline::Vec3> positions(names.size());
        std::vector<eyeline::Quat> rotations(names.size());
        for (auto& p : positions) p = {any(random), any(random), any(random)};
        for (auto& q : rotations) q = {any(random) / 50, any(random) / 50, any(random) / 50, any(random) / 50};
        auto start = std::chrono::steady_clock::now();
        for (size_t i = 0; i < names.size(); ++i) client.pose(names[i], positions[i], rotations[i]);
        for (size_t i = 0; i < names.size(); ++i) say(client, int(i));
        client.tick(frame / 60.0);
        times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    std::nth_element(times.begin(), times.begin() + 1000, times.end());
    return times[1000];
}

int main() {
    std::vector<std::string> names;
    for (int i = 0; i < 500; ++i) names.push_back("crate number " + std::to_string(i));
    auto path = std::filesystem::temp_directory_path() / "eyeline_client_bench.jsonl";

    eyeline::Tested tested;
    auto& planes = tested.planes.emplace();
    for (int i = 0; i < 6; ++i) planes[size_t(i)] = {0.123456f * float(i), 0.3456789f, -0.98765f, 12.3456f};
    eyeline::Tested boxes = tested;
    const std::pair<const char*, std::function<void(Client&, int)>> answers[] = {
        {"no answers", [](Client&, int) {}},
        {"visibility, verdicts alone",
         [&](Client& client, int i) { client.said_visibility("eye", names[size_t(i)], eyeline::Verdict::visible); }},
        {"visibility with the planes of the camera",
         [&](Client& client, int i) { client.said_visibility("eye", names[size_t(i)], eyeline::Verdict::visible, tested); }},
        {"visibility with planes and boxes",
         [&](Client& client, int i) {
             float x = 0.12345f * float(i);
             boxes.box = eyeline::Box{{x, x + 1.5f, x - 7}, {x + 1, x + 3.1f, x}};
             client.said_visibility("eye", names[size_t(i)], eyeline::Verdict::visible, boxes);
         }},
        {"rays with t, point and normal",
         [&](Client& client, int i) {
             float x = 0.12345f * float(i);
             eyeline::Ray ray{{x, 1.7f, -x}, {0.6123f, 0.1234f, 0.7789f}};
             eyeline::Vec3 point{x * x, x + 1, x - 7}, normal{0.577f, -0.577f, 0.577f};
             client.said_ray(ray, eyeline::Hit{names[size_t(i)], 3.21f * x, point, normal});
         }},
    };
    for (const auto& [words, say] : answers) {
        for (bool is_on : {true, false}) {
            Client client = is_on ? eyeline::to_file("bench", path) : eyeline::off();
            for (const auto& name : names) client.object(name, eyeline::Shape::box({1, 1, 1}));
            client.camera("eye", eyeline::Camera());
            double time = median(client, names, say);
            std::printf("%s %-42s %7.1f us  %llu lines dropped\n", is_on ? "on " : "off", words, time,
                        static_cast<unsigned long long>(client.dropped()));
        }
    }
    std::filesystem::remove(path);
}
