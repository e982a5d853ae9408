import ShellModel

/// What the command line asks of a run.
struct RunOptions: Equatable {
  var parts = Parts.all
  /// Takes the name of the notifications from another program that allows it.
  var replaces = false
}
