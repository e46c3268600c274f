import {
  type Article,
  type ArticleDraft,
  type HelpcenterArticlesUpdateBody,
  ParleyError,
} from '@parley/client';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { current, say } from '../core';
import { ConfirmButton, Form, type FormState, TextField, useForm } from '../forms';
import { describeLanguage } from '../ui';
import { ArticleText, readContent, readRich, richName } from './article-text';
import { textOrNull } from './body';

type Texts = Record<string, string>;

const readValues = (
  shown: Pick<Article, 'title' | 'description' | 'contentMarkdown'> | undefined,
  codes: readonly string[],
): Texts => {
  const values: Texts = {};
  for (const code of codes) {
    values[`title.${code}`] = shown?.title?.[code] ?? '';
    values[`description.${code}`] = shown?.description?.[code] ?? '';
    values[`content.${code}`] = shown?.contentMarkdown?.[code] ?? '';
    values[richName(code)] = '';
  }
  return values;
};

/** The fields that changed, by language. Texts that stay are not sent: they may have more than Markdown can say. */
const findChanges = async (
  values: Readonly<Texts>,
  before: Readonly<Texts>,
): Promise<HelpcenterArticlesUpdateBody> => {
  const body: Record<string, Record<string, unknown>> = {};
  for (const [path, value] of Object.entries(values)) {
    if (value === before[path]) continue;
    const [name = '', code = ''] = path.split('.');
    const text = textOrNull(value);
    if (name === 'rich') body['content'] = { ...body['content'], [code]: readRich(value) };
    else {
      const content = name === 'content' && text !== null ? await readContent(value) : text;
      body[name] = { ...body[name], [code]: content };
    }
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

/** An article as its form is given it: as visitors may see it, and with the changes that are kept beside it. */
export interface EditedArticle {
  article: Article;
  /** Changes that visitors do not see yet. */
  draft: ArticleDraft | null;
}

/** What can be done with changes that are kept beside a published article. */
const useStaged = (
  collectionId: string,
  { article, draft }: Partial<EditedArticle>,
  before: Readonly<Texts>,
) => {
  const { helpcenterArticles } = current().parley;
  const version = useRef(draft?.draftVersion);
  // The published article changed since: publishing overwrites that, so it is asked for once more.
  const [isOutrun, setOutrun] = useState(false);
  const id = article?.id ?? '';
  const save = async (values: Texts): Promise<void> => {
    const saved = await helpcenterArticles.saveDraft(collectionId, id, {
      ...(await findChanges(values, before)),
      ...(version.current === undefined
        ? { expectedArticleVersion: article?.version }
        : { expectedDraftVersion: version.current }),
    });
    version.current = saved.draftVersion;
  };
  const publish = async (values: Texts): Promise<void> => {
    await save(values);
    try {
      await helpcenterArticles.publishDraft(collectionId, id, {
        expectedDraftVersion: version.current,
        force: isOutrun,
      });
    } catch (error) {
      if (error instanceof ParleyError && error.code === 'live_changed') setOutrun(true);
      throw error;
    }
  };
  const discard = async (): Promise<void> => void (await helpcenterArticles.discardDraft(collectionId, id));
  return { save, publish, discard, isOutrun };
};

const Action = ({
  form,
  label,
  run,
  isOff = false,
}: {
  form: FormState<Texts>;
  label: string;
  run: (values: Texts) => Promise<void>;
  isOff?: boolean;
}): VNode => (
  <button type="button" class="plain" disabled={form.isBusy || isOff} onClick={() => form.submitAs(run)}>
    {label}
  </button>
);

/** The buttons beside `Save draft`, while changes are kept beside the article. */
const StagedActions = ({
  form,
  staged: { publish, discard, isOutrun },
  then,
}: {
  form: FormState<Texts>;
  staged: ReturnType<typeof useStaged>;
  /** Reads the article again afterwards. */
  then: (run: (values: Texts) => Promise<void>) => (values: Texts) => Promise<void>;
}): VNode => (
  <>
    <Action form={form} label={say(isOutrun ? 'help.publish-anyway' : 'help.publish')} run={then(publish)} />
    <ConfirmButton
      label={say('help.discard')}
      question={say('help.discard.ask')}
      run={() => then(discard)(form.values)}
    />
  </>
);

/** The texts of the article in one language. */
const TextFields = ({
  form,
  code,
  content,
  before,
}: {
  form: FormState<Texts>;
  code: string;
  content: Article['content'] | undefined;
  before: Readonly<Texts>;
}): VNode => (
  <div class="language">
    <TextField form={form} name={`title.${code}`} label={say('help.article.title')} dir="auto" />
    <TextField form={form} name={`description.${code}`} label={say('help.description')} dir="auto" />
    <ArticleText form={form} code={code} content={content} before={before[`content.${code}`] ?? ''} />
  </div>
);

/**
 * The form of an article: its texts in each language of the project. One that is not published is saved as it is; changes of a
 * published one can be kept beside it until they are published.
 */
export const ArticleForm = ({
  collectionId,
  article,
  draft,
  done,
}: Partial<EditedArticle> & {
  collectionId: string;
  /** Called with the id of the saved article; without one when it is deleted. */
  done: (id?: string) => Promise<void>;
}): VNode => {
  const { helpcenterArticles } = current().parley;
  const { defaultLanguage, languages } = current().project;
  const codes = [...new Set([defaultLanguage, ...languages, ...Object.keys(article?.title ?? {})])];
  const [code, setCode] = useState(defaultLanguage);
  const before = readValues(draft ?? article, codes);
  const isDraft = article?.isDraft ?? true;
  const write = async (values: Texts, published?: boolean): Promise<void> => {
    const changes = await findChanges(values, before);
    const body = { ...changes, ...(published !== undefined && { isDraft: !published }) };
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
  const staged = useStaged(collectionId, { ...(article && { article }), draft: draft ?? null }, before);
  const then = (run: (values: Texts) => Promise<void>) => async (values: Texts) => {
    await run(values);
    await done(article?.id);
  };
  const form: FormState<Texts> = useForm(before, draft ? then(staged.save) : write, {
    isNew: article === undefined,
  });
  const actions = draft ? (
    <StagedActions form={form} staged={staged} then={then} />
  ) : (
    <>
      {!isDraft && (
        <Action form={form} label={say('help.stage')} run={then(staged.save)} isOff={!form.isDirty} />
      )}
      <Action
        form={form}
        label={say(isDraft ? 'help.publish' : 'help.unpublish')}
        run={(values) => write(values, isDraft)}
      />
    </>
  );
  return (
    <Form
      form={form}
      label={say('help.article')}
      save={isDraft || draft ? say('help.save-draft') : undefined}
      more={actions}
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
      <p class="hint">{say(draft ? 'help.staged' : isDraft ? 'help.draft' : 'help.published')}</p>
      {codes.length > 1 && <Languages codes={codes} code={code} set={setCode} />}
      <TextFields key={code} form={form} code={code} content={(draft ?? article)?.content} before={before} />
    </Form>
  );
};
