import Foundation
import JSON

@testable import IssuerAPI

/// The body of a provisioning request: what is taken is within its limits, and says nothing that is a PAN.
struct BodyTarget: FuzzTarget {
    init(work: Folder) {}

    static func seeds(work: Folder, data: Folder) throws -> [[UInt8]] {
        let certificate = Data("certificate".utf8).base64EncodedString()
        let genuine = """
            {"certificates":["\(certificate)","\(certificate)"],"nonce":"AAECAw==","nonce_signature":"BAUGBwg=",\
            "device_type":"watch","app_version":"1.0.0-beta+7","product_type":"iPhone_17"}
            """
        return try [Array(genuine.utf8)] + data.files(in: "jsontestsuite/test_parsing")
    }

    func run(_ input: [UInt8]) {
        if let object = try? JSON.parse(input) {
            promise(input.count <= JSON.limit, "a body past the limit was read")
            promise(String(validating: input, as: UTF8.self) != nil, "a body that is not UTF-8 was read")
            promise(Set(object.memberNames).count == object.count, "a name stands twice")
            for name in object.memberNames {
                let text = String(decoding: name, as: UTF8.self)
                promise(object[text] != nil, "a member is not found by its name")
            }
        }
        guard let body = try? ProvisioningBody(input) else { return }
        promise((1...32).contains(body.nonce.count), "a nonce of another size was taken")
        promise((1...256).contains(body.nonceSignature.count), "a signature of another size was taken")
        promise(isPlain(body.appVersion, 50), "app_version is no version")
        promise(body.productType.map { isPlain($0, 64) } ?? true, "product_type is no word")
        let digits = body.appVersion.split { !$0.isNumber }
        promise(digits.allSatisfy { $0.count < 12 }, "app_version could hold a PAN")
    }

    private func isPlain(_ text: String, _ limit: Int) -> Bool {
        (1...limit).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}
