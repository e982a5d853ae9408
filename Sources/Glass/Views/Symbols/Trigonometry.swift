import Glibc

/// The angle of a point, in radians.
func angle(_ x: Double, _ y: Double) -> Double { atan2(y, x) }

/// The sine and the cosine of an angle in radians.
func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) { (sin(angle), cos(angle)) }
