import type { Scope } from '@parley/auth';
import { createLogger } from '@parley/telemetry';
import { eventually } from '@parley/testing';
import { createPresence, type Seen } from './presence';

const log = createLogger({ service: 'gateway', level: 'silent' });
const caller = (id: string, projectId?: string): Scope => ({
  actor: { type: 'user', id, email: 'u@example.com', confirmed: true },
  ...(projectId !== undefined && { projectId }),
});

const start = (report?: (seen: Seen[]) => Promise<void | Seen[]>) => {
  const reports: Seen[][] = [];
  let time = 0;
  const presence = createPresence({
    report: async (seen) => {
      const ignored = (await report?.(seen)) ?? [];
      reports.push(seen);
      return { ignored };
    },
    log,
    now: () => time,
    every: 1,
  });
  const told = () =>
    reports.flat().map(({ projectId, userId, at }) => `${projectId} ${userId} ${at.slice(14, 19)}`);
  return { presence, reports, told, pass: (seconds: number) => void (time += seconds * 1_000) };
};

it('tells of a person and project at most once a minute', async () => {
  const { presence, told, pass } = start();
  presence.note(caller('ada', 'p1'));
  presence.note(caller('ada', 'p1'));
  presence.note(caller('ada', 'p2'));
  await eventually(() => expect(told()).toEqual(['p1 ada 00:00', 'p2 ada 00:00']));
  pass(59.9);
  presence.note(caller('ada', 'p1'));
  pass(0.1);
  presence.note(caller('ada', 'p1'));
  await eventually(() => expect(told()).toEqual(['p1 ada 00:00', 'p2 ada 00:00', 'p1 ada 01:00']));
  await presence.stop();
});

it('reports a person who was not known yet again with the next call', async () => {
  let isKnown = false;
  const { presence, told } = start(async (seen) => (isKnown ? undefined : seen));
  presence.note(caller('ada', 'p1'));
  await eventually(() => expect(told()).toHaveLength(1));
  isKnown = true;
  await eventually(() => {
    presence.note(caller('ada', 'p1'));
    expect(told()).toHaveLength(2);
  });
  presence.note(caller('ada', 'p1'));
  await presence.stop();
  expect(told()).toHaveLength(2);
});

it('tells of somebody 5 s after the call, so that a person shows within 15 s', async () => {
  jest.useFakeTimers();
  try {
    const reports: Seen[][] = [];
    const presence = createPresence({
      report: async (seen) => {
        reports.push(seen);
        return { ignored: [] };
      },
      log,
    });
    presence.note(caller('ada', 'p1'));
    await jest.advanceTimersByTimeAsync(4_999);
    expect(reports).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(reports.flat().map(({ userId }) => userId)).toEqual(['ada']);
  } finally {
    jest.useRealTimers();
  }
});

it('tells of several in one report', async () => {
  const { presence, reports } = start();
  presence.note(caller('ada', 'p1'));
  presence.note(caller('grace', 'p1'));
  await eventually(() => expect(reports).toHaveLength(1));
  expect(reports[0]).toHaveLength(2);
  await presence.stop();
});

it('does not tell of service accounts, contacts, or calls without a project', async () => {
  const { presence, reports } = start();
  presence.note({ actor: { type: 'service', id: 's', name: 'Robot' }, projectId: 'p1' });
  presence.note({ actor: { type: 'contact', id: 'c' }, projectId: 'p1' });
  presence.note(caller('ada'));
  await presence.stop();
  expect(reports).toEqual([]);
});

it('tells later what could not be told, and what waits when it stops', async () => {
  let failures = 2;
  const { presence, told } = start(() => {
    failures -= 1;
    return failures >= 0 ? Promise.reject(new Error('away')) : Promise.resolve();
  });
  presence.note(caller('ada', 'p1'));
  await eventually(() => expect(told()).toEqual(['p1 ada 00:00']));
  presence.note(caller('grace', 'p1'));
  await presence.stop();
  expect(told()).toHaveLength(2);
});
