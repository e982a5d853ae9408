/// The files and the environment that an import reads; the caller gives the functions, so that the import itself is pure.
public struct SourceFiles {
  /// Most bytes of a file that are read, far more than any configuration has.
  public static let sizeLimit = 2 << 20
  /// Most files that one configuration may consist of.
  static let countLimit = 64

  /// Reads the first bytes of a file, at most one more than the limit given; nil: there is no such file.
  private let read: (_ path: String, _ limit: Int) throws(ImportError) -> [UInt8]?
  /// The names of the files in a folder; none if it cannot be read.
  public let names: (_ folder: String) -> [String]
  /// The value of an environment variable.
  public let variable: (_ name: String) -> String?

  public init(
    read: @escaping (_ path: String, _ limit: Int) throws(ImportError) -> [UInt8]?,
    names: @escaping (_ folder: String) -> [String] = { _ in [] },
    variable: @escaping (_ name: String) -> String? = { _ in nil }
  ) {
    (self.read, self.names, self.variable) = (read, names, variable)
  }

  /// The text of a file; nil: there is no such file. Throws if it is too large or not UTF-8.
  public func text(_ path: String) throws(ImportError) -> [UInt8]? {
    guard var bytes = try read(path, Self.sizeLimit) else { return nil }
    guard bytes.count <= Self.sizeLimit else { throw ImportError(.tooLarge(path, limit: Self.sizeLimit)) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let wrong = Self.firstInvalid(bytes, path) else { return bytes }
    throw ImportError(.notText, at: wrong)
  }

  /// The path with a leading `~` and variables such as `$HOME` and `${HOME}` replaced; a variable that is not set is left.
  public func expanded(_ path: String) -> String {
    var result = ""
    var rest = path[...]
    if rest == "~" || rest.hasPrefix("~/"), let home = variable("HOME") {
      result = home
      rest = rest.dropFirst()
    }
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[dollar...].dropFirst()
      let isBraced = rest.hasPrefix("{")
      let name = rest.dropFirst(isBraced ? 1 : 0).prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_"
      }
      let length = name.count + (isBraced ? 2 : 0)
      guard !name.isEmpty, let value = variable(String(name)) ?? fallback(String(name)) else {
        result += "$"
        continue
      }
      result += value
      rest = rest.dropFirst(length)
    }
    return result + rest
  }

  /// The path of a file that another file names, relative to the folder of that file.
  public func path(_ path: String, besides file: String) -> String {
    let path = expanded(path)
    guard !path.hasPrefix("/") else { return path }
    return Self.folder(of: file) + path
  }

  /// The folder of a path with a slash behind it; empty for the working directory.
  public static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The folder of configurations, without a slash behind it.
  var configurationFolder: String {
    if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder }
    return (variable("HOME") ?? "") + "/.config"
  }

  private func fallback(_ name: String) -> String? {
    name == "XDG_CONFIG_HOME" && variable("HOME") != nil ? configurationFolder : nil
  }

  private static func firstInvalid(_ bytes: [UInt8], _ path: String) -> SourcePlace? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var place = SourcePlace(file: path, line: 1, column: 1)
    var iterator = bytes.makeIterator()
    var decoder = UTF8()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      if scalar == "\n" { (place.line, place.column) = (place.line + 1, 1) } else { place.column += 1 }
    }
    return place
  }
}
