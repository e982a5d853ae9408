import Notifications
import Testing

struct SendersTests {
  @Test func `a notification has the sender of its newest call, as long as that is there`() {
    var senders = Senders()
    #expect(senders[1] == nil)
    senders.add(":1.1", of: 1)
    senders.add(":1.1", of: 2)
    senders.add(":1.2", of: 2)
    #expect(senders[1] == ":1.1" && senders[2] == ":1.2")
    #expect(senders.leave(":1.2") == [2] && senders.leave(":1.2") == [])
    #expect(senders[1] == ":1.1" && senders[2] == nil)
    senders.remove(1)
    #expect(senders[1] == nil && senders.isEmpty)
    senders.add(":1.3", of: 4)
    #expect(senders.contains(":1.3") && senders.removeAll() == [4] && senders.isEmpty)
    senders.add(":1.2", of: 3)
    // On a new bus, another program may have the same name.
    #expect(senders[2] == nil && senders[3] == ":1.2")
  }
}
