public import Input
public import Wayland

/// Input beside what surfaces are told: surfaces of the program's own, tokens, the clipboard.
extension GlassSession {
  /// Takes what pointers do over a surface that the program made itself, in its logical pixels; nil: nobody does.
  ///
  /// Forgotten before the surface is destroyed.
  public func setPointerHandler(of surface: WlSurface, _ handler: ((PointerEvent) -> Void)?) {
    input?.setHandler(of: surface, handler)
  }

  /// Asks the compositor for a token by which another program may come to the front, on the strength of the last click,
  /// touch or key.
  ///
  /// `answer` is called once, and soon: with nil where the compositor has no such tokens or does not answer.
  public func requestActivationToken(
    surface: LiveSurface?, applicationID: String?, answer: @escaping (String?) -> Void
  ) {
    answer(nil)
  }

  /// The clipboard's text; `answer` is called once, with nil if there is none or it cannot be had.
  ///
  /// Compositors tell it to whom the keyboard belongs.
  public func paste(_ answer: @escaping (String?) -> Void) { answer(nil) }

  /// Puts text into the clipboard, on the strength of the last click or key.
  public func copy(_ text: String) {}
}
