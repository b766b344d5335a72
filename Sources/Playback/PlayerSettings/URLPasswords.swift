extension String {
    /// The text as everybody may see it: `…` stands for the passwords of its URLs.
    public var withoutURLPasswords: String {
        guard contains("@") else { return self }
        return replacing(/(:\/\/[^\/?#@\s:]*):[^\/?#\s]*@/) { "\($0.1):…@" }
    }
}
