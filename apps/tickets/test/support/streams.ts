/** Everything that a stream answers, in one list. */
export const collect = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const parts: T[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
};

/** The whole of a file that comes in parts. */
export const collectFile = async (stream: AsyncIterable<{ chunk: Uint8Array }>): Promise<string> =>
  Buffer.concat((await collect(stream)).map(({ chunk }) => chunk)).toString('utf8');

/** The rows of a CSV file as lists of cells, each line without quotes and line breaks inside. */
export const simpleRows = (file: string): string[][] =>
  file
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));
