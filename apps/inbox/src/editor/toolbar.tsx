import type { ChainedCommands, Editor } from '@tiptap/core';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { say, type TextKey } from '../core';

interface Tool {
  name: string;
  sign: string;
  run: (chain: ChainedCommands) => ChainedCommands;
}

const tools: readonly Tool[] = [
  { name: 'bold', sign: 'B', run: (chain) => chain.toggleBold() },
  { name: 'italic', sign: 'I', run: (chain) => chain.toggleItalic() },
  { name: 'strike', sign: 'S', run: (chain) => chain.toggleStrike() },
  { name: 'code', sign: '<>', run: (chain) => chain.toggleCode() },
  { name: 'bulletList', sign: '•', run: (chain) => chain.toggleBulletList() },
  { name: 'orderedList', sign: '1.', run: (chain) => chain.toggleOrderedList() },
  { name: 'blockquote', sign: '❝', run: (chain) => chain.toggleBlockquote() },
];

const Link = ({ editor }: { editor: Editor }): VNode => {
  const [address, setAddress] = useState<string>();
  const isActive = editor.isActive('link');
  const set = (): void => {
    const href = address?.trim() ?? '';
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !isActive)
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href: /^[a-z]+:/i.test(href) ? href : `https://${href}` }).run();
    setAddress(undefined);
  };
  return (
    <>
      <button
        type="button"
        class="tool"
        aria-label={say('format.link')}
        title={say('format.link')}
        aria-pressed={isActive}
        aria-expanded={address !== undefined}
        onClick={() =>
          setAddress(address === undefined ? String(editor.getAttributes('link')['href'] ?? '') : undefined)
        }
      >
        ↗
      </button>
      {address !== undefined && (
        <input
          class="address"
          type="url"
          ref={(element) => element?.focus()}
          aria-label={say('format.address')}
          placeholder="https://"
          value={address}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Enter') set();
            else {
              setAddress(undefined);
              editor.commands.focus();
            }
          }}
        />
      )}
    </>
  );
};

/** The buttons that format the selection. */
export const Toolbar = ({
  editor,
  children,
}: {
  editor: Editor;
  /** Further buttons. */
  children?: ComponentChildren;
}): VNode => (
  <div class="formats" role="toolbar" aria-label={say('format.toolbar')}>
    {tools.map(({ name, sign, run }) => (
      <button
        key={name}
        type="button"
        class={`tool ${name}`}
        aria-label={say(`format.${name}` as TextKey)}
        title={say(`format.${name}` as TextKey)}
        aria-pressed={editor.isActive(name)}
        // The selection stays where it is.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => run(editor.chain().focus()).run()}
        data-sign={sign}
      />
    ))}
    <Link editor={editor} />
    {children}
  </div>
);
