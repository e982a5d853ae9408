import Rendering
import VisualEffects

extension ShaderProgram {
  func set(_ figures: InkFigures) {
    set("inkRed", figures.matrix?.red ?? .zero)
    set("inkGreen", figures.matrix?.green ?? .zero)
    set("inkBlue", figures.matrix?.blue ?? .zero)
    set("inkBias", figures.bias)
    set("level", Float(figures.level))
    set("opacity", Float(figures.opacity))
    let (black, white) = (figures.range.black, figures.range.white)
    set("range", SIMD2(Float(black), Float(white)))
    set("extremes", SIMD2(Float(Luminance.linear(black)), Float(Luminance.linear(white))))
    if let fill = figures.fill {
      set("fillRed", fill.matrix?.red ?? .zero)
      set("fillGreen", fill.matrix?.green ?? .zero)
      set("fillBlue", fill.matrix?.blue ?? .zero)
      set("fillBias", fill.bias)
      set("fill", SIMD4<Float>(SIMD4(fill.level, fill.luminance, fill.extreme, fill.side)))
    }
    set(
      "limit",
      SIMD4<Float>(SIMD4(figures.limit.factor, figures.limit.summand, figures.extreme, figures.side)))
  }
}
