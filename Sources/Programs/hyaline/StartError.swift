/// Why a command cannot start or has failed, as a message for the user.
struct StartError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }

  init(_ error: any Error) {
    description = "\(error)"
  }
}
