#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Functions of the C library that the reading of a document needs.
enum ElementaryFunctions {
    /// Returns the angle of the vector (`x`, `y`), in radians.
    static func atan2(_ y: Double, _ x: Double) -> Double {
        #if canImport(Darwin)
            Darwin.atan2(y, x)
        #else
            Glibc.atan2(y, x)
        #endif
    }
}
