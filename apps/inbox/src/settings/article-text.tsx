import type { Article } from '@parley/client';
import { Rich, type RichNode } from '@parley/ui';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary, lazy } from 'preact-iso';
import { readStored, say, tellFailure, writeStored } from '../core';
import { type FormState, LinesField } from '../forms';

/** Milliseconds after the last key until the preview is drawn again. */
const PREVIEW_MS = 300;
const STORED = 'parley-inbox-article-field';

const ArticleEditor = lazy(() => import('./article-editor').then((part) => part.ArticleEditor));

/** The reader of Markdown is large, and few who set things up write articles. */
export const readContent = async (markdown: string): Promise<RichNode> => {
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

/** The beginning of the editor: the text of the article, or the Markdown that was written since. */
const readStart = async (markdown: string, before: string, content: unknown): Promise<RichNode> => {
  const { toKept } = await import('../editor');
  return toKept(markdown === before && content ? (content as RichNode) : await readContent(markdown));
};

/** Name of a form's value: the text as the editor left it, as JSON; empty while it was not changed there. */
export const richName = (code: string): string => `rich.${code}`;

const isEmpty = ({ type = '', text = '', content = [] }: RichNode): boolean =>
  type === 'text' ? text.trim() === '' : ['doc', 'paragraph'].includes(type) && content.every(isEmpty);

/** The text that the editor left; null for none, so that the article has no text in that language. */
export const readRich = (value: string): RichNode | null => {
  const doc = JSON.parse(value) as RichNode;
  return isEmpty(doc) ? null : doc;
};

const isEdited = (values: Readonly<Record<string, string>>): boolean =>
  Object.entries(values).some(([name, value]) => name.startsWith('rich.') && value !== '');

interface Fields {
  form: FormState<Record<string, string>>;
  code: string;
  /** The text as the article has it. */
  content: Article['content'] | undefined;
  /** The same as Markdown. */
  before: string;
}

const RichField = ({ form, code, content, before }: Fields): VNode => {
  const [start, setStart] = useState<RichNode>();
  useEffect(() => {
    const kept = form.values[richName(code)] ?? '';
    const last = kept === '' ? content?.[code] : (JSON.parse(kept) as RichNode);
    const markdown = kept === '' ? (form.values[`content.${code}`] ?? '') : before;
    readStart(markdown, before, last).then(setStart, tellFailure);
  }, []);
  const problem = form.problemOf(`content.${code}`);
  return (
    <div class="field">
      {start ? (
        <ErrorBoundary>
          <ArticleEditor
            doc={start}
            label={say('help.content')}
            change={(doc) => form.set({ [richName(code)]: JSON.stringify(doc) })}
          />
        </ErrorBoundary>
      ) : (
        <div class="rich" aria-busy="true" />
      )}
      {problem !== undefined && <small class="problem">{problem}</small>}
    </div>
  );
};

/** The text of an article in a language: in an editor, or as Markdown beside a preview. */
export const ArticleText = (fields: Fields): VNode => {
  const { form, code } = fields;
  const [isMarkdown, setMarkdown] = useState(readStored(STORED, { isMarkdown: false }).isMarkdown);
  const isLocked = !isMarkdown && isEdited(form.values);
  const toggle = (): void => {
    writeStored(STORED, isMarkdown ? {} : { isMarkdown: true });
    setMarkdown(!isMarkdown);
  };
  return (
    <>
      <p class="switch">
        <button
          type="button"
          class="plain"
          aria-pressed={isMarkdown}
          disabled={isLocked}
          title={isLocked ? say('help.markdown.locked') : undefined}
          onClick={toggle}
        >
          {say('help.markdown')}
        </button>
        {isLocked && <span class="hint">{say('help.markdown.locked')}</span>}
      </p>
      {isMarkdown ? (
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
      ) : (
        <RichField {...fields} />
      )}
    </>
  );
};
