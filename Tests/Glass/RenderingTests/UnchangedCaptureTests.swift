import Geometry
import Testing

@testable import Rendering

@Suite struct UnchangedCaptureTests {
  private static let region = PixelRect(x: 8, y: 4, width: 12, height: 8)
  private static let absorption = Absorption(validity: [:], hasMoved: false, meanDisagreement: 0.25)

  private static func with<Result>(_ grey: UInt8, _ body: (CapturedPixels) -> Result) -> Result {
    let bytes = [UInt8](repeating: grey, count: region.area * 4)
    return unsafe bytes.withUnsafeBytes {
      unsafe body(
        CapturedPixels(
          bytes: $0, region: region, stride: region.width * 4, format: .bgrx, isYInverted: false))
    }
  }

  private static func unchanged(_ damage: PixelRect) -> UnchangedCapture? {
    with(90) { UnchangedCapture($0, damage: damage, keeping: .allBut([]), absorption: absorption) }
  }

  @Test func `a capture that equals the last tells what that told`() throws {
    let unchanged = try #require(Self.unchanged(Self.region.outset(by: 3)))
    func told(_ grey: UInt8, _ keeping: Keeping) -> Absorption? {
      Self.with(grey) { unchanged.absorption(of: $0, damage: Self.region, keeping: keeping) }
    }
    #expect(told(90, .allBut([])) == Self.absorption)
    #expect(told(91, .allBut([])) == nil)
    #expect(told(90, .nothing) == nil)
  }

  @Test func `what is damaged in part is measured and not compared`() throws {
    let part = PixelRect(x: 8, y: 4, width: 12, height: 7)
    #expect(Self.unchanged(part) == nil)
    let unchanged = try #require(Self.unchanged(Self.region))
    #expect(Self.with(90) { unchanged.absorption(of: $0, damage: part, keeping: .allBut([])) } == nil)
  }
}
