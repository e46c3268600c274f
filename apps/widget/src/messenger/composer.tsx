import { type VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { type ChosenFiles, FileButton, FileRows } from './chosen-files';
import { type Parts } from './parts';
import { createTyping } from './typing';

/** Where the visitor writes. */
export const Composer = (parts: Parts & { id: string | undefined; chosen: ChosenFiles }): VNode => {
  const { app, say, outbox, id, chosen } = parts;
  const { attachments, isUploading } = chosen;
  const field = useRef<HTMLTextAreaElement>(null);
  const typing = useRef(createTyping(app)).current;

  const submit = (): void => {
    const text = field.current?.value.trim() ?? '';
    if (isUploading || (text === '' && attachments.length === 0)) return;
    outbox.add({ ...(id !== undefined && { conversationId: id }), text, attachments });
    if (field.current) field.current.value = '';
    // Who sent by the button goes on writing too.
    field.current?.focus();
    chosen.clear();
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
      <FileRows {...chosen} say={say} />
      <textarea
        ref={field}
        rows={2}
        dir="auto"
        aria-label={say('write')}
        placeholder={say('write')}
        onInput={() => typing.renew(id)}
        onPaste={(event) => {
          const files = event.clipboardData?.files;
          if (!files?.length) return;
          event.preventDefault();
          chosen.choose(files);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <div class="actions">
        <FileButton choose={chosen.choose} label={say('attach')} />
        <button type="submit" class="main" disabled={isUploading}>
          {say('send')}
        </button>
      </div>
    </form>
  );
};
