import { newId } from '@parley/persistence';
import type { EmailTemplate } from '@parley/proto/generated/parley/helpcenter/v1/email_templates_service';
import {
  invalidAt,
  notFound,
  startHelpcenter,
  type TestHelpcenter,
  type TestProject,
  USER_ID,
} from './support/helpcenter';

let service: TestHelpcenter;
let project: TestProject;

beforeAll(async () => {
  service = await startHelpcenter();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

interface Input {
  title?: string;
  subject?: unknown;
  htmlContent?: unknown;
}

const required = (template: EmailTemplate | undefined): EmailTemplate => {
  if (!template) throw new Error('No template');
  return template;
};
const create = async (input: Input = {}, context = project.as('user')): Promise<EmailTemplate> =>
  required((await service.templates.createEmailTemplate({ title: 'Shipped', ...input }, context)).template);
const update = async (id: string, input: Input, nulls: string[] = [], context = project.as('user')) =>
  required(
    (await service.templates.updateEmailTemplate({ emailTemplateId: id, ...input, nulls }, context)).template,
  );
const get = async (id: string) =>
  (await service.templates.getEmailTemplate({ emailTemplateId: id }, project.as('agent'))).template;
const list = async () =>
  (await service.templates.listEmailTemplates({ filter: [], skip: 0, limit: 100 }, project.as('agent')))
    .templates;

describe('e-mail templates (7.2)', () => {
  it('are created, listed oldest first, updated by language and deleted', async () => {
    const one = await create({ subject: 'Unterwegs', htmlContent: { en: '<p>On its way</p>' } });
    expect(one).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: one.id,
      project: project.id,
      organisation: project.organisationId,
      title: 'Shipped',
      subject: { de: 'Unterwegs' },
      htmlContent: { en: '<p>On its way</p>' },
      lastEditedBy: USER_ID,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: one.createdAt,
    });
    const two = await create();
    expect(await list()).toEqual([one, two]);
    const program = project.as('user', { type: 'service', id: newId(), name: 'import' });
    const after = await update(one.id, { subject: { en: 'On its way', de: null } }, ['htmlContent'], program);
    expect(after).toEqual({
      ...one,
      subject: { en: 'On its way' },
      htmlContent: {},
      lastEditedBy: undefined,
      updatedAt: after.updatedAt,
    });
    expect(await update(one.id, { subject: { en: 'On its way' } })).toEqual(after);
    expect(await get(one.id)).toEqual(after);
    const { template } = await service.templates.deleteEmailTemplate(
      { emailTemplateId: one.id },
      project.as('user'),
    );
    expect(template).toEqual(after);
    await expect(get(one.id)).rejects.toMatchObject(notFound('EMAIL_TEMPLATE'));
    expect(await list()).toEqual([two]);
  });

  it('are cleaned: nothing runs, loads documents or asks for input; tables, inline styles and images stay', async () => {
    const clean =
      '<table width="600" cellpadding="0" style="border-collapse:collapse"><tr><td align="center" style="color:#333;padding:8px 4px">' +
      '<img src="https://a.example/i.png" alt="i" width="40" /> <a href="https://a.example" style="color:red">x</a></td></tr></table>';
    const hostile =
      '<script>alert(1)</script><form action="/x"><input name="a"></form><iframe src="https://a.example"></iframe>' +
      '<p onclick="alert(1)" style="color:red;background:url(javascript:alert(1));behavior:url(x)">p</p>' +
      '<a href="javascript:alert(1)">a</a><a href=" java\nscript:alert(1)">b</a><img src="data:text/html,x" onerror="alert(1)">' +
      '<svg><script>1</script></svg><object data="x"></object><style>@import "x"</style><meta http-equiv="refresh">';
    const { htmlContent } = await create({ htmlContent: { en: clean, de: hostile } });
    expect(htmlContent?.['en']).toBe(clean);
    expect(htmlContent?.['de']).toBe('<p style="color:red">p</p><a>a</a><a>b</a><img />');
  });

  it('stay as they are when what was answered is sent again', async () => {
    const one = await create({
      htmlContent: { en: '<p>a &amp; b<br>c</p><IMG SRC=https://a.example/i.png>' },
    });
    expect(await update(one.id, { htmlContent: one.htmlContent })).toEqual(one);
  });

  it.each<[string, Input, string[]]>([
    ['a subject of 501 characters', { subject: { en: 'x'.repeat(501) } }, ['subject.en']],
    ['HTML that is no text', { htmlContent: { en: 5 } }, ['htmlContent.en']],
    ['something else than languages', { subject: { english: 'x' } }, ['subject.english']],
  ])('refuse %s', async (_what, input, fields) => {
    await expect(create(input)).rejects.toMatchObject(invalidAt(...fields));
    expect(await list()).toEqual([]);
  });

  it('refuse to be without a title, and HTML over 204,800 bytes with 413', async () => {
    const one = await create();
    await expect(update(one.id, {}, ['title'])).rejects.toMatchObject(invalidAt('title'));
    await expect(create({ htmlContent: 'x'.repeat(204_801) })).rejects.toMatchObject({
      reason: 'PAYLOAD_TOO_LARGE',
    });
  });

  it('are nothing to another project', async () => {
    const one = await create();
    const own = project;
    project = service.project();
    expect(await list()).toEqual([]);
    await expect(get(one.id)).rejects.toMatchObject(notFound('EMAIL_TEMPLATE'));
    await expect(update(one.id, { title: 'x' })).rejects.toMatchObject(notFound('EMAIL_TEMPLATE'));
    await expect(
      service.templates.deleteEmailTemplate({ emailTemplateId: one.id }, project.as('user')),
    ).rejects.toMatchObject(notFound('EMAIL_TEMPLATE'));
    project = own;
    expect(await get(one.id)).toEqual(one);
  });
});
