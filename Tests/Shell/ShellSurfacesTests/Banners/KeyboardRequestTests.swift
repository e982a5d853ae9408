import Scenes
import ShellTestSupport
import Testing

@testable import ShellSurfaces

struct KeyboardRequestTests {
  private var request = KeyboardRequest()

  @Test mutating func `the keyboard is shared once it has come`() {
    #expect(request.follow(true, .always) == .onDemand)
    request.inputCame()
    #expect(request.follow(false, .onDemand) == .onDemand)
    // A click brings it back, and another one elsewhere may take it.
    #expect(request.follow(true, .onDemand) == .onDemand)
    #expect(request.follow(false, .onDemand) == .onDemand)
  }

  @Test mutating func `where a shared keyboard is taken away it is requested again, and kept`() {
    #expect(request.follow(true, .always) == .onDemand)
    #expect(request.follow(false, .onDemand) == .always)
    #expect(request.follow(true, .always) == .always)
    request.inputCame()
    #expect(request.follow(false, .always) == .always)
    // The next answer is typed with it at once.
    #expect(request.follow(true, .always) == .always)
  }

  @Test mutating func `a keyboard that comes when it is not requested any more is not kept`() {
    #expect(request.follow(true, .never) == .never)
    #expect(request.follow(false, .never) == .never)
  }
}
