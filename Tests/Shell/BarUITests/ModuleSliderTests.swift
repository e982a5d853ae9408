import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views

@testable import BarUI

/// Sliders of modules on a bar.
@Suite struct ModuleSliderTests {
  private let measurer = MonospaceMeasurer()
  private let audio = BarItem(zone: .start, place: [0], module: ModuleName(.audio))

  /// A bar with the volume alone, whose slider is 60 points long.
  private func stage(
    _ edge: OutputEdge = .top, length: Int = 400, format: String = "{percent}%", part: Double = 0.5,
    isRightToLeft: Bool = false
  ) throws -> BarView {
    let size = edge.isLevel ? (width: length, height: 32) : (width: 60, height: length)
    var view = bar(width: size.width, height: size.height)
    var settings = view.state.settings
    var module = ModuleSettings.defaults(of: .audio)
    module.style.look.format = try FormatTemplate(format, fields: ModuleKind.audio.summary.fields)
    module.style.look.sideFormat = nil
    module.style.look.sliderLength = 60
    (settings.bar.start, settings.bar.edge, settings.modules[audio.module]) = ([audio.module], edge, module)
    settings.direction = isRightToLeft ? .rightToLeft : .leftToRight
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    var reading = ModuleReading(["percent": .integer(40, .percent)])
    reading.sliderPart = part
    _ = view.state.update(.moduleReadingChanged(audio.module, reading), now: .start)
    return view
  }

  /// The input of a bar that shows a layout.
  private func input(_ layout: LaidOutView, isRightToLeft: Bool = false) -> BarInput {
    var input = BarInput()
    input.isRightToLeft = isRightToLeft
    input.show(layout, scale: 1)
    return input
  }

  private func click(_ input: inout BarInput, x: Double, y: Double) -> [BarInput.Effect] {
    _ = input.follow(PointerEvent(.entered, x: x, y: y))
    return input.follow(PointerEvent(.pressed(.left), x: x, y: y))
      + input.follow(PointerEvent(.released(.left), x: x, y: y))
  }

  @Test(arguments: [OutputEdge.top, .left], [0, 0.25, 1])
  func `the knob stands where the level is, and a tap there asks for that level`(
    edge: OutputEdge, part: Double
  ) throws {
    let layout = try stage(edge, part: part).laidOut(measurer: measurer)
    let knob = try #require(layout.scene.knob)
    var input = input(layout)
    let (x, y) = (Double(knob.x) + 6, Double(knob.y) + 6)
    #expect(click(&input, x: x, y: y) == [.slide(audio, to: part)])
    let text = try #require(layout.scene.texts.first?.frame)
    #expect(edge.isLevel ? text.maxX < knob.x : text.maxY < knob.y)
    #expect(click(&input, x: Double(text.x) + 2, y: Double(text.y) + 2) == [.use(audio, .click)])
  }

  @Test func `a drag sets the level all along, and a wheel over the slider is one over the module`() throws {
    let layout = try stage().laidOut(measurer: measurer)
    var input = input(layout)
    let knob = try #require(layout.scene.knob)
    let y = Double(knob.y) + 6
    func parts(_ effects: [BarInput.Effect]) -> [Double] {
      effects.compactMap { if case .slide(audio, let part) = $0 { part } else { nil } }
    }
    _ = input.follow(PointerEvent(.entered, x: Double(knob.x) + 6, y: y))
    _ = input.follow(PointerEvent(.pressed(.left), x: Double(knob.x) + 6, y: y))
    #expect(parts(input.follow(PointerEvent(.moved, x: Double(knob.x) + 6 + 12, y: y))) == [0.75])
    // The drag goes on beside the slider, to its ends.
    #expect(parts(input.follow(PointerEvent(.moved, x: 390, y: y))) == [1])
    #expect(parts(input.follow(PointerEvent(.moved, x: 0, y: 0))) == [0])
    #expect(input.follow(PointerEvent(.released(.left), x: 0, y: 0)) == [])
    let wheel = PointerEvent(
      .scrolled(dx: 0, dy: -15), x: Double(knob.x), y: y, notches: PointerEvent.Notches(x: 0, y: -1))
    #expect(input.follow(wheel) == [.use(audio, .scrollUp)])
  }

  @Test func `a slider is taken over the whole thickness of the bar`() throws {
    let layout = try stage().laidOut(measurer: measurer)
    let knob = try #require(layout.scene.knob)
    for y in [0.0, 31] {
      var input = input(layout)
      #expect(click(&input, x: Double(knob.x) + 6, y: y) == [.slide(audio, to: 0.5)])
    }
  }

  @Test func `a slider begins at the right where texts do`() throws {
    let layout = try stage(part: 0.25, isRightToLeft: true).laidOut(measurer: measurer)
    let knob = try #require(layout.scene.knob)
    let text = try #require(layout.scene.texts.first?.frame)
    #expect(knob.maxX < text.x)
    var input = input(layout, isRightToLeft: true)
    #expect(click(&input, x: Double(knob.x) + 6, y: 16) == [.slide(audio, to: 0.25)])
    #expect(click(&input, x: Double(knob.x) - 6, y: 16) == [.slide(audio, to: 0.5)])
  }

  @Test func `without a text the slider is the module, and without room the text is`() throws {
    let alone = try stage(format: "").laidOut(measurer: measurer)
    #expect(alone.scene.texts.isEmpty && alone.scene.knob != nil)
    let narrow = try stage(length: 80).laidOut(measurer: measurer)
    #expect(narrow.scene.texts.map(\.text.string) == ["40%"] && narrow.scene.images.isEmpty)
  }

  @Test func `there is no slider while there is no device, nor without the setting`() throws {
    var view = try stage()
    _ = view.state.update(.moduleReadingChanged(audio.module, .absent("no device")), now: .start)
    #expect(view.scene(measurer: measurer).images.isEmpty)
    view = try stage()
    var settings = view.state.settings
    settings.modules[audio.module]?.style.look.sliderLength = nil
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    #expect(view.scene(measurer: measurer).images.isEmpty)
  }
}

extension Scene {
  /// The frame of the knob of the only slider: the part of its picture that is as thick as the picture.
  fileprivate var knob: PixelRect? {
    guard let image = images.first, images.count == 1 else { return nil }
    let (size, isUpright) = (image.bitmap.size, image.frame.height > image.frame.width)
    let length = isUpright ? size.height : size.width
    let covered = (0..<length).filter { place in
      // The line is 4 pixels thick, and the knob 12.
      let (x, y) = isUpright ? (3, place) : (place, 3)
      return image.bitmap.bytes[4 * (y * size.width + x) + 3] > 0
    }
    guard let first = covered.first, let last = covered.last else { return nil }
    let middle = (first + last + 1) / 2 - 6
    return isUpright
      ? PixelRect(x: image.frame.x, y: image.frame.y + middle, width: 12, height: 12)
      : PixelRect(x: image.frame.x + middle, y: image.frame.y, width: 12, height: 12)
  }
}
