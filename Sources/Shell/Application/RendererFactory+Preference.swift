public import Rendering
import RenderingCPU
import RenderingGLES
public import Settings

extension RendererFactory {
  /// Returns the renderers to try for a preference, in order; the CPU renderer is always the last.
  public static func preferring(_ preference: RendererPreference) -> RendererFactory {
    switch preference {
    case .auto: .glesOnGPU.fallingBack(to: .cpu)
    case .gles: .gles.fallingBack(to: .cpu)
    case .cpu: .cpu
    }
  }
}
