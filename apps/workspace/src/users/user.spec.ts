import { containsUrl, fullName, signUpEmail, signUpName, splitName } from './user';

describe('signUpEmail', () => {
  it.each(['', 'ada', 'a@b@c.example', 'a b@c.example', 'a@c.example\r\nBcc: x@y.example', '<a@c.example>'])(
    'refuses %j',
    (email) => expect(() => signUpEmail(email)).toThrow('email'),
  );
});

describe('splitName', () => {
  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace', 'Ada Lovelace'],
    ['Ada', 'Ada', null, 'Ada'],
    ['  Ada \n King\u0000 Lovelace ', 'Ada', 'King Lovelace', 'Ada King Lovelace'],
    ['', null, null, ''],
  ])('splits %j at the first blank', (name, firstName, lastName, full) => {
    expect(splitName(name)).toEqual({ firstName, lastName, name: full });
  });
});

describe('fullName', () => {
  it.each([
    ['Ada', 'Lovelace', 'Ada Lovelace'],
    ['Ada', null, 'Ada'],
    [null, 'Lovelace', 'Lovelace'],
    [null, null, ''],
  ])('makes a name of %j and %j', (first, last, full) => expect(fullName(first, last)).toBe(full));
});

describe('containsUrl', () => {
  it.each([
    'see http://x.example',
    'HTTPS://X.EXAMPLE',
    'ftp://x',
    'www.x.example',
    'Win at spam.xyz now',
    'bit.ly/abc',
    'SPAM.COM',
  ])('finds one in %j', (name) => expect(containsUrl(name)).toBe(true));

  it.each([
    'Ada Lovelace',
    'J. R. R. Tolkien',
    'J.R.R. Tolkien',
    'Dr.Smith',
    "Conan O'Brien",
    'Ada @ Web',
    'Ål: Ö',
  ])('finds none in %j', (name) => expect(containsUrl(name)).toBe(false));
});

describe('signUpName', () => {
  it('refuses a blank name', () => expect(() => signUpName(' \t')).toThrow('name: must not be blank'));
});
