import { createPasswords } from './passwords';

describe('passwords', () => {
  const passwords = createPasswords();

  it('match their own hash and no other, and never hash alike twice', async () => {
    const hash = await passwords.hash('correct horse');
    expect(await passwords.matches(hash, 'correct horse')).toBe(true);
    expect(await passwords.matches(hash, 'correct horse ')).toBe(false);
    expect(await passwords.hash('correct horse')).not.toBe(hash);
  });

  it('never match without a hash', async () => {
    expect(await passwords.matches(null, 'no password has this hash')).toBe(false);
    expect(await passwords.matches(undefined, '')).toBe(false);
  });
});
