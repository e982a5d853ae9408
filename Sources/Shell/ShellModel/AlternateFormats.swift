import Settings

/// The modules that show their alternate format. Each output has its own choice, also one that is gone and may return; a use
/// on no output reverses the choices of all.
struct AlternateFormats: Equatable, Sendable {
  private var everywhere: Set<ModuleName> = []
  /// The modules that show the other one of their formats than everywhere else, by the names of outputs.
  private var differing: [String: Set<ModuleName>] = [:]

  /// Whether a module shows its alternate format on an output; nil: on none in particular.
  func isShown(_ module: ModuleName, on output: String?) -> Bool {
    let differs = output.flatMap { differing[$0] }?.contains(module) == true
    return everywhere.contains(module) != differs
  }

  /// The names of the outputs on which a module shows another format than on none in particular.
  func outputs(differingFor module: ModuleName) -> [String] {
    differing.filter { $0.value.contains(module) }.map(\.key)
  }

  /// Shows the other format of a module on an output; nil: on all of them.
  mutating func toggle(_ module: ModuleName, on output: String?) {
    guard let output else { return everywhere.formSymmetricDifference([module]) }
    differing[output, default: []].formSymmetricDifference([module])
    if differing[output]?.isEmpty == true { differing[output] = nil }
  }
}
