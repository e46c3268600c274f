/** An answer of the API. */
export interface Answer {
  status: number;
  headers: Headers;
  // The tests read documents as a client would: by field name, untyped.
  body: any;
}

/** Who asks, and where. */
export interface Credentials {
  token?: string;
  project?: string;
}

/** Calls the REST API as a client would: forms and bytes go as they are, anything else as JSON. */
export interface Api {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  as(credentials: Credentials): Api;
}

/** The document of an answer, which must be a success; a failure shows what was answered instead. */
export const ok = ({ status, body }: Answer): Answer['body'] => {
  expect({ status, told: status < 300 ? '' : body }).toEqual({ status: expect.any(Number), told: '' });
  return body;
};

/** A client of the API at `baseUrl`, which ends in `/v3`. */
export const createApi = (baseUrl: () => string, credentials: Credentials = {}): Api => ({
  as: (other) => createApi(baseUrl, { ...credentials, ...other }),
  call: async (method, path, body, headers = {}) => {
    const raw = body instanceof FormData || body instanceof Uint8Array ? (body as BodyInit) : undefined;
    const response = await fetch(`${baseUrl()}${path}`, {
      method,
      headers: {
        ...(credentials.token && { authorization: `Bearer ${credentials.token}` }),
        ...(credentials.project && { project: credentials.project }),
        ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  },
});
