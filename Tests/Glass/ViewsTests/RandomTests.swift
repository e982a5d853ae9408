import Geometry
import Scenes
import TestSupport
import Testing
import Views

private struct Act: ViewAction {
  var number: Int
}

/// Random trees, each leaf of which has a key.
private struct TreeGenerator {
  var random: SplitMix
  /// Whether all lengths are even and nothing is centred, so that mirroring is exact.
  var isExact = false
  /// The next key.
  var next = 0

  mutating func number(_ range: ClosedRange<Int>) -> Double {
    let value = Int.random(in: range, using: &random)
    return Double(isExact ? 2 * (value / 2) : value)
  }

  mutating func key() -> Int {
    next += 1
    return next
  }

  mutating func leaf() -> ViewTree {
    let letters = Int.random(in: 1...14, using: &random)
    let text = Text(String(repeating: "a", count: letters))
    return switch Int.random(in: 0...5, using: &random) {
    case 0, 1: text.id(key())
    case 2: text.lineLimit(3).onTap(.primary, Act(number: next)).id(key())
    case 3: Fill(.mark(1)).frame(width: number(1...40), height: number(1...30)).id(key())
    case 4: Button(Act(number: next)) { text.padding(number(0...6)) }.id(key())
    default: ProgressBar(Int.random(in: 0...100, using: &random)).id(key())
    }
  }

  mutating func tree(_ depth: Int) -> ViewTree {
    if depth == 0 { return leaf() }
    let count = Int.random(in: 1...4, using: &random)
    var children = (0..<count).map { _ in tree(Int.random(in: 0..<depth, using: &random)) }
    if Int.random(in: 0...3, using: &random) == 0 { children.append(Spacer().body) }
    if Int.random(in: 0...3, using: &random) == 0 { children[0] = children[0].layoutPriority(1).body }
    let spacing = number(0...10)
    let kind = Int.random(in: 0...5, using: &random)
    let side: HorizontalAlignment =
      isExact ? [.leading, .trailing].randomElement(using: &random)! : .center
    return switch kind {
    case 0, 1: HStack(spacing: spacing) { for child in children { child } }.body
    case 2, 3: VStack(spacing: spacing, alignment: side) { for child in children { child } }.body
    case 4: HStack(spacing: spacing) { for child in children { child } }.padding(number(0...8)).glass(nil)
    default:
      VStack(spacing: spacing, alignment: side) { for child in children { child } }
        .padding(leading: number(0...8), top: number(0...4)).onTap(.primary, Act(number: -1))
    }
  }
}

@Suite struct RandomTests {
  /// The seeds of the trees; the last one makes a leaf without room.
  private static let seeds: [UInt64] = DailySeeds.first(150) + [20_772_115]

  private func layout(_ tree: ViewTree, _ seed: UInt64, isRightToLeft: Bool = false, scale: Double)
    -> LaidOutView
  {
    var random = SplitMix(seed: seed)
    let width = 2 * Int.random(in: 20...400, using: &random)
    return laidOut(tree, width: width, height: 4000, scale: scale) { $0.isRightToLeft = isRightToLeft }
  }

  @Test(arguments: seeds) func `leaves do not overlap and lie in the surface, as do regions`(seed: UInt64) {
    var generator = TreeGenerator(random: SplitMix(seed: seed))
    let tree = generator.tree(4)
    let view = layout(tree, seed, scale: [1, 1.5, 2][Int(seed % 3)])
    let surface = PixelRect(view.size)
    let leaves = view.identities.filter { !$0.frame.isEmpty }
    for (index, leaf) in leaves.enumerated() {
      #expect(surface.contains(leaf.frame), "seed \(seed): \(leaf)")
      for other in leaves[..<index] {
        #expect(!leaf.frame.intersects(other.frame), "seed \(seed): \(leaf) and \(other)")
      }
    }
    for region in view.regions {
      #expect(surface.contains(region.shape.frame), "seed \(seed): \(region)")
      guard let parent = region.parent else { continue }
      #expect(view.regions[parent].shape.frame.contains(region.shape.frame), "seed \(seed): \(region)")
    }
    let drawn = view.scene.nodes.flatMap(\.leafFrames)
    for region in view.regions {
      // A region in which no leaf has room consists of padding alone.
      guard leaves.contains(where: { region.shape.frame.contains($0.frame) }) else { continue }
      #expect(
        drawn.contains { region.shape.frame.contains($0) }, "seed \(seed): nothing is drawn in \(region)")
    }
  }

  @Test(arguments: seeds) func `a text is whole, or ends in an ellipsis within its width`(seed: UInt64) {
    var generator = TreeGenerator(random: SplitMix(seed: seed))
    let tree = generator.tree(4)
    let view = layout(tree, seed, scale: 1)
    for node in view.scene.texts {
      let extent = MonospaceMeasurer().measure(node.text)
      #expect(extent.size == node.frame.size, "seed \(seed): \(node)")
      var whole = node.text
      (whole.maxWidth, whole.maxLines) = (nil, 1)
      let isWhole = MonospaceMeasurer().measure(whole).size.width <= node.frame.width
      #expect(isWhole || extent.isShortened || node.text.maxLines > 1, "seed \(seed): \(node)")
      #expect(node.frame.width <= node.text.maxWidth ?? .max, "seed \(seed): \(node)")
    }
  }

  @Test(arguments: seeds) func `right to left is the mirror image of left to right`(seed: UInt64) {
    var generator = TreeGenerator(random: SplitMix(seed: seed), isExact: true)
    let tree = generator.tree(4).frame(maxWidth: .infinity, alignment: .leading)
    let plain = layout(tree, seed, scale: 2)
    let mirrored = layout(tree, seed, isRightToLeft: true, scale: 2)
    #expect(plain.identities.map(\.key) == mirrored.identities.map(\.key), "seed \(seed)")
    for (one, other) in zip(plain.identities, mirrored.identities) {
      var back = other.frame
      back.x = plain.size.width - other.frame.maxX
      #expect(back == one.frame, "seed \(seed): \(one) and \(other)")
    }
    #expect(plain.focusOrder == mirrored.focusOrder, "seed \(seed)")
  }

  @Test(arguments: seeds) func `the same view gives the same layout`(seed: UInt64) {
    var generator = TreeGenerator(random: SplitMix(seed: seed))
    let tree = generator.tree(4)
    #expect(layout(tree, seed, scale: 1.5) == layout(tree, seed, scale: 1.5), "seed \(seed)")
  }
}
