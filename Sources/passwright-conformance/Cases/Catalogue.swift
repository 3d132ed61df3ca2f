/// Every case that there is, in the order in which they are reported: group by group.
enum Catalogue {
    static let cases: [Case] = Group.allCases.flatMap { group in chapters.filter { $0.group == group } }

    private static let chapters: [Case] = [
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
        JSONCases.all,
        FieldCases.all,
        Base64Cases.all,
        WordCases.all,
        CredentialCases.all,
        MediaTypeCases.all,
        FramingCases.all,
        UnusualCases.all,
        LimitCases.all,
        RouteCases.all,
        OwnershipCases.all,
        StateCases.all,
        PrecedenceCases.all,
        EveryAnswerCases.all,
        EchoCases.all,
        RequestIDCases.all,
        AdministratorCases.all,
        EdgeCases.all,
    ].flatMap { $0 }
}
