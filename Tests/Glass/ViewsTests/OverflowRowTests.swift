import Geometry
import Scenes
import Synchronization
import TestSupport
import Testing
import Views

@Suite struct OverflowRowTests {
  /// Words of five letters, 40 points each, that can be as short as 32, with two points between them.
  private func texts(
    _ width: Int, kept: Int? = nil, comfort: Double = 0, isRightToLeft: Bool = false
  ) -> [String] {
    let words = ["first", "other", "third", "fifth"]
    let row = OverflowRow(
      spacing: 2, comfort: comfort, views: words.map { Text($0).body }, kept: kept
    ) { [count = words.count] in $0 == 0 ? nil : Text("+\(count - $0)").body }
    return laidOut(row, width: width, height: 20) { $0.isRightToLeft = isRightToLeft }
      .scene.texts.map(\.text.string)
  }

  @Test(
    arguments: [
      (400, ["first", "other", "third", "fifth"]), (134, ["first", "other", "third", "fifth"]),
      (133, ["first", "other", "third", "+1"]), (118, ["first", "other", "third", "+1"]),
      (117, ["first", "other", "+2"]), (84, ["first", "other", "+2"]), (83, ["first", "+3"]),
      (50, ["first", "+3"]),
    ])
  func `views shrink, and then one stands for the last of them`(width: Int, shown: [String]) {
    #expect(texts(width) == shown)
    #expect(texts(width, isRightToLeft: true) == shown)
  }

  @Test func `in an even row all views have the width of the widest, as long as there is room`() {
    let words = ["a", "bcd", "efghi"]
    func row(_ width: Int, fills: Bool = false) -> LaidOutView {
      laidOut(
        OverflowRow(
          spacing: 2, comfort: 40, isEven: true, fills: fills,
          views: words.map { Text($0).frame(maxWidth: .infinity).id($0) }
        ) { $0 == 0 ? nil : Text("+").body }, width: width, height: 20)
    }
    #expect(row(400, fills: true).identities.map(\.frame.width) == [132, 132, 132])
    #expect(row(400).identities.map(\.frame.width) == [40, 40, 40])
    #expect(row(124).identities.map(\.frame.width) == [40, 40, 40])
    #expect(row(123).scene.texts.map(\.text.string) == ["a", "+"])
  }

  @Test func `views give way before they are narrower than is comfortable, unless they need no more`() {
    #expect(texts(149, comfort: 36) == ["first", "other", "third", "+1"])
    #expect(texts(150, comfort: 36) == ["first", "other", "third", "fifth"])
    #expect(texts(165, comfort: 100) == ["first", "other", "third", "+1"])
    #expect(texts(166, comfort: 100) == ["first", "other", "third", "fifth"])
    // The view that stands for all but one is shown in any case.
    #expect(texts(50, comfort: 100) == ["first", "+3"])
  }

  @Test(
    arguments: [
      (134, 3, ["first", "other", "third", "fifth"]), (118, 3, ["first", "other", "fifth", "+1"]),
      (84, 3, ["first", "fifth", "+2"]), (50, 3, ["fifth", "+3"]), (84, 1, ["first", "other", "+2"]),
      (50, 1, ["other", "+3"]),
    ])
  func `a view that is kept takes the place of the last one that there is room for`(
    width: Int, kept: Int, shown: [String]
  ) {
    #expect(texts(width, kept: kept) == shown)
  }

  @Test(arguments: [(10, 5), (100, 5), (500, 5), (500, 64)])
  func `few of the views are made that can stand for others`(count: Int, shown: Int) {
    let made = Mutex<[Int]>([])
    let row = OverflowRow(views: (0..<count).map { Text("view \($0 % 10)").body }) { place in
      made.withLock { $0.append(place) }
      return place == 0 || place > 64 ? nil : Text("+\(count - place)").body
    }
    // Each view is 48 points wide, and can be as short as 32; the one for the others needs 32 at most.
    let texts = laidOut(row, width: 32 * (shown + 1), height: 20).scene.texts.map(\.text.string)
    #expect(texts == (0..<shown).map { "view \($0 % 10)" } + ["+\(count - shown)"])
    #expect(made.withLock { $0 }.filter { (1...64).contains($0) }.count <= 3)
  }
}
