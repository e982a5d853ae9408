import Rendering
import VisualEffects

/// The GLSL of `Legibility.Bounds`: conversions to linear light, and the mixing of colours in it.
enum LegibilityShaders {
  /// The GLSL functions `linear`, `encoded` and `luminance`, as in `Luminance`, and `moved`.
  ///
  /// Polynomials that are at most 7 · 10⁻⁶ off take the place of powers, which take software GL longer. That of `encoded` is over
  /// the fourth root, on which the power depends smoothly near black too.
  static let light = """
    vec3 linear(vec3 c) {
      vec3 curve = (((-0.05561989 * c + 0.22988194) * c - 0.43860533) * c + 0.71949752) * c + 0.51068495;
      return mix(c / 12.92, (curve * c + 0.03324557) * c + 0.0009096046, step(0.04045, c));
    }
    vec3 encoded(vec3 y) {
      vec3 root = sqrt(sqrt(max(y, 0.003)));
      vec3 curve = ((-0.06814734 * root + 0.2895331) * root - 0.57748281) * root + 1.25540444;
      return mix(12.92 * y, (curve * root + 0.16202626) * root - 0.06134022, step(0.0031308, y));
    }
    float luminance(vec3 y) { return dot(y, vec3(0.2126, 0.7152, 0.0722)); }
    // Mixes the light `y` with the grey `to` until its luminance is `limit`: at least that if `side` is 1, at most if
    // it is -1. A `side` of 0 leaves it as it is.
    vec3 moved(vec3 y, float limit, float to, float side) {
      float own = luminance(y);
      float share = clamp(side * (limit - own) / max(abs(to - own), 1.0e-6), 0.0, 1.0);
      return mix(y, vec3(to), share);
    }

    """

  /// The GLSL function `filled`: the finished material of an encoded colour, in linear light.
  ///
  /// `bound` is its limit of luminance, the grey with which it is mixed, and the side of the limit as in `moved`.
  /// `range` is black and white, encoded.
  static let filled = """
    uniform vec3 bound;
    uniform vec2 range;
    vec3 filled(vec3 c) {
      return moved(linear(clamp(c, range.x, range.y)), bound.x, bound.y, bound.z);
    }

    """

  /// The GLSL function `…Over`, the matrix and bias of a vibrant ink; its name and those of its uniforms begin with
  /// `name`.
  static func ink(_ name: String) -> String {
    """
    uniform vec3 \(name)Red;
    uniform vec3 \(name)Green;
    uniform vec3 \(name)Blue;
    uniform vec3 \(name)Bias;
    vec3 \(name)Over(vec3 c) {
      return clamp(vec3(dot(\(name)Red, c), dot(\(name)Green, c), dot(\(name)Blue, c)) + \(name)Bias, 0.0, 1.0);
    }

    """
  }

  /// The points among which a pass looks for the extreme luminance.
  enum Extremes {
    /// All points beside a point and at its corners.
    case around
    /// The two points before and the two behind, along a row.
    case across
    /// The two points above and the two below.
    case down
  }

  /// Replaces the luminances in a grid's alpha by the greatest (or least) luminance of the points of `extremes`.
  ///
  /// Pixels between two points take a mix of both extremes and need those within 2 px: at a step of 1 that takes two
  /// points on each side, by a pass across and one down.
  static func extremes(_ extremes: Extremes) -> ProgramSource {
    let (x, y) =
      switch extremes {
      case .around: (1, 1)
      case .across: (2, 0)
      case .down: (0, 2)
      }
    let others = (-y...y).flatMap { down in (-x...x).map { (across: $0, down: down) } }
      .filter { $0 != (0, 0) }
    let search = others.map { across, down in
      "most = max(most, side * texelFetch(source, clamp(p + ivec2(\(across), \(down)), ivec2(1), last), 0).a);"
    }
    return ProgramSource(
      name: "extremes-\(x)-\(y)",
      fragment: """
        uniform sampler2D source;
        uniform ivec2 last;
        uniform float side;
        out vec4 result;
        void main() {
          ivec2 p = ivec2(gl_FragCoord.xy);
          vec4 own = texelFetch(source, p, 0);
          float most = side * own.a;
          \(search.joined(separator: "\n"))
          result = vec4(own.rgb, side * most);
        }
        """)
  }
}

extension ShaderProgram {
  /// Sets the uniforms of `LegibilityShaders.filled`.
  func set(_ finish: LegibilityFigures) {
    let bounds = finish.bounds
    let extreme = bounds.isDark ? bounds.black : bounds.white
    set("bound", Float(finish.luminance), Float(extreme), bounds.isDark ? -1 : 1)
    set("range", SIMD2(Float(bounds.range.black), Float(bounds.range.white)))
  }

  func set(_ name: String, _ v: SIMD3<Double>) { set(name, Float(v.x), Float(v.y), Float(v.z)) }
}
