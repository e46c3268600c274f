import { randomBytes } from 'node:crypto';
import { namedFilesQuery } from '@parley/files';
import { callerIn, startTickets, type TestCaller, type TestService } from './support/service';

let service: TestService;
let caller: TestCaller;
beforeAll(async () => {
  service = await startTickets('file_references');
});
afterAll(() => service.stop());
beforeEach(() => {
  caller = callerIn(service.neighbours);
});

const makeFile = (projectId: string) => `${projectId}/${randomBytes(24).toString('base64url')}`;
const buildUrl = (file: string) => `https://support.example.com/files/${file}/a%20b.txt`;
const say = async (message: object): Promise<string> => {
  const { ticket } = await service.tickets.createTicket({ ticket: { title: 'x' } }, caller.context);
  const made = await service.messages.createMessage(
    { ticket: ticket?.id ?? '', comment: 'see', ...message },
    caller.context,
  );
  return made.message?.id ?? '';
};
const named = async (...files: string[]): Promise<string[]> => {
  const rows = await service.db.query<{ file: string }>(await namedFilesQuery(service.db), [files]);
  return rows.map(({ file }) => file);
};
const released = async (): Promise<string[]> => {
  const rows = await service.db.query<{ file: string }>('DELETE FROM released_file RETURNING file');
  return rows.map(({ file }) => file);
};

describe('A file', () => {
  it('is named by attachments and contents of its own project alone', async () => {
    const [attached, shown, nowhere] = [1, 2, 3].map(() => makeFile(caller.projectId));
    await say({ attachments: [{ name: 'a', url: buildUrl(attached ?? '') }] });
    await say({
      comment: { type: 'doc', content: [{ type: 'image', attrs: { src: buildUrl(shown ?? '') } }] },
    });
    expect(await named(attached ?? '', shown ?? '', nowhere ?? '')).toEqual([attached, shown]);
    const foreign = makeFile(callerIn(service.neighbours).projectId);
    await say({ attachments: [{ name: 'a', url: buildUrl(foreign) }] });
    expect(await named(foreign)).toEqual([]);
  });

  it('is released by the row that ceases to name it, once it is committed', async () => {
    await released();
    const [gone, kept, foreign] = [caller.projectId, caller.projectId, 'f'.repeat(24)].map(makeFile);
    const attachments = [gone, kept, foreign].map((file) => ({ name: 'a', url: buildUrl(file ?? '') }));
    const messageId = await say({ attachments, isNote: true });
    const update = (files: object[]) =>
      service.messages.updateMessage(
        { messageId, data: { content: 'see' }, attachments: files },
        caller.context,
      );
    await update(attachments);
    expect(await released()).toEqual([]);
    await update(attachments.slice(1));
    expect(await released()).toEqual([gone]);
    await service.messages.deleteMessage({ messageId }, caller.context);
    expect(await released()).toEqual([kept]);
  });

  it('is looked for by indexes, however many rows there are', async () => {
    const plan = await service.db.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${await namedFilesQuery(tx)}`, [['x']]);
    });
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).not.toContain('Seq Scan');
    for (const table of ['ticket', 'message', 'message_template', 'bulk_reply_text', 'accepted_faq'])
      expect(text).toContain(`${table}_files_idx`);
  });
});
