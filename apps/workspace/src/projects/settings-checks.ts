import { type FieldProblem, invalid } from '@parley/errors';
import { isObject, jsonBytes } from '@parley/json';

/** Free JSON settings by name. */
export type Settings = Record<string, unknown>;

/** The context for checking the settings of a project. */
export interface SettingsCheckContext {
  /** Language that a bare text is of. */
  defaultLanguage: string;
  /** Host of the platform itself, which no project may take as its own domain. */
  platformHost: string;
}

/** A setting as it is stored, or why it is refused. */
type Checked = { value: unknown } | { problems: FieldProblem[] };

/** Checks the value of a setting; `field` is its name in errors. */
export type Check = (value: unknown, field: string, context: SettingsCheckContext) => Checked;

const MAX_BYTES = 65_536;
const MAX_URL = 2_048;
const LANGUAGE = /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/;
const COLOR = /^#[0-9a-f]{6}$/i;

/**
 * Settings after a change, merged by name; null removes one. 400 naming every value that its key does not take, and beyond 64 KB.
 * @param checks Of the settings that the platform acts on.
 * @param isOpen Whether other settings are stored as they are sent; else they are refused.
 */
export const mergeSettings = (
  { name, checks, isOpen }: { name: string; checks: ReadonlyMap<string, Check>; isOpen: boolean },
  stored: Settings | null,
  sent: Settings,
  context: SettingsCheckContext,
): Settings => {
  const result = new Map(Object.entries(stored ?? {}));
  const problems: FieldProblem[] = [];
  for (const [key, value] of Object.entries(sent)) {
    const check = checks.get(key);
    const field = `${name}.${key}`;
    if (!check && !isOpen) problems.push({ field, message: 'is no such setting' });
    else if (value === null) result.delete(key);
    else {
      const checked = check?.(value, field, context) ?? { value };
      if ('problems' in checked) problems.push(...checked.problems);
      else result.set(key, checked.value);
    }
  }
  if (problems.length > 0) throw invalid(problems);
  const settings = Object.fromEntries(result);
  if (jsonBytes(settings) > MAX_BYTES)
    throw invalid({ field: name, message: `takes at most ${MAX_BYTES} bytes of JSON` });
  return settings;
};

/** Takes values that pass a test. @param expected How the error names them. */
export const rule =
  (test: (value: unknown) => boolean, expected: string): Check =>
  (value, field) =>
    test(value) ? { value } : { problems: [{ field, message: `must be ${expected}` }] };

/** Whether a value is a text of 1 to so many characters without control characters. */
export const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && [...value].length <= max && !/\p{Cc}/u.test(value);

/** Whether a value is an http or https address. */
export const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MAX_URL &&
  /^https?:\/\//i.test(value) &&
  !/[\s\\\p{Cc}]/u.test(value) &&
  URL.canParse(value);

/** True or false. */
export const flag = rule((value) => typeof value === 'boolean', 'true or false');
/** A colour. */
export const color = rule(
  (value) => typeof value === 'string' && COLOR.test(value),
  'a colour such as #1a73e8',
);
/** One of some texts. */
export const oneOf = (...values: readonly string[]): Check =>
  rule((value) => values.includes(value as string), `one of ${values.join(', ')}`);
/** An http or https address. */
export const webAddress = rule(isWebAddress, `an http or https address of at most ${MAX_URL} characters`);

/** A text, or texts by language, of at most so many characters. */
export const localised =
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
