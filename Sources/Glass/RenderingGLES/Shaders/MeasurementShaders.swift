import Rendering

/// The GLSL of the passes that measure the background through a surface of ours.
///
/// One fragment is one block, as in `EstimateShaders`.
enum MeasurementShaders {
  private static let capture = EstimateShaders.capture
  private static let held = EstimateShaders.held

  /// Flags blocks as valid if they show a surface's pixels exactly, as far as these are opaque.
  static let compare = ProgramSource(
    name: "compare",
    fragment: capture + """
      uniform sampler2D submitted;
      uniform ivec2 firstBlock;
      uniform ivec2 surfaceOrigin;
      uniform ivec2 surfaceSize;
      uniform ivec2 outputSize;
      uniform float slack;
      \(rolesUniform)
      layout(location = 0) out uint flags;
      void main() {
        ivec2 first = (ivec2(gl_FragCoord.xy) + firstBlock) * 4;
        float worst = 0.0;
        for (int y = 0; y < 4; y++) {
          for (int x = 0; x < 4; x++) {
            ivec2 here = first + ivec2(x, y);
            ivec2 p = here - surfaceOrigin;
            ivec2 q = clamp(p, ivec2(0), surfaceSize - 1);
            ivec2 seen = min(here, outputSize - 1);
            vec4 ours = texelFetch(submitted, q, 0);
            vec3 off = abs(capturedAt(seen) - ours.rgb);
            bool counts = here == seen && p == q && ours.a > 254.5 / 255.0 && isMeasured(q);
            worst = max(worst, counts ? max(off.r, max(off.g, off.b)) : 0.0);
          }
        }
        flags = worst < slack ? 1u : 0u;
      }
      """)

  /// Writes the mean background behind a surface's blocks, their flags, and the leak through each pixel.
  ///
  /// The flags are those of `BlockFlags`. The leak's four bits per channel and pixel are packed two rows to a texel,
  /// red, green and blue. Where glass covers a pixel in part, the leak is the one that it would have if it were
  /// covered wholly, as it may be after the glass has changed its shape. Pixels that are not measured keep the known
  /// leak.
  static func unblend(_ kind: BlockKind) -> ProgramSource {
    let whole = """
      vec3 c = capturedAt(first + ivec2(x, y)) - texelFetch(submitted, own + ivec2(x, y), 0).rgb;
      low = min(low, c);
      high = max(high, c);
      sum += c;
      row += clamp(c, 0.0, scale.z) * float(1 << (4 * x));
      """
    let part = """
      ivec2 p = own + ivec2(x, y);
      ivec2 q = clamp(p, ivec2(0), surfaceSize - 1);
      ivec2 here = first + ivec2(x, y);
      ivec2 seen = min(here, outputSize - 1);
      bool isSeen = here == seen\(kind == .shared ? " && (p == q ? isMeasured(q) : !isOfOthers(here))" : "");
      bool isOurs = isSeen && p == q;
      vec3 shown = capturedAt(seen);
      vec4 ours = texelFetch(submitted, q, 0);
      vec3 c = isOurs ? floor((shown - ours.rgb) * 255.0 + 0.5) / 255.0 : vec3(0.0);
      float open = 1.0 - ours.a;
      float k = covers[x];
      float d = floor(greys[x] * k * 255.0 + 0.5) / 255.0;
      float through = 1.0 - floor(carrier * k + 0.5) / 255.0;
      low = min(low, c);
      high = max(high, isOurs ? c - open + scale.z : vec3(0.0));
      vec3 behind = (c / max(open, scale.z) - d) / through;
      rest += isOurs ? behind : (isSeen ? shown : vec3(0.0));
      count += isSeen ? 1.0 : 0.0;
      vec3 under = greys[x] * 255.0 + floor(clamp(behind, 0.0, 1.0) * (255.0 - carrier) + 0.5);
      bool isWhole = k > 0.998 && open < scale.z + 0.002;
      c = isWhole ? clamp(c, 0.0, scale.z) : floor(under * scale.z + 0.5) / 255.0;
      row += (isOurs ? c : \(kind == .shared ? unmeasured : "vec3(0.0)")) * float(1 << (4 * x));
      """
    let (uniforms, fetched, pixel, result) =
      switch kind {
      case .whole:
        (
          "uniform sampler2D carrier;", "", whole,
          "(sum / 16.0 * scale.x - texelFetch(carrier, block & 15, 0).r) * scale.y"
        )
      case .bare: (thresholdUniforms, greys, bare, "rest / 16.0")
      case .edge, .shared: (carrierUniforms, greys + covers, part, "rest / max(count, 1.0)")
      }
    return ProgramSource(
      name: "unblend-\(kind)",
      fragment: capture + """
        uniform sampler2D submitted;
        uniform highp usampler2DArray known;
        \(uniforms)
        uniform ivec2 firstBlock;
        uniform ivec2 surfaceOrigin;
        uniform ivec2 surfaceSize;
        uniform ivec2 outputSize;
        uniform vec3 scale;
        uniform vec2 bounds;
        \(kind == .shared ? othersUniform : "")
        layout(location = 0) out vec4 mean;
        layout(location = 1) out uint flags;
        layout(location = 2) out uvec4 upper;
        layout(location = 3) out uvec4 lower;
        void main() {
          ivec2 texel = ivec2(gl_FragCoord.xy);
          ivec2 block = texel + firstBlock;
          ivec2 first = block * 4;
          ivec2 own = first - surfaceOrigin;
          vec3 low = vec3(1.0);
          vec3 high = vec3(-1.0);
          vec3 sum = vec3(0.0);
          vec3 rest = vec3(0.0);
          float count = 0.0;
          uvec3 rows[4];
          for (int y = 0; y < 4; y++) {
            vec3 row = vec3(0.0);
            \(fetched)
            for (int x = 0; x < 4; x++) {
              \(pixel)
            }
            rows[y] = uvec3(clamp(row * 255.0 + 0.5, 0.0, 65535.0));
          }
          // The sum is one of integers: without rounding, the mean of a still background would depend on what we drew.
          sum = floor(sum * 255.0 + 0.5) / 255.0;
          bool isValid = min(low.r, min(low.g, low.b)) > bounds.x && max(high.r, max(high.g, high.b)) < bounds.y;
          upper = uvec4(rows[0] | rows[1] << 16u, 0u);
          lower = uvec4(rows[2] | rows[3] << 16u, 0u);
          bool isNew = upper != texelFetch(known, ivec3(texel, 0), 0) || lower != texelFetch(known, ivec3(texel, 1), 0);
          mean = vec4(\(result), isValid ? 1.0 : 0.0);
          flags = (isValid ? 1u : 0u) | (isNew ? 2u : 0u);
          \(kind == .shared ? "if (count < 0.5) { flags |= 4u; mean.a = 0.0; }" : "")
        }
        """)
  }

  /// A pixel where no carrier lies, which would be subtracted from what lies behind.
  private static let bare = """
    vec4 ours = texelFetch(submitted, own + ivec2(x, y), 0);
    vec3 c = floor((capturedAt(first + ivec2(x, y)) - ours.rgb) * 255.0 + 0.5) / 255.0;
    float open = 1.0 - ours.a;
    low = min(low, c);
    high = max(high, c - open + scale.z);
    vec3 behind = c / max(open, scale.z);
    rest += behind;
    vec3 under = greys[x] * 255.0 + floor(clamp(behind, 0.0, 1.0) * (255.0 - carrier) + 0.5);
    row += floor(under * scale.z + 0.5) / 255.0 * float(1 << (4 * x));
    """

  /// The carrier's greys in a row of a block.
  private static let greys = """
    vec4 greys = texelFetch(thresholds, ivec2(block.x & 15, (first.y + y) & 63), 0);

    """

  /// The coverage of the pixels in a row of a block.
  private static let covers = """
    vec4 covers = texelFetch(coverage, min(ivec2(texel.x, texel.y * 4 + y), lastCovered), 0);
    """

  /// The kind of pixels in a block that is un-blended.
  enum BlockKind {
    /// All pixels are the surface's, and glass covers them wholly.
    case whole
    /// All pixels are the surface's, and glass covers none of them.
    case bare
    /// The block may extend beyond the surface, its glass and the output.
    case edge
    /// Some pixels of the block belong to other surfaces.
    case shared
  }

  /// The known leak through a pixel that belongs to another surface.
  private static let unmeasured = """
    vec3(texelFetch(known, ivec3(texel, y >> 1), 0).rgb >> uint((y & 1) * 16 + x * 4) & 15u) / 255.0
    """

  /// The GLSL function `isMeasured`, which tells whether no other surface of ours lies over or under a pixel of the
  /// surface.
  private static let rolesUniform = """
    uniform sampler2D roles;
    uniform ivec2 lastRole;
    bool isMeasured(ivec2 p) { return texelFetch(roles, min(p, lastRole), 0).r < 0.25; }

    """

  /// The greatest number of other surfaces that share blocks with one surface; pixels of any more are taken for
  /// background.
  static let mostOthers = 8

  /// The GLSL function `isOfOthers`. `others` are the first pixel of each surface on the output, and the one after
  /// its last; empty ones contain no pixel.
  private static let othersUniform =
    rolesUniform + """
      uniform ivec4 others[\(mostOthers)];
      bool isOfOthers(ivec2 p) {
        bool result = false;
        for (int i = 0; i < \(mostOthers); i++) {
          result = result || (all(greaterThanEqual(p, others[i].xy)) && all(lessThan(p, others[i].zw)));
        }
        return result;
      }

      """

  private static let thresholdUniforms = """
    uniform sampler2D thresholds;
    uniform float carrier;

    """

  private static let carrierUniforms =
    thresholdUniforms + """
      uniform sampler2D coverage;
      uniform ivec2 lastCovered;

      """

  /// Stores the measured leak of blocks that are not held.
  static let keepLeak = ProgramSource(
    name: "keep-leak",
    fragment: held + """
      uniform highp usampler2DArray measured;
      layout(location = 0) out uvec4 upper;
      layout(location = 1) out uvec4 lower;
      void main() {
        ivec2 p = ivec2(gl_FragCoord.xy);
        if (isHeld(p)) discard;
        upper = texelFetch(measured, ivec3(p, 0), 0);
        lower = texelFetch(measured, ivec3(p, 1), 0);
      }
      """)

  /// Computes the leak that a correctly rounding compositor will show, from a background known by pixels (`isSeen`)
  /// or by blocks.
  ///
  /// Pixels inside `formerFrame` keep their known leak. One program does both, since compiling takes far longer than
  /// running it.
  static let predict = ProgramSource(
    name: "predict",
    fragment: capture + """
      uniform bool isSeen;
      uniform sampler2D estimated;
      uniform ivec2 estimate;
      uniform highp usampler2DArray former;
      uniform ivec2 formerBlock;
      uniform ivec4 formerFrame;
      uniform sampler2D thresholds;
      uniform ivec2 firstBlock;
      uniform ivec2 outputSize;
      uniform vec2 leak;
      layout(location = 0) out uvec4 upper;
      layout(location = 1) out uvec4 lower;
      void main() {
        ivec2 block = ivec2(gl_FragCoord.xy) + firstBlock;
        ivec2 first = block * 4;
        vec4 e = isSeen ? vec4(0.0) : texelFetch(estimated, block - estimate, 0);
        vec3 mean = clamp(e.rgb / max(e.a, 1.0e-4), 0.0, 1.0);
        ivec2 texel = clamp(block - formerBlock, ivec2(0), textureSize(former, 0).xy - 1);
        uvec3 rows[4];
        for (int y = 0; y < 4; y++) {
          uvec3 row = uvec3(0u);
          \(greys)
          uvec3 kept = texelFetch(former, ivec3(texel, y >> 1), 0).rgb >> uint((y & 1) * 16);
          for (int x = 0; x < 4; x++) {
            ivec2 p = first + ivec2(x, y);
            vec3 b = isSeen ? capturedAt(min(p, outputSize - 1)) : mean;
            vec3 under = greys[x] * 255.0 + floor(b * (255.0 - leak.y) + 0.5);
            uvec3 leaks = uvec3(floor(under * leak.x / 255.0 + 0.5));
            bool isKnown = all(greaterThanEqual(p, formerFrame.xy)) && all(lessThan(p, formerFrame.zw));
            row |= (isKnown ? kept >> uint(4 * x) & 15u : leaks) << uint(4 * x);
          }
          rows[y] = row;
        }
        upper = uvec4(rows[0] | rows[1] << 16u, 0u);
        lower = uvec4(rows[2] | rows[3] << 16u, 0u);
      }
      """)
}
