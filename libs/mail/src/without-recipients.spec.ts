import type { MailRecipients } from './mail';
import { withoutRecipients } from './without-recipients';

const at = (name: string) => ({ address: `${name}@x.example` });
const all = (...names: string[]) => names.map(at);
const from = at('shop');
const gone = ['gone@x.example'];
const left = (mail: Omit<MailRecipients, 'from'>) => withoutRecipients({ from, ...mail }, gone);

it.each([
  ['of copies', { to: at('a'), cc: all('gone', 'b') }, { to: at('a'), cc: all('b') }],
  ['of hidden copies', { to: at('a'), bcc: all('gone') }, { to: at('a') }],
  [
    'in To',
    { to: at('gone'), moreTo: all('a', 'b'), cc: all('c') },
    { to: at('a'), moreTo: all('b'), cc: all('c') },
  ],
  [
    'alone in To',
    { to: at('gone'), cc: all('a', 'b'), bcc: all('c') },
    { to: at('a'), moreTo: all('b'), bcc: all('c') },
  ],
  [
    'among those who wait',
    { to: at('a'), cc: all('gone', 'b'), only: ['gone@x.example', 'b@x.example'] },
    { to: at('a'), cc: all('b'), only: ['b@x.example'] },
  ],
])('takes out a recipient %s', (_place, mail, rest) => {
  expect(left(mail)).toEqual(rest);
});

it('shows hidden recipients to none of them, and sends nothing to the sender in To', () => {
  expect(left({ to: at('gone'), bcc: all('a', 'b') })).toEqual({
    to: from,
    bcc: all('a', 'b'),
    only: ['a@x.example', 'b@x.example'],
  });
});

it.each([
  ['is left', { to: at('gone'), cc: all('gone') }],
  ['waits for it', { to: at('a'), cc: all('gone'), only: gone }],
])('answers nothing when no other %s', (_what, mail) => {
  expect(left(mail)).toBeUndefined();
});
