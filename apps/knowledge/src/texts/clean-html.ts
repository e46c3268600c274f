import { invalid } from '@parley/errors';
import { guardDepth, MAX_OPEN_ELEMENTS } from '@parley/text';
import sanitizeHtml from 'sanitize-html';

/** Elements that are kept of HTML: readable ones, and none that run, load or ask. */
const html = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'h1', 'h2', 'img'].filter((name) => name !== 'nav'),
  disallowedTagsMode: 'discard' as const,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'nav',
    'form',
    'template',
    'iframe',
    'head',
  ],
};

/**
 * HTML without what runs, loads or asks.
 *
 * @throws DomainError `invalid` for more than `MAX_OPEN_ELEMENTS` elements open at once.
 */
export const cleanHtml = (sent: string): string =>
  sanitizeHtml(sent, {
    ...html,
    ...guardDepth(() => {
      const message = `has more than ${MAX_OPEN_ELEMENTS} elements open at once`;
      throw invalid({ field: 'content', message });
    }),
  });
