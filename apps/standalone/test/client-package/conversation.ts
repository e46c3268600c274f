// The README's conversation with the installed package. PARLEY_URL is the address of the platform, PARLEY_CODE_FILE the file that
// gets the code of the mail.
import { Parley, ParleyError } from '@parley/client';
import { existsSync, readFileSync } from 'node:fs';

const { PARLEY_URL = '', PARLEY_CODE_FILE = '', PARLEY_EMAIL = '' } = process.env;

const demand = (holds: boolean, message: string): void => {
  if (!holds) throw new Error(message);
};
const eventually = async <Value extends object | string>(
  ask: () => Promise<Value | undefined>,
): Promise<Value> => {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const found = await ask();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('It did not happen within 30 s');
};

const converse = async (): Promise<void> => {
  const anonymous = new Parley({ url: PARLEY_URL });
  const password = 'correct horse battery';
  await anonymous.users.signUp({ email: PARLEY_EMAIL, name: 'My Name', password, challengeToken: 'any' });
  const code = await eventually(async () =>
    existsSync(PARLEY_CODE_FILE) ? readFileSync(PARLEY_CODE_FILE, 'utf8') : undefined,
  );
  const { token } = await anonymous.users.verify({ email: PARLEY_EMAIL, code });
  const account = new Parley({ url: PARLEY_URL, ...(token !== undefined && { token }) });
  const { id: project = '' } = await account.projects.create({ name: 'Web shop' });
  const parley = new Parley({ url: PARLEY_URL, token: () => token ?? '', project });

  const profile = { userId: 'user-1', email: 'lin@customer.example', name: 'Lin Park' };
  const contact = await parley.sessions.create(profile);
  const ticket = await parley.tickets.compose({
    ...(contact.id !== undefined && { session: contact.id }),
    title: 'Missing invoice',
    message: 'How can we help?',
  });
  const id = ticket.id ?? '';
  const reply = { ticket: id, markdownComment: 'The **quarterly** statement is attached.' };
  const first = await parley.messages.create(reply, { idempotencyKey: 'reply-1' });
  const second = await parley.messages.create(reply, { idempotencyKey: 'reply-1' });
  demand(first.id === second.id, 'One key has one effect');
  const note = await parley.messages.create({ ticket: id, comment: 'Ask billing.', isNote: true });
  demand(note.isNote === true, 'A note stays inside the team');

  const hit = await eventually(async () => {
    const { hits } = await parley.tickets.search({ searchTerm: 'quartarly' });
    return hits?.find((one) => one.id === id);
  });
  demand(hit.title === 'Missing invoice', 'The search finds the ticket');

  await parley.tickets.update(id, { status: 'DONE' });
  await parley.messages.create({ ticket: id, comment: 'Still missing', session: contact.id ?? '' });
  demand((await parley.tickets.get(id)).status === 'OPEN', 'The contact reopens it');
  const open: (string | undefined)[] = [];
  for await (const one of parley.tickets.list({ status: 'OPEN', limit: 1 })) open.push(one.id);
  demand(open.includes(id), 'The list has it');

  const code404 = await parley.tickets
    .get('0'.repeat(24))
    .catch((error: unknown) =>
      error instanceof ParleyError ? `${error.status} ${error.code}` : String(error),
    );
  demand(code404 === '404 ticket_not_found', code404 as string);
  const { fileUrl = '' } = await parley.uploads.upload(new File(['%PDF-1.4'], 'invoice.pdf'));
  demand(fileUrl.startsWith('http'), 'The file has an address');
  process.stdout.write(JSON.stringify({ token, project, ticket: id }));
};

converse().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
