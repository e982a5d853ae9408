import Testing

@testable import WaylandScanner

@Suite struct SwiftWriterTests {
  @Test func `a small protocol becomes the golden source`() throws {
    let description = try ProtocolReader.read(Array(sampleProtocol.utf8), file: "sample.xml")
    let selection = try Selection(sampleList, file: "sample.list")
    let bindings = try Bindings(selection, protocols: ["sample.xml": description], listFile: "sample.list")
    let written = SwiftWriter.write(bindings).split(separator: "\n", omittingEmptySubsequences: false)
    let golden = (sampleBindings + "\n").split(separator: "\n", omittingEmptySubsequences: false)
    // Line by line, so that a failure names the line.
    for (number, lines) in zip(written, golden).enumerated() {
      #expect(lines.0 == lines.1, "line \(number + 1)")
    }
    #expect(written.count == golden.count)
  }
}
