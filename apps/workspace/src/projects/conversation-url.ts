import { invalid } from '@parley/errors';

/** Stands for the id of a conversation in the address of its page. */
const PLACEHOLDER = '{conversationId}';
const EXAMPLE_ID = '0123456789abcdef01234567';

const isPage = (text: string): boolean => {
  const example = text.replaceAll(PLACEHOLDER, EXAMPLE_ID);
  if (!/^https?:\/\//i.test(example) || /[\s\\{}<>"\p{Cc}]/u.test(example) || !URL.canParse(example))
    return false;
  const { host, username, password } = new URL(example);
  return username === '' && password === '' && !host.includes(EXAMPLE_ID);
};

/** Reads the address of the page on which contacts see a conversation. 400 naming `conversationUrl`. */
export const readConversationUrl = (text: string): string => {
  if (isPage(text)) return text;
  const message =
    `must be an http or https address without a password, in whose path, query or fragment ${PLACEHOLDER} may stand ` +
    'for the id';
  throw invalid({ field: 'conversationUrl', message });
};
