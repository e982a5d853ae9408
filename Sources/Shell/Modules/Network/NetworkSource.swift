import BarUI
import DesktopModel
import DesktopServices
import Localization
import Loop
import ModuleModel
import Settings
import TextProcessing

extension NetworkSettings: AsksServices {
  func makeSource(_ start: ModuleStart) -> (any ModuleSource)? {
    NetworkSource(
      settings: self, networks: start.services.networks, meters: start.services.meters, outlet: start.outlet)
  }
}

/// Shows the network connection, and lets another one be chosen.
final class NetworkSource: FollowsBars, PerformsActions, KeepsPanels {
  private let settings: NetworkSettings
  private let networks: Networks
  private let meters: Meters
  private let outlet: ModuleOutlet
  private var observation: Observation?
  /// Tells changes of the interface that the settings name.
  private var interface: Observation?
  /// Reads the rate of received data and sends; nil while that is not shown, or there is no connection.
  private var rates: (interface: String, source: MeterSource)?
  private var traffic: [String: FieldValue] = [:]
  /// The regular reading of the signal strength, while it is shown and bars are visible.
  private var strength: Observation?
  /// The regular reading of the radio link, while it is shown and bars are visible.
  private var radio: Observation?
  /// The field of the speed of an interface's cable, as it was when the status changed last.
  private var speed: (interface: String, fields: [String: FieldValue]) = ("", [:])
  let panels: OpenPanels
  private var question = NetworkQuestion()
  /// The networks that the panel lists while it is open.
  private var listed = SteadyNetworks()
  /// The reason that was reported last of an attempt to join a network; nil: the last attempt was not refused.
  private var refusal: String?

  init(settings: NetworkSettings, networks: Networks, meters: Meters, outlet: ModuleOutlet) {
    (self.settings, self.networks, self.meters, self.outlet) = (settings, networks, meters, outlet)
    panels = OpenPanels(outlet)
    observation = networks.observe { [unowned self] in statusChanged() }
    if settings.interface != nil {
      interface = networks.observeInterfaces { [unowned self] in statusChanged() }
    }
    panels.follow = { [unowned self] tell in
      let choosing = networks.observeChoices { [unowned self] in
        list()
        reportRefusal()
        tell()
      }
      list()
      // A refusal may have come while no panel was open.
      reportRefusal()
      return choosing
    }
    panels.onClose = { [unowned self] in (question, listed) = (NetworkQuestion(), SteadyNetworks()) }
    barsAreSeen(true)
    statusChanged()
  }

  func barsAreSeen(_ areSeen: Bool) {
    strength = areSeen && settings.showsStrength ? networks.followStrength() : nil
    radio = areSeen && settings.showsRadio ? networks.observeRadios { [unowned self] in show() } : nil
  }

  func stop() {
    outlet.close()
    rates?.source.stop()
    rates = nil
    panels.stop()
    (strength, radio) = (nil, nil)
    interface.end()
    observation.end()
  }

  func perform(_ action: String, item: String?, by contact: ModuleContact) {
    guard action == "toggle_wifi", let status = networks.status else { return }
    turnWireless(on: status.isWirelessOff)
  }

  private func turnWireless(on isOn: Bool) {
    if isOn, networks.status?.isWirelessBlocked == true {
      return panels.failure.take(localized("A switch of the machine keeps Wi-Fi off."))
    }
    networks.turnWireless(on: isOn) { [panels] in panels.failure.take($0) }
  }

  /// Reads the speed of the cable again, since another one may be plugged in.
  private func statusChanged() {
    if settings.showsLinkSpeed, let interface = status?.interface {
      let bits = interface.isEmpty ? nil : meters.linkSpeed(of: interface)
      speed = (interface, bits.map { ["link_speed": .integer($0, .bitsPerSecond)] } ?? [:])
    }
    show()
  }

  private func show() {
    let status = status
    measure(status?.interface ?? "")
    var reading = NetworkStatus.reading(status)
    reading.fields.merge(traffic) { _, new in new }
    if let interface = status?.interface, !interface.isEmpty {
      if radio != nil, let link = networks.radio(of: interface) {
        reading.fields.merge(link.fields) { _, new in new }
      }
      if speed.interface == interface { reading.fields.merge(speed.fields) { _, new in new } }
    }
    outlet.show(reading)
  }

  /// The status of the connection, or of the interface that the settings name; nil: nobody tells, or there is no such interface.
  private var status: NetworkStatus? {
    guard let interface = settings.interface else { return networks.status }
    return networks.status(of: interface.matches)
  }

  /// Reads the rates of an interface, and no more those of another one.
  private func measure(_ interface: String) {
    guard settings.showsRates, interface != rates?.interface ?? "" else { return }
    rates?.source.stop()
    (rates, traffic) = (nil, [:])
    guard !interface.isEmpty else { return }
    let outlet = ModuleOutlet(of: outlet.module) { [weak self] in self?.take($0.fields) }
    let meter = MeterSettings(.rates(.named(interface)), interval: settings.interval)
    rates = (interface, MeterSource(settings: meter, meters: meters, outlet: outlet))
  }

  private func take(_ fields: [String: FieldValue]) {
    traffic = fields.filter { ["down", "up", "down_bits", "up_bits"].contains($0.key) }
    (traffic["down_total"], traffic["up_total"]) = (fields["received"], fields["sent"])
    // The first reading comes while the source is made.
    if rates != nil { show() }
  }

  // MARK: - The panel

  func panel(of item: String?) -> ControlPanel? {
    var choices = networks.choices
    choices?.networks = listed.networks
    var panel = ControlPanel.networks(status, choices, question)
    panel.rows += panels.failure.rows
    return panel
  }

  /// Lists the networks in reach, without moving those that are listed.
  private func list() {
    let choices = networks.choices
    if choices?.isWirelessOn != true { listed = SteadyNetworks() }
    listed.update(choices?.networks ?? [])
  }

  /// Writes NetworkManager's reason for refusing a network to the log; the panel shows a sentence of our own.
  private func reportRefusal() {
    let reason = networks.choices?.attempt?.failure?.reason
    if let reason, reason != refusal { outlet.report(reason) }
    refusal = reason
  }

  private func network(_ id: String) -> WirelessNetwork? { listed.networks.first { $0.id == id } }

  func use(_ use: ControlUse, of item: String?) {
    switch use {
    case .turn(let isOn): turnWireless(on: isOn)
    case .choose(let row): choose(row)
    case .submit(let row, let text): submit(text, row)
    case .press(let row, _): press(row)
    case .unfold(let row):
      guard case .network(let id)? = row.as(NetworkRow.self) else { return }
      question = NetworkQuestion(unfolded: question.unfolded == id ? nil : id)
      panels.tell()
    case .set, .toggle: break
    }
  }

  private func press(_ row: PanelRowKey) {
    switch row.as(NetworkRow.self) {
    case .otherOpen: joinOther(password: nil)
    case .networking: networks.turnNetworking(on: true) { [panels] in panels.failure.take($0) }
    default: break
    }
  }

  private func forget(_ network: WirelessNetwork) {
    networks.forget(network) { [weak self, panels] ending in
      panels.failure.take(ending)
      guard let self, ending == nil else { return }
      listed.forget(network.id)
      panels.tell()
    }
  }

  private func choose(_ row: PanelRowKey) {
    panels.failure.clear()
    switch row.as(NetworkRow.self) {
    case .privateNetwork(let id): togglePrivate(id)
    case .wired(let id): networks.toggleWired(id) { [panels] in panels.failure.take($0) }
    case .network(let id):
      guard let network = network(id) else { return }
      let wasAsked = question.network == id
      question = NetworkQuestion()
      if network.active != nil {
        networks.leave(id) { [panels] in panels.failure.take($0) }
      } else if network.saved == nil, network.security != .open {
        // A network that needs more than a password gets an explanation in place of a question.
        if !wasAsked { question.network = id }
        panels.tell()
      } else {
        networks.join(network)
      }
    case .other:
      question = NetworkQuestion(other: question.other?.isAsked == true ? nil : .name())
      panels.tell()
    case .forget(let id):
      question = NetworkQuestion()
      if let network = network(id) { forget(network) }
      panels.tell()
    case .password, .networking, .otherName, .otherPassword, .otherOpen, nil: break
    }
  }

  private func togglePrivate(_ id: String) {
    let name = networks.choices?.privateNetworks.first { $0.id == id }?.name ?? ""
    networks.togglePrivate(id) { [panels] ending in
      panels.failure.take(
        (ending?.words).map { "“\(NetworkName(name.utf8).text)”: \($0)" }, because: ending?.reason)
    }
    panels.tell()
  }

  private func submit(_ text: String, _ row: PanelRowKey) {
    switch row.as(NetworkRow.self) {
    case .password(let id): submit(password: text, for: id)
    case .otherName:
      let isName = text.utf8.count <= NetworkName.mostBytes
      question = NetworkQuestion(other: isName ? .password(of: text) : .name(isRefused: true))
    case .otherPassword: joinOther(password: text)
    case .network, .forget, .wired, .privateNetwork, .networking, .other, .otherOpen, nil: return
    }
    panels.tell()
  }

  /// Joins the network that was named, without a password if that is nil.
  private func joinOther(password: String?) {
    guard let name = question.other?.name,
      let network = networks.choices?.hidden(NetworkName(name.utf8), isOpen: password == nil)
    else { return }
    if let password, !network.accepts(password: password) {
      question = NetworkQuestion(other: .password(of: name, isRefused: true))
    } else {
      question = NetworkQuestion(other: .joining(name))
      networks.joinHidden(network.name, password: password)
    }
    panels.tell()
  }

  private func submit(password: String, for id: String) {
    guard let network = network(id) else { return }
    if network.accepts(password: password) {
      question = NetworkQuestion()
      networks.join(network, password: password)
    } else {
      question = NetworkQuestion(network: id, isRefused: true)
    }
  }
}

extension CommandFailure {
  /// Records the end of a command to NetworkManager.
  fileprivate func take(_ ending: NetworkAttempt.Failure?) { take(ending?.words, because: ending?.reason) }
}
