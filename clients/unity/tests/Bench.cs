// The time that the client takes on the game's thread for a tick with 500 objects that move and 500 answers. `make bench` runs it.
using System;
using System.Diagnostics;
using System.Globalization;
using System.Linq;
using System.Numerics;
using System.Threading;
using EyelineClient;

internal static class Bench
{
    private const int Count = 500;
    private const int Ticks = 300;

    private static void Measure(string label, Eyeline client, bool rays)
    {
        var names = Enumerable.Range(0, Count).Select(i => "object " + i).ToArray();
        var planes = Enumerable.Range(0, 24).Select(i => 0.37f * i).ToArray();
        foreach (var name in names)
            client.Object(name, Shape.Sphere(1), Vector3.Zero);
        client.Camera("eye", Lens.Perspective(60, 1.5f, 0.1f, 100), Vector3.Zero);
        var times = new double[Ticks];
        long memory = 0;
        for (int tick = 0; tick < Ticks; tick++)
        {
            if (tick == Ticks / 2)
                memory = GC.CollectionCount(0);
            long start = Stopwatch.GetTimestamp();
            for (int i = 0; i < Count; i++)
                client.Pose(names[i], new Vector3(0.37f * i, 0.1f * tick, 1.7f), new Quaternion(0.1f, 0.2f, 0.3f, 0.9f));
            for (int i = 0; i < Count; i++)
            {
                if (rays)
                    client.SaidRay(new Vector3(0.37f * i, 1.7f, 0), new Vector3(0, 0, -1), names[i], 12.3f, new Vector3(0.37f * i, 1.7f, -12.3f), new Vector3(0, 0, 1), 50);
                else
                    client.SaidVisibility("eye", names[i], Verdict.Visible, planes, new Box3(new Vector3(0.37f * i, 0.1f * tick, 1.7f), new Vector3(0.37f * i + 1, 0.1f * tick + 1, 2.7f)));
            }
            client.Tick(tick / 60.0);
            times[tick] = (Stopwatch.GetTimestamp() - start) * 1000.0 / Stopwatch.Frequency;
            Thread.Sleep(16);
        }
        memory = GC.CollectionCount(0) - memory;
        Array.Sort(times);
        client.Dispose();
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0}: median {1:F3} ms of a tick, 95 % below {2:F3} ms; {3} dropped, {4} collections", label, times[Ticks / 2], times[Ticks * 95 / 100], client.Dropped, memory));
    }

    private static void Main()
    {
        var path = System.IO.Path.GetTempFileName();
        Measure("500 poses and 500 rays", Eyeline.ToFile("bench", path), true);
        Measure("500 poses and 500 verdicts with planes and boxes", Eyeline.ToFile("bench", path), false);
        Measure("no program listens", Eyeline.Connect("bench", "127.0.0.1:9"), true);
        Measure("off", Eyeline.Off(), true);
        System.IO.File.Delete(path);
    }
}
