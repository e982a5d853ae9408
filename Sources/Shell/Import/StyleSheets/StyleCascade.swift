/// The declarations of a style sheet by the widgets that they are for.
struct StyleCascade: Sendable {
  typealias Declaration = StyleSheet.Declaration

  /// The precedence of a declaration: its importance, the specificity of its selector and its order.
  private typealias Rank = (Int, StyleSelector.Specificity, Int)

  /// All declarations with the same selector.
  private struct Block: Sendable {
    var selector: StyleSelector
    var specificity: StyleSelector.Specificity
    /// The declaration with precedence, by property.
    var declarations: [String: Declaration]
  }

  /// A property of widgets by which the selectors for them are found.
  private enum Key: Hashable {
    case kind(String)
    case identifier(String)
    case ofClass(String)
    case any
  }

  /// The most properties of a rule that are read; GTK has far fewer.
  private static let mostProperties = 256

  private var blocks: [Block] = []
  private var numbers: [Key: [Int]] = [:]

  init(_ rules: [StyleSheet.Rule]) {
    var known: [StyleSelector: Int] = [:]
    for rule in rules {
      let declarations = Self.longhands(rule)
      for selector in rule.selectors {
        if let number = known[selector] {
          blocks[number].declarations.merge(declarations) { Self.stronger($0, $1) }
          continue
        }
        known[selector] = blocks.count
        numbers[Self.key(selector.subject), default: []].append(blocks.count)
        blocks.append(
          Block(selector: selector, specificity: selector.specificity, declarations: declarations))
      }
    }
  }

  /// The declarations of a rule by property, with those for several properties at once taken apart.
  private static func longhands(_ rule: StyleSheet.Rule) -> [String: Declaration] {
    var result: [String: Declaration] = [:]
    for declaration in rule.declarations {
      for longhand in declaration.longhands where result.count < mostProperties {
        result[longhand.property] = result[longhand.property].map { stronger($0, longhand) } ?? longhand
      }
    }
    return result
  }

  /// The one of two declarations with the same selector that has precedence.
  private static func stronger(_ one: Declaration, _ other: Declaration) -> Declaration {
    if one.isImportant != other.isImportant { return one.isImportant ? one : other }
    return one.order > other.order ? one : other
  }

  private static func key(_ subject: StyleSelector.Compound) -> Key {
    subject.classes.first.map { .ofClass($0) } ?? subject.ids.first.map { .identifier($0) }
      ?? subject.element.map { .kind($0) } ?? .any
  }

  /// The declarations that hold for the last widget of a path from the window, by property.
  func declarations(for path: [StyleNode]) -> [String: Declaration] {
    guard let node = path.last else { return [:] }
    var result: [String: Declaration] = [:]
    var ranks: [String: Rank] = [:]
    var keys: [Key] = [.any, .kind(node.element)]
    if let id = node.id { keys.append(.identifier(id)) }
    for name in node.classes { keys.append(.ofClass(name)) }
    let candidates = keys.flatMap { numbers[$0] ?? [] }
    for block in candidates.lazy.map({ blocks[$0] }) where block.selector.matches(path) {
      for (property, declaration) in block.declarations {
        let rank = (declaration.isImportant ? 1 : 0, block.specificity, declaration.order)
        if let known = ranks[property], known > rank { continue }
        ranks[property] = rank
        result[property] = declaration
      }
    }
    return withoutReset(result, ranks)
  }

  /// The declarations without those that are weaker than `all: initial`.
  private func withoutReset(
    _ declarations: [String: Declaration], _ ranks: [String: Rank]
  ) -> [String: Declaration] {
    guard let all = declarations["all"], ["initial", "unset"].contains(all.value.lowercased()),
      let reset = ranks["all"]
    else { return declarations }
    return declarations.filter { ranks[$0.key].map { $0 >= reset } ?? false }
  }
}
