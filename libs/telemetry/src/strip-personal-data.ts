import type { Attributes } from '@opentelemetry/api';

/** The parts of a finished span that may carry personal data. */
interface SpanData {
  readonly attributes: Attributes;
  readonly events: readonly { attributes?: Attributes }[];
  readonly status: { message?: string };
}

/** Addresses, user agents and query strings identify people or repeat what they searched for; so do error messages. */
const personal = [
  'client.address',
  'network.peer.address',
  'network.peer.port',
  'user_agent.original',
  'url.full',
  'url.query',
  'exception.message',
  'exception.stacktrace',
];

/** Removes from a finished span what may be personal data; answers the same span. */
export const stripPersonalData = <S extends SpanData>(span: S): S => {
  for (const attributes of [span.attributes, ...span.events.map((event) => event.attributes)]) {
    for (const name of personal) delete attributes?.[name];
  }
  delete span.status.message;
  return span;
};
