import Glibc
import Pictures
import Scenes
import TestSupport
import Testing

/// The pictures that were reviewed by eye.
///
/// `UPDATE_GOLDEN=1` has pictures that differ written anew, to be reviewed before a commit.
enum GoldenPicture {
  /// Records an issue if `actual` differs from the picture of this name, or writes it in place of that picture.
  static func compare(_ actual: Bitmap, name: String) throws {
    let path = folder + name + ".png"
    let golden = try? Picture.load(path: path)
    guard let change = change(golden, actual, name: name) else { return }
    if isUpdating {
      try Picture.writePNG(actual, to: path)
    } else {
      Issue.record("\(change)")
    }
  }

  /// A description of the difference between `actual`, which is then written to a file, and `golden`; nil if there is
  /// none.
  ///
  /// Text is the same on machines with the same fonts; `PictureTolerance` states how far glass may differ.
  private static func change(_ golden: Bitmap?, _ actual: Bitmap, name: String) -> String? {
    guard let golden else { return "no picture of it" }
    guard golden.size == actual.size else { return "it is \(actual.size), was \(golden.size)" }
    let difference = PictureDifference(actual, ReferencePicture(golden))
    if difference.isWithin(.golden) { return nil }
    return difference.saved(as: "golden-" + name)
  }

  private static let folder =
    #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Golden/"
  private static let isUpdating = unsafe getenv("UPDATE_GOLDEN").map { unsafe String(cString: $0) } == "1"
}
