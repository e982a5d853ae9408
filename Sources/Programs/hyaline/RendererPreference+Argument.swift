public import ArgumentParser
public import Settings

extension RendererPreference: ExpressibleByArgument {}
