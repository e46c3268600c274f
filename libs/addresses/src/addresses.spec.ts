import { comparableDomain, comparableEmail, isEmail, readableEmail } from './addresses';

describe('comparableDomain', () => {
  it.each([
    ['Example.COM', 'example.com'],
    [' example.com. ', 'example.com'],
    ['Müller.example', 'xn--mller-kva.example'],
    ['mu\u0308ller.example.', 'xn--mller-kva.example'],
    ['MÜLLER.EXAMPLE', 'xn--mller-kva.example'],
    ['XN--Mller-KVA.example', 'xn--mller-kva.example'],
    ['例え。テスト。', 'xn--r8jz45g.xn--zckzah'],
    ['straße.example', 'xn--strae-oqa.example'],
    ['no domain at all', 'no domain at all'],
    ['', ''],
  ])('%s is %s', (domain, comparable) => expect(comparableDomain(domain)).toBe(comparable));

  it('changes nothing the second time', () => {
    const once = comparableDomain('Bücher.Müller.example.');
    expect(comparableDomain(once)).toBe(once);
  });

  it('is done at once with what is no domain', () => {
    expect(comparableDomain('ü'.repeat(1_000_000))).toHaveLength(1_000_000);
  });
});

describe('comparableEmail', () => {
  it.each([
    [' Me@Müller.example. ', 'me@xn--mller-kva.example'],
    ['me@xn--mller-kva.example', 'me@xn--mller-kva.example'],
    ['nobody', 'nobody'],
    ['a@b@Müller.example', 'a@b@xn--mller-kva.example'],
  ])('%s is %s', (email, comparable) => expect(comparableEmail(email)).toBe(comparable));
});

describe('readableEmail', () => {
  it.each([
    ['me@xn--mller-kva.example', 'me@müller.example'],
    ['me@example.com', 'me@example.com'],
    ['me@xn--', 'me@xn--'],
  ])('%s is %s', (email, readable) => expect(readableEmail(email)).toBe(readable));
});

describe('isEmail', () => {
  it.each([
    'me@müller.example',
    'me@example.com.',
    "o'neil+x@parley.localhost",
    'Me@例え.テスト',
    'a@[x',
    'a@-x.com',
  ])('%s', (email) => expect(isEmail(email)).toBe(!/\[|-x/.test(email)));

  it.each([
    '',
    '@',
    'me@',
    '@example.com',
    'me@exa mple.com',
    'me@ü b.example',
    'me@a..b',
    'me@localhost',
    'mé@example.com',
  ])('refuses %s', (email) => expect(isEmail(email)).toBe(false));
});
