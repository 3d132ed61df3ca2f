/// `/readyz`: 200 when every part can serve, else 503; with the parts that an operator must look at, and why.
enum ReadinessAnswer {
    static func make(_ parts: [UnreadyPart]) -> Answer {
        let isReady = parts.allSatisfy(\.isNotice)
        var text = JSONText()
        text.append(isReady ? "{\"status\":\"ready\"" : "{\"status\":\"not_ready\"")
        for (index, part) in parts.enumerated() {
            text.append(index == 0 ? ",\"parts\":[{\"part\":\"" : ",{\"part\":\"")
            text.append(plain: part.part.rawValue.utf8)
            text.append("\",\"why\":\"")
            text.append(part.why)
            text.append("\"")
            for (index, program) in part.programs.enumerated() {
                text.append(index == 0 ? ",\"programs\":[" : ",")
                text.append(string: program)
            }
            text.append(part.programs.isEmpty ? "}" : "]}")
        }
        text.append(parts.isEmpty ? "}" : "]}")
        return Answer(status: isReady ? 200 : 503, body: text.bytes)
    }
}
