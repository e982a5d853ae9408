import Testing
import VisualEffects

struct UnBlendingTests {
  @Test(arguments: [5, 15])
  func `what leaks is within the leak and known exactly from capture and content`(leak: Int) {
    let model = UnBlending(Leak(content: leak))
    for background in 0...255 {
      for carrier in 0..<model.leak.carrierAlpha {
        let leaked = model.leaked(background: background, carrier: carrier)
        guard model.isValid(leaked: leaked) else {
          Issue.record("\(leaked) leaks of background \(background), carrier \(carrier)")
          return
        }
        for content in 0...255 - leak
        where model.shown(content: content, background: background, carrier: carrier) - content != leaked {
          Issue.record("content \(content) background \(background) carrier \(carrier)")
          return
        }
      }
    }
  }

  @Test(arguments: [5, 15])
  func `over all thresholds the estimate is the background`(leak: Int) {
    let model = UnBlending(Leak(content: leak))
    let thresholds = model.leak.carrierAlpha
    let scale = 255 / Double(255 - thresholds)
    var bias = 0.0
    for background in 0...255 {
      var sum = 0.0
      var squares = 0.0
      for carrier in 0..<thresholds {
        let leaked = model.leaked(background: background, carrier: carrier)
        let error = model.estimate(leaked: Double(leaked), carrier: Double(carrier)) - Double(background)
        sum += error
        squares += error * error
      }
      let mean = sum / Double(thresholds)
      bias += mean / 256
      // The carrier's own blending rounds to 8 bits: half a step, scaled.
      #expect(abs(mean) <= 0.5 * scale + 1e-9, "background \(background)")
      #expect(
        squares / Double(thresholds) <= model.standardDeviation * model.standardDeviation + 0.5,
        "\(background)")
    }
    #expect(abs(bias) < 0.01)
  }

  @Test func `one pixel's noise is as documented`() {
    #expect(abs(UnBlending(.standard).standardDeviation - 18.4) < 0.1)
    #expect(abs(UnBlending(.fine).standardDeviation - 5.2) < 0.1)
    #expect(abs(UnBlending(.standard).meanTolerance(count: 16) - 13.8) < 0.1)
  }

  @Test func `rounding is to the nearest`() {
    let model = UnBlending(.standard)
    for background in 0...255 {
      let under = model.underneath(background: background, carrier: 7)
      #expect(abs(Double(under - 7) - 204 * Double(background) / 255) <= 0.5)
      let leaked = model.leaked(background: background, carrier: 7)
      #expect(abs(Double(leaked) - 5 * Double(under) / 255) <= 0.5)
    }
  }

  @Test func `what is covered fails and a tolerance forgives`() {
    let model = UnBlending(.standard)
    #expect(!model.isValid(leaked: -1))
    #expect(!model.isValid(leaked: 6))
    #expect(model.isValid(leaked: -1, tolerance: 1) && model.isValid(leaked: 6, tolerance: 1))
    #expect(!model.isValid(leaked: 7, tolerance: 1))
  }

  @Test(arguments: [5, 15])
  func `the next content shows the target and never saturates`(leak: Int) {
    let model = UnBlending(Leak(content: leak))
    for target in leak...255 - leak {
      for leaked in 0...leak {
        let content = model.content(showing: target, leaked: leaked)
        #expect((0...255 - leak).contains(content))
        #expect(content + leaked == target)
      }
    }
    #expect(model.content(showing: 255, leaked: 0) == 255 - leak)
  }

  @Test func `leaks suit their blurs`() {
    #expect(Leak.forBlur(sigma: 20) == .standard && Leak.forBlur(sigma: 19.9) == .fine)
    #expect(Leak.standard.carrierAlpha == 51 && Leak.fine.carrierAlpha == 17 && Leak.opaque.carrierAlpha == 0)
  }
}
