import { allHold } from './conditions';

const values: Record<string, unknown> = {
  answer: 7,
  'attributes.plan': 'pro',
  'attributes.size': '12',
  'conversation.tags': ['vip', 'new'],
  'attributes.no': false,
};
const one = (field: string, operator: string, value?: unknown): boolean =>
  allHold([{ field, operator, ...(value !== undefined && { value }) }], (name) => values[name]);

describe('conditions', () => {
  it.each([
    ['answer', 'eq', 7],
    ['answer', '=', '7'],
    ['attributes.plan', 'eq', 'pro'],
    ['attributes.plan', 'ne', 'free'],
    ['attributes.plan', '!=', 'free'],
    ['answer', 'gt', 6],
    ['answer', '>=', 7],
    ['attributes.size', '>', 9],
    ['answer', 'lt', 8],
    ['answer', '<=', 7],
    ['conversation.tags', 'contains', 'vip'],
    ['attributes.plan', 'contains', 'ro'],
    ['attributes.no', 'exists', true],
    ['attributes.no', 'exists', undefined],
    ['attributes.no', 'eq', false],
    ['attributes.none', 'exists', false],
    ['attributes.none', 'ne', 'x'],
  ])('%s %s %p holds', (field, operator, value) => {
    expect(one(field, operator, value)).toBe(true);
  });

  it.each([
    ['answer', 'eq', 8],
    ['answer', 'gt', 7],
    ['attributes.plan', 'gt', 5],
    ['conversation.tags', 'contains', 'vi'],
    ['attributes.plan', 'exists', false],
    ['attributes.none', 'exists', undefined],
    ['attributes.none', 'eq', ''],
    ['attributes.none', 'lt', 5],
    ['attributes.none', 'lte', 5],
    ['attributes.none', 'contains', ''],
  ])('%s %s %p does not hold', (field, operator, value) => {
    expect(one(field, operator, value)).toBe(false);
  });

  it('must all hold', () => {
    const plan = { field: 'attributes.plan', operator: 'eq', value: 'pro' };
    expect(allHold([plan, { field: 'answer', operator: 'gt', value: 5 }], (name) => values[name])).toBe(true);
    expect(allHold([plan, { field: 'answer', operator: 'gt', value: 9 }], (name) => values[name])).toBe(
      false,
    );
  });
});
