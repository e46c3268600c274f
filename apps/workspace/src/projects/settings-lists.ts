import { type FieldProblem, invalid } from '@parley/errors';

const MAX_ITEMS = 100;

/** The rule for the texts of a settings list. */
interface ListRule {
  test: RegExp;
  /** Completes "must be …". */
  expected: string;
}

const name64: ListRule = { test: /^(?=.*\S)[^\p{Cc}]{1,64}$/u, expected: 'a text of 1 to 64 characters' };

const rules = {
  languages: {
    test: /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/,
    expected: 'a language code such as en or pt-BR',
  },
  allowedDomains: {
    test: /^[^\s\p{Cc}]{1,253}$/u,
    expected: 'a domain of 1 to 253 characters without blanks',
  },
  ticketStatuses: name64,
  ticketTypes: name64,
} satisfies Record<string, ListRule>;

/** Fields of a project that are lists of texts. */
export type SettingsList = keyof typeof rules;
export const settingsLists = Object.keys(rules) as SettingsList[];

/** Reads a list that a caller sent: at most 100 texts, each by the field's rule. 400 naming every wrong one. */
export const readSettingsList = (field: SettingsList, sent: readonly unknown[]): string[] => {
  if (sent.length > MAX_ITEMS) throw invalid({ field, message: `takes at most ${MAX_ITEMS} entries` });
  const { test, expected } = rules[field];
  const problems = sent.flatMap((item, index): FieldProblem[] =>
    typeof item === 'string' && test.test(item)
      ? []
      : [{ field: `${field}.${index}`, message: `must be ${expected}` }],
  );
  if (problems.length > 0) throw invalid(problems);
  return sent as string[];
};
