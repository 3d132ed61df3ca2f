/// `/readyz`: 200 when every part can serve, else 503 with the failing parts and why.
enum ReadinessAnswer {
    static func make(_ unready: [UnreadyPart]) -> Answer {
        var text = JSONText()
        text.append(unready.isEmpty ? "{\"status\":\"ready\"}" : "{\"status\":\"not_ready\",\"parts\":[")
        for (index, part) in unready.enumerated() {
            text.append(index == 0 ? "{\"part\":\"" : ",{\"part\":\"")
            text.append(part.part)
            text.append("\",\"why\":\"")
            text.append(part.why)
            text.append("\"}")
        }
        if !unready.isEmpty { text.append("]}") }
        return Answer(status: unready.isEmpty ? 200 : 503, body: text.bytes)
    }
}
