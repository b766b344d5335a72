import Foundation

/// Small pictures of each kind, as the bytes of their files; the PNGs are built chunk by chunk, the others by Pillow.
enum Samples {
    static let grey1 = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAACAQAAAABazTCJAAAADElEQVR42mNoYHAAAAHEAMGmm+a6AAAAAElFTkSuQmCC
        """)
    static let grey8Transparent = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAAnRSTlMAQABPjKgAAAALSURBVHjaY3A4AAABQwEBlrUAmwAAAABJ
        RU5ErkJggg==
        """)
    static let grey16 = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAAAAACB2fwVAAAADUlEQVR42mNwYPj/HwAEAgI/MxkxnAAAAABJRU5ErkJggg==
        """)
    static let greyAlpha = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAQAAABeK7cBAAAADUlEQVR42mM40cDFAAAEuQFT7/LPzQAAAABJRU5ErkJggg==
        """)
    static let palette2 = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAgMAAABmjvwnAAAACVBMVEX/AAAA/wAAAP8tSs2KAAAAAnRSTlP/gAgPs2oAAAAKSURB
        VHjaY5AAAAAaABmAAI67AAAAAElFTkSuQmCC
        """)
    static let rgb8 = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR42mP4zwAE/wEHAAH/PX2MSQAAAABJRU5ErkJggg==
        """)
    static let rgb8Gamma = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAABGdBTUEAAYagMeiWXwAAAA9JREFUeNpjSJl2wsjGDQAJwQJ3YDxr
        NAAAAABJRU5ErkJggg==
        """)
    static let rgba8 = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR42mP4z8Dw/0SKUQMAEiwD3cINIuYAAAAASUVORK5CYII=
        """)
    static let rgba16 = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABEAYAAABPhRjKAAAAEUlEQVR42mM4wZDCYMTQwAAACmkB39SgnmIAAAAASUVORK5CYII=
        """)
    static let huge = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgABhqAAAYagCAYAAACoUgvIAAAADElEQVR4nGNgoD0AAABkAAGGZDw1AAAAAElFTkSuQmCC
        """)
    static let interlaced = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAMAAAADBAMAAAHTAZgaAAAAG1BMVEUA/wAU6wEo1wI8wwNQrwRkmwV4hwaMcwegXwgK6k4OAAAA
        FUlEQVQI12NgYFBgyGAQYChgMAkAAAdlAY1zOp3OAAAAAElFTkSuQmCC
        """)
    static let jpegGrey = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoK
        CgoKBggLDAsKDAkKCgr/wAALCAAIAAgBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF
        BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW
        V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi
        4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APmev//Z
        """)
    static let jpegColor = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoK
        CgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK
        CgoKCgoKCgr/wAARCAAIAAgDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF
        BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW
        V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi
        4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC
        AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm
        Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq
        8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDweiiiv5jP9ID/2Q==
        """)
    static let jpegProgressive = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoK
        CgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK
        CgoKCgoKCgr/wgARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAVAQEBAAAAAAAAAAAAAAAAAAAHCP/a
        AAwDAQACEAMQAAABgwY0h//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAQUCf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAI
        AQMBAT8Bf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Bf//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEABj8Cf//E
        ABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8hf//aAAwDAQACAAMAAAAQA//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMB
        AT8Qf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Qf//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8Qf//Z
        """)
    static let jpegCMYK = bytes(
        """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoK
        CgYICwwLCgwJCgoK/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIB
        AwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZH
        SElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV
        1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD9/Kjr+f8Ar9/K/9k=
        """)
    static let webpLossless = bytes("UklGRh4AAABXRUJQVlA4TBEAAAAvA8AAEAdQsiJXpoCBiOh/AAA=")
    static let webpLossy = bytes(
        """
        UklGRj4AAABXRUJQVlA4IDIAAADQAQCdASoQABAAAMASJaACdLoB+AADsAD+2ib/7vN+09e09f1M//jKnyA/4yp/xcwAAA==
        """)
    static let webpLossyAlpha = bytes(
        """
        UklGRmIAAABXRUJQVlA4WAoAAAAQAAAADwAADwAAQUxQSAoAAAABB1DAiAhERP8DVlA4IDIAAADQAQCdASoQABAAAMASJaACdLoB
        +AADsAD+2ib/7vN+09e09f1M//jKnyA/4yp/xcwAAA==
        """)
    static let webpAnimated = bytes(
        """
        UklGRroAAABXRUJQVlA4WAoAAAACAAAADwAADwAAQU5JTQYAAAAAAAAAAABBTk1GSAAAAAAAAAAAAA8AAA8AAAAAAAJWUDggMAAA
        ADABAJ0BKhAAEAABQCYloAADcAD+xO///zYH/kH/yD7/f//pNn/9Js//pNnxzAAAAEFOTUY+AAAAAAAAAAAADwAADwAAAAAAAFZQ
        OCAmAAAAVAEAnQEqEAAQAAAAJiWQAARhgAD+/PlV//Dn2x+9jH/oPivgAAA=
        """)

    static let all = [
        grey1,
        grey8Transparent,
        grey16,
        greyAlpha,
        palette2,
        rgb8,
        rgb8Gamma,
        rgba8,
        rgba16,
        huge,
        interlaced,
        jpegGrey,
        jpegColor,
        jpegProgressive,
        jpegCMYK,
        webpLossless,
        webpLossy,
        webpLossyAlpha,
        webpAnimated,
    ]

    private static func bytes(_ base64: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }
}
