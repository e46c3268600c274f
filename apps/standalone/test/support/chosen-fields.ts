/** Cuts an answer to chosen fields, written once more for tests: the documents of a list, or the one document. */
export const cutTo = (body: unknown, fields: readonly string[]): unknown => {
  const shown = new Set([...fields, 'id']);
  const cut = (document: object): object =>
    Object.fromEntries(Object.entries(document).filter(([name]) => shown.has(name)));
  const cutLists = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((one) => cut(one as object)) : value;
  if (Array.isArray(body)) return cutLists(body);
  const whole = body as object;
  if ('id' in whole) return cut(whole);
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, cutLists(value)]));
};

/** All of the names in a random order, some at a time: each is asked for once, beside others. */
export const inRandomParts = (
  names: readonly string[],
  size: number,
  random: () => number = Math.random,
): string[][] => {
  const rest = [...names];
  const parts: string[][] = [];
  while (rest.length > 0) {
    const part: string[] = [];
    while (part.length < size && rest.length > 0)
      part.push(...rest.splice(Math.floor(random() * rest.length), 1));
    parts.push(part);
  }
  return parts;
};

/** Values of `fields` that name no field, or none that there is. */
export const wrongChoices: Readonly<Record<string, string>> = {
  nothing: '',
  commas: ',,',
  blanks: '%20,%20',
  'an unknown one': 'id,nonesuch',
  'one inside of a field': 'session.name',
  'a prototype': '__proto__',
  'a method of objects': 'constructor,toString',
  '10,000 characters': 'x'.repeat(10_000),
  '10,000 characters of names': `${'id,'.repeat(3_300)}nonesuch`,
  'another case': 'ID',
};
