import Geometry

/// One output, from its appearance to its removal.
public final class Output {
  /// The output's number in the registry, unique while the connection lasts.
  let globalName: UInt32
  /// The `wl_output`, for requests that refer to the output.
  public let proxy: WlOutput
  public private(set) var description = OutputDescription()
  /// Called when the description has changed as a whole.
  public var onChange: ((Output) -> Void)?
  /// Called when the output was removed, before its proxy is destroyed.
  public var onRemoved: ((Output) -> Void)?
  public private(set) var isRemoved = false

  /// Called once the first description is complete.
  var onReady: ((Output) -> Void)?
  private(set) var isReady = false
  private var pending = OutputDescription()
  private let logical: ZxdgOutputV1?

  init(_ proxy: WlOutput, globalName: UInt32, logicalOutputs: ZxdgOutputManagerV1?) {
    self.globalName = globalName
    self.proxy = proxy
    logical = logicalOutputs?.getXdgOutput(output: proxy)
    proxy.onEvent = { [unowned self] _, event in receive(event) }
    logical?.onEvent = { [unowned self] _, event in receive(event) }
  }

  func remove() {
    guard !isRemoved else { return }
    isRemoved = true
    onRemoved?(self)
    (onChange, onRemoved, onReady) = (nil, nil, nil)
    logical?.destroy()
    proxy.destroy()
  }

  private func receive(_ event: WlOutput.Event) {
    switch event {
    case .geometry(_, _, _, _, _, let make, let model, let transform):
      pending.make = make
      pending.model = model
      pending.transform = OutputTransform(rawValue: transform.rawValue) ?? .normal
    case .mode(let flags, let width, let height, let refresh):
      guard flags.contains(.current) else { return }
      pending.mode = PixelSize(width: Int(width), height: Int(height))
      pending.refreshMillihertz = Int(refresh)
    case .scale(let factor): pending.integerScale = max(1, Int(factor))
    case .name(let name): pending.name = name
    case .description(let text): pending.text = text
    case .done: apply()
    }
  }

  private func receive(_ event: ZxdgOutputV1.Event) {
    switch event {
    case .logicalPosition(let x, let y):
      let old = pending.logicalFrame
      pending.logicalFrame = LogicalRect(
        x: Double(x), y: Double(y), width: old?.width ?? 0, height: old?.height ?? 0)
    case .logicalSize(let width, let height):
      let old = pending.logicalFrame
      pending.logicalFrame = LogicalRect(
        x: old?.x ?? 0, y: old?.y ?? 0, width: Double(width), height: Double(height))
    // A wl_output of version 4 sends its own name and description later in the same batch.
    case .name(let name): pending.name = name
    case .description(let text): pending.text = text
    // From version 3 on, wl_output's `done` also completes the state of xdg-output.
    case .done: if let logical, logical.version < 3 { apply() }
    }
  }

  private func apply() {
    // The first `done` may complete only wl_output's state, before the logical size has come.
    if logical != nil, pending.logicalFrame == nil { return }
    guard pending != description || !isReady else { return }
    description = pending
    if isReady {
      onChange?(self)
    } else {
      isReady = true
      onReady?(self)
      onReady = nil
    }
  }
}
