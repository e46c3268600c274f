import { readUnsubscribe } from '@parley/auth';
import { eventually } from '@parley/testing';
import { readBounceAddress, readMessageId } from '../src/emails/tokens';
import { document, type Mailing, MEMBER, PUBLIC_URL, required, startMailing } from './support/mailing';

let world: Mailing;

beforeAll(async () => {
  world = await startMailing();
});
afterAll(() => world.stop());
beforeEach(() => world.newProject());

const URL = 'https://shop.example/Größe?a=1&b=2#end';
const link = (text: string, href: string) => ({
  type: 'text',
  text,
  marks: [{ type: 'link', attrs: { href } }],
});
const letter = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Hi {{firstName|there}}, see ' },
        link('this page', URL),
        { type: 'text', text: ' or ' },
        link('write', 'mailto:us@acme.example'),
        { type: 'text', text: ' or ' },
        link('call', 'tel:+4989123'),
      ],
    },
  ],
};
const send = async (changes: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) => {
  const contact = world.people.add(world.projectId, {
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    ...fields,
  });
  const item = await world.create({ message: letter, ...changes });
  await world.finished(item.id);
  const [delivery] = await world.deliveries(item.id);
  return { contact, item, delivery: required(delivery), mail: required(world.sink.mails[0]) };
};
const findHeader = (mail: { email: { headers: { key: string; value: string }[] } }, name: string) =>
  mail.email.headers.find(({ key }) => key === name)?.value;

describe('the mail', () => {
  it('is text then HTML, from the project, with everything that a mail program asks of bulk mail', async () => {
    const { contact, delivery, mail } = await send();
    expect(mail.raw).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(mail.raw.indexOf('text/plain')).toBeLessThan(mail.raw.indexOf('text/html'));
    expect(mail.email).toMatchObject({
      from: { name: 'Acme', address: 'support@parley.example' },
      to: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
      subject: 'Hello',
    });
    expect(mail.email.replyTo).toBeUndefined();
    expect(readMessageId(world.sealer, required(mail.email.messageId).slice(1, -1))).toBe(delivery.id);
    expect(mail.sender).toMatch(/^bounce\+[0-9a-f]{56}@parley\.example$/);
    expect(readBounceAddress(world.sealer, mail.sender)).toBe(delivery.id);
    expect(findHeader(mail, 'precedence')).toBe('bulk');
    expect(findHeader(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const unsubscribe = required(/^<(.*)>$/.exec(required(findHeader(mail, 'list-unsubscribe')))?.[1]);
    const token = unsubscribe.slice(`${PUBLIC_URL}/unsubscribe/`.length);
    expect(readUnsubscribe(world.sealer, token)).toEqual({
      projectId: world.projectId,
      contactId: contact.id,
      deliveryId: delivery.id,
    });
    expect(mail.email.text?.trim().endsWith(`Unsubscribe: ${unsubscribe}`)).toBe(true);
    const html = required(mail.email.html);
    const link = `<a href="${unsubscribe}">Unsubscribe</a>`;
    expect(html).toContain(link);
    expect(
      html
        .slice(html.indexOf(link) + link.length)
        .replaceAll(/<[^>]*>/g, '')
        .trim(),
    ).toBe('');
  });

  it('fills variables, tells in the text where links lead, and tracks http links of the HTML only', async () => {
    const { mail } = await send();
    expect(mail.email.text).toContain(
      `Hi Ada, see this page (${URL}) or write (us@acme.example) or call (+4989123)`,
    );
    const html = required(mail.email.html);
    expect(html).toContain('Hi Ada, see ');
    expect(html).not.toContain('shop.example');
    expect(html).toContain('href="mailto:us@acme.example"');
    expect(html).toContain('href="tel:+4989123"');
    expect(html.match(new RegExp(`href="${PUBLIC_URL}/c/`, 'g'))).toHaveLength(1);
    expect(html).toMatch(
      new RegExp(
        `<img src="${PUBLIC_URL}/o/[^"]+\\.gif" alt="" width="1" height="1">\\s*</div></body></html>\\s*$`,
      ),
    );
  });

  it.each([
    [{ opens: false }, 0, 1],
    [{ clicks: false }, 1, 0],
    [{ opens: false, clicks: false }, 0, 0],
  ])('config.tracking %j', async (tracking, images, links) => {
    const { mail } = await send({ config: { tracking } });
    expect(mail.email.html?.match(/\/o\//g) ?? []).toHaveLength(images);
    expect(mail.email.html?.match(/\/c\//g) ?? []).toHaveLength(links);
    if (links === 0) expect(mail.email.html).toContain('https://shop.example/');
  });

  it('is in the language of the contact, else the default, each field by itself', async () => {
    const texts = {
      subject: { localized: { en: 'Hello', de: 'Hallo' } },
      message: { localized: { en: document('English'), fr: document('Français') } },
    };
    expect((await send(texts, { lang: 'de-AT' })).mail.email).toMatchObject({
      subject: 'Hallo',
      text: expect.stringContaining('English'),
    });
    world.newProject();
    expect((await send(texts, { lang: 'fr' })).mail.email).toMatchObject({
      subject: 'Hello',
      text: expect.stringContaining('Français'),
    });
    world.newProject();
    expect((await send(texts)).mail.email).toMatchObject({
      subject: 'Hello',
      text: expect.stringContaining('English'),
    });
  });

  it('is from a member by name, or from whoever is named, who gets the answers', async () => {
    expect((await send({ sender: MEMBER })).mail.email).toMatchObject({ from: { name: 'Grace Hopper' } });
    world.newProject();
    const { mail } = await send({ sender: { name: 'Ada', email: 'ada@acme.example' } });
    expect(mail.email).toMatchObject({
      from: { name: 'Ada', address: 'support@parley.example' },
      replyTo: [{ address: 'ada@acme.example' }],
    });
  });

  it('a name with a line break adds no header', async () => {
    const { mail } = await send({ subject: 'For {{name}}' }, { name: 'Eve\r\nBcc: victim@evil.example' });
    expect(mail.email.subject).toBe('For Eve Bcc: victim@evil.example');
    expect(findHeader(mail, 'bcc')).toBeUndefined();
  });
});

describe('the mail server', () => {
  it.each([
    ['550 5.1.1 No such user', 'bounced', 'hard'],
    ['550 No such user', 'bounced', 'hard'],
    ['550 5.7.1 Refused by policy', 'failed', null],
    ['554 Refused', 'failed', null],
  ])('refuses for good with %s: %s', async (answer, status, bounceType) => {
    world.sink.answer = () => answer;
    const contact = world.people.add(world.projectId);
    const item = await world.create();
    await world.finished(item.id);
    expect(await world.deliveries(item.id)).toEqual([
      expect.objectContaining({ status, bounceType, attempts: 1 }),
    ]);
    expect(await world.read(item.id)).toMatchObject({ sent: 0, stats: { [status]: 1, sent: 0, pending: 0 } });
    expect(await world.told(item.id)).toEqual([
      { verb: status, payload: expect.objectContaining({ session: contact.id }) },
    ]);
  });

  it('refuses for now: another attempt after 5 s with the same Message-ID and Date', async () => {
    let asked = 0;
    world.sink.answer = () => ((asked += 1) === 1 ? '451 4.3.0 Later' : undefined);
    world.people.add(world.projectId);
    const item = await world.create();
    const [waiting] = await eventually(async () => {
      const rows = await world.db.query<{ due_at: Date; mail_date: Date; id: string }>(
        `SELECT id, due_at, mail_date FROM email_delivery WHERE item_id = $1 AND attempts = 1 AND lease_until IS NULL`,
        [item.id],
      );
      expect(rows).toHaveLength(1);
      return rows;
    });
    expect(required(waiting).due_at.getTime() - required(waiting).mail_date.getTime()).toBeGreaterThanOrEqual(
      5_000,
    );
    world.move(6_000);
    await world.finished(item.id);
    const mail = required(world.sink.mails[0]);
    expect(readMessageId(world.sealer, required(mail.email.messageId).slice(1, -1))).toBe(
      required(waiting).id,
    );
    expect(Math.floor(Date.parse(required(mail.email.date)) / 1000)).toBe(
      Math.floor(required(waiting).mail_date.getTime() / 1000),
    );
    expect(await world.deliveries(item.id)).toEqual([
      expect.objectContaining({ status: 'sent', attempts: 2 }),
    ]);
  });
});

describe('a preview', () => {
  const preview = (engagementEmailId: string, emails: string[], lang?: string, context = world.as('user')) =>
    world.mails.sendEmailPreview({ engagementEmailId, emails, ...(lang !== undefined && { lang }) }, context);

  it('mails the item as it is, with fallbacks, links as written, no image and no way to unsubscribe', async () => {
    const item = await world.create({ status: 'draft', message: letter });
    await preview(item.id, ['a@example.com', 'b@example.com', 'a@example.com']);
    await eventually(() =>
      expect(world.sink.mails.map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com']),
    );
    const { email } = required(world.sink.mails[0]);
    expect(email.subject).toBe('[Preview] Hello');
    expect(email.text).toContain('Hi there,');
    expect(email.html).toContain('shop.example');
    expect(email.html).not.toMatch(/\/o\/|\/c\/|unsubscribe/i);
    expect(findHeader({ email }, 'list-unsubscribe')).toBeUndefined();
    expect(await world.deliveries(item.id)).toEqual([]);
    // Statistics count no preview.
    expect(await world.told(item.id)).toEqual([]);
    expect(await world.read(item.id)).toMatchObject({ status: 'draft', sent: 0 });
  });

  it('is in the language that is asked for', async () => {
    const item = await world.create({
      status: 'draft',
      subject: { localized: { en: 'Hello', de: 'Hallo' } },
    });
    await preview(item.id, ['a@example.com'], 'de');
    await eventually(() => expect(world.sink.mails[0]?.email.subject).toBe('[Preview] Hallo'));
  });

  it('is 400 naming what is missing or is no address, 404 for another kind or project', async () => {
    const item = await world.create({ status: 'draft', subject: null, message: null });
    await expect(preview(item.id, ['a@example.com'])).rejects.toMatchObject({
      fields: [{ field: 'subject' }, { field: 'message' }],
    });
    await expect(preview(item.id, ['x'])).rejects.toMatchObject({ fields: [{ field: 'emails.0' }] });
    await expect(preview('0'.repeat(24), ['a@example.com'])).rejects.toMatchObject({
      reason: 'ENGAGEMENT_EMAIL_NOT_FOUND',
    });
    await expect(
      preview(item.id, ['a@example.com'], undefined, world.as('user', '1'.repeat(24))),
    ).rejects.toMatchObject({
      reason: 'ENGAGEMENT_EMAIL_NOT_FOUND',
    });
  });

  it('goes to at most 100 addresses an hour and project: 429, and then again', async () => {
    const item = await world.create({ status: 'draft' });
    const ten = (n: number) => Array.from({ length: 10 }, (_, index) => `p${n}.${index}@example.com`);
    for (let n = 0; n < 10; n += 1) await preview(item.id, ten(n));
    await expect(preview(item.id, ['one@example.com'])).rejects.toMatchObject({
      kind: 'limited',
      reason: 'RATE_LIMITED',
    });
    world.move(3_600_000);
    await preview(item.id, ['one@example.com']);
  });
});
