/** Other words for values, which some clients have. */
const synonyms: Readonly<Record<string, string>> = { company: 'companies', contact: 'contacts' };

/** The value of a closed vocabulary that a text means, read without regard to case; the text itself when it means none. */
export const closedValue = (values: readonly string[], text: string): string => {
  if (values.includes(text)) return text;
  const lower = text.toLowerCase();
  const other = Object.hasOwn(synonyms, lower) ? synonyms[lower] : undefined;
  return (
    values.find((value) => value.toLowerCase() === lower) ?? values.find((value) => value === other) ?? text
  );
};
