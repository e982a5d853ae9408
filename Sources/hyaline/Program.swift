import ArgumentParser
import Glibc

/// Where the process begins.
@main enum Program {
  static func main() {
    guard let order = RunOrder(plain: CommandLine.arguments.dropFirst()) else { return Hyaline.main() }
    do { exit(try order.perform()) } catch {
      Log.error("\(error)")
      exit(1)
    }
  }
}
