import CEGL
import Geometry
import Rendering

extension GraphicsContext {
  /// Has the driver let go of what was drawn last and of what it was drawn from, deleted or not.
  ///
  /// Mesa holds both until something else is drawn, and a window's buffer until a context is made current after that was
  /// destroyed: after five banners 2.4 MB.
  func letGoOfLastDrawing() {
    // Of those that read one texture, that which all glass needs: nothing is compiled for this.
    guard let chain = programs.first(where: { $0.key.hasPrefix(BlurShaders.chainName) })?.value,
      let from = try? Layer("nothing", cells: Self.oneCell, cellSize: 1, in: self),
      let onto = try? Layer("nothing", cells: Self.oneCell, cellSize: 1, in: self)
    else { return }
    chain.use()
    chain.bind("source", from.texture, unit: 0)
    onto.draw(Self.oneCell)
    // What was to be drawn before holds textures until it is.
    finish()
    makeCurrentAgain()
    from.destroy()
    onto.destroy()
  }

  private static let oneCell = PixelRect(x: 0, y: 0, width: 1, height: 1)
}
