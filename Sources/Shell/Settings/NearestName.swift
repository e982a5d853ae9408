/// The candidate that `name` was most likely meant to be; nil if none is similar.
///
/// A candidate is similar if insertions, deletions, changes and swaps of neighbours, one for every third
/// letter at most, lead to it. Case is ignored.
public func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(name.lowercased().unicodeScalars)
  // Longer texts are no names, and the cost grows with the square of the length.
  guard letters.count <= 64 else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased().unicodeScalars)
    let limit = max(1, max(letters.count, other.count) / 3)
    guard abs(letters.count - other.count) <= limit else { continue }
    let distance = editDistance(letters, other)
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

/// The optimal string alignment distance of two texts.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, beforeLast[j - 1] + 1) }
      row.append(distance)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
