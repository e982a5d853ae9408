import Rendering
import VisualEffects

/// The GLSL of the passes that make a surface's pixels.
enum FinalShaders {
  /// The properties of a pass that are compiled in.
  struct Variant: Hashable {
    /// The source of the pixels' colours.
    var source: Source
    var leaks: Bool
    /// Whether the bytes of pixels have the order B G R A; otherwise it is R G B A.
    var isBlueFirst: Bool

    enum Source: Hashable {
      /// A sheet's grid, whose points are `gridStep` pixels apart: 1, 2 or 4.
      case sheet(gridStep: Int)
      /// The rows of a sheet's grid before they are enlarged, whose texels are `ratio` pixels wide, a power of two from 4 on, and one
      /// high; pixels are filled until they are legible if it `isFilled`.
      case rows(ratio: Int, isFilled: Bool)
      /// A sheet's grid with a canvas over it.
      case inkedSheet(gridStep: Int)
      /// A canvas that may cover pixels in part.
      case canvas
      /// A canvas that covers pixels wholly.
      case wholeCanvas
    }

    var gridStep: Int? {
      switch source {
      case .sheet(let step), .inkedSheet(let step): step
      case .rows, .canvas, .wholeCanvas: nil
      }
    }

    fileprivate var name: String {
      let from =
        switch source {
        case .sheet(let step): "glass-\(step)"
        case .inkedSheet(let step): "glass-\(step)-ink"
        case .rows(let ratio, let isFilled): "glass-rows-\(ratio)" + (isFilled ? "-filled" : "")
        case .canvas: "canvas"
        case .wholeCanvas: "canvas-whole"
        }
      return from + (leaks ? "-leak" : "") + (isBlueFirst ? "" : "-rgba")
    }
  }

  /// Makes pixels transparent where a surface is cut out.
  static let cut = ProgramSource(
    name: "cut",
    fragment: """
      uniform sampler2D roles;
      out vec4 pixel;
      void main() {
        if (texelFetch(roles, ivec2(gl_FragCoord.xy), 0).r < 0.75) discard;
        pixel = vec4(0.0);
      }
      """)

  /// Copies a surface's pixels into a window or texture of another orientation.
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

  /// Turns a sheet's grid, or a canvas, or both into a surface's pixels: adds dither, rounds and compensates the
  /// leak.
  ///
  /// One fragment is four pixels of an even row and of the next, which share grid points, leak and block, since
  /// software GL takes time for each fetch. Coordinates are those of the output, x divided by 4 and y by 2.
  static func pixels(_ variant: Variant) -> ProgramSource {
    ProgramSource(name: variant.name, fragment: fragment(variant))
  }

  private static func fragment(_ variant: Variant) -> String {
    var (uniforms, body, start) = ("", "", "")
    let fetched = """
      mat4 over;
      for (int i = 0; i < 4; i++) {
        over[i] = texelFetch(canvas, clamp(ivec2(q.x * 4 + i, y) - origin, ivec2(0), lastPixel), 0);
      }
      over = transpose(over);

      """
    switch variant.source {
    case .sheet, .rows: body = rounding + (variant.leaks ? compensation : limits)
    case .inkedSheet:
      body =
        fetched + """
          r = over[0] + r * (1.0 - over[3]);
          g = over[1] + g * (1.0 - over[3]);
          b = over[2] + b * (1.0 - over[3]);

          """ + rounding + (variant.leaks ? compensation : limits)
    case .wholeCanvas:
      body =
        fetched + "r = over[0]; g = over[1]; b = over[2];\n" + rounding + (variant.leaks ? compensation : "")
    case .canvas:
      body = fetched + (variant.leaks ? partial : translucent)
    }
    if let step = variant.gridStep {
      uniforms = gridUniforms
      start = points(step)
    } else if case .rows(let ratio, let isFilled) = variant.source {
      uniforms = gridUniforms + GlassRowShaders.colours(ratio: ratio, isFilled: isFilled)
      start = "mat4 above = colours(q.x, q.y * 2), below = colours(q.x, q.y * 2 + 1);"
    }
    if variant.source == .canvas, variant.leaks {
      uniforms += """
        uniform sampler2D estimate;
        uniform ivec2 estimateOrigin;
        uniform sampler2D coverage;
        uniform ivec2 lastCovered;
        uniform sampler2D thresholds;
        uniform float carrier;

        """
    }
    switch variant.source {
    case .sheet, .rows: break
    case .inkedSheet, .canvas, .wholeCanvas:
      uniforms += "uniform sampler2D canvas;\nuniform ivec2 lastPixel;\n"
    }
    if !variant.leaks { uniforms += "uniform float black;\n" }
    if variant.leaks { uniforms += "uniform highp usampler2DArray leaked;\nuniform ivec2 firstBlock;\n" }
    func arguments(_ above: String, _ below: String, _ row: String) -> String {
      if let step = variant.gridStep { return self.row(above, below, step) }
      if case .rows = variant.source { return "\(row)[0], \(row)[1], \(row)[2]" }
      return "vec4(0.0), vec4(0.0), vec4(0.0)"
    }
    return uniforms + """
      uniform sampler2D dither;
      uniform ivec2 origin;
      uniform ivec2 first;
      uniform float leak;
      layout(location = 0) out uvec4 upper;
      layout(location = 1) out uvec4 lower;
      uvec4 pixels(ivec2 q, int y, vec4 r, vec4 g, vec4 b, uvec3 leaks) {
        vec4 threshold = 0.5 + \(DitherPattern.outputSpan) * (texelFetch(dither, ivec2(q.x & 15, y & 63), 0) - 0.5);
        uvec4 alpha = uvec4(uint(255.0 - leak));
        \(body)
        return uvec4(\(variant.isBlueFirst ? "b" : "r")) | uvec4(g) << 8u
          | uvec4(\(variant.isBlueFirst ? "r" : "b")) << 16u | alpha << 24u;
      }
      void main() {
        ivec2 q = ivec2(gl_FragCoord.xy) + first;
        uvec3 leaks = \(variant.leaks ? leaks : "uvec3(0u)");
        \(start)
        upper = pixels(q, q.y * 2, \(arguments("a", "b", "above")), leaks & 65535u);
        lower = pixels(q, q.y * 2 + 1, \(arguments("c", "d", "below")), leaks >> 16u);
      }
      """
  }

  private static let gridUniforms = "uniform sampler2D grid;\nuniform ivec2 gridOrigin;\n"

  private static let rounding = """
    r = floor(clamp(r, 0.0, 1.0) * 255.0 + threshold);
    g = floor(clamp(g, 0.0, 1.0) * 255.0 + threshold);
    b = floor(clamp(b, 0.0, 1.0) * 255.0 + threshold);

    """

  /// The leak is subtracted, so that the screen shows exactly the wanted value.
  private static let compensation = """
    r = clamp(r, leak, 255.0 - leak) - vec4((uvec4(leaks.r) >> uvec4(0, 4, 8, 12)) & 15u);
    g = clamp(g, leak, 255.0 - leak) - vec4((uvec4(leaks.g) >> uvec4(0, 4, 8, 12)) & 15u);
    b = clamp(b, leak, 255.0 - leak) - vec4((uvec4(leaks.b) >> uvec4(0, 4, 8, 12)) & 15u);

    """

  /// Black and white are those that exist through the leak.
  private static let limits = """
    r = clamp(r, black, 255.0 - black);
    g = clamp(g, black, 255.0 - black);
    b = clamp(b, black, 255.0 - black);

    """

  /// Pixels are premultiplied, opaque or not, and no leak is compensated.
  private static let translucent = """
    vec4 most = floor(clamp(over[3], 0.0, 1.0) * 255.0 + 0.5);
    vec4 dark = floor(clamp(over[3], 0.0, 1.0) * black + 0.5);
    r = clamp(floor(clamp(over[0], 0.0, 1.0) * 255.0 + threshold), dark, most - dark);
    g = clamp(floor(clamp(over[1], 0.0, 1.0) * 255.0 + threshold), dark, most - dark);
    b = clamp(floor(clamp(over[2], 0.0, 1.0) * 255.0 + threshold), dark, most - dark);
    alpha = uvec4(most);

    """

  /// Glass covers these pixels in part, so that more than the leak shows through. The background there is known from the
  /// estimate, and from the pixel's own leak where at most twice as much shows through: the leak is the more exact, the
  /// nearer a pixel is to being covered wholly.
  ///
  /// Pixels that are covered wholly are compensated by their measured leak.
  private static let partial = """
    vec4 covered = texelFetch(coverage, min(ivec2(q.x, y) - firstBlock * ivec2(1, 4), lastCovered), 0);
    vec4 grey = texelFetch(thresholds, ivec2(q.x & 15, y & 63), 0) * 255.0;
    vec4 most = floor(clamp(over[3], 0.0, 1.0) * (255.0 - leak) + 0.5);
    vec4 d = floor(grey * covered + 0.5);
    vec4 through = 1.0 - floor(carrier * covered + 0.5) / 255.0;
    vec4 open = 1.0 - most / 255.0;
    vec4 e = texelFetch(estimate, ivec2(q.x, q.y >> 1) - estimateOrigin, 0);
    vec3 behind = clamp(e.rgb / max(e.a, 1.0e-4), 0.0, 1.0) * 255.0;
    vec4 isWhole = step(254.5 / 255.0, covered) * step(0.998, over[3]);
    vec4 wanted = (1.0 - over[3]) - open * through;
    vec4 own = clamp(2.0 - open * (255.0 / leak), 0.0, 1.0);
    vec2 scale = vec2(255.0 / leak, 1.0) / (1.0 - carrier / 255.0);
    vec4 br = vec4((uvec4(leaks.r) >> uvec4(0, 4, 8, 12)) & 15u) * scale.x - grey * scale.y;
    vec4 bg = vec4((uvec4(leaks.g) >> uvec4(0, 4, 8, 12)) & 15u) * scale.x - grey * scale.y;
    vec4 bb = vec4((uvec4(leaks.b) >> uvec4(0, 4, 8, 12)) & 15u) * scale.x - grey * scale.y;
    vec4 pr = over[0] * 255.0 + wanted * mix(vec4(behind.r), br, own) - open * d + threshold;
    vec4 pg = over[1] * 255.0 + wanted * mix(vec4(behind.g), bg, own) - open * d + threshold;
    vec4 pb = over[2] * 255.0 + wanted * mix(vec4(behind.b), bb, own) - open * d + threshold;
    pr = clamp(floor(pr), vec4(0.0), most);
    pg = clamp(floor(pg), vec4(0.0), most);
    pb = clamp(floor(pb), vec4(0.0), most);
    r = over[0]; g = over[1]; b = over[2];

    """ + rounding + compensation + """
      r = mix(pr, r, isWhole);
      g = mix(pg, g, isWhole);
      b = mix(pb, b, isWhole);
      alpha = uvec4(most);

      """

  private static let leaks =
    "texelFetch(leaked, ivec3(q.x - firstBlock.x, (q.y >> 1) - firstBlock.y, q.y & 1), 0).rgb"

  /// The grid's points between which the pixels lie.
  ///
  /// The even row lies between the points `a0`, `a1` … above and `b0`, `b1` … below it, the odd row between `c…` and
  /// `d…`; `f` and `h` are the distances of the rows from the upper points, as shares of the grid's step.
  private static func points(_ step: Int) -> String {
    let above = step == 4 ? "q.y * 2 - 2 >> 2" : step == 2 ? "q.y - 1" : "q.y * 2"
    // The odd row has the same points at a step of 4, shares one row of them at 2, and has its own at 1.
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

  /// The three channels of a row's four pixels, interpolated between the points `above` and `below`.
  private static func row(_ above: String, _ below: String, _ step: Int) -> String {
    ["r", "g", "b"].map { channel in
      (0..<taps(step)).map { tap in
        let weights = (0..<4).map { pixel in
          // The place of the pixel's centre, in grid steps from the first point.
          let place = step == 1 ? Double(pixel) : (Double(pixel) + 0.5) / Double(step) + 0.5
          return max(0, 1 - abs(place - Double(tap)))
        }
        let point = "mix(\(above)\(tap).\(channel), \(below)\(tap).\(channel), \(above == "a" ? "f" : "h"))"
        return "\(point) * vec4(\(BlurShaders.list(weights)))"
      }.joined(separator: " + ")
    }.joined(separator: ", ")
  }
}
