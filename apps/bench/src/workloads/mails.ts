import { connect } from 'node:net';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../api';
import type { Outcome } from '../job';
import { type Bench, jobStep, type Step, type Workload } from '../workload';

/** Mails a second of the steady rate, and its seconds. */
const RATE = 20;
const RATE_SECONDS = 60;
/** Mails that come sequentially in a round. */
const SEQUENTIAL = 50;
/** Characters of a usual mail. */
const USUAL = 20_000;
/** Large mails in a row. */
const LARGE = 10;
/** Milliseconds until the server listens for a new mailbox. */
const LISTENS_MS = 10_000;

const ADDRESS = 'help@bench.example';

let written = 0;

/** A mail of a person of its own; its body may begin with headers of its content. */
const write = (body: string): { title: string; from: string; data: string } => {
  written += 1;
  const [title, from] = [`Mail ${written}`, `person-${written}@people.example`];
  const data = [
    `From: Person <${from}>`,
    `To: ${ADDRESS}`,
    `Subject: ${title}`,
    `Message-ID: <${written}@people.example>`,
    `Date: ${new Date().toUTCString()}`,
    ...(body.startsWith('MIME-Version:') ? [] : ['']),
    body,
    '.',
  ].join('\r\n');
  return { title, from, data };
};

/** Hands a mail in by SMTP, as a server with an address of its own. */
const handIn = async (port: number, { from, data }: ReturnType<typeof write>): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  const answers = createInterface({ input: socket });
  const lines = answers[Symbol.asyncIterator]();
  const expectCode = async (code: string): Promise<void> => {
    for (;;) {
      const { value = '' } = (await lines.next()) as { value?: string };
      if (!value.startsWith(code)) throw new Error(`The SMTP server answered: ${value}`);
      if (value[3] === ' ') return;
    }
  };
  try {
    await once(socket, 'connect');
    const address = `10.${(written >> 16) & 255}.${(written >> 8) & 255}.${written & 255}`;
    socket.write(`PROXY TCP4 ${address} 127.0.0.1 4711 25\r\n`);
    await expectCode('220');
    const commands = [
      ['EHLO people.example', '250'],
      [`MAIL FROM:<${from}>`, '250'],
      [`RCPT TO:<${ADDRESS}>`, '250'],
      ['DATA', '354'],
      [data, '250'],
    ];
    for (const [line, code] of commands) {
      socket.write(`${line}\r\n`);
      await expectCode(code ?? '');
    }
  } finally {
    socket.destroy();
  }
};

/** Milliseconds from the connection until a list shows the ticket of a mail. */
const receive = async ({ target, workspace }: Bench, body: string): Promise<number> => {
  const mail = write(body);
  const began = performance.now();
  await handIn(target.mailPort, mail);
  const path = `/tickets?limit=1&title=${encodeURIComponent(mail.title)}`;
  for (;;) {
    const { tickets } = await call<{ tickets: unknown[] }>(workspace, 'GET', path);
    if (tickets.length > 0) return performance.now() - began;
  }
};

const usual = (): string =>
  'My parcel has not come yet, and I would like to know when it does.\r\n'.repeat(USUAL / 68);

const sequentially = async (bench: Bench): Promise<Outcome> => {
  const began = performance.now();
  const times: number[] = [];
  for (let n = 0; n < SEQUENTIAL; n += 1) times.push(await receive(bench, usual()));
  return { count: times.length, milliseconds: performance.now() - began, times };
};

const atRate = async (bench: Bench): Promise<Outcome> => {
  const began = performance.now();
  const coming: Promise<number>[] = [];
  for (let n = 0; n < RATE * RATE_SECONDS; n += 1) {
    await sleep(Math.max(0, began + (n * 1_000) / RATE - performance.now()));
    coming.push(receive(bench, usual()));
  }
  const times = await Promise.all(coming);
  return { count: times.length, milliseconds: performance.now() - began, times };
};

/** Usual mails while large ones come, one after another. */
const beside =
  (large: string) =>
  async (bench: Bench): Promise<Outcome> => {
    const state = { isOver: false };
    const others = (async () => {
      while (!state.isOver) await receive(bench, large);
    })();
    const outcome = await sequentially(bench);
    state.isOver = true;
    await others;
    return outcome;
  };

const openMailbox = async ({ workspace }: Bench): Promise<void> => {
  const mailbox = { name: 'Help', address: ADDRESS, incoming: { type: 'smtp' } };
  await call(workspace, 'POST', '/mailboxes', mailbox);
  await sleep(LISTENS_MS);
};

const LARGE_TEXT = `${'x'.repeat(998)}\r\n`.repeat(29_000);

/** A mail with a file of 21 MB, which is 29 MB as it travels. */
const withFile = (): string =>
  [
    'MIME-Version: 1.0',
    'Content-Type: application/octet-stream; name=file.bin',
    'Content-Disposition: attachment; filename=file.bin',
    'Content-Transfer-Encoding: base64',
    '',
    `${'QUJD'.repeat(19)}\r\n`.repeat(370_000),
  ].join('\r\n');

/** Ten large mails sequentially, for the memory of each process. */
const largeOnes =
  (body: () => string) =>
  async (bench: Bench): Promise<Outcome> => {
    const began = performance.now();
    const times: number[] = [];
    for (let n = 0; n < LARGE; n += 1) times.push(await receive(bench, body()));
    return { count: times.length, milliseconds: performance.now() - began, times };
  };

/** The memory that mails of 29 MB take. */
export const largeMailsWorkload: Workload = {
  name: 'large-mails',
  prepare: async (bench) => {
    await openMailbox(bench);
    const step = (name: string, body: () => string): Step =>
      jobStep(bench, { name, unit: 'mails', rounds: 1, run: () => largeOnes(body)(bench) });
    return [step('29 MB of a file', withFile), step('29 MB of text', () => LARGE_TEXT)];
  },
};

/** From the connection of a mail server to the ticket in a list. */
export const mailsWorkload: Workload = {
  name: 'mails',
  prepare: async (bench) => {
    await openMailbox(bench);
    const step = (name: string, run: (bench: Bench) => Promise<Outcome>, rounds = 1): Step =>
      jobStep(bench, { name, unit: 'mails', rounds, run: () => run(bench) });
    return [
      step('mail of 20 KB', sequentially, bench.options.rounds),
      step(`mails of 20 KB, ${RATE} a second`, atRate),
      step('mail of 20 KB beside 29 MB', beside(LARGE_TEXT)),
      step('mail of 20 KB beside 200,000 lines', beside('> x\r\n\r\ny\r\n'.repeat(66_667))),
    ];
  },
};
