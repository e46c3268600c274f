import { eventually } from '@parley/testing';
import { contactSide, type ContactSide } from './support/contact-side';
import { startTickets, type TestService } from './support/service';

let service: TestService;
let side: ContactSide;
beforeAll(async () => {
  service = await startTickets('contact-mails');
});
afterAll(() => service.stop());
beforeEach(() => {
  side = contactSide(service);
});

const send = (contactId: string, email: string) =>
  service.contactMails.sendContactMail(
    {
      contactId,
      email,
      name: 'Lin',
      fromName: 'Web shop',
      subject: 'Sign in to Help',
      text: 'Open https://help.example/en/sign-in/x.y',
    },
    side.caller.context,
  );
const queued = (contactId: string) =>
  service.db.query('SELECT mail FROM mail_job WHERE aggregate_id = $1', [`contact:${contactId}`]);

describe('a mail to a contact that belongs to no ticket', () => {
  it('leaves with the name of the project', async () => {
    const contactId = side.addContact({ userId: 'lin' });
    await send(contactId, 'lin-leaves@example.com');
    const [mail] = await eventually(() => {
      const found = service.inbox.to('lin-leaves@example.com');
      expect(found).toHaveLength(1);
      return found;
    });
    expect(mail).toMatchObject({ subject: 'Sign in to Help', from: { name: 'Web shop' } });
    expect(mail?.text).toContain('https://help.example/en/sign-in/x.y');
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  it('is deleted with its contact, whether it left or not', async () => {
    const contactId = side.addContact({ userId: 'lin' });
    service.inbox.answers.set('lin-waits@example.com', ['451 4.7.1 Later']);
    await send(contactId, 'lin-waits@example.com');
    expect(await queued(contactId)).toHaveLength(1);
    await service.directory.purgeContactTickets({ contactId }, side.caller.context);
    expect(await queued(contactId)).toEqual([]);
  });
});
