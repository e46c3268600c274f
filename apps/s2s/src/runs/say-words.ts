import type { Deps } from '../deps';
import { runContext, type Run } from '../core';

/** Stores a contact's answer as its message, exactly once; nothing for an empty answer. */
export const sayWords = async (
  { conversations }: Pick<Deps, 'conversations'>,
  run: Pick<Run, 'projectId' | 'organisationId' | 'id' | 'conversationId' | 'taken' | 'pending'>,
): Promise<void> => {
  const { id, conversationId, pending, taken } = run;
  const words = pending && 'words' in pending ? pending.words : undefined;
  if (!words || conversationId === null) return;
  await conversations.sendConversationMessage(
    { conversationId, comment: words.comment, attachments: words.attachments ?? [] },
    runContext(run, `run:${id}:${taken}:answer`),
  );
};
