import { renderJson, renderMarkdown } from './render';

const values: Record<string, unknown> = {
  'contact.name': 'Ada *the* [first](https://evil.example)',
  'contact.email': 'ada@example.com',
  'contact.userId': 'u-1',
  'attributes.plan': '{{contact.email}}',
  'attributes.tags': ['a', 'b'],
  answer: 7,
  'event.data.total': 3.5,
  'contact.phone': '1',
};
const lookUp = (name: string): unknown => values[name];

describe('texts of steps', () => {
  it('hold contact, attributes, answer and event data', () => {
    expect(renderMarkdown('{{contact.userId}} {{ answer }} {{attributes.tags}}', lookUp)).toBe(
      'u\\-1 7 a\\, b',
    );
    expect(renderMarkdown('{{event.data.total}}', lookUp)).toBe('3\\.5');
  });

  it('take what is inserted as plain text: no markup, no second expansion', () => {
    expect(renderMarkdown('Hi {{contact.name}}', lookUp)).toBe(
      'Hi Ada \\*the\\* \\[first\\]\\(https\\:\\/\\/evil\\.example\\)',
    );
    expect(renderMarkdown('{{attributes.plan}}', lookUp)).toBe('\\{\\{contact\\.email\\}\\}');
  });

  it('are empty where something is missing or has no such name', () => {
    expect(renderMarkdown('[{{attributes.none}}{{contact.phone}}{{nothing}}]', lookUp)).toBe('[]');
  });

  it('add at most 20,000 characters', () => {
    const long = renderMarkdown('{{answer}}'.repeat(5), () => 'x'.repeat(50_000));
    expect(long).toHaveLength(20_000);
  });

  it('of arguments keep their structure', () => {
    expect(renderJson({ id: '{{contact.userId}}', deep: [{ n: '{{answer}}' }, 5, null] }, lookUp)).toEqual({
      id: 'u-1',
      deep: [{ n: '7' }, 5, null],
    });
    expect(renderJson('{{contact.name}}', lookUp)).toBe(values['contact.name']);
  });
});
