import type { Collection } from '@parley/client';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { current, say, tellFailure, toast } from '../core';
import { CheckField, ConfirmButton, Form, TextField, useForm } from '../forms';
import { useRead } from '../ui';
import { ArticleForm, type EditedArticle } from './article-form';
import { textOrNull } from './body';
import { Crumbs, State } from './records';
import { saveProject } from './save-project';
import type { SectionProps } from './section';

const BASE = '/inbox/settings/help-center';
const NEW = 'new';

/** A text of the help center in the default language, else in any. */
export const textIn = (texts: Readonly<Record<string, string>> | undefined): string =>
  texts?.[current().project.defaultLanguage] ?? Object.values(texts ?? {})[0] ?? '';

/** The address of the help center. */
const buildAddress = (slug: string): string => `${location.origin}/help/${slug}`;

const Site = (): VNode => {
  const { helpcenter = {}, defaultLanguage } = current().project;
  const titles = (helpcenter['title'] ?? {}) as Record<string, string>;
  const form = useForm(
    {
      'helpcenter.enabled': helpcenter['enabled'] !== false,
      'helpcenter.slug': String(helpcenter['slug'] ?? ''),
      'helpcenter.title': titles[defaultLanguage] ?? '',
    },
    ({ 'helpcenter.enabled': enabled, 'helpcenter.slug': slug, 'helpcenter.title': title }) =>
      saveProject({
        helpcenter: {
          enabled,
          slug: textOrNull(slug),
          title: title.trim() === '' ? null : { ...titles, [defaultLanguage]: title.trim() },
        },
      }),
  );
  const slug = String(current().project.helpcenter?.['slug'] ?? '');
  return (
    <details class="site">
      <summary>{say('help.site')}</summary>
      <Form form={form} label={say('help.site')}>
        <CheckField form={form} name="helpcenter.enabled" label={say('help.enabled')} />
        <TextField
          form={form}
          name="helpcenter.slug"
          label={say('help.slug')}
          help={say('help.slug.help')}
          dir="ltr"
        />
        <TextField form={form} name="helpcenter.title" label={say('help.title')} />
      </Form>
      {slug !== '' && (
        <a href={buildAddress(slug)} target="_blank" rel="noopener">
          {buildAddress(slug)}
        </a>
      )}
    </details>
  );
};

const CollectionForm = ({
  collection,
  done,
}: {
  collection?: Collection;
  done: (id?: string) => Promise<void>;
}): VNode => {
  const { helpcenterCollections } = current().parley;
  const { defaultLanguage, languages } = current().project;
  const codes = [...new Set([defaultLanguage, ...languages])];
  const initial: Record<string, string> = {};
  for (const code of codes) {
    initial[`title.${code}`] = collection?.title?.[code] ?? '';
    initial[`description.${code}`] = collection?.description?.[code] ?? '';
  }
  const form = useForm(
    initial,
    async (values) => {
      const texts = (name: string): Record<string, string | null> =>
        Object.fromEntries(codes.map((code) => [code, textOrNull(values[`${name}.${code}`] ?? '')]));
      const body = { title: texts('title'), description: texts('description') };
      const saved = await (collection
        ? helpcenterCollections.update(collection.id, body)
        : helpcenterCollections.create(body));
      await done(saved.id);
    },
    { isNew: collection === undefined },
  );
  const suffix = (code: string): string => (codes.length > 1 ? ` (${code})` : '');
  return (
    <Form
      form={form}
      label={say('help.collection')}
      remove={
        collection && {
          question: say('help.collection.ask', { name: textIn(collection.title) }),
          run: async () => {
            await helpcenterCollections.delete(collection.id);
            await done();
          },
        }
      }
    >
      {codes.map((code) => (
        <>
          <TextField
            form={form}
            name={`title.${code}`}
            label={`${say('help.collection.title')}${suffix(code)}`}
          />
          <TextField
            form={form}
            name={`description.${code}`}
            label={`${say('help.description')}${suffix(code)}`}
          />
        </>
      ))}
    </Form>
  );
};

const CollectionPage = ({
  collection,
  reload,
}: {
  collection: Collection;
  reload: () => Promise<void>;
}): VNode => {
  const { helpcenterArticles, helpcenterCollections } = current().parley;
  const { route } = useLocation();
  const reading = useRead(
    async () => helpcenterArticles.list(collection.id, { limit: 1000 }),
    [collection.id],
  );
  const { data } = reading;
  const publish = async (unpublished: boolean): Promise<void> => {
    await helpcenterCollections.togglePublish(collection.id, { unpublished });
    toast(say('form.saved'));
    await reading.reload();
  };
  return (
    <>
      <Crumbs base={BASE} title={say('settings.help-center')} name={textIn(collection.title)} />
      <details>
        <summary>{say('help.rename')}</summary>
        <CollectionForm
          collection={collection}
          done={async (id) => {
            await reload();
            if (id === undefined) route(BASE);
          }}
        />
      </details>
      <p class="buttons">
        <a class="button main" href={`${BASE}/${collection.id}/${NEW}`}>
          {say('help.article.add')}
        </a>
        <button type="button" class="plain" onClick={() => void publish(false).catch(tellFailure)}>
          {say('help.publish-all')}
        </button>
        <ConfirmButton
          label={say('help.unpublish-all')}
          question={say('help.unpublish-all.ask')}
          run={() => publish(true)}
        />
      </p>
      <State reading={reading} />
      {data?.length === 0 && <p class="hint">{say('help.articles.empty')}</p>}
      <ul class="records" aria-label={say('help.articles')}>
        {data?.map((article) => (
          <li key={article.id}>
            <a href={`${BASE}/${collection.id}/${article.id}`}>
              <strong dir="auto">{textIn(article.title) || say('help.untitled')}</strong>
              <span class="about">
                {[
                  say(article.isDraft ? 'help.draft' : 'help.published'),
                  ...(article.hasDraft ? [say('help.has-draft')] : []),
                  ...Object.keys(article.title ?? {}),
                ].join(' · ')}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
};

/** An article with the changes that are kept beside it, both with their content as Markdown. */
const readArticle = async (collectionId: string, id: string): Promise<EditedArticle> => {
  const { helpcenterArticles } = current().parley;
  const article = await helpcenterArticles.get(collectionId, id, { format: 'markdown' });
  const draft = article.hasDraft
    ? await helpcenterArticles.getDraft(collectionId, id, { format: 'markdown' })
    : null;
  return { article, draft };
};

const ArticlePage = ({ collection, id }: { collection: Collection; id: string }): VNode => {
  const base = `${BASE}/${collection.id}`;
  const { route } = useLocation();
  const reading = useRead(async () => (id === NEW ? undefined : readArticle(collection.id, id)), [id]);
  const { data } = reading;
  return (
    <>
      <Crumbs
        base={base}
        title={textIn(collection.title)}
        name={data ? textIn(data.article.title) : say('help.article')}
      />
      {id === NEW || data ? (
        <ArticleForm
          key={data ? `${id} ${data.article.version} ${data.draft?.draftVersion}` : id}
          collectionId={collection.id}
          {...data}
          done={async (saved) => {
            if (saved === undefined) route(base);
            else if (id === NEW) route(`${base}/${saved}`, true);
            else await reading.reload();
          }}
        />
      ) : (
        <State reading={reading} />
      )}
    </>
  );
};

/** Collections of the help center, their articles, and where it is. */
export const HelpCenter = ({ id, detail }: SectionProps): VNode => {
  const { route } = useLocation();
  const reading = useRead(async () => current().parley.helpcenterCollections.listAll({ limit: 1000 }), []);
  const { data, reload } = reading;
  const title = say('settings.help-center');
  if (id === NEW)
    return (
      <>
        <Crumbs base={BASE} title={title} name={say('help.collection.add')} />
        <CollectionForm
          done={async (made) => {
            await reload();
            route(made === undefined ? BASE : `${BASE}/${made}`, true);
          }}
        />
      </>
    );
  if (id !== undefined) {
    const collection = data?.find((one) => one.id === id);
    if (!collection) return <State reading={reading} gone />;
    return detail === undefined ? (
      <CollectionPage key={id} collection={collection} reload={reload} />
    ) : (
      <ArticlePage key={detail} collection={collection} id={detail} />
    );
  }
  return (
    <>
      <header>
        <h1>{title}</h1>
        <a class="button main" href={`${BASE}/${NEW}`}>
          {say('help.collection.add')}
        </a>
      </header>
      <Site />
      <State reading={reading} />
      {data?.length === 0 && <p class="hint">{say('help.empty')}</p>}
      <ul class="records" aria-label={say('help.collections')}>
        {data?.map((collection) => (
          <li key={collection.id} class={collection.parent === undefined ? undefined : 'under'}>
            <a href={`${BASE}/${collection.id}`}>
              <strong dir="auto">{textIn(collection.title) || say('help.untitled')}</strong>
              <span class="about">{say('help.count', { count: collection.articlesCount })}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
};
