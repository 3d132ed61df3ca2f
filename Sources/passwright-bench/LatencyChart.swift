import Foundation

/// Latency against offered load, as a drawing that is readable on light and on dark.
struct LatencyChart {
    struct Point: Equatable {
        let offered: Double
        let median: Double
        let late: Double
        let answered: Double
    }

    let points: [Point]

    init(points: [Point]) { self.points = points.sorted { $0.offered < $1.offered } }

    /// The runs that had a rate and an answer.
    init(_ reports: [LoadReport]) {
        self.init(
            points: reports.compactMap { report in
                guard let rate = report.rate, let median = report.outcome.latency(within: 0.5),
                    let late = report.outcome.latency(within: 0.99)
                else { return nil }
                return Point(
                    offered: Double(rate), median: Double(median) / 1e6, late: Double(late) / 1e6,
                    answered: report.outcome.perSecond)
            })
    }

    private static let (width, height, left, right, top, bottom) = (720.0, 360.0, 80.0, 24.0, 44.0, 52.0)
    /// Milliseconds: each ten times the one before.
    private static let decades = [1.0, 10, 100, 1000, 10_000]

    private var most: Double { max(points.last?.offered ?? 1, 1) }

    private func x(_ offered: Double) -> Double {
        Self.left + offered / most * (Self.width - Self.left - Self.right)
    }

    /// Logarithmic, from the first decade to the last that is reached.
    private func y(_ milliseconds: Double) -> Double {
        let low = log10(Self.decades[0])
        let high = log10(shownDecades.last!)
        let share = (log10(max(milliseconds, Self.decades[0])) - low) / (high - low)
        return Self.height - Self.bottom - min(share, 1) * (Self.height - Self.top - Self.bottom)
    }

    private var shownDecades: [Double] {
        let worst = points.map(\.late).max() ?? 1
        let count = (Self.decades.firstIndex { $0 >= worst } ?? Self.decades.count - 1) + 1
        return Array(Self.decades.prefix(max(count, 2)))
    }

    func svg() -> String {
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img">
            <title>Latency against offered load</title>
            <style>
            text { font: 13px system-ui, sans-serif; fill: #57606a }
            .grid { stroke: #8c959f; stroke-opacity: 0.35 } .line { fill: none; stroke-width: 2.5 }
            .median { stroke: #0969da; fill: #0969da } .late { stroke: #bc4c00; fill: #bc4c00 }
            text.median, text.late { stroke: none } .line { fill: none }
            @media (prefers-color-scheme: dark) {
            text { fill: #9da7b1 } .median { stroke: #58a6ff; fill: #58a6ff } .late { stroke: #f0883e; fill: #f0883e }
            .line { fill: none } }
            </style>
            """
        ]
        for decade in shownDecades {
            let height = number(y(decade))
            lines.append(
                #"<line class="grid" x1="\#(number(Self.left))" x2="\#(number(Self.width - Self.right))" y1="\#(height)" y2="\#(height)"/>"#
            )
            lines.append(text("\(Int(decade)) ms", Self.left - 8, y(decade) + 4, "end"))
        }
        var last = -Self.width
        for point in points where x(point.offered) - last > 44 {
            last = x(point.offered)
            lines.append(text("\(Int(point.offered))", last, Self.height - Self.bottom + 20, "middle"))
        }
        lines.append(text("requests offered a second", Self.width / 2, Self.height - 10, "middle"))
        lines += curve("late", \.late) + curve("median", \.median)
        lines.append(text("99 of 100 answers within", Self.left + 8, Self.top - 22, "start", "late"))
        lines.append(text("half of them within", Self.left + 190, Self.top - 22, "start", "median"))
        let peak = points.map(\.answered).max() ?? 0
        lines.append(
            text(
                "at most \(Int(peak.rounded())) answers a second", Self.width - Self.right, Self.top - 22,
                "end"))
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private func curve(_ name: String, _ value: KeyPath<Point, Double>) -> [String] {
        let places = points.map { (x($0.offered), y($0[keyPath: value])) }
        let path = places.map { "\(number($0)),\(number($1))" }.joined(separator: " ")
        return [#"<polyline class="line \#(name)" points="\#(path)"/>"#]
            + places.map { #"<circle class="\#(name)" cx="\#(number($0))" cy="\#(number($1))" r="3.5"/>"# }
    }

    private func text(
        _ text: String, _ x: Double, _ y: Double, _ anchor: String, _ name: String = ""
    ) -> String {
        let style = name.isEmpty ? "" : #" class="\#(name)""#
        return #"<text\#(style) x="\#(number(x))" y="\#(number(y))" text-anchor="\#(anchor)">\#(text)</text>"#
    }

    private func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
