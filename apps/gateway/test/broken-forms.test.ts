import { startTestGateway, type TestGateway } from './support/gateway';
import { PROJECT } from './support/identities';
import { folderStore, upload, withoutStub } from './support/uploads';
import { ANSWERED, openRaw, readStatus } from './support/raw-http';

const BOUNDARY = 'a-line-of-a-form';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const START = `--${BOUNDARY}\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;
const DISPOSITION = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
const WHOLE = `${START}${DISPOSITION}\r\nContent-Type: text/plain\r\n\r\nCall Ada back.${END}`;
const OTHER = `${START}Content-Disposition: form-data; name="other"; filename="b.txt"\r\n\r\n`;

/** Statuses that a broken form may get: it was understood nevertheless, or refused. */
const FINE = [200, 400, 413, 415];

let gateway: TestGateway;
let folder: Awaited<ReturnType<typeof folderStore>>;
beforeAll(async () => {
  folder = await folderStore();
  gateway = await startTestGateway({ callers: withoutStub, files: folder.store });
});
afterAll(async () => {
  await gateway.stop();
  await folder.remove();
});

interface Sent {
  type?: string;
  /** The body in the pieces in which it leaves. */
  pieces: readonly (Buffer | string)[];
  /** Ends the connection after the pieces, before the length that was announced. */
  cut?: boolean;
}

/** Sends a form over a connection of its own; answers the status, or undefined when the test cut the connection. */
const send = async ({ type = TYPE, pieces, cut = false }: Sent): Promise<number | undefined> => {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece));
  const length = bytes.reduce((sum, { length: size }) => sum + size, 0) + (cut ? 1 : 0);
  const connection = openRaw(gateway.url);
  await connection.send(
    `POST /v3/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.tokens.admin}\r\nproject: ${PROJECT}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  for (const piece of bytes) await connection.send(piece);
  if (cut) {
    connection.destroy();
    await connection.closed();
    return undefined;
  }
  const received = await connection.until(ANSWERED);
  connection.destroy();
  return readStatus(received);
};

/** The gateway still takes an ordinary upload. */
const expectServing = async (): Promise<void> => {
  const answer = await upload(gateway, [{ field: 'file', name: 'notes.txt', content: 'Call Ada back.' }]);
  expect(answer.status).toBe(200);
};

const part = (...headers: string[]): string => `${START}${headers.join('\r\n')}\r\n\r\ncontent${END}`;

describe('a form that is broken', () => {
  afterEach(expectServing);

  it.each<[string, Sent, number]>([
    [
      'a control character in a name',
      { pieces: [part('Content-Disposition: form-data; name="file\x06"')] },
      400,
    ],
    [
      'a NUL in a file name',
      { pieces: [part('Content-Disposition: form-data; name="file"; filename="\0"')] },
      400,
    ],
    ['a header without a colon', { pieces: [part(DISPOSITION, 'no colon here')] }, 400],
    ['a header that begins with a colon', { pieces: [part(DISPOSITION, ': x')] }, 400],
    [
      'a blank in the name of a header',
      { pieces: [part('Content Disposition: form-data; name="file"')] },
      400,
    ],
    ['a bare line feed after a header', { pieces: [`${START}${DISPOSITION}\n\ncontent${END}`] }, 400],
    ['a bare carriage return in a header', { pieces: [part(`${DISPOSITION}\rX: y`)] }, 400],
    ['a header over 16 KB', { pieces: [part(DISPOSITION, `X: ${'x'.repeat(20_000)}`)] }, 400],
    ['3,000 headers', { pieces: [part(DISPOSITION, ...Array<string>(3_000).fill('X: y'))] }, 400],
    ['no headers', { pieces: [`${START}\r\ncontent${END}`] }, 400],
    ['no disposition', { pieces: [part('Content-Type: text/plain')] }, 400],
    [
      'a disposition of another kind',
      { pieces: [part('Content-Disposition: attachment; filename="a"')] },
      400,
    ],
    ['an open quote', { pieces: [part('Content-Disposition: form-data; name="file; filename="a')] }, 400],
    [
      'a charset that there is not',
      { pieces: [part("Content-Disposition: form-data; name=file; filename*=x-none''%ff")] },
      400,
    ],
    [
      'a broken escape in a name',
      { pieces: [part("Content-Disposition: form-data; name=file; filename*=utf-8''%zz%")] },
      400,
    ],
    ['an end in the headers', { pieces: [`${START}Content-Disp`] }, 400],
    ['an end in the file', { pieces: [WHOLE.slice(0, -30)] }, 400],
    ['an end in another file', { pieces: [`${OTHER}half of`] }, 400],
    ['an end in another file after the file', { pieces: [`${WHOLE.slice(0, -4)}\r\n${OTHER}half of`] }, 400],
    ['a broken part after the file', { pieces: [WHOLE.slice(0, -4), `\r\nBroken\x01${END}`] }, 400],
    [
      'broken parts in many pieces',
      { pieces: Array.from({ length: 50 }, () => `${START}\x06\r\n\r\n`) },
      400,
    ],
    ['bytes after the end', { pieces: [WHOLE, 'more of it'] }, 200],
    ['another boundary', { pieces: [WHOLE], type: 'multipart/form-data; boundary=other' }, 400],
    ['an empty boundary', { pieces: [WHOLE], type: 'multipart/form-data; boundary=""' }, 400],
    [
      'a boundary of 5,000 characters',
      { pieces: [WHOLE], type: `multipart/form-data; boundary=${'b'.repeat(5_000)}` },
      400,
    ],
    ['a type that is half', { pieces: [WHOLE], type: 'multipart/form-data; boundary' }, 400],
    [
      'a text in a charset that there is not',
      {
        pieces: [part('Content-Disposition: form-data; name="x"', 'Content-Type: text/plain; charset=none')],
      },
      400,
    ],
  ])('with %s is answered', async (_, sent, status) => {
    const got = await send(sent);
    expect(FINE).toContain(got);
    expect(got).toBe(status);
  });

  it('is let go when its sender cuts the connection, wherever that is', async () => {
    for (const body of [WHOLE, `${OTHER}x\r\n${WHOLE}`, `${START}\x06`])
      for (let at = 0; at < body.length; at += 17)
        expect(await send({ pieces: [body.slice(0, at)], cut: true })).toBeUndefined();
  });
});

/** Numbers from 0 to 1 that are the same in every run (a linear congruential generator). */
const numbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const SPLICES = [
  '\r\n',
  '\r',
  '\n',
  '--',
  `--${BOUNDARY}`,
  START,
  END,
  OTHER,
  '"',
  ';',
  '=',
  ':',
  '\0',
  '\x06',
  '%',
  '\xff\xfe',
  ' ',
];

/** A form with one to six random changes. */
const mutate = (random: () => number): Sent => {
  const below = (limit: number): number => Math.floor(random() * limit);
  let body = below(3) === 0 ? `${OTHER}x\r\n${WHOLE}` : WHOLE;
  for (let changes = 1 + below(6); changes > 0; changes -= 1) {
    const at = below(body.length + 1);
    const [head, tail] = [body.slice(0, at), body.slice(at)];
    switch (below(4)) {
      case 0:
        body = head + SPLICES[below(SPLICES.length)] + tail;
        break;
      case 1:
        body = head + tail.slice(below(20));
        break;
      case 2:
        body = head + String.fromCharCode(below(256)) + tail.slice(1);
        break;
      default:
        body = head + head.slice(-below(40)) + tail;
    }
  }
  const at = below(body.length + 1);
  return {
    pieces: below(2) === 0 ? [body] : [body.slice(0, at), body.slice(at)],
    ...(below(8) === 0 && { type: TYPE.slice(0, below(TYPE.length)) }),
    cut: below(10) === 0,
  };
};

it.each([1, 2, 3, 4])('answers 250 forms broken by chance and goes on serving (seed %d)', async (seed) => {
  const random = numbers(seed);
  for (let round = 0; round < 250; round += 1) {
    const sent = mutate(random);
    const status = await send(sent);
    if (sent.cut || FINE.includes(status ?? 0)) continue;
    throw new Error(`${JSON.stringify(sent)} got ${status}`);
  }
  await expectServing();
});
