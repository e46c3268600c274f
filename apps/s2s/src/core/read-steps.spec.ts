import type { FieldProblem } from '@parley/errors';
import { readSteps } from './read-steps';

const USER = '0'.repeat(24);

const wrong = (steps: readonly unknown[], start?: string): string[] => {
  const problems: FieldProblem[] = [];
  const read = readSteps(steps, start, problems);
  expect(read === undefined).toBe(problems.length > 0);
  return problems.map(({ field }) => field);
};

const end = { id: 'end', type: 'message', content: 'Bye', next: null };
const question = (input: object, more: object = {}) => ({
  id: 'ask',
  type: 'question',
  prompt: 'What?',
  input,
  next: 'end',
  ...more,
});
const option = (id: string, more: object = {}) => ({ id, label: id.toUpperCase(), ...more });

describe('steps of a workflow', () => {
  it('of every type are read, start with the first, and lose members that their type does not have', () => {
    const steps = [
      { id: 'hi', type: 'message', content: 'Hi', next: 'ask', seconds: 4 },
      question({ kind: 'selection', options: [option('a', { next: null }), option('b')], multiple: true }),
      {
        id: 'if',
        type: 'condition',
        if: [{ field: 'answer', operator: '>=', value: 3 }],
        then: 'end',
        else: null,
      },
      { id: 'as', type: 'assign', user: USER, next: 'tag' },
      { id: 'tag', type: 'tag', tags: ['vip'], remove: true, next: 'set' },
      { id: 'set', type: 'setAttribute', key: 'plan', value: ['a'], visible: true, next: 'wait' },
      { id: 'wait', type: 'delay', seconds: 2_592_000, next: 'tool' },
      {
        id: 'tool',
        type: 'tool',
        name: 't',
        arguments: { a: 1 },
        timeoutSeconds: 60,
        onTimeout: null,
        next: 'end',
      },
      end,
      { id: 'ai', type: 'agent', agentId: USER },
      { id: 'people', type: 'handoff', team: USER, next: null },
      { id: 'over', type: 'close' },
    ];
    const problems: FieldProblem[] = [];
    const read = readSteps(steps, undefined, problems);
    expect(problems).toEqual([]);
    expect(read?.start).toBe('hi');
    expect(read?.steps).toHaveLength(12);
    expect(read?.steps[0]).toEqual({ id: 'hi', type: 'message', content: 'Hi', next: 'ask' });
    expect(read?.steps[10]).toEqual({ id: 'people', type: 'handoff', team: USER });
  });

  it('are 1 to 200', () => {
    expect(wrong([])).toEqual(['steps']);
    const many = Array.from({ length: 201 }, (_, index) => ({ ...end, id: `s${index}` }));
    expect(wrong(many)).toEqual(['steps']);
    expect(wrong(many.slice(1))).toEqual([]);
  });

  it('have an id of 1 to 64 letters, digits, - and _, each another one', () => {
    for (const id of ['', 'a b', 'ä', 'x'.repeat(65), 7, undefined])
      expect(wrong([{ ...end, id }])).toEqual(['steps.0.id']);
    expect(wrong([{ ...end, id: 'A-z_9'.padEnd(64, 'x') }])).toEqual([]);
    expect(wrong([end, end])).toEqual(['steps.1.id']);
  });

  it.each(['nothing', '', undefined, 3])('have a known type, not %p', (type) => {
    expect(wrong([{ ...end, type }])).toEqual(['steps.0.type']);
  });

  it('say what follows: a step that there is, or null', () => {
    expect(wrong([{ ...end, next: 'nowhere' }])).toEqual(['steps.0.next']);
    expect(wrong([{ id: 'a', type: 'message', content: 'x' }])).toEqual(['steps.0.next']);
    expect(wrong([{ ...end, next: 5 }])).toEqual(['steps.0.next']);
    expect(wrong([end], 'nowhere')).toEqual(['start']);
    expect(wrong([{ id: 'p', type: 'close', next: 'p' }])).toEqual(['steps.0.next']);
    const condition = { id: 'if', type: 'condition', if: [{ field: 'answer', operator: 'exists' }] };
    expect(wrong([condition])).toEqual(['steps.0.then', 'steps.0.else']);
    expect(wrong([{ ...condition, then: 'x', else: null }])).toEqual(['steps.0.then']);
    const tool = { id: 't', type: 'tool', name: 't', next: null, onTimeout: 'x' };
    expect(wrong([tool])).toEqual(['steps.0.onTimeout']);
  });

  it('of a selection need no step that follows when every option names one', () => {
    const options = [option('a', { next: null }), option('b', { next: 'end' })];
    const open = { ...question({ kind: 'selection', options }), next: undefined };
    expect(wrong([open, end])).toEqual([]);
    expect(wrong([{ ...open, input: { kind: 'selection', options, multiple: true } }, end])).toEqual([
      'steps.0.next',
    ]);
    expect(wrong([question({ kind: 'selection', options: [option('a', { next: 'x' })] }), end])).toEqual([
      'steps.0.input.options.0.next',
    ]);
  });

  it.each([
    [[{ ...end, content: '' }], 'steps.0.content'],
    [[{ ...end, content: 'x'.repeat(10_001) }], 'steps.0.content'],
    [[question({ kind: 'text' }, { prompt: undefined }), end], 'steps.0.prompt'],
    [[question({ kind: 'text' }, { prompt: 'x'.repeat(10_001) }), end], 'steps.0.prompt'],
    [[question({ kind: 'date' }), end], 'steps.0.input.kind'],
    [[question({ kind: 'rating', min: 2.5 }), end], 'steps.0.input.min'],
    [[{ id: 'a', type: 'setAttribute', key: 'x'.repeat(65), value: 1, next: null }], 'steps.0.key'],
    [[{ id: 'a', type: 'setAttribute', key: 'k', value: 'x'.repeat(2_001), next: null }], 'steps.0.value'],
    [[{ ...question({}), input: undefined }, end], 'steps.0.input'],
    [[question({ kind: 'selection' }), end], 'steps.0.input.options'],
    [[question({ kind: 'selection', options: [] }), end], 'steps.0.input.options'],
    [
      [
        question({ kind: 'selection', options: Array.from({ length: 21 }, (_, at) => option(`o${at}`)) }),
        end,
      ],
      'steps.0.input.options',
    ],
    [
      [question({ kind: 'selection', options: [option('a'), option('a')] }), end],
      'steps.0.input.options.1.id',
    ],
    [[question({ kind: 'selection', options: [{ id: 'a' }] }), end], 'steps.0.input.options.0.label'],
    [[question({ kind: 'rating', max: 11 }), end], 'steps.0.input.max'],
    [[question({ kind: 'rating', min: -1 }), end], 'steps.0.input.min'],
    [[question({ kind: 'rating', min: 6 }), end], 'steps.0.input.max'],
    [[question({ kind: 'text' }, { saveAs: 'x'.repeat(65) }), end], 'steps.0.saveAs'],
    [[{ id: 'a', type: 'assign', next: null }], 'steps.0.user'],
    [[{ id: 'a', type: 'assign', user: USER, team: USER, next: null }], 'steps.0.team'],
    [[{ id: 'a', type: 'assign', user: 'me', next: null }], 'steps.0.user'],
    [[{ id: 'a', type: 'tag', tags: [], next: null }], 'steps.0.tags'],
    [[{ id: 'a', type: 'setAttribute', key: '', value: 1, next: null }], 'steps.0.key'],
    [[{ id: 'a', type: 'setAttribute', key: 'k', value: {}, next: null }], 'steps.0.value'],
    [[{ id: 'a', type: 'delay', seconds: 0, next: null }], 'steps.0.seconds'],
    [[{ id: 'a', type: 'delay', seconds: 2_592_001, next: null }], 'steps.0.seconds'],
    [[{ id: 'a', type: 'delay', seconds: 1.5, next: null }], 'steps.0.seconds'],
    [[{ id: 'a', type: 'tool', next: null }], 'steps.0.name'],
    [[{ id: 'a', type: 'tool', name: 'x'.repeat(65), next: null }], 'steps.0.name'],
    [[{ id: 'a', type: 'tool', name: 't', timeoutSeconds: 61, next: null }], 'steps.0.timeoutSeconds'],
    [[{ id: 'a', type: 'tool', name: 't', timeoutSeconds: 0, next: null }], 'steps.0.timeoutSeconds'],
    [[{ id: 'a', type: 'tool', name: 't', arguments: [], next: null }], 'steps.0.arguments'],
    [[{ id: 'a', type: 'agent' }], 'steps.0.agentId'],
    [['text'], 'steps.0'],
  ])('%j are refused at %s', (steps, field) => {
    expect(wrong(steps)).toEqual([field]);
  });

  it.each([
    ['10,000 characters of content', [{ ...end, content: '👋'.repeat(10_000) }]],
    ['10,000 characters of a prompt', [question({ kind: 'text' }, { prompt: 'x'.repeat(10_000) }), end]],
    [
      '20 options',
      [
        question({ kind: 'selection', options: Array.from({ length: 20 }, (_, at) => option(`o${at}`)) }),
        end,
      ],
    ],
    ['1 option', [question({ kind: 'selection', options: [option('a')] }), end]],
    ['a rating of 0 to 10', [question({ kind: 'rating', min: 0, max: 10 }), end]],
    ['a rating of one number', [question({ kind: 'rating', min: 5 }), end]],
    ['a delay of 1 s', [{ id: 'a', type: 'delay', seconds: 1, next: null }]],
    [
      'a tool of 64 characters',
      [{ id: 'a', type: 'tool', name: 'x'.repeat(64), timeoutSeconds: 1, next: null }],
    ],
    [
      'an attribute of 64 characters',
      [{ id: 'a', type: 'setAttribute', key: 'x'.repeat(64), value: '', next: null }],
    ],
    [
      'a text of 2,000 characters',
      [{ id: 'a', type: 'setAttribute', key: 'k', value: 'x'.repeat(2_000), next: null }],
    ],
  ])('take %s', (_what, steps) => {
    expect(wrong(steps)).toEqual([]);
  });

  it('compare known fields with known operators, 1 to 20 of them', () => {
    const condition = (conditions: unknown[]) => [
      { id: 'if', type: 'condition', if: conditions, then: null, else: null },
    ];
    expect(wrong(condition([]))).toEqual(['steps.0.if']);
    const one = { field: 'answer', operator: 'eq', value: 1 };
    expect(wrong(condition(Array.from({ length: 20 }, () => one)))).toEqual([]);
    expect(wrong(condition(Array.from({ length: 21 }, () => one)))).toEqual(['steps.0.if']);
    expect(wrong(condition([{ ...one, operator: 'like' }]))).toEqual(['steps.0.if.0.operator']);
    expect(wrong(condition([{ ...one, field: 'password' }]))).toEqual(['steps.0.if.0.field']);
    expect(wrong(condition([{ field: 'answer', operator: 'eq' }]))).toEqual(['steps.0.if.0.value']);
    expect(wrong(condition([{ field: 'answer', operator: 'exists', value: 'yes' }]))).toEqual([
      'steps.0.if.0.value',
    ]);
    for (const operator of [
      'eq',
      'ne',
      'gt',
      'gte',
      'lt',
      'lte',
      '=',
      '!=',
      '>',
      '>=',
      '<',
      '<=',
      'contains',
    ])
      expect(wrong(condition([{ ...one, operator }]))).toEqual([]);
    for (const field of [
      'attributes.x',
      'contact.name',
      'contact.customData.x',
      'event.name',
      'event.data.x',
    ])
      expect(wrong(condition([{ ...one, field }]))).toEqual([]);
    for (const field of ['title', 'status', 'priority', 'type', 'tags'])
      expect(wrong(condition([{ ...one, field: `conversation.${field}` }]))).toEqual([]);
  });

  it('that lead back to themselves must wait in a question, delay or tool', () => {
    const message = (id: string, next: string) => ({ id, type: 'message', content: 'x', next });
    expect(wrong([message('a', 'a')])).toEqual(['steps.0']);
    expect(wrong([message('a', 'b'), message('b', 'c'), message('c', 'b')])).toEqual(['steps.1', 'steps.2']);
    for (const waiting of [
      { id: 'w', type: 'delay', seconds: 1, next: 'a' },
      { id: 'w', type: 'tool', name: 't', next: 'a' },
      { id: 'w', type: 'question', prompt: '?', input: { kind: 'text' }, next: 'a' },
    ])
      expect(wrong([message('a', 'w'), waiting])).toEqual([]);
  });
});
