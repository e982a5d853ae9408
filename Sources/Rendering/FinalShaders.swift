import VisualEffects

/// GLSL of the pass that makes a surface's pixels.
enum FinalShaders {
  /// From the grid to a surface's pixels: ink over it, dither, rounding and, through a leak, compensation.
  static func glass(hasInk: Bool, leaks: Bool) -> ProgramSource {
    let ink = """
      vec4 over = texelFetch(ink, p, 0);
      colour = over.rgb + colour * (1.0 - over.a);
      """
    // What is wanted on the screen less what leaks, which was measured: then exactly that is shown.
    let compensation = """
      uvec4 row = texelFetch(leaked, ivec3((q >> 2) - firstBlock, (q.y >> 1) & 1), 0);
      uint shift = uint((q.y & 1) * 16 + (q.x & 3) * 4);
      shown = clamp(shown, leak, 255.0 - leak) - vec3((row.rgb >> shift) & 15u);
      """
    return ProgramSource(
      name: "glass" + (hasInk ? "-ink" : "") + (leaks ? "-leak" : ""),
      fragment: """
        uniform sampler2D grid;
        uniform vec4 place;
        uniform sampler2D dither;
        uniform ivec2 origin;
        uniform float leak;
        \(hasInk ? "uniform sampler2D ink;" : "")
        \(leaks ? "uniform highp usampler2DArray leaked;\nuniform ivec2 firstBlock;" : "")
        out vec4 result;
        void main() {
          ivec2 p = ivec2(gl_FragCoord.xy);
          ivec2 q = p + origin;
          vec3 colour = textureLod(grid, gl_FragCoord.xy * place.xy + place.zw, 0.0).rgb;
          \(hasInk ? ink : "")
          float threshold = 0.5 + \(DitherPattern.outputSpan) * (texelFetch(dither, q & 63, 0).r - 0.5);
          vec3 shown = floor(clamp(colour, 0.0, 1.0) * 255.0 + threshold);
          \(leaks ? compensation : "")
          result = vec4(shown, 255.0 - leak) / 255.0;
        }
        """)
  }
}
