import { expectBoundedWork } from '@parley/testing';
import { fitBody, MAX_HTML, MAX_TAGS, readBody } from './email-body';

const mail = { subject: 'Re: x', references: ['a@b.co'] };

/** Reading a body and fitting it into a comment are two pieces of work: files are stored between them. */
const expectBoundedBody = async (body: { html?: string; text?: string }): Promise<void> => {
  const content = { ...mail, bodies: [body] };
  await expectBoundedWork(() => readBody(content));
  await expectBoundedWork(() => fitBody(readBody(content), new Map()), 2 * 200);
};

it.each(['<p>a', '<td>a', '<br>', '<i></i>'])('reads 15,000 tags of %s within 200 ms', async (unit) => {
  const html = unit.repeat(Math.min(MAX_TAGS / (unit.split('<').length - 1), MAX_HTML / unit.length));
  expect(readBody({ ...mail, bodies: [{ html }] }).whole).toBeUndefined();
  await expectBoundedBody({ html });
});

it.each(['<span>', '<div>'])('keeps 15,000 times %s as a file within 200 ms', async (unit) => {
  const html = unit.repeat(MAX_TAGS);
  expect(readBody({ ...mail, bodies: [{ html }] }).whole).toMatchObject({ name: 'message.html' });
  await expectBoundedBody({ html });
});

it('keeps HTML of more than 15,000 tags as a file and reads the text beside it', () => {
  const html = '<br>'.repeat(MAX_TAGS + 1);
  const body = readBody({ ...mail, bodies: [{ html, text: 'Call Ada back.' }] });
  expect(body).toMatchObject({ html: undefined, text: 'Call Ada back.', whole: { name: 'message.html' } });
  expect(
    readBody({ ...mail, bodies: [{ html: `<p>Hello</p>${'<br>'.repeat(MAX_TAGS - 2)}` }] }).html,
  ).toBeDefined();
});

it.each(['>\n', '> a\n', 'To: x\n', '\n'])('reads 440,000 lines of %j within 200 ms', async (line) => {
  await expectBoundedBody({ text: line.repeat(440_000) });
});

it.each([
  ['lines of 70 characters', `${'x'.repeat(70)}\n`.repeat(400_000)],
  ['quoted lines of 70 characters', `> ${'x '.repeat(34)}\n`.repeat(400_000)],
  ['words on one line', 'word '.repeat(5_600_000)],
  ['marks of quotes on one line', '> '.repeat(14_000_000)],
])('reads 28 MB of %s within 200 ms', async (_what, text) => {
  await expectBoundedBody({ text });
});
