/// A widget of the program that a style sheet is for, as far as selectors can tell it from others.
public struct StyleNode: Hashable, Sendable {
  /// The name of its kind, such as `button`.
  public var element: String
  public var id: String?
  public var classes: Set<String>
  /// The states of pseudo-classes, such as `hover`.
  public var states: Set<String>
  /// The place among the children of the parent, from 0, and the number of those; nil: they are unknown.
  public var index: Int?
  public var count: Int?

  public init(
    _ element: String, id: String? = nil, classes: Set<String> = [], states: Set<String> = [],
    index: Int? = nil, count: Int? = nil
  ) {
    (self.element, self.id, self.classes, self.states) = (element, id, classes, states)
    (self.index, self.count) = (index, count)
  }
}

/// A selector of a style sheet: conditions on a widget and on those that contain it.
public struct StyleSelector: Hashable, Sendable {
  /// Conditions on one widget.
  public struct Compound: Hashable, Sendable {
    /// The kind; nil: any.
    public var element: String?
    public var ids: [String] = []
    public var classes: [String] = []
    /// The names of pseudo-classes without arguments, such as `hover`.
    public var states: [String] = []
    /// The arguments of `:nth-child`.
    var places: [String] = []
    var negated: [Compound] = []
  }

  /// The relation of a compound to the one before it.
  public enum Combinator: Hashable, Sendable {
    case descendant, child, sibling
  }

  /// The compounds from the outermost to the innermost.
  public internal(set) var compounds: [Compound]
  /// The relations between neighbours, one fewer than compounds.
  public internal(set) var combinators: [Combinator]

  /// The innermost compound, which the declarations are for.
  public var subject: Compound { compounds[compounds.count - 1] }

  /// Whether the selector is for the last widget of a path from the window to a widget.
  public func matches(_ path: some RandomAccessCollection<StyleNode>) -> Bool {
    guard let node = path.last, subject.matches(node) else { return false }
    return matches(Array(path), compounds.count - 1, path.count - 1)
  }

  /// Whether the compounds before `index` are those of widgets that contain the one at `place`.
  private func matches(_ path: [StyleNode], _ index: Int, _ place: Int) -> Bool {
    guard index > 0 else { return true }
    switch combinators[index - 1] {
    case .sibling: return false
    case .child:
      return place > 0 && compounds[index - 1].matches(path[place - 1]) && matches(path, index - 1, place - 1)
    case .descendant:
      return (0..<place).contains { compounds[index - 1].matches(path[$0]) && matches(path, index - 1, $0) }
    }
  }

  /// The rank of the selector: ids, classes and kinds that it names.
  public var specificity: Specificity { compounds.reduce(into: Specificity()) { $0.add($1) } }

  /// The rank of a selector among those that match.
  public struct Specificity: Comparable, Sendable {
    var ids = 0
    var classes = 0
    var elements = 0

    mutating func add(_ compound: Compound) {
      ids += compound.ids.count
      classes += compound.classes.count + compound.states.count + compound.places.count
      elements += compound.element == nil ? 0 : 1
      for negated in compound.negated { add(negated) }
    }

    public static func < (a: Self, b: Self) -> Bool {
      (a.ids, a.classes, a.elements) < (b.ids, b.classes, b.elements)
    }
  }
}

extension StyleSelector.Compound {
  /// Whether a widget satisfies the conditions.
  func matches(_ node: StyleNode) -> Bool {
    (element == nil || element == node.element) && ids.allSatisfy { $0 == node.id }
      && classes.allSatisfy(node.classes.contains) && states.allSatisfy { hasState($0, node) }
      && places.allSatisfy { isAt($0, node) } && !negated.contains { $0.matches(node) }
  }

  private func hasState(_ name: String, _ node: StyleNode) -> Bool {
    switch name {
    case "first-child": node.index == 0
    case "last-child": node.index.map { $0 + 1 == node.count } ?? false
    case "only-child": node.count == 1
    default: node.states.contains(name)
    }
  }

  /// Whether a widget has the place of `:nth-child`: `odd`, `even`, `3` or `2n+1`.
  private func isAt(_ place: String, _ node: StyleNode) -> Bool {
    guard let index = node.index else { return false }
    let text = place.filter { !$0.isWhitespace }
    switch text {
    case "odd": return index.isMultiple(of: 2)
    case "even": return !index.isMultiple(of: 2)
    default: break
    }
    guard let letter = text.firstIndex(of: "n") else { return Int(text) == index + 1 }
    let before = text[..<letter]
    let after = text[letter...].dropFirst()
    guard let step = before.isEmpty || before == "+" ? 1 : before == "-" ? -1 : Int(before),
      let start = after.isEmpty ? 0 : Int(after), step.magnitude < 1 << 20, start.magnitude < 1 << 20
    else { return false }
    let distance = index + 1 - start
    return step == 0 ? distance == 0 : distance.isMultiple(of: step) && distance / step >= 0
  }
}
