import { text } from 'node:stream/consumers';
import { readForVerifying } from './read-for-verifying';

const read = (mail: string): Promise<string> => text(readForVerifying(Buffer.from(mail)));
const sign = (count: number): string =>
  Array.from({ length: count }, (_, n) => `DKIM-Signature: s=${n + 1};\r\n b=x\r\n`).join('');

it('reads a mail as it is, with CRLF at the ends of its lines', async () => {
  const mail = `${sign(5)}From: a@b.example\r\n\r\nfirst\r\nlast\r\n`;
  expect(await read(mail)).toBe(mail);
  expect(await read('From: a@b.example\n\nfirst\r\nlast\n')).toBe('From: a@b.example\n\nfirst\r\nlast\r\n');
});

it('reads a long body as it is, also where a step ends between CR and LF', async () => {
  const mail = `From: a@b.example\r\n\r\n${'x'.repeat(16_383)}\r\n${'y\r\n'.repeat(30_000)}`;
  expect(await read(mail)).toBe(mail);
});

it('reads the first 5 signatures', async () => {
  expect(await read(`${sign(6)}From: a@b.example\r\n\r\n`)).toBe(`${sign(5)}From: a@b.example\r\n\r\n`);
});

it.each([
  [65_536, true],
  [65_537, false],
])('reads a body with a line of %d bytes: %s', async (length, isRead) => {
  const [head, body] = ['From: a@b.example\r\n\r\n', `${'x'.repeat(length)}\n`];
  expect((await read(head + body)).length > head.length).toBe(isRead);
});

it('reads of headers over 64 KB the sender alone', async () => {
  const many = `X: ${'x'.repeat(30_000)}\r\n`.repeat(3);
  expect(await read(`${many}From: a@b.example\r\n${sign(1)}\r\nbody\r\n`)).toBe(
    'From: a@b.example\r\n\r\nbody\r\n',
  );
});

it('leaves out a header of more than 1,000 lines', async () => {
  const folded = (lines: number): string => `X: a${'\r\n b'.repeat(lines - 1)}\r\n`;
  const rest = 'From: a@b.example\r\n\r\n';
  expect(await read(folded(999) + rest)).toBe(folded(999) + rest);
  expect(await read(folded(1_001) + rest)).toBe(rest);
});

it('reads no more of a body after 4 s, so that signatures over the rest fail', async () => {
  const head = 'From: a@b.example\r\n\r\n';
  const body = 'x'.repeat(62).concat('\r\n').repeat(1_024);
  let seconds = 0;
  // Each of its steps of 16 KB takes a second and more.
  const slow = readForVerifying(Buffer.from(head + body), () => (seconds += 1.4) * 1_000);
  expect((await text(slow)).length).toBe(head.length + 2 * 16 * 1_024);
  expect((await read(head + body)).length).toBe(head.length + body.length);
});
