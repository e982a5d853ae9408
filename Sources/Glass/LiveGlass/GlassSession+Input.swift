public import Geometry
public import Wayland

/// Input other than that of live surfaces: input of the program's own surfaces, activation tokens, the
/// clipboard.
extension GlassSession {
  /// Passes pointer and touch events of a surface that the program made itself to the handlers, in the
  /// surface's logical pixels, until `ignore`.
  public func listen(
    to surface: WlSurface, onPointer: @escaping (PointerEvent) -> Void,
    onTouch: @escaping (TouchEvent) -> Void
  ) {
    input?.listen(to: surface, onPointer: onPointer, onTouch: onTouch)
  }

  /// Ends `listen` for a surface; called before the surface is destroyed, and idempotent.
  public func ignore(_ surface: WlSurface) { input?.ignore(surface) }

  /// Asks the compositor for a token with which another program may activate its window, with the serial of
  /// the last click, touch or key.
  ///
  /// `answer` is called once, within half a second; with nil if the compositor offers no tokens or does not
  /// answer.
  public func requestActivationToken(
    surface: LiveSurface?, applicationID: String?, answer: @escaping (String?) -> Void
  ) {
    guard let input else { return answer(nil) }
    input.seats.tokens.request(
      surface: surface?.window?.proxy, applicationID: applicationID, answer: answer)
  }

  /// Reads the clipboard's text; `answer` is called once, with nil if there is none, if it is longer than a
  /// megabyte, or if the program that has it does not send it in time.
  ///
  /// Compositors announce the clipboard to the client with keyboard focus. Invalid UTF-8 is replaced by
  /// U+FFFD.
  public func paste(_ answer: @escaping (String?) -> Void) {
    guard let input else { return answer(nil) }
    input.seats.paste(answer)
  }

  /// Puts text into the clipboard, with the serial of the last click, touch or key; nothing happens unless a
  /// surface may have keyboard focus.
  public func copy(_ text: String) { input?.seats.copy(text) }
}
