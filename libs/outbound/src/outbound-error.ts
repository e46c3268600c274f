/**
 * Why a request did not give an answer. `invalid_url` and `forbidden_address` are the caller's to mend and no retry helps;
 * `too_large` and `too_many_redirects` speak of the answer; `unreachable` and `timeout` may pass.
 */
export type OutboundErrorCode =
  'invalid_url' | 'forbidden_address' | 'unreachable' | 'timeout' | 'too_large' | 'too_many_redirects';

/** Its message may be shown to the user who named the URL: it never has the resolved address. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  constructor(
    readonly code: OutboundErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
