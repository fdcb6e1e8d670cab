// An example answerer for `eyeline hunt`, in C# without packages.
// It answers the questions ray-sphere and frustum-box. Build and run it with Mono:
//     mcs -optimize answerer.cs
//     eyeline hunt ray-sphere --ask "mono answerer.exe"
//     eyeline hunt frustum-box --ask "mono answerer.exe"
// To test your engine, put a call to it in place of RaySphere or FrustumBox.
// The numbers of a case are f32 values: they are read as f32. The sums here are f64.
using System;
using System.Globalization;
using System.Linq;

static class Answerer {
    // The text behind "name":. Enough for the lines of the hunt, where a name is never a value too;
    // it is no JSON reader.
    static string Field(string line, string name) {
        string quoted = "\"" + name + "\"";
        int at = line.IndexOf(quoted, StringComparison.Ordinal);
        if (at < 0) throw new FormatException("no " + quoted + " in " + line);
        return line.Substring(at + quoted.Length).TrimStart(' ', ':');
    }

    static double[] Numbers(string line, string name, int count) {
        string[] texts = Field(line, name).TrimStart('[').Split(new[] { ',', ']', '}' }, count + 1);
        return texts.Take(count).Select(text => (double)float.Parse(text, CultureInfo.InvariantCulture)).ToArray();
    }

    static double Dot(double[] a, double[] b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

    static double[] Cross(double[] a, double[] b) {
        return new[] { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
    }

    static string RaySphere(string line) {
        const string miss = "\"hit\":false";
        double[] m = Numbers(line, "world_from_local", 16); // column by column
        double[] x = { m[0], m[1], m[2] }, y = { m[4], m[5], m[6] }, z = { m[8], m[9], m[10] };
        double[][] inverse = { Cross(y, z), Cross(z, x), Cross(x, y) }; // rows, each to be divided by the determinant
        double determinant = Dot(x, inverse[0]);
        if (determinant == 0) return miss; // the matrix has no inverse
        double[] start = Numbers(line, "origin", 3).Select((value, i) => value - m[12 + i]).ToArray();
        double[] worldDirection = Numbers(line, "direction", 3);
        double[] origin = inverse.Select(row => Dot(row, start) / determinant).ToArray();
        double[] direction = inverse.Select(row => Dot(row, worldDirection) / determinant).ToArray();
        double radius = Numbers(line, "radius", 1)[0];
        if (Dot(origin, origin) <= radius * radius) return "\"hit\":true,\"t\":0"; // the sphere is solid
        double length2 = Dot(direction, direction);
        if (length2 == 0) return miss;
        double middle = -Dot(origin, direction) / length2; // where the ray is closest to the center
        double[] closest = origin.Select((value, i) => value + middle * direction[i]).ToArray();
        double rest = radius * radius - Dot(closest, closest);
        if (middle < 0 || rest < 0) return miss;
        double t = Math.Max(0, middle - Math.Sqrt(rest / length2));
        return "\"hit\":true,\"t\":" + t.ToString("R", CultureInfo.InvariantCulture);
    }

    static string FrustumBox(string line) {
        double[] m = Numbers(line, "clip_from_world", 16);
        double[] min = Numbers(line, "min", 3), max = Numbers(line, "max", 3);
        string depth = Field(line, "depth").Split('"')[1];
        Func<int, double[]> row = r => new[] { m[r - 1], m[r + 3], m[r + 7], m[r + 11] };
        Func<int, double[]> plus = r => row(4).Zip(row(r), (a, b) => a + b).ToArray();
        Func<int, double[]> minus = r => row(4).Zip(row(r), (a, b) => a - b).ToArray();
        double[] near = depth == "-1..1" ? plus(3) : depth == "0..1" ? row(3) : minus(3);
        double[] far = depth == "reversed" ? row(3) : minus(3);
        bool culled = new[] { plus(1), minus(1), plus(2), minus(2), near, far }.Any(plane => {
            // The corner furthest along the normal. When it is behind the plane, the whole box is.
            double[] corner = min.Select((low, i) => plane[i] > 0 ? max[i] : low).ToArray();
            return Dot(plane, corner) + plane[3] < 0;
        });
        return culled ? "\"verdict\":\"culled\"" : "\"verdict\":\"visible\"";
    }

    static int Main() {
        string first = Console.In.ReadLine() ?? "";
        string question = first.Contains("\"question\"") ? Field(first, "question").Split('"')[1] : "";
        if (question != "ray-sphere" && question != "frustum-box") {
            string help = "this example answers ray-sphere and frustum-box; add a function to it for ";
            Console.Error.WriteLine(help + question);
            return 1;
        }
        // The plane test keeps some boxes that are outside, so the hello says "conservative".
        string conservative = question == "frustum-box" ? "true" : "false";
        Console.Out.WriteLine("{\"name\":\"example in C#\",\"version\":\"1\",\"conservative\":" + conservative
            + ",\"inside\":\"solid\"}");
        // Console.Out sends each line at once, so no answer is held back while ReadLine waits.
        for (string line; (line = Console.In.ReadLine()) != null;) {
            string id = Field(line, "id").Split(',', '}')[0].Trim();
            string answer = question == "ray-sphere" ? RaySphere(line) : FrustumBox(line);
            Console.Out.WriteLine("{\"id\":" + id + "," + answer + "}");
        }
        return 0;
    }
}
