import type { Article, HelpcenterArticlesUpdateBody } from '@parley/client';
import { Rich, type RichNode } from '@parley/ui';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { current, say, tellFailure } from '../core';
import { Form, LinesField, TextField, useForm } from '../forms';
import { describeLanguage } from '../ui';
import { textOrNull } from './body';

/** Milliseconds after the last key until the preview is drawn again. */
const PREVIEW_MS = 300;

/** The reader of Markdown is large, and few who set things up write articles. */
const readContent = async (markdown: string): Promise<RichNode> => {
  const { readMarkdown } = await import('./markdown');
  return readMarkdown(markdown) as RichNode;
};

const Preview = ({ markdown }: { markdown: string }): VNode => {
  const [content, setContent] = useState<RichNode>();
  useEffect(() => {
    const timer = setTimeout(() => void readContent(markdown).then(setContent, tellFailure), PREVIEW_MS);
    return () => clearTimeout(timer);
  }, [markdown]);
  return (
    <section class="preview" aria-label={say('help.preview')} dir="auto" tabIndex={0}>
      {content && <Rich node={content} root={location.origin} say={say} />}
    </section>
  );
};

const readValues = (article: Article | undefined, codes: readonly string[]): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const code of codes) {
    values[`title.${code}`] = article?.title?.[code] ?? '';
    values[`description.${code}`] = article?.description?.[code] ?? '';
    values[`content.${code}`] = article?.contentMarkdown?.[code] ?? '';
  }
  return values;
};

/** The fields that changed, by language. Texts that stay are not sent: they may have more than Markdown can say. */
const findChanges = async (
  values: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): Promise<HelpcenterArticlesUpdateBody> => {
  const body: Record<string, Record<string, unknown>> = {};
  for (const [path, value] of Object.entries(values)) {
    if (value === before[path]) continue;
    const [name = '', code = ''] = path.split('.');
    const text = textOrNull(value);
    const content = name === 'content' && text !== null ? await readContent(value) : text;
    body[name] = { ...body[name], [code]: content };
  }
  return body;
};

const Languages = ({
  codes,
  code,
  set,
}: {
  codes: readonly string[];
  code: string;
  set: (code: string) => void;
}): VNode => (
  <p class="field">
    <label for="article-language">{say('help.language')}</label>
    <select id="article-language" value={code} onChange={({ currentTarget: { value } }) => set(value)}>
      {codes.map((one) => (
        <option key={one} value={one}>
          {describeLanguage(one)}
        </option>
      ))}
    </select>
  </p>
);

/** The form of an article: its texts in each language of the project, as a draft or published. */
export const ArticleForm = ({
  collectionId,
  article,
  done,
}: {
  collectionId: string;
  article: Article | undefined;
  /** Called with the id of the saved article; without one when it is deleted. */
  done: (id?: string) => Promise<void>;
}): VNode => {
  const { helpcenterArticles } = current().parley;
  const { defaultLanguage, languages } = current().project;
  const codes = [...new Set([defaultLanguage, ...languages, ...Object.keys(article?.title ?? {})])];
  const [code, setCode] = useState(defaultLanguage);
  const before = readValues(article, codes);
  const save = async (values: Record<string, string>, isDraft?: boolean): Promise<void> => {
    const changes = await findChanges(values, before);
    const body = { ...changes, ...(isDraft !== undefined && { isDraft }) };
    const saved = article
      ? await helpcenterArticles.update(collectionId, article.id, {
          ...body,
          expectedVersion: article.version,
        })
      : await helpcenterArticles.create(
          collectionId,
          body as Parameters<typeof helpcenterArticles.create>[1],
        );
    await done(saved.id);
  };
  const form = useForm(before, (values) => save(values), { isNew: article === undefined });
  const isDraft = article?.isDraft ?? true;
  const publish = (
    <button
      type="button"
      class="plain"
      disabled={form.isBusy}
      onClick={() => form.submitAs((values) => save(values, !isDraft))}
    >
      {say(isDraft ? 'help.publish' : 'help.unpublish')}
    </button>
  );
  return (
    <Form
      form={form}
      label={say('help.article')}
      save={isDraft ? say('help.save-draft') : undefined}
      more={publish}
      remove={
        article && {
          question: say('help.article.ask'),
          run: async () => {
            await helpcenterArticles.delete(collectionId, article.id);
            await done();
          },
        }
      }
    >
      <p class="hint">{say(isDraft ? 'help.draft' : 'help.published')}</p>
      {codes.length > 1 && <Languages codes={codes} code={code} set={setCode} />}
      <div key={code} class="language">
        <TextField form={form} name={`title.${code}`} label={say('help.article.title')} dir="auto" />
        <TextField form={form} name={`description.${code}`} label={say('help.description')} dir="auto" />
        <div class="beside">
          <LinesField
            form={form}
            name={`content.${code}`}
            label={say('help.content')}
            help={say('help.content.help')}
            rows={18}
          />
          <Preview markdown={form.values[`content.${code}`] ?? ''} />
        </div>
      </div>
    </Form>
  );
};
