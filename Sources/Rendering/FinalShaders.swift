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

  /// A surface's pixels into a window of another orientation.
  static let turn = ProgramSource(
    name: "turn",
    fragment: """
      uniform sampler2D surface;
      uniform ivec4 turn;
      uniform ivec2 origin;
      out vec4 pixel;
      void main() {
        ivec2 p = ivec2(gl_FragCoord.xy);
        pixel = texelFetch(surface, turn.xz * p.x + turn.yw * p.y + origin, 0);
      }
      """)

  /// From the grid to a surface's pixels: ink over it, dither, rounding and, through a leak, compensation.
  ///
  /// One fragment is four pixels of an even row and of the next, which share grid points and leak: software GL
  /// pays per fetch. In coordinates of the output, x in fours and y in twos.
  static func glass(_ variant: Variant) -> ProgramSource {
    // Measured through the leak; less that, exactly what is wanted is shown.
    let compensation = """
      r = clamp(r, leak, 255.0 - leak) - vec4((uvec4(leaks.r) >> uvec4(0, 4, 8, 12)) & 15u);
      g = clamp(g, leak, 255.0 - leak) - vec4((uvec4(leaks.g) >> uvec4(0, 4, 8, 12)) & 15u);
      b = clamp(b, leak, 255.0 - leak) - vec4((uvec4(leaks.b) >> uvec4(0, 4, 8, 12)) & 15u);
      """
    let ink = """
      mat4 over;
      for (int i = 0; i < 4; i++) {
        over[i] = texelFetch(ink, clamp(ivec2(q.x * 4 + i, y) - origin, ivec2(0), lastPixel), 0);
      }
      over = transpose(over);
      r = over[0] + r * (1.0 - over[3]);
      g = over[1] + g * (1.0 - over[3]);
      b = over[2] + b * (1.0 - over[3]);
      """
    return ProgramSource(
      name: "glass-\(variant.gridStep)" + (variant.hasInk ? "-ink" : "") + (variant.leaks ? "-leak" : "")
        + (variant.isBlueFirst ? "" : "-rgba"),
      fragment: """
        uniform sampler2D grid;
        uniform ivec2 gridOrigin;
        uniform sampler2D dither;
        uniform ivec2 origin;
        uniform ivec2 first;
        uniform float leak;
        \(variant.hasInk ? "uniform sampler2D ink;\nuniform ivec2 lastPixel;" : "")
        \(variant.leaks ? "uniform highp usampler2DArray leaked;\nuniform ivec2 firstBlock;" : "")
        layout(location = 0) out uvec4 upper;
        layout(location = 1) out uvec4 lower;
        uvec4 pixels(ivec2 q, int y, vec4 r, vec4 g, vec4 b, uvec3 leaks) {
          \(variant.hasInk ? ink : "")
          vec4 threshold = 0.5 + \(DitherPattern.outputSpan) * (texelFetch(dither, ivec2(q.x & 15, y & 63), 0) - 0.5);
          r = floor(clamp(r, 0.0, 1.0) * 255.0 + threshold);
          g = floor(clamp(g, 0.0, 1.0) * 255.0 + threshold);
          b = floor(clamp(b, 0.0, 1.0) * 255.0 + threshold);
          \(variant.leaks ? compensation : "")
          return uvec4(\(variant.isBlueFirst ? "b" : "r")) | uvec4(g) << 8u
            | uvec4(\(variant.isBlueFirst ? "r" : "b")) << 16u | uint(255.0 - leak) << 24u;
        }
        void main() {
          ivec2 q = ivec2(gl_FragCoord.xy) + first;
          uvec3 leaks = \(variant.leaks ? leaks : "uvec3(0u)");
          \(points(variant.gridStep))
          upper = pixels(q, q.y * 2, \(row("a", "b", variant.gridStep)), leaks & 65535u);
          lower = pixels(q, q.y * 2 + 1, \(row("c", "d", variant.gridStep)), leaks >> 16u);
        }
        """)
  }

  private static let leaks =
    "texelFetch(leaked, ivec3(q.x - firstBlock.x, (q.y >> 1) - firstBlock.y, q.y & 1), 0).rgb"

  /// The grid's points that the pixels lie between.
  ///
  /// `a0`, `a1` … above and `b0` … below the even row, `c` and `d` so for the next; `f` and `h` are how far below
  /// the upper points the rows lie.
  private static func points(_ step: Int) -> String {
    let above = step == 4 ? "q.y * 2 - 2 >> 2" : step == 2 ? "q.y - 1" : "q.y * 2"
    // The odd row's points: the same, one lower, or those of its own.
    let names = step == 4 ? ["a": 0, "b": 1] : step == 2 ? ["a": 0, "b": 1, "d": 2] : ["a": 0, "c": 1]
    let same = step == 4 ? ["c": "a", "d": "b"] : step == 2 ? ["c": "b"] : ["b": "a", "d": "c"]
    var lines = ["ivec2 cell = ivec2(q.x * \(4 / step)\(step == 1 ? "" : " - 1"), \(above)) - gridOrigin;"]
    for tap in 0..<taps(step) {
      for (name, down) in names.sorted(by: { $0.key < $1.key }) {
        lines.append("vec3 \(name)\(tap) = texelFetch(grid, cell + ivec2(\(tap), \(down)), 0).rgb;")
      }
      for (name, other) in same.sorted(by: { $0.key < $1.key }) {
        lines.append("vec3 \(name)\(tap) = \(other)\(tap);")
      }
    }
    switch step {
    case 4: lines.append("float f = (q.y & 1) == 0 ? 0.625 : 0.125;\nfloat h = f + 0.25;")
    case 2: lines.append("const float f = 0.75;\nconst float h = 0.25;")
    default: lines.append("const float f = 0.0;\nconst float h = 0.0;")
    }
    return lines.joined(separator: "\n")
  }

  private static func taps(_ step: Int) -> Int { step == 4 ? 3 : 4 }

  /// The three channels of a row's four pixels, between the points `above` and `below`.
  private static func row(_ above: String, _ below: String, _ step: Int) -> String {
    ["r", "g", "b"].map { channel in
      (0..<taps(step)).map { tap in
        let weights = (0..<4).map { pixel in
          // Where the pixel's centre lies between the points, from the first of them.
          let place = step == 1 ? Double(pixel) : (Double(pixel) + 0.5) / Double(step) + 0.5
          return max(0, 1 - abs(place - Double(tap)))
        }
        let point = "mix(\(above)\(tap).\(channel), \(below)\(tap).\(channel), \(above == "a" ? "f" : "h"))"
        return "\(point) * vec4(\(BlurShaders.list(weights)))"
      }.joined(separator: " + ")
    }.joined(separator: ", ")
  }
}
