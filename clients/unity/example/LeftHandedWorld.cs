// An example without Unity: a world in Unity's coordinates, with the formulas of GeometryUtility and of a ray against a box computed in
// these coordinates, and sent through LeftHanded. Where eyeline agrees with all answers, the conversion is right.
//
//     make example                                    # writes trace.jsonl
//     mono build/example.exe --file PATH              # without --file it connects; --address HOST:PORT
using System;
using System.Collections.Generic;
using System.Numerics;
using System.Threading;
using EyelineClient;

internal static class LeftHandedWorld
{
    private sealed class Solid
    {
        public string Name;
        public Vector3 Position, Scale, Axis;
        public float Speed;
        public Quaternion Rotation;
        public ulong Layers;
    }

    private const float FovY = 50, Aspect = 1.6f, Near = 0.3f, Far = 40;
    private static readonly List<Solid> Solids = new List<Solid>();
    private static Vector3 eye;
    private static Quaternion turn;

    private static void Main(string[] arguments)
    {
        int at = Array.IndexOf(arguments, "--file");
        string address = Array.IndexOf(arguments, "--address") >= 0 ? arguments[Array.IndexOf(arguments, "--address") + 1] : Eyeline.DefaultAddress;
        using (var client = at >= 0 ? Eyeline.ToFile("left-handed world", arguments[at + 1]) : Eyeline.Connect("left-handed world", address))
        {
            var random = new Random(3);
            for (int i = 0; i < 300; i++)
            {
                Solids.Add(new Solid
                {
                    Name = "box " + i,
                    Position = new Vector3(Between(random, -15, 15), Between(random, 0, 6), Between(random, -15, 15)),
                    Scale = new Vector3(Between(random, 0.3f, 1.5f), Between(random, 0.3f, 1.5f), Between(random, 0.3f, 1.5f)),
                    Axis = Vector3.Normalize(new Vector3(Between(random, -1, 1), Between(random, -1, 1), Between(random, -1, 1))),
                    Speed = Between(random, -2, 2),
                    Layers = 1UL << random.Next(4),
                });
                client.Object(Solids[i].Name, Shape.Box(0.5f, 0.5f, 0.5f), Vector3.Zero, null, null, Solids[i].Layers);
            }
            client.Camera("eye", Lens.Perspective(FovY, Aspect, Near, Far), Vector3.Zero);
            for (int tick = 0; tick < 360; tick++)
            {
                Move(client, tick / 60f);
                SayVisibility(client);
                SayRays(client, tick);
                client.Tick(tick / 60.0);
                Thread.Sleep(at >= 0 ? 1 : 16);
            }
        }
    }

    private static float Between(Random random, float low, float high) => low + (high - low) * (float)random.NextDouble();

    // Half of the objects are moved by their pose, the others by their matrix.
    private static void Move(Eyeline client, float time)
    {
        for (int i = 0; i < Solids.Count; i++)
        {
            var solid = Solids[i];
            solid.Rotation = Quaternion.CreateFromAxisAngle(solid.Axis, solid.Speed * time);
            if (i % 2 == 0)
            {
                client.Pose(solid.Name, LeftHanded.Vector(solid.Position), LeftHanded.Rotation(solid.Rotation), solid.Scale);
                continue;
            }
            var x = Vector3.Transform(new Vector3(solid.Scale.X, 0, 0), solid.Rotation);
            var y = Vector3.Transform(new Vector3(0, solid.Scale.Y, 0), solid.Rotation);
            var z = Vector3.Transform(new Vector3(0, 0, solid.Scale.Z), solid.Rotation);
            var columns = new[] { x.X, x.Y, x.Z, 0, y.X, y.Y, y.Z, 0, z.X, z.Y, z.Z, 0, solid.Position.X, solid.Position.Y, solid.Position.Z, 1 };
            LeftHanded.Matrix(columns);
            client.Matrix(solid.Name, columns);
        }
        eye = new Vector3(3 * (float)Math.Sin(time), 2, -8);
        turn = Quaternion.CreateFromAxisAngle(Vector3.UnitY, 0.7f * time) * Quaternion.CreateFromAxisAngle(Vector3.UnitX, 0.1f);
        client.Pose("eye", LeftHanded.Vector(eye), LeftHanded.Rotation(turn));
    }

    private static void SayVisibility(Eyeline client)
    {
        // A camera of Unity looks along its +Z.
        Vector3 right = Vector3.Transform(Vector3.UnitX, turn), up = Vector3.Transform(Vector3.UnitY, turn), forward = Vector3.Transform(Vector3.UnitZ, turn);
        float v = FovY * (float)Math.PI / 360, h = (float)Math.Atan(Math.Tan(v) * Aspect);
        float sinV = (float)Math.Sin(v), cosV = (float)Math.Cos(v), sinH = (float)Math.Sin(h), cosH = (float)Math.Cos(h);
        var normals = new[] { forward * sinH + right * cosH, forward * sinH - right * cosH, forward * sinV + up * cosV, forward * sinV - up * cosV, forward, -forward };
        var planes = new float[24];
        for (int side = 0; side < 6; side++)
        {
            planes[4 * side] = normals[side].X;
            planes[4 * side + 1] = normals[side].Y;
            planes[4 * side + 2] = normals[side].Z;
            planes[4 * side + 3] = -Vector3.Dot(normals[side], eye) + (side == 4 ? -Near : side == 5 ? Far : 0);
        }
        var sent = (float[])planes.Clone();
        LeftHanded.Planes(sent);
        foreach (var solid in Solids)
        {
            // The bounds of a turned box, and TestPlanesAABB.
            var extent = Vector3.Zero;
            foreach (var edge in new[] { new Vector3(solid.Scale.X, 0, 0), new Vector3(0, solid.Scale.Y, 0), new Vector3(0, 0, solid.Scale.Z) })
                extent += Vector3.Abs(Vector3.Transform(edge / 2, solid.Rotation));
            bool visible = true;
            for (int side = 0; side < 6; side++)
                visible &= Vector3.Dot(normals[side], solid.Position) + planes[4 * side + 3] + Vector3.Dot(Vector3.Abs(normals[side]), extent) >= 0;
            client.SaidVisibility("eye", solid.Name, visible ? Verdict.Visible : Verdict.Culled, sent, LeftHanded.Box(solid.Position - extent, solid.Position + extent));
        }
    }

    private static void SayRays(Eyeline client, int tick)
    {
        const ulong mask = 0b1011;
        for (int i = 0; i < 64; i++)
        {
            var direction = Vector3.Normalize(new Vector3((float)Math.Sin(0.1 * i + 0.01 * tick), 0.1f * ((i + tick) % 7 - 3), (float)Math.Cos(0.1 * i + 0.01 * tick)));
            Solid nearest = null;
            float t = 30;
            var normal = Vector3.Zero;
            foreach (var solid in Solids)
                if ((solid.Layers & mask) != 0 && Hit(solid, direction, ref t, ref normal))
                    nearest = solid;
            if (nearest == null)
                client.SaidRay(LeftHanded.Vector(eye), LeftHanded.Vector(direction), null, null, null, null, 30, mask);
            else
                client.SaidRay(LeftHanded.Vector(eye), LeftHanded.Vector(direction), nearest.Name, t, LeftHanded.Vector(eye + t * direction), LeftHanded.Vector(normal), 30, mask);
        }
    }

    // The slabs of the box in its local space. Returns true when it is hit before `t`.
    private static bool Hit(Solid solid, Vector3 direction, ref float t, ref Vector3 normal)
    {
        var inverse = Quaternion.Conjugate(solid.Rotation);
        Vector3 from = Vector3.Transform(eye - solid.Position, inverse), along = Vector3.Transform(direction, inverse);
        float[] o = { from.X, from.Y, from.Z }, d = { along.X, along.Y, along.Z }, half = { solid.Scale.X / 2, solid.Scale.Y / 2, solid.Scale.Z / 2 };
        float enter = 0, leave = t;
        int axis = -1;
        for (int i = 0; i < 3; i++)
        {
            float a = (-half[i] - o[i]) / d[i], b = (half[i] - o[i]) / d[i];
            if (Math.Min(a, b) > enter)
            {
                enter = Math.Min(a, b);
                axis = i;
            }
            leave = Math.Min(leave, Math.Max(a, b));
        }
        if (enter > leave || leave < 0)
            return false;
        t = enter;
        if (axis >= 0)
            normal = Vector3.Transform((axis == 0 ? Vector3.UnitX : axis == 1 ? Vector3.UnitY : Vector3.UnitZ) * -Math.Sign(d[axis]), solid.Rotation);
        else
            normal = -direction; // the eye is inside
        return true;
    }
}
