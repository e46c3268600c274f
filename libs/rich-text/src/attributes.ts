import { isSafeImageSource, isSafeLink } from './urls';

/** Says whether an attribute's value is kept; unlisted or refused attributes are left out. */
type Rule = (value: unknown) => boolean;

/** The attributes of a node or mark; `required` ones decide whether it may stay at all. */
interface AttributeRules {
  allowed: Record<string, Rule>;
  required?: string[];
}

const nullOr =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value);
const matching =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const integer =
  (min: number, max: number): Rule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
const anyText: Rule = (value) => typeof value === 'string';
const oneOf =
  (...values: unknown[]): Rule =>
  (value) =>
    values.includes(value);
const size: Rule = nullOr(
  (value) => integer(0, 100_000)(value) || matching(/^\d{1,6}(\.\d{1,3})?(px|%)?$/)(value),
);

const alignment = { textAlign: oneOf(null, 'left', 'center', 'right', 'justify') };
const cell: AttributeRules = {
  allowed: {
    colspan: integer(1, 1000),
    rowspan: integer(1, 1000),
    colwidth: nullOr(
      (value) => Array.isArray(value) && value.length <= 1000 && value.every(integer(0, 100_000)),
    ),
  },
};

/** Attributes by node name; a node without a row has none. */
export const nodeAttributes: ReadonlyMap<string, AttributeRules> = new Map(
  Object.entries<AttributeRules>({
    paragraph: { allowed: alignment },
    heading: { allowed: { level: integer(1, 6), ...alignment } },
    orderedList: {
      allowed: { start: integer(0, 999_999_999), type: oneOf(null, '1', 'a', 'A', 'i', 'I') },
    },
    codeBlock: { allowed: { language: nullOr(matching(/^[\w+#.-]{1,50}$/)) } },
    image: {
      allowed: {
        src: isSafeImageSource,
        alt: nullOr(anyText),
        title: nullOr(anyText),
        width: size,
        height: size,
      },
      required: ['src'],
    },
    mention: {
      allowed: {
        id: (value: unknown) => anyText(value) || Number.isFinite(value),
        label: nullOr(anyText),
        mentionSuggestionChar: matching(/^.{1,3}$/u),
      },
      required: ['id'],
    },
    callout: { allowed: { kind: oneOf('info', 'tip', 'warning') } },
    taskItem: { allowed: { checked: oneOf(true, false) } },
    tableCell: cell,
    tableHeader: cell,
  }),
);

/** Attributes by mark name. */
export const markAttributes: ReadonlyMap<string, AttributeRules> = new Map(
  Object.entries<AttributeRules>({
    link: {
      allowed: {
        href: isSafeLink,
        target: oneOf(null, '_blank', '_self'),
        rel: nullOr(matching(/^[a-z ]{0,100}$/)),
        class: nullOr(matching(/^[\w -]{0,200}$/)),
        title: nullOr(anyText),
      },
      required: ['href'],
    },
  }),
);

/** Whether every attribute that a node or mark cannot do without is there. */
export const hasRequired = (
  rules: AttributeRules | undefined,
  attrs: Record<string, unknown> | undefined,
): boolean => (rules?.required ?? []).every((name) => attrs?.[name] !== undefined);

/** The allowed attributes: the same object when all are, undefined when none is left. */
export const keepAllowed = (
  rules: AttributeRules | undefined,
  attrs: Record<string, unknown>,
): Record<string, unknown> | undefined => {
  const accepts = (name: string): boolean =>
    rules !== undefined && Object.hasOwn(rules.allowed, name) && rules.allowed[name]?.(attrs[name]) === true;
  const names = Object.keys(attrs);
  if (names.length > 0 && names.every(accepts)) return attrs;
  const kept = names.filter(accepts).map((name) => [name, attrs[name]]);
  return kept.length > 0 ? (Object.fromEntries(kept) as Record<string, unknown>) : undefined;
};
