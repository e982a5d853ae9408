/// The reason why a command cannot start or has failed, as a message for the user.
public struct StartError: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }

  public init(_ error: any Error) {
    description = "\(error)"
  }
}
