/** Sends a request below `/v3` and reads the JSON of the answer; throws the message of a problem document. */
export type Call = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>;

/** Calls the API of the host that served the page, with these headers. */
export const createCall =
  (headers: Record<string, string>): Call =>
  async <T>(method: string, path: string, body?: object) => {
    const response = await fetch(`/v3${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error((answer as { message: string }).message);
    return answer as T;
  };

/** The page's data of the demo; none of it is secret. */
export interface Demo {
  /** The project's public key. */
  apiToken: string;
  projectId: string;
  /** Identifier, in the customer's own system, of the contact that writes. */
  userId: string;
  /** E-mail address of the demo's admin. */
  email: string;
}
