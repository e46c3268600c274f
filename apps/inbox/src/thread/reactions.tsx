import type { Message } from '@parley/client';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { current, members, toName, say } from '../core';
import { Popover } from '../ui';
import { react } from './own-message';

const offered = ['👍', '❤️', '😄', '🎉', '🙏', '👀', '✅', '😢'];

/** Emojis of a message, each with how many set it; one's own is removed by a click. */
export const Reactions = ({ message }: { message: Message }): VNode | null => {
  const { reactions } = message;
  if (reactions.length === 0) return null;
  const me = current().user.id;
  return (
    <p class="reactions">
      {[...new Set(reactions.map(({ emoji }) => emoji))].map((emoji) => {
        const users = reactions.filter((one) => one.emoji === emoji).map(({ user }) => user);
        const names = users.map((id) => toName(members.value.find((one) => one.id === id)));
        return (
          <button
            key={emoji}
            type="button"
            class="chip"
            aria-pressed={users.includes(me)}
            aria-label={say('reaction.count', { emoji, count: users.length })}
            title={names.filter((name) => name !== '').join(', ')}
            onClick={() => void react(message, emoji)}
          >
            {emoji} {users.length}
          </button>
        );
      })}
    </p>
  );
};

/** A button with the emojis to choose from. */
export const React = ({ message }: { message: Message }): VNode => {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        class="small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {say('reaction.add')}
      </button>
      {isOpen && (
        <Popover anchor={anchor} label={say('reaction.add')} close={() => setOpen(false)}>
          <p class="emojis">
            {offered.map((emoji) => (
              <button
                key={emoji}
                type="button"
                class="plain"
                onClick={() => {
                  setOpen(false);
                  void react(message, emoji);
                }}
              >
                {emoji}
              </button>
            ))}
          </p>
        </Popover>
      )}
    </>
  );
};
