extension SymbolTable {
  static let machines: [String: SymbolDrawing] = [
    "computer": drawing(lines(box(2.75, 2.75, 10.5, 7.5, 1.5), "M1.75 13.25H14.25")),
    "phone": drawing(lines(box(4.75, 1.75, 6.5, 12.5, 1.75)), dot(8, 11.5, 1.5)),
    "tablet": drawing(lines(box(2.75, 1.75, 10.5, 12.5, 1.75)), dot(8, 11.5, 1.5)),
    "watch": drawing(
      lines(circle(8, 8, 3.75), "M5.75 4.75L6.25 1.75H9.75L10.25 4.75M5.75 11.25L6.25 14.25H9.75L10.25 11.25")
    ),
    "video-display": drawing(lines(box(1.75, 2.75, 12.5, 8, 1.5), "M8 10.75V13.25", "M5 13.25H11")),
    "screen-shared": drawing(
      lines(box(1.75, 2.75, 12.5, 10.5, 1.75), "M8 10.5V6", "M5.75 7.75L8 5.5L10.25 7.75")),
    "screen-shared-filled": drawing(
      areas(box(1, 2, 14, 12, 2.5)), cut("M8 10.75V6M5.5 8L8 5.5L10.5 8", width: 1.5)),
    "camera-web": drawing(lines(box(1.75, 4.75, 8.5, 6.5, 1.75)), solid("M12.5 8L14.25 6.25V9.75Z")),
    "camera-web-filled": drawing(
      areas(box(1, 4, 10, 8, 2.5)), solid("M12.5 8L14.25 6.25V9.75Z")),
    "location-services-active": drawing(solid("M13.75 2.25L2.25 7.5L7.5 8.5L8.5 13.75Z")),
    "camera-photo": drawing(
      lines(
        "M3.5 4.25H4.5L5.75 2.75H10.25L11.5 4.25H12.5A1.75 1.75 0 0 1 14.25 6V11.5A1.75 1.75 0 0 1 12.5 13.25H3.5"
          + "A1.75 1.75 0 0 1 1.75 11.5V6A1.75 1.75 0 0 1 3.5 4.25Z", circle(8, 8.5, 2))),
    "printer": drawing(
      lines(
        "M4.75 5.75V1.75H11.25V5.75",
        "M4.75 11.25H3.5A1.75 1.75 0 0 1 1.75 9.5V7.5A1.75 1.75 0 0 1 3.5 5.75H12.5"
          + "A1.75 1.75 0 0 1 14.25 7.5V9.5A1.75 1.75 0 0 1 12.5 11.25H11.25", "M4.75 9.25H11.25V14.25H4.75Z")
    ),
    "scanner": drawing(lines(box(1.75, 9.75, 12.5, 4.5, 1.25), "M2.75 3L13 7"), dot(4.75, 12, 1.25)),
    "modem": drawing(
      lines(box(1.75, 8.75, 12.5, 5.5, 1.5), "M11.25 8.75V3"), dot(4.75, 11.5, 1.5), dot(7.75, 11.5, 1.5)),
    "cpu": drawing(
      lines(
        box(3.75, 3.75, 8.5, 8.5, 1.5), "M5.75 1.75V3.75M10.25 1.75V3.75M5.75 12.25V14.25M10.25 12.25V14.25",
        "M1.75 5.75H3.75M1.75 10.25H3.75M12.25 5.75H14.25M12.25 10.25H14.25"), areas(box(6, 6, 4, 4, 0.75))),
    "memory": drawing(
      lines(box(1.75, 3.75, 12.5, 7, 1.25), "M4.75 10.75V13.25M8 10.75V13.25M11.25 10.75V13.25"),
      lines("M5.25 7.25H10.75")),
    "drive-harddisk": drawing(
      lines(box(1.75, 3.75, 12.5, 8.5, 1.75), "M1.75 8.25H14.25"), dot(11.5, 10.25, 1.25)),
    "temperature": drawing(
      lines("M6.25 8.81V3.5A1.75 1.75 0 0 1 9.75 3.5V8.81A3 3 0 1 1 6.25 8.81Z"), dot(8, 11.25, 4.5),
      line("M8 6.5V11", width: 1)),
    "utilities-system-monitor": drawing(lines("M1.75 8.25H4L6.25 3L9.75 13L12 8.25H14.25")),
    "power-profile-power-saver": drawing(gauge, lines("M8 9L5.5 6.5")),
    "power-profile-balanced": drawing(gauge, lines("M8 9V5.5")),
    "power-profile-performance": drawing(gauge, lines("M8 9L10.5 6.5")),
  ]

  private static let gauge = lines("M3.58 13.17A6.25 6.25 0 1 1 12.42 13.17") + dot(8, 9, 2.75)

  // MARK: - Input

  static let inputs: [String: SymbolDrawing] = [
    "input-keyboard": drawing(
      lines(box(1.75, 3.75, 12.5, 8.5, 1.75)), dot(4.75, 6.75, 1.5), dot(8, 6.75, 1.5), dot(11.25, 6.75, 1.5),
      line("M5.5 9.5H10.5", width: 1.25)),
    "caps-lock": drawing(solid(capital), lines("M5.5 13.25H10.5")),
    "caps-lock-off": drawing(lines(capital, "M5.5 13.25H10.5")),
    "input-mouse": drawing(lines(box(4.25, 1.75, 7.5, 12.5, 3.75), "M8 4.75V6.75")),
    "input-touchpad": drawing(
      lines(box(1.75, 2.75, 12.5, 10.5, 1.75), "M1.75 9.25H14.25", "M8 9.25V13.25")),
    "input-tablet": drawing(lines(box(1.75, 2.75, 12.5, 10.5, 1.75), "M5.5 10.25L10.5 5.75")),
    "input-gaming": drawing(
      lines(box(1.75, 4.25, 12.5, 7.5, 3.75)), line("M5.25 6.75V9.25M4 8H6.5", width: 1.25), dot(10, 9, 1.5),
      dot(11.75, 7.25, 1.5)),
  ]

  private static let capital = "M8 2.25L13.5 7.75H10.75V10.25H5.25V7.75H2.5Z"

  // MARK: - Light

  static let light: [String: SymbolDrawing] = [
    "display-brightness": drawing(
      lines(
        circle(8, 8, 2.75), "M8 1.75V2.5M8 13.5V14.25M1.75 8H2.5M13.5 8H14.25",
        "M3.58 3.58L4.11 4.11M11.89 11.89L12.42 12.42M12.42 3.58L11.89 4.11M4.11 11.89L3.58 12.42")),
    "keyboard-brightness": drawing(
      lines(
        "M2.75 13.25H13.25", "M4.75 10A3.25 3.25 0 0 1 11.25 10", "M8 2.75V4",
        "M2.75 5L3.5 5.75M13.25 5L12.5 5.75")),
    "night-light": drawing(lines(moon)), "night-light-filled": drawing(solid(moon)),
  ]

  static let moon = "M13.9 9.6A6.15 6.15 0 1 1 6.4 2.1A4.9 4.9 0 0 0 13.9 9.6Z"
}
