import Glibc
import Loop

/// The library libcanberra, opened while the program runs; where it is missing there are no sounds.
///
/// Of one thread: the first sound waits for the sound server. Its functions, as `canberra.h` of version 0.30 has them,
/// are those without variable arguments.
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

  /// Why there is no sound.
  public enum Problem: Error, Equatable, Sendable {
    /// The library is not installed, or another one has its name.
    case noLibrary
    /// There is no file of that name, or it is a directory, a pipe or a device.
    case noFile
    /// Its number; there may be no sound server.
    case failed(CInt)
  }

  /// Whether the library can be opened, so that there may be sounds; takes a few milliseconds.
  ///
  /// The corresponding C function is `dlopen`.
  public static func isInstalled(name: String = standardName) -> Bool {
    guard let library = unsafe dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
    defer { unsafe dlclose(library) }
    return unsafe dlsym(library, "ca_context_play_full") != nil
  }

  /// The name by which the library is looked up.
  public static let standardName = "libcanberra.so.0"

  /// Opens the library; the connection is made by the first sound.
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

  /// Begins to play a sound of the sound theme; it goes on by itself.
  ///
  /// The corresponding C function is `ca_context_play_full`.
  public func play(name: String) throws(Problem) { try begin(["event.id": name]) }

  /// Begins to play a file; the library opens it before this returns.
  public func play(file path: String) throws(Problem) {
    guard let file = try? RegularFile(path: path) else { throw .noFile }
    // The file that was looked at, whatever has its name now: the library would wait for who writes into a pipe.
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
