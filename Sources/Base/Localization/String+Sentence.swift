extension String {
  /// The text with a capital at the start.
  public var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
