import Loop

extension HeadlessSway {
  /// Changes an output by options as in sway-output(5), such as `scale 1.5` or `disable`.
  ///
  /// By sway itself, else by wlr-randr, to which they are translated.
  public func change(output: String = "HEADLESS-1", _ options: String) throws(SessionError) {
    if isSway {
      try message("output", output, options)
    } else {
      try run(["wlr-randr", "--output", output] + wlrRandrArguments(options))
    }
  }

  /// The same without waiting until it is done.
  public func startChange(
    output: String = "HEADLESS-1", _ options: String
  ) throws(SessionError) -> ChildProcess {
    let command =
      isSway
      ? ["swaymsg", "--raw", "output", output, options]
      : ["wlr-randr", "--output", output] + wlrRandrArguments(options)
    return try start(command, name: "change")
  }

  /// Adds an output; false if this compositor cannot.
  public func addOutput() throws(SessionError) -> Bool {
    guard isSway else { return false }
    try message("create_output")
    return true
  }

  /// Whether outputs can be taken away: sway can from 1.8 on.
  public func canRemoveOutputs() throws(SessionError) -> Bool {
    guard isSway else { return false }
    return try message("-t", "get_version").text(after: #""minor": 7,"#) == nil
  }

  /// Takes an output away, as if its plug were pulled; false if this compositor cannot.
  public func remove(output: String) throws(SessionError) -> Bool {
    guard try canRemoveOutputs() else { return false }
    try message("output", output, "unplug")
    return true
  }

  private func wlrRandrArguments(_ options: String) -> [String] {
    var words = options.split(separator: " ").map(String.init)[...]
    var arguments: [String] = []
    while let word = words.popFirst() {
      switch word {
      case "resolution", "mode": arguments += ["--custom-mode", words.popFirst() ?? ""]
      case "scale": arguments += ["--scale", words.popFirst() ?? ""]
      case "transform":
        let transform = words.popFirst() ?? ""
        arguments += ["--transform", transform == "0" ? "normal" : transform]
      case "position": arguments += ["--pos", "\(words.popFirst() ?? "0"),\(words.popFirst() ?? "0")"]
      case "enable": arguments.append("--on")
      case "disable": arguments.append("--off")
      default: preconditionFailure("what of an output is \(word)?")
      }
    }
    return arguments
  }
}
