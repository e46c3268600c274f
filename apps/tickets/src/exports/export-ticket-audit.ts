import { projectScope } from '@parley/auth';
import { csvEncoder } from '@parley/csv';
import { notFound } from '@parley/errors';
import { isId } from '@parley/persistence';
import type { CallContext } from '@parley/rpc';
import type {
  ExportTicketAuditRequest,
  ExportTicketAuditResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_exports_service';
import type { Deps } from '../deps';
import { namedHistory, withNames } from '../logs';
import { type AuditEvent, changeEvent, creationEvent, messageEvent } from './audit-event';
import { auditedMessages, findCreation } from './audit.store';

const encoder = csvEncoder<AuditEvent>([
  { key: 'timestamp', read: ({ at }) => at },
  { key: 'actor', read: ({ actor }) => actor },
  { key: 'actor_email', read: ({ actorEmail }) => actorEmail },
  { key: 'event_type', read: ({ eventType }) => eventType },
  { key: 'detail', read: ({ detail }) => detail },
  { key: 'content', read: ({ content }) => content },
]);

/** Rows that go together; each may have some 200 KB of text. */
const ROWS = 50;

async function* toEvents<Row>(
  pages: AsyncIterable<readonly Row[]>,
  event: (row: Row) => AuditEvent,
): AsyncGenerator<AuditEvent> {
  for await (const page of pages) for (const row of page) yield event(row);
}

/** Two series of events as one in the order of time; of two at the same time the first series' comes first. */
async function* merged(
  first: AsyncIterator<AuditEvent>,
  second: AsyncIterator<AuditEvent>,
): AsyncGenerator<AuditEvent> {
  let [one, other] = [await first.next(), await second.next()];
  while (!one.done || !other.done) {
    if (!one.done && (other.done || one.value.at <= other.value.at)) {
      yield one.value;
      one = await first.next();
    } else if (!other.done) {
      yield other.value;
      other = await second.next();
    }
  }
}

/** Everything that happened in a ticket as a CSV file in parts: its creation, every message and every change. */
export async function* exportTicketAudit(
  deps: Pick<Deps, 'db' | 'references'>,
  { ticketId, bom }: ExportTicketAuditRequest,
  context: CallContext,
): AsyncGenerator<ExportTicketAuditResponse> {
  const { projectId } = projectScope(context.scope);
  const creation = isId(ticketId) ? await findCreation(deps.db, projectId, ticketId) : undefined;
  if (!creation) throw notFound('ticket');
  let rows = (await withNames(deps, context, projectId, [creation])).map(creationEvent);
  yield { chunk: encoder.header({ bom }) };
  // A message that reopens the ticket comes before that change of status.
  const messages = toEvents(auditedMessages(deps.db, projectId, ticketId), messageEvent);
  const changes = toEvents(namedHistory(deps, context, projectId, ticketId), changeEvent);
  for await (const event of merged(messages, changes)) {
    rows.push(event);
    if (rows.length < ROWS) continue;
    yield { chunk: encoder.rows(rows) };
    rows = [];
  }
  yield { chunk: encoder.rows(rows) };
}
