/// A value that is allocated separately, so that what has it is small.
indirect enum Boxed<Value: Equatable & Sendable>: Equatable, Sendable {
  case of(Value)

  var value: Value {
    switch self {
    case .of(let value): value
    }
  }
}
