import Testing

@testable import IssuerAPI

private let second: UInt64 = 1_000_000_000

@Test(arguments: [1, 10, 1000])
func `the whole allowance passes at once, and one more does not`(perMinute: Int) {
    let allowance = CallerAllowance(perMinute: perMinute)
    for _ in 0..<perMinute { #expect(allowance.secondsToWait("alice", at: 5 * second) == nil) }
    #expect(allowance.secondsToWait("alice", at: 5 * second) != nil)
    #expect(allowance.secondsToWait("bob", at: 5 * second) == nil)
}

@Test func `after the seconds that it tells the next attempt passes, and not before`() throws {
    let allowance = CallerAllowance(perMinute: 10)
    for _ in 0..<10 { _ = allowance.secondsToWait("alice", at: 0) }
    #expect(allowance.secondsToWait("alice", at: 0) == 6)
    #expect(allowance.secondsToWait("alice", at: 5 * second) == 1)
    #expect(allowance.secondsToWait("alice", at: 6 * second - 1) == 1)
    #expect(allowance.secondsToWait("alice", at: 6 * second) == nil)
    #expect(allowance.secondsToWait("alice", at: 6 * second) == 6)
}

@Test func `a refused attempt does not lengthen the wait`() {
    let allowance = CallerAllowance(perMinute: 1)
    #expect(allowance.secondsToWait("alice", at: 0) == nil)
    for _ in 0..<100 { #expect(allowance.secondsToWait("alice", at: second) == 59) }
    #expect(allowance.secondsToWait("alice", at: 60 * second) == nil)
}

@Test func `so many callers at once do not grow it without end`() {
    let allowance = CallerAllowance(perMinute: 1)
    for caller in 0...CallerAllowance.capacity { _ = allowance.secondsToWait("\(caller)", at: 0) }
    #expect(allowance.callers <= CallerAllowance.capacity)
}
