import type { Message } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { say } from '../core';
import { Dialog } from '../ui';
import { applyText, readText } from './edit-text';
import { deleteMessage, editMessage, mayDelete, mayEdit } from './own-message';
import { React } from './reactions';
import type { Translating } from './translation';

/** The text of one's own message in a field. */
export const EditMessage = ({ message, close }: { message: Message; close: () => void }): VNode => {
  const { comment } = message;
  const [text, setText] = useState(comment ? readText(comment) : '');
  const save = (): void => {
    close();
    if (comment && text.trim() !== '' && text !== readText(comment))
      void editMessage(message, applyText(comment, text));
  };
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={(field) => field?.focus()}
        dir="auto"
        rows={4}
        aria-label={say('edit.text')}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing;
          if (!isSave && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (isSave) save();
          else close();
        }}
      />
      <p class="buttons">
        <button type="submit" class="main">
          {say('edit.save')}
        </button>
        <button type="button" class="plain" onClick={close}>
          {say('edit.cancel')}
        </button>
      </p>
    </form>
  );
};

/** Buttons of a message: react, translate; edit and delete one's own. */
export const MessageTools = ({
  message,
  isRead,
  edit,
  translating: { translate, isAsking: isTranslating },
}: {
  message: Message;
  /** Whether the contact has read it. */
  isRead: boolean;
  edit: () => void;
  translating: Translating;
}): VNode => {
  const [isAsking, setAsking] = useState(false);
  return (
    <span class="tools">
      <React message={message} />
      {translate && (
        <button type="button" class="small" disabled={isTranslating} onClick={translate}>
          {say('translate')}
        </button>
      )}
      {mayEdit(message, isRead) && (
        <button type="button" class="small" onClick={edit}>
          {say('edit')}
        </button>
      )}
      {mayDelete(message) && (
        <button type="button" class="small" onClick={() => setAsking(true)}>
          {say('delete')}
        </button>
      )}
      {isAsking && (
        <Dialog label={say('delete.title')} close={() => setAsking(false)}>
          <h2>{say('delete.title')}</h2>
          <p>{say(message.isNote ? 'delete.note' : 'delete.reply')}</p>
          <p class="buttons">
            <button type="button" class="main" onClick={() => void deleteMessage(message)}>
              {say('delete')}
            </button>
            <button type="button" class="plain" onClick={() => setAsking(false)}>
              {say('edit.cancel')}
            </button>
          </p>
        </Dialog>
      )}
    </span>
  );
};
