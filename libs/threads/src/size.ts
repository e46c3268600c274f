/** About how many characters a text, or something else as JSON, has. */
export const estimateSize = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value) ?? '').length;
