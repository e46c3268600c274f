import type { Operation, Reference } from './document';

/** Most operations that a search shows. */
const MAX_FOUND = 50;

const simplified = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');

/** The operations in which every word of a query is; those with the words in their names come first. */
export const findOperations = ({ groups }: Reference, query: string): Operation[] => {
  const words = simplified(query)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const scored = groups
    .flatMap(({ operations }) => operations)
    .map((operation) => {
      const { id, method, path, summary, description, parameters } = operation;
      const name = simplified(`${id} ${method} ${path} ${summary}`);
      const rest = simplified(`${description} ${parameters.map((parameter) => parameter.name).join(' ')}`);
      const inName = words.filter((word) => name.includes(word)).length;
      return {
        operation,
        inName,
        isFound: words.every((word) => name.includes(word) || rest.includes(word)),
      };
    });
  return scored
    .filter(({ isFound }) => isFound)
    .sort((one, other) => other.inName - one.inName)
    .slice(0, MAX_FOUND)
    .map(({ operation }) => operation);
};
