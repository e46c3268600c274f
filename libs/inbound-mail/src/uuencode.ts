/** A file that stood in a text. */
export interface TextFile {
  name: string;
  content: Uint8Array;
}

const BEGIN = /^begin [0-7]{3,4} (\S.{0,254})$/;
/** Most files that are taken out of one text. */
const MAX_FILES = 100;

/** The bytes of a line; undefined when it is no line of such a file. */
const decodeLine = (line: string): Buffer | undefined => {
  const length = ((line.charCodeAt(0) || 0x20) - 0x20) & 0x3f;
  const expected = Math.ceil(length / 3) * 4;
  // Blanks at its end may be lost; some programs add a checksum.
  if (line.length < expected - 1 || line.length > expected + 4 || /[^ -`]/.test(line)) return undefined;
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3);
  for (let at = 0, to = 0; at < expected; at += 4, to += 3) {
    const [a, b, c, d] = [1, 2, 3, 4].map(
      (index) => ((line.charCodeAt(at + index) || 0x20) - 0x20) & 0x3f,
    ) as [number, number, number, number];
    bytes[to] = (a << 2) | (b >> 4);
    bytes[to + 1] = ((b & 15) << 4) | (c >> 2);
    bytes[to + 2] = ((c & 3) << 6) | d;
  }
  return bytes.subarray(0, length);
};

/** The file that begins at a line, and the line after its end; undefined when what follows is none. */
const readFile = (lines: readonly string[], start: number): { content: Buffer; next: number } | undefined => {
  const chunks: Buffer[] = [];
  for (let index = start + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (/^end\s*$/.test(line))
      return chunks.length > 0 ? { content: Buffer.concat(chunks), next: index + 1 } : undefined;
    const bytes = decodeLine(line.replace(/\r$/, ''));
    if (!bytes) return undefined;
    chunks.push(bytes);
  }
  return undefined;
};

/** Takes the files out of a text that old programs wrote into it. A text without a whole one stays as it is. */
export const takeUuencoded = (text: string): { text: string; files: TextFile[] } => {
  if (!/^begin [0-7]{3,4} /m.test(text)) return { text, files: [] };
  const lines = text.split('\n');
  const kept: string[] = [];
  const files: TextFile[] = [];
  for (let index = 0; index < lines.length;) {
    const line = (lines[index] ?? '').replace(/\r$/, '');
    const name = files.length < MAX_FILES ? BEGIN.exec(line)?.[1] : undefined;
    const file = name === undefined ? undefined : readFile(lines, index);
    if (name !== undefined && file) files.push({ name, content: file.content });
    else kept.push(lines[index] ?? '');
    index = file?.next ?? index + 1;
  }
  return { text: kept.join('\n'), files };
};
