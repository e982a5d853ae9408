public import Geometry
public import GlassModel

nonisolated extension Picture {
  /// Decodes a wallpaper as an output of `size` physical pixels shows it: `GlassSession.decodeWallpaper`.
  @Sendable public static func wallpaper(
    _ wallpaper: BackdropPolicy.Wallpaper, on size: PixelSize
  ) -> WallpaperContent {
    do throws(PictureError) {
      let picture = try load(path: wallpaper.path)
      return wallpaper.isPlain
        ? .colour(picture.averageColour) : .picture(picture.placed(wallpaper.placement, on: size))
    } catch {
      return .failed("\(error)")
    }
  }
}
