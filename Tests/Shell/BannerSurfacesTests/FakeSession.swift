import BannerSurfaces
import Geometry
import LiveGlass
import Loop
import Rendering
import Scenes
import TestSupport
import VisualEffects

@testable import Notifications
@testable import Pictures

/// A surface that does what a test says.
final class FakeSurface: BannerSurface {
  var placement: SurfacePlacement
  var content: (LiveSurface.Layout) -> Scene
  var onClosed: (() -> Void)?
  var onBackgroundChanged: (() -> Void)?
  var onBackgroundKnown: (() -> Void)?
  var onPointer: ((PointerEvent) -> Void)?
  var onTouch: ((TouchEvent) -> Void)?
  var onKey: ((KeyEvent) -> Void)?
  var onKeyboardFocus: ((Bool) -> Void)?
  var cursor = CursorShape.default
  var commitCount = 0
  var restRatio = 1.0
  var phase: LiveSurface.Phase { isShown ? .watching : .acquiring }
  var isSettled: Bool { isShown }
  var range = ShownRange.full
  private(set) var isShown = false
  private(set) var isClosed = false
  /// The scene that was drawn last.
  private(set) var scene: Scene?
  /// The height that the compositor has given it, in pixels.
  private(set) var height = 0
  private let screen: PixelSize
  private var motion: (isRunning: (Instant) -> Bool, completion: (() -> Void)?)?
  private var isDirty = true

  init(_ placement: SurfacePlacement, screen: PixelSize, content: @escaping (LiveSurface.Layout) -> Scene) {
    (self.placement, self.screen, self.content) = (placement, screen, content)
  }

  var isMoving: Bool { motion != nil }

  var frame: PixelRect {
    let y = placement.anchors.contains(.bottom) ? screen.height - height : 0
    return PixelRect(x: screen.width - placement.width, y: y, width: placement.width, height: height)
  }

  func background() -> [SIMD3<Double>] { [] }
  func setNeedsDisplay() { isDirty = true }

  func animate(while isRunning: @escaping (Instant) -> Bool, completion: (() -> Void)?) {
    motion = (isRunning, completion)
  }

  func close() {
    onClosed = nil
    isClosed = true
    isShown = false
  }

  // MARK: - What a compositor does

  /// Gives it the size that it asks for, and draws it.
  func draw(at now: Instant) {
    guard !isClosed else { return }
    if height != placement.height { (height, isDirty) = (placement.height, true) }
    var completion: (() -> Void)?
    if isShown, let motion {
      isDirty = true
      if !motion.isRunning(now) {
        self.motion = nil
        completion = motion.completion
      }
    }
    if isDirty {
      isDirty = false
      let size = PixelSize(width: placement.width, height: height)
      scene = content(LiveSurface.Layout(size: size, scale: 1, now: now))
      commitCount += 1
      isShown = true
    }
    completion?()
  }

  /// Closes it without the program's doing.
  func closeByCompositor() {
    isClosed = true
    isShown = false
    onClosed?()
  }

  /// All texts that are seen on it.
  var texts: [String] {
    func texts(_ nodes: [Node]) -> [String] {
      nodes.flatMap { node -> [String] in
        switch node {
        case .effect(let effect): texts(effect.content)
        case .text(let text): [text.text.string]
        default: []
        }
      }
    }
    return scene.map { texts($0.nodes) } ?? []
  }
}

/// Tells the area that a test says.
final class FakeArea: AreaSource {
  var size: LogicalSize? {
    didSet { onChange?() }
  }
  var onChange: (() -> Void)?
  private(set) var staysOnScreen = false
  private(set) var isClosed = false

  init(_ size: LogicalSize?) { self.size = size }

  func stayOnScreen() { staysOnScreen = true }

  func close() {
    onChange = nil
    isClosed = true
  }
}

/// An output of 800 × 600 pixels.
final class FakeOutput: BannerOutput {
  let name: String
  var size = PixelSize(width: 800, height: 600)
  var scale = 1.0
  var isLive = true
  var reservedHeight = 0
  var textMeasurer: any TextMeasurer { MonospaceMeasurer() }
  private(set) var opened: [FakeSurface] = []
  private(set) var areas: [FakeArea] = []
  /// The area without panels, which is reported on request; nil to report nothing.
  var area: LogicalSize? {
    didSet { for area in areas where !area.isClosed { area.size = self.area } }
  }

  init(_ name: String) { self.name = name }

  /// The surface that is open.
  var surface: FakeSurface? { opened.last { !$0.isClosed } }

  func snapped(_ length: Int) -> Int { length }

  func watchArea() -> any AreaSource {
    areas.append(FakeArea(area))
    return areas.last!
  }

  func openBanners(
    _ placement: SurfacePlacement, expecting material: Material,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> any BannerSurface {
    opened.append(FakeSurface(placement, screen: size, content: content))
    return opened.last!
  }
}

/// A compositor that is not there.
final class FakeSession: BannerSession {
  let loop: EventLoop
  var outputs: [FakeOutput]
  var isSoftware = false
  var drawingDeadline: Instant?
  private(set) var clipboard = ""

  init(_ loop: EventLoop, outputs: [FakeOutput]) { (self.loop, self.outputs) = (loop, outputs) }

  var bannerOutputs: [any BannerOutput] { outputs }
  func requestToken(for surface: (any BannerSurface)?, answer: @escaping (String?) -> Void) { answer(nil) }
  func copy(_ text: String) { clipboard = text }
  func paste(_ answer: @escaping (String?) -> Void) { answer(clipboard) }
}

/// Reads a picture when a test says so.
final class FakePictures: PictureSource {
  var theme = ""
  private var waiting: [(PictureLoader.Loaded?) -> Void] = []
  /// The candidates of all requests.
  private(set) var asked: [[PictureLoader.Candidate]] = []

  func load(
    _ candidates: [PictureLoader.Candidate], size: Int, scale: Double,
    completion: @escaping (PictureLoader.Loaded?) -> Void
  ) {
    asked.append(candidates)
    waiting.append(completion)
  }

  func forgetFolders() {}
  func forgetProgramFolders() {}

  func stop() { waiting = [] }

  var isReading: Bool { !waiting.isEmpty }

  /// Nothing that was asked for can be read.
  func failAll() { answerAll(nil) }

  /// All that was asked for is this picture; nil: it cannot be read.
  func answerAll(_ picture: Bitmap?) {
    let all = waiting
    waiting = []
    for completion in all { completion(picture.map { .init(bitmap: $0, isSymbolic: false) }) }
  }
}

/// Keeps what it is to play.
final class FakeSounds: SoundPlayer {
  private(set) var played: [Sound] = []
  func play(_ sound: Sound) { played.append(sound) }
  func stop() {}
}
