public import Geometry
public import HeadlessSession
public import Scenes

extension HeadlessSway {
  /// The picture that the output shows, or a part of it in logical pixels, taken by grim.
  public func picture(of region: PixelRect? = nil) throws -> Bitmap {
    let part = region.map { ["-g", "\($0.x),\($0.y) \($0.width)x\($0.height)"] } ?? []
    let arguments = ["grim", "-t", "ppm"] + part + ["-"]
    guard let picture = Bitmap(ppm: try run(arguments)) else {
      throw SessionError.failed(arguments, log: "not a PPM")
    }
    return picture
  }
}
