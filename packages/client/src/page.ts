/** A list: awaited, it is the answer to one request; iterated, it is every item, read page by page as it is needed. */
export interface Page<Answer, Item> extends Promise<Answer>, AsyncIterable<Item> {}

/** Where a list is read from, and how much at once. */
interface Window {
  skip?: number;
  limit?: number;
}

/** Items of a request while a list is iterated, unless the query has a `limit`. */
const STEP = 100;

/** Makes a list. No request is made before it is awaited or iterated. */
export const createPage = <Answer, Item>(
  query: Window,
  ask: (query: Window) => Promise<Answer>,
): Page<Answer, Item> => {
  let answer: Promise<Answer> | undefined;
  const once = (): Promise<Answer> => (answer ??= ask(query));
  return {
    [Symbol.toStringTag]: 'Page',
    then: (resolve, reject) => once().then(resolve, reject),
    catch: (reject) => once().catch(reject),
    finally: (done) => once().finally(done),
    async *[Symbol.asyncIterator]() {
      const limit = query.limit ?? STEP;
      for (let skip = query.skip ?? 0; ;) {
        const items = readItems<Item>(await ask({ ...query, skip, limit }));
        yield* items;
        // A limit above the largest that the server takes gives fewer than asked for, but no empty page before the end.
        if (items.length === 0) return;
        skip += items.length;
      }
    },
  };
};

/** The items of an answer: the list itself, or the list in it. */
const readItems = <Item>(answer: unknown): Item[] => {
  const list = Array.isArray(answer) ? answer : Object.values(answer ?? {}).find(Array.isArray);
  return (list ?? []) as Item[];
};
