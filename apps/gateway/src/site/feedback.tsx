import type { VisibleArticle } from '@parley/proto/generated/parley/helpcenter/v1/visitor';
import type { VNode } from 'preact';
import { localPath, type View } from './view';

/** Most characters of a comment. */
export const MAX_COMMENT = 2_000;

/** A comment as it is stored: without what no text column takes, and `undefined` when it is blank. */
export const readComment = (sent: unknown): string | undefined => {
  if (typeof sent !== 'string') return undefined;
  const text = sent.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim();
  return Array.from(text).slice(0, MAX_COMMENT).join('') || undefined;
};

/** The question whether an article helped; after the answer, thanks and room for a comment. */
export const Feedback = ({
  view,
  article,
  hasCommented,
}: {
  view: View;
  article: VisibleArticle;
  hasCommented: boolean;
}): VNode => {
  const { texts } = view;
  const action = `${localPath(view, article.url)}/feedback`;
  return (
    <section class="box vote" aria-label={texts['helpcenter.article.helpful']}>
      {article.vote ? (
        <p role="status" id="voted" tabindex={-1}>
          {texts['helpcenter.article.thanks']}
        </p>
      ) : (
        <>
          <p>{texts['helpcenter.article.helpful']}</p>
          <form method="post" action={action}>
            <button name="vote" value="up">
              {texts['helpcenter.article.yes']}
            </button>
            <button name="vote" value="down">
              {texts['helpcenter.article.no']}
            </button>
          </form>
        </>
      )}
      {article.vote && !hasCommented && (
        <form class="comment" method="post" action={action}>
          <input type="hidden" name="vote" value={article.vote} />
          <label for="comment">{texts['helpcenter.article.comment']}</label>
          <textarea id="comment" name="comment" rows={3} maxlength={MAX_COMMENT} required />
          <button>{texts['helpcenter.article.send']}</button>
        </form>
      )}
    </section>
  );
};
