import Rendering
import VisualEffects

/// The GLSL of the passes between an estimate and the grid that the final pass reads.
enum BlurShaders {
  /// Reduces a picture of bytes to a layer that is premultiplied by coverage; nil: a cell is a pixel.
  ///
  /// Texels are fetched, since software GL rounds bilinear samples of bytes to bytes.
  static func picture(_ reduction: Reduction?) -> ProgramSource {
    let weights = reduction?.weights ?? [1]
    let factor = reduction?.factor ?? 1
    return ProgramSource(
      name: "picture-\(factor)-\(weights.count)",
      fragment: """
        uniform sampler2D source;
        uniform ivec2 firstCell;
        uniform ivec2 last;
        const float weights[\(weights.count)] = float[\(weights.count)](\(list(weights)));
        out vec4 result;
        void main() {
          ivec2 first = (ivec2(gl_FragCoord.xy) + firstCell) * \(factor) + \(factor / 2 - weights.count / 2);
          vec4 sum = vec4(0.0);
          for (int y = 0; y < \(weights.count); y++) {
            for (int x = 0; x < \(weights.count); x++) {
              ivec2 p = first + ivec2(x, y);
              ivec2 q = clamp(p, ivec2(0), last);
              vec3 colour = texelFetch(source, q, 0).rgb;
              sum += p == q ? weights[x] * weights[y] * vec4(colour, 1.0) : vec4(0.0);
            }
          }
          result = sum;
        }
        """)
  }

  /// Sums `count` cells along one axis; the first of them for the texel p is p · `scale` + `first`.
  ///
  /// Texels are fetched one by one: software GL reads four for each bilinear sample, along an axis as well.
  static func sum(of count: Int) -> ProgramSource {
    ProgramSource(
      name: "sum-\(count)",
      fragment: """
        uniform sampler2D source;
        uniform ivec2 scale;
        uniform ivec2 first;
        uniform ivec2 axis;
        uniform ivec2 last;
        uniform float weights[\(count)];
        out vec4 result;
        void main() {
          ivec2 start = ivec2(gl_FragCoord.xy) * scale + first;
          vec4 sum = vec4(0.0);
          for (int i = 0; i < \(count); i++) {
            sum += weights[i] * texelFetch(source, clamp(start + axis * i, ivec2(0), last), 0);
          }
          result = sum;
        }
        """)
  }

  /// The GLSL function `spline`: the weights of the cubic B-spline for the cell before the nearest one below a place, that
  /// one and the next two; `t` is the distance from the nearest one.
  private static let spline = """
    vec4 spline(float t) {
      float s = 1.0 - t;
      float w0 = s * s * s / 6.0;
      float w3 = t * t * t / 6.0;
      float w1 = 2.0 / 3.0 - t * t * (1.0 - t * 0.5);
      return vec4(w0, w1, 1.0 - w0 - w1 - w3, w3);
    }

    """

  /// Enlarges the columns of the blurred layer to the rows of points by the cubic B-spline; the column of points `column`
  /// tells by how much rows are bent.
  static func enlargeColumns(isBent: Bool) -> ProgramSource {
    ProgramSource(
      name: isBent ? "enlarge-columns-bent" : "enlarge-columns",
      fragment: spline + (isBent ? Ending.bend + "uniform int column;\n" : "") + """
        uniform sampler2D source;
        uniform int shift;
        uniform ivec2 last;
        uniform vec2 place;
        out vec4 result;
        void main() {
          ivec2 p = ivec2(gl_FragCoord.xy);
          float y = \(isBent ? "(gl_FragCoord.y + bend(ivec2(column, p.y)).y)" : "gl_FragCoord.y") * place.x + place.y;
          float cell = floor(y);
          vec4 w = spline(y - cell);
          ivec2 first = ivec2(p.x + shift, int(cell) - 1);
          vec4 sum = vec4(0.0);
          for (int i = 0; i < 4; i++) {
            sum += w[i] * texelFetch(source, clamp(first + ivec2(0, i), ivec2(0), last), 0);
          }
          result = sum;
        }
        """)
  }

  /// Enlarges rows to the points of the grid by the cubic B-spline, and divides by the coverage; the source has all cells that the
  /// points take part of.
  static func enlargeRows(_ ending: Ending) -> ProgramSource {
    ProgramSource(
      name: "enlarge-rows" + ending.name,
      fragment: spline + ending.functions + """
        uniform sampler2D source;
        uniform int shift;
        uniform vec2 place;
        out vec4 result;
        vec3 colourAt(vec2 fragment) {
          float x = fragment.x * place.x + place.y;
          float cell = floor(x);
          vec4 w = spline(x - cell);
          ivec2 first = ivec2(int(cell) - 1, int(fragment.y) + shift);
          vec4 sum = vec4(0.0);
          for (int i = 0; i < 4; i++) {
            sum += w[i] * texelFetch(source, first + ivec2(i, 0), 0);
          }
          return sum.rgb / max(sum.a, 1.0e-4);
        }
        \(ending.main)
        """)
  }

  /// Enlarges the blurred layer to the grid by the cubic B-spline in one pass, and divides by the coverage.
  static func enlarge(_ ending: Ending) -> ProgramSource {
    ProgramSource(
      name: "enlarge" + ending.name,
      fragment: ending.functions + """
        uniform sampler2D source;
        uniform vec4 place;
        uniform vec2 size;
        uniform vec2 texel;
        out vec4 result;
        vec3 colourAt(vec2 fragment) {
          vec2 position = (fragment * place.xy + place.zw) * size - 0.5;
          vec2 cell = floor(position);
          vec2 t = position - cell;
          vec2 s = 1.0 - t;
          vec2 w0 = s * s * s / 6.0;
          vec2 w3 = t * t * t / 6.0;
          vec2 w1 = 2.0 / 3.0 - t * t * (1.0 - t * 0.5);
          vec2 w2 = 1.0 - w0 - w1 - w3;
          vec2 g0 = w0 + w1;
          vec2 g1 = w2 + w3;
          vec2 p0 = (cell - 0.5 + w1 / g0) * texel;
          vec2 p1 = (cell + 1.5 + w3 / g1) * texel;
          vec4 sum = g0.y * (g0.x * textureLod(source, p0, 0.0) + g1.x * textureLod(source, vec2(p1.x, p0.y), 0.0))
            + g1.y * (g0.x * textureLod(source, vec2(p0.x, p1.y), 0.0) + g1.x * textureLod(source, p1, 0.0));
          return sum.rgb / max(sum.a, 1.0e-4);
        }
        \(ending.main)
        """)
  }

  /// Divides a layer that has full size already by the coverage; bent places are read between pixels in proportion.
  static func normalise(_ ending: Ending) -> ProgramSource {
    let bent = """
      vec2 position = fragment - 0.5;
      vec2 cell = floor(position);
      vec2 t = position - cell;
      ivec2 p = ivec2(cell) + shift;
      ivec2 last = textureSize(source, 0) - 1;
      vec4 sums[4];
      for (int i = 0; i < 4; i++) {
        sums[i] = texelFetch(source, clamp(p + ivec2(i % 2, i / 2), ivec2(0), last), 0);
      }
      vec4 sum = mix(mix(sums[0], sums[1], t.x), mix(sums[2], sums[3], t.x), t.y);
      """
    return ProgramSource(
      name: "normalise" + ending.name,
      fragment: ending.functions + """
        uniform sampler2D source;
        uniform ivec2 shift;
        out vec4 result;
        vec3 colourAt(vec2 fragment) {
          \(ending.isBent ? bent : "vec4 sum = texelFetch(source, ivec2(fragment) + shift, 0);")
          return sum.rgb / max(sum.a, 1.0e-4);
        }
        \(ending.main)
        """)
  }

  /// The way from the blurred backdrop to the colour of a grid point.
  struct Ending {
    /// Whether the colour is filled until it is legible, and alpha becomes its luminance; otherwise the colour is the
    /// finished material.
    var isFilled: Bool
    /// Whether a lens tells which place of the backdrop a point shows.
    var isBent = false
    /// Whether the lens bends red less and blue more than green.
    var disperses = false

    var name: String {
      (isFilled ? "-filled" : "") + (isBent ? "-bent" : "") + (disperses ? "-dispersed" : "")
    }

    var functions: String {
      (isFilled ? LegibilityShaders.light + LegibilityShaders.filled : "")
        + (isBent ? Self.bend + "uniform float dispersion;\n" : "")
    }

    /// The GLSL function `main`, which needs the function `colourAt`.
    var main: String {
      """
      void main() {
        \(colour)
        \(finish)
      }
      """
    }

    private var colour: String {
      guard isBent else { return "vec3 colour = colourAt(gl_FragCoord.xy);" }
      let start = "vec2 bent = bend(ivec2(gl_FragCoord.xy));\n"
      guard disperses else { return start + "vec3 colour = colourAt(gl_FragCoord.xy + bent);" }
      return start + """
        vec3 colour = vec3(
          colourAt(gl_FragCoord.xy + bent * (1.0 - dispersion)).r, colourAt(gl_FragCoord.xy + bent).g,
          colourAt(gl_FragCoord.xy + bent * (1.0 + dispersion)).b);
        """
    }

    private var finish: String {
      guard isFilled else { return "result = vec4(colour, 1.0);" }
      return """
        vec3 light = filled(colour);
        result = vec4(encoded(light), luminance(light));
        """
    }

    /// The GLSL function `bend`: the distance from a fragment to what it shows, as `LensMap.offset` has it.
    fileprivate static let bend = """
      uniform sampler2D lens;
      uniform ivec2 lensShift;
      uniform ivec2 lensMiddle;
      uniform ivec2 lensSkip;
      uniform ivec2 lensLast;
      vec2 bend(ivec2 fragment) {
        ivec2 p = fragment + lensShift;
        ivec2 q = min(p, lensMiddle) + max(p - lensMiddle - lensSkip, 0);
        return texelFetch(lens, clamp(q, ivec2(0), lensLast), 0).rg;
      }

      """
  }

  /// The GLSL function `chain`, a material's `ColourChain.apply`; `fill.a` is the fill's opacity.
  static let chainFunction = """
    uniform vec4 curve;
    uniform vec4 tone;
    uniform vec4 fill;
    vec3 chain(vec3 c) {
      const vec3 luma = vec3(0.2126, 0.7152, 0.0722);
      float t = clamp(dot(c, luma), 0.0, 1.0);
      float s = 1.0 - t;
      float grey = clamp(dot(curve, vec4(s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t)), 0.0, 1.0);
      c = mix(c, vec3(grey), tone.x);
      float own = dot(c, luma);
      c = clamp(own + (c - own) * tone.y + tone.z, 0.0, 1.0);
      return mix(c, fill.rgb, fill.a);
    }

    """

  /// The prefix of the names of all programs that `chain` makes.
  static let chainName = "chain-"

  /// Applies a material's colours to a layer of the same cells, which are smoothed before if `sideWeight` is above 0.
  static func chain(sideWeight: Double) -> ProgramSource {
    // Neighbours at corners are left out: their weight would be the square of the sides', and they took half of the
    // pass's time on software GL.
    let smoothed = """
      ivec2 p = ivec2(gl_FragCoord.xy);
      vec4 sides = texelFetch(source, p - ivec2(1, 0), 0) + texelFetch(source, p + ivec2(1, 0), 0)
        + texelFetch(source, p - ivec2(0, 1), 0) + texelFetch(source, p + ivec2(0, 1), 0);
      vec4 e = \(Float(1 - 4 * sideWeight)) * texelFetch(source, p, 0) + \(Float(sideWeight)) * sides;
      """
    let plain = "vec4 e = texelFetch(source, ivec2(gl_FragCoord.xy), 0);"
    return ProgramSource(
      name: "\(chainName)\(sideWeight)",
      fragment: chainFunction + """
        uniform sampler2D source;
        out vec4 result;
        void main() {
          \(sideWeight > 0 ? smoothed : plain)
          result = vec4(chain(e.rgb / max(e.a, 1.0e-4)) * e.a, e.a);
        }
        """)
  }

  /// Numbers in the syntax of GLSL, separated by commas.
  static func list(_ numbers: [Double]) -> String {
    numbers.map { "\(Float($0))" }.joined(separator: ", ")
  }
}

extension ShaderProgram {
  /// Sets the uniforms of `BlurShaders.chainFunction`.
  func set(_ chain: ColourChain) {
    set("curve", SIMD4<Float>(chain.luminanceCurve))
    let tone = SIMD4(chain.luminanceAmount, chain.saturation, chain.brightness, 0)
    set("tone", SIMD4<Float>(tone))
    set("fill", SIMD4<Float>(chain.fill))
  }
}
