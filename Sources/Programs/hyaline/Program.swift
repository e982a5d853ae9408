import ArgumentParser
import Glibc

/// Where the process begins.
@main enum Program {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    guard let order = RunOrder(plain: arguments) else {
      if let unknown = UnknownCommand(in: arguments) {
        Log.plain(unknown.report)
        exit(ExitCode.validationFailure.rawValue)
      }
      return Hyaline.main()
    }
    do { exit(try order.perform()) } catch {
      Log.error("\(error)")
      exit(1)
    }
  }
}
