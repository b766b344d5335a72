import Testing

@testable import AnimationLoading

@Suite("The address of a plain web server's animations")
struct AnimationAddressTests {
    @Test(
        "the id takes the place of {id}, percent-encoded",
        arguments: [
            ("https://host/{id}.json", "heart", "https://host/heart.json"),
            ("https://host/{id}.json", "a b/ü".replacing("/", with: ""), "https://host/a%20b%C3%BC.json"),
            ("http://host:8080/{id}/{id}.lottie", "x?y#z", "http://host:8080/x%3Fy%23z/x%3Fy%23z.lottie"),
            ("https://host/get?id={id}&size=2", "a&b=c", "https://host/get?id=a%26b%3Dc&size=2"),
            ("HTTPS://host/{id}", "~._-", "HTTPS://host/~._-"),
        ])
    func idIsEncoded(address: String, id: String, url: String) throws {
        #expect(try AnimationAddress(address).url(of: id) == url)
    }

    @Test(
        "an address is an http or https URL with {id} in its path or query",
        arguments: [
            "https://host/heart.json", "ftp://host/{id}", "https://{id}.host/a", "https://{id}/{id}", "/gifts/{id}",
            "https:///{id}", "https://host{id}", "https://host/{id} x", "https://host/#{id}", "",
        ])
    func otherTextsAreRejected(text: String) {
        #expect(throws: AnimationAddressError.self) { try AnimationAddress(text) }
    }

    @Test("an id that would lead elsewhere is rejected", arguments: ["", ".", "..", "a/b", "/", "a\nb", "a\u{0}"])
    func leadingElsewhereIsRejected(id: String) {
        #expect(throws: AnimationLoadingError.invalidID(id)) {
            try AnimationAddress("https://host/{id}.json").url(of: id)
        }
    }

    @Test("messages do not show the name and the password of an address")
    func passwordsAreHidden() {
        #expect(WebAddress.shown("https://ann:secret@host:8080/a@b?c") == "https://host:8080/a@b?c")
        #expect(WebAddress.shown("https://host/a@b") == "https://host/a@b")
    }
}
