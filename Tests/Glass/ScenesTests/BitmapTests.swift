import Geometry
import Scenes
import Testing

@Suite struct BitmapTests {
  @Test func `a new bitmap is transparent and as large as asked`() {
    let bitmap = Bitmap(size: PixelSize(width: 3, height: 2))
    #expect(bitmap.bytes == [UInt8](repeating: 0, count: 24))
  }

  @Test func `bytes that do not fit the size are refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = Bitmap(size: PixelSize(width: 3, height: 2), bytes: [0, 0, 0, 0])
    }
  }
}
