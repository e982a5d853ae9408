public import ModuleModel
public import Settings

/// Passes on what the source of a module tells: its reading where it differs from the last, until the outlet is closed, the ends
/// of its commands, and lines for the log.
public final class ModuleOutlet {
  /// The module of the source.
  let module: ModuleName
  /// Writes a line to the log.
  let report: (String) -> Void
  private var deliver: ((ModuleReading) -> Void)?
  private var onCommandEnd: ((_ refusal: String?) -> Void)?
  private var last: ModuleReading?

  /// Makes an outlet. `onCommandEnd` is called when a command that the module gave to a service has ended, with the reason why
  /// it was not done, or nil if it was.
  public init(
    of module: ModuleName, report: @escaping (String) -> Void = { _ in },
    onCommandEnd: @escaping (_ refusal: String?) -> Void = { _ in },
    deliver: @escaping (ModuleReading) -> Void
  ) {
    (self.module, self.report) = (module, report)
    (self.deliver, self.onCommandEnd) = (deliver, onCommandEnd)
  }

  /// Delivers a reading; in its texts a control character becomes a space, but for line breaks, which tooltips show.
  public func show(_ reading: ModuleReading) {
    // Almost no reading has such characters.
    let reading = hasControl(reading) ? plain(reading) : reading
    guard reading != last else { return }
    last = reading
    deliver?(reading)
  }

  /// Shows why there is nothing to show: `reason` is in English for the log, which has it behind the name of the module, and
  /// `words` is a sentence in the user's language for the tooltip.
  public func fail(_ reason: String, words: String) { show(failure(reason, words: words)) }

  /// The reading that `fail` shows.
  func failure(_ reason: String, words: String) -> ModuleReading {
    .failure("\(module): \(reason)", words: words)
  }

  /// Tells that a command of the module has ended; `refusal` is the reason why it was not done, in one line, nil: it was.
  public func commandEnded(refusal: String?) {
    // The text of a refusal may come from a service.
    onCommandEnd?(refusal.map { hasControl($0) ? withoutControls($0) : $0 })
  }

  /// Whether the source was stopped, which the receiver of its reading may do: asked before anything is scheduled.
  public var isClosed: Bool { deliver == nil }

  /// Ends the delivery; idempotent.
  public func close() {
    (deliver, onCommandEnd) = (nil, nil)
  }
}

private func hasControl(_ reading: ModuleReading) -> Bool {
  reading.fields.values.contains(where: hasControl)
    || (reading.items + reading.rests + reading.foldable).contains {
      $0.fields.values.contains(where: hasControl) || $0.shortFields.values.contains(where: hasControl)
    }
    || reading.byOutput.values.contains(where: hasControl)
}

private func hasControl(_ value: FieldValue) -> Bool {
  switch value {
  case .text(let text): hasControl(text)
  case .markup(let markup, let plain): hasControl(markup) || hasControl(plain)
  default: false
  }
}

private func plain(_ reading: ModuleReading) -> ModuleReading {
  var reading = reading
  reading.fields = reading.fields.mapValues(plain)
  reading.items = reading.items.map(plain)
  reading.rests = reading.rests.map(plain)
  reading.foldable = reading.foldable.map(plain)
  reading.byOutput = reading.byOutput.mapValues(plain)
  return reading
}

private func plain(_ item: ItemReading) -> ItemReading {
  var item = item
  item.fields = item.fields.mapValues(plain)
  item.shortFields = item.shortFields.mapValues(plain)
  return item
}

private func plain(_ value: FieldValue) -> FieldValue {
  switch value {
  case .text(let text): hasControl(text) ? .text(withoutControls(text)) : value
  case .markup(let markup, let plain):
    hasControl(markup) || hasControl(plain)
      ? .markup(withoutControls(markup), plain: withoutControls(plain)) : value
  default: value
  }
}

private func hasControl(_ text: String) -> Bool {
  // Control characters are these, and those of Latin 1 that begin with C2.
  text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
    && text.unicodeScalars.contains { $0.properties.generalCategory == .control }
}

private func withoutControls(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var follows = false
  for scalar in text.unicodeScalars {
    let isBreak = scalar == "\n" || scalar == "\r"
    // The two characters of a line break of other systems are one.
    if !(scalar == "\n" && follows) {
      let isControl = scalar.properties.generalCategory == .control
      result.append(isBreak ? "\n" : isControl ? " " : scalar)
    }
    follows = scalar == "\r"
  }
  return String(result)
}
