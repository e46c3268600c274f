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

const eu = { field: 'customData.region', operator: 'eq', value: 'eu' };
const pro = { field: 'plan', operator: 'eq', value: ['pro', 'team'] };
const large = { field: 'customData.seats', operator: 'gte', value: 10 };
const known = { field: 'userId', operator: 'exists', value: true };
const unknown = { field: 'userId', operator: 'exists', value: false };

describe('a subcollection and an article', () => {
  it('begin with all that holds in the collection, whatever is sent', async () => {
    const top = await project.collection({ baseAudienceFilter: [eu] });
    const sub = await project.collection({ parent: top.id, baseAudienceFilter: [large] });
    expect(sub).toMatchObject({ baseAudienceFilter: [eu], targetAudience: 'all' });
    await project.changeCollection(top.id, { targetAudience: 'users', extendedAudienceFilter: [pro, eu] });
    const later = await project.collection({
      parent: top.id,
      baseAudienceFilter: [large],
      extendedAudienceFilter: [large],
    });
    expect(later.baseAudienceFilter).toEqual([eu, known, pro]);
    expect(await project.article(later.id, { extendedAudienceFilter: [pro] })).toMatchObject({
      baseAudienceFilter: [eu, known, pro, large],
      extendedAudienceFilter: [pro],
      targetAudience: 'all',
    });
  });

  it('keeps what it inherits when a value is sent later, or null', async () => {
    const top = await project.collection({ baseAudienceFilter: [eu] });
    const sub = await project.collection({ parent: top.id });
    expect(await project.changeCollection(sub.id, { baseAudienceFilter: [large] })).toEqual(sub);
    expect(await project.changeCollection(sub.id, {}, ['baseAudienceFilter'])).toEqual(sub);
  });
});

describe('a change of the audience', () => {
  it.each([
    ['baseAudienceFilter', { baseAudienceFilter: [large] }, [large]],
    ['extendedAudienceFilter', { extendedAudienceFilter: [pro] }, [eu, pro]],
    ['targetAudience users', { targetAudience: 'users' }, [eu, known]],
    ['targetAudience guests', { targetAudience: 'guests' }, [eu, unknown]],
  ])('of %s reaches every article and, with theirs, every subcollection', async (_what, change, holds) => {
    const top = await project.collection({ baseAudienceFilter: [eu] });
    const sub = await project.collection({ parent: top.id, extendedAudienceFilter: [large] });
    const leaf = await project.collection({ parent: sub.id });
    const beside = await project.collection({ baseAudienceFilter: [eu] });
    const articles = {
      top: await project.article(top.id),
      sub: await project.article(sub.id),
      leaf: await project.article(leaf.id, { extendedAudienceFilter: [pro] }),
      beside: await project.article(beside.id),
    };
    await project.changeCollection(top.id, change);
    const inSub = [...new Set([...holds, large])];
    expect(await project.readCollection(sub.id)).toMatchObject({ baseAudienceFilter: holds });
    expect(await project.readCollection(leaf.id)).toMatchObject({ baseAudienceFilter: inSub });
    expect(await project.readArticle(articles.top)).toMatchObject({ baseAudienceFilter: holds, version: 1 });
    expect(await project.readArticle(articles.sub)).toMatchObject({ baseAudienceFilter: inSub });
    expect(await project.readArticle(articles.leaf)).toMatchObject({
      baseAudienceFilter: inSub,
      extendedAudienceFilter: [pro],
    });
    expect(await project.readCollection(beside.id)).toEqual({ ...beside, articlesCount: 1 });
    expect(await project.readArticle(articles.beside)).toEqual(articles.beside);
    for (const { id } of [top, sub, leaf]) {
      expect((await service.events(id)).at(-1)).toMatchObject({
        subject: 'helpcenter.v1.collection.updated',
        payload: { audienceChanged: true },
      });
    }
    expect(await service.events(beside.id)).toHaveLength(1);
  });

  it('by a move is that of the new place, and stays when it goes to the top', async () => {
    const [top, moved] = [
      await project.collection({ targetAudience: 'guests' }),
      await project.collection({ baseAudienceFilter: [eu] }),
    ];
    const article = await project.article(moved.id);
    await project.changeCollection(moved.id, { parent: top.id });
    expect(await project.readArticle(article)).toMatchObject({ baseAudienceFilter: [unknown] });
    expect(await project.changeCollection(moved.id, {}, ['parent'])).toMatchObject({
      baseAudienceFilter: [unknown],
    });
    expect(
      await project.changeCollection(moved.id, { parent: top.id, baseAudienceFilter: [large] }),
    ).toMatchObject({ baseAudienceFilter: [unknown] });
    await project.changeCollection(moved.id, { parent: '', baseAudienceFilter: [large] });
    expect(await project.readArticle(article)).toMatchObject({ baseAudienceFilter: [large] });
  });

  it('misses nothing that is created meanwhile', async () => {
    const top = await project.collection();
    const [, ...made] = await Promise.all([
      project.changeCollection(top.id, { baseAudienceFilter: [eu] }),
      ...Array.from({ length: 10 }, () => project.article(top.id)),
      project.collection({ parent: top.id }),
    ]);
    expect(made).toHaveLength(11);
    for (const article of await project.articles(top.id)) expect(article.baseAudienceFilter).toEqual([eu]);
    for (const sub of await project.collections(top.id)) expect(sub.baseAudienceFilter).toEqual([eu]);
  });

  it('clears with null', async () => {
    const top = await project.collection({
      targetAudience: 'users',
      baseAudienceFilter: [eu],
      extendedAudienceFilter: [pro],
    });
    const article = await project.article(top.id);
    await project.changeCollection(top.id, {}, [
      'targetAudience',
      'baseAudienceFilter',
      'extendedAudienceFilter',
    ]);
    expect(await project.readArticle(article)).toMatchObject({ baseAudienceFilter: [] });
    expect(await project.readCollection(top.id)).toMatchObject({ targetAudience: 'all' });
  });
});
