/// The blocks in which captures are judged and backgrounds are kept.
package enum CaptureBlock {
  /// Width and height of a block in pixels: the factor of the first reduction in every blur of an estimate.
  package static let side = 4
}
