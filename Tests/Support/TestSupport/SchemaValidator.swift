package import Foundation

/// The validator of JSON Schema of Python, where it is installed.
package enum SchemaValidator {
    /// A program that prints `good` or `bad` for each line of its input. References lead to files of the same folder.
    private static let script = """
        import json, os, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        kind = jsonschema.validators.validator_for(schema)
        kind.check_schema(schema)
        folder = os.path.dirname(sys.argv[1])
        def load(uri):
            return json.load(open(os.path.join(folder, os.path.basename(uri))))
        try:
            import referencing
            registry = referencing.Registry(retrieve=lambda uri: referencing.Resource.from_contents(load(uri)))
            validator = kind(schema, registry=registry)
        except ImportError:
            handlers = {"https": load}
            resolver = jsonschema.RefResolver.from_schema(schema, handlers=handlers)
            validator = kind(schema, resolver=resolver)
        for line in sys.stdin.buffer.read().split(b"\\n"):
            if line: print("good" if validator.is_valid(json.loads(line)) else "bad")
        """

    /// Whether the validator is installed.
    package static let isInstalled = run(["-c", "import jsonschema"], input: "")?.status == 0

    /// Returns `good` or `bad` for each line; `nil` if the schema is none.
    package static func results(of lines: [String], schema: URL) -> [String]? {
        run(["-c", script, schema.path], input: lines.joined(separator: "\n"))?.output
            .split(separator: "\n").map(String.init)
    }

    private static func run(_ arguments: [String], input: String) -> ProgramResult? {
        try? ChildProgram.run(["python3"] + arguments, input: input)
    }
}
