import type { VNode } from 'preact';
import { say, type TextKey } from '../core';
import { Dialog } from '../ui';

/** All keys, by their use. */
const keys: readonly [string, readonly [key: string, text: TextKey][]][] = [
  [
    'keys.list',
    [
      ['j', 'keys.next'],
      ['k', 'keys.previous'],
      ['Enter', 'keys.open'],
      ['Esc', 'keys.back'],
      ['x', 'keys.mark'],
      ['/', 'keys.search'],
    ],
  ],
  [
    'keys.ticket',
    [
      ['r', 'composer.reply'],
      ['n', 'composer.note'],
      ['a', 'action.assign'],
      ['i', 'keys.me'],
      ['t', 'action.tags'],
      ['s', 'action.snooze'],
      ['e', 'keys.close'],
      ['u', 'more.unread'],
    ],
  ],
  [
    'keys.everywhere',
    [
      ['Ctrl+Enter', 'composer.send'],
      ['Ctrl+Shift+Enter', 'composer.send-close'],
      ['Ctrl+K', 'commands'],
      ['?', 'keys'],
    ],
  ],
];

/** The dialog with all keys. */
export const Keys = ({ close }: { close: () => void }): VNode => (
  <Dialog label={say('keys')} close={close}>
    <h2>{say('keys')}</h2>
    <div class="keys">
      {keys.map(([title, some]) => (
        <section key={title}>
          <h3>{say(title as TextKey)}</h3>
          <dl>
            {some.map(([key, text]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{say(text)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
    <p class="bar">
      <button type="button" class="main" onClick={close}>
        {say('close')}
      </button>
    </p>
  </Dialog>
);
