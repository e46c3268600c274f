import type { TranslateReplyResponse } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { current, say, tellFailure, toast } from '../core';
import { describeLanguage, languageChoices, Picker } from '../ui';
import { findDraft, setDraft } from './drafts';
import { Card } from './help';

/** The id of the choice that leaves it to the platform. */
const READER = 'reader';

/** The reply as Markdown. */
const readText = async (ticketId: string): Promise<string> => {
  const { text, doc } = findDraft(ticketId).value;
  return doc ? (await import('./to-markdown')).toMarkdown(doc) : text;
};

/** A button that translates the reply: into the language in which the contact writes, or a chosen one. */
export const TranslateReply = ({
  ticketId,
  show,
}: {
  ticketId: string;
  show: (translated: TranslateReplyResponse) => void;
}): VNode => {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const ask = async (language: string): Promise<void> => {
    const text = await readText(ticketId);
    if (text.trim() === '') return void toast(say('translate.empty'));
    const into = language === READER ? {} : { language };
    show(await current().parley.tickets.translateReply(ticketId, { text, ...into }));
  };
  return (
    <Picker
      label={say('translate.reply')}
      filter={say('translate.filter')}
      isOpen={isOpen}
      setOpen={setOpen}
      disabled={isAsking}
      choices={[
        { id: READER, label: say('translate.reader') },
        ...languageChoices([]).map(([id, label]) => ({ id, label })),
      ]}
      pick={(id) => {
        setAsking(true);
        ask(id)
          .catch(tellFailure)
          .finally(() => setAsking(false));
      }}
    >
      {say('translate')}
    </Picker>
  );
};

/** A translated reply, with a button that puts it in place of the original. */
export const Translated = ({
  ticketId,
  translated: { language, text },
  close,
}: {
  ticketId: string;
  translated: TranslateReplyResponse;
  close: () => void;
}): VNode => (
  <Card
    label={say('translate.into', { name: describeLanguage(language) })}
    text={text}
    lang={language}
    useLabel={say('translate.use')}
    use={() => {
      const { text: written, doc } = findDraft(ticketId).value;
      setDraft(ticketId, { text, doc: undefined });
      close();
      const run = (): void => setDraft(ticketId, { text: written, doc });
      toast(say('translate.used'), { action: { label: say('translate.original'), run } });
    }}
    drop={close}
  />
);
