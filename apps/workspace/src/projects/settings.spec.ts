import { createSealer } from '@parley/auth';
import { readSettingsList, type SettingsList } from './settings-lists';
import { mergeFeatures, mergeIntegrations } from './settings-objects';

const findRefusedFields = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    return (error as { fields: { field: string }[] }).fields.map(({ field }) => field);
  }
  throw new Error('Nothing was refused');
};

describe('readSettingsList', () => {
  it.each<[SettingsList, unknown[]]>([
    ['languages', ['en', 'pt-BR', 'zh-Hant-TW']],
    ['allowedDomains', ['shop.example', '*.shop.example', 'localhost:3000', 'https://shop.example']],
    ['ticketStatuses', ['OPEN', 'Waiting for ☕', 'x'.repeat(64)]],
    ['ticketTypes', []],
  ])('takes %s as sent', (field, sent) => expect(readSettingsList(field, sent)).toEqual(sent));

  it('takes 100 entries and refuses 101', () => {
    expect(readSettingsList('ticketTypes', Array(100).fill('BUG'))).toHaveLength(100);
    expect(findRefusedFields(() => readSettingsList('ticketTypes', Array(101).fill('BUG')))).toEqual([
      'ticketTypes',
    ]);
  });

  it.each<[SettingsList, unknown[]]>([
    ['languages', ['english', '', 'EN', 7]],
    ['allowedDomains', ['', 'a b', 'x'.repeat(254), null]],
    ['ticketStatuses', ['', '  ', 'x'.repeat(65), { a: 1 }, 'a\u0000b']],
  ])('names each wrong entry of %s', (field, sent) => {
    expect(findRefusedFields(() => readSettingsList(field, ['en', ...sent]))).toEqual(
      sent.map((_item, index) => `${field}.${index + 1}`),
    );
  });
});

describe('mergeFeatures', () => {
  it('switches by name, and null goes back to the default', () => {
    expect(mergeFeatures({ a: true, b: true }, { b: false, c: true, a: null })).toEqual({
      b: false,
      c: true,
    });
  });

  it('names every value that is no switch and every name that is none', () => {
    const sent = JSON.parse('{"a":"yes","b":1,"__proto__":true,"1x":true,"ok":true}') as Record<
      string,
      unknown
    >;
    expect(findRefusedFields(() => mergeFeatures({}, sent)).sort()).toEqual([
      'features.1x',
      'features.__proto__',
      'features.a',
      'features.b',
    ]);
  });

  it('keeps at most 100', () => {
    const hundred = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, true]));
    expect(Object.keys(mergeFeatures({}, hundred))).toHaveLength(100);
    expect(findRefusedFields(() => mergeFeatures(hundred, { more: true }))).toEqual(['features']);
  });
});

describe('mergeIntegrations', () => {
  const sealer = createSealer(['a secret for tests, long enough to be taken']);
  const merge = (stored: Record<string, string>, sent: Record<string, unknown>) =>
    mergeIntegrations(sealer, { id: 'p', integrations: stored }, sent);

  it('seals what is sent for its project and provider, and leaves the others', () => {
    const merged = merge({ chargebee: 'kept', shopify: 'gone' }, { stripe: { key: 'sk' }, shopify: null });
    expect(Object.keys(merged).sort()).toEqual(['chargebee', 'stripe']);
    expect(merged['chargebee']).toBe('kept');
    expect(merged['stripe']).not.toContain('sk"');
    expect(sealer.open(String(merged['stripe']), 'project:p:integration:stripe')).toBe('{"key":"sk"}');
  });

  it('takes the mask of a document for no change', () => {
    expect(merge({ stripe: 'kept' }, { stripe: { configured: true } })).toEqual({ stripe: 'kept' });
  });

  it('names every provider whose credentials are none', () => {
    const sent = { a: '', b: {}, c: true, d: [], e: 5, f: 'x'.repeat(16_384), 'no name': 'x' };
    expect(findRefusedFields(() => merge({}, sent))).toEqual(
      Object.keys(sent).map((name) => `integrations.${name}`),
    );
  });

  it('keeps at most 50 providers', () => {
    const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, 'sealed']));
    expect(findRefusedFields(() => merge(fifty, { more: 'key' }))).toEqual(['integrations']);
  });
});
