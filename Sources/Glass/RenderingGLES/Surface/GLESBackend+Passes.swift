package import Geometry
package import Rendering
package import Scenes
package import VisualEffects

extension GLESBackend {
  package func colour(
    _ cells: PixelRect, of source: Layer, by chain: ColourChain, sideWeight: Double, to target: Layer
  ) throws(RenderingError) {
    let program = try context.program(BlurShaders.chain(sideWeight: sideWeight))
    program.use()
    program.set(chain)
    program.bind("source", source.texture, unit: 0)
    target.draw(cells)
  }

  package func reduce(
    _ source: Layer, by step: PlannedBlur.Step, to target: Layer
  ) throws(RenderingError) {
    let program = try context.program(BlurShaders.reduce(step.reduction))
    program.use()
    program.bind("source", source.texture, unit: 0)
    program.set("place", source.sampling(from: target))
    program.set("texel", source.texelSize)
    target.draw(step.cells)
  }

  package func blur(
    _ source: Layer, by kernel: GaussianKernel, _ rows: PixelRect, to across: Layer, _ columns: PixelRect,
    to target: Layer
  ) throws(RenderingError) {
    let gaussian = try context.program(BlurShaders.gaussian(taps: kernel.taps.count))
    gaussian.use()
    gaussian.set("taps", kernel.taps.map { SIMD2(Float($0.offset), Float($0.weight)) })
    gaussian.bind("source", source.texture, unit: 0)
    gaussian.set("place", source.sampling(from: across))
    gaussian.set("axis", SIMD2(source.texelSize.x, 0))
    across.draw(rows)
    gaussian.bind("source", across.texture, unit: 0)
    gaussian.set("place", across.sampling(from: target))
    gaussian.set("axis", SIMD2(0, across.texelSize.y))
    target.draw(columns)
  }

  package func lay(
    _ canvas: PaintCanvas, of surface: PixelRect, over below: Layer, to target: Layer
  ) throws(RenderingError) {
    let program = try context.program(PaintShaders.underlay)
    program.use()
    program.bind("below", below.texture, unit: 0)
    program.set("belowOrigin", below.origin.x, below.origin.y)
    program.bind("canvas", canvas.texture, unit: 1)
    program.set("canvasOrigin", surface.x + canvas.frame.x, surface.y + canvas.frame.y)
    program.set("firstCell", target.origin.x, target.origin.y)
    target.draw(target.cells)
  }

  package func fill(
    _ layer: Layer, from picture: Bitmap, by reduction: Reduction?
  ) throws(RenderingError) {
    let texture = try Texture("picture", picture.size, .byte4, in: context)
    defer { texture.destroy() }
    unsafe picture.bytes.withUnsafeBytes {
      unsafe texture.upload(PixelRect(picture.size), from: $0.baseAddress!)
    }
    let source = BlurShaders.picture(reduction)
    let program = try context.program(source)
    defer { context.programs.forget(source) }
    program.use()
    program.bind("source", texture, unit: 0)
    program.set("firstCell", layer.origin.x, layer.origin.y)
    program.set("last", picture.size.width - 1, picture.size.height - 1)
    layer.draw(layer.cells)
  }

  package func take(
    _ blocks: [PixelRect], from capture: CaptureTexture, to layer: Layer, of estimate: EstimateState
  ) throws(RenderingError) -> PixelRect {
    let (inner, edges) = estimate.split(blocks)
    for (rects, atEdge) in [(inner, false), (edges, true)] where !rects.isEmpty {
      let program = try context.program(EstimateShaders.mean(atEdge: atEdge))
      program.use()
      capture.bind(to: program, unit: 0)
      program.set("firstCell", layer.origin.x, layer.origin.y)
      store(program, rects, in: layer, of: estimate)
    }
    return (inner + edges).reduce(.empty) { $0.union($1) }
  }

  package func take(
    _ blocks: PixelRect, from measurement: Measurement, _ flags: BlockFlags, to layer: Layer,
    of estimate: EstimateState
  ) throws(RenderingError) -> PixelRect {
    let isClear = flags.held.isEmpty
    let (inner, edges) = estimate.split([blocks])
    for (rects, atEdge) in [(inner, false), (edges, true)] where !rects.isEmpty {
      let program = try context.program(EstimateShaders.keep(atEdge: atEdge, isClear: isClear))
      program.use()
      measurement.bindMeans(to: program, unit: 0)
      if !isClear { measurement.bindHeld(flags, to: program, unit: 1) }
      program.set("firstCell", layer.origin.x, layer.origin.y)
      program.set("firstBlock", measurement.blocks.x, measurement.blocks.y)
      program.set("veil", Float(measurement.state.unblending.meanTolerance(count: 16) / 255))
      store(program, rects, in: layer, of: estimate)
    }
    return (inner + edges).reduce(.empty) { $0.union($1) }
  }

  private func store(
    _ program: ShaderProgram, _ rects: [PixelRect], in layer: Layer, of estimate: EstimateState
  ) {
    program.set("outputSize", estimate.output.width, estimate.output.height)
    layer.target.draw(rects.map(layer.texels))
  }
}
