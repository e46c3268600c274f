import { type Database, newId } from '@parley/persistence';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStream } from '../src/streams/read-stream';
import {
  appendAll,
  appendToStream,
  eventsAfter,
  readHeads,
  setBlocked,
  type StreamName,
} from '../src/streams/stream.store';
import { createReleaser } from '../src/runs/release-held';
import { appendBehind } from '../src/streams/held.store';
import { trimStreams } from '../src/streams/trim-streams';
import { follow, secondPool, startStreams, type TestStreams } from './support/streams';

const HOUR = 3_600_000;

describe('numbered streams', () => {
  let streams: TestStreams;
  let other: Database;
  const read = (stream: StreamName, after: number, limit = 1_000, now = new Date()) =>
    readStream(streams.db, stream, { after, limit, now });
  const numbers = ({ events }: { events: { seq: number }[] }): number[] => events.map(({ seq }) => seq);
  const upTo = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  /** Appends so many at once: by one statement. */
  const fill = async (stream: StreamName, count: number, at = new Date(), data: object = {}) =>
    streams.db.transaction((tx) =>
      appendToStream(
        tx,
        stream,
        Array.from({ length: count }, () => ({ name: 'message.created', data, at })),
      ),
    );

  beforeAll(async () => {
    streams = await startStreams('s2s_streams');
    other = secondPool(streams.url);
  });
  afterAll(async () => {
    await other.close();
    await streams.stop();
  });

  it('count from 1 without a gap, each stream for itself', async () => {
    const [one, two] = [streams.newStream(), streams.newStream()];
    expect(await streams.append(one, 3)).toEqual([1, 2, 3]);
    expect(await streams.append(two, 2)).toEqual([1, 2]);
    expect((await fill(one, 4)).map(({ seq }) => seq)).toEqual([4, 5, 6, 7]);
    expect(await read(one, 5)).toMatchObject({
      seq: 7,
      resync: false,
      events: [
        { seq: 6, event: 'message.created', data: {}, at: expect.any(String) },
        { seq: 7, event: 'message.created', data: {} },
      ],
    });
  });

  it('hold what follows a message for 10 s, then go on without it', async () => {
    const stream = streams.newStream();
    const [conversationId, after, began] = [newId(), newId(), new Date()];
    const behind = (name: string): Promise<unknown> =>
      streams.db.transaction((tx) =>
        appendBehind(tx, { ...stream, conversationId, after }, [
          { name, data: { conversationId }, at: began },
        ]),
      );
    expect(await behind('workflow.step')).toEqual([]);
    expect(await behind('workflow.step')).toEqual([]);
    const releaseAt = (ms: number): unknown =>
      createReleaser({
        db: streams.db,
        clock: () => new Date(began.getTime() + ms),
        broadcast: { publish: () => undefined } as never,
      }).handle({} as never, {} as never);
    expect(await releaseAt(9_999)).toEqual({ goOnAt: new Date(began.getTime() + 10_000) });
    expect(numbers(await read(stream, 0))).toEqual([]);
    expect(await releaseAt(10_000)).toBeUndefined();
    expect(numbers(await read(stream, 0))).toEqual([1, 2]);
  });

  it('of one contact and of its project are two', async () => {
    const contact = streams.newStream();
    await streams.append(contact, 2);
    expect(await streams.append({ projectId: contact.projectId, contactId: '' }, 1)).toEqual([1]);
  });

  it('number what two replicas append at once without a gap, and show no number before the ones below it', async () => {
    const stream = streams.newStream();
    let isDone = false;
    const wrong: number[][] = [];
    const watch = async (): Promise<void> => {
      while (!isDone) {
        const seen = numbers(await read(stream, 0));
        if (seen.some((seq, index) => seq !== index + 1)) wrong.push(seen);
      }
    };
    const writer = async (db: Database): Promise<void> => {
      for (let index = 0; index < 60; index += 1)
        await db.transaction((tx) =>
          appendToStream(tx, stream, [{ name: 'x', data: { index }, at: new Date() }]),
        );
    };
    const watching = watch();
    await Promise.all([writer(streams.db), writer(other), writer(streams.db), writer(other)]);
    isDone = true;
    await watching;
    expect(wrong).toEqual([]);
    expect(numbers(await read(stream, 0))).toEqual(upTo(1, 240));
  });

  it('number events of many streams at once, each in its order, and pass over contacts that are gone', async () => {
    const [first, second, gone] = [streams.newStream(), streams.newStream(), streams.newStream()];
    const project = { projectId: first.projectId, contactId: '' };
    await streams.append(first, 2);
    await follow(streams.db, gone, 'deleted');
    const event = (index: number) => ({ name: 'x', data: { index }, at: new Date() });
    const seqs = await streams.db.transaction((tx) =>
      appendAll(tx, [
        { stream: second, event: event(0) },
        { stream: first, event: event(1) },
        { stream: gone, event: event(2) },
        { stream: { ...project, projectId: gone.projectId }, event: event(3), contactId: gone.contactId },
        { stream: project, event: event(4), contactId: first.contactId },
        { stream: first, event: event(5) },
        { stream: second, event: event(6) },
      ]),
    );
    expect(seqs).toEqual([1, 3, undefined, undefined, 1, 4, 2]);
    const indexes = async (stream: StreamName, after: number) =>
      (await read(stream, after)).events.map(({ data }) => data);
    expect(await indexes(first, 2)).toEqual([{ index: 1 }, { index: 5 }]);
    expect(await indexes(second, 0)).toEqual([{ index: 0 }, { index: 6 }]);
    expect(await indexes(gone, 0)).toEqual([]);
    expect(await indexes({ ...project, projectId: gone.projectId }, 0)).toEqual([]);
  });

  it('give a number back when its transaction fails', async () => {
    const stream = streams.newStream();
    await streams.append(stream, 1);
    const failing = streams.db.transaction(async (tx) => {
      await appendToStream(tx, stream, [{ name: 'x', data: {}, at: new Date() }]);
      throw new Error('fails');
    });
    await expect(failing).rejects.toThrow('fails');
    expect(await streams.append(stream, 1)).toEqual([2]);
  });

  describe('are read', () => {
    it('by pages of the limit', async () => {
      const stream = streams.newStream();
      await fill(stream, 10);
      const first = await read(stream, 0, 4);
      expect({ numbers: numbers(first), seq: first.seq }).toEqual({ numbers: [1, 2, 3, 4], seq: 10 });
      expect(numbers(await read(stream, 8, 4))).toEqual([9, 10]);
      expect(await read(stream, 10, 4)).toEqual({ events: [], seq: 10, resync: false });
    });

    it('as nothing at all when nothing came', async () => {
      expect(await read(streams.newStream(), 0)).toEqual({ events: [], seq: 0, resync: false });
    });

    it('up to 1,000 events back; 1,001 missed are a resync without events', async () => {
      const stream = streams.newStream();
      await fill(stream, 1_001);
      expect(numbers(await read(stream, 1))).toEqual(upTo(2, 1_001));
      expect(await read(stream, 0)).toEqual({ events: [], seq: 1_001, resync: true });
    });

    it('up to 24 h back; what is older is a resync', async () => {
      const stream = streams.newStream();
      const now = new Date();
      await fill(stream, 2, new Date(now.getTime() - 24 * HOUR));
      expect(numbers(await read(stream, 0, 10, now))).toEqual([1, 2]);
      expect(await read(stream, 0, 10, new Date(now.getTime() + 1))).toEqual({
        events: [],
        seq: 2,
        resync: true,
      });
    });

    it('not from the future: a number that the stream has not reached is a resync', async () => {
      const stream = streams.newStream();
      await streams.append(stream, 2);
      expect(await read(stream, 3)).toEqual({ events: [], seq: 2, resync: true });
      expect(await read(streams.newStream(), 1)).toEqual({ events: [], seq: 0, resync: true });
    });

    it('in answers of at most 4 MB, one event at least', async () => {
      const stream = streams.newStream();
      await fill(stream, 200, new Date(), { text: 'x'.repeat(32_000) });
      const page = await read(stream, 0);
      expect(page.events.length).toBeGreaterThan(120);
      expect(page.events.length).toBeLessThan(140);
      expect(numbers(await read(stream, page.events.length, 1))).toEqual([page.events.length + 1]);
      const tight = { after: 0, limit: 10, bytes: 1 };
      expect((await eventsAfter(streams.db, stream, tight)).events).toHaveLength(1);
    });
  });

  describe('are trimmed', () => {
    it('to the newest 1,000 events and to 24 h, and go on counting', async () => {
      const [long, old] = [streams.newStream(), streams.newStream()];
      await fill(long, 1_200);
      await fill(old, 3, new Date(Date.now() - 24 * HOUR - 1_000));
      await fill(old, 1);
      await trimStreams({ db: streams.db, clock: () => new Date() });
      const kept = async ({ projectId }: StreamName): Promise<number[]> =>
        (
          await streams.db.query<{ seq: number }>(
            'SELECT seq FROM stream_event WHERE project_id = $1 ORDER BY seq',
            [projectId],
          )
        ).map(({ seq }) => seq);
      expect(await kept(long)).toEqual(upTo(201, 1_200));
      expect(await kept(old)).toEqual([4]);
      expect(await read(old, 2)).toEqual({ events: [], seq: 4, resync: true });
      expect(await streams.append(old, 1)).toEqual([5]);
    });

    it('when they are more than a batch', async () => {
      const projectId = newId();
      const many = Array.from({ length: 501 }, (_, index) => `c${`${index}`.padStart(4, '0')}`);
      await streams.db.query(
        `INSERT INTO stream_head (project_id, contact_id, seq) SELECT $1, unnest($2::text[]), 1001`,
        [projectId, many],
      );
      await streams.db.query(
        `INSERT INTO stream_event (project_id, contact_id, seq, name, data, at)
         SELECT $1, c, s, 'x', '{}', now() FROM unnest($2::text[]) c, generate_series(1, 2) s`,
        [projectId, many],
      );
      await trimStreams({ db: streams.db, clock: () => new Date() });
      const [left] = await streams.db.query<{ count: number; least: number }>(
        'SELECT count(*)::int AS count, min(seq) AS least FROM stream_event WHERE project_id = $1',
        [projectId],
      );
      expect(left).toEqual({ count: 501, least: 2 });
    });
  });

  describe('of a contact that is gone', () => {
    it.each(['deleted', 'merged'] as const)(
      'are gone with it when it is %s, and nothing gets a number',
      async (fate) => {
        const stream = streams.newStream();
        await streams.append(stream, 3);
        await follow(streams.db, stream, fate);
        expect(await streams.append(stream, 1)).toEqual([]);
        expect(await readHeads(streams.db, [stream])).toEqual([{ seq: 0, ended: true }]);
        expect(await rowsContaining(stream.contactId)).toEqual([]);
      },
    );

    const tellProject = (contact: StreamName, data: object, contactId?: string) =>
      streams.db.transaction((tx) =>
        appendToStream(
          tx,
          { projectId: contact.projectId, contactId: '' },
          [{ name: 'message.created', data, at: new Date() }],
          { contactId },
        ),
      );
    const rowsContaining = async (text: string): Promise<unknown[]> => [
      ...(await streams.db.query('SELECT FROM stream_event e WHERE strpos(e::text, $1) > 0', [text])),
      ...(await streams.db.query('SELECT FROM stream_head h WHERE strpos(h::text, $1) > 0', [text])),
    ];

    it('is told of no more by the project’s stream when it is deleted; the numbers stay', async () => {
      const contact = streams.newStream();
      const { contactId } = contact;
      await tellProject(contact, { text: 'of its ticket' }, contactId);
      await tellProject(contact, { text: 'of another' }, newId());
      await tellProject(contact, { ticket: { sessions: [contactId] } });
      await follow(streams.db, contact, 'deleted');
      expect(await rowsContaining(contactId)).toEqual([]);
      expect(await read({ projectId: contact.projectId, contactId: '' }, 0)).toMatchObject({
        seq: 3,
        resync: false,
        events: [
          { seq: 1, event: 'forgotten', data: {} },
          { seq: 2, event: 'message.created', data: { text: 'of another' } },
          { seq: 3, event: 'forgotten', data: {} },
        ],
      });
      expect(await tellProject(contact, { text: 'late' }, contactId)).toEqual([]);
      expect(await tellProject(contact, { text: 'of another' }, newId())).toMatchObject([{ seq: 4 }]);
    });

    it('leaves nothing, however events and its deletion meet', async () => {
      for (let round = 0; round < 20; round += 1) {
        const contact = streams.newStream();
        const { contactId, projectId } = contact;
        const append = (db: Database, stream: StreamName): Promise<unknown> =>
          db.transaction(async (tx) => {
            const event = { name: 'x', data: { contactId }, at: new Date() };
            await appendToStream(tx, stream, [event], { contactId });
            await sleep(round % 5);
          });
        await Promise.all([
          append(streams.db, contact),
          append(other, { projectId, contactId: '' }),
          sleep(round % 3).then(() => follow(streams.db, contact, 'deleted')),
          append(other, contact),
          append(streams.db, { projectId, contactId: '' }),
        ]);
        expect(await rowsContaining(contactId)).toEqual([]);
      }
    });

    it('or blocked are ended, but go on counting until it is unblocked', async () => {
      const [known, unknown] = [streams.newStream(), streams.newStream()];
      await streams.append(known, 1);
      for (const stream of [known, unknown]) {
        await streams.db.transaction((tx) => setBlocked(tx, stream, true));
        await streams.db.transaction((tx) => setBlocked(tx, stream, true));
      }
      expect(await streams.append(known, 1)).toEqual([2]);
      expect(await readHeads(streams.db, [known, unknown, streams.newStream()])).toEqual([
        { seq: 2, ended: true },
        { seq: 0, ended: true },
        { seq: 0, ended: false },
      ]);
      await streams.db.transaction((tx) => setBlocked(tx, known, false));
      expect(await readHeads(streams.db, [known])).toEqual([{ seq: 2, ended: false }]);
    });
  });
});
