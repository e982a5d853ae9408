import VisualEffects

extension VisualEffectView: Animatable {
  public mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    frame.visitNumbers(visit)
    effect?.visitNumbers(visit)
    corners?.visitNumbers(visit)
    border?.visitNumbers(visit)
    shadow?.visitNumbers(visit)
    if case .shape(var rect, var corners) = mask {
      rect.visitNumbers(visit)
      corners.visitNumbers(visit)
      mask = .shape(rect, corners)
    }
    visit(&alpha)
    visit(&presence)
    for index in contentView.elements.indices { contentView.elements[index].visitNumbers(visit) }
  }

  public static func matched(_ start: Self, _ end: Self) -> (Self, Self) {
    var (start, end) = (start, end)
    start.complete(from: end)
    end.complete(from: start)
    if let one = start.effect, let other = end.effect {
      (start.effect, end.effect) = BlurEffect.matched(one, other)
    }
    if case (.shape, .shape) = (start.mask, end.mask) {} else { start.mask = end.mask }
    let contents = [Element].matched(start.contentView.elements, end.contentView.elements)
    start.contentView.elements = contents.0
    end.contentView.elements = contents.1
    return (start, end)
  }

  /// Adds what only `other` has, so that it does not show.
  private mutating func complete(from other: Self) {
    let finish = effect?.material(isDark: false).finish
    if corners == nil, other.corners != nil { corners = LogicalCorners(finish?.cornerRadius ?? 0) }
    if border == nil, let new = other.border {
      border = finish.map { LogicalBorder(width: $0.borderWidth, colour: $0.borderColour) } ?? new.invisible
    }
    if shadow == nil { shadow = other.shadow?.invisible }
    if effect == nil, let new = other.effect {
      effect = new.clear
      presence = 0
    }
  }
}

extension LogicalBorder {
  fileprivate var invisible: LogicalBorder {
    var border = self
    border.colour.w = 0
    return border
  }
}

extension LogicalShadow {
  fileprivate var invisible: LogicalShadow {
    var shadow = self
    shadow.colour.w = 0
    return shadow
  }
}

extension Element {
  mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    switch self {
    case .effect(var view):
      view.visitNumbers(visit)
      self = .effect(view)
    case .vibrancy(var view):
      for index in view.content.elements.indices { view.content.elements[index].visitNumbers(visit) }
      self = .vibrancy(view)
    case .label(var label):
      label.frame.visitNumbers(visit)
      label.colour?.visitNumbers(visit)
      self = .label(label)
    case .image(var image):
      image.frame.visitNumbers(visit)
      image.tintColour?.visitNumbers(visit)
      self = .image(image)
    case .fill(var fill):
      fill.frame.visitNumbers(visit)
      fill.corners.visitNumbers(visit)
      fill.colour?.visitNumbers(visit)
      self = .fill(fill)
    }
  }

  /// The start in the shape of the end, which it is where they are of different kinds.
  fileprivate static func matched(_ start: Element, _ end: Element) -> (Element, Element) {
    switch (start, end) {
    case (.effect(let one), .effect(let other)):
      let (one, other) = VisualEffectView.matched(one, other)
      return (.effect(one), .effect(other))
    case (.vibrancy(let one), .vibrancy(var other)):
      var merged = other
      (merged.content.elements, other.content.elements) = [Element].matched(
        one.content.elements, other.content.elements)
      return (.vibrancy(merged), .vibrancy(other))
    case (.label(let one), .label(let other)):
      var merged = other
      merged.frame = one.frame
      if let colour = one.colour, other.colour != nil { merged.colour = colour }
      return (.label(merged), end)
    case (.image(let one), .image(let other)):
      var merged = other
      merged.frame = one.frame
      if let colour = one.tintColour, other.tintColour != nil { merged.tintColour = colour }
      return (.image(merged), end)
    case (.fill(let one), .fill(let other)):
      var merged = other
      (merged.frame, merged.corners) = (one.frame, one.corners)
      if let colour = one.colour, other.colour != nil { merged.colour = colour }
      return (.fill(merged), end)
    default:
      return (end, end)
    }
  }
}

extension [Element] {
  /// Views belong together by their order; those of the end without one to come from are there at once.
  fileprivate static func matched(_ start: [Element], _ end: [Element]) -> ([Element], [Element]) {
    let pairs = end.enumerated().map { index, element in
      index < start.count ? Element.matched(start[index], element) : (element, element)
    }
    return (pairs.map(\.0), pairs.map(\.1))
  }
}
