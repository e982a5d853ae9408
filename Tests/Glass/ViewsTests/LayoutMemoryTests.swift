import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Views

private enum Act: ViewAction {
  case use(Int)
}

/// A view of a few letters, of one of several kinds.
private struct Word: View, Equatable {
  var letters: Int
  var kind: Int

  var body: ViewTree {
    let text = Text(String(repeating: "a", count: letters))
    switch kind {
    case 0: text.padding(2).popupAnchor("word")
    case 1:
      Button(Act.use(letters)) { text.padding(3) }.keyboardShortcut(.defaultAction).help("\(letters) letters")
    case 2:
      Reactive { look in Text(look.isHovered ? "pointed at" : "alone") }.onTap(.primary, Act.use(letters))
    case 3:
      HStack(spacing: 2) {
        Fill(.mark(1)).frame(width: Double(letters), height: 4)
        text.scrolling(at: .seconds(letters))
        Spacer()
      }
    default: text.bold().onTap(.primary, Act.use(1)).padding(2).onTap(.middle, Act.use(2)).id(letters).clip()
    }
  }
}

/// A measurer that notes what it measures.
private final class NotingMeasurer: TextMeasurer {
  var measured: [String] = []

  func measure(_ text: StyledText) -> TextExtent {
    measured.append(text.string)
    return MonospaceMeasurer().measure(text)
  }

  func capHeight(font: String, scale: Double) -> Double {
    MonospaceMeasurer().capHeight(font: font, scale: scale)
  }
}

@Suite struct LayoutMemoryTests {
  private let changes: [(inout ViewEnvironment) -> Void] = [
    { $0.scale = 2 }, { $0.isRightToLeft = true }, { $0.isDark = true }, { $0.legibility = .enhanced },
    { $0.reducesMotion = true }, { $0.font = "Serif 12" }, { $0.ink = .mark(1) },
    { $0.accent = Accent(.zero) }, { $0.vibrantMask = .label },
    { $0.leastTextWidth = 9 }, { $0.isEnabled = false }, { $0.interaction.hovered = .root },
    { $0.symbols = NoSymbols() }, { $0.edge = .stroked },
  ]

  private struct NoSymbols: SymbolSource {
    func bitmap(named name: String, side: Int) -> Bitmap? { nil }
  }

  @Test func `an environment is the same as another only if all of its properties are`() {
    let environment = ViewEnvironment(scale: 1)
    #expect(environment.isSame(as: ViewEnvironment(scale: 1)))
    for (index, change) in changes.enumerated() {
      var other = environment
      change(&other)
      #expect(!environment.isSame(as: other), "change \(index)")
    }
    #expect(Mirror(reflecting: environment).children.count == changes.count)
  }

  @Test func `a memory ends with its owner`() {
    var memory: LayoutMemory? = LayoutMemory()
    let word = Word(letters: 3, kind: 0)
    _ = layout(
      HStack { word.equatable() }, in: Proposal(width: 400), environment: ViewEnvironment(scale: 1),
      measurer: NotingMeasurer(), memory: memory)
    weak let held = memory
    #expect(held != nil)
    memory = nil
    #expect(held == nil)
  }

  @Test func `a canvas has no member that adding another could forget`() {
    let canvas = Canvas(clip: PixelRect(x: 0, y: 0, width: 1, height: 1))
    // All of the result is added in `add`, but not the clip, what scrolling reaches and the parent.
    #expect(Mirror(reflecting: canvas).children.count == 1 + 3)
    #expect(Mirror(reflecting: canvas.result).children.count == 11)
  }

  @Test func `what is kept has its place in the focus order wherever scrolling would show it`() {
    let memory = LayoutMemory()
    for offset in [0.0, 0, 20] {
      let list = ScrollView(offset: offset) {
        VStack { for letters in 1...6 { Word(letters: letters, kind: 1).equatable() } }
      }.frame(height: 30)
      let kept = layout(
        list, in: Proposal(width: 400), environment: ViewEnvironment(scale: 1),
        measurer: MonospaceMeasurer(), memory: memory)
      #expect(kept.focusOrder.count == 6 && kept.focusOrder == laidOut(list, width: 400).focusOrder)
    }
  }

  @Test func `only what has changed is measured again`() {
    let (memory, measurer) = (LayoutMemory(), NotingMeasurer())
    func measured(_ letters: [Int], width: Int = 400) -> [String] {
      measurer.measured = []
      let row = HStack { for count in letters { Word(letters: count, kind: 0).equatable() } }
      _ = layout(
        row, in: Proposal(width: width), environment: ViewEnvironment(scale: 1), measurer: measurer,
        memory: memory)
      return measurer.measured
    }
    #expect(measured([1, 2, 3]) == ["a", "aa", "aaa"])
    #expect(measured([1, 2, 3]) == [])
    #expect(measured([1, 4, 3]) == ["aaaa"])
    #expect(measured([1, 4]) == [])
    #expect(measured([1, 4, 3]) == ["aaa"])
    #expect(measured([1, 10], width: 80) == ["aaaaaaaaaa", "aaaaaaaaaa"])
  }

  @Test(arguments: DailySeeds.first(60) as [UInt64])
  func `a layout with a memory is the same as one without`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let memory = LayoutMemory()
    var words: [Word] = []
    var environment = ViewEnvironment(scale: 1)
    var width = 300
    for step in 0..<40 {
      switch Int.random(in: 0...7, using: &random) {
      case 0 where !words.isEmpty: words.remove(at: Int.random(in: words.indices, using: &random))
      case 1: width = Int.random(in: 10...500, using: &random)
      case 2: environment.scale = [1, 1.5, 2].randomElement(using: &random)!
      case 3: environment.isRightToLeft.toggle()
      case 4: environment.isDark.toggle()
      default:
        let word = Word(
          letters: Int.random(in: 1...9, using: &random), kind: Int.random(in: 0...4, using: &random))
        if words.count > 5 {
          words[Int.random(in: words.indices, using: &random)] = word
        } else {
          words.insert(word, at: Int.random(in: 0...words.count, using: &random))
        }
      }
      let tree = ZoneStack(spacing: 3) {
        for word in words.dropLast(words.count / 2) { word.equatable() }
      } center: {
        HStack { Text("in the middle") }.onTap(.primary, Act.use(0))
      } end: {
        VStack { for word in words.suffix(words.count / 2) { word.equatable() } }.padding(2)
          .onTap(.primary, Act.use(-1)).glass(BlurEffect(style: .systemMaterial))
      }
      func result(_ memory: LayoutMemory?) -> LaidOutView {
        layout(
          tree, in: Proposal(width: width, height: 60), environment: environment,
          measurer: MonospaceMeasurer(), memory: memory)
      }
      let plain = result(nil)
      #expect(result(memory) == plain, "seed \(seed), step \(step)")
      environment.interaction.hovered = plain.regions.randomElement(using: &random)?.id
    }
  }
}
