extension SymbolTable {
  static let sound: [String: SymbolDrawing] = [
    "audio-volume-muted": drawing(speaker, lines("M10.5 6L14.25 10M14.25 6L10.5 10")),
    "audio-volume-low": drawing(speaker, [.faintLine(nearWave), .faintLine(farWave)]),
    "audio-volume-medium": drawing(speaker, lines(nearWave), [.faintLine(farWave)]),
    "audio-volume-high": drawing(speaker, lines(nearWave, farWave)),
    "audio-headphones": drawing(headphones),
    "audio-headset": drawing(headphones, lines("M13.25 12.5A2.25 2.25 0 0 1 11 14.25H9")),
    "audio-speakers": drawing(
      lines(box(3.75, 1.75, 8.5, 12.5, 1.75), circle(8, 9.5, 2)), dot(8, 4.75, 1.75)),
    "microphone-sensitivity-high": drawing(lines(capsule), stand),
    "microphone-sensitivity-muted": drawing(lines(capsule), stand, slash),
    "microphone-filled": drawing(solid(capsule), stand),
    "emblem-music": drawing(
      lines("M5.75 11.75V3.75L13.25 2.25V10.25"), dot(4, 11.75, 4.5), dot(11.5, 10.25, 4.5)),
  ]

  private static let speaker = solid("M1.75 6.25H4L7.25 3.5V12.5L4 9.75H1.75Z")
  private static let nearWave = "M10 5.9A3.1 3.1 0 0 1 10 10.1"
  private static let farWave = "M12.1 3.9A5.9 5.9 0 0 1 12.1 12.1"
  private static let capsule = box(5.75, 1.75, 4.5, 7.5, 2.25)
  private static let stand = lines("M3.25 7.5A4.75 4.75 0 0 0 12.75 7.5", "M8 12.25V14.25", "M6 14.25H10")
  private static let headphones =
    lines("M2.75 10V8A5.25 5.25 0 0 1 13.25 8V10") + areas(box(2, 9, 3, 5, 1.25), box(11, 9, 3, 5, 1.25))

  // MARK: - Players

  static let media: [String: SymbolDrawing] = [
    "media-playback-start": drawing(solid("M4.75 3.25L12.75 8L4.75 12.75Z")),
    "media-playback-playing": drawing(
      lines("M2.75 6.5V9.5", "M6.25 3V13", "M9.75 5V11", "M13.25 6.75V9.25")),
    "media-playback-pause": drawing(areas(box(4, 3, 3, 10, 1), box(9, 3, 3, 10, 1))),
    "media-playback-stop": drawing(areas(box(3, 3, 10, 10, 2))),
    "media-skip-forward": drawing(solid("M2.75 3.75L9.5 8L2.75 12.25Z"), lines("M13.25 3.75V12.25")),
    "media-skip-backward": drawing(solid("M13.25 3.75L6.5 8L13.25 12.25Z"), lines("M2.75 3.75V12.25")),
    "media-seek-forward": drawing(solid("M1.75 4.25L7 8L1.75 11.75Z"), solid("M8.75 4.25L14 8L8.75 11.75Z")),
    "media-seek-backward": drawing(
      solid("M14.25 4.25L9 8L14.25 11.75Z"), solid("M7.25 4.25L2 8L7.25 11.75Z")),
    "media-record": drawing(dot(8, 8, 10)),
    "media-eject": drawing(solid("M8 3.25L13.25 8.75H2.75Z"), lines("M2.75 12.25H13.25")),
    "media-playlist-repeat": drawing(
      lines(
        "M2.75 8V6.5A1.75 1.75 0 0 1 4.5 4.75H13", "M10.75 2.5L13 4.75L10.75 7",
        "M13.25 8V9.5A1.75 1.75 0 0 1 11.5 11.25H3", "M5.25 9L3 11.25L5.25 13.5")),
    "media-playlist-shuffle": drawing(
      lines(
        "M1.75 11.25H3.5C7.5 11.25 8 4.75 12 4.75H14", "M1.75 4.75H3.5C5.25 4.75 6 5.75 6.75 7",
        "M9.25 9C10 10.25 10.75 11.25 12 11.25H14", "M11.75 2.5L14 4.75L11.75 7",
        "M11.75 9L14 11.25L11.75 13.5")),
  ]
}
