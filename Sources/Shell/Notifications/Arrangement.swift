import Geometry
public import Settings

/// The banners that an output shows, and the number of notifications without room there.
public struct Arrangement: Equatable, Sendable {
  /// A banner in its place.
  public struct Banner: Equatable, Sendable {
    public var id: BannerID
    public var notification: Notification
    /// The number of arrivals of the same notification.
    public var count: Int
    /// The number of other notifications behind it in the same stack.
    public var behind: Int
    /// The name of its stack; nil: none.
    public var group: String?
    /// Whether the banner has the control that collapses an expanded stack, as the newest one of the stack has.
    public var isExpanded: Bool
    public var isHovered: Bool
    /// The look that settings and rules give it, and the effects of gestures on it.
    public var style: BannerStyle
  }

  /// The banners that are shown, from the top to the bottom.
  public var banners: [Banner]
  /// The number of other open notifications, for which there is no room.
  public var moreCount: Int

  /// The arrangement of no banners.
  public static let empty = Arrangement(banners: [], moreCount: 0)
}

extension NotificationStore {
  /// The banners that `output` shows.
  ///
  /// The newest banners are shown. Critical ones have precedence, but leave a place for the others unless the order is `criticalFirst`, and the banner
  /// under the pointer or with an open reply stays, so that no typed reply is lost. The shown banners are in the
  /// order of the settings. `anchor` is the place of the stack; nil: that of the settings. With `onlyRaised`, notifications whose
  /// banners are not on the overlay are ignored. Takes time in proportion to the number of open notifications.
  public func arrangement(
    on output: String, at anchor: NotificationSettings.Anchor? = nil, onlyRaised: Bool = false
  ) -> Arrangement {
    var candidates: [Candidate] = []
    var stacks: [String: Int] = [:]
    let used = hovered
    var spread: [String: Int] = [:]
    for id in notifications.newestFirst {
      guard let entry = notifications[id], isVisible(entry), shows(entry, on: output),
        isPlaced(entry, at: anchor), !onlyRaised || isRaised(entry)
      else { continue }
      guard let group = entry.group, !notifications.expandedGroups.contains(group) else {
        if let group = entry.group { spread[group, default: 0] += 1 }
        candidates.append(Candidate(id: id, urgency: entry.notification.urgency))
        continue
      }
      if let index = stacks[group] {
        candidates[index].behind += 1
        // A critical banner lies in front of its stack, unless another one of it is used.
        if entry.notification.urgency == .critical, candidates[index].urgency != .critical,
          candidates[index].id != used
        {
          candidates[index].id = id
          candidates[index].urgency = .critical
        }
        if id == used { candidates[index].id = id }
      } else {
        stacks[group] = candidates.count
        candidates.append(Candidate(id: id, urgency: entry.notification.urgency))
      }
    }
    let shown = choose(candidates, used: used)
    let total = candidates.reduce(0) { $0 + 1 + $1.behind }
    let seen = shown.reduce(0) { $0 + 1 + $1.behind }
    let banners = shown.compactMap { candidate -> Arrangement.Banner? in
      guard var banner = banner(candidate) else { return nil }
      // A single banner is not a stack.
      banner.isExpanded = banner.group.flatMap { spread.removeValue(forKey: $0) }.map { $0 > 1 } ?? false
      return banner
    }
    return Arrangement(banners: ordered(banners, at: anchor ?? settings.anchor), moreCount: total - seen)
  }

  /// The banners in the order of the settings; the given ones go from the newest to the oldest.
  private func ordered(
    _ banners: [Arrangement.Banner], at anchor: NotificationSettings.Anchor
  ) -> [Arrangement.Banner] {
    switch settings.order {
    case .criticalFirst:
      [!anchor.isAtBottom, anchor.isAtBottom].flatMap { isCritical in
        banners.filter { ($0.notification.urgency == .critical) == isCritical }
      }
    case .newestTop: banners
    case .newestBottom: banners.reversed()
    case .urgency:
      Urgency.allCases.reversed().flatMap { urgency in
        banners.reversed().filter { $0.notification.urgency == urgency }
      }
    }
  }

  /// All open notifications that are not hidden by a rule, from the newest to the oldest.
  public var open: [Notification] {
    notifications.newestFirst.compactMap { notifications[$0].flatMap { $0.isHidden ? nil : $0.notification } }
  }

  /// The number of banners of open notifications, including those that wait, without those that a rule hides.
  public var openCount: Int { notifications.visibleCount }

  /// The open notification that shows `id`; nil: it is not open.
  public func notification(_ id: NotificationID) -> Notification? { notifications[id]?.notification }

  /// Returns the number of arrivals of the notification with `id`; 0 if it is not open.
  public func count(of id: NotificationID) -> Int { notifications[id]?.count ?? 0 }

  /// The stack in which a notification lies, as its application or its rule names it; nil: none.
  public func stack(of id: NotificationID) -> String? {
    // The name follows a word that tells stacks of applications from those of rules.
    notifications[id]?.group.map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  /// Whether a record of the history is open; `isOfThisRun`: the store itself has made it.
  public func isOpen(_ record: HistoryRecord, isOfThisRun: Bool) -> Bool {
    isOfThisRun && banner(counting: record) != nil || notifications.values.contains { $0.origin == record }
  }

  /// The banner that counts the notification of a record of this run; nil: it is not open. A later notification may have its
  /// identifier.
  func banner(counting record: HistoryRecord) -> BannerID? {
    guard let banner = banner(of: record.id), let entry = notifications[banner], entry.keepsHistory,
      record.number >= entry.firstRecord
    else { return nil }
    return banner
  }

  /// Whether an identifier is open.
  public func contains(_ id: NotificationID) -> Bool { notifications.banners[id] != nil }

  /// Whether a banner is open.
  public func isOpen(_ banner: BannerID) -> Bool { notifications.contains(banner) }

  /// The banner that shows or counts a notification; nil: it is not open.
  public func banner(of id: NotificationID) -> BannerID? { notifications.banners[id] }

  /// Returns whether the entry has a banner as soon as there is room.
  func isVisible(_ entry: OpenNotification) -> Bool {
    if entry.isHidden || isHeldByLock(entry) { return false }
    guard isQuiet else { return true }
    let isExcepted = settings.doNotDisturb.lettingCritical && entry.notification.urgency == .critical
    let own = entry.pauseLevel.map { Int($0) } ?? (isExcepted ? 100 : 0)
    return own >= doNotDisturb.level(settings.doNotDisturb)
  }

  /// Returns whether the entry is held back until the session is unlocked.
  func isHeldByLock(_ entry: OpenNotification) -> Bool {
    guard isLocked == true else { return false }
    return settings.whileLocked == .none || entry.notification.urgency != .critical
  }

  /// The name of the output where a new notification appears; nil for all outputs, or for the first one that appears
  /// if there is none.
  var placeForNew: String? {
    switch settings.output {
    case "all": nil
    case "focused": focusedOutput ?? outputs.first
    case let name: outputs.contains(name) ? name : focusedOutput ?? outputs.first
    }
  }

  private func shows(_ entry: OpenNotification, on output: String) -> Bool {
    guard let place = entry.output else {
      return settings.output == "all" || output == (focusedOutput ?? outputs.first ?? output)
    }
    // The output may be gone.
    return place == output || !outputs.contains(place) && output == (focusedOutput ?? outputs.first)
  }

  private func isPlaced(_ entry: OpenNotification, at anchor: NotificationSettings.Anchor?) -> Bool {
    guard let own = entry.notification.style.anchor else {
      return (anchor ?? settings.anchor) == settings.anchor
    }
    return own == (anchor ?? settings.anchor)
  }

  /// Returns whether the banner is on the overlay.
  private func isRaised(_ entry: OpenNotification) -> Bool {
    entry.notification.urgency == .critical && settings.criticalLayer == .overlay
      || entry.notification.style.layer == .overlay
  }

  private struct Candidate {
    var id: BannerID
    var urgency: Urgency
    var behind = 0
  }

  /// `candidates` and what it returns go from the newest to the oldest.
  private func choose(_ candidates: [Candidate], used: BannerID?) -> [Candidate] {
    guard candidates.count > settings.maxShown else { return candidates }
    let stays = candidates.indices.filter { candidates[$0].id == used }
    let critical = candidates.indices.filter {
      candidates[$0].id != used && candidates[$0].urgency == .critical
    }
    let others = candidates.indices.filter {
      candidates[$0].id != used && candidates[$0].urgency != .critical
    }
    let room = settings.maxShown - stays.count
    // The newest of the others has a place in every order but this.
    let kept = others.isEmpty || room <= 1 || settings.order == .criticalFirst ? 0 : 1
    let first = critical.prefix(room - kept)
    let rest = others.prefix(room - first.count)
    return (stays + first + rest).sorted().map { candidates[$0] }
  }

  private func banner(_ candidate: Candidate) -> Arrangement.Banner? {
    guard let entry = notifications[candidate.id] else { return nil }
    return Arrangement.Banner(
      id: candidate.id, notification: entry.notification, count: entry.count, behind: candidate.behind,
      group: entry.group, isExpanded: false,
      isHovered: hovered == candidate.id,
      style: settings.style.overridden(by: entry.notification.style))
  }
}
