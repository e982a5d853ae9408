public import HeadlessSession

/// Throws an error that names the Debian package `package` if `program` is missing.
public func requireProgram(_ program: String, of package: String) throws(SessionError) {
  guard HeadlessSway.missingPackages([program]).isEmpty else { throw .missing(packages: [package]) }
}
