import Geometry
import Rendering
import Scenes
import Testing

@testable import RenderingCPU
@testable import RenderingGLES

/// A renderer that passes the suites about what surfaces look like.
nonisolated enum TestedRenderer: String, CaseIterable, Sendable {
  case gles, cpu

  /// The one for which a test runs.
  @TaskLocal static var current = TestedRenderer.gles
}

/// Runs each test once for each renderer.
nonisolated struct EveryRenderer: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    for renderer in TestedRenderer.allCases {
      print("renderer: \(renderer)")
      try await TestedRenderer.$current.withValue(renderer) { try await function() }
    }
  }
}

extension Trait where Self == EveryRenderer {
  nonisolated static var everyRenderer: Self { EveryRenderer() }
}

/// A renderer that tells what the compositor gets.
@MainActor protocol InspectedRenderer: OutputRenderer {
  func submitted(_ id: SurfaceID) -> Bitmap?
}

extension GLESOutputRenderer: @MainActor InspectedRenderer {}
extension CPUOutputRenderer: @MainActor InspectedRenderer {}
