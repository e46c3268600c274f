import { notFound } from '@parley/errors';
import { startTestGateway, type ApiAnswer, type TestGateway } from './support/gateway';
import { UNKNOWN_ID } from './support/identities';

const ID = '0000000000000000000000f1';
const PATH = `/custom-components/${ID}`;
const card = { name: 'order-card', schema: { type: 'object' }, template: '<h3>{{title}}</h3>' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  gateway.answers['getCustomComponent'] = ({ customComponentId }: { customComponentId: string }) => {
    if (customComponentId === UNKNOWN_ID) throw notFound('custom_component');
    return { component: { id: customComponentId } };
  };
});
afterAll(() => gateway.stop());

const refusal = ({ status, body }: ApiAnswer): unknown => {
  const { code, message, errors } = body as { code: string; message: string; errors?: { field: string }[] };
  return { status, code, message, fields: errors?.map(({ field }) => field) };
};
const create = (change: object): Promise<ApiAnswer> =>
  gateway.api('POST', '/custom-components', { body: { ...card, ...change } });

describe('custom components', () => {
  it.each([
    ['POST', '/custom-components', 'COMPONENT_CREATE'],
    ['PUT', PATH, 'COMPONENT_UPDATE'],
    ['DELETE', PATH, 'COMPONENT_DELETE'],
  ])('are not for an agent to change: %s %s needs %s', async (method, path, permission) => {
    const body = method === 'DELETE' ? undefined : card;
    const answer = await gateway.api(method, path, { token: gateway.tokens.agent, body });
    expect(refusal(answer)).toMatchObject({
      status: 403,
      code: 'permission_denied',
      message: expect.stringContaining(permission) as string,
    });
  });

  it('are for an agent to see', async () => {
    for (const path of ['/custom-components', PATH])
      expect((await gateway.api('GET', path, { token: gateway.tokens.agent })).status).toBe(200);
  });

  it.each([
    ['a name of 1 character', { name: 'a' }, 'name'],
    ['a name of 51 characters', { name: 'a'.repeat(51) }, 'name'],
    ['a name that begins with an upper-case letter', { name: 'Card' }, 'name'],
    ['a name that begins with a digit', { name: '1card' }, 'name'],
    ['a name with a blank', { name: 'order card' }, 'name'],
    ['a name with an underscore', { name: 'order_card' }, 'name'],
    ['no name', { name: undefined }, 'name'],
    ['no schema', { schema: undefined }, 'schema'],
    ['a schema that is no object', { schema: [] }, 'schema'],
    ['no template', { template: undefined }, 'template'],
    ['an empty template', { template: '' }, 'template'],
    ['a template of 20,001 characters', { template: 'x'.repeat(20_001) }, 'template'],
    ['a description of 121 characters', { description: 'x'.repeat(121) }, 'description'],
    ['a whenToUse of 501 characters', { whenToUse: 'x'.repeat(501) }, 'whenToUse'],
    ['an isPublished that is no boolean', { isPublished: 'yes' }, 'isPublished'],
  ])('refuse %s', async (_, change, field) => {
    expect(refusal(await create(change))).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: [field],
    });
  });

  it.each([
    { name: 'ab' },
    { name: `a${'B-1'.repeat(16)}x` },
    { template: 'x'.repeat(20_000) },
    { description: 'x'.repeat(120), whenToUse: 'x'.repeat(500), exampleData: [null, 1] },
  ])('take what is at its limit', async (change) => {
    expect((await create(change)).status).toBe(200);
  });

  it('are 404 custom_component_not_found by an unknown or malformed id, before a faulty body', async () => {
    for (const id of [UNKNOWN_ID, 'nonsense']) {
      const answer = await gateway.api('PUT', `/custom-components/${id}`, { body: { name: 1 } });
      expect(refusal(answer)).toMatchObject({ status: 404, code: 'custom_component_not_found' });
    }
  });
});
