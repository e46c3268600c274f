/** The content of our reply address: the ticket, and the proof of having got such a mail. */
export interface ReplyAddress {
  ticketId: string;
  token: string;
}

const LOCAL_PART = /^reply\+([0-9a-f]{24})\.([0-9a-f]{24})$/i;
const TOKENS = /(reply\+[0-9a-f]{24})\.[0-9a-f]{24}(?=@)/gi;

/**
 * Reads `reply+<ticket>.<token>@…`; undefined for another address. The domain proves nothing, so that mail may be taken
 * at any; some servers fold the case.
 */
export const readReplyAddress = (address: string): ReplyAddress | undefined => {
  const [, ticketId, token] = LOCAL_PART.exec(address.slice(0, address.lastIndexOf('@'))) ?? [];
  return ticketId === undefined || token === undefined
    ? undefined
    : { ticketId: ticketId.toLowerCase(), token: token.toLowerCase() };
};

/** A text without the tokens of such addresses, so that no reader of a message can write as its contact. */
export const withoutTokens = (text: string): string => text.replaceAll(TOKENS, '$1');
