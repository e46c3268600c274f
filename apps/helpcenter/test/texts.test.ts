import type { CallContext } from '@parley/rpc';
import { builtIn, catalogue, textKeys } from '../src/texts/catalogue';
import {
  invalidAt,
  people,
  startHelpcenter,
  type TestHelpcenter,
  type TestProject,
} from './support/helpcenter';
import { anonymous, makeWidgetContext } from './support/visitors';

let service: TestHelpcenter;
let project: TestProject;

beforeAll(async () => {
  service = await startHelpcenter();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
});

const texts = async (lang?: string) =>
  (await service.translations.getTexts(lang === undefined ? {} : { lang }, anonymous(project))).texts ?? {};
const word = (key: string, language: string, text: string | null) =>
  service.translations.putTranslationEntry(
    { entryId: `statictranslation:${key}`, language, fields: { text } },
    project.as('user'),
  );

describe('static texts (7.1)', () => {
  it('come with what a widget shows of the project: its name, its colour, and whether there is a help center', async () => {
    const shown = async () => (await service.translations.getTexts({}, anonymous(project))).project;
    const plain = { isOnline: false, widget: {}, team: [] };
    expect(await shown()).toEqual({
      name: expect.any(String),
      hasHelpcenter: true,
      isClosed: false,
      ...plain,
    });
    project = service.project();
    service.beside.settings.set(project.id, { helpcenter: { enabled: false, color: '#7a1fa2', slug: 'x' } });
    const closed = { hasHelpcenter: false, isClosed: false, ...plain };
    expect(await shown()).toEqual({ name: expect.any(String), color: '#7a1fa2', ...closed });
  });

  it('say whether a member of the project is online, from an answer that is at most 5 s old', async () => {
    const isOnline = async () =>
      (await service.translations.getTexts({}, anonymous(project))).project?.isOnline;
    service.beside.online.add(project.id);
    expect(await isOnline()).toBe(true);
    project = service.project();
    expect(await isOnline()).toBe(false);
  });

  it('come with the settings of the widget: texts in one language, members of the team by name', async () => {
    const [member = ''] = Object.keys(people);
    service.beside.members.set(member, { profileImageUrl: 'https://cdn.example/me.png' });
    service.beside.settings.set(project.id, {
      isClosed: true,
      opensAt: '2026-11-30T08:00:00.000Z',
      widget: {
        side: 'left',
        greeting: { de: 'Hallo', en: 'Hello' },
        launcherText: { en: 'Chat' },
        team: [member, '0123456789abcdef01234567'],
        form: [
          { name: 'email', required: true },
          { name: 'order', required: false, label: { de: 'Nummer' } },
        ],
      },
    });
    const shown = async (lang: string) =>
      (await service.translations.getTexts({ lang }, anonymous(project))).project;
    expect(await shown('en')).toMatchObject({
      isClosed: true,
      opensAt: '2026-11-30T08:00:00.000Z',
      widget: {
        side: 'left',
        greeting: 'Hello',
        launcherText: 'Chat',
        form: [
          { name: 'email', required: true },
          { name: 'order', required: false, label: 'Nummer' },
        ],
      },
      team: [{ name: expect.stringMatching(/\S/), imageUrl: 'https://cdn.example/me.png' }],
    });
    expect((await shown('fr'))?.widget).toMatchObject({ greeting: 'Hallo', launcherText: 'Chat' });
  });

  it('are the project’s in the language, in its base, built in, then in the project’s default one', async () => {
    expect(Object.keys(await texts('en')).sort()).toEqual([...textKeys]);
    const key = 'helpcenter.title';
    const title = async (lang?: string) => (await texts(lang))[key];
    expect(await title()).toBe(catalogue[key].de);
    expect(await title('en')).toBe(catalogue[key].en);
    expect(await title('de-AT')).toBe(catalogue[key].de);
    expect(await title('sv')).toBe(catalogue[key].de);
    await word(key, 'de', 'Hilfe');
    expect(await title()).toBe('Hilfe');
    expect(await title('de_AT')).toBe('Hilfe');
    expect(await title('sv')).toBe('Hilfe');
    expect(await title('en')).toBe(catalogue[key].en);
    await word(key, 'de-AT', 'Servus');
    expect(await title('DE-at')).toBe('Servus');
    expect(await title('de')).toBe('Hilfe');
  });

  it('have the keys that the contract names', () => {
    for (const key of [
      'helpcenter.title',
      'helpcenter.search.placeholder',
      'helpcenter.search.noResults',
      'helpcenter.article.helpful',
      'helpcenter.article.thanks',
      'helpcenter.answer.none',
      'helpcenter.notFound',
    ])
      expect(textKeys).toContain(key);
  });

  it('are built in for 13 languages, each with every text and the same values in it', () => {
    expect(Object.keys(builtIn)).toEqual([
      'ar',
      'de',
      'en',
      'es',
      'fr',
      'it',
      'ja',
      'nl',
      'pl',
      'pt',
      'tr',
      'zh',
      'zh-Hant',
    ]);
    const namesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const texts of Object.values(builtIn)) {
      expect(Object.keys(texts).sort()).toEqual(textKeys);
      for (const key of textKeys) {
        expect(texts[key].trim()).not.toBe('');
        expect(namesIn(texts[key])).toEqual(namesIn(builtIn['en']?.[key] ?? ''));
      }
    }
  });

  it.each([
    ['pt-BR', 'pt'],
    ['zh-HK', 'zh-Hant'],
    ['zh-TW', 'zh-Hant'],
    ['zh-CN', 'zh'],
    ['ar-EG', 'ar'],
    ['fr-CA', 'fr'],
  ])('are for readers of %s those of %s', async (asked, found) => {
    expect((await texts(asked))['widget.send']).toBe(builtIn[found]?.['widget.send']);
  });

  it('refuse an empty text and one of 1,001 characters', async () => {
    for (const text of ['', 'x'.repeat(1_001)])
      await expect(word('helpcenter.title', 'en', text)).rejects.toMatchObject(invalidAt('fields.text'));
  });

  it('are in the language that the request wants, else the session, else the project', async () => {
    service.beside.settings.set(project.id, { languages: ['en', 'de'], defaultLanguage: 'en' });
    const german = makeWidgetContext(project, service.beside.contacts.add(project.id, { lang: 'de' }));
    const swedish = makeWidgetContext(project, service.beside.contacts.add(project.id, { lang: 'sv' }));
    const of = async (context: CallContext, lang?: string) => {
      const { language, texts: found } = await service.translations.getTexts(
        { ...(lang && { lang }) },
        context,
      );
      return [language, found?.['helpcenter.home']];
    };
    const { en, de } = catalogue['helpcenter.home'];
    expect(await of(anonymous(project))).toEqual(['en', en]);
    expect(await of(german)).toEqual(['de', de]);
    expect(await of(swedish)).toEqual(['en', en]);
    expect(await of(german, 'EN')).toEqual(['en', en]);
    // English texts are not labelled Swedish.
    expect(await of(german, 'sv')).toEqual(['en', en]);
    expect(await of(anonymous(project), 'de-AT')).toEqual(['de-AT', de]);
    for (const [defaultLanguage, shown] of [
      ['de', ['de', de]],
      ['he', ['en', en]],
    ] as const) {
      const other = service.project();
      service.beside.settings.set(other.id, { languages: ['he', 'fa'], defaultLanguage });
      expect(await of(anonymous(other), 'fa')).toEqual(shown);
    }
  });

  it('are answered with the help center switched off too: they are not part of it', async () => {
    service.beside.settings.set(project.id, { defaultLanguage: 'en', helpcenter: { enabled: false } });
    expect((await service.translations.getTexts({}, anonymous(project))).language).toBe('en');
  });

  it('say in the project’s own words that nothing answers a question', async () => {
    const ask = async (lang?: string) =>
      (
        await service.visitor.answerQuestion(
          { question: 'Who painted the Mona Lisa?', ...(lang && { lang }) },
          anonymous(project),
        )
      ).answer;
    expect(await ask('en')).toBe(catalogue['helpcenter.answer.none'].en);
    await word('helpcenter.answer.none', 'en', 'Ask us: 555-0100.');
    expect(await ask('en')).toBe('Ask us: 555-0100.');
    expect(await ask()).toBe(catalogue['helpcenter.answer.none'].de);
    await word('helpcenter.answer.none', 'en', null);
    expect(await ask('en')).toBe(catalogue['helpcenter.answer.none'].en);
    expect(await service.translations.getTexts({ lang: 'en' }, anonymous(service.project()))).toMatchObject({
      texts: { 'helpcenter.answer.none': catalogue['helpcenter.answer.none'].en },
    });
  });
});
