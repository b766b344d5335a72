import Foundation
import TestSupport
import Testing

/// Tests the scripts of `Demo/package`; installing the packages in clean systems takes longer: `Demo/package/verify.sh`.
@Suite("Packages", .serialized)
struct PackageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs a script of `Demo/package` with the programs of the tests; packages go to a folder of their own.
    private func run(_ script: String, _ arguments: [String] = [], packages: String = "packages") throws
        -> ProgramResult
    {
        let programs = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
        return try ChildProgram.run(
            [ProjectFolder.file("Demo/package/\(script)").path] + arguments,
            environment: Programs.environment(
                home: folder.path,
                [
                    "GIFTTY_PROGRAMS": programs, "PACKAGES": "\(folder.path)/\(packages)",
                    "SOURCE_DATE_EPOCH": "1700000000",
                ]), folder: folder.path, within: .seconds(280))
    }

    /// Writes the manual pages of a program and returns their paths.
    private func manualPages(of program: String) throws -> [String] {
        let result = try Program.shell(
            """
            mkdir -p man && '\(Programs.built(program))' --experimental-dump-help \
            | SOURCE_DATE_EPOCH=0 python3 '\(ProjectFolder.file("Demo/package/manual.py").path)' \
            '\(ProjectFolder.file("Demo/package/manual.ini").path)' 1.2.3 man
            """, in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/man")
        return names.sorted().map { "man/\($0)" }
    }

    @Test("every command has a manual page", arguments: ["giftty", "gift-store"])
    func everyCommandHasAPage(program: String) throws {
        let pages = try manualPages(of: program)
        let commands = try CommandTree(of: Programs.built(program)).leaves.map { ([program] + $0.words) }
        for words in commands where words.last != "help" {
            #expect(pages.contains("man/\(words.joined(separator: "-")).1"))
        }
        let page = try folder.read("man/\(program).1")
        #expect(page.hasPrefix(".TH \"\(program.uppercased())\" 1 1970-01-01 \"\(program) 1.2.3\""))
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "FILES", "EXIT STATUS"] {
            #expect(page.contains("\n.SH \(section)\n"))
        }
    }

    @Test(
        "mandoc finds no fault in the manual pages",
        .enabled(if: Programs.find("mandoc") != nil, "mandoc is not installed"))
    func pagesHaveNoFaults() throws {
        let pages = try manualPages(of: "giftty") + manualPages(of: "gift-store")
        let result = try Program.run(["-T", "lint", "-W", "warning"] + pages, in: folder, program: "mandoc")
        #expect(result.output == "")
    }

    @Test(
        "installed shells complete commands, options and values, also after help",
        .enabled(if: Programs.find("bash") != nil, "bash is not installed"))
    func shellsComplete() throws {
        let result = try run("shells.sh", [Program.path])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("bash completes"))
    }

    @Test(
        "the same server gives the same package, with its unit, its user and its dependencies",
        .enabled(if: Programs.find("dpkg-shlibdeps") != nil, "dpkg-dev is not installed"))
    func packagesAreReproducible() throws {
        for packages in ["one", "two"] {
            let result = try run("deb.sh", ["gift-store"], packages: packages)
            try #require(result.status == 0, "\(result.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/one")
        #expect(names.count == 2)
        for name in names { #expect(try folder.bytes("one/\(name)") == folder.bytes("two/\(name)"), "\(name)") }
        let contents = try Program.shell(
            "dpkg-deb --contents one/gift-store_*.deb; dpkg-deb --field one/gift-store_*.deb", in: folder
        ).output
        for line in [
            "./lib/systemd/system/gift-store.service", "./usr/lib/sysusers.d/gift-store.conf", "./usr/bin/gift-store",
            "./usr/share/man/man1/gift-store-token-add.1.gz", "./usr/share/fish/vendor_completions.d/gift-store.fish",
            "./etc/default/gift-store", "libssl3", "libc6 (>= ",
        ] {
            #expect(contents.contains(line), "\(line)")
        }
    }

    @Test(
        "the player has less than 40 MB without its debug symbols",
        .enabled(if: Programs.find("strip") != nil, "binutils is not installed"))
    func playerIsSmall() throws {
        let program = Programs.built("giftty")
        let result = try Program.run(["-o", "stripped", program], in: folder, program: "strip")
        try #require(result.status == 0, "\(result.errors)")
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/stripped")
        let size = try #require(attributes[.size] as? Int)
        // Programs that are built for tests have more than the ones that are shipped.
        #expect(size < 40_000_000 || ProcessInfo.processInfo.environment["GIFTTY_PROGRAMS"] == nil)
    }

    @Test("the formula names the archive that was made with it, by its digest")
    func formulaNamesItsArchive() throws {
        // Git is asked for the sources, which a copy without a history cannot answer.
        guard FileManager.default.fileExists(atPath: ProjectFolder.file(".git").path) else { return }
        let result = try run("formula.sh", ["https://host/giftty.tar.gz"])
        try #require(result.status == 0, "\(result.errors)")
        let formula = try folder.read("packages/giftty.rb")
        let digest = try Program.shell("sha256sum packages/giftty-*.tar.gz", in: folder).output.prefix(64)
        #expect(formula.contains("sha256 \"\(digest)\"") && formula.contains("url \"https://host/giftty.tar.gz\""))
        #expect(!formula.contains(/@[A-Z]+@/), "a place is not filled in")
        guard Programs.find("ruby") != nil else { return }
        #expect(try Program.run(["-c", "packages/giftty.rb"], in: folder, program: "ruby").status == 0)
    }
}
