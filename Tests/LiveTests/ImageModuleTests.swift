import Geometry
import HeadlessSession
import Pictures
import Scenes
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// Pictures as modules of a bar, in whatever compositor the tests run.
  @Suite struct ImageModuleTests {
    private static let green: [UInt8] = [0, 255, 0]
    private static let magenta: [UInt8] = [255, 0, 255]

    private func write(_ colour: [UInt8], to name: String, _ stage: ModuleStage) throws {
      let size = PixelSize(width: 48, height: 24)
      let pixels = Array(repeatElement(colour + [255], count: size.width * size.height).joined())
      try Picture.writePNG(Bitmap(size: size, bytes: pixels), to: stage.scratch("new.png"))
      stage.scratch.move("new.png", to: name)
    }

    /// Whether the middle of a module has a colour that the glass above the picture, which is wider than high, has not.
    private func shows(_ colour: [UInt8], _ name: String, _ stage: ModuleStage) throws -> Bool {
      guard let frame = try stage.module(name)?["frame"]?.frame else { return false }
      let (x, y) = (Int(frame.x + frame.width / 2), Int(frame.y + frame.height / 2))
      let isShown = try [-6, -2, 0, 2].map { dy in
        let pixel = try stage.client.capture(PixelRect(x: x, y: y + dy, width: 1, height: 1)).bytes
        // Nothing is fully opaque on live glass.
        return zip(pixel, colour).allSatisfy { abs(Int($0) - Int($1)) <= 12 }
      }
      return isShown == [false, true, true, true]
    }

    @Test(arguments: [OutputEdge.top, .left])
    func `pictures of a file and of a command are shown, and shown anew when they change`(edge: OutputEdge)
      throws
    {
      let stage = try ModuleStage(isSway: false) { scratch in
        """
        [bar]
        edge = "\(edge.rawValue)"
        height = 32
        center = []
        start = ["image.file", "image.command", "text.end"]
        [image.file]
        path = "\(scratch("file.png"))"
        size = 16
        [image.command]
        command = ["cat", "\(scratch("path"))"]
        interval = 0
        size = 16
        [text.end]
        text = "end"
        """
      }
      defer { stage.stop() }
      try eventually("the text") { try stage.text("text.end") == "end" }
      try eventually("the failure") { try stage.module("image.file")?["failure"]?.string != nil }
      try write(Self.green, to: "file.png", stage)
      try eventually("the picture") { try shows(Self.green, "image.file", stage) }
      try write(Self.magenta, to: "file.png", stage)
      try eventually("the other picture") { try shows(Self.magenta, "image.file", stage) }
      for _ in 1...2 {
        // The command fails while the file is missing.
        try eventually("a failure") { try stage.module("image.command")?["failure"]?.string != nil }
        try write(Self.green, to: "cover.png", stage)
        stage.scratch.write(stage.scratch("cover.png"), to: "path")
        try stage.command("refresh", #","module":"image.command""#)
        try eventually("the picture of the command") { try shows(Self.green, "image.command", stage) }
        // Each module has its own picture, and none tells of a failure that is over.
        #expect(try shows(Self.magenta, "image.file", stage))
        for name in ["image.file", "image.command"] {
          #expect(try stage.module(name)?["failure"]?.string == nil, "\(name)")
        }
        stage.scratch.remove("path")
        try stage.command("refresh", #","module":"image.command""#)
      }
    }
  }
}
