import TestSupport
import Testing

/// Tests that the examples of the guide about promises are what the program prints.
@Suite("Examples of promises in the guide")
struct PromiseGuideTests {
    @Test("every example prints what the guide shows, one after the other in one folder")
    func examplesPrintWhatGuideShows() throws {
        let folder = try TemporaryFolder()
        let examples = try GuideExample.all(in: "Promises").filter { $0.output != nil }
        #expect(examples.count == 5)
        for example in examples {
            let result = try example.run(in: folder)
            #expect(example.isOutput(result.lines), "\(example.script)\(result.output)\(result.errors)")
        }
    }
}
