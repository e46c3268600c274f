import { createSealer } from './sealing';

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
