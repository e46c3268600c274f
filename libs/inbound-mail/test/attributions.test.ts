import { readBody } from '../src/email-body';
import { attributions } from './support/attributions';

const answer = { subject: 'Re: Printer', references: ['a@shop.example'] };
const escapeLine = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const expectCut = (body: { text?: string; html?: string }, line: string): void => {
  const { text, quotedText } = readBody({ ...answer, bodies: [body] });
  expect(text).toBe('It hums.\n\nGrace');
  expect(quotedText).toContain('Is it on?');
  expect(quotedText?.replaceAll(/\s/g, '')).toContain(line.replaceAll(/\s/g, '').slice(-12));
};

describe.each(attributions)('an attribution: %s (31.10)', (_name, line) => {
  it('begins history without marks', () => {
    expectCut({ text: `It hums.\n\nGrace\n\n${line}\n\nIs it on?\nWhich one is it?\n` }, line);
  });

  it('begins history with marks', () => {
    expectCut({ text: `It hums.\n\nGrace\n\n${line}\n\n> Is it on?\n>\n> Which one is it?\n` }, line);
  });

  it('begins history in HTML without a quoting element', () => {
    const html = `<div>It hums.</div><div><br></div><div>Grace</div><div>${escapeLine(line)}</div><div><p>Is it on?</p></div>`;
    expectCut({ html }, line);
  });

  it('in a mail that answers nothing begins none', () => {
    const text = `I read this today:\n\n${line}\n\nIs it on?\n\nWas that you?`;
    const body = readBody({ subject: 'Question', references: [], bodies: [{ text }] });
    expect(body).toMatchObject({ text, quotedText: undefined });
  });
});
