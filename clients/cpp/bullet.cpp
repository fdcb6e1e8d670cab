// A world of Bullet that sends itself to eyeline: 200 bodies of mixed shapes fall into a tray. In each tick it sends the poses,
// rays with the answers of rayTest, and the pairs that the broad phase has found.
//
//     build/bullet                                 to `eyeline live`, in real time
//     build/bullet --file PATH [--seconds N]       into a file, as fast as it can
//
// Two weaknesses of Bullet are to be seen. Some rays start inside a cylinder, the tank: Bullet answers as if it was not there
// (bullet3 issues 459 and 4286), and eyeline that they hit it at t = 0. And the usual ray test is approximate, as its header
// documents (btRaycastCallback.h): it ends about 1 cm before a surface, so that some of the other rays have another t.
#include "eyeline.hpp"

#include <btBulletDynamicsCommon.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

using eyeline::Shape;

// Layers of eyeline and groups of Bullet: rays meet only bodies whose shape eyeline has too.
static constexpr std::uint64_t SAME_SHAPE = 1 << 0, OTHER_SHAPE = 1 << 1;
static constexpr int OTHER_SHAPE_GROUP = 64;  // the first that Bullet leaves to the game

static eyeline::Vec3 vec3(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
static eyeline::Quat quat(const btQuaternion& q) { return {q.x(), q.y(), q.z(), q.w()}; }

// A shape of Bullet as eyeline has it.
struct Form {
    Shape shape;
    btVector3 offset{0, 0, 0};  // of its origin in the body
    bool is_same = true;
};

static Form form_of(const btCollisionShape& shape) {
    switch (shape.getShapeType()) {
    case BOX_SHAPE_PROXYTYPE: return {Shape::box(vec3(static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin()))};
    case SPHERE_SHAPE_PROXYTYPE: return {Shape::sphere(static_cast<const btSphereShape&>(shape).getRadius())};
    case CYLINDER_SHAPE_PROXYTYPE: {
        const auto& cylinder = static_cast<const btCylinderShape&>(shape);
        return {Shape::cylinder(cylinder.getRadius(), cylinder.getHalfExtentsWithMargin().y())};
    }
    case CAPSULE_SHAPE_PROXYTYPE: {
        const auto& capsule = static_cast<const btCapsuleShape&>(shape);
        return {Shape::capsule(capsule.getRadius(), capsule.getHalfHeight())};
    }
    case CONE_SHAPE_PROXYTYPE: {
        // The origin of Bullet's is half of the height below the apex, that of eyeline's is the apex.
        const auto& cone = static_cast<const btConeShape&>(shape);
        return {Shape::cone(cone.getRadius(), cone.getHeight()), {0, cone.getHeight() / 2, 0}};
    }
    case CONVEX_HULL_SHAPE_PROXYTYPE: {
        const auto& hull = static_cast<const btConvexHullShape&>(shape);
        std::vector<eyeline::Vec3> points;
        for (int i = 0; i < hull.getNumPoints(); ++i) points.push_back(vec3(hull.getScaledPoint(i)));
        return {Shape::hull(points)};
    }
    case COMPOUND_SHAPE_PROXYTYPE: {
        // The hull of the boxes of its parts.
        const auto& compound = static_cast<const btCompoundShape&>(shape);
        std::vector<eyeline::Vec3> points;
        for (int i = 0; i < compound.getNumChildShapes(); ++i) {
            btVector3 min, max;
            compound.getChildShape(i)->getAabb(btTransform::getIdentity(), min, max);
            for (int corner = 0; corner < 8; ++corner) {
                btVector3 local(corner & 1 ? max.x() : min.x(), corner & 2 ? max.y() : min.y(), corner & 4 ? max.z() : min.z());
                points.push_back(vec3(compound.getChildTransform(i) * local));
            }
        }
        return {Shape::hull(points), {0, 0, 0}, false};
    }
    default: {
        btVector3 min, max;
        shape.getAabb(btTransform::getIdentity(), min, max);
        return {Shape::box(vec3((max - min) / 2)), (min + max) / 2, false};
    }
    }
}

struct Body {
    std::string name;
    std::unique_ptr<btCollisionShape> shape;
    Form form;
    std::unique_ptr<btRigidBody> rigid;

    eyeline::Pose pose() const {
        const btTransform& transform = rigid->getWorldTransform();
        return {vec3(transform * form.offset), quat(transform.getRotation())};
    }
};

class Game {
public:
    explicit Game(eyeline::Client client) : client_(std::move(client)) {
        world_.setGravity({0, -9.81f, 0});
        // Bullet leaves out pairs of two bodies that cannot move, so none of these touch: gaps of 5 cm.
        add("ground", box(10, 0.5f, 10), {0, -0.5f, 0}, 0);
        add("wall left", box(0.25f, 1, 9), {-9.7f, 1.05f, 0}, 0);
        add("wall right", box(0.25f, 1, 9), {9.7f, 1.05f, 0}, 0);
        add("wall back", box(9, 1, 0.25f), {0, 1.05f, -9.7f}, 0);
        add("wall front", box(9, 1, 0.25f), {0, 1.05f, 9.7f}, 0);
        add("tank", std::make_unique<btCylinderShape>(btVector3(1.5f, 1.2f, 1.5f)), TANK, 0);
    }

    ~Game() {
        for (auto& body : bodies_) world_.removeRigidBody(body->rigid.get());
    }

    void tick(int tick) {
        if (tick % 2 == 0 && dropped_bodies_ < 200) drop_body();
        // One step of exactly one tick. What the queries see are the poses of the bodies, not those of motion states between steps.
        world_.stepSimulation(1 / 60.0f, 0);
        remove_lost();
        for (const auto& body : bodies_) {
            eyeline::Pose pose = body->pose();
            client_.pose(body->name, pose.position, pose.rotation);
        }
        // A step finds the pairs before it moves the bodies.
        world_.updateAabbs();
        world_.computeOverlappingPairs();
        say_pairs();
        say_rays(tick);
        client_.tick(tick / 60.0);
    }

    void report() const {
        std::printf("%zu bodies; %d rays from above, %d hits; %d rays from inside the tank, %d hits of it; %zu pairs at the end\n",
                    bodies_.size(), rays_, hits_, inside_rays_, inside_hits_, pairs_.size());
        std::printf("%llu lines dropped, %llu entries refused\n", static_cast<unsigned long long>(client_.dropped()),
                    static_cast<unsigned long long>(client_.refused()));
    }

private:
    static inline const btVector3 TANK{5, 1.25f, 5};

    float any(float low, float high) { return low + (high - low) * float(random_() >> 8) / float(1 << 24); }

    static std::unique_ptr<btCollisionShape> box(float x, float y, float z) {
        return std::make_unique<btBoxShape>(btVector3(x, y, z));
    }

    void add(std::string name, std::unique_ptr<btCollisionShape> shape, const btVector3& position, float mass) {
        Form form = form_of(*shape);
        auto body = std::make_unique<Body>(Body{std::move(name), std::move(shape), std::move(form), nullptr});
        btVector3 inertia(0, 0, 0);
        if (mass > 0) body->shape->calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, body->shape.get(), inertia);
        info.m_startWorldTransform = btTransform(btQuaternion(any(-1, 1), any(-1, 1), any(-1, 1), 1).normalized(), position);
        if (mass == 0) info.m_startWorldTransform.setRotation(btQuaternion::getIdentity());
        info.m_rollingFriction = 0.02f;
        body->rigid = std::make_unique<btRigidBody>(info);
        body->rigid->setUserPointer(body.get());
        int group = mass == 0 ? btBroadphaseProxy::StaticFilter : btBroadphaseProxy::DefaultFilter;
        if (!body->form.is_same) group = OTHER_SHAPE_GROUP;
        int mask = mass == 0 ? btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter : btBroadphaseProxy::AllFilter;
        world_.addRigidBody(body->rigid.get(), group, mask);
        client_.object(body->name, body->form.shape, body->pose(), body->form.is_same ? SAME_SHAPE : OTHER_SHAPE);
        bodies_.push_back(std::move(body));
    }

    void drop_body() {
        int number = dropped_bodies_++;
        std::unique_ptr<btCollisionShape> shape;
        const char* word = "";
        switch (number % 8) {
        case 0: word = "box", shape = box(any(0.2f, 0.6f), any(0.2f, 0.6f), any(0.2f, 0.6f)); break;
        case 1: word = "sphere", shape = std::make_unique<btSphereShape>(any(0.2f, 0.5f)); break;
        case 2: {
            float radius = any(0.2f, 0.5f);
            word = "cylinder", shape = std::make_unique<btCylinderShape>(btVector3(radius, any(0.2f, 0.6f), radius));
            break;
        }
        case 3: word = "capsule", shape = std::make_unique<btCapsuleShape>(any(0.15f, 0.3f), any(0.4f, 1)); break;
        case 4: word = "cone", shape = std::make_unique<btConeShape>(any(0.3f, 0.5f), any(0.5f, 1)); break;
        case 5: {
            auto hull = std::make_unique<btConvexHullShape>();
            for (int i = 0; i < 12; ++i) {
                btVector3 direction(any(-1, 1), any(-1, 1), any(-1, 1));
                hull->addPoint(direction.safeNormalize() * any(0.4f, 0.5f), false);
            }
            hull->recalcLocalAabb();
            word = "hull", shape = std::move(hull);
            break;
        }
        case 6: {
            auto hammer = std::make_unique<btCompoundShape>();
            hammer->addChildShape(btTransform(btQuaternion::getIdentity(), {0, 0.5f, 0}), head_.get());
            hammer->addChildShape(btTransform::getIdentity(), handle_.get());
            word = "hammer", shape = std::move(hammer);
            break;
        }
        case 7: {
            const btVector3 centres[] = {{-0.3f, 0, 0}, {0.3f, 0, 0}};
            const btScalar radii[] = {0.2f, 0.35f};
            word = "pear", shape = std::make_unique<btMultiSphereShape>(centres, radii, 2);
            break;
        }
        }
        // The margin of a cone and of a hull is outside of it, where eyeline has no solid.
        if (number % 8 == 4 || number % 8 == 5) shape->setMargin(0);
        add(word + (" " + std::to_string(number)), std::move(shape), {any(-8, 8), any(5, 8), any(-8, 8)}, 1);
    }

    void remove_lost() {
        for (size_t i = 0; i < bodies_.size();) {
            if (bodies_[i]->rigid->getWorldTransform().getOrigin().y() > -4) {
                ++i;
                continue;
            }
            client_.remove(bodies_[i]->name);
            world_.removeRigidBody(bodies_[i]->rigid.get());
            bodies_.erase(bodies_.begin() + std::ptrdiff_t(i));
        }
    }

    void say_pairs() {
        pairs_.clear();
        const btBroadphasePairArray& found = broadphase_.getOverlappingPairCache()->getOverlappingPairArray();
        auto name = [](const btBroadphaseProxy* proxy) -> std::string_view {
            return static_cast<const Body*>(static_cast<const btCollisionObject*>(proxy->m_clientObject)->getUserPointer())->name;
        };
        for (int i = 0; i < found.size(); ++i) pairs_.emplace_back(name(found[i].m_pProxy0), name(found[i].m_pProxy1));
        client_.said_pairs(pairs_);
    }

    void say_rays(int tick) {
        for (int i = 0; i < 24; ++i) {
            btVector3 target(any(-9, 9), 0, any(-9, 9));
            hits_ += say_ray({0, 6, 0}, target - btVector3(0, 6, 0), 30) != nullptr;
            ++rays_;
        }
        // A ring that turns, from inside the tank.
        for (int i = 0; i < 8; ++i) {
            float angle = 0.02f * float(tick) + SIMD_2_PI * float(i) / 8;
            btVector3 start = TANK + btVector3(any(-0.7f, 0.7f), any(-0.7f, 0.7f), any(-0.7f, 0.7f));
            const Body* hit = say_ray(start, {std::cos(angle), any(-0.5f, 0.5f), std::sin(angle)}, 5);
            inside_hits_ += hit && hit->name == "tank";
            ++inside_rays_;
        }
    }

    // The body that Bullet answers with.
    const Body* say_ray(const btVector3& origin, const btVector3& direction, float length) {
        btVector3 unit = direction.normalized();
        btVector3 end = origin + unit * length;
        btCollisionWorld::ClosestRayResultCallback answer(origin, end);
        answer.m_collisionFilterMask = btBroadphaseProxy::DefaultFilter | btBroadphaseProxy::StaticFilter;
        world_.rayTest(origin, end, answer);
        eyeline::Ray ray{vec3(origin), vec3(unit), length, SAME_SHAPE};
        if (!answer.hasHit()) {
            client_.said_ray(ray, std::nullopt);
            return nullptr;
        }
        const Body* body = static_cast<const Body*>(answer.m_collisionObject->getUserPointer());
        client_.said_ray(ray, eyeline::Hit{body->name, answer.m_closestHitFraction * length, vec3(answer.m_hitPointWorld),
                                           vec3(answer.m_hitNormalWorld)});
        return body;
    }

    eyeline::Client client_;
    std::mt19937 random_{7};
    std::unique_ptr<btCollisionShape> head_ = box(0.4f, 0.15f, 0.15f), handle_ = box(0.06f, 0.5f, 0.06f);

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};

    std::vector<std::unique_ptr<Body>> bodies_;
    std::vector<std::pair<std::string_view, std::string_view>> pairs_;
    int dropped_bodies_ = 0, rays_ = 0, hits_ = 0, inside_rays_ = 0, inside_hits_ = 0;
};

int main(int count, char** arguments) {
    std::string file, address = "127.0.0.1:7420";
    int seconds = 10;
    for (int i = 1; i < count; i += 2) {
        std::string option = arguments[i];
        if (i + 1 < count && option == "--file") {
            file = arguments[i + 1];
        } else if (i + 1 < count && option == "--address") {
            address = arguments[i + 1];
        } else if (i + 1 < count && option == "--seconds") {
            seconds = std::atoi(arguments[i + 1]);
        } else {
            std::fprintf(stderr, "usage: bullet [--file PATH | --address HOST:PORT] [--seconds N]\n");
            return 2;
        }
    }
    bool is_live = file.empty();
    Game game(is_live ? eyeline::connect("Bullet", address) : eyeline::to_file("Bullet", file));
    auto start = std::chrono::steady_clock::now();
    for (int tick = 0; tick < seconds * 60; ++tick) {
        game.tick(tick);
        if (is_live) std::this_thread::sleep_until(start + std::chrono::microseconds(tick * std::int64_t{1000000} / 60));
    }
    game.report();
}
