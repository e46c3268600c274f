import { type FieldProblem, invalid } from '@parley/errors';
import { cut, MAX_CONTENT, MAX_DESCRIPTION, type MemoryEntryText, nameKey } from './memory-entry';

/** An entry to remember, from a request. */
export interface MemoryInput {
  name: string;
  content: string;
  description?: string | undefined;
}

const EMPTY = 'must not be empty';

/**
 * Reads an entry; longer texts are cut, and a blank description counts as none.
 *
 * @throws DomainError `invalid` for a name or content that is blank; the name is called `nameField`.
 */
export const readMemoryInput = (
  { name, content, description = '' }: MemoryInput,
  nameField: string,
): MemoryEntryText => {
  const problems: FieldProblem[] = [];
  const key = nameKey(name);
  if (key === '') problems.push({ field: nameField, message: EMPTY });
  if (content.trim() === '') problems.push({ field: 'content', message: EMPTY });
  if (problems.length > 0) throw invalid(problems);
  return {
    name: key,
    content: cut(content, MAX_CONTENT),
    description: description.trim() === '' ? null : cut(description, MAX_DESCRIPTION),
  };
};
