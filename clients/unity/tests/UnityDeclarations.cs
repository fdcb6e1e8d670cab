// Declarations of what EyelineUnity.cs uses of UnityEngine, so that it can be compiled without Unity. Nothing of it runs.
using System;

namespace UnityEngine
{
    public class DefaultExecutionOrder : Attribute { public DefaultExecutionOrder(int order) { } }
    public sealed class DisallowMultipleComponent : Attribute { }
    public class TooltipAttribute : Attribute { public TooltipAttribute(string tooltip) { } }

    public class Object
    {
        public string name { get; set; }
        public static bool operator ==(Object x, Object y) { throw null; }
        public static bool operator !=(Object x, Object y) { throw null; }
        public override bool Equals(object other) { throw null; }
        public override int GetHashCode() { throw null; }
    }

    public sealed class GameObject : Object
    {
        public int layer { get; set; }
    }

    public class Component : Object
    {
        public Transform transform { get { throw null; } }
        public GameObject gameObject { get { throw null; } }
    }

    public class Behaviour : Component { }
    public class MonoBehaviour : Behaviour { }

    public class Transform : Component
    {
        public Vector3 position { get; set; }
        public Quaternion rotation { get; set; }
        public Vector3 lossyScale { get { throw null; } }
        public Matrix4x4 localToWorldMatrix { get { throw null; } }
        public Vector3 TransformPoint(Vector3 position) { throw null; }
    }

    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { throw null; }
        public float this[int index] { get { throw null; } set { } }
        public static Vector3 zero { get { throw null; } }
        public Vector3 normalized { get { throw null; } }
        public static Vector3 operator /(Vector3 a, float d) { throw null; }
        public static bool operator ==(Vector3 a, Vector3 b) { throw null; }
        public static bool operator !=(Vector3 a, Vector3 b) { throw null; }
        public override bool Equals(object other) { throw null; }
        public override int GetHashCode() { throw null; }
    }

    public struct Quaternion
    {
        public float x, y, z, w;
        public static Quaternion identity { get { throw null; } }
        public static Quaternion Euler(float x, float y, float z) { throw null; }
        public static Quaternion operator *(Quaternion a, Quaternion b) { throw null; }
    }

    public struct Matrix4x4
    {
        public float this[int index] { get { throw null; } set { } }
        public static Matrix4x4 Translate(Vector3 vector) { throw null; }
        public static Matrix4x4 Perspective(float fov, float aspect, float zNear, float zFar) { throw null; }
        public static Matrix4x4 Ortho(float left, float right, float bottom, float top, float zNear, float zFar) { throw null; }
        public static Matrix4x4 operator *(Matrix4x4 a, Matrix4x4 b) { throw null; }
        public static bool operator ==(Matrix4x4 a, Matrix4x4 b) { throw null; }
        public static bool operator !=(Matrix4x4 a, Matrix4x4 b) { throw null; }
        public override bool Equals(object other) { throw null; }
        public override int GetHashCode() { throw null; }
    }

    public struct Plane
    {
        public Vector3 normal { get; set; }
        public float distance { get; set; }
    }

    public struct Bounds
    {
        public Vector3 center { get; set; }
        public Vector3 extents { get; set; }
        public Vector3 min { get; set; }
        public Vector3 max { get; set; }
    }

    public sealed class Camera : Behaviour
    {
        public Matrix4x4 projectionMatrix { get; set; }
        public float nearClipPlane { get; set; }
        public float farClipPlane { get; set; }
        public float fieldOfView { get; set; }
        public float aspect { get; set; }
        public bool orthographic { get; set; }
        public float orthographicSize { get; set; }
        public int cullingMask { get; set; }
        public int pixelWidth { get { throw null; } }
        public int pixelHeight { get { throw null; } }
    }

    public class Renderer : Component
    {
        public Bounds bounds { get; set; }
        public Bounds localBounds { get; set; }
        public Matrix4x4 localToWorldMatrix { get { throw null; } }
    }

    public class Collider : Component { }

    public class BoxCollider : Collider
    {
        public Vector3 center { get; set; }
        public Vector3 size { get; set; }
    }

    public class SphereCollider : Collider
    {
        public Vector3 center { get; set; }
        public float radius { get; set; }
    }

    public class CapsuleCollider : Collider
    {
        public Vector3 center { get; set; }
        public float radius { get; set; }
        public float height { get; set; }
        public int direction { get; set; }
    }

    public enum QueryTriggerInteraction { UseGlobal, Ignore, Collide }

    public struct RaycastHit
    {
        public Collider collider { get { throw null; } }
        public float distance { get; set; }
        public Vector3 point { get; set; }
        public Vector3 normal { get; set; }
    }

    public class Physics
    {
        public const int DefaultRaycastLayers = -5;

        public static bool Raycast(Vector3 origin, Vector3 direction, out RaycastHit hitInfo, float maxDistance, int layerMask, QueryTriggerInteraction queryTriggerInteraction) { throw null; }
    }

    public static class GeometryUtility
    {
        public static void CalculateFrustumPlanes(Camera camera, Plane[] planes) { throw null; }
        public static bool TestPlanesAABB(Plane[] planes, Bounds bounds) { throw null; }
    }

    public class Time
    {
        public static double timeAsDouble { get { throw null; } }
    }

    public class Debug
    {
        public static void LogWarning(object message, Object context) { throw null; }
    }

    public struct Mathf
    {
        public const float Infinity = float.PositiveInfinity;
        public static float Abs(float f) { throw null; }
        public static float Max(float a, float b) { throw null; }
    }
}
