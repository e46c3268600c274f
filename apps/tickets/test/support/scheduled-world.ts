import type { CallContext } from '@parley/rpc';
import type {
  BulkReplyToTicketsResponse,
  CancelScheduledReplyResponse,
  ListScheduledRepliesResponse,
} from '@parley/proto/generated/parley/tickets/v1/ticket_bulk_service';
import type { FindMessagesResponse } from '@parley/proto/generated/parley/tickets/v1/messages_service';
import { createLogger } from '@parley/telemetry';
import { createMany, type TicketOfContact } from './many-tickets';
import { callerIn, startTickets, type TestCaller, type TestService } from './service';

/** What an answer counts, of nothing. */
export const noCounts = { sent: 0, scheduled: 0, deduplicated: 0, failed: 0, failures: [] };

export const toIds = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

type ScheduledReply = ListScheduledRepliesResponse['replies'][number];

/** A service with a caller for each test, and what tests do with its scheduled replies. */
export interface ScheduledWorld {
  service: TestService;
  caller: TestCaller;
  /** Creates tickets of a contact each; 31 are replied to later. */
  many(count?: number): Promise<TicketOfContact[]>;
  send(selection: object, rest?: object): Promise<BulkReplyToTicketsResponse>;
  list(ticketId: string, context?: CallContext): Promise<ScheduledReply[]>;
  cancel(
    ticketId: string,
    scheduledReplyId: string,
    context?: CallContext,
  ): Promise<CancelScheduledReplyResponse['reply']>;
  /** The newest reply of a ticket. */
  findReply(ticketId: string): Promise<ScheduledReply>;
  listMessages(ticketId: string): Promise<FindMessagesResponse['items']>;
  /** Sets the clock that many seconds ahead. */
  later(seconds: number): void;
  /** How many replies to tickets are of which status. */
  stored(ticketIds: readonly string[]): Promise<{ status: string; count: number }[]>;
}

/** Starts the service of a test file. */
export const scheduledWorld = (name: string): ScheduledWorld => {
  const world = {} as Pick<ScheduledWorld, 'service' | 'caller'>;
  beforeAll(async () => {
    world.service = await startTickets(name, { log: createLogger({ service: 'tickets', level: 'silent' }) });
  });
  afterAll(() => world.service.stop());
  beforeEach(async () => {
    world.service.setClock(undefined);
    await world.service.db.query('DELETE FROM bulk_reply');
    world.caller = callerIn(world.service.neighbours);
  });

  const bulk = (): TestService['bulk'] => world.service.bulk;
  const list: ScheduledWorld['list'] = async (ticketId, context = world.caller.context) =>
    (await bulk().listScheduledReplies({ ticketId }, context)).replies;
  return Object.assign<typeof world, Omit<ScheduledWorld, 'service' | 'caller'>>(world, {
    many: (count = 31) => createMany(world.service, world.caller, count),
    send: (selection, rest = {}) =>
      bulk().bulkReplyToTickets({ selection, comment: 'Fixed', ...rest }, world.caller.context),
    list,
    cancel: async (ticketId, scheduledReplyId, context = world.caller.context) =>
      (await bulk().cancelScheduledReply({ ticketId, scheduledReplyId }, context)).reply,
    findReply: async (ticketId) => {
      const [reply] = await list(ticketId);
      if (!reply) throw new Error('no scheduled reply');
      return reply;
    },
    listMessages: async (ticketId) => {
      const filter = [{ field: 'ticket', operator: 'eq', values: [ticketId] }];
      return (await world.service.messages.findMessages({ filter }, world.caller.context)).items;
    },
    later: (seconds) => world.service.setClock(new Date(Date.now() + seconds * 1_000)),
    stored: (ticketIds) =>
      world.service.db.query<{ status: string; count: number }>(
        `SELECT status, count(*)::integer AS count FROM bulk_reply WHERE ticket_id = ANY ($1::text[])
          GROUP BY status ORDER BY status`,
        [ticketIds],
      ),
  });
};
