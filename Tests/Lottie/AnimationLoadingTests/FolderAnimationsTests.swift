import AnimationLoading
import TestSupport
import Testing

@Suite("Animations of a folder")
struct FolderAnimationsTests {
    @Test("an animation is the file with its id as the name")
    func fileIsFoundByID() async throws {
        let folder = try TemporaryFolder()
        try folder.write(WebAnimationsTests.square, to: "heart.json")
        let heart = try await FolderAnimations(folder.path).animation("heart")
        #expect(heart.composition.width == 40)
        #expect(heart.location == "\(folder.path)/heart.json")
    }

    @Test("a missing, a damaged and a large file are reported, and no id leads out of the folder")
    func failuresAreTyped() async throws {
        let folder = try TemporaryFolder()
        try folder.write("[]", to: "in/odd.json")
        try folder.write(WebAnimationsTests.square, to: "out.json")
        try folder.write(WebAnimationsTests.square, to: "in/large.json")
        let animations = FolderAnimations(folder.path + "/in/", limits: AnimationLimits(fileBytes: 100))
        await #expect(throws: AnimationLoadingError.notFound(location: "\(folder.path)/in/gone")) {
            try await animations.animation("gone")
        }
        await #expect(throws: AnimationLoadingError.invalidID("../out")) { try await animations.animation("../out") }
        await #expect(throws: AnimationLoadingError.tooLarge(location: "\(folder.path)/in/large.json", limit: 100)) {
            try await animations.animation("large")
        }
        await #expect(throws: AnimationLoadingError.self) { try await animations.animation("odd") }
    }
}
