extension SymbolTable {
  static let network: [String: SymbolDrawing] = [
    "network-wireless-signal-none": drawing(signal(0)),
    "network-wireless-signal-weak": drawing(signal(1)),
    "network-wireless-signal-ok": drawing(signal(2)),
    "network-wireless-signal-good": drawing(signal(3)),
    "network-wireless-signal-excellent": drawing(signal(4)),
    "network-wireless-offline": drawing(signal(4), slash),
    "network-wireless-no-route": drawing(
      signal(0), cut("M8 4V12.5", width: 5), lines("M8 4.75V9"), dot(8, 12.5, 2.25)),
    "network-cellular-connected": drawing(
      lines("M2.75 11.25V13.25", "M6.25 8.25V13.25", "M9.75 5.25V13.25", "M13.25 2.75V13.25")),
    "network-cellular-offline": drawing(
      lines("M2.75 11.25V13.25", "M6.25 8.25V13.25", "M9.75 5.25V13.25", "M13.25 2.75V13.25"), slash),
    "network-wired": drawing(wired),
    "network-wired-disconnected": drawing(wired, slash),
    "network-wired-no-route": drawing(wired, lines("M8 10.5V11.75"), dot(8, 14, 1.75)),
    // Meridians beside a slash would be a blot on 16 pixels.
    "network-offline": drawing(globe, slash),
    "network-workgroup": drawing(globe, meridians),
    "network-transmit-receive": drawing(
      lines(
        "M5 3.25V13.25", "M2.5 5.5L5 3L7.5 5.5", "M11 2.75V12.75", "M8.5 10.5L11 13L13.5 10.5")),
    "network-receive": drawing(lines("M8 2.75V13", "M3.75 8.75L8 13L12.25 8.75")),
    "network-transmit": drawing(lines("M8 13.25V3", "M3.75 7.25L8 3L12.25 7.25")),
    "network-vpn": drawing(
      lines("M8 1.75L13.25 3.75V7.5C13.25 10.75 11.25 13.25 8 14.25C4.75 13.25 2.75 10.75 2.75 7.5V3.75Z"),
      dot(8, 6.75, 2.75), line("M8 7V9.75", width: 1.25)),
    "network-server": drawing(
      lines(box(1.75, 1.75, 12.5, 5, 1.25), box(1.75, 9.25, 12.5, 5, 1.25)), dot(4.75, 4.25, 1.5),
      dot(4.75, 11.75, 1.5)),
    "airplane-mode": drawing(
      areas(
        "M8 1C9.25 1 9.5 2.5 9.5 3.75V5.75L15 9V11L9.5 9.5V12L11.25 13.25V15L8 14L4.75 15V13.25L6.5 12V9.5"
          + "L1 11V9L6.5 5.75V3.75C6.5 2.5 6.75 1 8 1Z")),
  ]

  /// The dot and the three arcs of a wireless network, of which the first `count` are drawn in full and the others
  /// faintly.
  private static func signal(_ count: Int) -> [Part] {
    let arcs = [
      "M5.7 10.2A3.25 3.25 0 0 1 10.3 10.2", "M3.58 8.08A6.25 6.25 0 0 1 12.42 8.08",
      "M1.46 5.96A9.25 9.25 0 0 1 14.54 5.96",
    ]
    let point: [Part] = count > 0 ? dot(8, 12.5, 2.25) : [.faintLine("M8 12.5")]
    return point
      + arcs.enumerated().map { $0.offset + 1 < count ? .line($0.element) : .faintLine($0.element) }
  }

  private static let wired =
    areas(box(6, 1, 4, 4, 1), box(1, 11, 4, 4, 1), box(11, 11, 4, 4, 1))
    + lines("M8 5V8", "M3 11V9A1.25 1.25 0 0 1 4.25 7.75H11.75A1.25 1.25 0 0 1 13 9V11")
  private static let globe = lines(circle(8, 8, 6.25), "M2 8H14")
  private static let meridians = lines("M8 1.75A2.9 6.25 0 0 1 8 14.25A2.9 6.25 0 0 1 8 1.75Z")

  // MARK: - Bluetooth

  static let bluetooth: [String: SymbolDrawing] = [
    "bluetooth-active": drawing(lines(rune)),
    "bluetooth-disabled": drawing(lines(rune), slash),
    "bluetooth-connected": drawing(lines(rune), spot(2.25, 8, 2.5), spot(13.75, 8, 2.5)),
  ]

  private static let rune = "M4.25 5L11.5 11L8 14.25V1.75L11.5 5L4.25 11"
}
