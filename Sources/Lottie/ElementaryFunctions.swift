#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The C library's functions that a document's rules need.
enum ElementaryFunctions {
    /// Angle in radians of the vector (`x`, `y`).
    static func atan2(_ y: Double, _ x: Double) -> Double {
        #if canImport(Darwin)
            Darwin.atan2(y, x)
        #else
            Glibc.atan2(y, x)
        #endif
    }
}
