import type { DraftReplyResponse, MessageDraft } from '@parley/client';
import { Link } from '@parley/ui';
import type { ComponentChildren, VNode } from 'preact';
import { current, toName, say, tellFailure, toast } from '../core';
import { Icon } from '../ui';
import { suggestions } from './drafts';
import { insertRich } from './insert';
import { type Node, toRich } from './rich';

/** Characters of a text that are shown. */
const SHOWN = 1_200;

/** A text that can be taken over or dropped. */
export const Card = ({
  label,
  text,
  lang,
  useLabel = say('drafted.use'),
  use,
  drop,
  children,
}: {
  label: string;
  text: string;
  lang?: string;
  useLabel?: string;
  use: () => void;
  drop: () => void;
  children?: ComponentChildren;
}): VNode => (
  <section class="help" aria-label={label}>
    <p class="by">
      <strong>{label}</strong>
      <button type="button" class="plain" aria-label={say('drafted.drop', { name: label })} onClick={drop}>
        <Icon name="close" />
      </button>
    </p>
    <p class="plain words" dir="auto" lang={lang}>
      {text.slice(0, SHOWN)}
    </p>
    {children}
    <button type="button" class="link" onClick={use}>
      {useLabel}
    </button>
  </section>
);

/** Drafts of service accounts, each with a button that puts it into the field. */
export const Suggested = ({ ticketId }: { ticketId: string }): VNode => {
  const all = suggestions.value[ticketId] ?? [];
  const drop = ({ user }: MessageDraft): void => {
    suggestions.value = { ...suggestions.value, [ticketId]: all.filter((one) => one.user?.id !== user?.id) };
    if (user?.id === undefined) return;
    current().parley.tickets.deleteDraft(ticketId, { author: user.id }).catch(tellFailure);
  };
  return (
    <>
      {all.map((suggestion) => {
        const { user, comment, plainContent = '' } = suggestion;
        const content = (comment ?? toRich(plainContent)) as Node;
        return (
          <Card
            key={user?.id}
            label={say('drafted.suggestion', { name: toName(user) || say('message.bot') })}
            text={plainContent}
            use={() => void insertRich(ticketId, content).catch(tellFailure)}
            drop={() => drop(suggestion)}
          />
        );
      })}
    </>
  );
};

/** Asks for a reply made from knowledge. @returns It; undefined when there is none. */
export const askForDraft = async (ticketId: string): Promise<DraftReplyResponse | undefined> => {
  const found = await current().parley.tickets.draftReply(ticketId, {});
  if (found.draft !== '') return found;
  toast(say('drafted.none'));
  return undefined;
};

/** A reply made from knowledge, with its sources. */
export const Drafted = ({
  ticketId,
  found,
  close,
}: {
  ticketId: string;
  found: DraftReplyResponse;
  close: () => void;
}): VNode => (
  <Card
    label={say('drafted.draft')}
    text={found.draft}
    use={() => {
      insertRich(ticketId, toRich(found.draft)).catch(tellFailure);
      close();
    }}
    drop={close}
  >
    {found.sources.length > 0 && (
      <ul class="sources" aria-label={say('drafted.sources')}>
        {found.sources.map(({ title, url }, index) => (
          <li key={index}>{url === undefined ? title : <Link href={url}>{title}</Link>}</li>
        ))}
      </ul>
    )}
  </Card>
);
