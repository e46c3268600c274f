import { type VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Attachment } from '../core/documents';
import { newId } from '../core/new-id';
import { type Parts } from './parts';
import { createTyping } from './typing';
import { MOST_BYTES, upload } from './uploads';

/** A file that was chosen. */
interface Chosen {
  id: string;
  name: string;
  /** How much of it is there, from 0 to 1. */
  share: number;
  /** Once it is there. */
  attachment?: Attachment;
  /** Why it will not be. */
  trouble?: string;
}

const Clip = (): VNode => (
  <svg viewBox="0 0 24 24" width="20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
    <path
      d="M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 4.8 4.8l-8.5 8.5a1.8 1.8 0 0 1-2.5-2.5L14 7.5"
      stroke-linecap="round"
    />
  </svg>
);

/** Where the visitor writes. */
export const Composer = (parts: Parts & { id: string | undefined }): VNode => {
  const { app, say, outbox, id } = parts;
  const [files, setFiles] = useState<readonly Chosen[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const typing = useRef(createTyping(app)).current;

  const change = (fileId: string, what: Partial<Chosen>): void =>
    setFiles((all) => all.map((one) => (one.id === fileId ? { ...one, ...what } : one)));
  const choose = (chosen: readonly File[]): void => {
    for (const file of chosen) {
      const fileId = newId();
      const { name } = file;
      const isTooLarge = file.size > MOST_BYTES;
      const trouble = isTooLarge ? say('attach.tooLarge', { name }) : undefined;
      setFiles((all) => [...all, { id: fileId, name, share: 0, ...(trouble !== undefined && { trouble }) }]);
      if (isTooLarge) continue;
      upload(app, file, (share) => change(fileId, { share })).then(
        (attachment) => change(fileId, { share: 1, attachment }),
        () => change(fileId, { trouble: say('attach.failed', { name }) }),
      );
    }
  };
  const isUploading = files.some(({ attachment, trouble }) => !attachment && trouble === undefined);
  const submit = (): void => {
    const text = field.current?.value.trim() ?? '';
    const attachments = files.flatMap(({ attachment }) => attachment ?? []);
    if (isUploading || (text === '' && attachments.length === 0)) return;
    outbox.add({ ...(id !== undefined && { conversationId: id }), text, attachments });
    if (field.current) field.current.value = '';
    setFiles([]);
    typing.stop();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {files.length > 0 && (
        <ul class="files">
          {files.map(({ id: fileId, name, share, attachment, trouble }) => (
            <li key={fileId}>
              {trouble === undefined ? name : <span role="alert">{trouble}</span>}
              {!attachment && trouble === undefined && <progress value={share} aria-label={name} />}
              <button
                type="button"
                class="plain"
                aria-label={say('attach.remove', { name })}
                onClick={() => setFiles((all) => all.filter((one) => one.id !== fileId))}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={field}
        rows={2}
        dir="auto"
        aria-label={say('write')}
        placeholder={say('write')}
        onInput={() => typing.renew(id)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <div class="actions">
        <label class="file">
          <input
            type="file"
            multiple
            aria-label={say('attach')}
            onChange={({ currentTarget }) => {
              choose([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
          <Clip />
        </label>
        <button type="submit" class="main" disabled={isUploading}>
          {say('send')}
        </button>
      </div>
    </form>
  );
};
