/** A query that names the fields that it wants. */
export type Choosing<Query, Field> = Omit<Query, 'fields'> & { fields: readonly Field[] };

/** An answer with documents of the named fields alone, and their id. */
export type Chosen<Answer, Field> = Answer extends readonly (infer Item)[]
  ? Chosen<Item, Field>[]
  : Answer extends { id: string }
    ? Pick<Answer, Extract<keyof Answer, Field | 'id'>>
    : Answer extends object
      ? { [Member in keyof Answer]: Chosen<Answer[Member], Field> }
      : Answer;
