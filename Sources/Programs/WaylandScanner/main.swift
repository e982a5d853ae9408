import Glibc

guard let scan = Scan(arguments: Array(CommandLine.arguments.dropFirst())) else {
  print("usage: WaylandScanner LIST OUTPUT FOLDER…")
  exit(2)
}
do {
  try scan.run()
} catch {
  let message = Array("\(error)\n".utf8)
  _ = unsafe write(STDERR_FILENO, message, message.count)
  exit(1)
}
