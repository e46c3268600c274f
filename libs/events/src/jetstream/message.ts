import type { JsMsg } from '@nats-io/jetstream';
import { headers as createHeaders, type MsgHdrs } from '@nats-io/transport-node';
import type { DomainEvent } from '../event';
import { type JetStreamPlace, wireSubject } from './streams';

const EVENT_ID = 'Parley-Event-Id';
const PROJECT = 'Parley-Project';
const AGGREGATE = 'Parley-Aggregate';
const CREATED_AT = 'Parley-Created-At';
const RESERVED = /^(parley|nats)-/i;

/** The wire form of an event: the payload is the body, everything else a header. */
export const encodeEvent = (event: DomainEvent): { headers: MsgHdrs; body: string } => {
  const headers = createHeaders();
  headers.set(EVENT_ID, event.id);
  headers.set(PROJECT, event.projectId);
  headers.set(AGGREGATE, event.aggregateId);
  headers.set(CREATED_AT, event.createdAt.toISOString());
  for (const [name, value] of Object.entries(event.headers)) headers.set(name, value);
  return { headers, body: JSON.stringify(event.payload) };
};

/** The event of a message. Throws when it is not one of ours. */
export const decodeEvent = (
  place: JetStreamPlace,
  message: Pick<JsMsg, 'subject' | 'headers' | 'string'>,
): DomainEvent => {
  const { headers } = message;
  const id = headers?.get(EVENT_ID);
  if (!headers || !id) throw new Error(`The message on ${message.subject} has no event id`);
  const own = headers.keys().filter((name) => !RESERVED.test(name));
  return {
    id,
    subject: message.subject.slice(wireSubject(place, '').length),
    projectId: headers.get(PROJECT),
    aggregateId: headers.get(AGGREGATE),
    payload: JSON.parse(message.string()) as unknown,
    headers: Object.fromEntries(own.map((name) => [name, headers.get(name)])),
    createdAt: new Date(headers.get(CREATED_AT)),
  };
};
