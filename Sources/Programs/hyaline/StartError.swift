/// Why nothing can be shown, in words: the one place that makes them for a start that fails.
struct StartError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }

  init(_ error: any Error) {
    description = "\(error)"
  }
}
