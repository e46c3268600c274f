import { OutboundError } from '@parley/outbound';

interface Failure {
  code?: string;
  message?: string;
  authenticationFailed?: boolean;
  responseText?: string;
  /** Of an SMTP server. */
  response?: string;
}

const TLS = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|ERR_OSSL)/;
const wordsByCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host was not found.',
  EAI_AGAIN: 'The host was not found.',
  ECONNREFUSED: 'The host refused the connection. Check the port.',
  ECONNRESET: 'The server closed the connection. Check the port, and whether it begins with TLS.',
  NoConnection: 'The server closed the connection. Check the port, and whether it begins with TLS.',
  HAND_OVER: 'Mails cannot be taken at present. They stay on the server, and are tried again.',
  NO_FOLDER: 'There is no such folder.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The server did not answer in time. Check host and port.',
  CONNECT_TIMEOUT: 'The server did not answer in time. Check host and port.',
  GREETING_TIMEOUT: 'The server did not greet in time. Check the port, and whether it begins with TLS.',
  UPGRADE_TIMEOUT: 'The server did not answer in time.',
  EAUTH: 'The login was refused. Check user and password.',
  ETLS: 'The server does not offer TLS as it is set.',
};

/** Longest answer of a server that is quoted. */
const MAX_QUOTED = 300;

/** What went wrong with a mail server, in words that a person can act on. */
export const explain = (error: unknown): string => {
  if (error instanceof OutboundError)
    return error.code === 'unreachable' ? 'The host was not found.' : `${error.message}.`;
  const { code = '', authenticationFailed, responseText, response, message } = error as Failure;
  if (authenticationFailed) return 'The login was refused. Check user and password.';
  if (TLS.test(code) || /certificate/i.test(message ?? ''))
    return `The certificate of the server is not trusted (${code || message}).`;
  // Some clients put the system's code into their words.
  const known = wordsByCode[code] ?? wordsByCode[/\bE[A-Z]{4,}\b/.exec(message ?? '')?.[0] ?? ''];
  const said = (response ?? responseText)?.replaceAll(/\s+/g, ' ').slice(0, MAX_QUOTED);
  if (known !== undefined) return said && code === 'EAUTH' ? `${known} The server said: ${said}` : known;
  return said ? `The server said: ${said}` : `The connection failed (${code || message || 'unknown'}).`;
};
