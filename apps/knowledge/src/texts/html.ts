import { Parser } from 'htmlparser2';
import type { Section } from '../documents';

/** Elements without text of a document. */
const SILENT = ['script', 'style', 'nav', 'form', 'template', 'noscript', 'svg', 'iframe', 'object', 'head'];
const HEADING = /^h[1-6]$/;
const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Additional exclusions. */
export interface HtmlOptions {
  /** Whether an element is left out with all that is in it. */
  isSilent?: (name: string, attributes: Readonly<Record<string, string>>) => boolean;
}

/** The sections of an HTML text, by its headings; without scripts, styles, navigation, forms and comments. */
export const sectionsOfHtml = (html: string, { isSilent = () => false }: HtmlOptions = {}): Section[] => {
  const sections: { heading?: string; text: string }[] = [{ text: '' }];
  const open: { name: string; silent: boolean }[] = [];
  let silent = 0;
  let preformatted = 0;
  let title: string | undefined;
  const last = (): { heading?: string; text: string } =>
    sections.at(-1) as { heading?: string; text: string };
  const write = (text: string): void => {
    if (title === undefined) last().text += text;
    else title += text;
  };
  const close = ({ name, silent: was }: { name: string; silent: boolean }): void => {
    if (was) silent -= 1;
    if (name === 'pre') preformatted -= 1;
    if (silent > 0) return;
    if (HEADING.test(name) && title !== undefined) {
      const heading = title.replaceAll(/\s+/g, ' ').trim();
      title = undefined;
      if (heading !== '') sections.push({ heading, text: '' });
    } else if (!INLINE.has(name)) write(name === 'td' || name === 'th' ? ' ' : '\n');
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const isMute = SILENT.includes(name) || isSilent(name, attributes);
        if (VOID.has(name)) {
          if (silent === 0 && (name === 'br' || name === 'hr')) write('\n');
          return;
        }
        open.push({ name, silent: isMute });
        if (name === 'pre') preformatted += 1;
        if (isMute) silent += 1;
        if (silent > 0) return;
        if (HEADING.test(name) && title === undefined) title = '';
        else if (!INLINE.has(name)) write('\n');
      },
      ontext: (text) => {
        if (silent === 0) write(preformatted > 0 ? text : text.replaceAll(/\s+/g, ' '));
      },
      onclosetag: (name) => {
        if (VOID.has(name)) return;
        const at = open.findLastIndex((one) => one.name === name);
        if (at >= 0) for (const one of open.splice(at).reverse()) close(one);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return sections
    .map(({ text, ...rest }) => ({
      ...rest,
      text: text
        .split('\n')
        .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
        .filter((line) => line !== '')
        .join('\n'),
    }))
    .filter((section) => section.text !== '' || section.heading !== undefined);
};
