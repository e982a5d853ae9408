import BarUI
import Geometry
import Loop
import Scenes

/// The necks by which glass on other surfaces hangs on the islands of a bar while it grows out of them. The bar leaves its border out
/// there.
@MainActor public final class IslandNecks {
  /// Called when the bar has to be drawn with other necks than in its last frame.
  var onChange: () -> Void = {}
  private let loop: EventLoop
  /// The necks in pixels of the output, each with the object that draws its glass.
  private var necks: [(owner: ObjectIdentifier, frame: PixelRect)] = []
  /// Calls `onChange` after a change; nil: there was none since the last call.
  private var telling: Loop.Timer?

  init(_ loop: EventLoop) { self.loop = loop }

  /// Sets the neck of the glass that `owner` draws, in pixels of the output; nil: the glass hangs on no island.
  func set(_ neck: PixelRect?, of owner: AnyObject) {
    let owner = ObjectIdentifier(owner)
    let index = necks.firstIndex { $0.owner == owner }
    guard neck != index.map({ necks[$0].frame }) else { return }
    if let index { necks.remove(at: index) }
    if let neck { necks.append((owner, neck)) }
    guard telling == nil else { return }
    // Necks change while scenes are made, in which nothing may be requested.
    telling = loop.schedule(at: loop.now) { [weak self] in
      self?.telling = nil
      self?.onChange()
    }
  }

  /// Returns the scene of a bar at `edge`, whose surface has a frame on the output, without its border at the necks.
  func joined(to scene: Scene, at edge: OutputEdge, in frame: PixelRect) -> Scene {
    necks.isEmpty
      ? scene : scene.joined(by: necks.map { $0.frame.offset(x: -frame.x, y: -frame.y) }, at: edge)
  }
}
