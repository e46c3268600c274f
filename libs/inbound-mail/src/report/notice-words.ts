/** Words by which servers say that a mail did not arrive. */
export const FAILURE = new RegExp(
  [
    String.raw`undeliver|not (?:be |been |yet been )?(?:deliver|reach|sent|accept)|fail(?:ed|ure)|unable to|could ?n(?:o|')t|can ?n(?:o|')t`,
    String.raw`(?:user|recipient|mailbox|address|host|domain|account|name)\b.{0,30}\b(?:unknown|not (?:found|known|recogni[sz]ed|exist)|invalid|disabled|unavailable|full|reject|suspended)`,
    String.raw`unknown (?:user|recipient|address|host|mailbox)|invalid (?:user|recipient|address|mailbox)|no such|does ?n(?:o|')t exist|over quota|quota exceeded`,
    String.raw`reject|refus|denied|returned (?:mail|to sender)|bounce|permanent (?:fatal )?error|fatal error|mail(?:er)? error|delivery (?:error|problem|delay)|delay(?:ed)?|timed? ?out|given up|expired|delivery status notification`,
    String.raw`unzustellbar|nicht zugestellt|konnte nicht|non remis|n'a pas (?:pu|été)|no se (?:ha )?pudo entregar|не (?:доставлен|может быть|удалось)|недоставлен`,
    String.raw`送信(?:でき|に失敗)|配信(?:でき|に失敗|不能)|届けられ|エラー|宛先不明|退信|无法(?:投递|送达)|投递失败`,
  ].join('|'),
  'i',
);

/** Subjects of notices. An answer or a mail that is handed on has its own prefix before them. */
export const FAILED_SUBJECT =
  /^(?:\[[^\]]{1,40}\])?[^\p{L}]{0,9}(?:(?:mail|message|email)[ -])?(?:undeliver|non[- ]?deliver|delivery (?:status|failure|failed|problem|report|error|notification|delay|warning|has|incomplete|unsuccessful|to )|email delivery|deliverability|failure|failed|returned (?:mail|to sender)|return(?:ed)? (?:message|e-?mail)|mail(?:er)?[ -](?:delivery|system|error|fail)|mail could not|(?:message|mail) (?:you sent|delivery|could|status|delayed|not)|warning: |error |delayed |rejected|could not|unable to|unzustellbar|nicht zustellbar|non remis|échec|недостав|未送达|退信|送信|配信|(?:メール)?エラー|postmaster notify|user unknown|unknown user|invalid|rejected mail|bounce)/iu;

/** The surest of the words, which no vacation program writes. */
export const UNDELIVERED =
  /could not be delivered|(?:was|were|been) not delivered|not been delivered|undeliverable|did not reach|user unknown|unknown user|no such user/i;

const DELAY =
  /\bdelay(?:ed)?\b|not yet been delivered|still (?:being retried|trying)|(?:will|would) (?:be retried|(?:keep|continue) (?:on )?try\w*|try again)|(?:do not|don't|no) need to (?:re-?send|retry)|warning:? (?:could not send|message)|warning message only/i;
const FINAL =
  /given up|permanent|fatal|has failed|failed permanently|could not be delivered(?! (?:for more than|within|yet|for the last))|returned to sender/i;

/** Whether a notice says that the mail is tried again. */
export const isDelay = (subject: string, lines: readonly string[]): boolean =>
  [subject, ...lines].some((line) => DELAY.test(line)) &&
  ![subject, ...lines].some((line) => FINAL.test(line));

const RETURNED_LINE =
  /^[\s>]{0,9}[-=*_ ]{0,80}(?:(?:this is |here is |below (?:this line )?is )?(?:a |the )?(?:copy of|headers? of|text of|first .{0,20} of)|(?:your |the )?(?:original|returned|undelivered|unsent|rejected|bounced) (?:message|mail|e-?mail)|(?:original )?message headers?|below this line|included is|end of (?:transcript|message)|message (?:header )?follows)/i;

/** Whether the mail that a notice returns begins at a line. */
export const isReturnedStart = (line: string, next: string): boolean =>
  (RETURNED_LINE.test(line) && (/[-=*_]{2}/.test(line) || /follow|below|attached|[:.][ \t]*$/i.test(line))) ||
  (/^[>|: \t]{0,9}(?:received|return-path|message-id|mime-version|dkim-signature):/i.test(line) &&
    /^[>|: \t]{0,9}(?:[\w-]{2,40}:|[ \t]+\S)/.test(next));
