import type { FieldProblem } from '@parley/errors';

/** Most tags of a contact or company. */
export const MAX_TAGS = 50;
export const MAX_TAG_CHARACTERS = 64;

/** Reads a list of tags, each once; errors are added to `problems`. */
export const readTags = (list: readonly unknown[], problems: FieldProblem[]): string[] => {
  if (list.length > MAX_TAGS) {
    problems.push({ field: 'tags', message: `must have at most ${MAX_TAGS} elements` });
    return [];
  }
  const tags = new Set<string>();
  list.forEach((tag, index) => {
    if (typeof tag === 'string' && tag.length > 0 && tag.length <= MAX_TAG_CHARACTERS) tags.add(tag);
    else
      problems.push({
        field: `tags.${index}`,
        message: `must be a text of 1 to ${MAX_TAG_CHARACTERS} characters`,
      });
  });
  return [...tags];
};
