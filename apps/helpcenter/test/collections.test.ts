import { newId } from '@parley/persistence';
import { startHelpcenter, type TestHelpcenter, type TestProject } from './support/helpcenter';

let service: TestHelpcenter;
let project: TestProject;

beforeAll(async () => {
  service = await startHelpcenter();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const unknown = { kind: 'notFound', reason: 'COLLECTION_NOT_FOUND' };
const invalid = (...fields: string[]) => ({
  reason: 'INVALID_INPUT',
  fields: fields.map((field) => expect.objectContaining({ field })),
});

describe('creating a collection', () => {
  it('answers the whole document', async () => {
    const collection = await project.collection({
      title: { en: 'Orders', de: 'Bestellungen' },
      description: { en: 'All about orders' },
      iconUrl: 'https://shop.example/a.svg',
      externalId: 'ext-1',
      targetAudience: 'custom',
      baseAudienceFilter: [{ field: 'plan', operator: '=', value: 'pro' }],
      extendedAudienceFilter: [{ field: 'customData.seats', operator: 'gte', value: 3 }],
    });
    expect(collection).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _id: collection.id,
      project: project.id,
      organisation: project.organisationId,
      docId: 1,
      parent: undefined,
      title: { en: 'Orders', de: 'Bestellungen' },
      description: { en: 'All about orders' },
      iconUrl: 'https://shop.example/a.svg',
      externalId: 'ext-1',
      targetAudience: 'custom',
      baseAudienceFilter: [{ field: 'plan', operator: '=', value: 'pro' }],
      extendedAudienceFilter: [{ field: 'customData.seats', operator: 'gte', value: 3 }],
      lexorank: 'i',
      articlesCount: 0,
      subCollectionsCount: 0,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: collection.createdAt,
    });
    expect(await project.readCollection(collection.id)).toEqual(collection);
    expect(await service.events(collection.id)).toEqual([
      {
        subject: 'helpcenter.v1.collection.created',
        aggregateId: collection.id,
        payload: { collection: JSON.parse(JSON.stringify(collection)) },
      },
    ]);
  });

  it('takes nothing at all', async () => {
    expect(await project.collection()).toMatchObject({ title: {}, description: {}, targetAudience: 'all' });
  });

  it('puts bare texts under the default language of the project, which it asks for at most every 5 s', async () => {
    const texts = { title: 'Bestellungen', description: 'Alles dazu' };
    const germanTexts = { title: { de: 'Bestellungen' }, description: { de: 'Alles dazu' } };
    expect(await project.collection(texts)).toMatchObject(germanTexts);
    expect(await project.collection(texts)).toMatchObject(germanTexts);
    expect(service.settingsAsked(project.id)).toBe(1);
  });

  it('gives running numbers without gaps and ranks by level, also to 20 at once', async () => {
    const top = await project.collection();
    await expect(project.collection({ parent: newId() })).rejects.toMatchObject(unknown);
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => project.collection(index % 2 ? { parent: top.id } : {})),
    );
    expect([top, ...made].map(({ docId }) => docId).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
    for (const level of [await project.collections(), await project.collections(top.id)]) {
      const ranks = level.map(({ lexorank }) => lexorank);
      expect(ranks).toEqual([...new Set(ranks)].sort());
      expect(level.map(({ docId }) => docId)).toEqual(level.map(({ docId }) => docId).sort((a, b) => a - b));
    }
    expect((await project.collections(top.id))[0]).toMatchObject({ lexorank: 'i', parent: top.id });
    expect(await service.project().collection()).toMatchObject({ docId: 1, lexorank: 'i' });
  });

  it.each(['', '0123', newId()])('answers 404 for the parent "%s" unless it is empty', async (parent) => {
    if (parent === '') expect((await project.collection({ parent })).parent).toBeUndefined();
    else await expect(project.collection({ parent })).rejects.toMatchObject(unknown);
  });

  it.each([
    ['a title that is no text', { title: 5 }, ['title']],
    ['a title over 500 characters', { title: { en: 'x'.repeat(501) } }, ['title.en']],
    ['a description over 5,000 characters', { description: { en: 'x'.repeat(5_001) } }, ['description.en']],
    ['languages that are none', { title: { english: 'x', EN: 'y', en: 'z' } }, ['title.english', 'title.EN']],
    [
      'an audience that could not be applied',
      {
        baseAudienceFilter: [{ field: 'plan', operator: 'like', value: 'x' }],
        extendedAudienceFilter: [{ operator: 'eq', value: {} }],
      },
      ['baseAudienceFilter.0.operator', 'extendedAudienceFilter.0.field', 'extendedAudienceFilter.0.value'],
    ],
  ])('refuses %s, naming the field', async (_what, input, fields) => {
    await expect(project.collection(input)).rejects.toMatchObject(invalid(...fields));
    expect(await project.collections('all')).toEqual([]);
  });

  it('takes 50 languages of 500 and 5,000 characters, and no more', async () => {
    const languages = Array.from({ length: 50 }, (_, index) => `en-x${String(index).padStart(2, '0')}`);
    const texts = (length: number) => Object.fromEntries(languages.map((name) => [name, 'é'.repeat(length)]));
    const collection = await project.collection({ title: texts(500), description: texts(5_000) });
    expect(Object.keys(collection.description ?? {})).toEqual(languages);
    await expect(
      project.changeCollection(collection.id, { title: { en: 'one more' } }),
    ).rejects.toMatchObject(invalid('title'));
  });
});

describe('listing collections', () => {
  it('answers the top level, one level, or all, by position and with counts', async () => {
    const [a, b] = [await project.collection({ title: 'a' }), await project.collection({ title: 'b' })];
    const [c, d] = [await project.collection({ parent: a.id }), await project.collection({ parent: a.id })];
    const e = await project.collection({ parent: c.id });
    await project.article(a.id);
    await project.article(c.id, { isDraft: false });
    await project.article(c.id);
    const seen = (list: Awaited<ReturnType<TestProject['collections']>>) =>
      list.map(({ id, articlesCount, subCollectionsCount }) => [id, articlesCount, subCollectionsCount]);
    expect(seen(await project.collections())).toEqual([
      [a.id, 1, 2],
      [b.id, 0, 0],
    ]);
    expect(seen(await project.collections(a.id))).toEqual([
      [c.id, 2, 1],
      [d.id, 0, 0],
    ]);
    const all = await project.collections('all');
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set([a, b, c, d, e].map(({ id }) => id)));
    expect(all.map(({ lexorank }) => lexorank)).toEqual(all.map(({ lexorank }) => lexorank).sort());
    expect(await project.collections(newId())).toEqual([]);
    expect(await project.readCollection(c.id)).toMatchObject({ articlesCount: 2, subCollectionsCount: 1 });
  });

  it('answers more than one batch of 100 in one order', async () => {
    await service.db.query(
      `INSERT INTO collection SELECT $1, lpad(to_hex(n), 24, '0'), 'o', NULL, n, '{}', '{}', NULL, NULL, 'all', '[]',
         '[]', lpad(n::text, 5, '0'), now(), now() FROM generate_series(1, 250) n`,
      [project.id],
    );
    const list = await project.collections();
    expect(list.map(({ docId }) => docId)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
  });
});

describe('updating a collection', () => {
  it('merges texts by language; null clears a language or a field; what is left out stays', async () => {
    const before = await project.collection({
      title: { en: 'Orders', de: 'Bestellungen', fr: 'Commandes' },
      description: { en: 'About' },
      iconUrl: 'https://shop.example/a.svg',
      externalId: 'ext',
    });
    const after = await project.changeCollection(
      before.id,
      { title: { en: 'Your orders', de: null, it: 'Ordini' } },
      ['description', 'iconUrl'],
    );
    expect(after).toEqual({
      ...before,
      title: { en: 'Your orders', fr: 'Commandes', it: 'Ordini' },
      description: {},
      iconUrl: undefined,
      updatedAt: after.updatedAt,
    });
    expect(await project.changeCollection(before.id, { title: 'Ihre Bestellungen' })).toMatchObject({
      title: { en: 'Your orders', fr: 'Commandes', it: 'Ordini', de: 'Ihre Bestellungen' },
    });
    expect((await service.events(before.id)).at(-1)).toMatchObject({
      subject: 'helpcenter.v1.collection.updated',
      payload: { audienceChanged: false },
    });
  });

  it('writes and tells nothing when nothing changes', async () => {
    const before = await project.collection({
      title: { en: 'Orders' },
      extendedAudienceFilter: [{ field: 'plan', operator: 'eq', value: 'pro' }],
    });
    const same = {
      title: { en: 'Orders', de: null },
      extendedAudienceFilter: [{ value: 'pro', operator: 'eq', field: 'plan' }],
      parent: '',
    };
    expect(await project.changeCollection(before.id, same)).toEqual(before);
    expect(await service.events(before.id)).toHaveLength(1);
  });

  it('moves a collection with all that is in it to the end of another level', async () => {
    const [a, b] = [await project.collection(), await project.collection()];
    const [first, moved] = [await project.collection({ parent: a.id }), await project.collection()];
    const inside = await project.collection({ parent: moved.id });
    expect(await project.changeCollection(moved.id, { parent: a.id })).toMatchObject({
      parent: a.id,
      docId: moved.docId,
      lexorank: 'j',
      subCollectionsCount: 1,
    });
    const ids = (list: { id: string }[]) => list.map(({ id }) => id);
    expect(ids(await project.collections(a.id))).toEqual([first.id, moved.id]);
    expect(ids(await project.collections(moved.id))).toEqual([inside.id]);
    expect((await project.changeCollection(moved.id, {}, ['parent'])).parent).toBeUndefined();
    expect(ids(await project.collections())).toEqual([a.id, b.id, moved.id]);
  });

  it('answers 404 for an unknown parent and 400 for itself or one below it', async () => {
    const a = await project.collection();
    const b = await project.collection({ parent: a.id });
    const c = await project.collection({ parent: b.id });
    await expect(project.changeCollection(a.id, { parent: newId() })).rejects.toMatchObject(unknown);
    for (const parent of [a.id, b.id, c.id]) {
      await expect(project.changeCollection(a.id, { parent })).rejects.toMatchObject(invalid('parent'));
    }
    await expect(project.changeCollection(newId(), {})).rejects.toMatchObject(unknown);
  });

  it('makes no circle of two collections that are moved into each other at once', async () => {
    const [a, b] = [await project.collection(), await project.collection()];
    const results = await Promise.allSettled([
      project.changeCollection(a.id, { parent: b.id }),
      project.changeCollection(b.id, { parent: a.id }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await project.collections()).toHaveLength(1);
  });
});

describe('deleting a collection', () => {
  const remove = (id: string) =>
    service.collections.deleteCollection({ helpcenterCollectionId: id }, project.as('user'));

  it('answers success, and 404 from then on', async () => {
    const { id } = await project.collection();
    expect(await remove(id)).toEqual({ success: true });
    await expect(project.readCollection(id)).rejects.toMatchObject(unknown);
    await expect(remove(id)).rejects.toMatchObject(unknown);
    expect((await service.events(id)).at(-1)).toMatchObject({
      subject: 'helpcenter.v1.collection.deleted',
      payload: { collectionId: id },
    });
    expect((await project.collection()).docId).toBe(2);
  });

  it('answers 409 collection_not_empty with articles and 409 collection_has_subcollections', async () => {
    const { id } = await project.collection();
    const sub = await project.collection({ parent: id });
    const article = await project.article(id);
    await expect(remove(id)).rejects.toMatchObject({ kind: 'conflict', reason: 'COLLECTION_NOT_EMPTY' });
    await service.articles.deleteArticle(
      { helpcenterCollectionId: id, helpcenterArticleId: article.id },
      project.as('user'),
    );
    await expect(remove(id)).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'COLLECTION_HAS_SUBCOLLECTIONS',
    });
    await remove(sub.id);
    expect(await remove(id)).toEqual({ success: true });
  });

  it('never leaves an article without its collection when both happen at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await project.collection();
      const [article, removal] = await Promise.allSettled([project.article(id), remove(id)]);
      const reasons = [article, removal].flatMap((result) =>
        result.status === 'rejected' ? [(result.reason as { reason?: string }).reason] : [],
      );
      expect(reasons).toHaveLength(1);
      expect(['COLLECTION_NOT_FOUND', 'COLLECTION_NOT_EMPTY']).toContain(reasons[0]);
    }
  });
});
