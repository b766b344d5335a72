import HTTPTypes
import Hummingbird

/// Middleware that turns every error into a response, and adds the header fields that all responses have.
struct FailureResponses: RouterMiddleware {
    typealias Context = StoreContext

    let log: @Sendable (String) -> Void

    func handle(
        _ request: Request, context: StoreContext, next: (Request, StoreContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let failure as RequestFailure {
            response = failure.response
        } catch let error as RepositoryError {
            let failure = RequestFailure(error)
            if failure.status == .internalServerError { log(error.description) }
            response = failure.response
        } catch let error as ImpossibleDocumentError {
            response = RequestFailure(.notFound, error.reason).response
        } catch let error as HTTPError {
            response = Self.failure(error, of: request).response
        } catch {
            log("\(request.method.rawValue) \(request.uri.path): \(error)")
            response = RequestFailure(.internalServerError, "the server could not do it").response
        }
        SecurityHeaders.add(to: &response.headers)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private static func failure(_ error: HTTPError, of request: Request) -> RequestFailure {
        guard error.status == .notFound else {
            return RequestFailure(error.status, error.body ?? error.status.reasonPhrase, headers: error.headers)
        }
        return StoreRoutes.methods.contains(request.method) ? .noResource : .methodUnknown(request.method.rawValue)
    }
}
