import { defineIndex } from './definition';

describe('defineIndex', () => {
  const good = { name: 'tickets', searchable: ['title'], filterable: ['status'] };

  it('answers a well-formed definition', () => {
    expect(defineIndex(good)).toEqual(good);
  });

  it.each([
    ['a name that no engine takes', { name: 'Tickets!' }],
    ['nothing to search', { searchable: [] }],
    ['a field named like a key', { filterable: ['projectId'] }],
    ['a field that could break a statement', { filterable: ["a' OR 1"] }],
    ['a field listed twice', { searchable: ['title', 'title'] }],
  ])('refuses %s', (_what, bad) => {
    expect(() => defineIndex({ ...good, ...bad })).toThrow();
  });
});
