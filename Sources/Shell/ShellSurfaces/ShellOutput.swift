public import Geometry
public import LiveGlass
public import Scenes
public import VisualEffects

/// An output that surfaces can be opened on: a `LiveOutput`, or a test's replacement.
@MainActor public protocol ShellOutput: AnyObject {
  associatedtype Surface: ShellSurface

  /// The name of the output in the compositor and in settings, such as `DP-1`.
  var name: String { get }
  /// The look that adaptive glass on the output shares.
  var look: OutputLook { get }
  /// Whether the output is switched on.
  var isOn: Bool { get }
  /// Physical pixels per logical pixel.
  var scale: Double { get }
  /// The size of the output after rotation, in physical pixels.
  var size: PixelSize { get }
  /// Whether the output is higher than wide.
  var isPortrait: Bool { get }
  /// The height that our own surfaces reserve, in logical pixels.
  var reservedHeight: Int { get }
  /// The width that our own surfaces reserve, in logical pixels.
  var reservedWidth: Int { get }
  /// The kind of backdrop in use, and the reason why it is not a better one.
  var backdropInUse: BackdropInUse { get }
  /// The reason, for the user, why there is no live glass, or none that is up to date; nil: there is.
  var reason: String? { get }
  /// Counts of captures.
  var statistics: LiveOutput.Statistics { get }
  /// Whether a capture has been requested and has not come.
  var isCapturePending: Bool { get }
  /// Measures texts for surfaces on the output.
  var measurer: any TextMeasurer { get }
  /// Returns the length nearest to `length`, in logical pixels, that covers whole physical ones: at most `slack` longer
  /// or shorter, else `length` itself.
  func snapped(_ length: Int, slack: Int) -> Int
  /// Opens a surface that will be of the material `expecting`.
  func open(
    _ placement: SurfacePlacement, expecting material: Material?, opacity: Double,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> Surface
  /// Watches for pointers and fingers at an edge; nil if that is not possible.
  func watchEdge(
    _ edge: OutputEdge, onPointer: @escaping (PointerEvent) -> Void,
    onTouch: @escaping (TouchEvent) -> Void
  ) -> (any InputWatch)?
  /// Watches for presses and touches anywhere but on popups of surfaces of a layer; nil if that is not possible.
  ///
  /// Presses and touches have no other effect while they are watched for.
  func watchPresses(on layer: SurfaceLayer, onPress: @escaping () -> Void) -> (any InputWatch)?
  /// Starts to measure the area that panels leave to other surfaces.
  func watchArea() -> any AreaSource
}

extension ShellOutput {
  /// Whether captures show what is behind the surfaces of the output.
  var isShownLive: Bool { backdropInUse.rung == .live }
  /// The width of the output, in logical pixels.
  public var logicalWidth: Int { Int(Double(size.width) / scale) }
  /// The height of the output, in logical pixels.
  var logicalHeight: Int { max(1, Int(Double(size.height) / scale)) }
}

/// Something on an output that notices pointers and fingers.
@MainActor public protocol InputWatch: AnyObject {
  /// Called when the compositor has ended the watch, or a part of it.
  var onClosed: (() -> Void)? { get set }
  /// Ends the watch; idempotent.
  func destroy()
}

/// Measures the area of an output that panels leave to other surfaces: an `AreaProbe`, or a test's replacement.
@MainActor public protocol AreaSource: AnyObject {
  /// The area in logical pixels; nil while it is unknown.
  var size: LogicalSize? { get }
  /// Called when `size` has changed.
  var onChange: (() -> Void)? { get set }
  /// Makes sure that changes are reported by compositors that report them to mapped surfaces only; idempotent.
  func stayOnScreen()
  /// Stops measuring; idempotent.
  func close()
}

extension AreaProbe: AreaSource {}
