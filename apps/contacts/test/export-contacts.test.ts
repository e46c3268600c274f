import type { CallContext } from '@parley/rpc';
import type { Sql } from '@parley/persistence';
import { BATCH, exportContacts, MAX_ROWS } from '../src/export/export-contacts';
import { startContacts, type TestContacts, type TestProject } from './support/contacts';
import { seedContacts } from './support/seed';

let service: TestContacts;
let project: TestProject;

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const HEADER =
  'id,userId,email,name,phone,companyId,companyName,plan,value,tags,lang,createdAt,lastActivity,unsubscribed';

const create = async (contact: Record<string, unknown>) => {
  const answer = await service.contacts.createContact({ contact }, project.as('user'));
  if (!answer.contact) throw new Error('no contact');
  return answer.contact;
};

const file = async (context: CallContext = project.as('user')): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const { chunk } of service.lifecycle.exportContacts({}, context)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

describe('ExportContacts', () => {
  it('answers the documented columns of every contact with an address, the newest first, CRLF, no BOM', async () => {
    const full = await create({
      userId: 'u1',
      email: 'ada@example.com',
      name: 'Ada "Countess" Lovelace, née Byron',
      phone: '+49 30 1',
      companyId: 'acme',
      companyName: 'Acme',
      plan: 'pro',
      value: -12.5,
      tags: ['vip', 'beta'],
      lang: 'en',
    });
    await create({ userId: 'no-address' });
    const bare = await create({ email: 'lin@example.com' });
    expect(await file()).toBe(
      [
        HEADER,
        `${bare.id},,lin@example.com,,,,,,,,,${bare.createdAt},${bare.lastActivity},false`,
        `${full.id},u1,ada@example.com,"Ada ""Countess"" Lovelace, née Byron",'+49 30 1,acme,Acme,pro,-12.5,vip;beta,en,` +
          `${full.createdAt},${full.lastActivity},false`,
        '',
      ].join('\r\n'),
    );
  });

  it('answers a header row alone when nobody has an address', async () => {
    await create({ name: 'Guest' });
    expect(await file()).toBe(`${HEADER}\r\n`);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-x', "'-x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['-12.5', '-12.5'],
  ])('neutralises %j, which a spreadsheet might run', async (name, cell) => {
    await create({ email: 'a@example.com', name });
    const [, row = ''] = (await file()).split('\r\n');
    expect(row).toContain(`,a@example.com,${cell},`);
  });

  it('tells nothing of another project, of deleted contacts, and unsubscribed as true', async () => {
    const { id } = await create({ email: 'gone@example.com' });
    await service.contacts.deleteContact({ sessionId: id }, project.as('admin'));
    await create({ email: 'out@example.com' });
    await service.lifecycle.unsubscribeContacts(
      { sessions: [{ email: 'out@example.com' }] },
      project.as('agent'),
    );
    const lines = (await file()).split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/,out@example\.com,.*,true$/);
    expect(await file(service.project().as('user'))).toBe(`${HEADER}\r\n`);
  });

  it('fails rather than to end early when the time is over', async () => {
    const signal = AbortSignal.abort();
    const chunks = exportContacts({ db: service.db }, {}, { ...project.as('user'), signal });
    expect((await chunks.next()).done).toBe(false);
    await expect(chunks.next()).rejects.toMatchObject({ kind: 'timeout' });
  });

  describe('of more than 75,000 contacts', () => {
    beforeEach(async () => {
      // The file is read by the primary key; filling the others takes most of the time.
      const indexes = await service.db.query<{ name: string }>(
        `SELECT indexname AS name FROM pg_indexes WHERE tablename = 'contact' AND indexname <> 'contact_pkey'`,
      );
      await service.db.query(`DROP INDEX ${indexes.map(({ name }) => name).join(', ')}`);
      await seedContacts(service.db, project, MAX_ROWS + 1_000);
    });

    it('ends at 75,000 rows, the newest, and never has more than one batch of 500 rows in memory', async () => {
      let [queries, rows, largest, pulled] = [0, 0, 0, 0];
      const counting: Sql = {
        query: async <Row>(text: string, values?: readonly unknown[]) => {
          queries += 1;
          const answer = await service.db.query<Row>(text, values);
          largest = Math.max(largest, answer.length);
          return answer;
        },
      };
      const db = { ...service.db, ...counting };
      let last = '';
      for await (const { chunk } of exportContacts({ db }, {}, project.as('user'))) {
        pulled += 1;
        // Nothing is read ahead of who takes it.
        expect(queries).toBe(pulled - 1);
        const lines = Buffer.from(chunk).toString('utf8').split('\r\n').filter(Boolean);
        if (pulled > 1) rows += lines.length;
        last = lines.at(-1) ?? '';
      }
      expect(rows).toBe(MAX_ROWS);
      expect(largest).toBe(BATCH);
      expect(last).toContain('ada.1001@example.com');
    });
  });
});
