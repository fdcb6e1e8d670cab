// A strict reader of JSON: objects become dictionaries, arrays lists, and numbers doubles. The tests use it because Mono has none
// without further packages, and it accepts nothing that is not JSON.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

internal sealed class Json
{
    private readonly string text;
    private int at;

    private Json(string text)
    {
        this.text = text;
    }

    public static object Parse(string text)
    {
        var reader = new Json(text);
        var value = reader.Value();
        if (reader.at != text.Length)
            throw new FormatException("text after the end at " + reader.at + ": " + text);
        return value;
    }

    // The same values make the same text, whatever the order of their keys.
    public static string Canonical(object value)
    {
        if (value is Dictionary<string, object> map)
            return "{" + string.Join(",", map.OrderBy(e => e.Key, StringComparer.Ordinal).Select(e => e.Key + ":" + Canonical(e.Value))) + "}";
        if (value is List<object> list)
            return "[" + string.Join(",", list.Select(Canonical)) + "]";
        if (value is double number)
            return ((float)number == 0 ? 0 : (float)number).ToString("R", CultureInfo.InvariantCulture);
        if (value is string s)
            return "'" + s + "'";
        return value == null ? "null" : value.ToString();
    }

    private object Value()
    {
        char c = text[at];
        if (c == '{')
        {
            var map = new Dictionary<string, object>();
            at++;
            while (text[at] != '}')
            {
                if (map.Count > 0)
                    Expect(",");
                var key = String();
                Expect(":");
                map.Add(key, Value());
            }
            at++;
            return map;
        }
        if (c == '[')
        {
            var list = new List<object>();
            at++;
            while (text[at] != ']')
            {
                if (list.Count > 0)
                    Expect(",");
                list.Add(Value());
            }
            at++;
            return list;
        }
        if (c == '"')
            return String();
        if (c == 't' || c == 'f' || c == 'n')
        {
            Expect(c == 't' ? "true" : c == 'f' ? "false" : "null");
            return c == 'n' ? (object)null : c == 't';
        }
        return Number();
    }

    private void Expect(string word)
    {
        if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0)
            throw new FormatException("no " + word + " at " + at + ": " + text);
        at += word.Length;
    }

    private string String()
    {
        Expect("\"");
        var value = new StringBuilder();
        while (text[at] != '"')
        {
            char c = text[at++];
            if (c < ' ')
                throw new FormatException("a control character in a text");
            if (c != '\\')
            {
                value.Append(c);
                continue;
            }
            c = text[at++];
            int known = "\"\\/bfnrt".IndexOf(c);
            if (known >= 0)
                value.Append("\"\\/\b\f\n\r\t"[known]);
            else if (c == 'u')
            {
                value.Append((char)int.Parse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture));
                at += 4;
            }
            else
                throw new FormatException("\\" + c + " in a text");
        }
        at++;
        return value.ToString();
    }

    private double Number()
    {
        int start = at;
        if (text[at] == '-')
            at++;
        if (text[at] == '0')
            at++;
        else
            Digits();
        if (at < text.Length && text[at] == '.')
        {
            at++;
            Digits();
        }
        if (at < text.Length && (text[at] == 'e' || text[at] == 'E'))
        {
            at++;
            if (text[at] == '-' || text[at] == '+')
                at++;
            Digits();
        }
        return double.Parse(text.Substring(start, at - start), NumberStyles.Float, CultureInfo.InvariantCulture);
    }

    private void Digits()
    {
        int start = at;
        while (at < text.Length && text[at] >= '0' && text[at] <= '9')
            at++;
        if (at == start)
            throw new FormatException("no digit at " + at + ": " + text);
    }
}
