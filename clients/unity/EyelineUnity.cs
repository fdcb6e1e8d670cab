// The part of the client for Unity 2021 LTS and later: a component that sends cameras, renderers and colliders, and what Unity itself
// answers about them. It needs Eyeline.cs. Add it to one object of the scene and fill its lists, or call Add.
//
// - A renderer is the box `localBounds`, with its matrix. For each camera the verdict of GeometryUtility.TestPlanesAABB on
//   CalculateFrustumPlanes and `Renderer.bounds` is sent, with these planes and bounds.
// - A collider is its own shape. Cast rays with Raycast of this component instead of Physics.Raycast; the hits are sent.
//
// A renderer has the layer of its object, 0 to 31. A collider has that number plus 32, so that the rays of eyeline hit colliders alone.
// The names of colliders end in " collider". The hits of a Rigidbody that is interpolated may differ from the shown ones: Physics asks
// the simulated pose, and the Transform has the interpolated one.

using System.Collections.Generic;
using UnityEngine;

namespace EyelineClient
{
    [DefaultExecutionOrder(10000)] // after the LateUpdate of everything that moves
    [DisallowMultipleComponent]
    public sealed class EyelineUnity : MonoBehaviour
    {
        public string gameName = "Unity";
        public string address = Eyeline.DefaultAddress;
        [Tooltip("A file to write in place of a connection.")]
        public string file = "";
        [Tooltip("Whether each camera is asked about each renderer at each frame.")]
        public bool sendVerdicts = true;
        public List<Camera> cameras = new List<Camera>();
        public List<Renderer> renderers = new List<Renderer>();
        public List<Collider> colliders = new List<Collider>();

        // eyeline's sizes are above 0, and a mesh such as Unity's Plane has no thickness.
        private const float LeastHalfExtent = 1e-5f;

        private readonly Dictionary<Component, string> names = new Dictionary<Component, string>();
        private readonly HashSet<string> taken = new HashSet<string>();
        private readonly Dictionary<Camera, SentLens> lenses = new Dictionary<Camera, SentLens>();
        private readonly Dictionary<Component, Vector3> sizes = new Dictionary<Component, Vector3>(); // what the sent shape depends on
        private readonly List<Component> gone = new List<Component>();
        private readonly Plane[] frustum = new Plane[6];
        private readonly float[] planes = new float[24];
        private readonly float[] columns = new float[16];

        private struct SentLens
        {
            public Matrix4x4 Projection;
            public int Mask;
            public int Width, Height;
            public Lens Lens;
        }

        /// <summary>The client, for answers of your own. Its coordinates are right-handed: convert with LeftHanded.</summary>
        public Eyeline Client { get; private set; } = Eyeline.Off();

        public void Add(Camera camera) => cameras.Add(camera);

        public void Add(Renderer renderer) => renderers.Add(renderer);

        public void Add(Collider collider) => colliders.Add(collider);

        /// <summary>The name of a camera, renderer or collider in eyeline.</summary>
        public string NameOf(Component component)
        {
            string known;
            if (names.TryGetValue(component, out known))
                return known;
            string first = component.gameObject.name;
            if (component is Collider)
                first += " collider";
            string unique = first;
            for (int number = 2; !taken.Add(unique); number++)
                unique = first + " " + number;
            names.Add(component, unique);
            return unique;
        }

        /// <summary>Physics.Raycast without triggers; the answer is sent with the next tick.</summary>
        public bool Raycast(Vector3 origin, Vector3 direction, out RaycastHit hit, float maxDistance = Mathf.Infinity, int layerMask = Physics.DefaultRaycastLayers)
        {
            bool found = Physics.Raycast(origin, direction, out hit, maxDistance, layerMask, QueryTriggerInteraction.Ignore);
            var from = ToEyeline(origin);
            var along = ToEyeline(direction.normalized); // so that t is the distance
            float? length = maxDistance < float.MaxValue ? maxDistance : (float?)null;
            ulong mask = (ulong)(uint)layerMask << 32;
            if (found)
                Client.SaidRay(from, along, NameOf(hit.collider), hit.distance, ToEyeline(hit.point), ToEyeline(hit.normal), length, mask);
            else
                Client.SaidRay(from, along, null, null, null, null, length, mask);
            return found;
        }

        private void OnEnable()
        {
            names.Clear();
            taken.Clear();
            lenses.Clear();
            sizes.Clear();
            Client = string.IsNullOrEmpty(file) ? Eyeline.Connect(gameName, address) : Eyeline.ToFile(gameName, file);
        }

        private void OnDisable()
        {
            Client.Dispose();
            Client = Eyeline.Off();
        }

        private void LateUpdate()
        {
            ForgetDestroyed();
            foreach (var camera in cameras)
                Send(camera);
            foreach (var renderer in renderers)
                Send(renderer);
            foreach (var collider in colliders)
                Send(collider);
            if (sendVerdicts)
                foreach (var camera in cameras)
                    SendVerdicts(camera);
            Client.Tick(Time.timeAsDouble);
        }

        private void ForgetDestroyed()
        {
            // A destroyed component compares equal to null.
            cameras.RemoveAll(c => c == null);
            renderers.RemoveAll(r => r == null);
            colliders.RemoveAll(c => c == null);
            foreach (var component in names.Keys)
                if (component == null)
                    gone.Add(component);
            foreach (var component in gone)
            {
                var cameraGone = component as Camera;
                if (sizes.Remove(component) || (!ReferenceEquals(cameraGone, null) && lenses.Remove(cameraGone)))
                    Client.Remove(names[component]);
                taken.Remove(names[component]);
                names.Remove(component);
            }
            gone.Clear();
        }

        private void Send(Camera camera)
        {
            var projection = camera.projectionMatrix;
            SentLens sent;
            if (!lenses.TryGetValue(camera, out sent) || sent.Projection != projection || sent.Mask != camera.cullingMask
                || sent.Width != camera.pixelWidth || sent.Height != camera.pixelHeight)
            {
                sent.Projection = projection;
                sent.Mask = camera.cullingMask;
                sent.Width = camera.pixelWidth;
                sent.Height = camera.pixelHeight;
                sent.Lens = LensOf(camera, projection).WithMask((uint)sent.Mask).WithSize(sent.Width, sent.Height);
                lenses[camera] = sent;
            }
            // The same lens sends the pose alone.
            var place = camera.transform;
            Client.Camera(NameOf(camera), sent.Lens, ToEyeline(place.position), ToEyeline(place.rotation));
        }

        private Lens LensOf(Camera camera, Matrix4x4 projection)
        {
            float near = camera.nearClipPlane, far = camera.farClipPlane, aspect = camera.aspect;
            if (camera.orthographic)
            {
                float half = camera.orthographicSize;
                if (Alike(projection, Matrix4x4.Ortho(-half * aspect, half * aspect, -half, half, near, far)))
                    return Lens.Orthographic(2 * half, aspect, near, far);
            }
            else if (Alike(projection, Matrix4x4.Perspective(camera.fieldOfView, aspect, near, far)))
                return Lens.Perspective(camera.fieldOfView, aspect, near, far);
            // Camera.projectionMatrix is that of OpenGL on every platform, and its view space is right-handed.
            for (int i = 0; i < 16; i++)
                columns[i] = projection[i];
            return Lens.Matrix(columns, DepthRange.MinusOneToOne);
        }

        private static bool Alike(Matrix4x4 a, Matrix4x4 b)
        {
            for (int i = 0; i < 16; i++)
                if (Mathf.Abs(a[i] - b[i]) > 1e-5f * (1 + Mathf.Abs(b[i])))
                    return false;
            return true;
        }

        private void Send(Renderer renderer)
        {
            var bounds = renderer.localBounds;
            SendShape(renderer, bounds.extents, BoxOf(bounds.extents), 0);
            SendMatrix(renderer, renderer.localToWorldMatrix * Matrix4x4.Translate(bounds.center));
        }

        private void Send(Collider collider)
        {
            var place = collider.transform;
            var scale = place.lossyScale;
            scale = new Vector3(Mathf.Abs(scale.x), Mathf.Abs(scale.y), Mathf.Abs(scale.z));
            var box = collider as BoxCollider;
            if (box != null)
            {
                SendShape(box, box.size / 2, BoxOf(box.size / 2), 32);
                SendMatrix(box, place.localToWorldMatrix * Matrix4x4.Translate(box.center));
                return;
            }
            // Unity scales spheres and capsules without a distortion, so their sizes have the scale and their poses have none.
            var sphere = collider as SphereCollider;
            if (sphere != null)
            {
                float radius = sphere.radius * Mathf.Max(scale.x, Mathf.Max(scale.y, scale.z));
                SendShape(sphere, new Vector3(radius, 0, 0), Shape.Sphere(radius), 32);
                Client.Pose(NameOf(sphere), ToEyeline(place.TransformPoint(sphere.center)));
                return;
            }
            var capsule = collider as CapsuleCollider;
            if (capsule != null)
            {
                int axis = capsule.direction;
                float radius = capsule.radius * Mathf.Max(scale[(axis + 1) % 3], scale[(axis + 2) % 3]);
                float halfHeight = capsule.height * scale[axis] / 2 - radius;
                var shape = halfHeight > 0 ? Shape.Capsule(radius, halfHeight) : Shape.Sphere(radius);
                SendShape(capsule, new Vector3(radius, halfHeight, axis), shape, 32);
                // The axis of eyeline's capsule is Y.
                var turn = axis == 0 ? Quaternion.Euler(0, 0, 90) : axis == 2 ? Quaternion.Euler(90, 0, 0) : Quaternion.identity;
                Client.Pose(NameOf(capsule), ToEyeline(place.TransformPoint(capsule.center)), ToEyeline(place.rotation * turn));
                return;
            }
            if (!sizes.ContainsKey(collider))
            {
                sizes.Add(collider, Vector3.zero);
                Debug.LogWarning("eyeline: " + NameOf(collider) + " is not sent, because it is no box, sphere or capsule", collider);
            }
        }

        // Adds the object, or changes its shape where the sizes are not those of the last tick.
        private void SendShape(Component component, Vector3 size, Shape shape, int firstLayer)
        {
            Vector3 sent;
            if (!sizes.TryGetValue(component, out sent))
                Client.Object(NameOf(component), shape, System.Numerics.Vector3.Zero, null, null, 1UL << (firstLayer + component.gameObject.layer));
            else if (sent == size)
                return;
            else
                Client.Shape(NameOf(component), shape);
            sizes[component] = size;
        }

        private static Shape BoxOf(Vector3 half)
        {
            return Shape.Box(Mathf.Max(half.x, LeastHalfExtent), Mathf.Max(half.y, LeastHalfExtent), Mathf.Max(half.z, LeastHalfExtent));
        }

        private void SendMatrix(Component component, Matrix4x4 matrix)
        {
            for (int i = 0; i < 16; i++)
                columns[i] = matrix[i]; // column by column
            LeftHanded.Matrix(columns);
            Client.Matrix(NameOf(component), columns);
        }

        private void SendVerdicts(Camera camera)
        {
            // The order of Unity is that of eyeline: left, right, bottom, top, near, far, and the normals point inward.
            GeometryUtility.CalculateFrustumPlanes(camera, frustum);
            for (int side = 0; side < 6; side++)
            {
                var normal = frustum[side].normal;
                planes[4 * side] = normal.x;
                planes[4 * side + 1] = normal.y;
                planes[4 * side + 2] = normal.z;
                planes[4 * side + 3] = frustum[side].distance;
            }
            LeftHanded.Planes(planes);
            foreach (var renderer in renderers)
            {
                var bounds = renderer.bounds;
                bool visible = GeometryUtility.TestPlanesAABB(frustum, bounds);
                Vector3 min = bounds.min, max = bounds.max;
                var box = LeftHanded.Box(new System.Numerics.Vector3(min.x, min.y, min.z), new System.Numerics.Vector3(max.x, max.y, max.z));
                Client.SaidVisibility(NameOf(camera), NameOf(renderer), visible ? Verdict.Visible : Verdict.Culled, planes, box);
            }
        }

        private static System.Numerics.Vector3 ToEyeline(Vector3 v) => LeftHanded.Vector(new System.Numerics.Vector3(v.x, v.y, v.z));

        private static System.Numerics.Quaternion ToEyeline(Quaternion q) => LeftHanded.Rotation(new System.Numerics.Quaternion(q.x, q.y, q.z, q.w));
    }
}
