// Tests of Eyeline.cs, in one program. `make test` runs them. The last line has the number of tests that passed.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Numerics;
using System.Reflection;
using System.Text;
using System.Threading;
using EyelineClient;

internal static class Tests
{
    private static int failures;
    private static string current;

    private static void Check(bool condition, string message)
    {
        if (condition)
            return;
        failures++;
        Console.Error.WriteLine(current + ": " + message);
    }

    private static void Equal(object found, string expected)
    {
        string a = Json.Canonical(found), b = Json.Canonical(Json.Parse(expected));
        Check(a == b, "\n    found    " + a + "\n    expected " + b);
    }

    // The lines that a file has when `calls` are done.
    private static List<object> LinesOf(Action<Eyeline> calls, out int refused)
    {
        var path = Path.GetTempFileName();
        var client = Eyeline.ToFile("test", path);
        calls(client);
        client.Dispose();
        refused = client.Refused;
        var lines = File.ReadAllLines(path).Select(Json.Parse).ToList();
        File.Delete(path);
        return lines;
    }

    private static List<object> LinesOf(Action<Eyeline> calls)
    {
        int refused;
        var lines = LinesOf(calls, out refused);
        Check(refused == 0, refused + " refused");
        return lines;
    }

    private static object At(object value, params object[] path)
    {
        foreach (var key in path)
            value = key is string ? ((Dictionary<string, object>)value)[(string)key] : ((List<object>)value)[(int)key];
        return value;
    }

    private static bool Has(object value, string key) => ((Dictionary<string, object>)value).ContainsKey(key);

    private static void FirstLineIsAKeyframe()
    {
        var lines = LinesOf(e =>
        {
            e.Object("crate", Shape.Box(0.5f, 1, 2), new Vector3(1, 2, 3), Quaternion.Identity, new Vector3(1, 1, 2), 1UL << 3 | 1UL << 63);
            e.Camera("eye", Lens.Perspective(60, 1.5f, 0.1f, float.PositiveInfinity).WithMask(5).WithSize(640, 480), new Vector3(0, 1, 0));
            e.Tick(0);
            e.Tick(1.25);
        });
        Check(lines.Count == 2, lines.Count + " lines");
        Equal(lines[0], @"{""eyeline_trace"":1,""name"":""test"",""time"":0,""scene"":{""eyeline"":1,""objects"":[{""name"":""crate"",""shape"":{""box"":{""half_extents"":[0.5,1,2]}},""layers"":[3,63],""position"":[1,2,3],""rotation"":[0,0,0,1],""scale"":[1,1,2]}],""cameras"":[{""name"":""eye"",""projection"":{""perspective"":{""fov_y"":60,""aspect"":1.5}},""near"":0.1,""far"":null,""mask"":[0,2],""size"":[640,480],""position"":[0,1,0]}]}}");
        Equal(lines[1], @"{""time"":1.25}");
    }

    private static void ChangesOfATickAreOneLine()
    {
        var lines = LinesOf(e =>
        {
            e.Object("a", Shape.Sphere(1), Vector3.Zero);
            e.Object("b", Shape.Sphere(1), Vector3.Zero);
            e.Tick(0);
            e.Pose("a", new Vector3(1, 0, 0));
            e.Pose("a", new Vector3(2, 0, 0), new Quaternion(0, 1, 0, 0));
            e.Shape("a", Shape.Sphere(2));
            e.Remove("b");
            e.Object("c", Shape.Cylinder(1, 2), Vector3.Zero);
            e.Pose("c", new Vector3(0, 5, 0));
            e.Object("d", Shape.Cone(1, 2), Vector3.Zero);
            e.Remove("d");
            e.Camera("eye", Lens.Orthographic(4, 1, -1, 10), Vector3.Zero);
            e.SaidAgent("guard", "running", "patrol");
            e.Tick(0.5);
            e.Pose("a", new Vector3(2, 0, 0));
            e.Tick(1);
        });
        Check(lines.Count == 3, lines.Count + " lines");
        Equal(lines[1], @"{""time"":0.5,""set"":{""a"":{""shape"":{""sphere"":{""radius"":2}},""position"":[2,0,0],""rotation"":[0,1,0,0]}},
            ""add"":{""objects"":[{""name"":""c"",""shape"":{""cylinder"":{""radius"":1,""half_height"":2}},""position"":[0,5,0]}],
            ""cameras"":[{""name"":""eye"",""projection"":{""orthographic"":{""height"":4,""aspect"":1}},""near"":-1,""far"":10,""position"":[0,0,0]}]},
            ""remove"":[""b""],""said"":[{""agent"":""guard"",""status"":""running"",""running"":""patrol""}]}".Replace("\r", "").Replace("\n", "").Replace("            ", ""));
        Equal(lines[2], @"{""time"":1}");
    }

    private static void ReplacedEntryIsRemovedFirst()
    {
        var lines = LinesOf(e =>
        {
            e.Object("a", Shape.Sphere(1), Vector3.Zero);
            e.Object("b", Shape.Sphere(1), Vector3.Zero);
            e.Object("same", Shape.Sphere(1), Vector3.Zero);
            e.Tick(0);
            e.Object("a", Shape.Box(1, 1, 1), Vector3.Zero);
            e.Remove("b");
            e.Camera("b", Lens.Frustum(-1, 2, -1, 1, 0.5f, 10), Vector3.Zero);
            e.Object("same", Shape.Sphere(1), new Vector3(1, 0, 0));
            e.Tick(1);
            e.Object("a", Shape.Sphere(1), Vector3.Zero);
            e.Remove("a");
            e.Tick(2);
        });
        Check(lines.Count == 4, lines.Count + " lines");
        Equal(lines[1], @"{""time"":1,""remove"":[""a"",""b""]}");
        Equal(At(lines[2], "set"), @"{""same"":{""position"":[1,0,0]}}");
        Equal(At(lines[2], "add", "objects", 0, "name"), @"""a""");
        Equal(At(lines[2], "add", "cameras", 0, "name"), @"""b""");
        Equal(lines[3], @"{""time"":2,""remove"":[""a""]}");
    }

    private static void MatricesOfAddedEntriesHaveALineOfTheirOwn()
    {
        var columns = new float[] { 1, 0, 0, 0, 0, 0, -2, 0, 0, 1, 0, 0, 5, 6, 7, 1 };
        const string set = @"{""matrix"":[1,0,0,0,0,0,-2,0,0,1,0,0,5,6,7,1]}";
        var lines = LinesOf(e =>
        {
            e.Object("a", Shape.Sphere(1), Vector3.One);
            e.Matrix("a", columns);
            e.SaidRay("aim", "a", 2);
            e.Tick(0);
            e.Object("b", Shape.Sphere(1), Vector3.Zero);
            e.Matrix("b", columns);
            e.Pose("a", Vector3.Zero, new Quaternion(1, 0, 0, 0));
            e.Tick(1);
            e.Matrix("a", columns);
            e.Tick(2);
            e.Matrix("a", columns);
            e.Tick(3);
        });
        Check(lines.Count == 6, lines.Count + " lines");
        Check(!Has(At(lines[0], "scene", "objects", 0), "position"), "a matrix replaces the pose");
        Equal(lines[1], @"{""time"":0,""set"":{""a"":" + set + @"},""said"":[{""ray"":""aim"",""hit"":""a"",""t"":2}]}");
        Equal(At(lines[2], "set", "a"), @"{""position"":[0,0,0],""rotation"":[1,0,0,0],""scale"":[1,1,1]}");
        Equal(lines[3], @"{""time"":1,""set"":{""b"":" + set + "}}");
        Equal(lines[4], @"{""time"":2,""set"":{""a"":" + set + "}}");
        Equal(lines[5], @"{""time"":3}");
    }

    private static void Said()
    {
        var planes = Enumerable.Range(0, 24).Select(i => (float)i).ToArray();
        var lines = LinesOf(e =>
        {
            e.Object("a", Shape.Capsule(1, 2), Vector3.Zero);
            e.Object("b", Shape.Hull(new[] { Vector3.Zero, Vector3.UnitX, Vector3.UnitY, Vector3.UnitZ }), Vector3.Zero);
            e.Camera("eye", Lens.Matrix(new float[] { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0 }, DepthRange.ZeroToOne), Vector3.Zero);
            e.SaidVisibility("eye", "a", Verdict.Visible, planes, new Box3(Vector3.Zero, Vector3.One), new Ball(Vector3.UnitX, 2));
            e.SaidVisibility("eye", "b", Verdict.Culled, planes);
            e.SaidVisibility("eye", "b", Verdict.Intersect);
            e.SaidRay(Vector3.UnitX, new Vector3(0, 0, -1), "b", 2, new Vector3(1, 0, -2), Vector3.UnitZ, 4, 1UL << 1);
            e.SaidRay(Vector3.Zero, new Vector3(0, 0, -1), null);
            e.SaidRay("aim", null);
            e.SaidPairs(new[] { "a", "b", "b", "a" });
            e.SaidPairs(new string[0]);
            e.SaidAgent("guard");
            e.Tick(0);
        });
        Check(lines.Count == 2, lines.Count + " lines");
        const string six = @"""planes"":[[0,1,2,3],[4,5,6,7],[8,9,10,11],[12,13,14,15],[16,17,18,19],[20,21,22,23]]";
        Equal(At(lines[1], "said"), @"[{""camera"":""eye"",""object"":""a"",""verdict"":""visible""," + six + @",""box"":{""min"":[0,0,0],""max"":[1,1,1]},""sphere"":{""center"":[1,0,0],""radius"":2}},"
            + @"{""camera"":""eye"",""object"":""b"",""verdict"":""culled""," + six + @"},{""camera"":""eye"",""object"":""b"",""verdict"":""intersect""},"
            + @"{""ray"":{""origin"":[1,0,0],""direction"":[0,0,-1],""length"":4,""mask"":[1]},""hit"":""b"",""t"":2,""point"":[1,0,-2],""normal"":[0,0,1]},"
            + @"{""ray"":{""origin"":[0,0,0],""direction"":[0,0,-1]},""hit"":null},{""ray"":""aim"",""hit"":null},{""pairs"":[[""a"",""b""],[""b"",""a""]]},{""pairs"":[]},{""agent"":""guard""}]");
        Equal(At(lines[0], "scene", "cameras", 0), @"{""name"":""eye"",""projection"":{""matrix"":[1,0,0,0,0,1,0,0,0,0,-1,-1,0,0,-1,0]},""depth"":""0..1"",""position"":[0,0,0]}");
    }

    private static void Refused()
    {
        int refused;
        var bad = new Vector3(0, float.NaN, 0);
        var infinite = new Vector3(float.PositiveInfinity, 0, 0);
        var lines = LinesOf(e =>
        {
            e.Object("a", Shape.Sphere(1), Vector3.Zero);
            e.Camera("eye", Lens.Perspective(60, 1, 0.1f, 10), Vector3.Zero);
            e.Tick(0);
            e.Tick(double.NaN);
            e.Pose("a", bad);
            e.Pose("a", Vector3.Zero, new Quaternion(0, 0, 0, 0));
            e.Pose("a", Vector3.Zero, null, new Vector3(1, 0, 1));
            e.Pose("nobody", Vector3.Zero);
            e.Matrix("a", Enumerable.Repeat(float.NaN, 16).ToArray());
            e.Shape("a", Shape.Sphere(-1));
            e.Shape("a", Shape.Box(1, 0, 1));
            e.Shape("eye", Shape.Sphere(1));
            e.Shape("nobody", Shape.Sphere(1));
            e.Object("b", Shape.Sphere(float.NaN), Vector3.Zero);
            e.Object("b", Shape.Hull(new Vector3[3]), Vector3.Zero);
            e.Object("b", Shape.Sphere(1), infinite);
            e.Object(null, Shape.Sphere(1), Vector3.Zero);
            e.Camera("c", Lens.Perspective(180, 1, 0.1f, 10), Vector3.Zero);
            e.Camera("c", Lens.Orthographic(1, 1, 10, 10), Vector3.Zero);
            e.Remove("nobody");
            e.SaidVisibility("nobody", "a", Verdict.Visible);
            e.SaidVisibility("eye", "a", Verdict.Visible, new float[24].Select(x => float.NaN).ToArray());
            e.SaidVisibility("eye", "a", Verdict.Visible, null, new Box3(bad, bad));
            e.SaidRay("aim", "nobody");
            e.SaidRay(bad, Vector3.UnitX, null);
            e.SaidRay(Vector3.Zero, Vector3.Zero, null);
            e.SaidRay("aim", "a", float.PositiveInfinity);
            e.SaidPairs(new[] { "a", "nobody" });
            e.SaidAgent(null);
            e.Tick(1);
        }, out refused);
        Equal(lines[1], @"{""time"":1}");
        Check(refused == 26, refused + " refused");
    }

    private static void TextsAreEscaped()
    {
        foreach (var name in new[] { "\"quoted\" and \\", "tab\tline\nreturn\r", "\u0000\u0001\u001f", "Größe 東京 \U0001F600", "a/b" })
            Check((string)Json.Parse(new EyelineClient.Text().Quoted(name).ToString()) == name, name);
        Check((string)Json.Parse(new EyelineClient.Text().Quoted("\ud83d alone").ToString()) == "\ufffd alone", "half of a pair");
        Check(new EyelineClient.Text().Quoted("\n").ToString() == "\"\\u000a\"", "a control character");
    }

    private static void FloatsAreReadBack()
    {
        var random = new Random(1);
        var bytes = new byte[4];
        for (int i = 0; i < 1000000; i++)
        {
            float x;
            if (i % 2 == 0)
            {
                random.NextBytes(bytes);
                x = BitConverter.ToSingle(bytes, 0);
            }
            else
                x = (float)((random.NextDouble() - 0.5) * Math.Pow(10, random.Next(-6, 6)));
            if (!float.IsNaN(x) && !float.IsInfinity(x))
                ReadBack(x);
        }
        for (int power = -149; power < 128; power++)
        {
            float x = (float)Math.Pow(2, power);
            foreach (int step in new[] { -1, 0, 1 })
                ReadBack(BitConverter.ToSingle(BitConverter.GetBytes(BitConverter.ToInt32(BitConverter.GetBytes(x), 0) + step), 0));
        }
        ReadBack(float.MaxValue);
        for (int power = -45; power < 39; power++)
            ReadBack(float.Parse("1e" + power, CultureInfo.InvariantCulture));
        foreach (var text in new[] { "0", "-0", "1", "-0.5", "0.1", "1.3", "1234567", "12345678", "0.00001234", "1e-6", "1e-45", "100", "1.5e10" })
            ReadBack(float.Parse(text, CultureInfo.InvariantCulture));
        foreach (var text in new[] { "0", "1", "-0.5", "0.1", "1.3", "-1234.5", "100", "1.25e10", "1e-6" })
            Check(new EyelineClient.Text().Number(float.Parse(text, CultureInfo.InvariantCulture)).ToString() == text, text + " is written as " + new EyelineClient.Text().Number(float.Parse(text, CultureInfo.InvariantCulture)));
    }

    private static void ReadBack(float x)
    {
        var text = new EyelineClient.Text().Number(x).ToString();
        double back = (double)Json.Parse(text);
        Check((float)back == x && (float)(back * (1 + 1e-15)) == x && (float)(back * (1 - 1e-15)) == x, x.ToString("R") + " is written as " + text);
        Check(x != 0 || text == (1 / x < 0 ? "-0" : "0"), "the sign of zero: " + text);
    }

    private static void KeyframeEveryFiveSecondsAndTimeNeverDecreases()
    {
        var lines = LinesOf(e =>
        {
            e.Object("a", Shape.Sphere(1), Vector3.Zero);
            foreach (var time in new[] { 0, 4.9, 5, 3, 10 })
                e.Tick(time);
        });
        Check(string.Join(" ", lines.Select(l => Json.Canonical(At(l, "time")) + (Has(l, "scene") ? "k" : ""))) == "0k 4.9 5k 5 10k", "times and keyframes");
    }

    private static void LongLinesAreDivided()
    {
        var world = new World("test") { LongestLine = 3000 };
        var client = Eyeline.Off();
        // A client that only collects.
        typeof(Eyeline).GetField("on", BindingFlags.NonPublic | BindingFlags.Instance).SetValue(client, true);
        for (int i = 0; i < 100; i++)
            client.Object("object " + i, Shape.Sphere(1), new Vector3(i, 0, 0));
        client.Object(new string('x', 4000), Shape.Sphere(1), Vector3.Zero);
        for (int i = 0; i < 100; i++)
            client.SaidRay("aim", "object " + i);
        var batch = (Batch)typeof(Eyeline).GetField("batch", BindingFlags.NonPublic | BindingFlags.Instance).GetValue(client);
        var text = new EyelineClient.Text();
        world.Apply(batch);
        world.Write(batch, text);
        int objects = 0, said = 0, number = 0;
        foreach (var line in text.ToString().TrimEnd('\n').Split('\n'))
        {
            Check(line.Length <= 3000, line.Length + " bytes");
            var parsed = Json.Parse(line);
            Check(Has(parsed, "scene") == (number++ == 0), "one keyframe");
            if (Has(parsed, "scene"))
                objects += ((List<object>)At(parsed, "scene", "objects")).Count;
            if (Has(parsed, "add"))
                objects += ((List<object>)At(parsed, "add", "objects")).Count;
            if (Has(parsed, "said"))
                said += ((List<object>)At(parsed, "said")).Count;
        }
        Check(objects == 100 && said == 100 && world.Refused == 1, objects + " objects, " + said + " said, " + world.Refused + " refused");
    }

    private static bool Until(Func<bool> condition)
    {
        var clock = Stopwatch.StartNew();
        while (!condition() && clock.ElapsedMilliseconds < 5000)
            Thread.Sleep(2);
        return condition();
    }

    private static int FreePort()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        int port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();
        return port;
    }

    private static void ConnectsLateAndAgain()
    {
        int port = FreePort();
        var client = Eyeline.Connect("game", "127.0.0.1:" + port);
        client.Object("a", Shape.Sphere(1), Vector3.Zero);
        client.Tick(0);
        Thread.Sleep(50);
        Check(!client.Connected, "no program listens");
        var listener = new TcpListener(IPAddress.Loopback, port);
        listener.Start();
        Check(Until(() => client.Connected), "connects within seconds");
        using (var peer = listener.AcceptTcpClient())
        {
            client.Pose("a", Vector3.UnitX);
            client.Tick(1);
            var reader = new StreamReader(peer.GetStream());
            var first = Json.Parse(reader.ReadLine());
            Equal(At(first, "scene", "objects", 0, "position"), "[0,0,0]");
            Equal(Json.Parse(reader.ReadLine()), @"{""time"":1,""set"":{""a"":{""position"":[1,0,0]}}}");
        }
        // The connection is closed; the next one begins with a keyframe.
        int time = 2;
        Check(Until(() =>
        {
            client.Tick(time++);
            return listener.Pending();
        }), "connects again");
        using (var peer = listener.AcceptTcpClient())
        {
            client.Tick(time);
            var line = Json.Parse(new StreamReader(peer.GetStream()).ReadLine());
            Equal(At(line, "scene", "objects", 0, "position"), "[1,0,0]");
        }
        client.Dispose();
        listener.Stop();
    }

    private static void FullQueueDropsTheOldest()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var client = Eyeline.Connect("game", "127.0.0.1:" + ((IPEndPoint)listener.LocalEndpoint).Port, 20000);
        Check(Until(() => client.Connected), "connects");
        var peer = listener.AcceptTcpClient();
        for (int i = 0; i < 100; i++)
            client.Object("object " + i, Shape.Sphere(1), Vector3.Zero);
        int ticks = 0;
        var clock = Stopwatch.StartNew();
        double longest = 0;
        while (client.Dropped < 50 && clock.ElapsedMilliseconds < 20000)
        {
            double start = clock.Elapsed.TotalMilliseconds;
            for (int i = 0; i < 100; i++)
                client.Pose("object " + i, new Vector3(ticks, i, 0.1f));
            client.Tick(ticks++ / 1024.0);
            longest = Math.Max(longest, clock.Elapsed.TotalMilliseconds - start);
            if (ticks % 16 == 0)
                Thread.Sleep(1);
        }
        Check(client.Dropped >= 50, "the queue is full after " + ticks + " ticks");
        Check(longest < 500, "the game's thread waits for " + longest + " ms");
        int queued = (int)typeof(Eyeline).GetField("queuedBytes", BindingFlags.NonPublic | BindingFlags.Instance).GetValue(client);
        Check(queued <= 20000, "the queue has " + queued + " bytes");
        var reader = new StreamReader(peer.GetStream());
        double last = -1, end = (ticks - 1) / 1024.0;
        int gaps = 0, lines = 0;
        while (last < end)
        {
            var line = Json.Parse(reader.ReadLine());
            double time = (double)At(line, "time");
            Check(time > last, "time does not decrease");
            if (time - last > 1.5 / 1024 && last >= 0)
            {
                gaps++;
                Check(Has(line, "scene"), "a keyframe follows dropped lines");
                Equal(At(line, "scene", "objects", 99, "position", 0), (time * 1024).ToString());
            }
            last = time;
            lines++;
        }
        Check(gaps > 0 && lines + client.Dropped == ticks, gaps + " gaps, " + lines + " lines and " + client.Dropped + " dropped of " + ticks);
        client.Dispose();
        peer.Close();
        listener.Stop();
    }

    // A peer that does not read must not hold up the end of the game.
    private static void DisposeEndsAWriteThatWaits()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var client = Eyeline.Connect("game", "127.0.0.1:" + ((IPEndPoint)listener.LocalEndpoint).Port, 1000);
        Check(Until(() => client.Connected), "connects");
        client.Object("a", Shape.Sphere(1), Vector3.Zero);
        var filler = new string('x', 10000);
        int ticks = 0;
        while (client.Dropped < 10 && ticks < 100000)
        {
            client.SaidAgent(filler, filler, filler);
            client.Tick(ticks++);
            Thread.Yield();
        }
        var clock = Stopwatch.StartNew();
        client.Dispose();
        Check(clock.ElapsedMilliseconds < 3000, "Dispose takes " + clock.ElapsedMilliseconds + " ms");
        Check(!client.Connected, "connected");
        listener.Stop();
    }

    private static void FileIsFlushed()
    {
        var path = Path.GetTempFileName();
        var client = Eyeline.ToFile("game", path);
        client.Object("a", Shape.Sphere(1), Vector3.Zero);
        for (int i = 0; i < 100; i++)
            client.Tick(i / 60.0);
        Thread.Sleep(1000);
        using (var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite))
            Check(new StreamReader(stream).ReadToEnd().Count(c => c == '\n') == 100, "all is in the file after a second");
        client.Dispose();
        client.Tick(100);
        client.Pose("a", Vector3.Zero);
        Check(!client.Connected && File.ReadAllLines(path).Length == 100, "a client that has ended does nothing");
        File.Delete(path);
        var off = Eyeline.Off();
        off.Pose("a", Vector3.Zero);
        off.Tick(0);
        off.Dispose();
        var unheard = Eyeline.Connect("game", "127.0.0.1:" + FreePort());
        unheard.Tick(0);
        unheard.Dispose();
        Check(unheard.Dropped == 1, "a line without a listener is dropped");
        Check(!off.Connected && off.Refused == 0, "off");
    }

    private static Vector3 Random(Random random)
    {
        return new Vector3((float)random.NextDouble() - 0.5f, (float)random.NextDouble() - 0.5f, (float)random.NextDouble() - 0.5f) * 10;
    }

    // The formulas of rotations and planes are the same in both systems. What a system computes and then converts is what the other one
    // computes from converted inputs.
    private static void LeftHandedIsConverted()
    {
        var random = new Random(2);
        for (int i = 0; i < 1000; i++)
        {
            Vector3 v = Random(random), position = Random(random), scale = Random(random);
            var q = Quaternion.Normalize(new Quaternion(Random(random), (float)random.NextDouble()));
            // A point of an object with a pose.
            var world = position + Vector3.Transform(scale * v, q);
            var converted = LeftHanded.Vector(position) + Vector3.Transform(scale * LeftHanded.Vector(v), LeftHanded.Rotation(q));
            Near(LeftHanded.Vector(world), converted, "a pose");
            // The same pose as a matrix.
            var x = Vector3.Transform(new Vector3(scale.X, 0, 0), q);
            var y = Vector3.Transform(new Vector3(0, scale.Y, 0), q);
            var z = Vector3.Transform(new Vector3(0, 0, scale.Z), q);
            var m = new[] { x.X, x.Y, x.Z, 0, y.X, y.Y, y.Z, 0, z.X, z.Y, z.Z, 0, position.X, position.Y, position.Z, 1 };
            LeftHanded.Matrix(m);
            var local = LeftHanded.Vector(v);
            Near(converted, new Vector3(m[0], m[1], m[2]) * local.X + new Vector3(m[4], m[5], m[6]) * local.Y + new Vector3(m[8], m[9], m[10]) * local.Z + new Vector3(m[12], m[13], m[14]), "a matrix");
            Check(m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1, "the last row");
            // The distance from a plane.
            var plane = new[] { v.X, v.Y, v.Z, scale.X };
            var turned = (float[])plane.Clone();
            LeftHanded.Planes(turned);
            var p = LeftHanded.Vector(world);
            float before = plane[0] * world.X + plane[1] * world.Y + plane[2] * world.Z + plane[3];
            Check(Math.Abs(before - (turned[0] * p.X + turned[1] * p.Y + turned[2] * p.Z + turned[3])) < 1e-3, "a plane");
            // A box.
            Vector3 low = Vector3.Min(v, scale), high = Vector3.Max(v, scale);
            var box = LeftHanded.Box(low, high);
            Check(box.Min.Z <= box.Max.Z && box.Min == Vector3.Min(LeftHanded.Vector(low), LeftHanded.Vector(high)) && box.Max == Vector3.Max(LeftHanded.Vector(low), LeftHanded.Vector(high)), "a box");
        }
        // Unity: a turn of 90 degrees about y moves the forward direction +Z to +X. In eyeline the forward direction is -Z.
        var quarter = new Quaternion(0, (float)Math.Sqrt(0.5), 0, (float)Math.Sqrt(0.5));
        Near(Vector3.Transform(Vector3.UnitZ, quarter), Vector3.UnitX, "Unity");
        Near(Vector3.Transform(-Vector3.UnitZ, LeftHanded.Rotation(quarter)), Vector3.UnitX, "eyeline");
    }

    private static void Near(Vector3 a, Vector3 b, string what) => Check((a - b).Length() < 1e-3f, what + ": " + a + " and " + b);

    private static int Main()
    {
        CultureInfo.DefaultThreadCurrentCulture = new CultureInfo("de-DE"); // writes 1,5
        int passed = 0, failed = 0;
        var tests = new Action[]
        {
            FirstLineIsAKeyframe, ChangesOfATickAreOneLine, ReplacedEntryIsRemovedFirst, MatricesOfAddedEntriesHaveALineOfTheirOwn, Said, Refused,
            TextsAreEscaped, FloatsAreReadBack, KeyframeEveryFiveSecondsAndTimeNeverDecreases, LongLinesAreDivided, ConnectsLateAndAgain,
            FullQueueDropsTheOldest, DisposeEndsAWriteThatWaits, FileIsFlushed, LeftHandedIsConverted,
        };
        foreach (var test in tests)
        {
            current = test.Method.Name;
            int before = failures;
            try
            {
                test();
            }
            catch (Exception e)
            {
                Check(false, e.ToString());
            }
            if (failures == before)
                passed++;
            else
                failed++;
        }
        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }
}
