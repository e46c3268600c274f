import { type RichText, toHtml } from '@parley/rich-text';
import { fillDocument, fillLine, fillText } from './variables';

const ada = {
  name: 'Ada  Lovelace',
  email: 'ada@example.com',
  userId: 'u1',
  phone: '+44',
  companyName: 'Engines',
  plan: 'pro',
  customData: { seats: 3, 'a.b': 'dotted', a: { b: 'nested', c: true }, list: [1], empty: '' },
  svcHash: 'secret',
};

describe('fillText', () => {
  it.each([
    ['{{name}}', 'Ada  Lovelace'],
    ['{{ firstName }}!', 'Ada!'],
    ['{{email}} {{userId}} {{phone}} {{companyName}} {{plan}}', 'ada@example.com u1 +44 Engines pro'],
    ['{{customData.seats}}', '3'],
    ['{{customData.a.b}}', 'dotted'],
    ['{{customData.a.c}}', 'true'],
    ['{{customData.list|none}}', 'none'],
    ['{{customData.empty| there }}', 'there'],
    ['{{customData.unknown}}', ''],
    ['{{svcHash|x}}', 'x'],
    ['{{unknown}}', ''],
    ['{{constructor|y}}', 'y'],
    ['{name} {{}} { {name} }', '{name} {{}} { {name} }'],
  ])('%s is %s', (text, expected) => expect(fillText(text, ada)).toBe(expected));

  it('takes fallbacks without a contact', () => {
    expect(fillText('Hi {{firstName|there}}{{name}}', undefined)).toBe('Hi there');
  });

  it('never reads a value as another variable', () => {
    expect(fillText('{{name}}', { name: '{{email}}', email: 'a@b.example' })).toBe('{{email}}');
  });
});

it('fillLine keeps a value with line breaks on one line', () => {
  expect(fillLine('Hi {{name}}', { name: 'Ada\r\nBcc: all@example.com' })).toBe(
    'Hi Ada Bcc: all@example.com',
  );
});

describe('fillDocument', () => {
  const document = (...texts: string[]): RichText =>
    ({
      type: 'doc',
      content: [{ type: 'paragraph', content: texts.map((text) => ({ type: 'text', text })) }],
    }) as RichText;

  it('fills texts, and a value is never markup', () => {
    const filled = fillDocument(document('Hi {{name}}'), { name: '<b onclick="x()">Ada</b>' });
    expect(filled).toEqual(document('Hi <b onclick="x()">Ada</b>'));
    expect(toHtml(filled)).not.toContain('<b');
  });

  it('leaves no empty text behind', () => {
    expect(fillDocument(document('{{name}}', 'Hi'), {})).toEqual(document('Hi'));
  });
});
