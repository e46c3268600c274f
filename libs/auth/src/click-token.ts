import type { Sealer } from './sealing';

const PURPOSE = 'engagement click';

/** A link of a mail. */
export interface MailLink {
  projectId: string;
  /** The delivery that the mail is. */
  deliveryId: string;
  /** Where the link leads, as it was written. */
  url: string;
}

/** What leads to a link of a mail. It holds the link, so that it works when the item is edited or gone. */
export const signClick = (sealer: Pick<Sealer, 'sign'>, { projectId, deliveryId, url }: MailLink): string =>
  sealer.sign(`${projectId}.${deliveryId}.${Buffer.from(url).toString('base64url')}`, PURPOSE);

/** The link that a token leads to; undefined for one that was not made here. */
export const readClick = (sealer: Pick<Sealer, 'verify'>, token: string): MailLink | undefined => {
  const [projectId, deliveryId, url] = sealer.verify(token, PURPOSE)?.split('.') ?? [];
  return projectId && deliveryId && url
    ? { projectId, deliveryId, url: Buffer.from(url, 'base64url').toString('utf8') }
    : undefined;
};
