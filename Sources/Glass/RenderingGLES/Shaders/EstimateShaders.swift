import Rendering

/// The GLSL of the passes that take captured pixels, and measurements through surfaces, into the estimate.
///
/// One fragment is one block of 4 × 4 pixels. Bytes are fetched, never sampled: software GL rounds bilinear samples
/// of bytes to bytes, and un-blending multiplies that error by up to 64. Variants for rectangles replace branches, of
/// which software GL runs both sides.
enum EstimateShaders {
  /// The GLSL function `capturedAt`: the captured pixel at a place of the upright output, which may lie turned in
  /// memory.
  static let capture = """
    uniform sampler2D captured;
    uniform ivec4 captureTurn;
    uniform ivec2 captureOrigin;
    vec3 capturedAt(ivec2 p) {
      return texelFetch(captured, captureTurn.xz * p.x + captureTurn.yw * p.y + captureOrigin, 0).rgb;
    }

    """

  /// The GLSL function `store`, which writes the estimate of a block; blocks `atEdge` may extend beyond the output,
  /// and have less weight then.
  private static func store(atEdge: Bool) -> String {
    let coverage = """
      vec2 inside = clamp(vec2(outputSize - block * 4) * 0.25, 0.0, 1.0);
      estimate = vec4(mean, 1.0) * inside.x * inside.y;
      """
    return """
      uniform ivec2 outputSize;
      out vec4 estimate;
      void store(ivec2 block, vec3 mean) {
        \(atEdge ? coverage : "estimate = vec4(mean, 1.0);")
      }

      """
  }

  /// Averages blocks that show the background itself; blocks `atEdge` may extend beyond the output.
  static func mean(atEdge: Bool) -> ProgramSource {
    let whole = """
      for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) sum += capturedAt(first + ivec2(x, y));
      }
      store(block, sum / 16.0);
      """
    let part = """
      float count = 0.0;
      for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
          ivec2 p = first + ivec2(x, y);
          ivec2 q = min(p, outputSize - 1);
          sum += p == q ? capturedAt(q) : vec3(0.0);
          count += p == q ? 1.0 : 0.0;
        }
      }
      store(block, sum / max(count, 1.0));
      """
    return ProgramSource(
      name: atEdge ? "mean-edge" : "mean",
      fragment: capture + store(atEdge: atEdge) + """
        uniform ivec2 firstCell;
        void main() {
          ivec2 block = ivec2(gl_FragCoord.xy) + firstCell;
          ivec2 first = block * 4;
          vec3 sum = vec3(0.0);
          \(atEdge ? part : whole)
        }
        """)
  }

  /// The GLSL function `isHeld`, which tells whether nothing may be taken from a block.
  static let held = """
    uniform sampler2D held;
    bool isHeld(ivec2 p) { return texelFetch(held, p, 0).r > 0.5; }

    """

  /// Copies the means of the surface's valid blocks into the estimate; other blocks keep their last value.
  ///
  /// A mean beyond black or white by more than `veil` belongs to a faint, even cover above us, which single pixels do
  /// not reveal; it is not taken. `isClear` tells that no block is held.
  static func keep(atEdge: Bool, isClear: Bool) -> ProgramSource {
    ProgramSource(
      name: (isClear ? "keep-clear" : "keep") + (atEdge ? "-edge" : ""),
      fragment: store(atEdge: atEdge) + "uniform sampler2D means;\n" + (isClear ? "" : held) + """
        uniform ivec2 firstCell;
        uniform ivec2 firstBlock;
        uniform float veil;
        void main() {
          ivec2 block = ivec2(gl_FragCoord.xy) + firstCell;
          ivec2 p = block - firstBlock;
          vec4 measured = texelFetch(means, p, 0);
          vec3 mean = measured.rgb;
          vec3 beyond = abs(mean - 0.5) - 0.5;
          if (measured.a < 0.5 || \(isClear ? "" : "isHeld(p) || ")max(beyond.r, max(beyond.g, beyond.b)) > veil) discard;
          store(block, mean);
        }
        """)
  }
}
