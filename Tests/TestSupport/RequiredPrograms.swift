public import HeadlessSession

/// Fails the test that calls it where `program` is missing, and says which Debian package has it.
public func requireProgram(_ program: String, of package: String) throws(SessionError) {
  guard HeadlessSway.missingPackages([program]).isEmpty else { throw .missing(packages: [package]) }
}
