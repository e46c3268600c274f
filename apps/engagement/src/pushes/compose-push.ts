import { signClick } from '@parley/auth';
import type { Contact } from '@parley/proto/generated/parley/contacts/v1/contact';
import { toMailText } from '@parley/rich-text';
import type { Item } from '../core';
import { type BegunDelivery, type EmailDeps, openToken, writeLetter } from '../emails';

/** Bytes of JSON that fit into a message. */
const MAX_BYTES = 3_900;
const MAX_TITLE = 120;
const MAX_BODY = 600;

/** The content of a message, which `apps/widget/src/push-worker.ts` reads. */
export interface PushPayload {
  /** Of two notifications with it the second takes the place of the first. */
  tag: string;
  title: string;
  body: string;
  icon?: string;
  image?: string;
  /** Opened by a click; leads to the page of the item. */
  url: string;
  /** Called when it is shown. */
  shown: string;
}

const cut = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
};

const readAddress = ({ config }: Item, name: 'url' | 'icon' | 'image'): string | undefined => {
  const value = config?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The message of a delivery in the contact's language, as JSON. A text that is too long is cut. */
export const composePush = async (
  deps: Pick<EmailDeps, 'workspace' | 'publicUrl' | 'sealer'>,
  item: Item,
  { id: deliveryId }: Pick<BegunDelivery, 'id'>,
  contact: Contact,
): Promise<string> => {
  const { sealer, publicUrl } = deps;
  const sent = { projectId: item.projectId, deliveryId };
  const letter = await writeLetter(deps, item, { lang: undefined, contact });
  const [icon, image] = [readAddress(item, 'icon'), readAddress(item, 'image')];
  const text = toMailText(letter.document).trim();
  const write = (most: number): string => {
    const payload: PushPayload = {
      tag: deliveryId,
      title: cut(letter.subject, MAX_TITLE),
      body: cut(text, most),
      ...(icon !== undefined && { icon }),
      ...(image !== undefined && { image }),
      url: `${publicUrl}/c/${signClick(sealer, { ...sent, url: readAddress(item, 'url') ?? publicUrl })}`,
      shown: `${publicUrl}/o/${openToken(sealer, sent)}.gif`,
    };
    return JSON.stringify(payload);
  };
  for (let most = MAX_BODY; most > 1; most = Math.floor(most / 2)) {
    const json = write(most);
    if (Buffer.byteLength(json) <= MAX_BYTES) return json;
  }
  return write(1);
};
