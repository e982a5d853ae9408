import Views

// Scenes has views of the same names.
typealias View = Views.View
typealias ViewTree = Views.ViewTree
typealias ViewBuilder = Views.ViewBuilder
typealias Fill = Views.Fill
typealias Image = Views.Image
