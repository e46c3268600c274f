import { nameCell, nameSeries } from './names';

const ID = '01a21cb9ae4800008584045d';

describe('a series', () => {
  it('of a member or a team that no longer exists is named without its id', () => {
    expect(nameSeries('user', { key: ID, name: ID })).toBe('Deleted member');
    expect(nameSeries('team', { key: ID, name: ID })).toBe('Deleted team');
    expect(nameSeries('user', { key: ID, name: 'Grace Agent' })).toBe('Grace Agent');
  });

  it('of what has no such value, and of all others, says so', () => {
    const none = { key: null, name: 'None' };
    expect(nameSeries('user', none)).toBe('Unassigned');
    expect(nameSeries('team', none)).toBe('No team');
    expect(nameSeries('tag', none)).toBe('No tag');
    expect(nameSeries('team', { key: 'other', name: 'Other' })).toBe('Others');
  });

  it('of a constant is named in words, and a tag as the team wrote it', () => {
    expect(nameSeries('type', { key: 'FEATURE_REQUEST', name: 'FEATURE_REQUEST' })).toBe('Feature request');
    expect(nameSeries('tag', { key: 'VIP', name: 'VIP' })).toBe('VIP');
  });
});

describe('a cell', () => {
  it('with nothing but an id says of what', () => {
    expect(nameCell('processingUserREF', ID, ID)).toBe('Deleted member');
    expect(nameCell('session', ID, ID)).toBe('Unnamed contact');
    expect(nameCell('article', ID, ID)).toBe('Deleted article');
    expect(nameCell('session', 'Noor Haddad', ID)).toBe('Noor Haddad');
  });

  it('with a constant reads as words', () => {
    expect(nameCell('type', 'BUG', undefined)).toBe('Bug');
    expect(nameCell('searchTerm', 'BUG', undefined)).toBe('BUG');
  });
});
