import ShellModel

/// The command-line options of a run.
struct RunOptions: Equatable {
  var parts = Parts.all
  /// Whether the name on the bus is taken over from another program that allows it.
  var replaces = false
}
