import Geometry
import Scenes
import Testing
import Views

private enum Act: ViewAction {
  case tap(Int)
}

@Suite struct EvenRowsTests {
  /// The number of views in each row, for views of these widths.
  private func rows(_ widths: [Double], columns: Int = 3, room: Int) -> [Int] {
    let view = laidOut(
      EvenRows(columns: columns, spacing: 6) {
        for (index, width) in widths.enumerated() {
          block(width, 10).frame(maxWidth: .infinity).onTap(.primary, Act.tap(index))
        }
      }, width: room)
    return view.regions.map(\.shape.frame.y).reduce(into: [(y: Int, count: Int)]()) { rows, y in
      if rows.last?.y == y { rows[rows.count - 1].count += 1 } else { rows.append((y, 1)) }
    }.map(\.count)
  }

  @Test(arguments: [
    ([30.0, 30, 30], [3]), ([30, 30, 30, 30], [2, 2]), ([30, 30, 30, 90], [3, 1]), ([90, 30], [1, 1]),
    ([30, 30, 30, 30, 30], [3, 2]), ([90], [1]), ([200], [1]), ([], []),
  ])
  func `as many stand in a row as are whole, and rows are about even`(widths: [Double], counts: [Int]) {
    #expect(rows(widths, room: 108) == counts)
  }

  @Test func `rows end where their container does`() {
    let rows = EvenRows(columns: 3, spacing: 6) {
      for index in 0..<4 { block(20, 10).frame(maxWidth: .infinity).onTap(.primary, Act.tap(index)) }
    }
    let view = laidOut(rows, width: 107)
    #expect(
      view.regions.map(\.shape.frame) == [
        rect(0, 0, 50, 10), rect(56, 0, 51, 10), rect(0, 16, 50, 10), rect(56, 16, 51, 10),
      ])
    let mirrored = laidOut(rows, width: 108) { $0.isRightToLeft = true }
    #expect(mirrored.regions.map(\.shape.frame.x) == [57, 0, 57, 0])
  }

  @Test func `a badge is as large as it wants to be`() {
    let view = laidOut(block(10, 8).badge { block(16, 12).offset(x: 4, y: 3) }.padding(20))
    #expect(view.fillFrames == [rect(20, 20, 10, 8), rect(18, 19, 16, 12)])
  }
}
