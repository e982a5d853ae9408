import Geometry
import Scenes

/// A picture's file in memory, decoded in the format that is recognised from its bytes.
nonisolated enum PictureFile {
  /// Decodes the picture, turned upright according to its metadata.
  static func decode(_ bytes: [UInt8], fit: PictureFit) throws(PictureError.Reason) -> Bitmap {
    guard let format = PictureFormat(start: bytes[...]) else { throw .notAPicture }
    switch format {
    case .drawing: return try FormatLibraries.draw(bytes, fit: fit)
    case .bmp: return try BMPPicture(file: FileBytes(bytes)).decode(fit: fit)
    case .ico: return try ICOFile(FileBytes(bytes)).decode(fit: fit)
    case .xpm: return try XPMFile(bytes).decode(fit: fit)
    case .png, .jpeg, .webp, .gif: break
    }
    guard let header = PictureHeader(format, FileBytes(bytes)) else {
      throw .damaged("its header is damaged")
    }
    let target = try fit.size(of: header.size)
    let range = header.range ?? bytes.indices
    let bitmap = try FormatLibraries.decode(format, bytes[range], size: header.size, to: target)
    return header.orientation.upright(bitmap)
  }
}
