import Foundation

/// How long the answers took: a dot an answer, a row a group, on a logarithmic axis. Positions are percentages, so that
/// nothing is scaled and the page may be as narrow as it likes.
struct LatencyPlot {
    let results: [CaseResult]

    private var all: [Double] { results.flatMap(\.exchanges).compactMap(\.milliseconds).map { max($0, 0.1) } }

    var text: String {
        let times = all
        guard times.count > 1, let least = times.min(), let most = times.max() else { return "" }
        let axis = Axis(from: floor(log10(least)), to: max(ceil(log10(most)), floor(log10(least)) + 1))
        let rows = Group.allCases.compactMap { group -> String? in
            let dots = results.filter { $0.item.group == group }.flatMap { found in
                found.exchanges.compactMap { exchange in
                    exchange.milliseconds.map { (time: max($0, 0.1), word: found.verdict.word) }
                }
            }
            guard !dots.isEmpty else { return nil }
            return "<div class=\"lane\"><span>\(Markup.escaped(group.title))</span>\(lane(dots, axis))</div>"
        }
        let sorted = times.sorted()
        let figures = [("median", 0.5), ("95 of 100 within", 0.95), ("longest", 1)].map { name, share in
            "\(name) \(HTMLReport.milliseconds(sorted[Int(Double(sorted.count - 1) * share)]))"
        }
        return """
            <section class="latency">
            <h2>Latency</h2>
            <p class="note">\(sorted.count) answers: \(figures.joined(separator: ", ")). Several cases ran at a time, so these are not figures of performance.</p>
            <div class="plot" role="img" aria-label="Latency of each answer by group">
            \(rows.joined(separator: "\n"))
            <div class="lane axis"><span></span>\(axis.labels)</div>
            </div>
            </section>
            """
    }

    private struct Axis {
        let from, to: Double

        func position(_ milliseconds: Double) -> Double {
            // A little room on both sides, for the dots.
            1.5 + 97 * (log10(milliseconds) - from) / (to - from)
        }

        var decades: [Int] { Array(Int(from)...Int(to)) }

        var grid: String {
            decades.map { decade in
                let x = percent(position(pow(10, Double(decade))))
                return "<line class=\"grid\" x1=\"\(x)\" x2=\"\(x)\" y1=\"0\" y2=\"100%\"/>"
            }.joined()
        }

        var labels: String {
            let texts = decades.enumerated().map { index, decade in
                let anchor = index == 0 ? "start" : index == decades.count - 1 ? "end" : "middle"
                let number = pow(10, Double(decade))
                let label =
                    number >= 1000
                    ? "\(Int(number / 1000)) s" : number >= 1 ? "\(Int(number)) ms" : "\(number) ms"
                return
                    "<text x=\"\(percent(position(number)))\" y=\"14\" text-anchor=\"\(anchor)\">\(label)</text>"
            }
            return "<svg height=\"20\" aria-hidden=\"true\">\(texts.joined())</svg>"
        }

        func percent(_ number: Double) -> String { "\((number * 100).rounded() / 100)%" }
    }

    private func lane(_ dots: [(time: Double, word: Verdict.Word)], _ axis: Axis) -> String {
        // Neighbours are put on different heights, so that they can be told apart.
        let heights = [13, 8, 18, 11, 16]
        let circles = dots.sorted { $0.time < $1.time }.enumerated().map { index, dot in
            "<circle class=\"\(HTMLReport.name(of: dot.word))\" cx=\"\(axis.percent(axis.position(dot.time)))\" cy=\"\(heights[index % heights.count])\" r=\"2.5\"/>"
        }
        let median = HTMLReport.median(dots.map(\.time)) ?? 0
        let x = axis.percent(axis.position(median))
        return
            "<svg height=\"26\" aria-hidden=\"true\">\(axis.grid)\(circles.joined())<line class=\"median\" x1=\"\(x)\" x2=\"\(x)\" y1=\"3\" y2=\"23\"/></svg>"
    }
}
