public import Rendering
import RenderingCPU
import RenderingGLES
public import Settings

extension RendererFactory {
  /// The renderers to try for a preference; the CPU is always the last.
  public static func preferring(_ preference: RendererPreference) -> RendererFactory {
    switch preference {
    case .auto: .glesOnGPU.fallingBack(to: .cpu)
    case .gles: .gles.fallingBack(to: .cpu)
    case .cpu: .cpu
    }
  }
}
