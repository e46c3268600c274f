import { eventually } from '@parley/testing';
import { disorder, HOURS, type Month } from './month';
import type { Dice } from './random';
import type { TestStatistics } from './statistics';

/** Tells the service of a month: tickets in disorder, some events twice, hours before, between and after what they measure. */
export const takeIn = async (
  service: TestStatistics,
  dice: Dice,
  projectId: string,
  month: Month,
): Promise<void> => {
  const events = disorder(dice, month);
  const teams = Object.entries(HOURS).flatMap(([id, versions]) =>
    versions.map(({ since, hours }) => ({
      subject: 'workspace.v1.team.updated',
      projectId,
      aggregateId: id,
      payload: {
        team: { id, name: `Team ${id.at(-1)}` },
        operatingHours: hours,
        updatedAt: new Date(since).toISOString(),
      },
    })),
  );
  const half = Math.floor(events.length / 2);
  await service.publish(...events.slice(0, half), ...teams, ...events.slice(half));
  await eventually(async () => {
    const [row] = await service.db.query<{ count: number }>('SELECT count(*) AS count FROM stale_ticket');
    expect(row?.count).toBe(0);
  });
};
