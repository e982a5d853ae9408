import Glibc

/// One run of the tool, from a list of interfaces to one Swift file.
struct Scan {
  /// The path of the list of interfaces.
  var list: String
  /// The folders in which the list's files are searched for, in this order.
  var folders: [String]
  var output: String

  /// Reads the arguments `LIST OUTPUT FOLDER…`; nil if there are too few.
  init?(arguments: [String]) {
    guard arguments.count >= 3 else { return nil }
    list = arguments[0]
    output = arguments[1]
    folders = Array(arguments[2...])
  }

  /// Writes the output, unless the file has the same contents already.
  func run() throws(ScannerError) {
    guard let listed = Self.contents(of: list), let text = String(validating: listed, as: UTF8.self) else {
      throw ScannerError(file: list, line: 1, message: "cannot be read")
    }
    let selection = try Selection(text, file: list)
    var protocols: [String: Protocol] = [:]
    for file in selection.files {
      guard let (path, bytes) = find(file.path) else {
        throw ScannerError(
          file: list, line: file.line,
          message: "\(file.path) is in none of \(folders.joined(separator: ", "))")
      }
      protocols[file.path] = try ProtocolReader.read(bytes, file: path)
    }
    let bindings = try Bindings(selection, protocols: protocols, listFile: list)
    let result = Array(SwiftWriter.write(bindings).utf8)
    if Self.contents(of: output) == result { return }
    guard Self.write(result, to: output) else {
      throw ScannerError(file: output, line: 1, message: "cannot be written")
    }
  }

  private func find(_ path: String) -> (path: String, bytes: [UInt8])? {
    for folder in folders {
      let whole = folder + "/" + path
      if let bytes = Self.contents(of: whole) { return (whole, bytes) }
    }
    return nil
  }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
        count = unsafe fread(buffer.baseAddress, 1, buffer.count, file)
      }
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return unsafe ferror(file) == 0 ? bytes : nil
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = unsafe fopen(path, "w") else { return false }
    let written = unsafe fwrite(bytes, 1, bytes.count, file)
    return unsafe fclose(file) == 0 && written == bytes.count
  }
}
