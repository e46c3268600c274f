import { createBudgets } from './budgets';
import type { Connection } from '../connections/connection';

/** A clock that stands still. */
const still = (): number => 1_000;

const connection = (details: object = {}): Connection =>
  ({
    address: '203.0.113.7',
    project: { id: 'p1', signer: { key: 'k1', secret: '' } },
    user: undefined,
    memberIds: [],
    wholeAt: 0,
    ...details,
  }) as unknown as Connection;

const contact = (svcId: string, details: object = {}): Connection =>
  connection({ user: { svcId }, ...details });

/** How many of so many frames wait, sent in turn by connections. */
const waiting = (budgets: ReturnType<typeof createBudgets>, from: Connection[], frames: number): number => {
  let waits = 0;
  for (let sent = 0; sent < frames; sent += 1)
    if (budgets.spend(from[sent % from.length] as Connection).waitMs > 0) waits += 1;
  return waits;
};

describe('budgets of frames', () => {
  it('let a connection send 250 frames at once; further ones wait for 50 ms each, and are its own', () => {
    const budgets = createBudgets(200, still);
    const one = connection();
    expect(waiting(budgets, [one], 250)).toBe(0);
    expect(budgets.spend(one)).toEqual({ waitMs: 50, isOwn: true });
    expect(budgets.spend(connection())).toEqual({ waitMs: 0, isOwn: false });
  });

  it('count a contact, and a member of the team, over all their connections and addresses', () => {
    const budgets = createBudgets(200, still);
    const of = (details: object): Connection[] =>
      Array.from({ length: 10 }, (_, n) => connection({ address: `203.0.113.${n}`, ...details }));
    const lin = of({ user: { svcId: 'lin' } });
    const grace = of({ memberIds: ['grace'] });
    for (const person of [lin, grace]) {
      expect(waiting(budgets, person, 1_000)).toBe(0);
      expect(waiting(budgets, person, 100)).toBe(100);
    }
    expect(budgets.spend(lin[0] as Connection).isOwn).toBe(false);
    expect(waiting(budgets, [contact('other'), connection({ memberIds: ['other'] })], 100)).toBe(0);
    const elsewhere = connection({ user: { svcId: 'lin' }, project: { id: 'p2', signer: { key: 'k2' } } });
    expect(budgets.spend(elsewhere).waitMs).toBe(0);
  });

  it('count those who have not said who they are by their key', () => {
    const budgets = createBudgets(200, still);
    const many = Array.from({ length: 100 }, (_, n) => connection({ address: `203.0.113.${n}` }));
    expect(waiting(budgets, many, 10_000)).toBe(0);
    expect(waiting(budgets, many, 1_000)).toBe(1_000);
    expect(budgets.spend(contact('lin')).waitMs).toBe(0);
    expect(budgets.spend(connection({ project: { id: 'p2', signer: { key: 'k2' } } })).waitMs).toBe(0);
  });

  it('count an address over all that are behind it, with what it opens', () => {
    const budgets = createBudgets(10, still);
    for (let opened = 0; opened < 10; opened += 1) expect(budgets.opens('203.0.113.7')).toBe(true);
    const behind = Array.from({ length: 10 }, (_, n) => contact(`c${n}`));
    expect(waiting(budgets, behind, 100)).toBe(0);
    expect(waiting(budgets, behind, 100)).toBe(100);
    expect(budgets.opens('203.0.113.7')).toBe(false);
    expect(budgets.opens('203.0.113.8')).toBe(true);
    expect(budgets.spend(contact('c1', { address: '203.0.113.8' })).waitMs).toBe(0);
  });

  it('have nobody wait for longer than 5 s', () => {
    const budgets = createBudgets(1, still);
    const many = Array.from({ length: 1_000 }, (_, n) => contact(`c${n}`));
    waiting(budgets, many, 1_000);
    expect(budgets.spend(contact('last')).waitMs).toBe(5_000);
  });
});
