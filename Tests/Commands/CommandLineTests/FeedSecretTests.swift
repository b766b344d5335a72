import Testing

/// Tests of messages about addresses that contain passwords.
@Suite("giftty feed and passwords")
struct FeedSecretTests {
    @Test(
        "an error message contains no part of a password",
        arguments: [
            ["record", "mqtt://ann:s3cr/et@h/gifts"], ["record", "mqtt://ann:12/s3cret@h/gifts"],
            ["record", "irc://ann:s3cr/et@h/#room"], ["publish", "--to", "mqtt://ann:s3cr?et@h/gifts", "-"],
            ["validate", "mqtt://ann:s3cret@h/gifts", "mqtt://ann:s3cret@h/others"],
        ])
    func errorsContainNoPassword(arguments: [String]) throws {
        let result = try Program.run(["feed"] + arguments)
        #expect(result.status == 64 && result.output == "")
        let line = try #require(result.errorLine)
        #expect(!line.contains("s3cr") && !line.contains("et@"))
    }
}
