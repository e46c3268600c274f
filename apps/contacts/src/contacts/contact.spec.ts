import { isEmailOnly, sameTags, searchKey, toSearchText } from './contact';

describe('toSearchText', () => {
  it('holds the five fields in lower case, each between line breaks', () => {
    expect(
      toSearchText({
        name: 'Ada  Lovelace\n',
        email: 'ada@example.com',
        userId: 'User-1',
        companyName: null,
        phone: '+49',
      }),
    ).toBe('\nada lovelace\nada@example.com\nuser-1\n\n+49\n');
  });
});

describe('searchKey', () => {
  it('gives one form to a letter however it is composed', () => {
    expect(searchKey('E\u0301cole')).toBe(searchKey('\u00c9COLE'));
    expect(searchKey(' Łódź  Straße ')).toBe('lodz strasse');
  });
});

describe('sameTags', () => {
  it('ignores order and repetition', () => {
    expect(sameTags(['a', 'b'], ['b', 'a', 'b'])).toBe(true);
    expect(sameTags(['a'], ['a', 'b'])).toBe(false);
    expect(sameTags(['a', 'b'], ['a'])).toBe(false);
    expect(sameTags(['a', 'b'], ['a', 'c'])).toBe(false);
    expect(sameTags([], [])).toBe(true);
  });
});

describe('isEmailOnly', () => {
  it('needs an address and no userId', () => {
    const emailOnly = null;
    expect(isEmailOnly({ email: 'a@example.com', userId: null, emailOnly })).toBe(true);
    expect(isEmailOnly({ email: 'a@example.com', userId: 'u', emailOnly })).toBe(false);
    expect(isEmailOnly({ email: null, userId: null, emailOnly })).toBe(false);
  });

  it('is what a caller said', () => {
    expect(isEmailOnly({ email: 'a@example.com', userId: null, emailOnly: false })).toBe(false);
    expect(isEmailOnly({ email: null, userId: 'u', emailOnly: true })).toBe(true);
  });
});
