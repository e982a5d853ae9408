public import Geometry
public import Scenes
public import ShellSurfaces
import TestSupport
public import VisualEffects

@testable public import LiveGlass

/// An output without a compositor, whose surfaces are fakes.
@MainActor public final class FakeOutput: ShellOutput {
  public let name: String
  public let look = OutputLook()
  public var isOn = true
  public var isPortrait = false
  public var scale = 1.0
  public var size = PixelSize(width: 800, height: 600)
  /// The part of the output that bars leave free for surfaces without a zone of their own, in logical pixels; nil: all of it.
  public var free: LogicalRect?
  public var reservedHeight = 0
  public var reservedWidth = 0
  public var backdropInUse = BackdropInUse(rung: .live)
  public var reason: String?
  public var statistics = LiveOutput.Statistics()
  public var isCapturePending = false
  public var measurer: any TextMeasurer { MonospaceMeasurer() }
  /// The surfaces that were opened, the last one last.
  public private(set) var opened: [FakeSurface] = []
  public private(set) var strips: [FakeWatch] = []
  public private(set) var dismissals: [FakeWatch] = []
  public private(set) var areas: [FakeArea] = []
  /// The area without panels, which is reported on request; nil: nothing is reported.
  public var area: LogicalSize? {
    didSet { for area in areas where !area.isClosed { area.size = self.area } }
  }
  /// Whether the requests of surfaces take effect at once; if not, with the next `FakeSurface.draw`.
  private let answersAtOnce: Bool

  public init(_ name: String = "DP-1", answersAtOnce: Bool = true) {
    (self.name, self.answersAtOnce) = (name, answersAtOnce)
  }

  /// The surface that is open.
  public var surface: FakeSurface? { opened.last { !$0.isClosed } }

  public func snapped(_ length: Int, slack: Int) -> Int { length }

  public func open(
    _ placement: SurfacePlacement, expecting material: Material?, opacity: Double,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> FakeSurface {
    let surface = FakeSurface(
      placement, opacity: opacity, output: size, free: placement.exclusiveZone == 0 ? free : nil,
      answersAtOnce: answersAtOnce, content: content)
    opened.append(surface)
    return surface
  }

  public func watchEdge(
    _ edge: OutputEdge, onPointer: @escaping (PointerEvent) -> Void,
    onTouch: @escaping (TouchEvent) -> Void
  ) -> (any InputWatch)? {
    let strip = FakeWatch(at: edge)
    strip.onPointer = onPointer
    strips.append(strip)
    return strip
  }

  public func watchPresses(on layer: SurfaceLayer, onPress: @escaping () -> Void) -> (any InputWatch)? {
    let dismissal = FakeWatch(at: nil)
    dismissal.onPress = onPress
    dismissals.append(dismissal)
    return dismissal
  }

  public func watchArea() -> any AreaSource {
    let made = FakeArea(area)
    areas.append(made)
    return made
  }
}

/// Something on an output that notices the input of a test.
@MainActor public final class FakeWatch: InputWatch {
  /// The edge of a strip; nil: presses are watched for anywhere.
  public let edge: OutputEdge?
  public fileprivate(set) var onPointer: (PointerEvent) -> Void = { _ in }
  public fileprivate(set) var onPress: () -> Void = {}
  public var onClosed: (() -> Void)?
  public private(set) var isDestroyed = false

  fileprivate init(at edge: OutputEdge?) { self.edge = edge }

  public func destroy() { isDestroyed = true }
}

/// Reports the area that a test sets.
@MainActor public final class FakeArea: AreaSource {
  public var size: LogicalSize? {
    didSet { onChange?() }
  }
  public var onChange: (() -> Void)?
  public private(set) var staysOnScreen = false
  public private(set) var isClosed = false

  fileprivate init(_ size: LogicalSize?) { self.size = size }

  public func stayOnScreen() { staysOnScreen = true }

  public func close() {
    onChange = nil
    isClosed = true
  }
}
