public import HeadlessSession
import Loop

extension HeadlessSway {
  /// Changes an output by options as in sway-output(5), such as `scale 1.5` or `disable`.
  ///
  /// The options are given to sway, or translated to those of wlr-randr for other compositors. `enable` has to come with a
  /// mode there: wlr-randr asks for 0 × 0 pixels of an output that is off, and does not fail if that is refused.
  public func change(output: String = "HEADLESS-1", _ options: String) throws(SessionError) {
    if isSway {
      try message("output", output, options)
    } else {
      try run(["wlr-randr", "--output", output] + wlrRandrArguments(options))
    }
  }

  /// Starts to change an output, as `change` does, without waiting until it is done.
  public func startChange(
    output: String = "HEADLESS-1", _ options: String
  ) throws(SessionError) -> SessionProcess {
    let command =
      isSway
      ? ["swaymsg", "--raw", "output", output, options]
      : ["wlr-randr", "--output", output] + wlrRandrArguments(options)
    return try start(command, name: "change")
  }

  /// Adds an output; returns false if the compositor does not support that.
  public func addOutput() throws(SessionError) -> Bool {
    guard isSway else { return false }
    try message("create_output")
    return true
  }

  /// Whether outputs can be removed, which sway supports from 1.8 on.
  public func canRemoveOutputs() throws(SessionError) -> Bool {
    guard isSway else { return false }
    return try !isSway17()
  }

  /// Whether outputs can be switched off.
  ///
  /// Sway 1.7 cannot switch off an output without a screen: it goes on showing it and reports no error.
  public func canSwitchOutputsOff() throws(SessionError) -> Bool {
    guard isSway else { return true }
    return try !isSway17()
  }

  /// Whether layer surfaces get the event `closed` when their output is switched off.
  ///
  /// Sway 1.10 and newer, labwc and others remove the output, and tell nothing to its surfaces.
  public func closesSurfacesOfOutputs() throws(SessionError) -> Bool {
    guard isSway else { return false }
    return try swayMinorVersion() < 10
  }

  private func isSway17() throws(SessionError) -> Bool { try swayMinorVersion() == 7 }

  /// The minor version of a sway 1; a newer sway counts as one with a high minor version.
  private func swayMinorVersion() throws(SessionError) -> Int {
    let version = try message("-t", "get_version").filter { !$0.isWhitespace }
    guard version.text(after: #""major":1,"#) != nil else { return .max }
    return version.text(after: #""minor":"#).flatMap { Int($0.prefix { $0.isNumber }) } ?? .max
  }

  /// Removes an output as if it were unplugged; returns false if the compositor does not support that.
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
