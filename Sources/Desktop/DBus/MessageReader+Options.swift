import DesktopModel
import Glibc

/// Reads selected entries of dictionaries from texts to variants (`a{sv}`).
extension MessageReader {
  /// Reads a dictionary from texts to variants, and returns the entries whose keys are in `wanted`.
  func pairs(_ wanted: Set<String>) throws(BusError) -> [DBusValue.Pair] {
    try options(wanted) { name throws(BusError) in .init(.string(name), try read(.variant, depth: 1)) }
  }

  /// Reads a dictionary from texts to variants; `next` reads the variants whose keys are in `wanted`.
  ///
  /// A sender may add a hundred thousand other entries, so that as little as possible is done for each.
  package func options<Value>(
    _ wanted: Set<String>, _ next: (String) throws(BusError) -> Value
  ) throws(BusError) -> [Value] {
    var longest = 0
    for name in wanted { longest = max(longest, name.utf8.count) }
    var values: [Value] = []
    try cursor.enter("a", "{sv}")
    while !budget.isSpent, try cursor.enterNext("e", "sv") {
      budget.visits -= DBusType.entryVisits
      let key = unsafe try characters("s")
      if budget.isSpent { return values }
      if let key = unsafe key, unsafe strnlen(key, longest + 1) <= longest,
        case let name = unsafe String(cString: key), wanted.contains(name), values.count < limits.elements
      {
        values.append(try next(name))
      } else {
        try skipVariant()
      }
      try leave()
    }
    try leave()
    return values
  }

  /// Whether the next variant has contents of that signature.
  package func variantHolds(_ signature: String) throws(BusError) -> Bool {
    unsafe try strcmp(cursor.contentsOfVariant(), signature) == 0
  }

  /// Skips a variant; the library does it at once unless the variant may be long.
  private func skipVariant() throws(BusError) {
    var length = 0
    var mayBeLong = false
    let contents = unsafe try cursor.contentsOfVariant()
    while case let code = unsafe contents[length], code != 0 {
      mayBeLong = mayBeLong || code == MessageCursor.code("a") || code == MessageCursor.code("v")
      length += 1
    }
    if mayBeLong {
      _ = try discarding.read(.variant, depth: 1)
    } else {
      budget.visits -= length * 2
      try skip("v")
    }
  }
}
