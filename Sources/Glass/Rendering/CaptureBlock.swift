/// The blocks in which captures are judged and backgrounds are kept.
package enum CaptureBlock {
  /// How many pixels wide and high a block is: the first reduction of every blur.
  package static let side = 4
}
