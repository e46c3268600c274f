import type { ContactRow } from './contact';
import { changedBy, identityChanges } from './identity-history';

describe('identityChanges', () => {
  it('names email, userId and name only, with what they were and are', () => {
    const before = { email: 'a@example.com', userId: null, name: 'Ada', phone: '1' } as ContactRow;
    const after = { email: null, userId: 'u', name: 'Lin', phone: '2' } as ContactRow;
    expect(identityChanges(before, after)).toEqual({
      email: { from: 'a@example.com' },
      userId: { to: 'u' },
      name: { from: 'Ada', to: 'Lin' },
    });
    expect(identityChanges(before, { ...before, phone: '3' })).toBeUndefined();
  });
});

describe('changedBy', () => {
  it('tells apart dashboard, service account, widget and system', () => {
    const user = { type: 'user', id: 'u', email: 'u@example.com', confirmed: true } as const;
    expect(changedBy(user, 'update')).toEqual({
      source: 'dashboard',
      method: 'update',
      userId: 'u',
      userEmail: 'u@example.com',
    });
    expect(changedBy({ type: 'service', id: 's', name: 'S' }, 'create')).toEqual({
      source: 'service',
      method: 'create',
      userId: 's',
    });
    expect(changedBy({ type: 'contact', id: 'c' }, 'update').source).toBe('widget');
    expect(changedBy({ type: 'system', name: 'x' }, 'update').source).toBe('system');
  });
});
