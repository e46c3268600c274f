import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { current, say, tellFailure, toast } from '../core';
import { Icon } from '../ui';
import { findDraft, setDraft } from './drafts';

/** Uploads files, and attaches them. */
export const addFiles = async (ticketId: string, files: Iterable<File>): Promise<void> => {
  for (const file of files) {
    const done = toast(say('composer.uploading', { name: file.name }), { ms: 600_000 });
    try {
      const { fileUrl } = await current().parley.uploads.upload(file);
      const { attachments } = findDraft(ticketId).value;
      setDraft(ticketId, {
        attachments: [...attachments, { name: file.name, url: fileUrl, type: file.type }],
      });
    } catch (error) {
      tellFailure(error);
    } finally {
      done();
    }
  }
};

/** Takes files that are pasted. A part of a spreadsheet comes as text with a picture of it: it is text. @returns Whether there were some. */
export const pasteFiles = (ticketId: string, event: ClipboardEvent): boolean => {
  const { files: pasted = [], types = [] } = event.clipboardData ?? {};
  const files = [...pasted];
  if (files.length === 0 || types.includes('text/plain')) return false;
  event.preventDefault();
  void addFiles(ticketId, files);
  return true;
};

/** The attached files. */
export const Files = ({ ticketId }: { ticketId: string }): VNode | null => {
  const { attachments } = findDraft(ticketId).value;
  if (attachments.length === 0) return null;
  return (
    <ul class="chosen" aria-label={say('composer.files')}>
      {attachments.map(({ name, url }) => (
        <li key={url}>
          {name}
          <button
            type="button"
            class="plain"
            aria-label={say('composer.remove', { name })}
            onClick={() => setDraft(ticketId, { attachments: attachments.filter((one) => one.url !== url) })}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
};

/** The button that attaches files. */
export const Attach = ({ ticketId }: { ticketId: string }): VNode => {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="tool"
        aria-label={say('composer.attach')}
        title={say('composer.attach')}
        onClick={() => chooser.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          void addFiles(ticketId, [...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
};
