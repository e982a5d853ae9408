import CPCRE2

/// A Perl-compatible regular expression (PCRE2) that is compiled once and searched for in texts.
///
/// `.` matches line breaks too, and `$` only the very end of a text; character classes are those of Unicode.
@safe final class RegularExpression: Sendable {
  /// The outcome of a search.
  enum Outcome: Equatable {
    case found
    case notFound
    /// The search took more steps or memory than it may.
    case gaveUp
  }

  /// Most steps of one search over a whole text: some ten milliseconds.
  static let mostSteps: UInt32 = 250_000
  /// Most open choices of a search: a few for each of the 8192 bytes that a notification's body may have.
  static let mostOpenChoices: UInt32 = 50_000
  /// Most memory for open choices, in KiB.
  static let mostMemory: UInt32 = 16_384

  /// The compiled expression, which never changes and so can be used by all threads.
  private nonisolated(unsafe) let code: OpaquePointer

  /// Compiles `text`.
  ///
  /// The corresponding C function is `pcre2_compile`.
  init(_ text: String, isCaseless: Bool) throws(TextPattern.Mistake) {
    let options =
      UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_DOTALL) | UInt32(PCRE2_DOLLAR_ENDONLY)
      | UInt32(PCRE2_NEVER_BACKSLASH_C) | (isCaseless ? UInt32(PCRE2_CASELESS) : 0)
    // The expression is first compiled alone, for the places of mistakes and to make sure that its
    // parentheses match.
    unsafe pcre2_code_free_8(try Self.compile(text, options))
    // PCRE2 counts the steps anew from each place of a text, which would allow for seconds. An
    // anchored expression has one place, the first, and the skipping of what comes before a match is
    // counted with the rest.
    unsafe code = try Self.compile("(?s:.*?)(?:\(text))", options | UInt32(PCRE2_ANCHORED))
  }

  deinit { unsafe pcre2_code_free_8(code) }

  /// Looks for the expression in `text`.
  ///
  /// The corresponding C function is `pcre2_match`.
  func search(_ text: String) -> Outcome { unsafe match(text, groups: 0) { _, _ in } }

  /// The texts that the first nine groups matched, empty for a group that took no part; nil if
  /// there is no match.
  ///
  /// The corresponding C function is `pcre2_get_ovector_pointer`.
  func groups(in text: String) -> [String]? {
    var groups: [String] = []
    let outcome = unsafe match(text, groups: 9) { data, bytes in
      guard let places = unsafe pcre2_get_ovector_pointer_8(data) else { return }
      for group in 1..<Int(unsafe pcre2_get_ovector_count_8(data)) {
        let (start, end) = unsafe (places[2 * group], places[2 * group + 1])
        // A group that took no part has places beyond everything, which are negative here.
        let isFound = start >= 0 && start <= end && end <= bytes.count
        groups.append(isFound ? unsafe String(decoding: bytes[Int(start)..<Int(end)], as: UTF8.self) : "")
      }
    }
    return outcome == .found ? groups : nil
  }

  /// Searches `text`; on a match `found` reads the places of the groups and the bytes that they refer to.
  private func match(
    _ text: String, groups: UInt32, found: (OpaquePointer, UnsafeBufferPointer<UInt8>) -> Void
  ) -> Outcome {
    guard let context = unsafe pcre2_match_context_create_8(nil),
      let data = unsafe pcre2_match_data_create_8(groups + 1, nil)
    else { return .gaveUp }
    defer {
      unsafe pcre2_match_data_free_8(data)
      unsafe pcre2_match_context_free_8(context)
    }
    unsafe pcre2_set_match_limit_8(context, Self.mostSteps)
    unsafe pcre2_set_depth_limit_8(context, Self.mostOpenChoices)
    unsafe pcre2_set_heap_limit_8(context, Self.mostMemory)
    var text = text
    let result = text.withUTF8 { bytes in
      let result = unsafe pcre2_match_8(
        code, bytes.baseAddress, bytes.count, 0, UInt32(PCRE2_NO_UTF_CHECK), data, context)
      if result >= 0 { unsafe found(data, bytes) }
      return result
    }
    // 0 means a match with more groups than the match data has room for.
    return result >= 0 ? .found : result == PCRE2_ERROR_NOMATCH ? .notFound : .gaveUp
  }

  private static func compile(_ text: String, _ options: UInt32) throws(TextPattern.Mistake) -> OpaquePointer
  {
    var (error, offset): (Int32, Int) = (0, 0)
    var text = text
    let code = text.withUTF8 { bytes in
      unsafe pcre2_compile_8(bytes.baseAddress, bytes.count, options, &error, &offset, nil)
    }
    guard let code = unsafe code else {
      // The written expression has a slash before it, and people count from 1.
      let place = String(decoding: text.utf8.prefix(offset), as: UTF8.self).count + 2
      throw TextPattern.Mistake(words: "\(words(for: error)), at character \(place)")
    }
    return unsafe code
  }

  /// PCRE2's description of an error. The corresponding C function is `pcre2_get_error_message`.
  private static func words(for error: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe pcre2_get_error_message_8(error, &buffer, buffer.count)
    return count < 0 ? "error \(error)" : String(decoding: buffer[..<Int(count)], as: UTF8.self)
  }
}
