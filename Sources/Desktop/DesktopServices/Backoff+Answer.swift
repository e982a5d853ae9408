import Loop

extension Backoff {
  /// The delays before a service that runs but has not answered is queried again.
  static var ofAnswers: Backoff { Backoff(from: .seconds(5), upTo: .seconds(320)) }
}
