import ModuleModel
import TextProcessing
import VisualEffects

extension ModuleState {
  /// A state that the module itself names.
  static func own(_ name: String, _ change: (inout ModuleLook) -> Void) -> ModuleState {
    var look = ModuleLook()
    change(&look)
    return ModuleState(name, look)
  }

  /// The state of a module whose service or device does not exist; the module takes no room then unless the settings say so.
  static let absent = ModuleState.own(ModuleReading.absentState) {
    ($0.isHidden, $0.ink) = (true, .vibrant(.tertiaryLabel))
  }
}

extension ActionSummary {
  /// The action that opens the panel of a module.
  static func panel(_ content: String) -> ActionSummary {
    ActionSummary(panel, "opens a panel with \(content), or closes it")
  }
}

extension FieldSummary {
  /// The field that has how long programs wait for what a meter reads.
  static func pressure(_ subject: String) -> FieldSummary {
    FieldSummary(
      "pressure", .real, .percent, example: "1.3",
      "the part of the last ten seconds in which something waited for \(subject)")
  }

  /// The fields for the rates at which interfaces receive and send.
  static let rates = [
    FieldSummary("down", .integer, .bytesPerSecond, example: "1.2 MB/s", "the rate of received data"),
    FieldSummary("up", .integer, .bytesPerSecond, example: "340 kB/s", "the rate of sent data"),
    FieldSummary(
      "down_bits", .integer, .bitsPerSecond, example: "9.8 Mbit/s", "the rate of received data, in bits"),
    FieldSummary(
      "up_bits", .integer, .bitsPerSecond, example: "2.7 Mbit/s", "the rate of sent data, in bits"),
  ]

  /// The field for the last values of a meter.
  static func history(_ text: String) -> FieldSummary {
    FieldSummary("history", .list, example: "a graph", text)
  }
}

/// Settings of a source that reads at intervals.
protocol ReadsAtIntervals: SourceSettings {
  /// Seconds between two readings.
  var interval: Double { get set }
}

extension Option where Section: ReadsAtIntervals {
  static var interval: Self {
    Option("interval", \.interval, .interval, unit: "seconds", example: 5, "The time between two readings.")
  }
}

extension Option {
  static func allOutputs(
    _ path: any WritableKeyPath<Section, Bool> & Sendable, _ text: String
  ) -> Self {
    Option("all_outputs", path, .boolean, example: true, text)
  }

  static func rewrite(
    _ path: any WritableKeyPath<Section, [TextRewrite]> & Sendable, _ pattern: String, _ replacement: String,
    _ text: String
  ) -> Self {
    Option("rewrite", path, .rewrites, example: [TextRewrite(.example(pattern), replacement)], text)
  }
}
