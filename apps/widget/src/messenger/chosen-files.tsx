import type { VNode } from 'preact';
import { type App, type Attachment, newId, Refused, type Say } from '../core';
import { MOST_BYTES, upload } from './uploads';

/** Most files that one message or answer carries. */
const MOST_FILES = 10;

/** A file that was chosen. */
interface Chosen {
  id: string;
  name: string;
  /** How much of it is there, from 0 to 1. */
  share: number;
  /** Once it is there. */
  attachment?: Attachment;
  /** Why it is not. */
  trouble?: string;
  /** Uploads it again. */
  again?: () => void;
}

/** The files of a draft. */
export interface KeptFiles {
  all: readonly Chosen[];
  isOver: boolean;
}

/** The files that the visitor chose; each is uploaded at once. */
export interface ChosenFiles {
  files: readonly Chosen[];
  choose(given: ArrayLike<File> | null | undefined): void;
  remove(id: string): void;
  /** Forgets those that a message carries now. One that failed stays, to be tried again. */
  clear(): void;
  isUploading: boolean;
  /** Whether more were given than one message carries. */
  isOver: boolean;
  /** Those that are there. */
  attachments: Attachment[];
}

/** The files of a draft: they stay, and go on to be uploaded, while the widget is closed. */
export const chooseFiles = ({ app, say }: { app: App; say: Say }, files: KeptFiles): ChosenFiles => {
  const set = (all: readonly Chosen[], isOver = files.isOver): void => {
    Object.assign(files, { all, isOver });
    app.store.set({});
  };
  const change = (id: string, what: Partial<Chosen>): void =>
    set(files.all.map((one) => (one.id === id ? { ...one, ...what } : one)));
  const start = (id: string, file: File): void => {
    const { name } = file;
    upload(app, file, (share) => change(id, { share })).then(
      (attachment) => change(id, { share: 1, attachment }),
      (error: unknown) =>
        change(id, {
          trouble: [say('attach.failed', { name }), error instanceof Refused && error.message]
            .filter(Boolean)
            .join(' '),
          again: () => {
            set(files.all.map((one) => (one.id === id ? { id, name, share: 0 } : one)));
            start(id, file);
          },
        }),
    );
  };
  const add = (file: File): void => {
    const id = newId();
    const { name } = file;
    const isTooLarge = file.size > MOST_BYTES;
    const trouble = isTooLarge ? say('attach.tooLarge', { name }) : undefined;
    set([...files.all, { id, name, share: 0, ...(trouble !== undefined && { trouble }) }]);
    if (!isTooLarge) start(id, file);
  };
  return {
    files: files.all,
    isOver: files.isOver,
    choose: (given) => {
      const all = Array.from(given ?? []);
      const room = MOST_FILES - files.all.length;
      set(files.all, all.length > room);
      all.slice(0, room).forEach(add);
    },
    remove: (id) =>
      set(
        files.all.filter((one) => one.id !== id),
        false,
      ),
    clear: () =>
      set(
        files.all.filter(({ again }) => again),
        false,
      ),
    isUploading: files.all.some(({ attachment, trouble }) => !attachment && trouble === undefined),
    attachments: files.all.flatMap(({ attachment }) => attachment ?? []),
  };
};

/** Shows them, how far each is, and why one is not. */
export const FileRows = ({ files, remove, isOver, say }: ChosenFiles & { say: Say }): VNode | null =>
  files.length === 0 ? null : (
    <ul class="files">
      {files.map(({ id, name, share, attachment, trouble, again }) => (
        <li key={id}>
          {trouble === undefined ? name : <span role="alert">{trouble}</span>}
          {!attachment && trouble === undefined && <progress value={share} aria-label={name} />}
          {again && (
            <button type="button" class="plain" onClick={again}>
              {say('tryAgain')}
            </button>
          )}
          <button
            type="button"
            class="plain"
            aria-label={say('attach.remove', { name })}
            onClick={() => remove(id)}
          >
            ✕
          </button>
        </li>
      ))}
      {isOver && <li role="alert">{say('attach.tooMany', { count: MOST_FILES })}</li>}
    </ul>
  );

/** The files of a paste. Copied parts of a document include a picture of them: the text is pasted. */
export const readPasted = (pasted: DataTransfer | null): File[] => {
  const { types = [], files = [] } = pasted ?? {};
  const isText = ['text/plain', 'text/html'].every((type) => types.includes(type));
  return isText ? [] : Array.from(files);
};

const Clip = (): VNode => (
  <svg viewBox="0 0 24 24" width="20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
    <path
      d="M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.4 3.4 0 0 1 4.8 4.8l-8.5 8.5a1.8 1.8 0 0 1-2.5-2.5L14 7.5"
      stroke-linecap="round"
    />
  </svg>
);

/** The button that chooses them. */
export const FileButton = ({ choose, label }: Pick<ChosenFiles, 'choose'> & { label: string }): VNode => (
  <label class="file">
    <input
      type="file"
      multiple
      aria-label={label}
      onChange={({ currentTarget }) => {
        choose(currentTarget.files);
        currentTarget.value = '';
      }}
    />
    <Clip />
  </label>
);
