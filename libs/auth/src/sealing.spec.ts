import { createSealer } from './sealing';
import { readUnsubscribe, signUnsubscribe } from './unsubscribe-token';

const oldSecret = 'a'.repeat(32);
const newSecret = 'b'.repeat(32);

describe('a sealer', () => {
  it('opens what it sealed, and never seals alike twice', () => {
    const sealer = createSealer([oldSecret]);
    const sealed = sealer.seal('sk_live_ß', 'project:1');
    expect(sealed).not.toContain('sk_live');
    expect(sealer.open(sealed, 'project:1')).toBe('sk_live_ß');
    expect(sealer.seal('sk_live_ß', 'project:1')).not.toBe(sealed);
  });

  it('refuses a text moved to another context or tampered with', () => {
    const sealer = createSealer([oldSecret]);
    const sealed = sealer.seal('secret', 'project:1');
    expect(() => sealer.open(sealed, 'project:2')).toThrow();
    expect(() => sealer.open(`${sealed.slice(0, -2)}AA`, 'project:1')).toThrow();
  });

  it('opens with the former secret after a new one was put in front, and says so', () => {
    const sealed = createSealer([oldSecret]).seal('secret', 'x');
    const both = createSealer([newSecret, oldSecret]);
    expect(both.open(sealed, 'x')).toBe('secret');
    expect(both.isStale(sealed)).toBe(true);
    expect(both.isStale(both.seal('secret', 'x'))).toBe(false);
    expect(() => createSealer([newSecret]).open(sealed, 'x')).toThrow('not configured');
  });

  it('refuses a secret of fewer than 32 characters', () => {
    expect(() => createSealer(['short'])).toThrow('32');
  });
});

describe('a signature', () => {
  it('is worth something for its text and its purpose only', () => {
    const sealer = createSealer([oldSecret]);
    const signed = sealer.sign('a.b', 'x');
    expect(sealer.verify(signed, 'x')).toBe('a.b');
    expect(sealer.verify(signed, 'y')).toBeUndefined();
    expect(sealer.verify(signed.replace('a.b', 'a.c'), 'x')).toBeUndefined();
    expect(sealer.verify(`${signed.slice(0, -2)}AA`, 'x')).toBeUndefined();
    expect(createSealer([newSecret]).verify(signed, 'x')).toBeUndefined();
    for (const nothing of ['', '.', 'a.b', 'a.b.']) expect(sealer.verify(nothing, 'x')).toBeUndefined();
  });

  it('of the former secret is good after a new one was put in front', () => {
    const both = createSealer([newSecret, oldSecret]);
    expect(both.verify(createSealer([oldSecret]).sign('t', 'x'), 'x')).toBe('t');
    expect(both.sign('t', 'x')).toBe(createSealer([newSecret]).sign('t', 'x'));
  });
});

describe('a short signature', () => {
  it('has 32 digits that are the same in upper case, and is worth something for its text and purpose only', () => {
    const sealer = createSealer([oldSecret]);
    const signed = sealer.signShort('0123abcd', 'x');
    expect(signed).toMatch(/^0123abcd[0-9a-f]{32}$/);
    expect(sealer.verifyShort(signed.toUpperCase(), 'x')).toBe('0123abcd');
    expect(sealer.verifyShort(signed, 'y')).toBeUndefined();
    expect(sealer.verifyShort(signed.replace('0123', '0124'), 'x')).toBeUndefined();
    expect(createSealer([newSecret]).verifyShort(signed, 'x')).toBeUndefined();
    expect(createSealer([newSecret, oldSecret]).verifyShort(signed, 'x')).toBe('0123abcd');
    for (const nothing of ['', 'a', 'a'.repeat(32)]) expect(sealer.verifyShort(nothing, 'x')).toBeUndefined();
  });
});

describe('the unsubscribe link of a mail', () => {
  it('names project and contact, and nobody else can make one', () => {
    const sealer = createSealer([oldSecret]);
    const recipient = { projectId: '1'.repeat(24), contactId: '2'.repeat(24) };
    const token = signUnsubscribe(sealer, recipient);
    expect(token).toMatch(/^[\w.-]+$/);
    expect(readUnsubscribe(createSealer([newSecret, oldSecret]), token)).toEqual(recipient);
    const ofDelivery = { ...recipient, deliveryId: '3'.repeat(24) };
    expect(readUnsubscribe(sealer, signUnsubscribe(sealer, ofDelivery))).toEqual(ofDelivery);
    expect(readUnsubscribe(sealer, token.replace('2', '3'))).toBeUndefined();
    expect(readUnsubscribe(sealer, sealer.sign(`${'1'.repeat(24)}.${'2'.repeat(24)}`, 'x'))).toBeUndefined();
  });
});
