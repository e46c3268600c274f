import type { TicketTag } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { current, say, tellFailure, toast } from '../core';
import { ConfirmButton } from '../forms';
import { Asking, useRead } from '../ui';
import { changeTag } from './change-tag';
import { State } from './records';

/** The longest tag that tickets take. */
const MAX_LENGTH = 64;

const Rename = ({
  tag,
  rename,
  close,
}: {
  tag: string;
  rename: (name: string) => void;
  close: () => void;
}): VNode => (
  <Asking
    label={say('tags.rename.name', { tag })}
    button={say('tags.rename')}
    message=""
    isBusy={false}
    submit={(form) => {
      const name = String(new FormData(form).get('name')).trim();
      if (name !== '' && name !== tag) rename(name);
      close();
    }}
    close={close}
  >
    <p class="field">
      <label for="tag-name">{say('form.name')}</label>
      <input id="tag-name" name="name" dir="auto" required maxLength={MAX_LENGTH} defaultValue={tag} />
      <small>{say('tags.rename.help')}</small>
    </p>
  </Asking>
);

/** Changes a tag, reports how many tickets are done, and shows the result. */
const run = async (tag: string, to: string | undefined, report: (done: number) => void): Promise<void> => {
  const { changed, failed, reason } = await changeTag(tag, to, (soFar) =>
    report(soFar.changed + soFar.failed),
  );
  if (failed > 0) toast(say('tags.failed', { count: failed, reason }), { isFailure: true });
  else toast(say('tags.done', { count: changed }));
};

const Row = ({ tag: { tag, tickets }, reload }: { tag: TicketTag; reload: () => Promise<void> }): VNode => {
  const [isRenaming, setRenaming] = useState(false);
  const [done, setDone] = useState<number>();
  const change = async (to?: string): Promise<void> => {
    setDone(0);
    try {
      await run(tag, to, setDone);
    } finally {
      setDone(undefined);
      await reload();
    }
  };
  return (
    <li>
      <span class="what">
        <strong dir="auto">{tag}</strong>
        <span class="about">{say('tags.tickets', { count: tickets })}</span>
      </span>
      {done !== undefined && <span class="about">{say('tags.progress', { done, count: tickets })}</span>}
      {done === undefined && current().permissions.has('TICKET_UPDATE') && (
        <>
          <button
            type="button"
            class="link"
            aria-label={say('tags.rename.name', { tag })}
            onClick={() => setRenaming(true)}
          >
            {say('tags.rename')}
          </button>
          <ConfirmButton
            plain
            label={say('tags.remove')}
            question={say('tags.remove.ask', { tag, count: tickets })}
            run={() => change()}
          />
        </>
      )}
      {isRenaming && (
        <Rename
          tag={tag}
          rename={(name) => void change(name).catch(tellFailure)}
          close={() => setRenaming(false)}
        />
      )}
    </li>
  );
};

/** The tags in use. A tag exists as long as a ticket has it. */
export const Tags = (): VNode => {
  const reading = useRead(() => current().parley.tickets.tags(), []);
  const [words, setWords] = useState('');
  const { data, reload } = reading;
  const wanted = words.trim().toLowerCase();
  const shown = data?.tags.filter(({ tag }) => tag.toLowerCase().includes(wanted)) ?? [];
  return (
    <>
      <header>
        <h1>{say('settings.tags')}</h1>
      </header>
      <p class="hint">{say('tags.hint')}</p>
      <input
        class="filter"
        type="text"
        dir="auto"
        aria-label={say('tags.filter')}
        placeholder={say('tags.filter')}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <State reading={reading} />
      {data && shown.length === 0 && <p class="hint">{say(wanted === '' ? 'tags.empty' : 'tags.none')}</p>}
      <ul class="records" aria-label={say('settings.tags')}>
        {shown.map((tag) => (
          <Row key={tag.tag} tag={tag} reload={reload} />
        ))}
      </ul>
      {data?.truncated && <p class="hint">{say('tags.truncated', { count: data.tags.length })}</p>}
    </>
  );
};
