import Geometry
import Testing

@testable import Rendering

@Suite struct CellFiguresTests {
  @Test func `means are those of squares of four cells, weighted by what is known of each`() {
    // Five columns and two rows make a square of 4 × 2 and one of 1 × 2.
    var values = [SIMD4<Float>](repeating: [0.25, 0.5, 0.75, 1], count: 10)
    values[0] = .zero
    values[4] = [0.1, 0, 0, 0.25]
    values[9] = [0.9, 0, 0, 0.75]
    let means = CellFigures.means(of: values, width: 5)
    #expect(means.count == 2)
    for (mean, expected) in zip(means, [SIMD3(0.25, 0.5, 0.75), [1, 0, 0]]) {
      for channel in 0..<3 { #expect(abs(mean[channel] - expected[channel]) < 1e-6) }
    }
    values[4] = .zero
    values[9] = [0, 0, 0, 0.25]
    #expect(CellFigures.means(of: values, width: 5).count == 1)
    #expect(CellFigures.means(of: [], width: 0).isEmpty)
  }

  @Test func `the mean of next to nothing is mid grey`() {
    #expect(CellFigures.mean(of: [[0.1, 0.2, 0.3, 0.5]]) == [0.5, 0.5, 0.5])
    #expect(CellFigures.mean(of: [[0.5, 1, 4, 2]]) == [0.25, 0.5, 1])
  }

  @Test func `distances are those of squares of which enough was measured`() {
    let size = PixelSize(width: 8, height: 4)
    var measured = [SIMD4<Float>](repeating: [0.5, 0.5, 0.5, 1], count: 32)
    let known = [SIMD4<Float>](repeating: [0.2, 0.25, 0.3, 0.5], count: 32)
    // The second square has seven cells.
    for index in measured.indices where index % 8 > 3 && index != 4 && index % 8 > 5 - index / 8 % 2 {
      measured[index].w = 0
    }
    let counts = [0, 4].map { first in
      measured.indices.count { $0 % 8 >= first && $0 % 8 < first + 4 && measured[$0].w == 1 }
    }
    let distances = CellFigures.distances(of: measured, from: known, size: size)
    #expect(counts[0] == 16 && counts[1] < 8)
    #expect(distances.count == 1 && abs(distances[0] - 255 * 0.2 / 3) < 0.01, "\(distances)")
  }
}
