/// The protocol that the release has in the place of the one of the same name in FoundationEssentials.
///
/// The parser of the command line asks each error whether it conforms to that one; no error here does. The linker puts
/// the descriptor of this protocol where the other would be: see `withoutFoundation` in Package.swift.
public protocol LocalizedError: Error {
  /// What went wrong, in the user's language.
  var errorDescription: String? { get }
}
