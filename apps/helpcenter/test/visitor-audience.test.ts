import type { CallContext } from '@parley/rpc';
import type { TestHelpcenter, TestProject } from './support/helpcenter';
import { beforeEachVisit, createReader, titles, makeWidgetContext } from './support/visitors';

let service: TestHelpcenter;
let project: TestProject;
let guest: CallContext;

beforeEachVisit((visit) => ({ service, project, guest } = visit));

const live = { isDraft: false };
const pro = { field: 'plan', operator: 'eq', value: 'pro' };
const { top, page, read } = createReader(
  () => service,
  () => guest,
);

describe('section 4: languages', () => {
  it('an article has one when its title or content has a text under it', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    await project.article(shop.id, { title: { en: 'By title' }, ...live });
    await project.article(shop.id, {
      title: { de: 'Nur deutsch', en: '  ' },
      description: { en: 'Only this' },
      ...live,
    });
    await project.article(shop.id, { title: { de: 'Beides' }, content: { en: 'By content' }, ...live });
    expect(titles((await page(shop.id))?.articles)).toEqual(['By title', 'Beides']);
  });

  it('codes are compared without case, _ equals -; de-AT also takes de, not the other way round', async () => {
    const shop = await project.collection({ title: { en: 'Shop', de: 'Laden', 'de-AT': 'Geschäft' } });
    await project.article(shop.id, { title: { de: 'Sahne' }, ...live });
    await project.article(shop.id, { title: { de_AT: 'Schlagobers' }, ...live });
    await project.article(shop.id, { title: { de: 'Tüte', 'de-AT': 'Sackerl' }, ...live });
    expect(titles((await page(shop.id, guest, 'de'))?.articles)).toEqual(['Sahne', 'Tüte']);
    for (const lang of ['de-AT', 'de_at', 'DE-at']) {
      const found = await page(shop.id, guest, lang);
      expect(found?.collection?.title).toBe('Geschäft');
      expect(titles(found?.articles)).toEqual(['Sahne', 'Schlagobers', 'Sackerl']);
      expect(found?.language).toBe('de-AT');
    }
  });

  it('wanted: the query, else the session when the project lists it, else the default one', async () => {
    const shop = await project.collection({ title: { en: 'Shop', de: 'Laden', fr: 'Magasin' } });
    await project.article(shop.id, { title: { en: 'x', de: 'x', fr: 'x' }, ...live });
    const [german, french] = ['de', 'fr'].map((lang) =>
      makeWidgetContext(project, service.beside.contacts.add(project.id, { lang })),
    ) as [CallContext, CallContext];
    expect(titles(await top())).toEqual(['Shop']);
    expect(titles(await top(german))).toEqual(['Laden']);
    expect(titles(await top(french))).toEqual(['Shop']);
    expect(titles(await top(german, { lang: 'fr' }))).toEqual(['Magasin']);
  });

  it('reading one falls back: wanted, default, the first by alphabet; so do titles of collections', async () => {
    const shop = await project.collection({ title: { 'pt-BR': 'Loja', it: 'Negozio' } });
    const both = await project.article(shop.id, { title: { en: 'English', fr: 'Français' }, ...live });
    const neither = await project.article(shop.id, {
      title: { 'pt-BR': 'Português', it: 'Italiano' },
      ...live,
    });
    expect(await read(both.id, guest, 'fr')).toMatchObject({ title: 'Français', language: 'fr' });
    expect(await read(both.id, guest, 'de')).toMatchObject({ title: 'English', language: 'en' });
    expect(await read(neither.id, guest, 'de')).toMatchObject({
      title: 'Italiano',
      language: 'it',
      languages: ['it', 'pt-br'],
    });
    expect((await read(neither.id))?.collection?.title).toBe('Negozio');
  });
});

describe('section 4: who sees an article', () => {
  it('needs all conditions of base, target and own filter; an anonymous visitor is a guest', async () => {
    const shop = await project.collection({ title: { en: 'Shop' }, baseAudienceFilter: [pro] });
    await project.article(shop.id, { title: { en: 'Base' }, ...live });
    await project.article(shop.id, { title: { en: 'Users' }, targetAudience: 'users', ...live });
    await project.article(shop.id, { title: { en: 'Guests' }, targetAudience: 'guests', ...live });
    await project.article(shop.id, {
      title: { en: 'Own' },
      extendedAudienceFilter: [{ field: 'customData.seats', operator: '>=', value: 10 }],
      ...live,
    });
    const open = await project.collection({ title: { en: 'Open' } });
    await project.article(open.id, { title: { en: 'For guests' }, targetAudience: 'guests', ...live });
    const as = async (fields: object) => {
      const contact = service.beside.contacts.add(project.id, fields);
      return titles((await page(shop.id, makeWidgetContext(project, contact)))?.articles);
    };
    expect(await as({ plan: 'pro', userId: 'u', customData: { seats: 10 } })).toEqual([
      'Base',
      'Users',
      'Own',
    ]);
    expect(await as({ plan: 'pro', customData: { seats: '10' } })).toEqual(['Base', 'Guests']);
    await expect(as({ plan: 'free', userId: 'u' })).rejects.toMatchObject({ reason: 'COLLECTION_NOT_FOUND' });
    expect(titles(await top())).toEqual(['Open']);
    expect(titles((await page(open.id))?.articles)).toEqual(['For guests']);
  });

  it('svcId and svcHash count as absent', async () => {
    const shop = await project.collection({ title: { en: 'Shop' } });
    const contact = service.beside.contacts.add(project.id, { svcHash: 'h' });
    for (const [field, value] of [
      ['svcId', contact.svcId],
      ['svcHash', 'h'],
    ])
      await project.article(shop.id, {
        title: { en: 'x' },
        extendedAudienceFilter: [{ field, operator: 'eq', value }],
        ...live,
      });
    expect(await top(makeWidgetContext(project, contact))).toEqual([]);
  });

  it('holds for the very next request: unpublished, restricted, moved, deleted, restricted above', async () => {
    const [shop, closed] = [
      await project.collection({ title: { en: 'Shop' } }),
      await project.collection({ title: { en: 'Closed' }, targetAudience: 'users' }),
    ];
    const below = await project.collection({ title: { en: 'Below' }, parent: shop.id });
    const open = async () => project.article(below.id, { title: { en: 'Open' }, ...live });
    const expectGone = async ({ id, docId }: { id: string; docId: number }) => {
      for (const ref of [id, String(docId)])
        await expect(read(ref)).rejects.toMatchObject({ reason: 'ARTICLE_NOT_FOUND' });
      expect(await top()).toEqual([]);
    };
    const first = await open();
    expect(await read(first.id)).toBeDefined();
    await project.changeArticle(first, { isDraft: true });
    await expectGone(first);
    const second = await open();
    await project.changeArticle(second, { extendedAudienceFilter: [pro] });
    await expectGone(second);
    const third = await open();
    expect(titles(await top())).toEqual(['Shop']);
    await service.articles.deleteArticle(
      { helpcenterCollectionId: below.id, helpcenterArticleId: third.id },
      project.as('admin'),
    );
    await expectGone(third);
    const fourth = await open();
    await project.changeCollection(shop.id, { extendedAudienceFilter: [pro] });
    await expectGone(fourth);
    await project.changeCollection(shop.id, { extendedAudienceFilter: [] });
    expect(await read(fourth.id)).toBeDefined();
    await project.changeCollection(below.id, { parent: closed.id });
    await expectGone(fourth);
  });

  it('asks for a session at most every 2 s, and refuses one whose contact is gone', async () => {
    const contact = service.beside.contacts.add(project.id, { lang: 'de' });
    await top(makeWidgetContext(project, contact));
    await top(makeWidgetContext(project, contact));
    expect(service.beside.contacts.asked(contact.svcId)).toBe(1);
    const gone = service.beside.contacts.add(project.id);
    service.beside.contacts.remove(gone.svcId);
    await expect(top(makeWidgetContext(project, gone))).rejects.toMatchObject({ reason: 'INVALID_SESSION' });
    await expect(top(makeWidgetContext(service.project(), contact))).rejects.toMatchObject({
      reason: 'INVALID_SESSION',
    });
  });
});
