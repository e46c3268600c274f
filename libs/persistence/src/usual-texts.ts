/** Most texts of one kind of statement that stay prepared. */
const MOST_PREPARED = 20;

/**
 * Says which statements of a kind with many texts are prepared: the first different texts, which are the usual ones. Planning a
 * statement can take as long as running it, but each prepared one takes memory of every connection.
 */
export const createUsualTexts = (): ((text: string) => boolean) => {
  const texts = new Set<string>();
  return (text) => {
    if (texts.size < MOST_PREPARED) texts.add(text);
    return texts.has(text);
  };
};
