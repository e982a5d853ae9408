/// The drawings of symbols, by name.
enum SymbolTable {
  typealias Part = SymbolDrawing.Part

  /// Lines along paths.
  static func lines(_ paths: String...) -> [Part] { paths.map { .line($0) } }

  static func drawing(_ parts: [Part]...) -> SymbolDrawing { SymbolDrawing(parts: Array(parts.joined())) }

  static func area(_ text: String) -> [Part] { [.area(text)] }

  /// An area with round corners, drawn with its edge.
  static func solid(_ text: String) -> [Part] { [.area(text), .line(text)] }

  static func dot(_ x: Double, _ y: Double, _ diameter: Double) -> [Part] {
    [.wideLine("M\(x) \(y)", width: diameter)]
  }

  static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ r: Double) -> String {
    let (x1, y1) = (x + width, y + height)
    return "M\(x + r) \(y)H\(x1 - r)A\(r) \(r) 0 0 1 \(x1) \(y + r)V\(y1 - r)A\(r) \(r) 0 0 1 \(x1 - r) \(y1)"
      + "H\(x + r)A\(r) \(r) 0 0 1 \(x) \(y1 - r)V\(y + r)A\(r) \(r) 0 0 1 \(x + r) \(y)Z"
  }

  static func circle(_ x: Double, _ y: Double, _ r: Double) -> String {
    "M\(x - r) \(y)A\(r) \(r) 0 0 1 \(x + r) \(y)A\(r) \(r) 0 0 1 \(x - r) \(y)Z"
  }

  /// A line from corner to corner: what is drawn before is not there, or off.
  static let slash: [Part] = [
    .gap("M3.75 3.75L20.25 20.25", width: 4.5, isArea: false), .line("M3.75 3.75L20.25 20.25"),
  ]

  // MARK: - Batteries

  static let batteries: [String: SymbolDrawing] = {
    var result: [String: SymbolDrawing] = [:]
    for tenth in 0...10 {
      result["battery-level-\(tenth * 10)"] = drawing(battery, charge(tenth))
      result["battery-level-\(tenth * 10)-charging"] = drawing(battery, charge(tenth), bolt)
    }
    result["battery-level-100-charged"] = drawing(battery, charge(10), bolt)
    result["battery-missing"] = drawing(battery, lines("M7.5 9L13.5 15M13.5 9L7.5 15"))
    return result
  }()

  private static let battery = lines(box(2.25, 6.75, 16.5, 10.5, 2.25), "M21.75 11.25V12.75")

  /// The bar inside a battery that is charged to `tenth` tenths; its width is a whole number of pixels at 32 pixels.
  private static func charge(_ tenth: Int) -> [Part] {
    guard tenth > 0 else { return [] }
    let width = max(1.5, (12 * Double(tenth) / 10 / 0.75).rounded() * 0.75)
    return [.area(box(4.5, 9, width, 6, 0.375))]
  }

  private static let bolt: [Part] = [
    .gap(boltPath, width: 2.25, isArea: true), .area(boltPath),
  ]
  private static let boltPath = "M11.25 7.5L7.5 12.75H10.5L9.75 16.5L13.5 11.25H10.5Z"

  // MARK: - Sound

  static let sound: [String: SymbolDrawing] = [
    "audio-volume-muted": drawing(speaker, lines("M14.25 9.75L18.75 14.25M18.75 9.75L14.25 14.25")),
    "audio-volume-low": drawing(speaker, wave(1), faint(2, 3)),
    "audio-volume-medium": drawing(speaker, wave(1), wave(2), faint(3)),
    "audio-volume-high": drawing(speaker, wave(1), wave(2), wave(3)),
    "audio-headphones": drawing(
      lines(
        "M3.75 15.75V12A8.25 8.25 0 0 1 20.25 12V15.75", box(3.75, 14.25, 3, 6, 1.5),
        box(17.25, 14.25, 3, 6, 1.5))),
    "audio-headset": drawing(
      lines(
        "M3.75 15.75V12A8.25 8.25 0 0 1 20.25 12V17.25A3.75 3.75 0 0 1 16.5 21H13.5",
        box(3.75, 12.75, 3, 6, 1.5), box(17.25, 12.75, 3, 6, 1.5)), dot(12.75, 21, 2.25)),
    "audio-speakers": drawing(
      lines(box(5.25, 2.25, 12, 19.5, 2.25), circle(11.25, 14.25, 3.75)), dot(11.25, 6.75, 2.25)),
    "microphone-sensitivity-high": drawing(microphone),
    "microphone-sensitivity-muted": drawing(microphone, slash),
    "media-playback-start": drawing(solid("M6.75 5.25L17.25 12L6.75 18.75Z")),
    "media-playback-pause": drawing(
      solid(box(6.75, 5.25, 2.25, 13.5, 0.75)), solid(box(15, 5.25, 2.25, 13.5, 0.75))),
    "media-playback-stop": drawing(solid(box(5.25, 5.25, 13.5, 13.5, 1.5))),
    "media-skip-forward": drawing(solid("M5.25 5.25L15 12L5.25 18.75Z"), lines("M18.75 5.25V18.75")),
    "media-skip-backward": drawing(solid("M18.75 5.25L9 12L18.75 18.75Z"), lines("M5.25 5.25V18.75")),
    "media-record": drawing(solid(circle(12, 12, 6.75))),
    "emblem-music": drawing(
      lines("M8.25 17.25V5.25L18.75 3.75V15.75", circle(6, 17.25, 2.25), circle(16.5, 15.75, 2.25))),
  ]

  private static let speaker = lines("M2.25 9.75H5.25L9.75 5.25V18.75L5.25 14.25H2.25Z")
  private static let waves = [
    "M13.5 9.45A3.75 3.75 0 0 1 13.5 14.55", "M15.7 7.4A6.75 6.75 0 0 1 15.7 16.6",
    "M17.9 5.35A9.75 9.75 0 0 1 17.9 18.65",
  ]
  private static func wave(_ number: Int) -> [Part] { lines(waves[number - 1]) }
  private static func faint(_ numbers: Int...) -> [Part] {
    numbers.map { .faintLine(waves[$0 - 1]) }
  }
  private static let microphone = lines(
    box(8.25, 2.25, 6, 11.25, 3), "M5.25 11.25A6 6 0 0 0 17.25 11.25", "M11.25 17.25V20.25",
    "M8.25 21.75H14.25")

  // MARK: - Network

  static let network: [String: SymbolDrawing] = [
    "network-wireless-signal-none": signal(0), "network-wireless-signal-weak": signal(1),
    "network-wireless-signal-ok": signal(2), "network-wireless-signal-good": signal(3),
    "network-wireless-signal-excellent": signal(4),
    "network-wireless-offline": SymbolDrawing(parts: signal(4).parts + slash),
    "network-wireless-no-route": SymbolDrawing(parts: signal(1).parts + lines("M12 9.75V15")),
    "network-wired-no-route": drawing(wired, lines("M11.25 14.25V18"), dot(11.25, 21.375, 2.25)),
    "network-cellular-connected": drawing(
      lines("M3.75 16.5V20.25", "M9.75 12V20.25", "M15.75 7.5V20.25", "M21.75 3V20.25")),
    "network-wired": drawing(wired), "network-wired-disconnected": drawing(wired, slash),
    "network-offline": drawing(globe, slash), "network-workgroup": drawing(globe),
    "network-transmit-receive": drawing(
      lines(
        "M8.25 20.25V3.75", "M4.5 7.5L8.25 3.75L12 7.5", "M15.75 3.75V20.25", "M12 16.5L15.75 20.25L19.5 16.5"
      )
    ),
    "network-receive": drawing(lines("M11.25 3.75V20.25", "M5.25 14.25L11.25 20.25L17.25 14.25")),
    "network-transmit": drawing(lines("M11.25 20.25V3.75", "M5.25 9.75L11.25 3.75L17.25 9.75")),
    "network-vpn": drawing(
      lines("M12 2.25L20.25 5.25V11.25C20.25 16.5 16.5 20.25 12 21.75C7.5 20.25 3.75 16.5 3.75 11.25V5.25Z"),
      dot(12, 10.5, 3.75), lines("M12 10.5V14.25")),
    "bluetooth-connected": drawing(bluetooth, dot(3, 12, 2.25), dot(21, 12, 2.25)),
    "bluetooth-active": drawing(bluetooth), "bluetooth-disabled": drawing(bluetooth, slash),
    "airplane-mode": drawing(
      lines(
        "M12 2.25C13.5 2.25 13.5 4.5 13.5 6V9L21 13.5V15.75L13.5 13.5V18L15.75 19.5V21.75L12 20.25"
          + "L8.25 21.75V19.5L10.5 18V13.5L3 15.75V13.5L10.5 9V6C10.5 4.5 10.5 2.25 12 2.25Z")),
  ]

  /// The dot and the three arcs of a wireless network, of which the first `count` are drawn in full and the others
  /// faintly.
  private static func signal(_ count: Int) -> SymbolDrawing {
    let arcs = [
      "M8.29 15.04A5.25 5.25 0 0 1 15.71 15.04", "M5.11 11.86A9.75 9.75 0 0 1 18.89 11.86",
      "M1.92 8.67A14.25 14.25 0 0 1 22.08 8.67",
    ]
    let point: [Part] = count > 0 ? dot(12, 18.75, 3) : [.faintLine("M12 18.75")]
    return drawing(
      point,
      arcs.enumerated().map { $0.offset + 1 < count ? .line($0.element) : .faintLine($0.element) })
  }

  private static let wired = lines(
    box(8.25, 2.25, 6, 6, 1.5), box(0.75, 15.75, 6, 6, 1.5), box(15.75, 15.75, 6, 6, 1.5),
    "M11.25 8.25V11.25", "M3.75 15.75V11.25H18.75V15.75")
  private static let globe = lines(
    circle(11.25, 11.25, 9), "M2.25 11.25H20.25",
    "M11.25 2.25A4.5 9 0 0 1 11.25 20.25A4.5 9 0 0 1 11.25 2.25Z")
  private static let bluetooth = lines("M6.75 7.5L18 16.5L12.75 21V3L18 7.5L6.75 16.5")

  // MARK: - Devices

  private static let capital = "M12 3.75L20.25 12H15.75V15.75H8.25V12H3.75Z"

  static let devices: [String: SymbolDrawing] = [
    "display-brightness": drawing(
      lines(
        circle(11.25, 11.25, 3.75), "M11.25 2.25V4.5M11.25 18V20.25M2.25 11.25H4.5M18 11.25H20.25",
        "M4.89 4.89L6.48 6.48M16.02 16.02L17.61 17.61M17.61 4.89L16.02 6.48M6.48 16.02L4.89 17.61")),
    "keyboard-brightness": drawing(
      lines(
        "M2.25 18.75H20.25", "M6 15.75A5.25 5.25 0 0 1 16.5 15.75", "M11.25 5.25V7.5",
        "M3.83 8.33L5.42 9.92M18.67 8.33L17.08 9.92")),
    "input-keyboard": drawing(
      lines(box(2.25, 5.25, 19.5, 13.5, 2.25), "M8.25 14.25H15.75"), dot(6.75, 9.75, 1.5),
      dot(9.75, 9.75, 1.5),
      dot(14.25, 9.75, 1.5), dot(17.25, 9.75, 1.5)),
    "caps-lock": drawing(solid(capital), lines("M8.25 19.5H15.75")),
    "caps-lock-off": drawing(lines(capital, "M8.25 19.5H15.75")),
    "input-mouse": drawing(lines(box(6.75, 2.25, 9, 19.5, 4.5), "M11.25 6.75V9.75")),
    "input-touchpad": drawing(
      lines(box(2.25, 3.75, 19.5, 16.5, 2.25), "M2.25 14.25H21.75", "M11.25 14.25V20.25")),
    "input-gaming": drawing(
      lines(box(2.25, 6.75, 19.5, 10.5, 5.25), "M6.75 9.75V14.25", "M5.25 11.25H8.25"), dot(15.75, 13.5, 1.5),
      dot(17.25, 10.5, 1.5)),
    "drive-harddisk": drawing(
      lines(box(2.25, 5.25, 19.5, 13.5, 2.25), "M2.25 12.75H21.75"), dot(17.25, 15.75, 1.5)),
    "memory": drawing(
      lines(
        box(2.25, 6.75, 19.5, 9, 1.5),
        "M6.75 15.75V18.75M9.75 15.75V18.75M14.25 15.75V18.75M17.25 15.75V18.75",
        "M6.75 9.75V11.25M9.75 9.75V11.25M14.25 9.75V11.25M17.25 9.75V11.25")),
    "cpu": drawing(
      lines(
        box(5.25, 5.25, 13.5, 13.5, 2.25), box(9.75, 9.75, 4.5, 4.5, 0.75),
        "M9.75 2.25V5.25M14.25 2.25V5.25M9.75 18.75V21.75M14.25 18.75V21.75",
        "M2.25 9.75H5.25M2.25 14.25H5.25M18.75 9.75H21.75M18.75 14.25H21.75")),
    "temperature": drawing(
      lines("M8.25 13.9V5.25A3 3 0 0 1 14.25 5.25V13.9A4.5 4.5 0 1 1 8.25 13.9Z", "M11.25 9.75V17.25"),
      dot(11.25, 17.25, 4.5)),
    "utilities-system-monitor": drawing(
      lines("M2.25 12.75H6L9 5.25L14.25 18.75L17.25 12.75H21.75")),
    "power-profile-power-saver": drawing(gauge, lines("M12 15L7.5 12")),
    "power-profile-balanced": drawing(gauge, lines("M12 15V9.75")),
    "power-profile-performance": drawing(gauge, lines("M12 15L16.5 12")),
    "camera-web": drawing(
      lines(box(2.25, 6.75, 12, 10.5, 2.25), "M14.25 11.25L20.25 8.25V15.75L14.25 12.75")),
    "video-display": drawing(
      lines(box(2.25, 3.75, 19.5, 12, 2.25), "M11.25 15.75V20.25", "M6.75 20.25H15.75")),
    "computer": drawing(lines(box(3.75, 5.25, 16.5, 10.5, 1.5), "M2.25 18.75H21.75")),
    "phone": drawing(lines(box(6.75, 2.25, 10.5, 19.5, 2.25), "M11.25 18H12.75")),
  ]

  private static let gauge = lines("M4.86 18.75A8.25 8.25 0 1 1 19.14 18.75") + dot(12, 15, 2.25)

  // MARK: - Controls

  static let controls: [String: SymbolDrawing] = [
    "object-select": drawing(lines("M4.5 12.75L9.75 18L19.5 6.75")),
    "media-dot": drawing(dot(12, 12, 7.5)),
    "go-next": drawing(lines("M8.25 4.5L15.75 12L8.25 19.5")),
    "go-previous": drawing(lines("M15.75 4.5L8.25 12L15.75 19.5")),
    "go-up": drawing(lines("M4.5 15.75L12 8.25L19.5 15.75")),
    "go-down": drawing(lines("M4.5 8.25L12 15.75L19.5 8.25")),
    "window-close": drawing(lines("M5.25 5.25L18.75 18.75M18.75 5.25L5.25 18.75")),
    "window-minimize": drawing(lines("M5.25 17.25H18.75")),
    "window-maximize": drawing(lines(box(5.25, 5.25, 13.5, 13.5, 2.25))),
    "view-restore": drawing(
      lines(
        box(2.25, 8.25, 13.5, 13.5, 2.25),
        "M8.25 5.25V4.5A2.25 2.25 0 0 1 10.5 2.25H19.5A2.25 2.25 0 0 1 21.75 4.5V13.5A2.25 2.25 0 0 1 19.5 15.75H18.75"
      )),
    "open-menu": drawing(lines("M3.75 5.25H20.25M3.75 11.25H20.25M3.75 17.25H20.25")),
    "list-add": drawing(lines("M11.25 3.75V18.75M3.75 11.25H18.75")),
    "list-remove": drawing(lines("M3.75 11.25H18.75")),
    "dialog-warning": drawing(
      lines("M11.25 3L21 19.5H1.5Z", "M11.25 9.75V13.5"), dot(11.25, 16.5, 1.5)),
    "dialog-information": drawing(
      lines(circle(11.25, 11.25, 9), "M11.25 11.25V15.75"), dot(11.25, 6.75, 1.5)),
    "edit-find": drawing(lines(circle(9.75, 9.75, 7.5), "M15.6 15.6L21 21")),
    "view-refresh": drawing(lines("M18.68 8.25A7.72 7.72 0 1 0 19.38 14.25", "M18.75 3.75V8.25H14.25")),
    "view-reveal": drawing(
      lines("M1.5 12C6 5.25 18 5.25 22.5 12C18 18.75 6 18.75 1.5 12Z", circle(12, 12, 2.25))),
    "view-conceal": drawing(
      lines("M1.5 12C6 5.25 18 5.25 22.5 12C18 18.75 6 18.75 1.5 12Z", circle(12, 12, 2.25)), slash),
    "emblem-system": drawing(
      lines(
        "M3.75 6.75H11.25M17.25 6.75H20.25M3.75 17.25H6.75M12.75 17.25H20.25", circle(14.25, 6.75, 2.25),
        circle(9.75, 17.25, 2.25))),
  ]

  // MARK: - Session

  static let session: [String: SymbolDrawing] = [
    "bell": drawing(bell), "bell-disabled": drawing(bell, slash),
    "bell-unread": drawing(
      bell, [.gap("M17.25 5.25", width: 10.5, isArea: false)], dot(17.25, 5.25, 7.5)),
    "alarm": drawing(lines(circle(11.25, 11.25, 9), "M11.25 5.25V11.25H15.75")),
    "x-office-calendar": drawing(
      lines(box(2.25, 3.75, 19.5, 18, 2.25), "M2.25 9.75H21.75", "M6.75 2.25V5.25", "M17.25 2.25V5.25")),
    "system-shutdown": drawing(lines("M11.25 2.25V11.25", "M6 6.39A8.25 8.25 0 1 0 16.5 6.39")),
    "system-reboot": drawing(lines("M18.68 8.25A7.72 7.72 0 1 0 19.38 14.25", "M18.75 3.75V8.25H14.25")),
    "system-suspend": drawing(lines("M20.25 14.25A9 9 0 1 1 9.75 3.75A7.5 7.5 0 0 0 20.25 14.25Z")),
    "system-lock-screen": drawing(
      lines(box(5.25, 9.75, 12, 10.5, 2.25), "M7.5 9.75V6A3.75 3.75 0 0 1 15 6V9.75", "M11.25 14.25V15.75")),
    "system-log-out": drawing(
      lines(
        "M12.75 3.75H6A2.25 2.25 0 0 0 3.75 6V18A2.25 2.25 0 0 0 6 20.25H12.75", "M9.75 11.25H21",
        "M16.5 6.75L21 11.25L16.5 15.75")),
    "system-users": drawing(lines(circle(11.25, 7.5, 4.5), "M2.25 20.25A9 9 0 0 1 20.25 20.25")),
    "system-software-update": drawing(
      lines("M11.25 3V14.25", "M6 9.75L11.25 15L16.5 9.75", "M3.75 20.25H18.75")),
    "user-trash": drawing(
      lines(
        "M3.75 5.25H18.75", "M8.25 5.25V3.75A1.5 1.5 0 0 1 9.75 2.25H12.75A1.5 1.5 0 0 1 14.25 3.75V5.25",
        "M5.25 5.25L6.3 19.6A1.5 1.5 0 0 0 7.8 21H14.7A1.5 1.5 0 0 0 16.2 19.6L17.25 5.25")),
    "mail-unread": drawing(lines(box(2.25, 5.25, 19.5, 13.5, 2.25), "M3 6L12 12.75L21 6")),
    "folder": drawing(
      lines(
        "M2.25 6A2.25 2.25 0 0 1 4.5 3.75H8.25L10.5 6.75H19.5A2.25 2.25 0 0 1 21.75 9V18A2.25 2.25 0 0 1 19.5 20.25H4.5A2.25 2.25 0 0 1 2.25 18Z"
      )),
    "starred": drawing(
      solid("M12 3L14.6 9.2L21.2 9.7L16.1 14L17.7 20.5L12 17L6.3 20.5L7.9 14L2.8 9.7L9.4 9.2Z")),
  ]

  private static let bell = lines(
    "M5.25 17.25V9.75A6 6 0 0 1 17.25 9.75V17.25", "M2.25 17.25H20.25", "M9 20.25A2.25 2.25 0 0 0 13.5 20.25")
}
