import { expectBoundedWork } from '@parley/testing';
import { parseMime } from './parse-mime';

const LINES = 440_000;
/** Processor time of all threads, in milliseconds. What holds up requests is bounded in `body-bounds.spec.ts`. */
const MOST_CPU_MS = 2_500;

const buildMail = (line: string, type = 'text/plain'): Buffer =>
  Buffer.from(`From: a@b.co\nSubject: x\nContent-Type: ${type}\n\n${line.repeat(LINES)}`);

it.each([
  ['>\n', 'text/plain'],
  ['> a\n', 'text/html'],
  ['\n', 'application/octet-stream'],
])('parses 440,000 lines of %j as %s in 2.5 s of processor time', async (line, type) => {
  const mime = buildMail(line, type);
  await expectBoundedWork(() => parseMime(mime), MOST_CPU_MS);
});

it('reads every byte of a mail that is parsed in a thread of its own', async () => {
  const { root } = await parseMime(buildMail('> ä\n'));
  expect(Buffer.from(root.content ?? new ArrayBuffer(0)).toString()).toBe('> ä\n'.repeat(LINES));
});

it('refuses more than 450,000 lines', async () => {
  await expect(parseMime(Buffer.from('\n'.repeat(450_000)))).rejects.toMatchObject({ kind: 'invalid' });
});
