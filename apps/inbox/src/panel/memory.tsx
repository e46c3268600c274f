import type { MemoryEntrySummary } from '@parley/client';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { current, say, tellFailure } from '../core';
import { Dialog, Field, useAnswer } from '../ui';
import { Answered } from './section';

const MOST = 50;

/** A form of an entry's text; of a new entry with its name. */
const EntryForm = ({
  content,
  hasName,
  save,
  cancel,
}: {
  content: string;
  hasName: boolean;
  save: (entry: { name: string; content: string }) => void;
  cancel: () => void;
}): VNode => {
  const id = useId();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        save({ name: String(data.get('name') ?? '').trim(), content: String(data.get('content')).trim() });
      }}
    >
      {hasName && <Field label={say('memory.name')} name="name" required maxLength={80} autocomplete="off" />}
      <p class="field">
        <label for={id}>{say('memory.content')}</label>
        <textarea id={id} name="content" rows={3} required maxLength={4000} dir="auto">
          {content}
        </textarea>
      </p>
      <p class="buttons">
        <button type="submit" class="main">
          {say('panel.save')}
        </button>
        <button type="button" class="plain" onClick={cancel}>
          {say('panel.cancel')}
        </button>
      </p>
    </form>
  );
};

/** Asks before an entry is deleted. */
const Sure = ({ name, remove, close }: { name: string; remove: () => void; close: () => void }): VNode => {
  const question = say('memory.sure', { name });
  return (
    <Dialog label={question} close={close}>
      <h2>{question}</h2>
      <p class="buttons">
        <button
          type="button"
          class="main"
          onClick={() => {
            close();
            remove();
          }}
        >
          {say('panel.delete')}
        </button>
        <button type="button" class="plain" onClick={close}>
          {say('panel.cancel')}
        </button>
      </p>
    </Dialog>
  );
};

/** An open entry: its text, which is read now, and what can be done to it. */
const Entry = ({
  contactId,
  entry: { name, description, updatedAt = '' },
  changed,
}: {
  contactId: string;
  entry: MemoryEntrySummary;
  changed: () => void;
}): VNode => {
  const { contactMemory } = current().parley;
  const [isEdited, setEdited] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const answer = useAnswer(() => contactMemory.get(contactId, name), `${name} ${updatedAt}`);
  const save = async (content: string): Promise<void> => {
    const { value: before } = answer;
    if (!before) return;
    setEdited(false);
    answer.set({ ...before, content });
    try {
      await contactMemory.put(contactId, name, {
        content,
        ...(description !== undefined && { description }),
      });
      changed();
    } catch (error) {
      answer.set(before);
      tellFailure(error);
    }
  };
  const remove = (): void => void contactMemory.delete(contactId, name).then(changed, tellFailure);
  const { permissions } = current();
  return (
    <Answered answer={answer}>
      {({ content }) =>
        isEdited ? (
          <EntryForm
            content={content}
            hasName={false}
            save={({ content: typed }) => void save(typed)}
            cancel={() => setEdited(false)}
          />
        ) : (
          <>
            <p class="words" dir="auto">
              {content}
            </p>
            <p class="buttons">
              {permissions.has('MEMORY_UPDATE') && (
                <button type="button" class="link" onClick={() => setEdited(true)}>
                  {say('panel.edit')}
                </button>
              )}
              {permissions.has('MEMORY_DELETE') && (
                <button type="button" class="link" onClick={() => setAsking(true)}>
                  {say('panel.delete')}
                </button>
              )}
            </p>
            {isAsking && <Sure name={name} remove={remove} close={() => setAsking(false)} />}
          </>
        )
      }
    </Answered>
  );
};

/** The memory of the team and its bots about a contact. */
export const Memory = ({ contactId }: { contactId: string }): VNode => {
  const { parley, permissions } = current();
  const [open, setOpen] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const answer = useAnswer(async () => parley.contactMemory.list(contactId, { limit: MOST }), contactId);
  const add = async (entry: { name: string; content: string }): Promise<void> => {
    try {
      await parley.contactMemory.create(contactId, entry);
      setAdding(false);
      answer.again();
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <>
      <Answered answer={answer} empty={say('memory.none')}>
        {(entries) => (
          <ul class="entries">
            {entries.map((entry) => (
              <li key={entry.name}>
                <button
                  type="button"
                  class="link"
                  aria-expanded={open === entry.name}
                  onClick={() => setOpen(open === entry.name ? undefined : entry.name)}
                >
                  {entry.name}
                </button>
                {open === entry.name && <Entry contactId={contactId} entry={entry} changed={answer.again} />}
              </li>
            ))}
          </ul>
        )}
      </Answered>
      {isAdding && (
        <EntryForm content="" hasName save={(entry) => void add(entry)} cancel={() => setAdding(false)} />
      )}
      {!isAdding && permissions.has('MEMORY_CREATE') && (
        <button type="button" class="link" onClick={() => setAdding(true)}>
          {say('memory.add')}
        </button>
      )}
    </>
  );
};
