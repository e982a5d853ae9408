import CExpat

/// Reads one protocol file by libexpat; the parser exists during the call only.
@safe final class ProtocolReader {
  private let file: String
  private let parser: XML_Parser
  private var result: Protocol?
  private var interface: Interface?
  private var message: Message?
  private var enumeration: Enumeration?
  private var failure: ScannerError?

  /// Reads the protocol in `text`; `file` is its name in errors.
  static func read(_ text: [UInt8], file: String) throws(ScannerError) -> Protocol {
    guard let parser = unsafe XML_ParserCreate("UTF-8") else {
      throw ScannerError(file: file, line: 1, message: "no memory for an XML parser")
    }
    defer { unsafe XML_ParserFree(parser) }
    return try unsafe ProtocolReader(file: file, parser: parser).read(text)
  }

  private init(file: String, parser: XML_Parser) {
    self.file = file
    unsafe self.parser = unsafe parser
  }

  private func read(_ text: [UInt8]) throws(ScannerError) -> Protocol {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { context, name, attributes in
        guard let context = unsafe context, let name = unsafe name else { return }
        let reader = unsafe Unmanaged<ProtocolReader>.fromOpaque(context).takeUnretainedValue()
        unsafe reader.open(String(cString: name), attributes: attributes)
      },
      { context, name in
        guard let context = unsafe context, let name = unsafe name else { return }
        let reader = unsafe Unmanaged<ProtocolReader>.fromOpaque(context).takeUnretainedValue()
        unsafe reader.close(String(cString: name))
      })
    let status = unsafe text.withUnsafeBytes { bytes in
      unsafe XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
    }
    if let failure { throw failure }
    if status != XML_STATUS_OK {
      let reason = unsafe String(cString: XML_ErrorString(XML_GetErrorCode(parser)))
      throw error(reason)
    }
    guard let result else { throw error("expected a <protocol>") }
    return result
  }

  private func open(
    _ element: String, attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard failure == nil else { return }
    do {
      try start(Element(name: element, attributes: unsafe Self.dictionary(attributes), reader: self))
    } catch {
      failure = error
      _ = unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }
  }

  private static func dictionary(
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) -> [String: String] {
    guard var next = unsafe attributes else { return [:] }
    var values: [String: String] = [:]
    while let name = unsafe next[0], let value = unsafe next[1] {
      unsafe values[String(cString: name)] = unsafe String(cString: value)
      unsafe next += 2
    }
    return values
  }

  private func start(_ element: Element) throws(ScannerError) {
    switch element.name {
    case "protocol":
      result = Protocol(name: try element.text("name"), interfaces: [])
    case "interface":
      interface = Interface(
        name: try element.text("name"), version: try element.positive("version"), line: line)
    case "request", "event":
      message = Message(
        name: try element.text("name"), since: try element.positive("since", default: 1),
        isDestructor: element.attributes["type"] == "destructor", line: line)
    case "arg":
      try startArgument(element)
    case "enum":
      enumeration = Enumeration(
        name: try element.text("name"), isBitfield: try element.flag("bitfield"))
    case "entry":
      enumeration?.entries.append(
        Enumeration.Entry(
          name: try element.text("name"), value: try element.value("value"),
          since: try element.positive("since", default: 1)))
    case "description":
      describe(element.attributes["summary"] ?? "")
    case "copyright":
      break
    default:
      throw error("unknown element <\(element.name)>")
    }
  }

  private func startArgument(_ element: Element) throws(ScannerError) {
    let type = try element.text("type")
    guard let kind = Argument.Kind(rawValue: type) else {
      throw error("<arg type=\"\(type)\">: unknown type")
    }
    guard message != nil else { throw error("<arg> outside a request or event") }
    message?.arguments.append(
      Argument(
        name: try element.text("name"), kind: kind, interface: element.attributes["interface"],
        enumeration: element.attributes["enum"], allowsNull: try element.flag("allow-null"), line: line))
  }

  private func describe(_ summary: String) {
    if message != nil {
      message?.summary = summary
    } else if enumeration != nil {
      if enumeration?.entries.isEmpty == true { enumeration?.summary = summary }
    } else {
      interface?.summary = summary
    }
  }

  private func close(_ element: String) {
    switch element {
    case "interface":
      if let interface { result?.interfaces.append(interface) }
      interface = nil
    case "request":
      if let message { interface?.requests.append(message) }
      message = nil
    case "event":
      if let message { interface?.events.append(message) }
      message = nil
    case "enum":
      if let enumeration { interface?.enumerations.append(enumeration) }
      enumeration = nil
    default:
      break
    }
  }

  private var line: Int { unsafe Int(hyaline_expat_line(parser)) }

  fileprivate func error(_ message: String) -> ScannerError {
    ScannerError(file: file, line: line, message: message)
  }
}

/// A start tag with methods that read its attributes by type.
private struct Element {
  let name: String
  let attributes: [String: String]
  let reader: ProtocolReader

  func text(_ attribute: String) throws(ScannerError) -> String {
    guard let value = attributes[attribute], !value.isEmpty else {
      throw reader.error("<\(name)>: expected an attribute \"\(attribute)\"")
    }
    return value
  }

  func positive(_ attribute: String, default fallback: Int? = nil) throws(ScannerError) -> Int {
    if let fallback, attributes[attribute] == nil { return fallback }
    let value = try text(attribute)
    guard let number = Int(value), number > 0 else {
      throw reader.error("<\(name) \(attribute)=\"\(value)\">: expected a positive integer")
    }
    return number
  }

  func flag(_ attribute: String) throws(ScannerError) -> Bool {
    switch attributes[attribute] {
    case nil, "false": return false
    case "true": return true
    case let value?:
      throw reader.error("<\(name) \(attribute)=\"\(value)\">: expected true or false")
    }
  }

  func value(_ attribute: String) throws(ScannerError) -> UInt32 {
    let value = try text(attribute)
    let number = value.hasPrefix("0x") ? UInt32(value.dropFirst(2), radix: 16) : UInt32(value)
    guard let number else {
      throw reader.error("<\(name) \(attribute)=\"\(value)\">: expected a number of 32 bits")
    }
    return number
  }
}
