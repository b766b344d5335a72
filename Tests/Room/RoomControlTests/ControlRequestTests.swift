import ExactNumbers
import Playback
import PlayerSettings
import RoomEvents
import Testing

@testable import RoomControl

@Suite("A line is a request, or is refused with a reason that names the member")
struct ControlRequestTests {
    static let ann = Viewer(id: "ann", name: "ann")

    static let requests: [(line: String, request: ControlRequest)] = [
        (#"{"id":1,"do":"close"}"#, ControlRequest(id: .number(1), .control(.close))),
        (#"{"do":"clear","id":"a"}"#, ControlRequest(id: .text("a"), .control(.clear))),
        (#"{"do":"skip"}"#, ControlRequest(.control(.skip))),
        (#"{"id":null,"do":"resume"}"#, ControlRequest(.control(.resume))),
        (
            #"{"id":2,"set":{"mode":"replace","replaceAt":0.45}}"#,
            ControlRequest(
                id: .number(2),
                .set([
                    Assignment(.mode, .choice("replace"), origin: .control),
                    Assignment(.replaceAt, .fraction(Millionths(450_000)), origin: .control),
                ]))
        ),
        (#"{"unset":["mode"]}"#, ControlRequest(.unset([.mode]))),
        (
            #"{"id":3,"send":"heart","from":"ann","count":2,"event":"m-1"}"#,
            ControlRequest(id: .number(3), .send(.init(kind: "heart", sender: ann, count: 2, event: "m-1")))
        ),
        (#"{"from":"ann","send":"heart"}"#, ControlRequest(.send(.init(kind: "heart", sender: ann)))),
        (
            #"{"send":"heart","from":{"id":"u-1","name":"ann"}}"#,
            ControlRequest(.send(.init(kind: "heart", sender: Viewer(id: "u-1", name: "ann"))))
        ),
        (#"{"send":"heart","from":{"name":"ann"}}"#, ControlRequest(.send(.init(kind: "heart", sender: ann)))),
        (#"{"seek":1.5}"#, ControlRequest(.seek(.elapsed(1_500_000_000)))),
        (#"{"seek":"30%"}"#, ControlRequest(.seek(.progress(Millionths(300_000))))),
        (#"{"speed":0.5}"#, ControlRequest(.speed(Millionths(500_000)))),
        (#"{"get":"state"}"#, ControlRequest(.get(.state))),
        (#"{"subscribe":"trace"}"#, ControlRequest(.subscribe(.trace))),
        (#"{"unsubscribe":"frames"}"#, ControlRequest(.unsubscribe(.frames))),
    ]

    @Test("each form of a request is read", arguments: requests)
    func reads(line: String, request: ControlRequest) throws {
        #expect(try ControlRequest(line: Array(line.utf8)[...]) == request)
    }

    static let lines: [(line: String, content: ControlLine.Content)] = [
        (
            #"{"at":1,"type":"chat","id":"c","from":"ann","text":"wow","x":[1]}"#,
            .event(
                FeedLine(moment: .sinceStart(.second), kind: .chat(ChatMessage(id: "c", from: ann, text: "wow"))))
        ),
        (
            #"{"type":"gift","gift":"rose","from":"ann","at":2,"count":3}"#,
            .event(FeedLine(moment: .sinceStart(2 * .second), kind: .gift(.init(kind: "rose", from: ann, count: 3))))
        ),
        (#"{"at":1.5,"type":"do","do":"pause"}"#, .input(.control(.pause))),
        (#"{"at":1.5,"type":"do","do":"seek","elapsed":0.5}"#, .input(.seek(to: .second / 2))),
        (#"{"at":1.5,"type":"do","do":"speed","speed":2}"#, .input(.speed(Millionths(2_000_000)))),
        (
            #"{"at":1.5,"type":"set","layer":"key","set":[{"name":"mode","value":"replace","by":"m"}]}"#,
            .input(.settings(.key, [Assignment(.mode, .choice("replace"), origin: .control)]))
        ),
    ]

    @Test("a line of a feed or of a recording is a request", arguments: lines)
    func readsLine(line: String, content: ControlLine.Content) throws {
        let request = try ControlRequest(line: Array(line.utf8)[...])
        guard case .line(let found) = request.action else {
            Issue.record("\(request)")
            return
        }
        #expect(found.content == content)
        #expect(request.id == (line.contains(#""id":"c""#) ? .text("c") : nil))
        #expect(request.line == Array("\(line)\n".utf8))
    }

    @Test("a request that is written is read again", arguments: requests)
    func roundTrip(line: String, request: ControlRequest) throws {
        let written = request.line
        #expect(written.last == UInt8(ascii: "\n"))
        #expect(try ControlRequest(line: written.dropLast()) == request)
    }

    static let refusals: [(line: String, description: String, id: ControlID?)] = [
        (
            #"{"id":4,"do":"clsoe"}"#,
            #"do: expected close, skip, clear, pause, resume, found "clsoe", did you mean "close"?"#, .number(4)
        ),
        (#"{"id":5,"dos":"close"}"#, #"dos: unknown member "dos", did you mean "do"?"#, .number(5)),
        (
            #"{"id":6}"#,
            "expected one of the members do, set, unset, send, seek, speed, get, subscribe, unsubscribe, found none",
            .number(6)
        ),
        (
            #"{"id":7,"do":"close","get":"state"}"#,
            "expected one of the members do, set, unset, send, seek, speed, get, subscribe, unsubscribe, found 2",
            .number(7)
        ),
        (#"{"id":8,"do":"close","do":"clear"}"#, "do: expected only one, found another one", .number(8)),
        (#"{"id":8,"id":9,"do":"close"}"#, "id: expected only one, found another one", .number(8)),
        (#"{"send":"rose","count":1,"count":2}"#, "count: expected only one, found another one", nil),
        (#"{"send":"rose","from":{"id":"a","id":"b"}}"#, "from.id: expected only one, found another one", nil),
        (
            #"{"set":{"mode":"queue","mode":"replace"}}"#, "set.mode: expected only one, found another one", nil
        ),
        (#"{"do":"close","count":2}"#, #"count: expected only together with "send""#, nil),
        (
            #"{"id":"x","send":"heart","count":0}"#, "count: expected a whole number from 1 to 1000000000, found 0",
            .text("x")
        ),
        (#"{"send":"heart","from":7}"#, "from: expected a text, or an object with id and name, found 7", nil),
        (
            #"{"send":"heart","from":{}}"#, "from: expected a text, or an object with id and name, found an object", nil
        ),
        (#"{"send":"heart","from":{"nmae":"a"}}"#, #"from.nmae: unknown member "nmae", did you mean "name"?"#, nil),
        (#"{"send":"heart","from":{"name":""}}"#, #"from.name: expected a text of 1 to 200 bytes, found """#, nil),
        (#"{"seek":-1}"#, #"seek: expected seconds from 0 up, or a share such as "30%", found -1"#, nil),
        (#"{"seek":"130%"}"#, #"seek: expected seconds from 0 up, or a share such as "30%", found "130%""#, nil),
        (#"{"set":{"mode":"both"}}"#, #"set.mode: expected queue or replace, found "both""#, nil),
        (
            #"{"id":7,"set":{"mode":"queue","publisherKeys":"k"}}"#,
            #"set.publisherKeys: expected a setting that can change while the program runs, found "publisherKeys""#,
            .number(7)
        ),
        (
            #"{"unset":["store"]}"#,
            #"unset[0]: expected a setting that can change while the program runs, found "store""#, nil
        ),
        (#"{"set":{"mdoe":"queue"}}"#, #"set.mdoe: unknown setting "mdoe", did you mean "mode"?"#, nil),
        (
            #"{"at":1,"type":"gfit","id":"e","from":"ann"}"#,
            #"type: unknown type "gfit", did you mean "gift"?"#, .text("e")
        ),
        (#"{"at":1,"type":"chat","from":"ann"}"#, #""text" is missing"#, nil),
        (
            #"{"at":1,"type":"do","do":"dance"}"#,
            #"do: expected close, clear, pause, resume, speed or seek, found "dance""#, nil
        ),
        (#"{"at":1,"type":"set","layer":"file","set":[]}"#, #"layer: expected "key""#, nil),
        (
            #"{"at":1,"type":"end"}"#,
            #"type: unknown type "end", expected one of gift, streak, batch, chat, retract, seen, like, join, leave, do, "#
                + "set", nil
        ),
        (#"["close"]"#, #"expected a request such as {"do": "close"}, found a list"#, nil),
        (#"{"do":"close""#, #"column 14: expected "," or "}", found the end"#, nil),
    ]

    @Test("another line is refused, with the id if it has one", arguments: refusals)
    func refuses(line: String, description: String, id: ControlID?) throws {
        let refusal = #expect(throws: ControlRefusal.self) { try ControlRequest(line: Array(line.utf8)[...]) }
        #expect(refusal?.description == description)
        #expect(refusal?.id == id)
    }
}
