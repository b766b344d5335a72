/// JSON values that often cause errors in animation players.
enum HostileValues {
    /// Numbers at and beyond the limits of numeric types and of meaningful ranges.
    static let numbers = [
        "0", "-0", "1", "-1", "2", "0.5", "-0.001", "1e-9", "1e-300", "5e-324", "100", "101", "255", "256", "1000",
        "1023", "1025", "4096", "16384", "16385", "32767", "32768", "65536", "1e5", "1e6", "1e7", "-1e7", "16777217",
        "2147483647", "-2147483648", "4294967296", "9007199254740993", "9223372036854775807", "-9223372036854775808",
        "18446744073709551616", "1e19", "3.4e38", "3.5e38", "-3.5e38", "1e300", "-1e300", "1.8e308", "1e309", "1e99999",
        "0.1234567890123456789", "359.999999999", "60", "59.999999999", "-60",
    ]

    /// Values that replace a property.
    static let values = [
        "null", "true", "false", "[]", "{}", "\"\"", "\"0\"", "\"NaN\"", "\"Infinity\"", "\"1e400\"", "\"\\u0000\"",
        "\"\\ud800\"", "\"\\", "[[]]", "[{}]", "[null]", "[0,0]", "[0,0,0,0,0]", "[1e30,-1e30,1e30]",
        #"{"a":1,"k":[]}"#, #"{"a":0,"k":[]}"#, #"{"a":1,"k":0}"#, #"{"k":{}}"#, #"{"a":1,"k":[{"t":0}]}"#,
        #"{"a":1,"k":[{"t":0,"s":[0]},{"t":0,"s":[1]},{"t":0}]}"#,
        #"{"a":1,"k":[{"t":9,"s":[0],"o":{"x":2,"y":-9},"i":{"x":-2,"y":9}},{"t":1,"s":[1e9]},{"t":1e300,"s":[-1e9]}]}"#,
        #"{"a":1,"k":[{"t":0,"s":[0,0],"to":[1e20,0],"ti":[0,-1e20]},{"t":60,"s":[1,1]}]}"#,
        #"{"s":true,"x":{"k":1},"y":{"a":1,"k":[{"t":0,"s":[0]},{"t":60,"s":[1e6]}]}}"#,
        #"{"k":50,"x":"loopOut('cycle', 99)"}"#, #"{"k":1,"x":"while (true) {}"}"#,
        #"{"v":[[0,0],[50,50]],"i":[],"o":[[0,0],[0,0],[0,0]],"c":true}"#, #"{"v":[],"i":[],"o":[],"c":true}"#,
    ]

    /// Keys of options, references and limits; a member with any of them can be added anywhere.
    static let keys = [
        "a", "ao", "bm", "c", "d", "ddd", "e", "ef", "en", "fr", "g", "h", "hd", "ind", "inv", "ip", "it", "k", "ks",
        "layers", "m", "masksProperties", "ml", "mm", "mode", "ms", "o", "op", "or", "p", "parent", "pt", "r",
        "refId", "rx", "s", "sa", "shapes", "sid", "sk", "sr", "st", "sw", "sy", "t", "td", "ti", "tm", "to", "tp",
        "tr", "tt", "ty", "v", "w", "x", "xe",
    ]

    /// Values of `ty` for shape items, layers and effects; any of them can replace another one.
    static let types = [
        "\"gr\"", "\"rc\"", "\"el\"", "\"sr\"", "\"sh\"", "\"fl\"", "\"st\"", "\"gf\"", "\"gs\"", "\"tm\"", "\"rp\"",
        "\"rd\"", "\"pb\"", "\"mm\"", "\"zz\"", "\"op\"", "\"tw\"", "\"tr\"", "0", "1", "2", "3", "4", "5", "6", "10",
        "13", "20", "21", "22", "23", "24", "25", "26", "28", "29", "31",
    ]
}
