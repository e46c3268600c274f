import type { Article } from '@parley/proto/generated/parley/helpcenter/v1/article';
import type { CallContext } from '@parley/rpc';
import { eventually } from '@parley/testing';
import { prunePopularity } from '../src/telling/view.store';
import type { TestHelpcenter, TestProject } from './support/helpcenter';
import { anonymous, beforeEachVisit, titles } from './support/visitors';

let service: TestHelpcenter;
let project: TestProject;
let guest: CallContext;

beforeEachVisit((visit) => ({ service, project, guest } = visit));

const live = { isDraft: false };

const neighbours = ({ id }: Article, language = 'en') =>
  service.site.getArticleNeighbours({ articleId: id, language }, guest);

/** Waits until the index knows everything that was changed. */
const indexed = () =>
  eventually(async () =>
    expect(await service.db.query('SELECT FROM search_queue WHERE applied IS NULL')).toEqual([]),
  );

describe('the articles beside one', () => {
  it('are those before and after it in its collection that the visitor sees in the language', async () => {
    const [shop, other] = [
      await project.collection({ title: { en: 'Shop' } }),
      await project.collection({ title: { en: 'Other' } }),
    ];
    const first = await project.article(shop.id, { title: { en: 'First', de: 'Erster' }, ...live });
    await project.article(shop.id, { title: { en: 'Draft', de: 'Entwurf' } });
    await project.article(shop.id, {
      title: { en: 'Hidden', de: 'Geheim' },
      targetAudience: 'users',
      ...live,
    });
    const second = await project.article(shop.id, { title: { en: 'Second' }, ...live });
    await project.article(other.id, { title: { en: 'Elsewhere' }, ...live });
    const third = await project.article(shop.id, { title: { en: 'Third', de: 'Dritter' }, ...live });
    const beside = async (article: Article, language?: string) => {
      const { previous, next } = await neighbours(article, language);
      return [previous?.title, next?.title];
    };
    expect(await beside(first)).toEqual([undefined, 'Second']);
    expect(await beside(second)).toEqual(['First', 'Third']);
    expect(await beside(third)).toEqual(['Second', undefined]);
    expect(await beside(first, 'de')).toEqual([undefined, 'Dritter']);
    expect((await neighbours(second)).next?.url).toBe(
      `http://127.0.0.1:3000/help/${project.id}/en/articles/${third.docId}-third`,
    );
  });

  it('are none for an article that the visitor does not see', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    await project.article(shop.id, { title: { en: 'Refund rules' }, ...live });
    const hidden = await project.article(shop.id, {
      title: { en: 'Refund secrets' },
      targetAudience: 'users',
      ...live,
    });
    await indexed();
    expect(await neighbours(hidden)).toEqual({ related: [] });
  });
});

describe('related articles', () => {
  it('have words of its title, 4 at most, never itself; one that is hidden later is gone at once', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    const article = await project.article(shop.id, { title: { en: 'When does the refund come?' }, ...live });
    const more: Article[] = [];
    for (const n of [1, 2, 3, 4, 5])
      more.push(await project.article(shop.id, { title: { en: `Refund number ${n}` }, ...live }));
    await project.article(shop.id, { title: { en: 'When does the shop open?' }, ...live });
    await indexed();
    const related = async () => titles((await neighbours(article)).related) ?? [];
    const found = await related();
    expect(found).toHaveLength(4);
    for (const title of found) expect(title).toMatch(/^Refund number/);
    const hidden = more.find(({ title }) => title?.['en'] === found[0]);
    await project.changeArticle(hidden as Article, { isDraft: true });
    const left = await related();
    expect(left).toHaveLength(4);
    expect(left).not.toContain(found[0]);
  });
});

describe('popular articles', () => {
  const popular = async (language = 'en', limit = 5) =>
    titles((await service.site.listPopularArticles({ language, limit }, guest)).articles);
  const read = async ({ id }: Article, times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      const context = anonymous(project, { ip: `198.51.100.${turn}` });
      await service.visitor.getVisibleArticle({ articleRef: id }, context);
    }
  };
  const counted = (views: number) =>
    eventually(async () => {
      const [row] = await service.db.query<{ views: string }>(
        'SELECT sum(views) AS views FROM article_popularity WHERE project_id = $1',
        [project.id],
      );
      expect(Number(row?.views)).toBe(views);
    });

  it('are those with the most views of this month and the last that the visitor sees', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    const [few, many, hidden] = [
      await project.article(shop.id, { title: { en: 'Few' }, ...live }),
      await project.article(shop.id, { title: { en: 'Many', de: 'Viele' }, ...live }),
      await project.article(shop.id, { title: { en: 'Hidden' }, ...live }),
    ];
    await project.article(shop.id, { title: { en: 'Unread' }, ...live });
    await read(few, 1);
    await read(many, 3);
    await read(many, 3);
    await read(hidden, 4);
    await counted(8);
    await project.changeArticle(hidden, { isDraft: true });
    expect(await popular()).toEqual(['Many', 'Few']);
    expect(await popular('de')).toEqual(['Viele']);
    expect(await popular('en', 1)).toEqual(['Many']);
    await project.changeArticle(many, { isDraft: true });
    expect(await popular()).toEqual(['Few']);
  });

  it('are forgotten after two months', async () => {
    const months = async () =>
      (
        await service.db.query<{ month: string }>(
          "SELECT to_char(month, 'YYYY-MM') AS month FROM article_popularity WHERE project_id = $1 ORDER BY 1",
          [project.id],
        )
      ).map(({ month }) => month);
    await service.db.query(
      `INSERT INTO article_popularity SELECT $1, 'a', month, 1
         FROM unnest(ARRAY['2026-09-01', '2026-10-01', '2026-11-01']::date[]) month`,
      [project.id],
    );
    await prunePopularity(service.db, new Date('2026-11-30T23:59:59Z'));
    expect(await months()).toEqual(['2026-10', '2026-11']);
    await prunePopularity(service.db, new Date('2026-12-01T00:00:00Z'));
    expect(await months()).toEqual(['2026-11']);
  });
});
