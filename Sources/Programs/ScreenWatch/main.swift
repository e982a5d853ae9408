import Glibc
import Loop
import Wayland

// Prints the contents of columns of an output over time, which `make bench` reads.

let arguments = CommandLine.arguments.dropFirst()
let rows = arguments.first.flatMap { Int($0) } ?? 0
let places = arguments.dropFirst().compactMap { Double($0) }
guard rows > 0, !places.isEmpty, places.count + 1 == arguments.count,
  places.allSatisfy({ (0...1).contains($0) })
else {
  print("usage: ScreenWatch ROWS PLACE...   ROWS of a column, each at a fraction of the output's width")
  exit(64)
}
let loop = try EventLoop()
let connection = try Connection()
let watch = ColumnWatch(connection, loop, rows: rows, places: places)
connection.onClosed = { _ in loop.stop() }
connection.attach(to: loop)
loop.run()
watch.destroy()
