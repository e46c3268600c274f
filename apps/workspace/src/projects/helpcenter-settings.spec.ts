import { mergeHelpcenter, readSiteNames } from './helpcenter-settings';

const context = { defaultLanguage: 'de', platformHost: 'support.example.com' };
const merge = (sent: Record<string, unknown>, stored: Record<string, unknown> | null = null) =>
  mergeHelpcenter(stored, sent, context);

const findRefusedFields = (sent: Record<string, unknown>): string[] => {
  try {
    merge(sent);
  } catch (error) {
    return (error as { fields: { field: string }[] }).fields.map(({ field }) => field);
  }
  throw new Error('Nothing was refused');
};

it('merges by name, null takes one away, and other keys are kept as sent', () => {
  expect(merge({ a: 1, b: null, c: { d: 1 } }, { b: 2, noindex: true })).toEqual({
    a: 1,
    c: { d: 1 },
    noindex: true,
  });
  expect(merge({ noindex: null }, { noindex: true })).toEqual({});
});

it('takes every key of the contract', () => {
  const sent = {
    enabled: false,
    slug: 'my-shop-2',
    customDomain: 'help.shop.example',
    title: { en: 'Help', de: 'Hilfe' },
    headline: { 'pt-BR': 'Como podemos ajudar?' },
    logoUrl: 'https://cdn.example/logo.png',
    faviconUrl: 'http://cdn.example/icon.png',
    color: '#1A73e8',
    links: [{ title: 'Shop', url: 'https://shop.example/' }],
    headerLinks: [{ title: 'Shop', url: 'https://shop.example/' }],
    footerLinks: [{ title: 'Imprint', url: 'https://shop.example/imprint' }],
    contactUrl: 'mailto:help@shop.example',
    ogImageUrl: 'https://cdn.example/card.png',
    theme: {
      mode: 'dark',
      background: '#101010',
      text: '#fafafa',
      link: '#66aaff',
      font: 'serif',
      radius: 0,
    },
    hideBranding: true,
    noindex: true,
    access: 'private',
    loginUrl: 'https://shop.example/help-login?from=help',
  };
  expect(merge(sent)).toEqual(sent);
});

it('puts a bare title under the default language, and writes a domain in lower case', () => {
  expect(merge({ title: 'Hilfe', customDomain: 'Help.Shop.Example' })).toEqual({
    title: { de: 'Hilfe' },
    customDomain: 'help.shop.example',
  });
});

it.each<[string, unknown]>([
  ['theme', 'dark'],
  ['theme.mode', { mode: 'night' }],
  ['theme.background', { background: 'red' }],
  ['theme.text', { text: '#fff' }],
  ['theme.link', { link: null }],
  ['theme.font', { font: 'Comic Sans' }],
  ['theme.radius', { radius: 25 }],
  ['theme.radius', { radius: 1.5 }],
  ['theme.accent', { accent: '#ffffff' }],
])('refuses %s of %j', (field, theme) => {
  expect(findRefusedFields({ theme })).toEqual([`helpcenter.${field}`]);
});

it.each<[string, unknown]>([
  ['access', 'secret'],
  ['access', true],
  ['loginUrl', 'http://shop.example/login'],
  ['loginUrl', 'https://user@shop.example/login'],
  ['loginUrl', 'javascript:alert(1)'],
  ['headerLinks', {}],
  ['footerLinks', 'x'],
  ['contactUrl', 'help@shop.example'],
  ['contactUrl', 'mailto:help@shop.example?cc=x@y.example'],
  ['contactUrl', 'javascript:alert(1)'],
  ['ogImageUrl', 'data:image/png;base64,x'],
  ['enabled', 'yes'],
  ['slug', 'ab'],
  ['slug', 'x'.repeat(61)],
  ['slug', 'My Shop'],
  ['slug', 7],
  ['customDomain', 'https://help.shop.example'],
  ['customDomain', 'help.shop.example:8080'],
  ['customDomain', 'help.shop.example/de'],
  ['customDomain', 'localhost'],
  ['customDomain', '192.0.2.1'],
  ['customDomain', '[2001:db8::1]'],
  ['customDomain', '-a.example'],
  ['customDomain', 'SUPPORT.example.com'],
  ['title', 7],
  ['logoUrl', 'javascript:alert(1)'],
  ['logoUrl', '//cdn.example/logo.png'],
  ['faviconUrl', 'https://cdn.example/a b'],
  ['color', 'red'],
  ['color', '#fff'],
  ['color', '#12345g'],
  ['links', {}],
  ['links', Array(21).fill({ title: 'x', url: 'https://x.example' })],
  ['hideBranding', 1],
  ['noindex', 'true'],
])('refuses %s %j by name', (key, value) => {
  expect(findRefusedFields({ [key]: value })).toEqual([`helpcenter.${key}`]);
});

it('names each wrong part of a list and of texts by language', () => {
  const sent = {
    title: { english: 'x', fr: '', en: 'x'.repeat(121) },
    links: [{ title: '', url: 'https://ok.example' }, { title: 'ok', url: 'ftp://no' }, 'no'],
  };
  expect(findRefusedFields(sent)).toEqual([
    'helpcenter.title.english',
    'helpcenter.title.fr',
    'helpcenter.title.en',
    'helpcenter.links.0.title',
    'helpcenter.links.1.url',
    'helpcenter.links.2',
  ]);
});

it('keeps at most 65,536 bytes', () => {
  expect(findRefusedFields({ text: 'x'.repeat(65_536) })).toEqual(['helpcenter']);
});

it('finds the names of a site, and none in what was stored before they were checked', () => {
  expect(readSiteNames({ slug: 'shop', customDomain: 'help.example.com' })).toEqual({
    slug: 'shop',
    customDomain: 'help.example.com',
  });
  expect(readSiteNames({ slug: 7 })).toEqual({ slug: null, customDomain: null });
  expect(readSiteNames(null)).toEqual({ slug: null, customDomain: null });
});
