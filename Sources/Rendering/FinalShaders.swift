import VisualEffects

/// GLSL of the pass that makes a surface's pixels.
enum FinalShaders {
  /// What of the pass is compiled in.
  struct Variant: Hashable {
    var hasInk: Bool
    var leaks: Bool
    /// Pixels between the grid's points: 1, 2 or 4.
    var gridStep: Int
    /// Bytes are B G R A, else R G B A.
    var isBlueFirst: Bool
  }

  /// From the grid to a surface's pixels: ink over it, dither, rounding and, through a leak, compensation.
  ///
  /// One fragment is four pixels of a row, which share their grid points: software GL pays per fetch. In
  /// coordinates of the output, x in fours.
  static func glass(_ variant: Variant) -> ProgramSource {
    let step = variant.gridStep
    // Measured through the leak; less that, exactly what is wanted is shown.
    let compensation = """
      uvec4 row = texelFetch(leaked, ivec3(q.x - firstBlock.x, (q.y >> 2) - firstBlock.y, (q.y >> 1) & 1), 0)
        >> uint((q.y & 1) * 16);
      r = clamp(r, leak, 255.0 - leak) - vec4((uvec4(row.r) >> uvec4(0, 4, 8, 12)) & 15u);
      g = clamp(g, leak, 255.0 - leak) - vec4((uvec4(row.g) >> uvec4(0, 4, 8, 12)) & 15u);
      b = clamp(b, leak, 255.0 - leak) - vec4((uvec4(row.b) >> uvec4(0, 4, 8, 12)) & 15u);
      """
    let ink = """
      mat4 over;
      for (int i = 0; i < 4; i++) {
        int x = clamp(q.x * 4 + i - origin.x, 0, lastColumn);
        over[i] = texelFetch(ink, ivec2(x, q.y - origin.y), 0);
      }
      over = transpose(over);
      r = over[0] + r * (1.0 - over[3]);
      g = over[1] + g * (1.0 - over[3]);
      b = over[2] + b * (1.0 - over[3]);
      """
    return ProgramSource(
      name: "glass-\(step)" + (variant.hasInk ? "-ink" : "") + (variant.leaks ? "-leak" : "")
        + (variant.isBlueFirst ? "" : "-rgba"),
      fragment: """
        uniform sampler2D grid;
        uniform ivec2 gridOrigin;
        uniform sampler2D dither;
        uniform ivec2 origin;
        uniform int firstFour;
        uniform float leak;
        \(variant.hasInk ? "uniform sampler2D ink;\nuniform int lastColumn;" : "")
        \(variant.leaks ? "uniform highp usampler2DArray leaked;\nuniform ivec2 firstBlock;" : "")
        out uvec4 result;
        uvec4 bytes(vec4 values) { return uvec4(values); }
        void main() {
          ivec2 q = ivec2(gl_FragCoord.xy) + ivec2(firstFour, origin.y);
          \(points(step))
          vec4 threshold = 0.5 + \(DitherPattern.outputSpan) * (texelFetch(dither, q & ivec2(15, 63), 0) - 0.5);
          vec4 r = \(sum("r", step));
          vec4 g = \(sum("g", step));
          vec4 b = \(sum("b", step));
          \(variant.hasInk ? ink : "")
          r = floor(clamp(r, 0.0, 1.0) * 255.0 + threshold);
          g = floor(clamp(g, 0.0, 1.0) * 255.0 + threshold);
          b = floor(clamp(b, 0.0, 1.0) * 255.0 + threshold);
          \(variant.leaks ? compensation : "")
          result = bytes(\(variant.isBlueFirst ? "b" : "r")) | bytes(g) << 8u
            | bytes(\(variant.isBlueFirst ? "r" : "b")) << 16u | uint(255.0 - leak) << 24u;
        }
        """)
  }

  /// The grid's points that four pixels lie between, at the height of their row: `p0`, `p1` …
  private static func points(_ step: Int) -> String {
    if step == 1 {
      return """
        ivec2 cell = ivec2(q.x * 4, q.y) - gridOrigin;
        \((0..<4).map { "vec3 p\($0) = texelFetch(grid, cell + ivec2(\($0), 0), 0).rgb;" }.joined(separator: "\n"))
        """
    }
    let shift = step == 4 ? 2 : 1
    return """
      int y = q.y - \(step / 2);
      ivec2 cell = ivec2(q.x * \(4 / step) - 1, y >> \(shift)) - gridOrigin;
      float f = (float(y & \(step - 1)) + 0.5) / \(step).0;
      \((0..<taps(step)).map {
        """
        vec3 p\($0) = mix(texelFetch(grid, cell + ivec2(\($0), 0), 0).rgb, texelFetch(grid, cell + ivec2(\($0), 1), 0).rgb, f);
        """
      }.joined(separator: "\n"))
      """
  }

  private static func taps(_ step: Int) -> Int { step == 4 ? 3 : 4 }

  /// One channel of the four pixels.
  private static func sum(_ channel: String, _ step: Int) -> String {
    (0..<taps(step)).map { tap in
      let weights = (0..<4).map { pixel in
        // Where the pixel's centre lies between the points, from the first of them.
        let place = step == 1 ? Double(pixel) : (Double(pixel) + 0.5) / Double(step) + 0.5
        return max(0, 1 - abs(place - Double(tap)))
      }
      return "p\(tap).\(channel) * vec4(\(BlurShaders.list(weights)))"
    }.joined(separator: " + ")
  }
}
