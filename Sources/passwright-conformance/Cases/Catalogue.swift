/// Every case that there is, in the order in which they are reported.
enum Catalogue {
    static let cases: [Case] = [
        AnswerCases.all,
        ECCV2Cases.all,
        PayloadCases.all,
        ActivationCases.all,
        ForgedCases.all,
        AuthorizationCases.all,
        ReplayCases.all,
        ConcurrencyCases.all,
        CardsCases.all,
        OperationCases.all,
    ].flatMap { $0 }
}
