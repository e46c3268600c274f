import { eventually } from '@parley/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeClients, connect, contactAuth, memberAuth, subscribed } from './support/clients';
import type { Person, StoredProject } from './support/neighbours';
import { startRealtime, type TestRealtime } from './support/realtime';

describe('windows of people', () => {
  let realtime: TestRealtime;
  let project: StoredProject;
  let grace: Person;
  beforeAll(async () => {
    realtime = await startRealtime();
  });
  beforeEach(() => {
    project = realtime.project();
    grace = realtime.person(project);
  });
  afterEach(closeClients);
  afterAll(() => realtime.stop());

  const open = async (person = grace, of = project, port = realtime.replicas[0]?.port ?? 0) => {
    const client = connect(of.key, port, memberAuth(realtime, of, person));
    await subscribed(client, `presence-project-${of.id}`);
    return client;
  };
  const countReports = (person = grace): number =>
    realtime.neighbours.reports.filter((people) => people.includes(person.id)).length;
  const untilReports = (count: number, person = grace): Promise<void> =>
    eventually(() => expect(countReports(person)).toBe(count));
  /** As long as a report that must not come would take. */
  const pause = (): Promise<void> => sleep(600);

  it('are reported with the first that a person opens here, and with the last that is closed, over all projects', async () => {
    const other = realtime.project();
    other.people.set(grace.id, grace);
    const first = await open();
    await untilReports(1);
    const [second, third] = [await open(), await open(grace, other)];
    first.disconnect();
    second.disconnect();
    await pause();
    expect(countReports()).toBe(1);
    third.disconnect();
    await untilReports(2);
    await pause();
    expect(countReports()).toBe(2);
  });

  it('are reported by each process for itself', async () => {
    const { port } = await realtime.replica();
    const here = await open();
    await untilReports(1);
    const there = await open(grace, project, port);
    await untilReports(2);
    here.disconnect();
    await untilReports(3);
    there.disconnect();
    await untilReports(4);
  });

  it('are reported again and again while they are open, in the time that the workspace wants', async () => {
    realtime.neighbours.renewAfterMs = 300;
    const [window, ada] = [await open(), realtime.person(project)];
    const hers = await open(ada);
    await eventually(() => expect(Math.min(countReports(), countReports(ada))).toBeGreaterThan(3));
    expect(realtime.neighbours.reports.at(-1)?.length).toBe(2);
    window.disconnect();
    hers.disconnect();
    await eventually(async () => {
      const before = countReports();
      await pause();
      expect(countReports()).toBe(before);
    });
    realtime.neighbours.renewAfterMs = 60_000;
  });

  it('are reported once the workspace is back', async () => {
    realtime.neighbours.windowsAway = true;
    await open();
    await pause();
    expect(countReports()).toBe(0);
    realtime.neighbours.windowsAway = false;
    await untilReports(1);
  });

  it('are reported when the process stops', async () => {
    const { port, stop } = await realtime.replica();
    await open(grace, project, port);
    await untilReports(1);
    await stop();
    expect(countReports()).toBe(2);
  });

  it('are those of the team: a contact’s are never reported', async () => {
    const contact = realtime.contact(project);
    const before = realtime.neighbours.reports.length;
    const [replica] = realtime.replicas;
    const client = connect(project.key, replica?.port ?? 0, contactAuth(realtime, project, contact));
    client.signin();
    await subscribed(client, `private-session-${contact.svcId}`);
    await pause();
    expect(realtime.neighbours.reports.slice(before)).toEqual([]);
  });
});
