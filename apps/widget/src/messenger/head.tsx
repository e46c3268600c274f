import type { VNode } from 'preact';
import { readAppearance, type State, type View } from '../core';
import { Avatar } from '../ui';
import type { Parts } from './parts';
import { formatOpening } from './time';

/** When the team answers: that it is away and when it is back, else whether it is online and how long an answer takes. */
const describeReply = (state: State, say: Parts['say']): VNode | string | undefined => {
  const { isClosed, isOnline, opensAt } = state.texts?.project ?? {};
  if (isClosed) {
    const opens = opensAt === undefined ? undefined : new Date(opensAt);
    // A page that is open since yesterday does not know the next opening.
    return opens && opens.getTime() > Date.now()
      ? say('backAt', { time: formatOpening(opens, state.texts?.language) })
      : say('closed');
  }
  const { replyTime } = readAppearance(state);
  const reply = replyTime && say(`replies.${replyTime}`);
  if (!isOnline) return reply;
  return (
    <>
      <span class="online">{say('online')}</span> {reply}
    </>
  );
};

/** The header of the open widget. */
export const Head = ({ app, say, view, close }: Parts & { view: View; close: () => void }): VNode => {
  const { store, root } = app;
  const state = store.get();
  const { project } = state.texts ?? {};
  const { greeting } = readAppearance(state);
  const reply = view.name === 'home' || view.name === 'conversation' ? describeReply(state, say) : undefined;
  return (
    <div class="head">
      {view.name !== 'home' && (
        <button type="button" class="plain" onClick={() => store.set({ view: { name: 'home' } })}>
          <span aria-hidden="true" class="arrow">
            ←
          </span>{' '}
          {say('back')}
        </button>
      )}
      <div class="title">
        <h2>
          {project && (
            <small>
              <bdi>{project.name}</bdi>
            </small>
          )}
          {greeting ?? say('title')}
        </h2>
        {reply !== undefined && <p>{reply}</p>}
      </div>
      {project?.team && project.team.length > 0 && (
        <ul class="team" aria-label={say('message.team')}>
          {project.team.map(({ name, imageUrl }) => (
            <li key={name} title={name}>
              <Avatar name={name} src={imageUrl} root={root} />
              <span class="hidden">{name}</span>
            </li>
          ))}
        </ul>
      )}
      <button type="button" class="plain" aria-label={say('close')} onClick={close}>
        <span aria-hidden="true">✕</span>
      </button>
    </div>
  );
};
