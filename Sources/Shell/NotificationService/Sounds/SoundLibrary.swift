import Glibc
public import Loop

/// The library libcanberra, loaded at run time; without it there are no sounds.
///
/// An instance is used by one thread: its first sound waits for the sound server. Functions with variable
/// arguments are avoided; the others are declared as in `canberra.h` of version 0.30.
@safe public nonisolated final class SoundLibrary {
  private typealias Create = @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> CInt
  private typealias Destroy = @convention(c) (OpaquePointer?) -> CInt
  private typealias Set = @convention(c) (OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt
  private typealias Change = @convention(c) (OpaquePointer?, OpaquePointer?) -> CInt
  private typealias Play =
    @convention(c) (OpaquePointer?, UInt32, OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> CInt

  private let context: OpaquePointer
  private let destroyContext: Destroy
  private let createProperties: Create
  private let destroyProperties: Destroy
  private let set: Set
  private let play: Play

  /// Why a sound cannot be played.
  public enum Problem: Error, Equatable, Sendable {
    /// The library is not installed, or another library has its name.
    case noLibrary
    /// There is no such file, or it is a directory, a pipe or a device.
    case noFile
    /// The file is longer than what is played.
    case tooLong
    /// The library failed with this error number; there may be no sound server.
    case failed(CInt)
  }

  /// Whether the library can be loaded; takes a few milliseconds.
  ///
  /// The corresponding C function is `dlopen`.
  public static func isInstalled(name: String = standardName) -> Bool {
    guard let library = unsafe dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
    defer { unsafe dlclose(library) }
    return unsafe dlsym(library, "ca_context_play_full") != nil
  }

  /// The file name of the library.
  public static let standardName = "libcanberra.so.0"

  /// Loads the library; the first sound connects to the sound server.
  ///
  /// The corresponding C function is `ca_context_create`.
  public init(name: String = standardName) throws(Problem) {
    guard let library = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL),
      let create: Create = unsafe Self.function("ca_context_create", of: library),
      let destroyContext: Destroy = unsafe Self.function("ca_context_destroy", of: library),
      let change: Change = unsafe Self.function("ca_context_change_props_full", of: library),
      let createProperties: Create = unsafe Self.function("ca_proplist_create", of: library),
      let destroyProperties: Destroy = unsafe Self.function("ca_proplist_destroy", of: library),
      let set: Set = unsafe Self.function("ca_proplist_sets", of: library),
      let play: Play = unsafe Self.function("ca_context_play_full", of: library)
    else { throw .noLibrary }
    var context: OpaquePointer?
    let result = unsafe create(&context)
    guard result == 0, let context = unsafe context else { throw .failed(result) }
    unsafe self.context = context
    unsafe self.destroyContext = destroyContext
    unsafe self.createProperties = createProperties
    unsafe self.destroyProperties = destroyProperties
    unsafe self.set = set
    unsafe self.play = play
    unsafe withProperties(["application.name": "hyaline", "application.id": "hyaline"]) { properties in
      _ = unsafe change(context, properties)
    }
  }

  deinit { _ = unsafe destroyContext(context) }

  /// Most bytes of a file: a minute and a half of two channels that are not compressed.
  static let mostBytes = 16 << 20

  /// Starts a sound of the sound theme, and returns while it plays.
  ///
  /// The corresponding C function is `ca_context_play_full`.
  public func play(name: String) throws(Problem) { try begin(["event.id": name]) }

  /// Starts a sound file, which `reader` copies; the library opens the copy before this returns.
  public func play(file path: String, _ reader: NamedFileReader) throws(Problem) {
    guard let file = try? reader.copy(ofPath: path, upTo: Self.mostBytes) else { throw .noFile }
    // A file may have grown while it was copied, so that the length of the copy counts.
    guard lseek(file.descriptor.raw, 0, SEEK_END) <= Self.mostBytes else { throw .tooLong }
    // The copy is passed, whatever its name refers to now: the library would block on a pipe without a writer, and on a file
    // system that does not answer.
    try withExtendedLifetime(file) { () throws(Problem) in try begin(["media.filename": file.path]) }
  }

  private func begin(_ what: [String: String]) throws(Problem) {
    let values = what.merging(["media.role": "event", "canberra.cache-control": "volatile"]) { $1 }
    var result: CInt = 0
    unsafe withProperties(values) { properties in
      result = unsafe play(context, 0, properties, nil, nil)
    }
    guard result == 0 else { throw .failed(result) }
  }

  private func withProperties(_ values: [String: String], _ body: (OpaquePointer) -> Void) {
    var properties: OpaquePointer?
    guard unsafe createProperties(&properties) == 0, let properties = unsafe properties else { return }
    defer { _ = unsafe destroyProperties(properties) }
    for (key, value) in values { _ = unsafe set(properties, key, value) }
    unsafe body(properties)
  }

  private static func function<Function>(_ name: String, of library: UnsafeMutableRawPointer) -> Function? {
    guard let symbol = unsafe dlsym(library, name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: Function.self)
  }
}
