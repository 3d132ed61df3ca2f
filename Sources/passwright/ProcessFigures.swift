import Foundation
import Glibc
import Telemetry

/// What the operating system says of this process.
struct ProcessFigures {
    let residentBytes: Int
    let openDescriptors: Int
    let mostDescriptors: Int
    let processorSeconds: Double

    static var now: ProcessFigures {
        // The second number of statm: resident pages.
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        // Less the one that reads the folder.
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 1
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return ProcessFigures(
            residentBytes: (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE)),
            openDescriptors: descriptors - 1, mostDescriptors: Descriptors.most,
            processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime))
    }

    func set(in metrics: Metrics) {
        metrics.set(MetricFamilies.residentMemory, to: Double(residentBytes))
        metrics.set(MetricFamilies.openDescriptors, to: Double(openDescriptors))
        metrics.set(MetricFamilies.mostDescriptors, to: Double(mostDescriptors))
        metrics.set(MetricFamilies.processorSeconds, to: processorSeconds)
    }
}
