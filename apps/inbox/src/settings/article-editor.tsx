import { Editor } from '@tiptap/core';
import type { RichNode } from '@parley/ui';
import type { VNode } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { current, say, tellFailure } from '../core';
import { extensions, fromKept, keptNodes, Toolbar } from '../editor';

const LEVELS = [2, 3] as const;
const EMPTY: RichNode = { type: 'doc', content: [{ type: 'paragraph' }] };

const createEditor = (element: HTMLElement, doc: RichNode, label: string): Editor =>
  new Editor({
    element,
    extensions: [...extensions, ...keptNodes],
    content: doc as never,
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, dir: 'auto' },
    },
  });

/** Uploads a picture, and puts it at the selection. */
const addPicture = async (editor: Editor, file: File): Promise<void> => {
  const { fileUrl: src } = await current().parley.uploads.upload(file);
  const node = { type: 'image', attrs: { src, alt: file.name } };
  editor.chain().focus().insertContent({ type: 'keptBlock', attrs: { node } }).run();
};

const Headings = ({ editor }: { editor: Editor }): VNode => (
  <>
    {LEVELS.map((level) => (
      <button
        key={level}
        type="button"
        class="tool"
        aria-label={say('format.heading', { level: level - 1 })}
        title={say('format.heading', { level: level - 1 })}
        aria-pressed={editor.isActive('heading', { level })}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => editor.chain().focus().toggleHeading({ level }).run()}
        data-sign={`H${level - 1}`}
      />
    ))}
  </>
);

const PictureButton = ({ editor }: { editor: Editor }): VNode => {
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setBusy(true);
    await addPicture(editor, file).catch(tellFailure);
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        class="tool"
        disabled={isBusy}
        aria-label={say('format.picture')}
        title={say('format.picture')}
        onClick={() => chooser.current?.click()}
        data-sign="▣"
      />
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          void add(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
    </>
  );
};

/** The text of an article as it looks. Parts that the editor cannot change stay as they are. */
export const ArticleEditor = ({
  doc,
  label,
  change,
}: {
  /** As {@link toKept} gives it; read once. */
  doc: RichNode | undefined;
  label: string;
  change: (doc: RichNode) => void;
}): VNode => {
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (!place.current) return undefined;
    const made = createEditor(place.current, doc?.content?.length ? doc : EMPTY, label);
    made.on('transaction', () => redraw(0));
    made.on('update', () => latest.current(fromKept(made.getJSON() as RichNode)));
    setEditor(made);
    return () => made.destroy();
  }, []);
  return (
    <div class="article-editor">
      {editor && (
        <Toolbar editor={editor}>
          <Headings editor={editor} />
          <PictureButton editor={editor} />
        </Toolbar>
      )}
      <div ref={place} class="rich" />
    </div>
  );
};
