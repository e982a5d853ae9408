extension SymbolTable {
  static let windows: [String: SymbolDrawing] = [
    "window": drawing(lines(box(1.75, 2.75, 12.5, 10.5, 1.75), "M1.75 6.25H14.25")),
    "window-close": drawing(lines("M3.75 3.75L12.25 12.25M12.25 3.75L3.75 12.25")),
    "window-minimize": drawing(lines("M3.75 11.25H12.25")),
    "window-maximize": drawing(lines(box(2.75, 2.75, 10.5, 10.5, 1.75))),
    "view-restore": drawing(
      lines(
        box(1.75, 5.75, 8.5, 8.5, 1.75),
        "M5.75 3.5A1.75 1.75 0 0 1 7.5 1.75H12.5A1.75 1.75 0 0 1 14.25 3.5V8.5A1.75 1.75 0 0 1 12.5 10.25")),
    "view-fullscreen": drawing(
      lines("M2.75 6V2.75H6M10 2.75H13.25V6M13.25 10V13.25H10M6 13.25H2.75V10")),
  ]

  static let controls: [String: SymbolDrawing] = [
    "object-select": drawing(lines("M3 8.5L6.5 12L13 4.5")),
    "media-dot": drawing(dot(8, 8, 6)),
    "go-next": drawing(lines("M6 3.5L10.5 8L6 12.5")), "go-previous": drawing(lines("M10 3.5L5.5 8L10 12.5")),
    "go-up": drawing(lines("M3.5 10L8 5.5L12.5 10")), "go-down": drawing(lines("M3.5 6L8 10.5L12.5 6")),
    "pan-end": drawing(lines("M6.5 4.75L9.75 8L6.5 11.25")),
    "pan-start": drawing(lines("M9.5 4.75L6.25 8L9.5 11.25")),
    "pan-up": drawing(lines("M4.75 9.5L8 6.25L11.25 9.5")),
    "pan-down": drawing(lines("M4.75 6.5L8 9.75L11.25 6.5")),
    "open-menu": drawing(lines("M2.75 3.75H13.25M2.75 8H13.25M2.75 12.25H13.25")),
    "view-more": drawing(dot(8, 3, 2), dot(8, 8, 2), dot(8, 13, 2)),
    "view-more-horizontal": drawing(dot(3, 8, 2), dot(8, 8, 2), dot(13, 8, 2)),
    "list-add": drawing(lines("M8 2.75V13.25M2.75 8H13.25")), "list-remove": drawing(lines("M2.75 8H13.25")),
    "edit-find": drawing(lines(circle(6.75, 6.75, 5), "M10.5 10.5L14 14")),
    "edit-clear": drawing(
      lines("M5.5 3.25H12.5A1.75 1.75 0 0 1 14.25 5V11A1.75 1.75 0 0 1 12.5 12.75H5.5L1.75 8Z"),
      line("M7.25 6.25L10.75 9.75M10.75 6.25L7.25 9.75", width: 1.25)),
    "document-edit": drawing(lines("M2.75 13.25L3.5 10L10.75 2.75L13.25 5.25L6 12.5Z")),
    "mail-reply-sender": drawing(
      lines("M6 3.75L2.25 7.5L6 11.25", "M2.5 7.5H9.5A4.25 4.25 0 0 1 13.75 11.75V12.5")),
    "view-refresh": drawing(refresh),
    "view-reveal": drawing(eye), "view-conceal": drawing(eye, slash),
    "view-pin": drawing(
      lines("M5.25 1.75H10.75M6 1.75V7L3.75 9.75H12.25L10 7V1.75", "M8 9.75V14.25")),
    "emblem-system": drawing(
      lines(
        "M1.75 4.75H6.75M12 4.75H14.25M1.75 11.25H4M9.25 11.25H14.25", circle(9.25, 4.75, 2),
        circle(6.75, 11.25, 2))),
  ]

  static let refresh = lines("M12.76 5.25A5.5 5.5 0 1 0 13.29 9.5", "M13 1.75V5.25H9.5")
  private static let eye = lines("M1.5 8C4 3.25 12 3.25 14.5 8C12 12.75 4 12.75 1.5 8Z") + dot(8, 8, 3.75)

  // MARK: - Signs

  static let signs: [String: SymbolDrawing] = [
    "dialog-warning": drawing(
      lines("M8 2.25L14.25 13.25H1.75Z", "M8 6.75V9"), dot(8, 11.25, 1.75)),
    "dialog-error": drawing(lines(circle(8, 8, 6.25), "M8 4.75V8"), dot(8, 11, 1.75)),
    "dialog-information": drawing(lines(circle(8, 8, 6.25), "M8 8V11.25"), dot(8, 5, 1.75)),
    "dialog-question": drawing(
      lines(circle(8, 8, 6.25), "M6 6.25A2 2 0 1 1 8.75 8.1C8.25 8.3 8 8.5 8 9"), dot(8, 11.4, 1.75)),
    "emblem-important": drawing(lines("M8 2.75V9.25"), dot(8, 12.75, 2.25)),
    "starred": drawing(solid(star)), "non-starred": drawing(lines(star)),
  ]

  private static let star =
    "M8 2.25L9.75 5.9L13.75 6.4L10.8 9.15L11.55 13.1L8 11.15L4.45 13.1L5.2 9.15L2.25 6.4L6.25 5.9Z"
}
