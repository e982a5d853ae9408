import VisualEffects

/// GLSL of the pass that makes a surface's pixels.
enum FinalShaders {
  /// From the grid to a surface's pixels: ink over it, dither, rounding and, through a leak, compensation.
  static func glass(hasInk: Bool, leaks: Bool) -> ProgramSource {
    ProgramSource(
      name: "glass" + (hasInk ? "-ink" : "") + (leaks ? "-leak" : ""),
      fragment: """
        uniform sampler2D grid;
        uniform vec4 place;
        uniform sampler2D dither;
        uniform ivec2 origin;
        \(hasInk ? "uniform sampler2D ink;" : "")
        out vec4 result;
        void main() {
          vec3 colour = textureLod(grid, gl_FragCoord.xy * place.xy + place.zw, 0.0).rgb;
          ivec2 p = ivec2(gl_FragCoord.xy);
        \(hasInk ? """
          vec4 over = texelFetch(ink, p, 0);
          colour = over.rgb + colour * (1.0 - over.a);
        """ : "")
          float threshold = 0.5 + \(DitherPattern.outputSpan) * (texelFetch(dither, (p + origin) & 63, 0).r - 0.5);
          vec3 shown = floor(clamp(colour, 0.0, 1.0) * 255.0 + threshold);
          result = vec4(shown / 255.0, 1.0);
        }
        """)
  }
}
