/** An answer of the SMTP server that refuses a command. */
export class SmtpReply extends Error {
  override readonly name = 'SmtpReply';

  constructor(
    readonly responseCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** 421: the connection ends, and the sender may come back later. */
export const tooMuch = (what: string): SmtpReply => new SmtpReply(421, `${what}. Try again later.`);

/** 550: there is no such recipient here. */
export const noMailbox = (): SmtpReply => new SmtpReply(550, 'There is no such mailbox here');

/** 451: the sender keeps the mail and tries again. */
export const notNow = (): SmtpReply =>
  new SmtpReply(451, 'The mail cannot be taken at present. Try again later.');
