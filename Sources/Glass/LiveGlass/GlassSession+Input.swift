public import Geometry
public import Wayland

/// Input beside what surfaces are told: surfaces of the program's own, tokens, the clipboard.
extension GlassSession {
  /// Takes what is done on a surface that the program made itself, in its logical pixels, until `ignore`.
  public func listen(
    to surface: WlSurface, onPointer: @escaping (PointerEvent) -> Void,
    onTouch: @escaping (TouchEvent) -> Void
  ) {
    input?.listen(to: surface, onPointer: onPointer, onTouch: onTouch)
  }

  /// Ends that, before the surface is destroyed; idempotent.
  public func ignore(_ surface: WlSurface) { input?.ignore(surface) }

  /// Asks the compositor for a token by which another program may come to the front, on the strength of the last click,
  /// touch or key.
  ///
  /// `answer` is called once, and soon: with nil where the compositor has no such tokens or does not answer.
  public func requestActivationToken(
    surface: LiveSurface?, applicationID: String?, answer: @escaping (String?) -> Void
  ) {
    guard let input else { return answer(nil) }
    input.seats.requestActivationToken(
      surface: surface?.window?.proxy, applicationID: applicationID, answer: answer)
  }

  /// The clipboard's text; `answer` is called once, with nil if there is none, if it is longer than a megabyte, or if
  /// whoever has it does not hand it over within a second.
  ///
  /// Compositors tell it to whom the keyboard belongs. What is no UTF-8 has U+FFFD in its place.
  public func paste(_ answer: @escaping (String?) -> Void) {
    guard let input else { return answer(nil) }
    input.seats.paste(answer)
  }

  /// Puts text into the clipboard, on the strength of the last click, touch or key; nothing happens unless a surface may
  /// have the keyboard.
  public func copy(_ text: String) { input?.seats.copy(text) }
}
