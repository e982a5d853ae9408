import DesktopModel
import Testing

struct KeyFileTests {
  static let text = """
    Key=outside
    # [Comment]
    [One]
    Key = a value \t
    Key=again
    Empty=
    no key
    #Commented=x
    [Two] ignored
    Key=b=c
    [One]
    Late=d
    [Open
    Key=e
    """

  @Test(
    arguments: [
      ("One", "Key", "a value"), ("One", "Empty", ""), ("One", "Late", "d"), ("Two", "Key", "b=c"),
      ("", "Key", "outside"), ("Open", "Key", "e"), ("One", "Commented", nil), ("One", "#Commented", nil),
      ("Comment", "Key", nil), ("One", "key", nil),
    ] as [(String, String, String?)])
  func `a value is found by its group and key`(group: String, key: String, value: String?) {
    #expect(KeyFile(text: Self.text).value(key, in: group).map(String.init) == value)
  }

  @Test func `lines may end as those of Windows, and a group may come in parts`() {
    let file = KeyFile(text: "[One]\r\nKey = é \r\n[Two]\r\nKey=2\r\n[One]\r\nKey=3\r\nOther=4")
    #expect(file.value("Key", in: "One") == "é")
    #expect(file.value("Other", in: "One") == "4")
    #expect(file.value("Key", in: "Two") == "2")
    #expect(file.group("Three").value("Key") == nil)
  }
}
