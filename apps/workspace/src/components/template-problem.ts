import { Parser } from 'htmlparser2';
import { addressAttributes, safeSchemes, unsafeAttributes, unsafeElements } from './template-policy';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
/** Names, paths, sections, quoted arguments and filters; no calls, no indexes, no operators. */
const PLAIN_PLACEHOLDER = /^(?:\s*[#/^!])?[\p{L}\p{M}\p{N}\s_@.$|:,'"?-]*$/u;
const REACHES_CODE = /(^|[^\p{L}\p{N}_])(constructor|prototype|__\w+__)([^\p{L}\p{N}_]|$)/u;
const SCHEME = /^([^/?#:]*):/;
/** What browsers pass over when they read a scheme. */
const INVISIBLE = /[\p{C}\p{Z}]/gu;
const UNSAFE_STYLE =
  /[\\<@]|\/\*|\{\{|url\s*\(|expression|script\s*:|behaviou?r|-moz-binding|image-set|element\s*\(/i;
const OPENS_TAG = /<[a-z!/?]/i;

const placeholderProblem = (template: string): string | undefined => {
  if (template.includes('{{{') || /\{\{\s*&/.test(template)) return 'has a placeholder that is not escaped';
  const rest = template.replace(PLACEHOLDER, '');
  if (rest.includes('{{') || rest.includes('}}')) return 'has a placeholder that is not closed';
  for (const [whole, inside = ''] of template.matchAll(PLACEHOLDER)) {
    if (!PLAIN_PLACEHOLDER.test(inside) || REACHES_CODE.test(inside))
      return `has the placeholder ${whole.slice(0, 60)}, which is more than a name`;
  }
  return undefined;
};

/** Whether an address stays safe whatever its placeholders are filled with, as long as one at its start is checked. */
const isSafeAddress = (value: string): boolean => {
  const written = value.replace(PLACEHOLDER, '').replace(INVISIBLE, '');
  const [, scheme] = SCHEME.exec(written) ?? [];
  return scheme === undefined || safeSchemes.includes(scheme.toLowerCase());
};

const attributeProblem = (name: string, value: string): string | undefined => {
  if (name.startsWith('on')) return `has the event handler ${name}`;
  if (unsafeAttributes.has(name) || /[^a-z0-9_-]/.test(name)) return `has the attribute ${name.slice(0, 60)}`;
  if (addressAttributes.has(name)) {
    const parts = name === 'srcset' ? value.split(',') : [value];
    if (!parts.every(isSafeAddress)) return `has an address in ${name} that is not ${safeSchemes.join(', ')}`;
  }
  return name === 'style' && UNSAFE_STYLE.test(value)
    ? 'has a style that loads or runs something'
    : undefined;
};

/**
 * The reason why a template is unsafe, as a sentence's end; undefined when there is none. It suspects generously, and leaves
 * unknown parts to the sanitiser, which keeps allowed ones only.
 */
export const templateProblem = (template: string): string | undefined => {
  const problems: string[] = [];
  const add = (problem: string | undefined): void => {
    if (problem !== undefined) problems.push(problem);
  };
  if (template.includes('\0')) add('has a NUL character');
  add(placeholderProblem(template));
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (unsafeElements.has(name) || /[^a-z0-9-]/.test(name)) add(`has the element <${name.slice(0, 60)}>`);
      for (const [attribute, value] of Object.entries(attributes)) add(attributeProblem(attribute, value));
    },
    // Browsers end comments at more places than the specification's writers meant to.
    oncomment: (text) => {
      if (/[<>]|^\[if/i.test(text)) add('has markup in a comment');
      // In HTML a declaration such as `<?xml …?>` is a comment.
      if (text.startsWith('?')) add('has a declaration');
    },
    oncdatastart: () => add('has a CDATA section'),
    onprocessinginstruction: (name) => add(`has the declaration <${name.slice(0, 60)}>`),
  });
  parser.end(template);
  if (OPENS_TAG.test(template.slice(template.lastIndexOf('>') + 1))) add('ends inside a tag');
  return problems[0];
};
