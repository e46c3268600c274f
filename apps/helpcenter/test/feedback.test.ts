import { noteGone } from '@parley/events';
import { newId } from '@parley/persistence';
import { eventually } from '@parley/testing';
import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import type { CallContext } from '@parley/rpc';
import { onContact } from '../src/consumers/on-contact';
import { forgetContact, forgetVisitors, moveVotes } from '../src/feedback/feedback.store';
import { toPath, startHelpcenter, type TestHelpcenter, type TestProject } from './support/helpcenter';
import { anonymous, makeWidgetContext } from './support/visitors';

let service: TestHelpcenter;
let project: TestProject;
let guest: CallContext;
let article: Article;

beforeAll(async () => {
  service = await startHelpcenter();
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = service.project();
  service.beside.settings.set(project.id, { defaultLanguage: 'en', languages: ['en'] });
  guest = anonymous(project);
  const shop = await project.collection({ title: { en: 'Shop' } });
  article = await project.article(shop.id, { title: { en: 'Refunds' }, isDraft: false });
});

const rate = (vote: 'up' | 'down' | null, context = guest, comment?: string) =>
  service.visitor.rateArticle(
    {
      articleRef: article.id,
      ...(vote === null ? { nulls: ['vote'] } : { vote }),
      ...(comment !== undefined && { comment }),
    },
    context,
  );
const list = async (skip = 0, limit = 50, context = project.as('agent'), sort?: string) =>
  (await service.feedback.listFeedback({ ...toPath(article), skip, limit, ...(sort && { sort }) }, context))
    .feedback;
const counts = async () => {
  const { upvotes, downvotes } = await project.readArticle(article);
  return { upvotes, downvotes };
};
const own = async (context: CallContext) =>
  (await service.visitor.getVisibleArticle({ articleRef: article.id }, context)).data?.article?.vote;

it('is one vote per session, however often and at once it is sent', async () => {
  const contact = service.beside.contacts.add(project.id);
  const context = makeWidgetContext(project, contact);
  await Promise.all(Array.from({ length: 10 }, () => rate('up', context)));
  expect(await counts()).toEqual({ upvotes: 1, downvotes: 0 });
  expect(await rate('down', context)).toEqual({ vote: 'down', upvotes: 0, downvotes: 1 });
  expect(await own(context)).toBe('down');
  expect(await rate(null, context)).toEqual({ vote: undefined, upvotes: 0, downvotes: 0 });
  expect(await rate(null, context)).toEqual({ vote: undefined, upvotes: 0, downvotes: 0 });
  expect(await own(context)).toBeUndefined();
});

it('counts votes of many at once', async () => {
  const contexts = Array.from({ length: 20 }, () =>
    makeWidgetContext(project, service.beside.contacts.add(project.id)),
  );
  await Promise.all(contexts.map((context, at) => rate(at % 4 ? 'up' : 'down', context)));
  expect(await counts()).toEqual({ upvotes: 15, downvotes: 5 });
});

it('is one per address and browser without a session, by a digest that names neither', async () => {
  await rate('up');
  await rate('up');
  await rate('up', anonymous(project, { ip: '203.0.113.9' }));
  await rate('down', anonymous(project, { userAgent: 'Other' }));
  expect(await counts()).toEqual({ upvotes: 2, downvotes: 1 });
  expect(await own(guest)).toBe('up');
  const rows = await service.db.query<{ visitor: string }>(
    'SELECT visitor FROM article_feedback WHERE project_id = $1',
    [project.id],
  );
  for (const { visitor } of rows) expect(visitor).toMatch(/^[\w-]{43}$/);
});

it('keeps the digest for 30 days, and the vote beyond', async () => {
  await rate('up');
  const day = 24 * 3_600_000;
  const digests = () =>
    service.db.query('SELECT FROM article_feedback WHERE project_id = $1 AND visitor IS NOT NULL', [
      project.id,
    ]);
  await forgetVisitors(service.db, new Date(Date.now() + 29 * day));
  expect(await digests()).toHaveLength(1);
  await forgetVisitors(service.db, new Date(Date.now() + 31 * day));
  expect(await digests()).toHaveLength(0);
  expect(await list()).toMatchObject([{ vote: 'up' }]);
  expect(await counts()).toEqual({ upvotes: 1, downvotes: 0 });
});

it('leaves version, updatedAt and search marks of the article alone', async () => {
  const before = await project.readArticle(article);
  await service.db.query('DELETE FROM search_queue WHERE project_id = $1', [project.id]);
  await rate('up');
  expect(await project.readArticle(article)).toEqual({ ...before, upvotes: 1 });
  expect(await service.db.query('SELECT FROM search_queue WHERE project_id = $1', [project.id])).toEqual([]);
});

it('tells article.rated with the former vote, and nothing of a vote that stays', async () => {
  const contact = service.beside.contacts.add(project.id);
  const context = makeWidgetContext(project, contact);
  await rate('up', context);
  await rate('up', context);
  await rate('down', context);
  await rate(null, context);
  const told = (await service.events(article.id)).filter(
    ({ subject }) => subject === 'helpcenter.v1.article.rated',
  );
  const base = { articleId: article.id, sessionId: contact.id };
  expect(told.map(({ payload }) => payload)).toEqual([
    { ...base, vote: 'up' },
    { ...base, vote: 'down', former: 'up' },
    { ...base, former: 'down' },
  ]);
});

it('demands a vote, and an article that the visitor sees', async () => {
  await expect(service.visitor.rateArticle({ articleRef: article.id }, guest)).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
    fields: [expect.objectContaining({ field: 'vote' })],
  });
  await project.changeArticle(article, { targetAudience: 'users' });
  for (const [ref, context] of [
    [article.id, guest],
    [newId(), guest],
    [article.id, anonymous(service.project())],
  ] as const)
    await expect(service.visitor.rateArticle({ articleRef: ref, vote: 'up' }, context)).rejects.toMatchObject(
      { reason: 'ARTICLE_NOT_FOUND' },
    );
});

describe('the list for the team', () => {
  it('is newest first with names of now, skip, limit and sort', async () => {
    const ada = service.beside.contacts.add(project.id, { name: 'Ada', email: 'ada@example.com' });
    await rate('down', makeWidgetContext(project, ada), 'Too <b>short</b>');
    await rate('up');
    service.beside.contacts.change(ada.svcId, { name: 'Ada Byron' });
    const all = await list();
    expect(all).toEqual([
      expect.objectContaining({ vote: 'up', language: 'en', session: undefined }),
      expect.objectContaining({
        vote: 'down',
        comment: 'Too <b>short</b>',
        session: { id: ada.id, name: 'Ada Byron', email: 'ada@example.com' },
      }),
    ]);
    expect(await list(1, 1)).toEqual([all[1]]);
    expect(await list(0, 50, project.as('agent'), 'createdAt')).toEqual([...all].reverse());
    expect(await list(0, 1, project.as('agent'), '-createdAt')).toEqual([all[0]]);
    await expect(list(0, 50, service.project().as('agent'))).rejects.toMatchObject({
      reason: 'COLLECTION_NOT_FOUND',
    });
  });

  it('keeps the vote of a deleted contact without name, session and comment, at once and for good', async () => {
    const ada = service.beside.contacts.add(project.id, { name: 'Ada' });
    await rate('up', makeWidgetContext(project, ada), 'Mine');
    service.beside.contacts.remove(ada.svcId);
    const bare = [expect.objectContaining({ vote: 'up', comment: undefined, session: undefined })];
    expect(await list()).toEqual(bare);
    await forgetContact(service.db, project.id, ada.id);
    expect(await list()).toEqual(bare);
    const rows = await service.db.query(
      'SELECT contact_id, comment FROM article_feedback WHERE project_id = $1',
      [project.id],
    );
    expect(rows).toEqual([{ contact_id: null, comment: null }]);
    expect(await counts()).toEqual({ upvotes: 1, downvotes: 0 });
  });

  it('gives a merged contact’s vote to its heir, whose own one wins', async () => {
    const [first, heir] = [service.beside.contacts.add(project.id), service.beside.contacts.add(project.id)];
    await rate('up', makeWidgetContext(project, first));
    await moveVotes(service.db, project.id, first.id, heir.id);
    expect(await own(makeWidgetContext(project, heir))).toBe('up');
    const second = service.beside.contacts.add(project.id);
    await rate('down', makeWidgetContext(project, second));
    await moveVotes(service.db, project.id, second.id, heir.id);
    expect(await counts()).toEqual({ upvotes: 1, downvotes: 0 });
  });

  it('goes with the article', async () => {
    await rate('up');
    await service.articles.deleteArticle(toPath(article), project.as('admin'));
    expect(
      await service.db.query('SELECT FROM article_feedback WHERE project_id = $1', [project.id]),
    ).toEqual([]);
  });
});

it('takes nothing of a contact that is gone, however young its session is, and keeps none of what it read', async () => {
  const contact = service.beside.contacts.add(project.id);
  const context = makeWidgetContext(project, contact);
  await rate('up', context, 'said once');
  const rows = async (): Promise<string> => {
    const [row] = await service.db.query<{ all: string }>(
      `SELECT concat((SELECT json_agg(f) FROM article_feedback f), (SELECT json_agg(v) FROM article_view v),
                     (SELECT json_agg(o.payload) FROM outbox_event o)) AS all`,
    );
    return row?.all ?? '';
  };
  await service.visitor.getVisibleArticle({ articleRef: article.id }, context);
  await eventually(async () => expect(await rows()).toContain(`"visitor":"${contact.id}"`));
  await service.db.transaction(async (tx) => {
    await noteGone(tx, [{ projectId: project.id, id: contact.id }], { at: new Date() });
    await onContact({ projectId: project.id, aggregateId: contact.id, payload: {} } as never, tx);
  });
  await expect(rate('down', context, 'said late')).rejects.toMatchObject({ reason: 'INVALID_SESSION' });
  const left = await rows();
  expect(left).not.toContain(`"visitor":"${contact.id}"`);
  expect(left).not.toContain(`"contact_id":"${contact.id}"`);
  expect(left).not.toContain('said');
  expect(await counts()).toEqual({ upvotes: 1, downvotes: 0 });
});
