import type { Gathered, TakenMail } from '@parley/mail';
import type { Sql } from '@parley/persistence';
import { mapInTurns } from '@parley/timing';
import { findPosition, messagesBefore } from '../core';
import type { Brands } from '../mails';
import { findSubject } from './transcript.store';
import { chooseTexts } from './transcript-texts';
import { type WrittenMessage, createWriter, joinTranscript } from './write-transcript';

/** Most messages of a transcript. */
export const MOST_MESSAGES = 2_000;
/** Characters of text, HTML and JSON from which on no earlier message is added. */
export const MOST_CHARACTERS = 2_000_000;
const PAGE = 25;
const BEHIND_ALL = 2_147_483_647;

/**
 * The content of a transcript's mail when it leaves: the newest messages that the contact sees. Undefined when the ticket is deleted,
 * or has another contact by now.
 */
export const gatherTranscript =
  (sql: Sql, brands: Brands) =>
  async ({ projectId, mail }: TakenMail): Promise<Gathered | undefined> => {
    const { transcriptOf: ticketId = '', recipient } = mail;
    const subject = await findSubject(sql, projectId, ticketId);
    if (!subject || subject.contactId !== recipient) return undefined;
    const { name: project, language } = await brands(projectId);
    const texts = chooseTexts(subject.lang, language);
    const write = createWriter(texts, { conversationId: ticketId, contactId: subject.contactId });
    const { messages, isShortened } = await readNewest(sql, projectId, ticketId, write);
    if (messages.length === 0) return undefined;
    const content = joinTranscript(
      { id: ticketId, title: subject.title },
      messages,
      isShortened ? texts.shortened.replace('{count}', String(messages.length)) : undefined,
    );
    const title = subject.title ?? project;
    return {
      mail: {
        ...mail,
        ...content,
        subject: title === undefined ? texts.transcript : `${texts.transcript}: ${title}`,
      },
      together: [],
    };
  };

/** The newest messages within the limits, oldest first. Earlier pages are not in memory with all that they hold. */
const readNewest = async (
  sql: Sql,
  projectId: string,
  ticketId: string,
  write: ReturnType<typeof createWriter>,
): Promise<{ messages: WrittenMessage[]; isShortened: boolean }> => {
  const newestFirst: WrittenMessage[] = [];
  let characters = 0;
  for (let position = BEHIND_ALL; ;) {
    const rows = await messagesBefore(sql, projectId, ticketId, { position, limit: PAGE });
    const written = await mapInTurns(rows.toReversed(), write);
    for (const message of written) {
      characters += message.text.length + message.html.length + message.json.length;
      const isOver = characters > MOST_CHARACTERS || newestFirst.length === MOST_MESSAGES;
      if (isOver && newestFirst.length > 0) return { messages: newestFirst.toReversed(), isShortened: true };
      newestFirst.push(message);
    }
    const [first] = rows;
    const next = first && (await findPosition(sql, projectId, ticketId, first.id));
    if (next === undefined || rows.length < PAGE)
      return { messages: newestFirst.toReversed(), isShortened: false };
    position = next;
  }
};
