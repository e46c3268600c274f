/** The value of a closed vocabulary that a text means, read without regard to case; the text itself when it means none. */
export const closedValue = (values: readonly string[], text: string): string => {
  if (values.includes(text)) return text;
  const lower = text.toLowerCase();
  return values.find((value) => value.toLowerCase() === lower) ?? text;
};
