/** How a mention reads, e.g. `@Ada`. */
export const mentionText = (attrs: Record<string, unknown> = {}): string =>
  `${String(attrs['mentionSuggestionChar'] ?? '@')}${String(attrs['label'] ?? attrs['id'] ?? '')}`;
