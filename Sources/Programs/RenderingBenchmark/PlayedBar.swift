import Geometry
import Glibc
import Rendering
import Scenes
import VisualEffects

/// A bar at the top of an output, over one of two backgrounds, as a compositor would show it.
final class PlayedBar {
  let output: PixelSize
  let glass: Glass
  let text: TextBitmap
  let item: TextNode
  /// Texts at the places of a usual bar's items.
  let items: [TextNode]
  /// Two screens for each background, which are captured in turn: a renderer may keep what it was given last.
  private let screens: [[Screen]]
  private var turn = 0
  private let backgrounds: [[UInt8]]
  /// The part of each background that leaks through the first surface that was shown, whose
  /// alphas never change.
  private var leaks: [[UInt8]]?

  /// `scene` has the panes of glass; nil: the whole bar is glass.
  init(scene: Scene? = nil) {
    let size = PixelSize(width: 1920, height: 1080)
    output = size
    let frame = PixelRect(x: 0, y: 0, width: size.width, height: 40)
    let material = Material.named("systemMaterialDark", isDark: true)!
    let whole = Glass(frame: frame, scale: 1, leak: .standard, material: material)
    glass = scene.map { Glass(frame: frame, scale: 1, leak: .standard, panes: $0.panes) } ?? whole
    text = TextBitmap(
      size: PixelSize(width: 80, height: 24), coverage: (0..<80 * 24).map { $0 % 3 == 0 ? 255 : 0 })
    item = TextNode(
      frame: PixelRect(x: 920, y: 8, width: 80, height: 24),
      text: StyledText(string: "12:34", font: "Sans 11", scale: 1, maxWidth: nil), ink: .vibrant(.label))
    let first = item
    items = [16, 116, 920, 1620, 1720, 1820].map { x in
      var run = first
      run.frame.x = x
      return run
    }
    let backgrounds: [[UInt8]] = [0, 1].map { shift in
      let across = (0..<size.width).map { sin(Double($0 + shift * 40) / 31) }
      let down = (0..<size.height).map { cos(Double($0) / 17) }
      return (0..<size.width * size.height * 4).map { index in
        let (x, y) = (index / 4 % size.width, index / 4 / size.width)
        let wave = across[x] * down[y] * 100
        return UInt8(clamping: Int(128 + wave) + (x ^ y &* 7) % 23 - index % 4 * 9)
      }
    }
    screens = backgrounds.map { bytes in [Screen(bytes), Screen(bytes)] }
    self.backgrounds = backgrounds
  }

  private var material: Material { glass.panes[0].material }

  /// Glass without the additions of legibility.
  var bareScene: Scene { Scene(size: glass.frame.size, material: material, legibility: .off) }

  /// Glass without the additions of legibility, with one text.
  var inkedScene: Scene {
    Scene(size: glass.frame.size, material: material, legibility: .off, content: [.text(item)])
  }

  /// Legible glass with vibrant texts; the same floating, then with glass that bends; one sheet, then as three islands, of half
  /// the width and of the whole width.
  var forms: [Scene] {
    [legibleScene, floatingScene, bentScene, sheetScene, islandsScene, wideSheetScene, wideIslandsScene]
  }

  /// Legible glass with vibrant texts.
  private var legibleScene: Scene {
    Scene(size: glass.frame.size, material: material, content: items.map(Node.text))
  }

  /// Legible glass with vibrant texts, rounded corners, a border and a shadow.
  private var floatingScene: Scene { floatingScene(of: material) }

  /// The same of a material that bends its backdrop.
  private var bentScene: Scene { floatingScene(of: Material(.glassDark, isDark: true)) }

  /// Three sheets for the zones, which together are as large as `sheetScene`'s.
  ///
  /// The blur of each sheet reads about 150 pixels beyond its ends, so that three read 16,632 cells of 4 × 4 pixels where one reads
  /// 13,288 (`PlannedBlur.sourceCells`), which is 1.25 times as many.
  private var islandsScene: Scene {
    Scene(
      size: glass.frame.size,
      nodes: [(8, 320), (860, 200), (1512, 400)].map { x, width in .effect(island(x: x, width: width)) })
  }

  /// One sheet with the same texts as islands.
  private var sheetScene: Scene {
    var sheet = island(x: 500, width: 920)
    sheet.content = items.enumerated().map { index, item in
      var moved = item
      moved.frame.x = 520 + 150 * index
      return .text(moved)
    }
    return Scene(size: glass.frame.size, nodes: [.effect(sheet)])
  }

  /// Three sheets that leave little between them, so that their blurs read the same pixels as that of `wideSheetScene`.
  private var wideIslandsScene: Scene {
    Scene(
      size: glass.frame.size,
      nodes: [8, 648, 1288].map { x in .effect(island(x: x, width: 624)) })
  }

  /// One sheet over the whole bar, with the same texts as the wide islands.
  private var wideSheetScene: Scene {
    Scene(size: glass.frame.size, nodes: [.effect(island(x: 8, width: 1904))])
  }

  private func island(x: Int, width: Int) -> EffectNode {
    let frame = PixelRect(x: x, y: 4, width: width, height: 32)
    var sheet = EffectNode(
      frame: frame, material: material, corners: Corners(16),
      border: Border(width: 1, colour: [1, 1, 1, 0.2]))
    sheet.content = items.filter { frame.contains($0.frame) }.map(Node.text)
    return sheet
  }

  /// The floating bar with a button that the hand lights at two places, one after the other.
  var litScenes: [Scene] {
    let button = PixelRect(x: 900, y: 8, width: 120, height: 24)
    let fill = FillNode(frame: button, corners: Corners(6), ink: .vibrant(.tertiaryFill))
    return [930.0, 990].map { x in
      var light = PointerLight()
      let now = Instant(sinceOrigin: .zero)
      light.follow(.init(x: x, y: 20, view: button), now: now)
      return light.scene(floatingScene(of: material, below: [.fill(fill)]), scale: 1, at: now)
    }
  }

  /// A floating bar of a material with nodes below its texts.
  private func floatingScene(of material: Material, below nodes: [Node] = []) -> Scene {
    var sheet = EffectNode(
      frame: PixelRect(x: 8, y: 4, width: 1904, height: 32), material: material, corners: Corners(10),
      border: Border(width: 1, colour: [1, 1, 1, 0.2]), shadows: [Shadow(sigma: 4, colour: [0, 0, 0, 0.3])])
    sheet.content = nodes + items.map(Node.text)
    return Scene(size: glass.frame.size, nodes: [.effect(sheet)])
  }

  /// The part of each background that leaks through each pixel and channel of a surface with the
  /// alphas of `surface`.
  private func leaks(through surface: Bitmap) -> [[UInt8]] {
    let carrier = GlassCoverage(glass.panes, size: glass.frame.size).carrierPixels(
      x: glass.frame.x, y: glass.frame.y, leak: glass.leak)
    func rounded(_ value: Int) -> Int { (2 * value + 255) / 510 }
    return backgrounds.map { background in
      surface.bytes.indices.map { index in
        let word = carrier[index / 4]
        let under = Int(word & 255) + rounded((255 - Int(word >> 24)) * Int(background[index]))
        return UInt8(rounded((255 - Int(surface.bytes[index | 3])) * under))
      }
    }
  }

  /// Calls `body` with the pixels of `region` of the output, with `surface` over it if it is given.
  func show(
    _ background: Int, _ surface: Bitmap?, _ region: PixelRect, _ body: (CapturedPixels) throws -> Void
  ) rethrows {
    turn = 1 - turn
    let screen = screens[background][turn]
    if let surface {
      let all = leaks ?? leaks(through: surface)
      leaks = all
      let leak = all[background]
      for index in surface.bytes.indices { unsafe screen.bytes[index] = surface.bytes[index] &+ leak[index] }
    }
    let start = (region.y * output.width + region.x) * 4
    let pixels = unsafe UnsafeRawBufferPointer(rebasing: screen.bytes[start...])
    try unsafe body(
      CapturedPixels(
        bytes: pixels, region: region, stride: output.width * 4, format: .rgbx, isYInverted: false,
        owner: screen))
  }
}

/// Pixels in memory as a compositor would share them.
@MainActor @safe private final class Screen {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ content: [UInt8]) {
    unsafe bytes = .allocate(byteCount: content.count, alignment: 16)
    unsafe bytes.copyBytes(from: content)
  }

  isolated deinit { unsafe bytes.deallocate() }
}
