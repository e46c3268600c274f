import type { CallContext } from '@parley/rpc';
import { catalogue, textKeys } from '../src/texts/catalogue';
import { invalidAt, startHelpcenter, type TestHelpcenter, type TestProject } from './support/helpcenter';
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
    expect(await shown()).toEqual({ name: expect.any(String), hasHelpcenter: true, isClosed: false });
    project = service.project();
    service.beside.settings.set(project.id, { helpcenter: { enabled: false, color: '#7a1fa2', slug: 'x' } });
    const closed = { hasHelpcenter: false, isClosed: false };
    expect(await shown()).toEqual({ name: expect.any(String), color: '#7a1fa2', ...closed });
  });

  it('are the project’s in the language, in its base, built in, then in the project’s default one', async () => {
    expect(Object.keys(await texts('en')).sort()).toEqual([...textKeys]);
    const key = 'helpcenter.title';
    const title = async (lang?: string) => (await texts(lang))[key];
    expect(await title()).toBe(catalogue[key].de);
    expect(await title('en')).toBe(catalogue[key].en);
    expect(await title('de-AT')).toBe(catalogue[key].de);
    expect(await title('fr')).toBe(catalogue[key].de);
    await word(key, 'de', 'Hilfe');
    expect(await title()).toBe('Hilfe');
    expect(await title('de_AT')).toBe('Hilfe');
    expect(await title('fr')).toBe('Hilfe');
    expect(await title('en')).toBe(catalogue[key].en);
    await word(key, 'de-AT', 'Servus');
    expect(await title('DE-at')).toBe('Servus');
    expect(await title('de')).toBe('Hilfe');
  });

  it('have English and German for every key, and the keys that the contract names', () => {
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
    for (const text of Object.values(catalogue)) {
      expect(text.en).not.toBe('');
      expect(text.de).not.toBe('');
    }
  });

  it('refuse an empty text and one of 1,001 characters', async () => {
    for (const text of ['', 'x'.repeat(1_001)])
      await expect(word('helpcenter.title', 'en', text)).rejects.toMatchObject(invalidAt('fields.text'));
  });

  it('are in the language that the request wants, else the session, else the project', async () => {
    service.beside.settings.set(project.id, { languages: ['en', 'de'], defaultLanguage: 'en' });
    const german = makeWidgetContext(project, service.beside.contacts.add(project.id, { lang: 'de' }));
    const french = makeWidgetContext(project, service.beside.contacts.add(project.id, { lang: 'fr' }));
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
    expect(await of(french)).toEqual(['en', en]);
    expect(await of(german, 'EN')).toEqual(['en', en]);
    // Nobody is told that these are French.
    expect(await of(german, 'fr')).toEqual(['en', en]);
    expect(await of(anonymous(project), 'de-AT')).toEqual(['de-AT', de]);
    for (const [defaultLanguage, shown] of [
      ['de', ['de', de]],
      ['he', ['en', en]],
    ] as const) {
      const other = service.project();
      service.beside.settings.set(other.id, { languages: ['he', 'ar'], defaultLanguage });
      expect(await of(anonymous(other), 'ar')).toEqual(shown);
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
