import Testing

/// This type starts the tests of all targets.
///
/// The package manager looks for a file of this name. Without one it writes its own, and reads the index of every file
/// for test cases of XCTest first, of which there are none: the compiler would have to write that index.
@main
struct TestEntryPoint {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
