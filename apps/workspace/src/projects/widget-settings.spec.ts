import { mergeWidget } from './widget-settings';

const context = { defaultLanguage: 'de', platformHost: 'support.example.com' };
const merge = (sent: Record<string, unknown>, stored: Record<string, unknown> | null = null) =>
  mergeWidget(stored, sent, context);

const findRefusedFields = (sent: Record<string, unknown>): string[] => {
  try {
    merge(sent);
  } catch (error) {
    return (error as { fields: { field: string }[] }).fields.map(({ field }) => field);
  }
  throw new Error('Nothing was refused');
};

const MEMBER = '0123456789abcdef01234567';

it('merges by name, and null takes one away', () => {
  expect(merge({ side: 'left', theme: null }, { theme: 'dark', launcher: false })).toEqual({
    side: 'left',
    launcher: false,
  });
});

it('takes every setting, and puts bare texts under the default language', () => {
  const sent = {
    side: 'right',
    offset: { x: 0, y: 500 },
    launcher: true,
    launcherText: { en: 'Chat' },
    theme: 'system',
    color: '#1A73e8',
    greeting: 'Hallo',
    team: [MEMBER],
    replyTime: 'hours',
    linkPreviews: true,
    form: [
      { name: 'email', required: true },
      { name: 'order_number', label: 'Bestellung' },
    ],
  };
  expect(merge(sent)).toEqual({
    ...sent,
    greeting: { de: 'Hallo' },
    form: [
      { name: 'email', required: true },
      { name: 'order_number', required: false, label: { de: 'Bestellung' } },
    ],
  });
});

it.each<[string, unknown]>([
  ['side', 'top'],
  ['offset', 20],
  ['offset', { x: -1 }],
  ['offset', { x: 501 }],
  ['offset', { x: 1.5 }],
  ['offset', { z: 1 }],
  ['launcher', 'no'],
  ['linkPreviews', 'yes'],
  ['launcherText', 7],
  ['theme', 'blue'],
  ['color', 'red'],
  ['team', MEMBER],
  ['team', Array(6).fill(MEMBER)],
  ['team', ['me']],
  ['replyTime', 'week'],
  ['form', {}],
  ['form', Array.from({ length: 11 }, (_, index) => ({ name: `field${index}` }))],
  ['form', [{ name: 'email' }, { name: 'email' }]],
  ['position', 'left'],
])('refuses %s %j by name', (key, value) => {
  expect(findRefusedFields({ [key]: value })).toEqual([`widget.${key}`]);
});

it('names each wrong part of texts and of the form', () => {
  const sent = {
    greeting: { en: 'x'.repeat(301), english: 'x' },
    launcherText: { en: 'x'.repeat(41) },
    form: [{ name: '1st' }, { name: 'email', required: 'yes' }, { name: 'a', label: 'x'.repeat(81) }],
  };
  expect(findRefusedFields(sent)).toEqual([
    'widget.greeting.en',
    'widget.greeting.english',
    'widget.launcherText.en',
    'widget.form.0',
    'widget.form.1.required',
    'widget.form.2.label.de',
  ]);
});
