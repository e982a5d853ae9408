extension SymbolTable {
  static let batteries: [String: SymbolDrawing] = {
    var result: [String: SymbolDrawing] = [
      "battery-level-100-charged": drawing(chargingFrame, charge(10, of: 5), bolt),
      "battery-missing": drawing(frame, line("M5.5 6.5L8.5 9.5M8.5 6.5L5.5 9.5", width: 1)),
      "battery-unknown": drawing(frame, line("M5.5 8H8.5", width: 1)),
      "ac-adapter": drawing(plug),
    ]
    for tenth in 0...10 {
      result["battery-level-\(tenth * 10)"] = drawing(frame, charge(tenth, of: 8))
      result["battery-level-\(tenth * 10)-charging"] = drawing(chargingFrame, charge(tenth, of: 5), bolt)
    }
    return result
  }()

  private static let frame = lines(box(1.25, 4.25, 11.5, 7.5, 2.25)) + areas(box(14.25, 6.25, 1.25, 3.5, 0.5))

  /// The frame of a battery that is charged is short, since the bolt stands beside it.
  private static let chargingFrame = lines(box(1.25, 4.25, 8.5, 7.5, 2.25))

  /// The bar inside a battery that is charged to `tenth` tenths, of which the full one is `width` wide.
  private static func charge(_ tenth: Int, of width: Double) -> [Part] {
    tenth > 0 ? areas(box(3, 6, max(1, width * Double(tenth) / 10), 4, 0.5)) : []
  }

  private static let bolt = areas("M13.75 2.5L11 8.75H12.75L12 13.5L15.25 7H13.25Z")
  private static let plug = lines(
    "M5.75 1.75V4.75M10.25 1.75V4.75", "M3.75 4.75H12.25V7.5A4.25 4.25 0 0 1 3.75 7.5Z", "M8 11.75V14.25")
}
