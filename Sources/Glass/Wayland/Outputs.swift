/// All outputs of the compositor.
public final class Outputs {
  /// The outputs whose description has come, in the order of their globals.
  public var all: [Output] { known.filter(\.isReady) }
  /// Called for each output whose description comes from now on; those in `all` are not reported.
  public var onAdded: ((Output) -> Void)?

  private var known: [Output] = []
  private unowned let globals: Globals
  private var logicalOutputs: ZxdgOutputManagerV1?

  init(_ globals: Globals) {
    self.globals = globals
    globals.outputs = self
    for global in globals.all { add(global) }
  }

  func add(_ global: Globals.Global) {
    guard global.interface == WlOutput.interfaceName else { return }
    // Version 2 of xdg-output has names; in 3 wl_output's `done` completes its state.
    if logicalOutputs == nil { logicalOutputs = try? globals.shared(ZxdgOutputManagerV1.self, version: 3) }
    // Version 2 has the scale and `done`; version 4 has the name and the description.
    guard let proxy = try? globals.bind(WlOutput.self, to: global, version: 4, atLeast: 2) else { return }
    let output = Output(proxy, globalName: global.name, logicalOutputs: logicalOutputs)
    output.onReady = { [unowned self] in onAdded?($0) }
    known.append(output)
  }

  func remove(_ global: Globals.Global) {
    guard let place = known.firstIndex(where: { $0.globalName == global.name }) else { return }
    known.remove(at: place).remove()
  }
}
