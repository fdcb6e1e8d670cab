// A client of eyeline for C#: it sends the world of a game, and what the engine itself answered, to `eyeline live`.
//
//     var eyeline = Eyeline.Connect("my game");           // or Eyeline.ToFile("my game", "trace.jsonl")
//     eyeline.Object("crate", Shape.Box(0.5f, 0.5f, 0.5f), position);
//     eyeline.Pose("crate", position, rotation);
//     eyeline.SaidVisibility("eye", "crate", Verdict.Visible, planes);
//     eyeline.Tick(time);
//
// Coordinates are those of eyeline: right-handed, +Y up, metres, a camera looks along its -Z. `LeftHanded` converts those of Unity.
// Vectors are those of System.Numerics, so this file needs no engine. It is C# 7.2 with the library of .NET Standard 2.1.
//
// The game's thread copies the arguments of each call into a batch. `Tick` puts the batch into a queue that is bounded in bytes. A
// background thread takes the batches out in their order, applies them to its copy of the world, formats the lines and writes them. So
// the game's thread formats nothing, and a keyframe is always the world at its place in the trace. `Refused` therefore counts an entry
// when the background thread has reached it.
//
// All methods of one client are called by one thread.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Numerics;
using System.Threading;

namespace EyelineClient
{
    /// <summary>What an engine answers about an object and a camera.</summary>
    public enum Verdict { Visible, Culled, Inside, Intersect, Outside }

    /// <summary>The range of depth in clip space: -1..1 is that of OpenGL, 0..1 of Direct3D.</summary>
    public enum DepthRange { MinusOneToOne, ZeroToOne, Reversed }

    /// <summary>An axis-aligned box in world space.</summary>
    public readonly struct Box3
    {
        public readonly Vector3 Min, Max;

        public Box3(Vector3 min, Vector3 max)
        {
            Min = min;
            Max = max;
        }
    }

    /// <summary>A bounding sphere in world space.</summary>
    public readonly struct Ball
    {
        public readonly Vector3 Center;
        public readonly float Radius;

        public Ball(Vector3 center, float radius)
        {
            Center = center;
            Radius = radius;
        }
    }

    /// <summary>
    /// The shape of an object in local space, in metres. The axis of cylinders, capsules and cones is Y. A shape with a size that is not
    /// above 0 makes the client refuse the entry.
    /// </summary>
    public sealed class Shape
    {
        internal readonly string Json; // null when it is not possible

        private Shape(string json)
        {
            Json = json;
        }

        public static Shape Box(float halfX, float halfY, float halfZ)
        {
            if (!Check.Positive(halfX) || !Check.Positive(halfY) || !Check.Positive(halfZ))
                return new Shape(null);
            var text = new Text().Raw("{\"box\":{\"half_extents\":").Vector(new Vector3(halfX, halfY, halfZ)).Raw("}}");
            return new Shape(text.ToString());
        }

        public static Shape Sphere(float radius) => Sized("sphere", "radius", radius, null, 1);

        public static Shape Cylinder(float radius, float halfHeight) => Sized("cylinder", "radius", radius, "half_height", halfHeight);

        /// <summary>`halfHeight` is half of the length of the inner segment, without the half spheres.</summary>
        public static Shape Capsule(float radius, float halfHeight) => Sized("capsule", "radius", radius, "half_height", halfHeight);

        /// <summary>The apex is the origin, the base disc is at y = -height.</summary>
        public static Shape Cone(float radius, float height) => Sized("cone", "radius", radius, "height", height);

        /// <summary>The convex hull of 4 to 256 points that are not all in one plane.</summary>
        public static Shape Hull(IReadOnlyList<Vector3> points)
        {
            if (points.Count < 4 || points.Count > 256)
                return new Shape(null);
            var text = new Text().Raw("{\"hull\":{\"points\":[");
            for (int i = 0; i < points.Count; i++)
            {
                if (!Check.Finite(points[i]))
                    return new Shape(null);
                text.Raw(i == 0 ? "" : ",").Vector(points[i]);
            }
            return new Shape(text.Raw("]}}").ToString());
        }

        /// <summary>A mesh of a glTF, GLB, FBX, OBJ, PLY, STL, `.map` or `.bsp` file; `node` is the name of one of its nodes.</summary>
        public static Shape Mesh(string file, string node = null)
        {
            var text = new Text().Raw("{\"mesh\":{\"file\":").Quoted(file);
            if (node != null)
                text.Raw(",\"node\":").Quoted(node);
            return new Shape(text.Raw("}}").ToString());
        }

        private static Shape Sized(string kind, string key, float size, string otherKey, float other)
        {
            if (!Check.Positive(size) || !Check.Positive(other))
                return new Shape(null);
            var text = new Text().Raw("{\"").Raw(kind).Raw("\":{\"").Raw(key).Raw("\":").Number(size);
            if (otherKey != null)
                text.Raw(",\"").Raw(otherKey).Raw("\":").Number(other);
            return new Shape(text.Raw("}}").ToString());
        }
    }

    /// <summary>
    /// The projection of a camera and its other keys but the pose. An infinite far plane is `float.PositiveInfinity`. An impossible lens
    /// makes the client refuse the entry.
    /// </summary>
    public sealed class Lens
    {
        internal readonly string Json; // the keys, without braces; null when they are not possible

        private Lens(string json)
        {
            Json = json;
        }

        /// <param name="fovY">The vertical field of view in degrees.</param>
        /// <param name="aspect">Width divided by height.</param>
        public static Lens Perspective(float fovY, float aspect, float near, float far)
        {
            if (!(fovY > 0 && fovY < 180) || !Check.Positive(aspect) || !Check.Positive(near) || !(far > near))
                return new Lens(null);
            return Make(new Text().Raw("\"perspective\":{\"fov_y\":").Number(fovY).Raw(",\"aspect\":").Number(aspect).Raw("}"), near, far);
        }

        /// <param name="height">The full height in metres; `orthographicSize` of Unity is half of it.</param>
        public static Lens Orthographic(float height, float aspect, float near, float far)
        {
            if (!Check.Positive(height) || !Check.Positive(aspect) || !Check.Ordered(near, far))
                return new Lens(null);
            return Make(new Text().Raw("\"orthographic\":{\"height\":").Number(height).Raw(",\"aspect\":").Number(aspect).Raw("}"), near, far);
        }

        /// <summary>As glFrustum: the borders are those of the picture on the near plane, in metres.</summary>
        public static Lens Frustum(float left, float right, float bottom, float top, float near, float far)
        {
            if (!Check.Ordered(left, right) || !Check.Ordered(bottom, top) || !Check.Positive(near) || !(far > near))
                return new Lens(null);
            return Make(Borders("frustum", left, right, bottom, top), near, far);
        }

        /// <summary>As glOrtho.</summary>
        public static Lens Ortho(float left, float right, float bottom, float top, float near, float far)
        {
            if (!Check.Ordered(left, right) || !Check.Ordered(bottom, top) || !Check.Ordered(near, far))
                return new Lens(null);
            return Make(Borders("ortho", left, right, bottom, top), near, far);
        }

        /// <summary>
        /// An engine's own `clip_from_view`, 16 numbers column by column. View space looks along -Z, as in OpenGL; `depth` is the range
        /// of depth that the matrix makes.
        /// </summary>
        public static Lens Matrix(float[] clipFromView, DepthRange depth)
        {
            if (clipFromView.Length != 16 || !Check.Finite(clipFromView))
                return new Lens(null);
            var text = new Text().Raw("\"projection\":{\"matrix\":").Numbers(clipFromView, 16).Raw("}");
            return new Lens(text.ToString()).WithDepth(depth);
        }

        public Lens WithDepth(DepthRange depth)
        {
            return With("depth", depth == DepthRange.MinusOneToOne ? "\"-1..1\"" : depth == DepthRange.ZeroToOne ? "\"0..1\"" : "\"reversed\"");
        }

        /// <summary>The layers that the camera sees, a bit each.</summary>
        public Lens WithMask(ulong layers) => With("mask", new Text().Layers(layers).ToString());

        /// <summary>The size of its picture in pixels.</summary>
        public Lens WithSize(int width, int height)
        {
            if (width < 1 || width > 8192 || height < 1 || height > 8192)
                return new Lens(null);
            return With("size", "[" + width.ToString(CultureInfo.InvariantCulture) + "," + height.ToString(CultureInfo.InvariantCulture) + "]");
        }

        private Lens With(string key, string value) => new Lens(Json == null ? null : Json + ",\"" + key + "\":" + value);

        private static Text Borders(string kind, float left, float right, float bottom, float top)
        {
            return new Text().Raw("\"").Raw(kind).Raw("\":{\"left\":").Number(left).Raw(",\"right\":").Number(right)
                .Raw(",\"bottom\":").Number(bottom).Raw(",\"top\":").Number(top).Raw("}");
        }

        private static Lens Make(Text projection, float near, float far)
        {
            var text = new Text().Raw("\"projection\":{").Raw(projection.ToString()).Raw("},\"near\":").Number(near).Raw(",\"far\":");
            return new Lens((float.IsPositiveInfinity(far) ? text.Raw("null") : text.Number(far)).ToString());
        }
    }

    /// <summary>
    /// Conversion from the left-handed coordinates of Unity (x right, y up, z forward) to the right-handed ones of eyeline: z changes its
    /// sign. A camera of Unity looks along +Z and one of eyeline along -Z, so no camera has to be turned. Lengths, scales and the d of
    /// planes stay.
    /// </summary>
    public static class LeftHanded
    {
        /// <summary>A point, a direction or a normal.</summary>
        public static Vector3 Vector(Vector3 v) => new Vector3(v.X, v.Y, -v.Z);

        /// <summary>The axis is mirrored too, and a mirror turns the sense of a rotation, so x and y change their signs.</summary>
        public static Quaternion Rotation(Quaternion q) => new Quaternion(-q.X, -q.Y, q.Z, q.W);

        /// <summary>A box: the nearest z becomes the farthest.</summary>
        public static Box3 Box(Vector3 min, Vector3 max) => new Box3(new Vector3(min.X, min.Y, -max.Z), new Vector3(max.X, max.Y, -min.Z));

        /// <summary>A matrix of 16 numbers, column by column, in place: M·T·M with the mirror M.</summary>
        public static void Matrix(float[] columns)
        {
            for (int column = 0; column < 4; column++)
                for (int row = 0; row < 4; row++)
                    if ((column == 2) != (row == 2))
                        columns[4 * column + row] = -columns[4 * column + row];
        }

        /// <summary>Planes of four numbers, nx, ny, nz and d, in place.</summary>
        public static void Planes(float[] planes)
        {
            for (int z = 2; z < planes.Length; z += 4)
                planes[z] = -planes[z];
        }
    }

    /// <summary>A client of eyeline.</summary>
    public sealed class Eyeline : IDisposable
    {
        public const string DefaultAddress = "127.0.0.1:7420";
        public const int DefaultQueueBytes = 4 * 1024 * 1024;

        private const int ReconnectMilliseconds = 1000;
        private const int CloseMilliseconds = 1000;
        private const int MostSpareBatches = 8;

        private readonly string host;
        private readonly int port;
        private readonly Stream file;
        private readonly int queueLimit;
        private readonly Thread thread;
        private readonly World world; // its monitor is held while a batch is applied and formatted
        private readonly Queue<Batch> queue = new Queue<Batch>(); // its monitor is held only to add or take a batch
        private readonly Stack<Batch> spare = new Stack<Batch>();
        private int queuedBytes;
        private Socket socket;
        private Batch batch = new Batch();
        private bool on;
        private volatile bool connected;
        private volatile bool closing;
        private volatile bool blocked; // whether the background thread may wait for a peer or a disk
        private int dropped;
        private int refused;
        private int badTimes;

        private Eyeline(string name, string host, int port, Stream file, int queueBytes)
        {
            this.host = host;
            this.port = port;
            this.file = file;
            queueLimit = queueBytes;
            world = new World(name);
            on = host != null || file != null;
            if (!on)
                return;
            thread = new Thread(Run) { IsBackground = true, Name = "eyeline" };
            thread.Start();
        }

        /// <summary>
        /// Starts to send to the `eyeline live` that listens at the address, and connects again, once a second, when no program listens or the
        /// connection breaks.
        /// </summary>
        public static Eyeline Connect(string name, string address = DefaultAddress, int queueBytes = DefaultQueueBytes)
        {
            int colon = address.LastIndexOf(':');
            int port;
            if (colon < 1 || !int.TryParse(address.Substring(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out port))
                throw new ArgumentException("an address is HOST:PORT, such as " + DefaultAddress, nameof(address));
            return new Eyeline(name, address.Substring(0, colon).Trim('[', ']'), port, null, queueBytes);
        }

        /// <summary>Starts to write the trace into a file, which it replaces.</summary>
        /// <exception cref="IOException">The file cannot be written.</exception>
        public static Eyeline ToFile(string name, string path, int queueBytes = DefaultQueueBytes)
        {
            var stream = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read);
            return new Eyeline(name, null, 0, stream, queueBytes);
        }

        /// <summary>A client that does nothing: each call costs one branch.</summary>
        public static Eyeline Off() => new Eyeline("", null, 0, null, 0);

        /// <summary>Whether a connection, or the file, is open.</summary>
        public bool Connected => connected;

        /// <summary>The number of lines that were not sent: they did not fit into the queue, their connection broke, or Dispose came before.</summary>
        public int Dropped => Volatile.Read(ref dropped);

        /// <summary>The number of entries left out: not finite, impossible, or with an unknown name.</summary>
        public int Refused => Volatile.Read(ref refused) + badTimes;

        /// <summary>Adds or replaces an object. `layers` has a bit for each layer; the first one by default.</summary>
        public void Object(string name, Shape shape, Vector3 position, Quaternion? rotation = null, Vector3? scale = null, ulong? layers = null)
        {
            if (!on)
                return;
            var ops = batch.Changes;
            ops.Reserve(2, 14, 2);
            ops.Byte((byte)Op.AddObject);
            ops.Byte((byte)(Part.Position | (rotation.HasValue ? Part.Rotation : 0) | (scale.HasValue ? Part.Scale : 0) | (layers.HasValue ? Part.Layers : 0)));
            ops.Object(name);
            ops.Object(shape);
            ops.Pose(position, rotation, scale);
            if (layers.HasValue)
                ops.Bits(layers.Value);
        }

        /// <summary>Adds or replaces a camera.</summary>
        public void Camera(string name, Lens lens, Vector3 position, Quaternion? rotation = null)
        {
            if (!on)
                return;
            var ops = batch.Changes;
            ops.Reserve(2, 7, 2);
            ops.Byte((byte)Op.AddCamera);
            ops.Byte((byte)(Part.Position | (rotation.HasValue ? Part.Rotation : 0)));
            ops.Object(name);
            ops.Object(lens);
            ops.Pose(position, rotation, null);
        }

        public void Remove(string name)
        {
            if (!on)
                return;
            var ops = batch.Changes;
            ops.Reserve(1, 0, 1);
            ops.Byte((byte)Op.Remove);
            ops.Object(name);
        }

        /// <summary>Moves an object or a camera. A rotation or scale that is not given stays as it is.</summary>
        public void Pose(string name, Vector3 position, Quaternion? rotation = null, Vector3? scale = null)
        {
            if (!on)
                return;
            var ops = batch.Changes;
            ops.Reserve(2, 10, 1);
            ops.Byte((byte)Op.Pose);
            ops.Byte((byte)(Part.Position | (rotation.HasValue ? Part.Rotation : 0) | (scale.HasValue ? Part.Scale : 0)));
            ops.Object(name);
            ops.Pose(position, rotation, scale);
        }

        /// <summary>Moves an object or a camera to a matrix of 16 numbers, column by column; the last column is the position.</summary>
        public void Matrix(string name, float[] columns)
        {
            if (!on)
                return;
            if (columns.Length != 16)
                throw new ArgumentException("a matrix has 16 numbers", nameof(columns));
            var ops = batch.Changes;
            ops.Reserve(1, 16, 1);
            ops.Byte((byte)Op.Matrix);
            ops.Object(name);
            ops.Numbers(columns);
        }

        public void Shape(string name, Shape shape)
        {
            if (!on)
                return;
            var ops = batch.Changes;
            ops.Reserve(1, 0, 2);
            ops.Byte((byte)Op.Shape);
            ops.Object(name);
            ops.Object(shape);
        }

        /// <summary>What the engine answered about an object and a camera, and the inputs that it used.</summary>
        /// <param name="planes">
        /// 24 numbers: nx, ny, nz and d of the planes left, right, bottom, top, near and far; the normals point inward.
        /// </param>
        public void SaidVisibility(string camera, string obj, Verdict verdict, float[] planes = null, Box3? box = null, Ball? sphere = null)
        {
            if (!on)
                return;
            if (planes != null && planes.Length != 24)
                throw new ArgumentException("six planes have 24 numbers", nameof(planes));
            var ops = batch.Said;
            ops.Reserve(3, 34, 2);
            ops.Byte((byte)Op.Visibility);
            ops.Byte((byte)((planes != null ? Part.Planes : 0) | (box.HasValue ? Part.Box : 0) | (sphere.HasValue ? Part.Sphere : 0)));
            ops.Byte((byte)verdict);
            ops.Object(camera);
            ops.Object(obj);
            if (planes != null)
                ops.Numbers(planes);
            if (box.HasValue)
            {
                ops.Vector(box.Value.Min);
                ops.Vector(box.Value.Max);
            }
            if (sphere.HasValue)
            {
                ops.Vector(sphere.Value.Center);
                ops.Number(sphere.Value.Radius);
            }
        }

        /// <summary>What the engine answered about a ray of the scene. `hit` is the name of an object, or null for a miss.</summary>
        public void SaidRay(string ray, string hit, float? t = null, Vector3? point = null, Vector3? normal = null)
        {
            if (!on)
                return;
            var ops = batch.Said;
            ops.Reserve(2, 7, 2);
            ops.Byte((byte)Op.NamedRay);
            ops.Byte((byte)HitParts(t, point, normal));
            ops.Object(ray);
            Hit(ops, hit, t, point, normal);
        }

        /// <summary>
        /// What the engine answered about a ray. `t` counts in lengths of the direction; with a direction of length 1 it is the distance.
        /// `length` is the greatest distance in metres; `mask` has a bit for each layer that the ray can hit.
        /// </summary>
        public void SaidRay(Vector3 origin, Vector3 direction, string hit, float? t = null, Vector3? point = null, Vector3? normal = null, float? length = null, ulong? mask = null)
        {
            if (!on)
                return;
            var ops = batch.Said;
            ops.Reserve(2, 18, 1);
            ops.Byte((byte)Op.Ray);
            ops.Byte((byte)(HitParts(t, point, normal) | (length.HasValue ? Part.Length : 0) | (mask.HasValue ? Part.Layers : 0)));
            ops.Vector(origin);
            ops.Vector(direction);
            if (length.HasValue)
                ops.Number(length.Value);
            if (mask.HasValue)
                ops.Bits(mask.Value);
            Hit(ops, hit, t, point, normal);
        }

        /// <summary>All pairs of objects that could collide: names one after another, two a pair.</summary>
        public void SaidPairs(IReadOnlyList<string> names)
        {
            if (!on)
                return;
            if (names.Count % 2 != 0)
                throw new ArgumentException("each pair has two names", nameof(names));
            var ops = batch.Said;
            ops.Reserve(1, 1, names.Count);
            ops.Byte((byte)Op.Pairs);
            ops.Number(names.Count);
            for (int i = 0; i < names.Count; i++)
                ops.Object(names[i]);
        }

        public void SaidAgent(string agent, string status = null, string running = null)
        {
            if (!on)
                return;
            var ops = batch.Said;
            ops.Reserve(1, 0, 3);
            ops.Byte((byte)Op.Agent);
            ops.Object(agent);
            ops.Object(status);
            ops.Object(running);
        }

        /// <summary>
        /// Ends a tick: all calls since the last one become one line. `time` is in seconds; a time before that of the last tick counts as
        /// that one. A tick whose time is not finite is refused, and its calls belong to the next one.
        /// </summary>
        public void Tick(double time)
        {
            if (!on)
                return;
            if (double.IsNaN(time) || double.IsInfinity(time))
            {
                badTimes++;
                return;
            }
            batch.Time = time;
            bool full;
            lock (queue)
            {
                queue.Enqueue(batch);
                queuedBytes += batch.Bytes;
                batch = spare.Count > 0 ? spare.Pop() : new Batch();
                full = queuedBytes > queueLimit && queue.Count > 1;
                Monitor.Pulse(queue);
            }
            // The background thread drops what is too much, unless it waits for a peer or a disk. While it formats, it holds the world.
            if (full && blocked && Monitor.TryEnter(world))
            {
                try
                {
                    DropOldest();
                }
                finally
                {
                    Monitor.Exit(world);
                }
            }
        }

        /// <summary>Writes what is in the queue, for at most a second, and ends the connection or the file.</summary>
        public void Dispose()
        {
            if (!on)
                return;
            on = false;
            lock (queue)
            {
                closing = true;
                Monitor.Pulse(queue);
            }
            if (thread.Join(CloseMilliseconds))
                return;
            // The thread waits for a peer that does not read; closing the socket ends the wait.
            Volatile.Read(ref socket)?.Close();
            thread.Join(CloseMilliseconds);
        }

        private static Part HitParts(float? t, Vector3? point, Vector3? normal)
        {
            return (t.HasValue ? Part.T : 0) | (point.HasValue ? Part.Point : 0) | (normal.HasValue ? Part.Normal : 0);
        }

        private static void Hit(Ops ops, string hit, float? t, Vector3? point, Vector3? normal)
        {
            ops.Object(hit);
            if (t.HasValue)
                ops.Number(t.Value);
            if (point.HasValue)
                ops.Vector(point.Value);
            if (normal.HasValue)
                ops.Vector(normal.Value);
        }

        // Drops the oldest batches until the others fit; the newest stays, whatever its size. The world is held.
        private void DropOldest()
        {
            while (true)
            {
                Batch oldest;
                lock (queue)
                {
                    if (queuedBytes <= queueLimit || queue.Count <= 1)
                        return;
                    oldest = Take();
                }
                world.Apply(oldest);
                world.KeyframeDue = true;
                Interlocked.Increment(ref dropped);
                Recycle(oldest);
            }
        }

        private Batch Take()
        {
            if (queue.Count == 0)
                return null;
            var oldest = queue.Dequeue();
            queuedBytes -= oldest.Bytes;
            return oldest;
        }

        private void Recycle(Batch used)
        {
            used.Clear();
            lock (queue)
                if (spare.Count < MostSpareBatches)
                    spare.Push(used);
        }

        // The background thread.
        private void Run()
        {
            var text = new Text();
            Stream output = null;
            try
            {
                while (true)
                {
                    if (output == null)
                    {
                        output = Open();
                        if (output == null)
                        {
                            WaitToReconnect();
                            if (closing)
                                return;
                            continue;
                        }
                        connected = true;
                        lock (world)
                            world.KeyframeDue = true;
                    }
                    lock (queue)
                    {
                        while (queue.Count == 0 && !closing)
                            Monitor.Wait(queue);
                        if (queue.Count == 0)
                            return;
                    }
                    text.Clear();
                    lock (world)
                    {
                        DropOldest();
                        Batch next;
                        lock (queue)
                            next = Take();
                        if (next == null)
                            continue;
                        world.Apply(next);
                        world.Write(next, text);
                        Volatile.Write(ref refused, world.Refused);
                        Recycle(next);
                    }
                    if (!Send(output, text))
                    {
                        Interlocked.Increment(ref dropped);
                        connected = false;
                        output.Dispose();
                        output = null;
                        if (file != null)
                            return; // a disk that is full; there is nothing to open again
                    }
                }
            }
            finally
            {
                connected = false;
                output?.Dispose();
                lock (queue)
                    Interlocked.Add(ref dropped, queue.Count);
            }
        }

        private void WaitToReconnect()
        {
            var clock = Stopwatch.StartNew();
            while (true)
            {
                lock (world)
                    DropOldest();
                lock (queue)
                {
                    int rest = ReconnectMilliseconds - (int)clock.ElapsedMilliseconds;
                    if (rest <= 0 || closing)
                        return;
                    if (queuedBytes <= queueLimit)
                        Monitor.Wait(queue, rest);
                }
            }
        }

        private Stream Open()
        {
            if (file != null)
                return file;
            IPAddress ip;
            var family = IPAddress.TryParse(host, out ip) ? ip.AddressFamily : AddressFamily.InterNetwork;
            Socket made = null;
            blocked = true;
            try
            {
                made = new Socket(family, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                Volatile.Write(ref socket, made);
                made.Connect(host, port);
                return new NetworkStream(made, true);
            }
            catch (Exception e) when (e is SocketException || e is ObjectDisposedException)
            {
                made?.Close();
                return null;
            }
            finally
            {
                blocked = false;
            }
        }

        private bool Send(Stream output, Text text)
        {
            blocked = true;
            try
            {
                // eyeline sends nothing, so a socket that can be read has been closed by its peer. A write would tell this only later.
                if (file == null && socket.Poll(0, SelectMode.SelectRead))
                    return false;
                output.Write(text.Bytes, 0, text.Length);
                output.Flush();
                return true;
            }
            catch (Exception e) when (e is IOException || e is SocketException || e is ObjectDisposedException)
            {
                return false;
            }
            finally
            {
                blocked = false;
            }
        }
    }

    internal enum Op : byte { AddObject, AddCamera, Remove, Pose, Matrix, Shape, Visibility, NamedRay, Ray, Pairs, Agent }

    // Which of the optional arguments a call has, and which parts of an entry have changed.
    [Flags]
    internal enum Part : byte
    {
        Position = 1, Rotation = 2, Scale = 4, Layers = 8, Matrix = 16, Shape = 32,
        Planes = 1, Box = 2, Sphere = 4,
        T = 1, Point = 2, Normal = 4, Length = 16,
    }

    internal static class Check
    {
        // Zero times infinity or NaN is NaN.
        public static bool Finite(float x) => x * 0 == 0;

        public static bool Finite(Vector3 v) => v.X * 0 + v.Y * 0 + v.Z * 0 == 0;

        public static bool Finite(float[] numbers)
        {
            float sum = 0;
            foreach (float x in numbers)
                sum += x * 0;
            return sum == 0;
        }

        public static bool Positive(float x) => x > 0 && x <= float.MaxValue;

        public static bool Ordered(float low, float high) => Finite(low) && Finite(high) && low < high;
    }

    // Calls with their arguments, one after another, in arrays that are used again.
    internal sealed class Ops
    {
        private byte[] bytes = new byte[256];
        private float[] numbers = new float[1024];
        private object[] objects = new object[256];
        private int byteCount, numberCount, objectCount;
        private int byteAt, numberAt, objectAt;

        public int Bytes => byteCount + sizeof(float) * numberCount + IntPtr.Size * objectCount;

        public bool AtEnd => byteAt == byteCount;

        // Makes room for the arguments of a call, so that the methods after it need not look.
        public void Reserve(int moreBytes, int moreNumbers, int moreObjects)
        {
            if (byteCount + moreBytes > bytes.Length)
                Array.Resize(ref bytes, 2 * (byteCount + moreBytes));
            if (numberCount + moreNumbers > numbers.Length)
                Array.Resize(ref numbers, 2 * (numberCount + moreNumbers));
            if (objectCount + moreObjects > objects.Length)
                Array.Resize(ref objects, 2 * (objectCount + moreObjects));
        }

        public void Byte(byte value) => bytes[byteCount++] = value;

        public void Object(object value) => objects[objectCount++] = value;

        public void Number(float value) => numbers[numberCount++] = value;

        public void Numbers(float[] values)
        {
            Array.Copy(values, 0, numbers, numberCount, values.Length);
            numberCount += values.Length;
        }

        public void Vector(Vector3 v)
        {
            numbers[numberCount] = v.X;
            numbers[numberCount + 1] = v.Y;
            numbers[numberCount + 2] = v.Z;
            numberCount += 3;
        }

        public void Pose(Vector3 position, Quaternion? rotation, Vector3? scale)
        {
            Vector(position);
            if (rotation.HasValue)
            {
                var q = rotation.Value;
                numbers[numberCount] = q.X;
                numbers[numberCount + 1] = q.Y;
                numbers[numberCount + 2] = q.Z;
                numbers[numberCount + 3] = q.W;
                numberCount += 4;
            }
            if (scale.HasValue)
                Vector(scale.Value);
        }

        // A float holds 16 bits exactly.
        public void Bits(ulong bits)
        {
            for (int i = 0; i < 4; i++)
                Number((bits >> (16 * i)) & 0xffff);
        }

        public byte NextByte() => bytes[byteAt++];

        public string NextName() => (string)objects[objectAt++];

        public object NextObject() => objects[objectAt++];

        public float NextNumber() => numbers[numberAt++];

        public Vector3 NextVector()
        {
            numberAt += 3;
            return new Vector3(numbers[numberAt - 3], numbers[numberAt - 2], numbers[numberAt - 1]);
        }

        public Quaternion NextRotation()
        {
            numberAt += 4;
            return new Quaternion(numbers[numberAt - 4], numbers[numberAt - 3], numbers[numberAt - 2], numbers[numberAt - 1]);
        }

        public void NextNumbers(float[] into)
        {
            Array.Copy(numbers, numberAt, into, 0, into.Length);
            numberAt += into.Length;
        }

        public ulong NextBits()
        {
            ulong bits = 0;
            for (int i = 0; i < 4; i++)
                bits |= (ulong)NextNumber() << (16 * i);
            return bits;
        }

        public void Clear()
        {
            Array.Clear(objects, 0, objectCount); // so that no name is kept alive
            byteCount = numberCount = objectCount = byteAt = numberAt = objectAt = 0;
        }
    }

    // The calls of one tick.
    internal sealed class Batch
    {
        public readonly Ops Changes = new Ops();
        public readonly Ops Said = new Ops();
        public double Time;

        public int Bytes => Changes.Bytes + Said.Bytes;

        public void Clear()
        {
            Changes.Clear();
            Said.Clear();
        }
    }

    // An object or a camera.
    internal sealed class Entry
    {
        public string Name;
        public string Quoted; // the name, as JSON
        public bool IsCamera;
        public string Shape; // of an object, as JSON
        public string Rest; // the other keys but the pose, as JSON without braces; may be empty
        public Part Has; // which parts of the pose are given; with Part.Matrix the matrix replaces the pose
        public Vector3 Position;
        public Quaternion Rotation;
        public Vector3 Scale;
        public float[] Matrix;
        // Since the last line:
        public Part Changed;
        public bool Added;
        public bool Gone;
    }

    // The present world, and the lines that tell of its changes.
    internal sealed class World
    {
        public const double KeyframeSeconds = 5;

        private enum Section { None, Set, Objects, Cameras, Removed, Said }

        private static readonly string[] Verdicts = { "\"visible\"", "\"culled\"", "\"inside\"", "\"intersect\"", "\"outside\"" };

        public bool KeyframeDue = true;
        public int Refused;
        public int LongestLine = 16 * 1024 * 1024;

        private readonly string title; // as JSON
        private readonly Dictionary<string, Entry> entries = new Dictionary<string, Entry>();
        private double time = double.NegativeInfinity;
        private double keyframeTime;
        // What has changed since the last line. A changed or added entry may be gone.
        private readonly List<Entry> changed = new List<Entry>();
        private readonly List<Entry> added = new List<Entry>();
        private readonly List<string> replaced = new List<string>(); // eyeline forgets their entries before the new ones are added
        private readonly HashSet<string> removed = new HashSet<string>();
        private readonly float[] matrix = new float[16];
        private readonly float[] planes = new float[24];
        // All objects of a tick are tested against the same planes, as a rule.
        private readonly float[] lastPlanes = new float[24];
        private readonly Text lastPlanesText = new Text();
        // The line that is being made.
        private Text text;
        private readonly Text moved = new Text();
        private Section section, sectionBefore; // with the others whose names end so: before the last item
        private bool inKeyframe, inAdd, inAddBefore;
        private int lineStart, itemStart, itemBody;

        public World(string name)
        {
            title = new Text().Quoted(name).ToString();
        }

        // Applies the changes of a batch.
        public void Apply(Batch batch)
        {
            time = Math.Max(time, batch.Time);
            var ops = batch.Changes;
            while (!ops.AtEnd)
            {
                var op = (Op)ops.NextByte();
                switch (op)
                {
                    case Op.AddObject:
                    case Op.AddCamera:
                        Add(ops, op == Op.AddCamera);
                        break;
                    case Op.Remove:
                        Remove(ops.NextName());
                        break;
                    case Op.Pose:
                        var parts = (Part)ops.NextByte();
                        var name = ops.NextName();
                        Vector3 position, scale;
                        Quaternion rotation;
                        bool valid = ReadPose(ops, parts, out position, out rotation, out scale);
                        Entry entry;
                        if (Find(name, valid, out entry))
                            Pose(entry, parts, position, rotation, scale);
                        break;
                    case Op.Matrix:
                        Matrix(ops);
                        break;
                    default:
                        Shape(ops);
                        break;
                }
            }
        }

        // Appends the lines of all changes since the last call, and of what the batch said.
        public void Write(Batch batch, Text output)
        {
            text = output;
            int start = text.Length;
            bool keyframe = KeyframeDue || time - keyframeTime >= KeyframeSeconds;
            Begin(keyframe);
            if (keyframe)
            {
                KeyframeDue = false;
                keyframeTime = time;
                Items(entries.Values);
                Matrices(entries.Values);
            }
            else
            {
                if (replaced.Count > 0)
                {
                    foreach (var name in replaced)
                        RemovedItem(name);
                    End();
                    Begin(false);
                }
                foreach (var entry in changed)
                    if (!entry.Gone)
                        SetItem(entry, entry.Changed);
                Items(added);
                foreach (var name in removed)
                    RemovedItem(name);
                Matrices(added);
            }
            if (inKeyframe)
            {
                End();
                Begin(false);
            }
            while (!batch.Said.AtEnd)
                SaidItem(batch.Said);
            if (section == Section.None && lineStart > start)
                text.Truncate(lineStart); // all has been told
            else
                End();
            foreach (var entry in changed)
                entry.Changed = 0;
            foreach (var entry in added)
                entry.Added = false;
            changed.Clear();
            added.Clear();
            replaced.Clear();
            removed.Clear();
        }

        private void Add(Ops ops, bool isCamera)
        {
            var parts = (Part)ops.NextByte();
            var name = ops.NextName();
            string shape = null, rest = "";
            if (isCamera)
                rest = ((Lens)ops.NextObject())?.Json;
            else
                shape = ((Shape)ops.NextObject())?.Json;
            Vector3 position, scale;
            Quaternion rotation;
            bool valid = ReadPose(ops, parts, out position, out rotation, out scale);
            if ((parts & Part.Layers) != 0)
                rest = new Text().Raw("\"layers\":").Layers(ops.NextBits()).ToString();
            if (!valid || name == null || rest == null || (shape == null && !isCamera))
            {
                Refused++;
                return;
            }
            parts &= Part.Position | Part.Rotation | Part.Scale;
            Entry old;
            if (entries.TryGetValue(name, out old) && old.IsCamera == isCamera && old.Shape == shape && old.Rest == rest)
            {
                // Only the pose may be another one. The whole pose is replaced, with what is not given at its default.
                Pose(old, parts | old.Has & (Part.Rotation | Part.Scale), position, rotation, scale);
                return;
            }
            var entry = new Entry
            {
                Name = name, Quoted = new Text().Quoted(name).ToString(), IsCamera = isCamera, Shape = shape, Rest = rest,
                Has = parts, Position = position, Rotation = rotation, Scale = scale, Added = true,
            };
            entries[name] = entry;
            added.Add(entry);
            if (old != null)
                old.Gone = true;
            if (removed.Remove(name) || (old != null && !old.Added))
                replaced.Add(name);
        }

        private void Remove(string name)
        {
            Entry entry;
            if (!Find(name, true, out entry))
                return;
            entries.Remove(name);
            entry.Gone = true;
            if (!entry.Added)
                removed.Add(name);
        }

        // Parts that are not given have their default.
        private static bool ReadPose(Ops ops, Part parts, out Vector3 position, out Quaternion rotation, out Vector3 scale)
        {
            position = ops.NextVector();
            rotation = (parts & Part.Rotation) != 0 ? ops.NextRotation() : Quaternion.Identity;
            scale = (parts & Part.Scale) != 0 ? ops.NextVector() : Vector3.One;
            float length = rotation.LengthSquared();
            return Check.Finite(position) && Check.Positive(length) && Check.Finite(scale) && scale.X != 0 && scale.Y != 0 && scale.Z != 0;
        }

        private void Pose(Entry entry, Part parts, Vector3 position, Quaternion rotation, Vector3 scale)
        {
            Part news = 0;
            if ((entry.Has & Part.Matrix) != 0)
            {
                // A matrix stood in place of the pose, so all of the pose is told again.
                entry.Has = 0;
                parts = news = Part.Position | Part.Rotation | Part.Scale;
                if (entry.IsCamera)
                    parts = news = Part.Position | Part.Rotation;
            }
            if ((parts & Part.Position) != 0 && ((entry.Has & Part.Position) == 0 || entry.Position != position))
            {
                entry.Position = position;
                news |= Part.Position;
            }
            if ((parts & Part.Rotation) != 0 && ((entry.Has & Part.Rotation) == 0 || entry.Rotation != rotation))
            {
                entry.Rotation = rotation;
                news |= Part.Rotation;
            }
            if ((parts & Part.Scale) != 0 && ((entry.Has & Part.Scale) == 0 || entry.Scale != scale))
            {
                entry.Scale = scale;
                news |= Part.Scale;
            }
            entry.Has |= parts;
            Change(entry, news);
        }

        private void Matrix(Ops ops)
        {
            var name = ops.NextName();
            ops.NextNumbers(matrix);
            Entry entry;
            if (!Find(name, Check.Finite(matrix), out entry))
                return;
            if (entry.Matrix == null)
                entry.Matrix = new float[16];
            else if ((entry.Has & Part.Matrix) != 0 && Same(entry.Matrix, matrix))
                return;
            Array.Copy(matrix, entry.Matrix, 16);
            entry.Has |= Part.Matrix;
            Change(entry, Part.Matrix);
        }

        private void Shape(Ops ops)
        {
            var name = ops.NextName();
            var shape = ((Shape)ops.NextObject())?.Json;
            Entry entry;
            if (!Find(name, shape != null, out entry))
                return;
            if (entry.IsCamera)
                Refused++;
            else if (entry.Shape != shape)
            {
                entry.Shape = shape;
                Change(entry, Part.Shape);
            }
        }

        private bool Find(string name, bool valid, out Entry entry)
        {
            entry = null;
            if (valid && name != null && entries.TryGetValue(name, out entry))
                return true;
            Refused++;
            return false;
        }

        private void Change(Entry entry, Part parts)
        {
            if (parts == 0 || entry.Added)
                return;
            if (entry.Changed == 0)
                changed.Add(entry);
            entry.Changed |= parts;
        }

        private static bool Same(float[] a, float[] b)
        {
            for (int i = 0; i < a.Length; i++)
                if (a[i] != b[i])
                    return false;
            return true;
        }

        // Lines.

        private void Begin(bool keyframe)
        {
            lineStart = text.Length;
            section = Section.None;
            inKeyframe = keyframe;
            inAdd = false;
            if (keyframe)
                text.Raw("{\"eyeline_trace\":1,\"name\":").Raw(title).Raw(",\"time\":").Number(time).Raw(",\"scene\":{\"eyeline\":1");
            else
                text.Raw("{\"time\":").Number(time);
        }

        private void End()
        {
            Close(Section.None);
            text.Raw(inKeyframe ? "}}\n" : "}\n");
        }

        // Begins an item of a section, and the section where it is another one. Sections come in the order of the enum.
        private void BeginItem(Section next)
        {
            itemStart = text.Length;
            sectionBefore = section;
            inAddBefore = inAdd;
            if (section == next)
                text.Raw(",");
            else
                Open(next);
            itemBody = text.Length;
        }

        private void CancelItem()
        {
            Refused++;
            text.Truncate(itemStart);
            section = sectionBefore;
            inAdd = inAddBefore;
        }

        private void Open(Section next)
        {
            Close(next);
            section = next;
            bool inScene = next == Section.Objects || next == Section.Cameras;
            if (inScene && !inKeyframe && !inAdd)
            {
                text.Raw(",\"add\":{");
                inAdd = true;
            }
            else
                text.Raw(",");
            text.Raw(next == Section.Set ? "\"set\":{" : next == Section.Objects ? "\"objects\":[" : next == Section.Cameras ? "\"cameras\":["
                : next == Section.Removed ? "\"remove\":[" : "\"said\":[");
        }

        private void Close(Section next)
        {
            if (section != Section.None)
                text.Raw(section == Section.Set ? "}" : "]");
            if (inAdd && next != Section.Objects && next != Section.Cameras)
            {
                text.Raw("}");
                inAdd = false;
            }
        }

        // An item that makes the line too long moves to the next line; one that is too long for a line is refused.
        private void EndItem()
        {
            const int ends = 8; // the brackets that close a line
            if (text.Length - lineStart + ends <= LongestLine)
                return;
            var itsSection = section;
            moved.Clear();
            moved.Append(text, itemBody);
            text.Truncate(itemStart);
            section = sectionBefore;
            inAdd = inAddBefore;
            End();
            Begin(false);
            BeginItem(itsSection);
            text.Append(moved, 0);
            if (text.Length - lineStart + ends <= LongestLine)
                return;
            Refused++;
            text.Truncate(lineStart);
            Begin(false);
        }

        private void Items(IEnumerable<Entry> list)
        {
            foreach (var entry in list)
                if (!entry.Gone && !entry.IsCamera)
                    EntryItem(entry, Section.Objects);
            foreach (var entry in list)
                if (!entry.Gone && entry.IsCamera)
                    EntryItem(entry, Section.Cameras);
        }

        private void EntryItem(Entry entry, Section itsSection)
        {
            BeginItem(itsSection);
            text.Raw("{\"name\":").Raw(entry.Quoted);
            if (entry.Shape != null)
                text.Raw(",\"shape\":").Raw(entry.Shape);
            if (entry.Rest.Length > 0)
                text.Raw(",").Raw(entry.Rest);
            if ((entry.Has & Part.Matrix) == 0)
                PoseKeys(entry, entry.Has, ",");
            text.Raw("}");
            EndItem();
        }

        private void SetItem(Entry entry, Part parts)
        {
            BeginItem(Section.Set);
            text.Raw(entry.Quoted).Raw(":{");
            var separator = "";
            if ((parts & Part.Shape) != 0)
            {
                text.Raw("\"shape\":").Raw(entry.Shape);
                separator = ",";
            }
            if ((entry.Has & Part.Matrix) == 0)
                PoseKeys(entry, parts, separator);
            else if ((parts & Part.Matrix) != 0)
                text.Raw(separator).Raw("\"matrix\":").Numbers(entry.Matrix, 16);
            text.Raw("}");
            EndItem();
        }

        private void PoseKeys(Entry entry, Part parts, string separator)
        {
            if ((parts & Part.Position) != 0)
            {
                text.Raw(separator).Raw("\"position\":").Vector(entry.Position);
                separator = ",";
            }
            if ((parts & Part.Rotation) != 0)
            {
                text.Raw(separator).Raw("\"rotation\":[").Number(entry.Rotation.X).Raw(",").Number(entry.Rotation.Y).Raw(",")
                    .Number(entry.Rotation.Z).Raw(",").Number(entry.Rotation.W).Raw("]");
                separator = ",";
            }
            if ((parts & Part.Scale) != 0)
                text.Raw(separator).Raw("\"scale\":").Vector(entry.Scale);
        }

        private void RemovedItem(string name)
        {
            BeginItem(Section.Removed);
            text.Quoted(name);
            EndItem();
        }

        // An entry of a scene has no matrix, and a line applies `set` before `add`, so the matrices of added entries follow in a line of
        // their own.
        private void Matrices(IEnumerable<Entry> list)
        {
            bool first = true;
            foreach (var entry in list)
            {
                if (entry.Gone || (entry.Has & Part.Matrix) == 0)
                    continue;
                if (first)
                {
                    End();
                    Begin(false);
                    first = false;
                }
                SetItem(entry, Part.Matrix);
            }
        }

        // Names are those of the world at the end of the tick.
        private void SaidItem(Ops ops)
        {
            var op = (Op)ops.NextByte();
            switch (op)
            {
                case Op.Visibility:
                    VisibilityItem(ops);
                    break;
                case Op.NamedRay:
                case Op.Ray:
                    RayItem(ops, op == Op.NamedRay);
                    break;
                case Op.Pairs:
                    PairsItem(ops);
                    break;
                default:
                    AgentItem(ops);
                    break;
            }
        }

        private void VisibilityItem(Ops ops)
        {
            var parts = (Part)ops.NextByte();
            var verdict = Verdicts[ops.NextByte()];
            Entry camera = Named(ops.NextName()), seen = Named(ops.NextName());
            if ((parts & Part.Planes) != 0)
                ops.NextNumbers(planes);
            Vector3 min = default(Vector3), max = default(Vector3), center = default(Vector3);
            if ((parts & Part.Box) != 0)
            {
                min = ops.NextVector();
                max = ops.NextVector();
            }
            float radius = 1;
            if ((parts & Part.Sphere) != 0)
            {
                center = ops.NextVector();
                radius = ops.NextNumber();
            }
            bool finite = Check.Finite(min) && Check.Finite(max) && Check.Finite(center) && Check.Positive(radius);
            if (camera == null || seen == null || !finite || ((parts & Part.Planes) != 0 && !Check.Finite(planes)))
            {
                Refused++;
                return;
            }
            BeginItem(Section.Said);
            text.Raw("{\"camera\":").Raw(camera.Quoted).Raw(",\"object\":").Raw(seen.Quoted).Raw(",\"verdict\":").Raw(verdict);
            if ((parts & Part.Planes) != 0)
            {
                if (lastPlanesText.Length == 0 || !Same(planes, lastPlanes))
                {
                    Array.Copy(planes, lastPlanes, planes.Length);
                    lastPlanesText.Clear();
                    lastPlanesText.Raw(",\"planes\":[");
                    for (int i = 0; i < 24; i++)
                        lastPlanesText.Raw(i == 0 ? "[" : i % 4 == 0 ? "],[" : ",").Number(planes[i]);
                    lastPlanesText.Raw("]]");
                }
                text.Append(lastPlanesText, 0);
            }
            if ((parts & Part.Box) != 0)
                text.Raw(",\"box\":{\"min\":").Vector(min).Raw(",\"max\":").Vector(max).Raw("}");
            if ((parts & Part.Sphere) != 0)
                text.Raw(",\"sphere\":{\"center\":").Vector(center).Raw(",\"radius\":").Number(radius).Raw("}");
            text.Raw("}");
            EndItem();
        }

        private void RayItem(Ops ops, bool named)
        {
            var parts = (Part)ops.NextByte();
            Vector3 origin = default(Vector3), direction = Vector3.UnitX;
            string name = "";
            float length = 1;
            ulong mask = 0;
            if (named)
                name = ops.NextName();
            else
            {
                origin = ops.NextVector();
                direction = ops.NextVector();
                if ((parts & Part.Length) != 0)
                    length = ops.NextNumber();
                if ((parts & Part.Layers) != 0)
                    mask = ops.NextBits();
            }
            var hitName = ops.NextName();
            float t = (parts & Part.T) != 0 ? ops.NextNumber() : 0;
            var point = (parts & Part.Point) != 0 ? ops.NextVector() : default(Vector3);
            var normal = (parts & Part.Normal) != 0 ? ops.NextVector() : default(Vector3);
            var hit = Named(hitName);
            bool finite = Check.Finite(origin) && Check.Finite(direction) && direction != Vector3.Zero && Check.Positive(length)
                && Check.Finite(t) && Check.Finite(point) && Check.Finite(normal);
            if (!finite || name == null || (hit == null && hitName != null))
            {
                Refused++;
                return;
            }
            BeginItem(Section.Said);
            if (named)
                text.Raw("{\"ray\":").Quoted(name);
            else
            {
                text.Raw("{\"ray\":{\"origin\":").Vector(origin).Raw(",\"direction\":").Vector(direction);
                if ((parts & Part.Length) != 0)
                    text.Raw(",\"length\":").Number(length);
                if ((parts & Part.Layers) != 0)
                    text.Raw(",\"mask\":").Layers(mask);
                text.Raw("}");
            }
            text.Raw(",\"hit\":").Raw(hit == null ? "null" : hit.Quoted);
            if ((parts & Part.T) != 0)
                text.Raw(",\"t\":").Number(t);
            if ((parts & Part.Point) != 0)
                text.Raw(",\"point\":").Vector(point);
            if ((parts & Part.Normal) != 0)
                text.Raw(",\"normal\":").Vector(normal);
            text.Raw("}");
            EndItem();
        }

        private void PairsItem(Ops ops)
        {
            int count = (int)ops.NextNumber();
            bool known = true;
            BeginItem(Section.Said);
            text.Raw("{\"pairs\":[");
            for (int i = 0; i < count; i++)
            {
                var entry = Named(ops.NextName());
                known &= entry != null;
                text.Raw(i == 0 ? "[" : i % 2 == 0 ? "],[" : ",").Raw(entry == null ? "" : entry.Quoted);
            }
            text.Raw(count == 0 ? "]}" : "]]}");
            if (known)
                EndItem();
            else
                CancelItem();
        }

        private void AgentItem(Ops ops)
        {
            string agent = ops.NextName(), status = ops.NextName(), running = ops.NextName();
            if (agent == null)
            {
                Refused++;
                return;
            }
            BeginItem(Section.Said);
            text.Raw("{\"agent\":").Quoted(agent);
            if (status != null)
                text.Raw(",\"status\":").Quoted(status);
            if (running != null)
                text.Raw(",\"running\":").Quoted(running);
            text.Raw("}");
            EndItem();
        }

        private Entry Named(string name)
        {
            Entry entry;
            return name != null && entries.TryGetValue(name, out entry) ? entry : null;
        }
    }

    // UTF-8 text that grows and is used again.
    internal sealed class Text
    {
        public byte[] Bytes = new byte[256];
        public int Length;

        // Powers[i] is 10 to the power of i - 50, rounded correctly, which Math.Pow does not promise.
        private static readonly double[] Powers = MakePowers();

        private static double[] MakePowers()
        {
            var powers = new double[110];
            for (int i = 0; i < powers.Length; i++)
                powers[i] = double.Parse("1e" + (i - 50).ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
            return powers;
        }

        public void Clear() => Length = 0;

        public void Truncate(int length) => Length = length;

        public override string ToString() => System.Text.Encoding.UTF8.GetString(Bytes, 0, Length);

        // What another text has from a place on.
        public Text Append(Text other, int from)
        {
            int count = other.Length - from;
            Reserve(count);
            Buffer.BlockCopy(other.Bytes, from, Bytes, Length, count);
            Length += count;
            return this;
        }

        // JSON as it stands.
        public Text Raw(string json)
        {
            Reserve(3 * json.Length);
            for (int i = 0; i < json.Length; i++)
            {
                char c = json[i];
                if (c < 0x80)
                    Bytes[Length++] = (byte)c;
                else
                {
                    Length += System.Text.Encoding.UTF8.GetBytes(json, i, json.Length - i, Bytes, Length);
                    break;
                }
            }
            return this;
        }

        // A text as JSON. Halves of a surrogate pair that stand alone have no UTF-8; they become U+FFFD.
        public Text Quoted(string value)
        {
            Raw("\"");
            for (int i = 0; i < value.Length; i++)
            {
                char c = value[i];
                if (c == '"' || c == '\\')
                    Raw("\\").Raw(c == '"' ? "\"" : "\\");
                else if (c < ' ')
                    Raw("\\u").Raw(((int)c).ToString("x4", CultureInfo.InvariantCulture));
                else if (char.IsSurrogate(c))
                {
                    bool isPair = i + 1 < value.Length && char.IsSurrogatePair(c, value[i + 1]);
                    Raw(isPair ? value.Substring(i, 2) : "\ufffd");
                    if (isPair)
                        i++;
                }
                else if (c < 0x80)
                {
                    Reserve(1);
                    Bytes[Length++] = (byte)c;
                }
                else
                    Raw(c.ToString());
            }
            return Raw("\"");
        }

        public Text Vector(Vector3 v) => Raw("[").Number(v.X).Raw(",").Number(v.Y).Raw(",").Number(v.Z).Raw("]");

        public Text Numbers(float[] values, int count)
        {
            for (int i = 0; i < count; i++)
                Raw(i == 0 ? "[" : ",").Number(values[i]);
            return Raw("]");
        }

        // The numbers of the bits that are set.
        public Text Layers(ulong bits)
        {
            Raw("[");
            var separator = "";
            for (int bit = 0; bit < 64; bit++)
            {
                if ((bits >> bit & 1) == 0)
                    continue;
                Raw(separator).Digits(bit);
                separator = ",";
            }
            return Raw("]");
        }

        public Text Number(double value) => Raw(value.ToString("R", CultureInfo.InvariantCulture));

        // 7 digits where they are read back as the same float, and 9 otherwise, which always are: the float nearest to a decimal that
        // is off by less than half of the distance of two floats. This is several times as fast as float.ToString and allocates nothing.
        public Text Number(float value)
        {
            Reserve(64);
            double size = value;
            if (size < 0 || (size == 0 && 1 / size < 0))
            {
                Bytes[Length++] = (byte)'-';
                size = -size;
            }
            if (size < 1e7 && size == (int)size)
                return Digits((int)size);
            int exponent = Exponent(size);
            int count = 7;
            long digits = Scaled(size, 6 - exponent);
            double back = Unscaled(digits, 6 - exponent);
            // The margins leave room for the rounding of `back` and of a reader that converts through a double.
            if ((float)(back * (1 + 1e-15)) != (float)size || (float)(back * (1 - 1e-15)) != (float)size)
            {
                count = 9;
                digits = Scaled(size, 8 - exponent);
            }
            if (digits >= (count == 7 ? 10000000 : 1000000000))
            {
                digits /= 10;
                exponent++;
            }
            while (digits % 10 == 0)
            {
                digits /= 10;
                count--;
            }
            if (exponent < -5 || exponent > 8)
            {
                Decimal(digits, count, 1);
                Raw("e").Raw(exponent < 0 ? "-" : "");
                return Digits(Math.Abs(exponent));
            }
            if (exponent < 0)
            {
                Raw("0.");
                for (int zeros = exponent + 1; zeros < 0; zeros++)
                    Bytes[Length++] = (byte)'0';
                return Decimal(digits, count, count);
            }
            Decimal(digits, count, Math.Min(count, exponent + 1));
            for (int zeros = count; zeros <= exponent; zeros++)
                Bytes[Length++] = (byte)'0';
            return this;
        }

        // The exponent of 10 of the first digit of a number above 0.
        private static int Exponent(double x)
        {
            int binary = (int)(BitConverter.DoubleToInt64Bits(x) >> 52) - 1023;
            int exponent = binary * 1233 >> 12; // the logarithm of 2 is 0.30103, and 1233 / 4096 is 0.30102
            return x >= Powers[exponent + 51] ? exponent + 1 : exponent;
        }

        private static long Scaled(double x, int exponent) => (long)(Times(x, exponent) + 0.5);

        private static double Unscaled(long digits, int exponent) => Times(digits, -exponent);

        // Division by a power that is exact rounds once.
        private static double Times(double x, int exponent) => exponent < 0 ? x / Powers[50 - exponent] : x * Powers[50 + exponent];

        // Digits with a point after the first `whole` of them, where others follow.
        private Text Decimal(long digits, int count, int whole)
        {
            int point = count > whole ? 1 : 0;
            int at = Length + count + point - 1;
            for (int i = count; i > 0; i--)
            {
                if (point == 1 && i == whole)
                    Bytes[at--] = (byte)'.';
                Bytes[at--] = (byte)('0' + digits % 10);
                digits /= 10;
            }
            Length += count + point;
            return this;
        }

        private Text Digits(int value)
        {
            int count = 1;
            for (int rest = value / 10; rest > 0; rest /= 10)
                count++;
            Reserve(count);
            return Decimal(value, count, count);
        }

        private void Reserve(int more)
        {
            if (Length + more > Bytes.Length)
                Array.Resize(ref Bytes, 2 * (Length + more));
        }
    }
}
