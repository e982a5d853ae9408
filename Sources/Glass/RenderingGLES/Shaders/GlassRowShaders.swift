import Rendering
import VisualEffects

/// The GLSL by which final passes take glass from rows that were enlarged along columns only.
enum GlassRowShaders {
  /// The GLSL function `colours`: the red, green and blue of four pixels of the row `y` of the output, each in one column of the
  /// matrix; the first pixel is 4 · `x`.
  ///
  /// Texels of `grid` are `ratio` pixels wide, a power of two from 4 on, so that all groups of four pixels at the same place of a
  /// texel have the same weights of the cubic B-spline. `gridOrigin` is the texel of `grid` at its first column and row.
  static func colours(ratio: Int, isFilled: Bool) -> String {
    let groups = ratio / 4
    let taps = taps(groups)
    let weights = (0..<groups).flatMap { group in
      (0..<taps).map { tap in
        "vec4(\(BlurShaders.list(Self.weights(group: group, of: groups, tap: first(group, of: groups) + tap))))"
      }
    }
    let (bits, mask) = (groups.trailingZeroBitCount, groups - 1)
    let (start, own) =
      groups == 1
      ? ("x - 2", "") : ("(x >> \(bits)) - 2 + ((x & \(mask)) >> \(bits - 1))", "(x & \(mask)) * \(taps) + ")
    let sum = (0..<taps).map { tap in
      "sum += outerProduct(weights[\(own)\(tap)], texelFetch(grid, first + ivec2(\(tap), 0), 0));"
    }
    return (isFilled ? LegibilityShaders.light + LegibilityShaders.filled : "") + """
      const vec4 weights[\(weights.count)] = vec4[](\(weights.joined(separator: ", ")));
      mat4 colours(int x, int y) {
        ivec2 first = ivec2(\(start), y) - gridOrigin;
        mat4 sum = mat4(0.0);
        \(sum.joined(separator: "\n"))
        vec4 share = 1.0 / max(sum[3], 1.0e-4);
        for (int i = 0; i < 3; i++) sum[i] *= share;
        \(isFilled ? filling : "")
        return sum;
      }

      """
  }

  private static let filling = """
    for (int i = 0; i < 4; i++) {
      vec3 colour = encoded(filled(vec3(sum[0][i], sum[1][i], sum[2][i])));
      sum[0][i] = colour.r;
      sum[1][i] = colour.g;
      sum[2][i] = colour.b;
    }
    """

  /// The number of texels from which four pixels are made: a group whose texel is no wider lies on both sides of its centre.
  private static func taps(_ groups: Int) -> Int { groups == 1 ? 5 : 4 }

  /// The first texel that a group of four pixels takes part of, counted from the texel in which the group lies.
  private static func first(_ group: Int, of groups: Int) -> Int {
    groups > 1 && group >= groups / 2 ? -1 : -2
  }

  /// The weights of a texel for the pixels of a group, by the cubic B-spline.
  private static func weights(group: Int, of groups: Int, tap: Int) -> [Double] {
    (0..<4).map { pixel in
      let place = (Double(group * 4 + pixel) + 0.5) / Double(groups * 4) - 0.5
      let distance = abs(place - Double(tap))
      if distance >= 2 { return 0 }
      if distance >= 1 { return (2 - distance) * (2 - distance) * (2 - distance) / 6 }
      return 2.0 / 3 - distance * distance * (1 - distance / 2)
    }
  }
}
