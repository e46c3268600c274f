import { type Answered, type CheckAnswer, createCheckAnswer } from './check-answer';

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
  credentials: Credentials;
}

/** The document of an answer, which must be a success; a failure shows what was answered instead. */
export const ok = ({ status, body }: Answer): Answer['body'] => {
  expect({ status, told: status < 300 ? '' : body }).toEqual({ status: expect.any(Number), told: '' });
  return body;
};

/** The checks of platforms by their origins. */
const checks = new Map<string, Promise<CheckAnswer | undefined>>();

/** What a platform's own document says of answers; undefined where it serves none now. */
const readCheck = async (origin: string): Promise<CheckAnswer | undefined> => {
  const response = await fetch(`${origin}/api-docs.json`).catch(() => undefined);
  if (response?.ok) return createCheckAnswer((await response.json()) as Record<string, unknown>);
  checks.delete(origin);
  return undefined;
};

const findCheck = (baseUrl: string): Promise<CheckAnswer | undefined> => {
  const { origin } = new URL(baseUrl);
  const check = checks.get(origin) ?? readCheck(origin);
  checks.set(origin, check);
  return check;
};

/** Fails on an answer that is not as the document says. */
const demandDocumented = async (baseUrl: string, answered: Answered): Promise<void> => {
  const fault = (await findCheck(baseUrl))?.(answered);
  if (fault === undefined) return;
  const { method, path, status, body } = answered;
  const shown = JSON.stringify(body).slice(0, 500);
  throw new Error(`${method} ${path} answered ${status}, not as documented: ${fault}\n${shown}`);
};

/**
 * A client of the API at `baseUrl`, which ends in `/v3`. Every answer is checked against the platform's document.
 *
 * @param checked `requests too`: bodies of requests that were carried out are checked as well; `nothing`: for a former version.
 */
export const createApi = (
  baseUrl: () => string,
  credentials: Credentials = {},
  checked: 'answers' | 'requests too' | 'nothing' = 'answers',
): Api => ({
  credentials,
  as: (other) => createApi(baseUrl, { ...credentials, ...other }, checked),
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
    const contentType = response.headers.get('content-type') ?? '';
    const { status } = response;
    const answer = {
      status,
      headers: response.headers,
      body: /json/.test(contentType) && text ? JSON.parse(text) : text,
    };
    if (checked === 'nothing') return answer;
    const sent = checked === 'answers' ? undefined : body;
    await demandDocumented(baseUrl(), { method, path, sent, status, contentType, body: answer.body });
    return answer;
  },
});
