/// Returns the size of a text in a font, in pixels; nil: it is not known.
public typealias TextMeasure = (_ text: String, _ font: String) -> (width: Double, height: Double)?
