import Geometry
import Rendering
import Scenes
import Testing

@testable import RenderingCPU
@testable import RenderingGLES

/// The renderers that have to pass the suites about the look of surfaces.
nonisolated enum TestedRenderer: String, CaseIterable, Sendable {
  case gles, cpu

  /// The renderer with which a test is run.
  @TaskLocal static var current = TestedRenderer.gles
}

/// Runs each test once with each renderer.
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

/// Values of references with which each renderer is compared, so that each value is computed once.
@MainActor final class References<Key: Hashable, Value> {
  private var known: [Key: Value] = [:]

  /// Returns the value of a key, which `make` computes if it is not known.
  func callAsFunction(_ key: Key, make: () -> Value) -> Value {
    if let value = known[key] { return value }
    let value = make()
    known[key] = value
    return value
  }
}

/// A renderer that returns the submitted pixels.
@MainActor protocol InspectedRenderer: OutputRenderer {
  func submitted(_ id: SurfaceID) -> Bitmap?
}

extension PlannedRenderer: @MainActor InspectedRenderer {}
