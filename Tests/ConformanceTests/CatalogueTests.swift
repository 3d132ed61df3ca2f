import Testing

@testable import passwright_conformance

@Suite struct CatalogueTests {
    @Test func `no id stands twice`() {
        let ids = Catalogue.cases.map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test func `every id is PROV, P or F, and three digits`() {
        for item in Catalogue.cases {
            #expect(item.id.wholeMatch(of: /PROV-[PF]-[0-9]{3}/) != nil, "\(item.id)")
        }
    }

    @Test func `every title is one sentence`() {
        for item in Catalogue.cases {
            #expect(item.title.hasSuffix(".") && !item.title.dropLast().contains(". "), "\(item.id)")
            #expect(item.title.first.map { $0.isUppercase || $0.isNumber } ?? false, "\(item.id)")
        }
    }
}
