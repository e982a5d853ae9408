extension SymbolTable {
  static let session: [String: SymbolDrawing] = [
    "bell": drawing(lines(bell), clapper), "bell-filled": drawing(solid(bell), clapper),
    "bell-disabled": drawing(lines(bell), clapper, slash),
    "bell-unread": drawing(lines(bell), clapper, hole(12.5, 3.5, 7.5), dot(12.5, 3.5, 5)),
    "system-shutdown": drawing(lines("M8 1.75V7.5", "M4.5 3.94A5.75 5.75 0 1 0 11.5 3.94")),
    "system-reboot": drawing(refresh),
    "system-suspend": drawing(lines(moon)), "system-suspend-filled": drawing(solid(moon)),
    "system-hibernate": drawing(
      lines("M8 1.75V14.25M2.6 4.9L13.4 11.1M13.4 4.9L2.6 11.1"), dot(8, 8, 2)),
    "system-lock-screen": drawing(lines(box(3.75, 7.25, 8.5, 7, 1.75)), shackle),
    "changes-prevent": drawing(areas(box(3, 7, 10, 8, 2)), shackle),
    "changes-allow": drawing(
      areas(box(3, 7, 10, 8, 2)), lines("M5.25 7V4.25A2.75 2.75 0 0 1 10.5 3.25")),
    "system-log-out": drawing(
      lines(
        "M8.5 2.75H4.5A1.75 1.75 0 0 0 2.75 4.5V11.5A1.75 1.75 0 0 0 4.5 13.25H8.5", "M6.75 8H14",
        "M11 5L14 8L11 11")),
    "system-users": drawing(lines(circle(8, 4.75, 3), "M2.25 14.25A5.75 5.25 0 0 1 13.75 14.25")),
    "system-software-update": drawing(
      lines("M8 1.75V9.25", "M4.75 6.25L8 9.5L11.25 6.25", "M2.75 13.25H13.25")),
    "caffeine-cup-empty": drawing(lines(cup), handle),
    "caffeine-cup-full": drawing(solid(cup), handle, lines("M5.25 1.75V3M8.75 1.75V3")),
  ]

  private static let bell =
    "M8 1.75A4.25 4.25 0 0 0 3.75 6V8.5L2.5 11.25H13.5L12.25 8.5V6A4.25 4.25 0 0 0 8 1.75Z"
  private static let clapper = lines("M6.75 14.25H9.25")
  private static let shackle = lines("M5.25 7V4.5A2.75 2.75 0 0 1 10.75 4.5V7")
  private static let cup = "M2.75 5.75H11.25V9.5A2.75 2.75 0 0 1 8.5 12.25H5.5A2.75 2.75 0 0 1 2.75 9.5Z"
  private static let handle = lines("M11.25 6.75H12A1.75 1.75 0 0 1 12 10.25H11.25")

  // MARK: - Things

  static let things: [String: SymbolDrawing] = [
    "alarm": drawing(lines(circle(8, 8, 6.25), "M8 4.25V8L10.5 9.5")),
    "x-office-calendar": drawing(
      lines(box(1.75, 2.75, 12.5, 11.5, 1.75), "M1.75 6.75H14.25", "M4.75 1.75V2.75M11.25 1.75V2.75")),
    "user-trash": drawing(
      lines(
        "M1.75 3.75H14.25", "M5.75 3.75V1.75H10.25V3.75",
        "M3.5 3.75L4.25 12.75A1.6 1.6 0 0 0 5.85 14.25H10.15A1.6 1.6 0 0 0 11.75 12.75L12.5 3.75")),
    "mail-unread": drawing(lines(box(1.75, 2.75, 12.5, 10.5, 1.75), "M2.25 4L8 8.75L13.75 4")),
    "folder": drawing(
      lines(
        "M1.75 4.5A1.75 1.75 0 0 1 3.5 2.75H5.5L7.25 4.75H12.5A1.75 1.75 0 0 1 14.25 6.5V11.5A1.75 1.75 0 0 1 12.5 13.25H3.5"
          + "A1.75 1.75 0 0 1 1.75 11.5Z")),
    "edit-copy": drawing(
      lines(
        box(5.75, 5.75, 8.5, 8.5, 1.75),
        "M10.25 5.75V3.5A1.75 1.75 0 0 0 8.5 1.75H3.5A1.75 1.75 0 0 0 1.75 3.5V8.5A1.75 1.75 0 0 0 3.5 10.25H5.75"
      )),
  ]
}
