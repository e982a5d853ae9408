import Geometry
import Scenes
import TestSupport
import Testing
import Views

@Suite struct OverflowColumnTests {
  /// Views of 40 points with short forms of 20, of which one of 20 may stand for the last ones, with two points between them.
  private func column(_ count: Int, kept: Int? = nil) -> OverflowColumn {
    OverflowColumn(
      spacing: 2, views: (0..<count).map { Text("view \($0)").frame(height: 40) },
      short: (0..<count).map { Text("\($0)").frame(height: 20) }, kept: kept
    ) { Text("+\(count - $0)").frame(height: 20) }
  }

  @Test(
    arguments: [
      (400, ["view 0", "view 1", "view 2", "view 3"]), (166, ["view 0", "view 1", "view 2", "view 3"]),
      (165, ["0", "1", "2", "3"]), (86, ["0", "1", "2", "3"]), (85, ["0", "1", "+2"]),
      (64, ["0", "1", "+2"]),
      (63, ["0", "+3"]), (42, ["0", "+3"]), (41, ["+4"]), (20, ["+4"]), (19, []),
    ])
  func `views take their short forms, and then one stands for the last of them`(height: Int, shown: [String])
  {
    #expect(laidOut(column(4), width: 80, height: height).scene.texts.map(\.text.string) == shown)
  }

  @Test(
    arguments: [
      (86, ["0", "1", "2", "3"]), (64, ["0", "3", "+2"]), (42, ["3", "+3"]), (20, ["+4"]),
    ])
  func `a view that is kept takes the place of the last one that there is room for`(
    height: Int, shown: [String]
  ) {
    #expect(laidOut(column(4, kept: 3), width: 80, height: height).scene.texts.map(\.text.string) == shown)
  }

  @Test(
    arguments: [
      (250, 3, true), (208, 3, true), (207, 3, false), (148, 3, false), (147, 2, false), (126, 2, false),
      (125, 1, false), (104, 1, false), (103, 0, false),
    ])
  func `in a stack the views shrink before others vanish`(height: Int, shown: Int, isWhole: Bool) {
    let stack = VStack {
      Text("above").frame(height: 40).layoutPriority(1)
      column(3)
      Text("below").frame(height: 44).layoutPriority(1)
    }
    let texts = laidOut(stack, width: 80, height: height).scene.texts.map(\.text.string)
    #expect(texts.first == "above" && texts.last == "below")
    #expect(texts.count == shown + 2 && texts.contains("view 0") == isWhole)
  }

  @Test func `views that nothing can stand for are short, or vanish together`() {
    let column = OverflowColumn(
      views: ["first", "other"].map { Text($0).frame(height: 40) },
      short: ["1", "2"].map { Text($0).frame(height: 20) }, rest: { _ in nil })
    func texts(_ height: Int) -> [String] {
      let stack = VStack {
        Text("above").frame(height: 20).layoutPriority(1)
        column
      }
      return laidOut(stack, width: 80, height: height).scene.texts.map(\.text.string)
    }
    #expect(texts(100) == ["above", "first", "other"] && texts(99) == ["above", "1", "2"])
    #expect(texts(60) == ["above", "1", "2"] && texts(59) == ["above"])
  }
}
