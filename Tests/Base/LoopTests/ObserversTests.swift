import Testing

@testable import Loop

struct ObserversTests {
  @Test func `the last one that goes is told, and within a replacement only if nobody has come`() {
    let observers = Observers()
    var emptied = 0
    observers.onEmpty = { emptied += 1 }
    var observation = observers.add {}
    observation.cancel()
    #expect(emptied == 1)
    observation = observers.add {}
    Observers.replacing {
      observation.cancel()
      // One within another is a part of it.
      Observers.replacing {}
      observation = observers.add {}
    }
    #expect(emptied == 1 && !observers.isEmpty)
    Observers.replacing {
      observation.cancel()
      #expect(emptied == 1)
    }
    #expect(emptied == 2)
  }

  @Test func `each handler that is added is told once it is there`() {
    let observers = Observers()
    var added = 0
    observers.onAdd = { [unowned observers] in
      added += 1
      #expect(!observers.isEmpty)
    }
    let observations = (0..<2).map { _ in observers.add {} }
    #expect(added == 2)
    for observation in observations { observation.cancel() }
    #expect(added == 2)
  }

  @Test func `observers that go within a replacement are not told`() {
    var observers: Observers? = Observers()
    observers?.onEmpty = { Issue.record("told") }
    let observation = observers?.add {}
    Observers.replacing {
      observation?.cancel()
      observers = nil
    }
    #expect(observers == nil)
  }

  @Test func `an observation reports its end once, and none after all were removed`() {
    let observers = Observers()
    var ended: [Int] = []
    var observations = (0..<3).map { number in observers.add({}, onEnd: { ended.append(number) }) }
    observations[1].cancel()
    observations[1].cancel()
    #expect(ended == [1])
    observations.remove(at: 0)
    #expect(ended == [1, 0])
    observers.removeAll()
    observations = []
    #expect(ended == [1, 0] && observers.isEmpty)
  }

  @Test func `a handler that another one cancels is not called`() {
    let observers = Observers()
    var observations: [Observation] = []
    var told = 0
    for _ in 0..<3 {
      observations.append(
        observers.add {
          told += 1
          for observation in observations { observation.cancel() }
        })
    }
    observers.tell()
    #expect(told == 1)
  }
}
