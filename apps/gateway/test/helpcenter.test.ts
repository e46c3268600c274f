import { conflict, notFound } from '@parley/errors';
import { startTestGateway, type ApiAnswer, type TestGateway } from './support/gateway';
import { UNKNOWN_ID } from './support/identities';

const COLLECTION = '/helpcenter/collections/0000000000000000000000b1';
const ARTICLE = `${COLLECTION}/articles/0000000000000000000000b2`;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  const known = ({ helpcenterCollectionId }: { helpcenterCollectionId: string }): unknown => {
    if (helpcenterCollectionId === UNKNOWN_ID) throw notFound('collection');
    return {};
  };
  gateway.answers['getCollection'] = known;
  gateway.answers['checkCollection'] = known;
  gateway.answers['listArticles'] = known;
  gateway.answers['getArticle'] = ({ helpcenterArticleId }: { helpcenterArticleId: string }) => {
    if (helpcenterArticleId === UNKNOWN_ID) throw notFound('article');
    return {};
  };
});
afterAll(() => gateway.stop());

/** One id more than an order takes. */
const many = Array.from({ length: 10_001 }, (_, n) => n.toString(16).padStart(24, '0'));

const refusal = ({ status, body }: ApiAnswer): unknown => {
  const { code, message, errors } = body as { code: string; message: string; errors?: { field: string }[] };
  return { status, code, message, fields: errors?.map(({ field }) => field) };
};

describe('the help center', () => {
  it.each([
    ['POST', '/helpcenter/collections', 'HELPCENTER_CREATE'],
    ['PUT', COLLECTION, 'HELPCENTER_UPDATE'],
    ['DELETE', COLLECTION, 'HELPCENTER_DELETE'],
    ['POST', `${COLLECTION}/articles`, 'HELPCENTER_CREATE'],
    ['PUT', ARTICLE, 'HELPCENTER_UPDATE'],
    ['DELETE', ARTICLE, 'HELPCENTER_DELETE'],
  ])('is not for an agent to change: %s %s needs %s', async (method, path, permission) => {
    const body = method === 'DELETE' ? undefined : {};
    const answer = await gateway.api(method, path, { token: gateway.tokens.agent, body });
    expect(refusal(answer)).toMatchObject({
      status: 403,
      code: 'permission_denied',
      message: expect.stringContaining(permission) as string,
    });
  });

  it.each(['/helpcenter/collections', COLLECTION, `${COLLECTION}/articles`, ARTICLE])(
    'is for an agent to see: GET %s',
    async (path) =>
      expect((await gateway.api('GET', path, { token: gateway.tokens.agent })).status).toBe(200),
  );

  it.each([
    ['iconUrl', 'POST', '/helpcenter/collections', { iconUrl: 'javascript:alert(1)' }],
    ['iconUrl', 'POST', '/helpcenter/collections', { iconUrl: `https://a/${'x'.repeat(2_048)}` }],
    ['externalId', 'POST', '/helpcenter/collections', { externalId: 'x'.repeat(257) }],
    ['targetAudience', 'POST', '/helpcenter/collections', { targetAudience: 'everyone' }],
    ['baseAudienceFilter', 'PUT', COLLECTION, { baseAudienceFilter: { field: 'plan' } }],
    ['parent', 'PUT', COLLECTION, { parent: 5 }],
    ['collectionIds', 'PUT', '/helpcenter/collections/order', { collectionIds: many }],
    ['collectionIds', 'PUT', '/helpcenter/collections/order', {}],
    ['articleIds', 'PUT', `${COLLECTION}/articles/order`, { articleIds: many }],
    ['unpublished', 'PUT', `${COLLECTION}/toggle-publish`, {}],
    ['unpublished', 'PUT', `${COLLECTION}/toggle-publish`, { unpublished: 'yes' }],
    ['newCollectionId', 'PUT', `${ARTICLE}/move`, {}],
    ['expectedDraftVersion', 'PUT', `${ARTICLE}/draft`, { expectedDraftVersion: 'x' }],
    ['isDraft', 'POST', `${COLLECTION}/articles`, { isDraft: 'no' }],
    ['author', 'POST', `${COLLECTION}/articles`, { author: 'me' }],
    ['upvotes', 'PUT', ARTICLE, { upvotes: -1 }],
    ['upvotes', 'PUT', ARTICLE, { upvotes: 2 ** 31 }],
    ['tags', 'PUT', ARTICLE, { tags: 'a' }],
    ['expectedVersion', 'PUT', ARTICLE, { expectedVersion: 0 }],
    ['targetAudience', 'PUT', ARTICLE, { targetAudience: 'everyone' }],
  ])('refuses a wrong %s: %s %s', async (field, method, path, body) => {
    expect(refusal(await gateway.api(method, path, { body }))).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: [field],
    });
  });

  it.each([
    ['/helpcenter/collections?parentId=top', 'parentId'],
    [`${ARTICLE}?format=pdf`, 'format'],
    ['/translations/entries?type=page', 'type'],
    ['/translations/entries/article:0123456789abcdef01234567?language=english!', 'language'],
  ])('refuses GET %s', async (path, field) => {
    expect(refusal(await gateway.api('GET', path))).toMatchObject({
      status: 400,
      code: 'invalid_query',
      fields: [field],
    });
  });

  it.each(['perhaps', ''])('refuses to publish a draft with force=%s', async (force) => {
    expect(refusal(await gateway.api('POST', `${ARTICLE}/draft/publish?force=${force}`))).toMatchObject({
      status: 400,
      code: 'invalid_query',
      fields: ['force'],
    });
  });

  it.each([
    ['PUT', '/helpcenter/collections/all'],
    ['DELETE', '/helpcenter/collections/stats'],
    ['GET', '/helpcenter/collections/order'],
    ['PUT', `${COLLECTION}/articles/all`],
    ['GET', `${COLLECTION}/articles/order`],
  ])('takes all, stats and order for no ids: %s %s', async (method, path) => {
    const body = method === 'PUT' ? {} : undefined;
    expect([404, 405]).toContain((await gateway.api(method, path, { body })).status);
  });

  it('is 404 by an unknown or malformed id, before a faulty body', async () => {
    for (const id of [UNKNOWN_ID, 'nonsense']) {
      const collection = `/helpcenter/collections/${id}`;
      const body = { targetAudience: 5, isDraft: 5 };
      const missing = { status: 404, code: 'collection_not_found' };
      expect(refusal(await gateway.api('PUT', collection, { body }))).toMatchObject(missing);
      expect(refusal(await gateway.api('POST', `${collection}/articles`, { body }))).toMatchObject(missing);
      expect(refusal(await gateway.api('GET', `${collection}/articles`))).toMatchObject(missing);
      expect(refusal(await gateway.api('PUT', `${COLLECTION}/articles/${id}`, { body }))).toMatchObject({
        status: 404,
        code: 'article_not_found',
      });
    }
  });

  it.each([
    ['COLLECTION_NOT_EMPTY', 'deleteCollection', 'DELETE', COLLECTION],
    ['COLLECTION_HAS_SUBCOLLECTIONS', 'deleteCollection', 'DELETE', COLLECTION],
    ['VERSION_CONFLICT', 'updateArticle', 'PUT', ARTICLE],
  ] as const)('answers 409 for %s of %s', async (reason, rpc, method, path) => {
    gateway.answers[rpc] = () => {
      throw conflict(reason, 'It is so.');
    };
    const body = method === 'PUT' ? {} : undefined;
    expect(refusal(await gateway.api(method, path, { body }))).toMatchObject({
      status: 409,
      code: reason.toLowerCase(),
    });
  });
});
