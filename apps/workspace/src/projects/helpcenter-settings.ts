import { comparableDomain } from '@parley/addresses';
import { type FieldProblem, invalid } from '@parley/errors';
import { isObject, jsonBytes } from '@parley/json';
import { isIP } from 'node:net';

/** Free JSON settings by name. */
type JsonObject = Record<string, unknown>;

const MAX_BYTES = 65_536;
const MAX_LINKS = 20;
const MAX_URL = 2_048;
const LANGUAGE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;
const SLUG = /^[a-z0-9-]{3,60}$/;
const COLOR = /^#[0-9a-f]{6}$/i;
const HOST_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The context for checking the settings of a help center. */
export interface HelpcenterContext {
  /** Language that a bare text is of. */
  defaultLanguage: string;
  /** Host of the platform itself, which no project may take as its own domain. */
  platformHost: string;
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && [...value].length <= max && !/\p{Cc}/u.test(value);

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MAX_URL &&
  /^https?:\/\//i.test(value) &&
  !/[\s\\\p{Cc}]/u.test(value) &&
  URL.canParse(value);

/** A host name of at least two labels: neither an address nor a name that only the own network knows. */
const isHostName = (host: string): boolean => {
  const labels = host.split('.');
  return (
    host.length <= 253 &&
    labels.length >= 2 &&
    isIP(host) === 0 &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
};

type Checked = { value: unknown } | { problems: FieldProblem[] };
type Check = (value: unknown, field: string, context: HelpcenterContext) => Checked;

const rule =
  (test: (value: unknown) => boolean, expected: string): Check =>
  (value, field) =>
    test(value) ? { value } : { problems: [{ field, message: `must be ${expected}` }] };

const flag = rule((value) => typeof value === 'boolean', 'true or false');
const webAddress = rule(isWebAddress, `an http or https address of at most ${MAX_URL} characters`);

const localised =
  (max: number): Check =>
  (value, field, { defaultLanguage }) => {
    const byLanguage = typeof value === 'string' ? { [defaultLanguage]: value } : value;
    if (!isObject(byLanguage))
      return { problems: [{ field, message: 'must be a text or texts by language' }] };
    const problems = Object.entries(byLanguage).flatMap(([language, text]): FieldProblem[] => {
      const named = `${field}.${language}`;
      if (!LANGUAGE.test(language))
        return [{ field: named, message: 'is no language code such as en or pt-BR' }];
      return isText(text, max) ? [] : [{ field: named, message: `must be a text of 1 to ${max} characters` }];
    });
    return problems.length > 0 ? { problems } : { value: byLanguage };
  };

const customDomain: Check = (value, field, { platformHost }) => {
  const host = typeof value === 'string' ? comparableDomain(value) : '';
  if (!isHostName(host)) {
    const message = 'must be a host name such as help.example.com, without scheme, port and path';
    return { problems: [{ field, message }] };
  }
  // Its pages would take the place of the platform's own.
  if (host === platformHost) return { problems: [{ field, message: 'is the host of the platform itself' }] };
  return { value: host };
};

const links: Check = (value, field) => {
  if (!Array.isArray(value) || value.length > MAX_LINKS) {
    return { problems: [{ field, message: `must be a list of at most ${MAX_LINKS} links` }] };
  }
  const problems = value.flatMap((link: unknown, index): FieldProblem[] => {
    const named = `${field}.${index}`;
    if (!isObject(link)) return [{ field: named, message: 'must be { title, url }' }];
    return [
      ...(isText(link['title'], 120)
        ? []
        : [{ field: `${named}.title`, message: 'must be a text of 1 to 120 characters' }]),
      ...(isWebAddress(link['url'])
        ? []
        : [{ field: `${named}.url`, message: 'must be an http or https address' }]),
    ];
  });
  if (problems.length > 0) return { problems };
  return { value: (value as JsonObject[]).map(({ title, url }) => ({ title, url })) };
};

/** The settings that the platform acts on; others are kept as they are sent. */
const checks = new Map<string, Check>([
  ['enabled', flag],
  ['slug', rule((value) => typeof value === 'string' && SLUG.test(value), '3 to 60 of a-z, 0-9 and -')],
  ['customDomain', customDomain],
  ['title', localised(120)],
  ['headline', localised(300)],
  ['logoUrl', webAddress],
  ['faviconUrl', webAddress],
  ['color', rule((value) => typeof value === 'string' && COLOR.test(value), 'a colour such as #1a73e8')],
  ['links', links],
  ['hideBranding', flag],
  ['noindex', flag],
]);

/**
 * Settings of a help center after a change, merged by name; null takes one away. 400 naming every value that its key does
 * not take, and beyond 64 KB.
 */
export const mergeHelpcenter = (
  stored: JsonObject | null,
  sent: JsonObject,
  context: HelpcenterContext,
): JsonObject => {
  const result = new Map(Object.entries(stored ?? {}));
  const problems: FieldProblem[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) {
      result.delete(name);
      continue;
    }
    const checked = checks.get(name)?.(value, `helpcenter.${name}`, context) ?? { value };
    if ('problems' in checked) problems.push(...checked.problems);
    else result.set(name, checked.value);
  }
  if (problems.length > 0) throw invalid(problems);
  const helpcenter = Object.fromEntries(result);
  if (jsonBytes(helpcenter) > MAX_BYTES) {
    throw invalid({ field: 'helpcenter', message: `takes at most ${MAX_BYTES} bytes of JSON` });
  }
  return helpcenter;
};

/** The names by which a help center is found. */
export const readSiteNames = (
  helpcenter: JsonObject | null,
): { slug: string | null; customDomain: string | null } => {
  const { slug, customDomain: domain } = helpcenter ?? {};
  return {
    slug: typeof slug === 'string' ? slug : null,
    customDomain: typeof domain === 'string' ? domain : null,
  };
};
