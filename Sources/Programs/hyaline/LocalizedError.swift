/// A protocol that replaces the one of the same name of FoundationEssentials in release builds.
///
/// The command-line parser checks whether errors conform to that protocol; no error here does. The linker
/// puts the descriptor of this protocol in place of the other: see `withoutFoundation` in Package.swift.
public protocol LocalizedError: Error {
  /// A description of the error in the user's language.
  var errorDescription: String? { get }
}
