import { leastCpuMs, MAX_LOOP_DELAY_MS } from '@parley/testing';
import { fitBody, MAX_HTML, MAX_TAGS, readBody } from './email-body';

const mail = { subject: 'Re: x', references: ['a@b.co'] };

/** What becomes of a body: its file, and the processor time of either half, between which files are stored. */
const worked = async (body: { html?: string; text?: string }): Promise<{ file?: string; most: number }> => {
  const content = { ...mail, html: body.html, text: body.text };
  const reading = await leastCpuMs(() => readBody(content));
  const fitting = await leastCpuMs(() => fitBody(readBody(content), new Map()));
  const { whole } = fitBody(readBody(content), new Map());
  return { most: Math.max(reading, fitting / 2), ...(whole && { file: whole.name }) };
};

it.each(['<p>a', '<td>a', '<br>', '<span>', '<div>'])('reads 15,000 times %s within 200 ms', async (unit) => {
  const html = unit.repeat(Math.min(MAX_TAGS, MAX_HTML / unit.length));
  expect(readBody({ ...mail, html, text: undefined }).whole).toBeUndefined();
  expect((await worked({ html })).most).toBeLessThan(MAX_LOOP_DELAY_MS);
});

it('keeps HTML of more than 15,000 tags as a file and reads the text beside it', () => {
  const html = '<br>'.repeat(MAX_TAGS + 1);
  const body = readBody({ ...mail, html, text: 'Call Ada back.' });
  expect(body).toMatchObject({ html: undefined, text: 'Call Ada back.', whole: { name: 'message.html' } });
  expect(readBody({ ...mail, html: '<br>'.repeat(MAX_TAGS), text: 'Call Ada back.' }).html).toBeDefined();
});

it.each(['>\n', '> a\n', 'To: x\n', '\n'])('reads 440,000 lines of %j within 200 ms', async (line) => {
  expect((await worked({ text: line.repeat(440_000) })).most).toBeLessThan(MAX_LOOP_DELAY_MS);
});

it.each([
  ['lines of 70 characters', `${'x'.repeat(70)}\n`.repeat(400_000)],
  ['quoted lines of 70 characters', `> ${'x '.repeat(34)}\n`.repeat(400_000)],
  ['words on one line', 'word '.repeat(5_600_000)],
  ['marks of quotes on one line', '> '.repeat(14_000_000)],
])('reads 28 MB of %s within 200 ms', async (_what, text) => {
  expect((await worked({ text })).most).toBeLessThan(MAX_LOOP_DELAY_MS);
});
