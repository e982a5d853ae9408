/// The icons and pictures that banners show.
public enum BannerIcons: Equatable, Sendable {
  /// Icons that notifications or their programs name, and pictures that notifications bring.
  case all
  /// Pictures that notifications bring, as pixels or as files.
  case pictures
  case none
}
