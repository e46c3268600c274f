/** A line of `format=flowed`, without its marks of a quote and its stuffed blank. */
const readLine = (line: string): { depth: number; text: string } => {
  let depth = 0;
  while (line.charCodeAt(depth) === 0x3e) depth += 1;
  const rest = line.slice(depth);
  return { depth, text: rest.startsWith(' ') ? rest.slice(1) : rest };
};

/**
 * Joins the lines of `format=flowed` (RFC 3676): a line that ends with a blank goes on in the next one of the same quote depth. The
 * mark of a signature is a line of its own.
 */
export const unflow = (text: string, deletesSpace: boolean): string => {
  const paragraphs: string[] = [];
  let open: string[] = [];
  let openDepth = 0;
  const close = (): void => {
    if (open.length === 0) return;
    const marks = openDepth > 0 ? `${'>'.repeat(openDepth)} ` : '';
    paragraphs.push(`${marks}${open.join('')}`);
    open = [];
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    const { depth, text: content } = readLine(line);
    const isSignature = content === '-- ';
    if (depth !== openDepth || isSignature) close();
    openDepth = depth;
    const isFlowed = content.endsWith(' ') && !isSignature;
    open.push(isFlowed && deletesSpace ? content.slice(0, -1) : content);
    if (!isFlowed) close();
  }
  close();
  return paragraphs.join('\n');
};
