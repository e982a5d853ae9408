import CSQLite
import Glibc

/// A connection to a SQLite file, used by one thread.
@safe nonisolated final class Database {
  private let connection: OpaquePointer
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Opens or creates the file at `path`, readable by its owner only.
  ///
  /// `longestRow` is in bytes, many times the size of our rows: a longer one means that the file is damaged.
  /// The corresponding C function is `sqlite3_open_v2`.
  init(path: String, longestRow: CInt = 1 << 20) throws(HistoryError) {
    let status = try Self.status(afterCreating: path)
    (self.path, device, inode) = (path, status.st_dev, status.st_ino)
    var opened: OpaquePointer?
    let result = unsafe sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened = unsafe opened else { throw HistoryError(kind: .other, words: "no memory") }
    unsafe connection = unsafe opened
    guard result == SQLITE_OK else { throw error(result) }
    unsafe sqlite3_extended_result_codes(connection, 1)
    unsafe sqlite3_busy_timeout(connection, 50)
    _ = unsafe hyaline_sqlite3_keep_small(connection)
    _ = unsafe sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, longestRow)
  }

  deinit { unsafe sqlite3_close_v2(connection) }

  /// Creates the file if there is none, since SQLite would use the umask for it, and returns its status; its other files get
  /// the permissions of this one.
  ///
  /// A file that is there is not opened: closing it would release the locks of this process's other connections to it.
  private static func status(afterCreating path: String) throws(HistoryError) -> stat {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 || errno == EEXIST else { throw HistoryError(errorNumber: errno) }
    if descriptor >= 0 { close(descriptor) }
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw HistoryError(errorNumber: errno) }
    // The file of a link could be another program's.
    guard status.st_mode & S_IFMT != S_IFLNK else { throw HistoryError(errorNumber: ELOOP) }
    return status
  }

  /// Whether the file is still at its path; what is written to one that was removed or replaced is lost.
  var isInPlace: Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_dev == device && status.st_ino == inode
  }

  /// Runs statements without results.
  ///
  /// The corresponding C function is `sqlite3_exec`.
  func run(_ sql: String) throws(HistoryError) {
    let result = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw error(result) }
  }

  /// Compiles a statement. The corresponding C function is `sqlite3_prepare_v3`.
  func prepare(_ sql: String) throws(HistoryError) -> Statement {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let result = unsafe sqlite3_prepare_v3(connection, sql, -1, flags, &statement, nil)
    guard result == SQLITE_OK, let statement = unsafe statement else { throw error(result) }
    return unsafe Statement(owning: statement, of: self)
  }

  /// Whether a transaction was begun and has not ended.
  ///
  /// The corresponding C function is `sqlite3_get_autocommit`.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(connection) == 0 }

  func error(_ code: CInt) -> HistoryError {
    let words = unsafe String(cString: sqlite3_errmsg(connection))
    let kind: HistoryError.Kind =
      switch code & 0xFF {
      case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_TOOBIG: .damaged
      // Our statements are correct, so that a table or a column that they name must be missing.
      case SQLITE_ERROR: .damaged
      // Our rows satisfy the conditions of the table, so that other rows must be damaged.
      case SQLITE_CONSTRAINT, SQLITE_MISMATCH: .damaged
      case SQLITE_FULL: .full
      // A write beyond a limit on the size of files fails in this way.
      case SQLITE_IOERR where errno == EFBIG || errno == ENOSPC || errno == EDQUOT: .full
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      default: .other
      }
    return HistoryError(kind: kind, words: words)
  }
}
