import type { VNode } from 'preact';
import { type Message, readAppearance } from '../core';
import { Link } from '../ui';
import type { Parts } from './parts';
import { useLoaded } from './use-loaded';

interface Preview {
  url: string;
  title: string;
  description?: string;
  site: string;
}

/** Whether a message may have a preview: the team wrote it with a link, and the project shows previews. */
export const hasPreview = (app: Parts['app'], { author, content, plainText = '' }: Message): boolean =>
  readAppearance(app.store.get()).linkPreviews === true &&
  author?.type !== 'contact' &&
  /https?:/i.test(content ? JSON.stringify(content) : plainText);

/** The page that a message links to, in a few words. The platform has read it: the browser asks its server nothing. */
export const LinkPreview = ({
  app,
  message: { id, conversation },
}: Pick<Parts, 'app'> & { message: Message }): VNode | null => {
  const path = `/shared/conversations/${conversation}/messages/${id}/link-preview`;
  const preview = useLoaded(() => app.send<{ preview?: Preview }>('GET', path)).value?.preview;
  if (!preview) return null;
  const { url, title, description, site } = preview;
  return (
    <div class="preview" dir="auto">
      <Link href={url}>{title}</Link>
      {description !== undefined && <p>{description}</p>}
      <span class="quiet">{site}</span>
    </div>
  );
};
