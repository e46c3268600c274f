import type { Step } from '../core/step';
import { loadFacts } from './facts';
import { type Planned, planRun } from './plan';
import type { Run } from '../core/run';
import type { Version } from '../core/run.store';

const NOW = new Date('2026-03-01T12:00:00.000Z');

const runAt = (currentStep: string, taken = 1): Run => ({
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
  currentStep,
  taken,
  entered: {},
  answer: null,
  event: null,
  pending: null,
  requestKey: null,
  dueAt: NOW,
  claim: 1,
  error: null,
  startedAt: NOW,
  endedAt: null,
});

/** What a contact and a ticket hold, and how often the ticket was asked. */
const knowing = (contact: object | Error, attributes: Record<string, unknown> = {}) => {
  const asked = { ticket: 0 };
  const sources = {
    contact: () => (contact instanceof Error ? Promise.reject(contact) : Promise.resolve(contact)),
    ticket: () => {
      asked.ticket += 1;
      return Promise.resolve({ attributes });
    },
  };
  return { asked, sources };
};

const planFor = (
  steps: Step[],
  { sources }: ReturnType<typeof knowing>,
  more: { taken?: number; again?: Planned } = {},
) => {
  const version: Version = { name: 'Welcome', start: 'a', steps };
  return planRun(runAt(steps[0]?.id ?? '', more.taken), {
    version,
    now: NOW,
    factsFor: (run, step, set) => loadFacts(run, step, set, sources),
    again: more.again,
  });
};

const message = (id: string, content: string, next: string | null): Step => ({
  id,
  type: 'message',
  content,
  next,
});
const set = (id: string, key: string, value: string, next: string | null): Step => ({
  id,
  type: 'setAttribute',
  key,
  value,
  next,
});
const branch = (id: string, field: string, value: unknown, [then, otherwise]: [string, string]): Step => ({
  id,
  type: 'condition',
  if: [{ field, operator: 'eq', value }],
  then,
  else: otherwise,
});
const listSteps = ({ visits }: Awaited<ReturnType<typeof planRun>>): string[] =>
  visits.map(({ taken }) => taken.step);

describe('Steps that are done together', () => {
  it('find the attributes that those before them set, without a look at the ticket', async () => {
    const known = knowing({}, { plan: 'free' });
    const plan = await planFor(
      [
        set('a', 'plan', 'pro', 'b'),
        branch('b', 'attributes.plan', 'pro', ['c', 'd']),
        message('c', 'On {{attributes.plan}}', 'e'),
        message('d', 'No', null),
        { id: 'e', type: 'delay', seconds: 1, next: null },
      ],
      known,
    );
    expect(listSteps(plan)).toEqual(['a', 'b', 'c', 'e']);
    expect(plan.branches).toEqual(['c']);
    expect(plan.action).toMatchObject({ markdown: 'On pro', attribute: { key: 'plan', value: 'pro' } });
    expect(known.asked.ticket).toBe(0);
  });

  it('find the other attributes in the ticket', async () => {
    const known = knowing({}, { plan: 'free', size: '12' });
    const plan = await planFor(
      [
        set('a', 'plan', 'pro', 'b'),
        message('b', '{{attributes.plan}} {{attributes.size}}', 'c'),
        branch('c', 'attributes.size', '12', ['d', 'e']),
        message('d', 'Large', null),
        message('e', 'Small', null),
      ],
      known,
    );
    expect(listSteps(plan)).toEqual(['a', 'b', 'c', 'd']);
    expect(plan.action).toMatchObject({ markdown: 'pro 12', moreMarkdown: ['Large'] });
  });

  it('do not include a look at what else the steps before them may have changed', async () => {
    const steps = [
      { id: 'a', type: 'tag', tags: ['vip'], next: 'b' } as Step,
      branch('b', 'conversation.tags', 'vip', ['a', 'a']),
    ];
    expect(listSteps(await planFor(steps, knowing({})))).toEqual(['a']);
  });

  const byPlan = [
    message('a', 'Hello', 'b'),
    branch('b', 'contact.plan', 'pro', ['c', 'd']),
    message('c', 'Pro', 'end'),
    message('d', 'Free', 'end'),
    message('end', 'Bye', null),
  ];

  it('are the same again although the contact is another by now: what was done is known', async () => {
    const first = await planFor(byPlan, knowing({ plan: 'pro' }));
    expect([listSteps(first), first.branches]).toEqual([['a', 'b', 'c', 'end'], ['c']]);
    const changed = knowing({ plan: 'free' });
    expect(listSteps(await planFor(byPlan, changed))).toEqual(['a', 'b', 'd', 'end']);
    const again = await planFor(byPlan, changed, { again: { steps: 4, branches: first.branches } });
    expect(listSteps(again)).toEqual(['a', 'b', 'c', 'end']);
    const fewer = await planFor(byPlan, changed, { again: { steps: 1, branches: [] } });
    expect(listSteps(fewer)).toEqual(['a']);
  });

  it('end the run with what they do, unless its first step is among them', async () => {
    const later = await planFor(byPlan, knowing({}), { taken: 1 });
    expect(later.action).toMatchObject({ bot: { active: false } });
    expect(later.visits.at(-1)).toMatchObject({ after: { status: 'done', dueAt: null }, tells: true });
    const first = await planFor(byPlan, knowing({}), { taken: 0 });
    expect(first.action).toMatchObject({ bot: { active: true, step: 'end' } });
    expect(first.visits.at(-1)?.after).toMatchObject({ status: 'done', dueAt: NOW });
  });

  it('come before one that nobody can say anything of now; made again, they are not cut short', async () => {
    const away = knowing(new Error('away'));
    expect(listSteps(await planFor(byPlan, away))).toEqual(['a']);
    await expect(planFor(byPlan.slice(1), away)).rejects.toThrow('away');
    const again = { steps: 4, branches: ['c'] };
    await expect(planFor(byPlan, away, { again })).rejects.toThrow('away');
  });
});
