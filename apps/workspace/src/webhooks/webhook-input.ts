import { type FieldProblem, invalid } from '@parley/errors';
import { OutboundError } from '@parley/outbound';
import type {
  CreateWebhookRequest,
  UpdateWebhookRequest,
  WebhookFilters,
} from '@parley/proto/generated/parley/workspace/v1/webhooks_service';
import type { Deps } from '../deps';
import { type Header, webhookEvents, type WebhookEventName } from './webhook';
import { headerProblems } from './webhook-headers';

const MAX_EVENTS = 20;
const known: ReadonlySet<unknown> = new Set(webhookEvents);

/** What every webhook has. */
const kept = ['url', 'events'];

/** The fields of a webhook in a request. A field that is left out keeps its value; null for the name clears it. */
export interface WebhookInput {
  name?: string | null;
  url?: string;
  enabled?: boolean;
  events?: WebhookEventName[];
  headers?: Header[];
  ticketTypes?: string[];
}

const urlProblems = ({ outbound }: Pick<Deps, 'outbound'>, url: string): FieldProblem[] => {
  try {
    outbound.check(url);
    return [];
  } catch (error) {
    if (error instanceof OutboundError) return [{ field: 'url', message: error.message }];
    throw error;
  }
};

const eventProblems = (events: readonly unknown[]): FieldProblem[] => {
  if (events.length === 0) return [{ field: 'events', message: 'must name at least one event' }];
  if (events.length > MAX_EVENTS)
    return [{ field: 'events', message: `must have at most ${MAX_EVENTS} events` }];
  return events.flatMap((event, index) =>
    known.has(event)
      ? []
      : [{ field: `events.${index}`, message: `must be one of ${webhookEvents.join(', ')}` }],
  );
};

interface Sent {
  name?: string | undefined;
  url?: string | undefined;
  enabled?: boolean | undefined;
  events?: readonly unknown[] | undefined;
  headers?: readonly unknown[] | undefined;
  filters?: WebhookFilters | undefined;
}

const read = (deps: Pick<Deps, 'outbound'>, sent: Sent): WebhookInput => {
  const { name, url, enabled, events, headers, filters } = sent;
  const problems = [
    ...(url === undefined ? [] : urlProblems(deps, url)),
    ...(events ? eventProblems(events) : []),
    ...(headers ? headerProblems(headers) : []),
  ];
  if (problems.length > 0) throw invalid(problems);
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(enabled !== undefined && { enabled }),
    ...(events && { events: [...new Set(events as WebhookEventName[])] }),
    ...(headers && { headers: (headers as Header[]).map(({ key, value }) => ({ key, value })) }),
    ...(filters && { ticketTypes: [...new Set(filters.ticketTypes)] }),
  };
};

/** The initial state of a new webhook. 400 with the invalid fields. */
export const readNewWebhook = (
  deps: Pick<Deps, 'outbound'>,
  request: CreateWebhookRequest,
): Required<WebhookInput> => ({
  name: null,
  enabled: true,
  ticketTypes: [],
  url: request.url,
  events: [],
  headers: [],
  ...read(deps, request),
});

/** The changes of a webhook in a request: null clears, and a field that is left out keeps its value. */
export const readWebhookChange = (
  deps: Pick<Deps, 'outbound'>,
  request: UpdateWebhookRequest,
): WebhookInput => {
  const { nulls } = request;
  const problems = kept
    .filter((field) => nulls.includes(field))
    .map((field): FieldProblem => ({ field, message: 'cannot be cleared' }));
  if (problems.length > 0) throw invalid(problems);
  return {
    ...read(deps, request),
    ...(nulls.includes('name') && { name: null }),
    ...(nulls.includes('enabled') && { enabled: true }),
    ...(nulls.includes('headers') && { headers: [] }),
    ...(nulls.includes('filters') && { ticketTypes: [] }),
  };
};
