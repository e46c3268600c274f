import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Form } from '../ui';
import { type ChosenFiles, FileButton, FileRows, readPasted } from './chosen-files';
import type { Draft } from './drafts';
import { EmojiButton } from './emoji';
import type { Parts } from './parts';
import { TextField } from './text-field';
import { createTyping } from './typing';

/** Where the visitor writes. */
export const Composer = ({
  app,
  say,
  outbox,
  id,
  draft,
  chosen,
}: Parts & { id: string | undefined; draft: Draft; chosen: ChosenFiles }): VNode => {
  const { attachments, isUploading } = chosen;
  const typing = useRef(createTyping(app)).current;

  const submit = (): void => {
    const text = draft.read().trim();
    if (isUploading || (text === '' && attachments.length === 0)) return;
    outbox.add({ ...(id !== undefined && { conversationId: id }), text, attachments });
    draft.put('');
    // Who sent by the button goes on writing too.
    draft.focus();
    chosen.clear();
    typing.stop();
  };
  return (
    <Form class="composer" send={submit}>
      <FileRows {...chosen} say={say} />
      <TextField
        draft={draft}
        label={say('write')}
        submit={submit}
        onTyped={() => typing.renew(id)}
        onPaste={(event) => {
          const files = readPasted(event.clipboardData);
          if (files.length === 0) return;
          event.preventDefault();
          chosen.choose(files);
        }}
      />
      <div class="actions">
        <div class="tools">
          <FileButton choose={chosen.choose} label={say('attach')} />
          <EmojiButton label={say('emoji')} insert={draft.insert} />
        </div>
        <button type="submit" class="main" disabled={isUploading}>
          {say('send')}
        </button>
      </div>
    </Form>
  );
};
