import Geometry
import Glibc
import Loop
import Wayland

/// Prints the contents of columns of the newest output: a line for each frame in which they have changed, for
/// each capture that failed since the output changed, and for each description of the output.
///
///     frame SECONDS WIDTH HEIGHT SCALE COLUMN...
///     missed SECONDS WIDTH HEIGHT SCALE
///     output SECONDS WIDTH HEIGHT SCALE
///
/// SECONDS is the monotonic time at which the frame was shown, or the failure or the description was
/// received. WIDTH and HEIGHT are those of the mode; a COLUMN has RRGGBB for each of its pixels from the top.
/// The output must not be rotated.
final class ColumnWatch {
  /// Number of adjacent pixels in a row whose mean is a pixel of a column, so that dithering does not matter.
  private static let width = 8

  private let loop: EventLoop
  private let connection: Connection
  /// The length of a column, in logical pixels.
  private let rows: Int
  /// The positions of the columns, as fractions of the output's width.
  private let places: [Double]
  private var output: Output?
  private var captures: ScreencopySource?

  /// Watches the output that was announced last, until another is announced.
  init(_ connection: Connection, _ loop: EventLoop, rows: Int, places: [Double]) {
    (self.connection, self.loop, self.rows, self.places) = (connection, loop, rows, places)
    connection.outputs.onAdded = { [unowned self] in adopt($0) }
    connection.outputs.all.last.map(adopt)
  }

  /// Ends the watch; idempotent.
  func destroy() { captures?.destroy() }

  private func adopt(_ output: Output) {
    destroy()
    do { captures = try ScreencopySource(connection, of: output) } catch { fail(error) }
    self.output?.onChange = nil
    self.output = output
    output.onChange = { [unowned self] in write("output", loop.now, $0.description) }
    write("output", loop.now, output.description)
    capture()
  }

  private func capture() {
    guard let output, !output.isRemoved else { return }
    let description = output.description
    let columns = columns(of: description)
    let height = min(description.mode.height, Int((Double(rows) * description.realScale).rounded()))
    let left = columns.min() ?? 0
    let region = PixelRect(
      x: left, y: 0, width: (columns.max() ?? 0) + Self.width - left, height: height)
    captures?.capture(region, when: .damaged) { [unowned self] answer in
      switch answer {
      case .success(let frame):
        if frame.damage?.isEmpty != true {
          write("frame", frame.time, description, columns.map { text(of: frame, column: $0 - left) })
        }
      case .failure(.outputChanged), .failure(.refused): write("missed", loop.now, description)
      case .failure(let failure): fail(failure)
      }
      capture()
    }
  }

  /// Ends the program after an error.
  private func fail(_ error: any Error) -> Never {
    print(error)
    exit(1)
  }

  /// The left edges of the columns.
  private func columns(of description: OutputDescription) -> [Int] {
    places.map { min(Int($0 * Double(description.mode.width)), description.mode.width - Self.width) }
  }

  private func text(of frame: CapturedFrame, column: Int) -> String {
    let order = frame.format == .bgrx ? [2, 1, 0] : [0, 1, 2]
    return (0..<frame.size.height).map { y in
      let row = (frame.isYInverted ? frame.size.height - 1 - y : y) * frame.stride
      return order.map { channel in
        let sum = (column..<column + Self.width).reduce(0) { sum, x in
          unsafe sum + Int(frame.bytes[row + x * 4 + channel])
        }
        return String(256 + (sum + Self.width / 2) / Self.width, radix: 16).dropFirst()
      }.joined()
    }.joined()
  }

  private func write(
    _ kind: String, _ time: Instant, _ description: OutputDescription, _ columns: [String] = []
  ) {
    let (seconds, mode) = (time.sinceOrigin / .seconds(1), description.mode)
    let head = "\(kind) \(seconds) \(mode.width) \(mode.height) \(description.realScale)"
    print(([head] + columns).joined(separator: " "))
    fflush(nil)
  }
}
