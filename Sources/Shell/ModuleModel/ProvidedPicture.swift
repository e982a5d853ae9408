public import Scenes

/// A picture that a program sends in place of the name of an icon.
public enum ProvidedPicture: Equatable, Sendable {
  case pixels(Bitmap)
  /// The contents of a file, which are decoded as other files are.
  case file([UInt8])
}
