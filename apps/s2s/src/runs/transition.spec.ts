import type { Run } from '../core/run';
import { planTransition } from './transition';
import type { Version } from '../core/run.store';

type Deps = Parameters<typeof planTransition>[0];

const NOW = new Date('2026-03-01T12:00:00.000Z');

/** A step that looks at nothing asks nobody for anything: these rules need a clock alone. */
const deps = { clock: () => NOW } as Deps;

const version = {
  steps: [{ id: 'again', type: 'condition', if: [], then: 'again', else: null }],
} as unknown as Version;

const makeRun = (counts: Pick<Run, 'taken' | 'entered'>): Run => ({
  projectId: 'project',
  id: 'run',
  organisationId: 'organisation',
  workflowId: 'workflow',
  version: 1,
  conversationId: 'conversation',
  contactId: 'contact',
  channel: 'WIDGET',
  status: 'running',
  waitsFor: null,
  currentStep: 'again',
  answer: null,
  event: null,
  pending: null,
  requestKey: null,
  dueAt: NOW,
  claim: 1,
  error: null,
  startedAt: NOW,
  endedAt: null,
  ...counts,
});

const over = { status: 'failed', error: 'step_limit', endedAt: NOW };

describe('The limit of steps of a run', () => {
  it('is 1,000: the 1,000th is taken, the next one fails', async () => {
    const last = await planTransition(deps, makeRun({ taken: 999, entered: {} }), version);
    expect(last.after).toMatchObject({ status: 'running', taken: 1_000, error: null });
    expect(last.taken).toEqual([{ number: 1_000, step: 'again' }]);

    const next = await planTransition(deps, makeRun({ taken: 1_000, entered: {} }), version);
    expect(next.after).toMatchObject({ ...over, taken: 1_000 });
    expect(next.taken).toBeUndefined();
  });

  it('is 50 for one step: it is entered a 50th time, and not once more', async () => {
    const last = await planTransition(deps, makeRun({ taken: 60, entered: { again: 49 } }), version);
    expect(last.after).toMatchObject({ status: 'running', entered: { again: 50 } });

    const next = await planTransition(deps, makeRun({ taken: 60, entered: { again: 50 } }), version);
    expect(next.after).toMatchObject({ ...over, entered: { again: 50 } });
  });

  it('counts each step by itself', async () => {
    const other = await planTransition(deps, makeRun({ taken: 999, entered: { other: 50 } }), version);
    expect(other.after).toMatchObject({ status: 'running', entered: { other: 50, again: 1 } });
  });
});
