import Foundation
import TestSupport
import Testing

@Suite("The README's example of the libraries")
struct LibraryExampleTests {
    @Test("the README contains the source of the example")
    func readmeContainsExample() throws {
        let readme = try String(contentsOf: ProjectFolder.file("README.md"), encoding: .utf8)
        let source = try String(
            contentsOf: ProjectFolder.file("Tests/Support/LibraryExample/main.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(source)```\n"))
    }

    @Test("the example draws a frame")
    func exampleDrawsFrame() throws {
        let folder = try TemporaryFolder()
        let square =
            #"{"ty":4,"ip":0,"op":9,"ks":{},"shapes":[{"ty":"rc","p":{"k":[2,2]},"s":{"k":[4,4]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}]}"#
        let path = try folder.write(
            #"{"v":"5.7.4","fr":30,"ip":0,"op":9,"w":6,"h":4,"layers":[\#(square)]}"#, to: "square.json")
        let result = try ChildProgram.run([Programs.built("LibraryExample"), path])
        #expect(result.status == 0)
        let red = "\u{1B}[38;2;255;0;0;48;2;255;0;0m▀"
        let none = "\u{1B}[38;2;0;0;0;48;2;0;0;0m▀"
        let row = String(repeating: red, count: 40) + String(repeating: none, count: 20) + "\u{1B}[0m\n"
        #expect(result.output == String(repeating: row, count: 20))
    }
}
