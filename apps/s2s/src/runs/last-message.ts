import type { Deps } from '../deps';
import { isLasting, runContext, type Run } from '../core';

/** Milliseconds after which a message is in its stream, or will never be. */
const RECENT_MS = 60_000;

/** The latest message of a conversation in the contact's stream; undefined for none, and for an old one. */
export const findLastMessage = async (
  { conversations, clock }: Pick<Deps, 'conversations' | 'clock'>,
  run: Pick<Run, 'projectId' | 'organisationId' | 'conversationId'>,
): Promise<string | undefined> => {
  const wanted = { conversationId: run.conversationId ?? '' };
  const found = await orNothing(conversations.getConversation(wanted, runContext(run)));
  const { id, createdAt } = found?.conversation?.lastMessage ?? {};
  const isRecent = createdAt !== undefined && clock().getTime() - Date.parse(createdAt) < RECENT_MS;
  return isRecent ? id : undefined;
};

/** The answer of a service; undefined for a lasting refusal. */
export const orNothing = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (!isLasting(error)) throw error;
    return undefined;
  });
