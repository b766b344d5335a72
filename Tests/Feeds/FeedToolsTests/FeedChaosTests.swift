import FeedTools
import PlayerSettings
import Testing

/// Tests of the values of `--chaos`.
@Suite struct FeedChaosTests {
    @Test func disturbancesAreParsedInAnyOrder() throws {
        let chaos = try FeedChaos("burst=50@30s,duplicate=5%,reorder=200ms,drop=0.5%,disconnect=1/min")
        var expected = FeedChaos()
        expected.duplicateProbability = .init(50_000)
        expected.dropProbability = .init(5_000)
        expected.maxDelay = 200_000_000
        expected.burst = .init(gifts: 50, interval: 30_000_000_000)
        expected.meanDisconnectInterval = 60_000_000_000
        #expect(chaos == expected)
    }

    @Test(
        arguments: [
            ("1/min", 60_000_000_000), ("2/h", 1_800_000_000_000), ("3/s", 333_333_333), ("1/30s", 30_000_000_000),
            ("5/m", 12_000_000_000),
        ] as [(String, Int64)])
    func ratesBecomeIntervals(rate: String, distance: Int64) throws {
        #expect(try FeedChaos("disconnect=\(rate)").meanDisconnectInterval == distance)
    }

    @Test(arguments: [
        ("", #"unknown fault "", expected one of duplicate, reorder, drop, burst, disconnect"#),
        ("dorp=1%", #"unknown fault "dorp", did you mean "drop"?"#),
        ("drop=1%,drop=2%", "drop is given twice"),
        ("drop", #"drop: expected a fraction such as 0.3 or 30%, up to 1, found """#),
        ("drop=1.5", #"drop: expected a fraction such as 0.3 or 30%, up to 1, found "1.5""#),
        ("duplicate=101%", #"duplicate: expected a fraction such as 0.3 or 30%, up to 1, found "101%""#),
        ("duplicate=nan%", #"duplicate: expected a fraction such as 0.3 or 30%, up to 1, found "nan%""#),
        ("reorder=2h", #"reorder: expected a time such as 200ms, up to 1h, found "2h""#),
        (
            "burst=50",
            #"burst: expected a number of gifts and a distance such as 50@30s, up to 100000 gifts, found "50""#
        ),
        (
            "burst=0@1s",
            #"burst: expected a number of gifts and a distance such as 50@30s, up to 100000 gifts, found "0@1s""#
        ),
        ("disconnect=1", #"disconnect: expected a rate such as 1/min, 2/h or 1/30s, found "1""#),
        ("disconnect=0/min", #"disconnect: expected a rate such as 1/min, 2/h or 1/30s, found "0/min""#),
        ("disconnect=1/0s", #"disconnect: expected a rate such as 1/min, 2/h or 1/30s, found "1/0s""#),
    ])
    func invalidDisturbanceIsReportedInOneLine(text: String, problem: String) {
        #expect(throws: ConfigurationError(.option("--chaos \(text)"), problem)) { try FeedChaos(text) }
    }
}
