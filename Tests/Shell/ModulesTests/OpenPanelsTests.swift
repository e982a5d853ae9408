import Loop
import Testing

@testable import Modules

/// The open panels of a source, and the end of the work for them.
struct OpenPanelsTests {
  private final class Source {
    let panels = OpenPanels(ModuleOutlet { _ in })
    let observers = Observers()
    var closings = 0

    init() {
      panels.follow = { [observers] in observers.add($0) }
      panels.onClose = { [unowned self] in closings += 1 }
    }
  }

  @Test func `work for panels lasts from the first one to the last one`() {
    let source = Source()
    var told = 0
    let first = source.panels.open { told += 1 }
    let second = source.panels.open { told += 1 }
    source.observers.tell()
    #expect(told == 2)
    first.cancel()
    #expect(!source.observers.isEmpty && source.closings == 0)
    second.cancel()
    #expect(source.observers.isEmpty && source.closings == 1)
  }

  @Test func `a source ends its panels once, also if they closed within the same change`() {
    let source = Source()
    let panel = source.panels.open {}
    Observers.replacing {
      panel.cancel()
      source.panels.stop()
      #expect(source.observers.isEmpty && source.closings == 1)
    }
    source.panels.stop()
    #expect(source.closings == 1)
  }

  @Test func `panels that outlive their source in a pending command do not reach it`() {
    var source: Source? = Source()
    let pending = source?.panels
    Observers.replacing {
      source?.panels.open {}.cancel()
      source?.panels.stop()
      source = nil
    }
    pending?.failure.take("too late")
    #expect(pending?.failure.rows.count == 1)
  }
}
