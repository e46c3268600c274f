import type { PipelineEntry } from '@parley/proto/generated/parley/pipelines/v1/pipeline_entry';
import fc from 'fast-check';
import { refusal } from './support/records';
import { required, startPipelines, type TestPipelines, type TestProject } from './support/pipelines';

let service: TestPipelines;
let project: TestProject;
beforeAll(async () => {
  service = await startPipelines();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const toIds = (entries: readonly PipelineEntry[]): string[] => entries.map(({ id }) => id);

describe('moving', () => {
  it('to another lane is a change of stage: time, history and one event', async () => {
    const { id } = await project.board();
    const entry = await project.add(id);
    const moved = await project.move(entry.id, { laneId: 'b' });
    expect(moved).toMatchObject({ laneId: 'b', laneEnteredAt: moved.updatedAt });
    expect((await project.history(entry.id)).at(-1)).toMatchObject({ field: 'laneId', from: 'a', to: 'b' });
    const told = await service.told(entry.id);
    expect(told.at(-1)).toEqual({
      subject: 'pipelines.v1.entry.moved',
      payload: {
        entry: moved,
        pipeline: (await service.pipelines.getPipeline({ pipelineId: id }, project.as('agent'))).pipeline,
        contactId: entry.recordId,
        fromLaneId: 'a',
      },
    });
  });

  it('within the lane is none: no history, no event, the time in the lane stays', async () => {
    const { id } = await project.board();
    const [x, y] = await project.addMany(id, 2);
    const moved = await project.move(required(x).id, {});
    expect(await project.order(id, 'a')).toEqual(toIds([required(y), required(x)]));
    expect(moved.laneEnteredAt).toBe(x?.laneEnteredAt);
    expect(await project.history(moved.id)).toHaveLength(1);
    expect(await service.told(moved.id)).toHaveLength(1);
  });

  it('to where it is changes nothing', async () => {
    const { id } = await project.board();
    const [x, y] = (await project.addMany(id, 2)) as [PipelineEntry, PipelineEntry];
    expect(await project.move(y.id, {})).toEqual(y);
    expect(await project.move(y.id, { laneId: 'a', after: x.id })).toEqual(y);
    expect(await project.move(x.id, { before: y.id })).toEqual(x);
    expect(await project.move(x.id, { lexorank: x.lexorank })).toEqual(x);
  });

  it('ignores an unknown and an archived lane as if none had been sent', async () => {
    const { id } = await project.board({
      lanes: [
        { id: 'a', title: 'A' },
        { id: 'z', title: 'Z', archived: true },
      ],
    });
    const [x, y] = (await project.addMany(id, 2)) as [PipelineEntry, PipelineEntry];
    expect((await project.move(x.id, { laneId: 'nope' })).laneId).toBe('a');
    expect(await project.order(id, 'a')).toEqual(toIds([y, x]));
    expect((await project.move(y.id, { laneId: 'z' })).laneId).toBe('a');
    expect(await project.order(id, 'a')).toEqual(toIds([x, y]));
  });

  it('places directly before and after another entry of the target lane', async () => {
    const { id } = await project.board();
    const [x, y] = (await project.addMany(id, 2)) as [PipelineEntry, PipelineEntry];
    const [p, q] = (await project.addMany(id, 2, 'b')) as [PipelineEntry, PipelineEntry];
    await project.move(p.id, { laneId: 'a', after: x.id });
    await project.move(q.id, { laneId: 'a', before: x.id });
    expect(await project.order(id, 'a')).toEqual(toIds([q, x, p, y]));
  });

  it('refuses a neighbour that is not in the target lane, itself, and two places at once', async () => {
    const { id } = await project.board();
    const [x] = (await project.addMany(id, 1)) as [PipelineEntry];
    const [p] = (await project.addMany(id, 1, 'b')) as [PipelineEntry];
    const refused = (request: object) => refusal(project.move(x.id, request));
    expect(await refused({ before: p.id })).toEqual({ reason: 'INVALID_INPUT', fields: ['before'] });
    expect(await refused({ after: x.id })).toEqual({ reason: 'INVALID_INPUT', fields: ['after'] });
    expect(await refused({ laneId: 'b', after: 'nope' })).toEqual({
      reason: 'INVALID_INPUT',
      fields: ['after'],
    });
    expect(await refused({ after: p.id, lexorank: 'i' })).toEqual({
      reason: 'INVALID_INPUT',
      fields: ['lexorank', 'after'],
    });
    expect(await project.read(x.id)).toEqual(x);
  });

  it('keeps a free lexorank as sent; beside whoever has it the entry comes directly after', async () => {
    const { id } = await project.board();
    const [x, y, z] = (await project.addMany(id, 3)) as [PipelineEntry, PipelineEntry, PipelineEntry];
    expect((await project.move(z.id, { lexorank: '0|Hzz:' })).lexorank).toBe('0|Hzz:');
    expect(await project.order(id, 'a')).toEqual(toIds([z, x, y]));
    const beside = await project.move(y.id, { lexorank: '0|Hzz:' });
    expect(beside.lexorank).not.toBe('0|Hzz:');
    expect(await project.order(id, 'a')).toEqual(toIds([z, y, x]));
  });

  it('compares ranks byte by byte: digits, then upper case, then lower case', async () => {
    const { id } = await project.board();
    const [x, y, z] = (await project.addMany(id, 3)) as [PipelineEntry, PipelineEntry, PipelineEntry];
    await project.move(x.id, { lexorank: 'a' });
    await project.move(y.id, { lexorank: 'B' });
    await project.move(z.id, { lexorank: '9' });
    expect(await project.order(id, 'a')).toEqual(toIds([z, y, x]));
  });

  it('respaces a crowded gap without a visible jump: no order changes, nothing is told', async () => {
    const { id } = await project.board();
    const [x, y] = (await project.addMany(id, 2)) as [PipelineEntry, PipelineEntry];
    await project.move(y.id, { lexorank: `${x.lexorank}${'0'.repeat(100)}1` });
    const told = await service.told(y.id);
    const [p, q] = (await project.addMany(id, 2, 'b')) as [PipelineEntry, PipelineEntry];
    const moved = await project.move(p.id, { laneId: 'a', after: x.id });
    expect(moved.lexorank).toMatch(/^[0-9a-z]{1,64}$/);
    await project.move(q.id, { laneId: 'a', after: x.id });
    expect(await project.order(id, 'a')).toEqual(toIds([x, q, p, y]));
    const after = await project.read(y.id);
    expect(after.lexorank).not.toBe(y.lexorank);
    expect(after).toMatchObject({ laneEnteredAt: y.laneEnteredAt });
    expect(await service.told(y.id)).toEqual(told);
    expect(await project.history(y.id)).toHaveLength(1);
  });

  it('stays short over 400 placings in one gap', async () => {
    const { id } = await project.board();
    const [first, ...others] = (await project.addMany(id, 5)) as [PipelineEntry, ...PipelineEntry[]];
    for (let n = 0; n < 400; n += 1)
      await project.move(required(others[n % others.length]).id, { after: first.id });
    const lane = await project.lane(id, 'a');
    expect(Math.max(...lane.map(({ lexorank }) => lexorank.length))).toBeLessThanOrEqual(64);
    expect(toIds(lane)[0]).toBe(first.id);
  });
});

describe('at once', () => {
  it.each([
    ['the end of a lane', () => ({ laneId: 'b' })],
    ['one place', (before: string) => ({ laneId: 'b', before })],
    ['one rank', () => ({ laneId: 'b', lexorank: 'm' })],
  ])('50 moves to %s all succeed, with 50 ranks', async (_what, target) => {
    const { id } = await project.board();
    const entries = await project.addMany(id, 50);
    const there = await project.add(id, { laneId: 'b' });
    const moved = await Promise.all(entries.map((entry) => project.move(entry.id, target(there.id))));
    expect(new Set([...moved, there].map(({ lexorank }) => lexorank)).size).toBe(51);
    expect((await project.order(id, 'b')).sort()).toEqual([...toIds(entries), there.id].sort());
    expect(await project.order(id, 'a')).toEqual([]);
  });

  it('keeps exactly before and exactly after one entry apart', async () => {
    const { id } = await project.board();
    const entries = await project.addMany(id, 30);
    const [x, y] = (await project.addMany(id, 2, 'b')) as [PipelineEntry, PipelineEntry];
    await Promise.all(
      entries.map(({ id: entryId }, n) =>
        project.move(entryId, { laneId: 'b', ...(n % 2 === 0 ? { after: x.id } : { before: y.id }) }),
      ),
    );
    const order = await project.order(id, 'b');
    const [after, before] = [0, 1].map((rest) => toIds(entries.filter((_, n) => n % 2 === rest)));
    expect(order[0]).toBe(x.id);
    expect(order.slice(1, 16).sort()).toEqual([...required(after)].sort());
    expect(order.slice(16, 31).sort()).toEqual([...required(before)].sort());
    expect(order[31]).toBe(y.id);
  });

  it('50 moves keep a total order and each history one chain, whatever they are (property)', async () => {
    const lanes = ['a', 'b', 'c'];
    const step = fc.record({
      entry: fc.nat(7),
      laneId: fc.option(fc.constantFrom(...lanes, 'nope'), { nil: undefined }),
      place: fc.constantFrom('end', 'before', 'after', 'rank'),
      beside: fc.nat(7),
      rank: fc.constantFrom('i', 'j', 'B', 'zz', '0001'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 50, maxLength: 50 }), async (steps) => {
        const { id } = await project.board();
        const entries = await project.addMany(id, 8);
        const work = steps.map(async ({ entry, laneId, place, beside, rank }) => {
          const neighbour = required(entries[beside]).id;
          const target = {
            ...(laneId !== undefined && { laneId }),
            ...(place === 'before' && { before: neighbour }),
            ...(place === 'after' && { after: neighbour }),
            ...(place === 'rank' && { lexorank: rank }),
          };
          try {
            await project.move(required(entries[entry]).id, target);
          } catch (error) {
            // The neighbour is in another lane, or the entry itself.
            expect(error).toMatchObject({ reason: 'INVALID_INPUT' });
          }
        });
        await Promise.all(work);
        const read = await Promise.all(lanes.map((lane) => project.lane(id, lane)));
        expect(toIds(read.flat()).sort()).toEqual(toIds(entries).sort());
        for (const lane of read) {
          const ranks = lane.map(({ lexorank }) => lexorank);
          expect(new Set(ranks).size).toBe(ranks.length);
          expect([...ranks].sort()).toEqual(ranks);
        }
        for (const entry of read.flat()) {
          const history = await project.history(entry.id);
          history.slice(1).forEach(({ from }, n) => expect(from).toBe(history[n]?.to));
          expect(history.at(-1)?.to).toBe(entry.laneId);
          const moves = (await service.told(entry.id)).filter(({ subject }) => subject.endsWith('.moved'));
          expect(moves.map(({ payload }) => payload['fromLaneId'])).toEqual(
            history.slice(1).map(({ from }) => from),
          );
        }
      }),
      { numRuns: 5 },
    );
  });

  it('50 moves of one entry to different lanes leave it in one lane', async () => {
    const { id } = await project.board();
    const entry = await project.add(id);
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        project.move(entry.id, { laneId: ['a', 'b', 'c'][n % 3] as string }),
      ),
    );
    const lanes = await Promise.all(['a', 'b', 'c'].map((lane) => project.order(id, lane)));
    expect(lanes.flat()).toEqual([entry.id]);
    const history = await project.history(entry.id);
    history.slice(1).forEach(({ from }, n) => expect(from).toBe(history[n]?.to));
  });
});
