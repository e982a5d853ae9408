import Rendering

/// The GLSL of the passes that paint nodes onto a canvas, blended by premultiplied alpha.
///
/// `shift` is the distance from the canvas's texels to those of a coverage texture, whose column `skip.x` stands for `skip.y`
/// more, and `last` is the texture's last texel. Texels beyond it repeat the edge, so that a texture of one texel can cover
/// everything.
enum PaintShaders {
  private static let coverage = """
    uniform sampler2D coverage;
    uniform ivec2 shift;
    uniform ivec2 skip;
    uniform ivec2 last;
    float covered() {
      ivec2 p = ivec2(gl_FragCoord.xy) + shift;
      p.x = min(p.x, skip.x) + max(p.x - skip.x - skip.y, 0);
      return texelFetch(coverage, clamp(p, ivec2(0), last), 0).r;
    }
    out vec4 result;

    """

  private static let grid = """
    uniform sampler2D grid;
    uniform vec4 place;
    vec4 material() { return textureLod(grid, gl_FragCoord.xy * place.xy + place.zw, 0.0); }

    """

  /// Paints finished material at `opacity`.
  static let pane = ProgramSource(
    name: "paint-pane",
    fragment: coverage + grid + """
      uniform float opacity;
      void main() {
        float k = opacity * covered();
        result = vec4(material().rgb * k, k);
      }
      """)

  /// Paints ink, vibrant or coloured, over a pane.
  ///
  /// At full coverage the material is mixed with the ink at its level, and the result is moved until its luminance is
  /// limit.x · (that of the surroundings) + limit.y, towards the grey limit.z, on the side limit.w. The difference to
  /// the material is painted, so that the ink lets other content below it show through as much.
  ///
  /// `isOverFill` tells that the surroundings may contain a fill, vibrant or of a colour that fades, of the opacity
  /// `fill.x`, limited to the luminance `fill.y` towards the grey `fill.z` on the side `fill.w`, which changes from
  /// pixel to pixel no more than the material.
  static func ink(isOverFill: Bool) -> ProgramSource {
    let beside = """
      vec3 other = linear(clamp(mix(below.rgb, fillOver(below.rgb), fill.x), range.x, range.y));
      float material = max(luminance(linear(below.rgb)), 1.0e-4);
      around = limit.w * max(limit.w * around, limit.w * luminance(moved(other, fill.y, fill.z, fill.w)) * around / material);
      """
    return ProgramSource(
      name: isOverFill ? "paint-ink-fill" : "paint-ink",
      fragment: coverage + grid + LegibilityShaders.light + LegibilityShaders.ink("ink")
        + (isOverFill ? LegibilityShaders.ink("fill") + "uniform vec4 fill;\n" : "") + """
          uniform vec2 range;
          uniform vec2 extremes;
          uniform vec4 limit;
          uniform float level;
          uniform float opacity;
          void main() {
            float k = opacity * covered();
            vec4 below = material();
            float around = below.a;
            \(isOverFill ? beside : "")
            vec3 y = linear(clamp(mix(below.rgb, inkOver(below.rgb), level), range.x, range.y));
            float most = clamp(limit.x * around + limit.y, extremes.x, extremes.y);
            vec3 shown = encoded(moved(y, most, limit.z, limit.w));
            result = vec4((shown - below.rgb * (1.0 - level)) * k, level * k);
          }
          """)
  }

  /// Paints one premultiplied colour.
  static let colour = ProgramSource(
    name: "paint-colour",
    fragment: coverage + """
      uniform vec4 colour;
      void main() { result = colour * covered(); }
      """)

  /// Paints a picture with its own premultiplied colours at `opacity`.
  static let picture = ProgramSource(
    name: "paint-picture",
    fragment: """
      uniform sampler2D picture;
      uniform ivec2 shift;
      uniform float opacity;
      out vec4 result;
      void main() { result = opacity * texelFetch(picture, ivec2(gl_FragCoord.xy) + shift, 0); }
      """)

  /// Paints another canvas at `opacity`.
  static let group = ProgramSource(
    name: "paint-group",
    fragment: coverage + """
      uniform sampler2D picture;
      uniform ivec2 origin;
      uniform float opacity;
      void main() { result = opacity * covered() * texelFetch(picture, ivec2(gl_FragCoord.xy) + origin, 0); }
      """)

  /// Paints a shadow where the shape that casts it does not cover the canvas.
  static let shadow = ProgramSource(
    name: "paint-shadow",
    fragment: coverage + """
      uniform sampler2D shade;
      uniform vec4 place;
      uniform vec4 colour;
      void main() {
        float k = textureLod(shade, gl_FragCoord.xy * place.xy + place.zw, 0.0).r;
        result = colour * k * (1.0 - covered());
      }
      """)

  /// Reduces a canvas to blocks of 4 × 4 pixels and puts it over a layer of such blocks.
  static let underlay = ProgramSource(
    name: "underlay",
    fragment: """
      uniform sampler2D below;
      uniform ivec2 belowOrigin;
      uniform sampler2D canvas;
      uniform ivec2 canvasOrigin;
      uniform ivec2 firstCell;
      const float weights[10] = float[10](1.0, 3.0, 6.0, 10.0, 12.0, 12.0, 10.0, 6.0, 3.0, 1.0);
      out vec4 result;
      vec4 at(sampler2D source, ivec2 p) {
        ivec2 size = textureSize(source, 0);
        bool isInside = all(greaterThanEqual(p, ivec2(0))) && all(lessThan(p, size));
        return isInside ? texelFetch(source, p, 0) : vec4(0.0);
      }
      void main() {
        ivec2 cell = ivec2(gl_FragCoord.xy) + firstCell;
        ivec2 first = cell * 4 - 3 - canvasOrigin;
        vec4 sum = vec4(0.0);
        for (int y = 0; y < 10; y++) {
          for (int x = 0; x < 10; x++) sum += weights[x] * weights[y] * at(canvas, first + ivec2(x, y));
        }
        sum /= 4096.0;
        result = sum + at(below, cell - belowOrigin) * (1.0 - sum.a);
      }
      """)
}
