import type { Message, TranslateMessageResponse } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { current, hasModel, language, say, tellFailure } from '../core';
import { describeLanguage } from '../ui';

/** The translation of a message, and whether it shows in place of the original. */
export interface Translating {
  shown: TranslateMessageResponse | undefined;
  isAsking: boolean;
  /** Undefined when there is nothing to translate, or no model. */
  translate: (() => void) | undefined;
  showOriginal: () => void;
}

/** Asks for a translation into the language of the page, once for each language. */
export const useTranslation = ({ id, plainContent = '', updatedAt }: Message): Translating => {
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [found, setFound] = useState<{ key: string; answer: TranslateMessageResponse }>();
  const key = `${language.value} ${updatedAt ?? ''}`;
  const answer = found?.key === key ? found.answer : undefined;
  const translate = (): void => {
    if (answer) return setShown(true);
    setAsking(true);
    current()
      .parley.messages.translate(id, { language: language.value })
      .then((next) => {
        setFound({ key, answer: next });
        setShown(true);
      }, tellFailure)
      .finally(() => setAsking(false));
  };
  const shown = isShown ? answer : undefined;
  return {
    shown,
    isAsking,
    translate: hasModel.value && plainContent.trim() !== '' && !shown ? translate : undefined,
    showOriginal: () => setShown(false),
  };
};

/** A translation, marked as one. */
export const Translation = ({
  answer: { text, language: into, sourceLanguage, truncated },
  showOriginal,
}: {
  answer: TranslateMessageResponse;
  showOriginal: () => void;
}): VNode => (
  <div class="body translation">
    <p class="plain" dir="auto" lang={into}>
      {text}
    </p>
    <p class="translated">
      {sourceLanguage === undefined
        ? say('translate.done')
        : say('translate.done-from', { name: describeLanguage(sourceLanguage) })}
      {truncated && ` ${say('translate.cut')}`}{' '}
      <button type="button" class="link" onClick={showOriginal}>
        {say('translate.original')}
      </button>
    </p>
  </div>
);
