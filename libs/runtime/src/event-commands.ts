import type { Events } from '@parley/events';
import type { Command } from './module';

/** The commands by which an operator looks after a service's events. */
export const eventCommands = (
  service: string,
  events: Pick<Events, 'deadLetters' | 'replayDeadLetters' | 'resend'>,
): Record<'dead-letters:list' | 'dead-letters:replay' | 'events:replay', Command> => ({
  'dead-letters:list': async (say) => {
    let count = 0;
    for await (const {
      id,
      durable,
      subject,
      projectId,
      attempts,
      error,
      createdAt,
    } of events.deadLetters()) {
      const since = createdAt.toISOString();
      say(`${id}  ${since}  ${durable}  ${subject}  project ${projectId}  ${attempts} attempts  ${error}`);
      count += 1;
    }
    return `${service}: ${count} dead letters.`;
  },
  'dead-letters:replay': async (_say, [id]) => {
    const { replayed, failed, skipped } = await events.replayDeadLetters(id === undefined ? {} : { id });
    return `${service}: ${replayed} replayed, ${failed} failed again, ${skipped} skipped behind those.`;
  },
  'events:replay': async () => `${service}: ${await events.resend()} undelivered events are sent again.`,
});
