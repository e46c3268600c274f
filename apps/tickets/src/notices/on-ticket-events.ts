import type { AfterCommit, DomainEvent } from '@parley/events';
import { addJob } from '@parley/jobs';
import type { Sql } from '@parley/persistence';
import type { Deps } from '../deps';
import { readCause } from './causes';
import { noticeJob } from './give-notice';
import { findResponsible } from './responsible.store';

/** The durable that gets what people may want to know of. */
export const NOTICES_DURABLE = 'tickets-notices';

/** Whether an event can give notice of something. */
export const givesNotice = (event: DomainEvent): boolean => readCause(event) !== undefined;

/**
 * Adds a job for each event that people may want to know of. Contacts write often, and mostly where no person is responsible: such a
 * message adds none.
 */
export const onTicketEvents =
  ({ clock }: Pick<Deps, 'clock'>) =>
  async (events: readonly DomainEvent[], tx: Sql): Promise<AfterCommit | undefined> => {
    const causes = events.flatMap((event) => {
      const cause = readCause(event);
      return cause ? [{ event, cause }] : [];
    });
    const replied = causes.flatMap(({ event: { projectId }, cause }) =>
      cause.kind === 'replied' ? [{ projectId, ticketId: cause.ticketId }] : [],
    );
    const responsible = replied.length > 0 ? await findResponsible(tx, replied) : new Map<string, string>();
    for (const { event, cause } of causes) {
      const person = cause.kind === 'replied' ? responsible.get(cause.ticketId) : undefined;
      if (cause.kind === 'replied' && person === undefined) continue;
      await addJob(tx, noticeJob, person === undefined ? cause : { ...cause, userIds: [person] }, {
        projectId: event.projectId,
        key: event.id,
        now: clock(),
      });
    }
    return undefined;
  };
