import Settings

/// The modules that show their alternate format. Each output has a choice of its own, which is kept when the output
/// is removed; a toggle without an output reverses the choices of all outputs.
struct AlternateFormats: Equatable, Sendable {
  private var everywhere: Set<ModuleName> = []
  /// The modules whose format on an output differs from the one elsewhere, by the names of the outputs.
  private var differing: [String: Set<ModuleName>] = [:]

  /// Returns whether a module shows its alternate format on an output; nil for no particular output.
  func isShown(_ module: ModuleName, on output: String?) -> Bool {
    let differs = output.flatMap { differing[$0] }?.contains(module) == true
    return everywhere.contains(module) != differs
  }

  /// Returns the names of the outputs on which the format of a module differs from the one elsewhere.
  func outputs(differingFor module: ModuleName) -> [String] {
    differing.filter { $0.value.contains(module) }.map(\.key)
  }

  /// Toggles the format of a module on an output; nil for all outputs.
  mutating func toggle(_ module: ModuleName, on output: String?) {
    guard let output else { return everywhere.formSymmetricDifference([module]) }
    differing[output, default: []].formSymmetricDifference([module])
    if differing[output]?.isEmpty == true { differing[output] = nil }
  }
}
