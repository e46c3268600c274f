import { acceptedLanguages, languageKey } from '@parley/localised';

/** Texts of a transcript's mail in one language. */
export interface TranscriptTexts {
  language: string;
  transcript: string;
  /** A person of the team without a name. */
  team: string;
  /** A contact without a name. */
  visitor: string;
  shortened: string;
}

const texts: Readonly<Record<string, Omit<TranscriptTexts, 'language'>>> = {
  ar: {
    transcript: 'نص المحادثة',
    team: 'الفريق',
    visitor: 'الزائر',
    shortened: 'تتضمن هذه الرسالة أحدث الرسائل فقط، وعددها {count}.',
  },
  de: {
    transcript: 'Gesprächsverlauf',
    team: 'Team',
    visitor: 'Besucher',
    shortened: 'Enthalten sind nur die neuesten {count} Nachrichten.',
  },
  en: {
    transcript: 'Conversation transcript',
    team: 'Team',
    visitor: 'Visitor',
    shortened: 'Only the newest {count} messages are included.',
  },
  es: {
    transcript: 'Transcripción de la conversación',
    team: 'Equipo',
    visitor: 'Visitante',
    shortened: 'Solo se incluyen los {count} mensajes más recientes.',
  },
  fr: {
    transcript: 'Transcription de la conversation',
    team: 'Équipe',
    visitor: 'Visiteur',
    shortened: 'Seuls les {count} messages les plus récents sont inclus.',
  },
  it: {
    transcript: 'Trascrizione della conversazione',
    team: 'Team',
    visitor: 'Visitatore',
    shortened: 'Sono inclusi solo i {count} messaggi più recenti.',
  },
  ja: {
    transcript: '会話の記録',
    team: 'チーム',
    visitor: 'お客様',
    shortened: '最新の{count}件のメッセージのみを記載しています。',
  },
  nl: {
    transcript: 'Verslag van het gesprek',
    team: 'Team',
    visitor: 'Bezoeker',
    shortened: 'Alleen de nieuwste {count} berichten zijn opgenomen.',
  },
  pl: {
    transcript: 'Zapis rozmowy',
    team: 'Zespół',
    visitor: 'Użytkownik',
    shortened: 'Zawarto tylko najnowsze wiadomości ({count}).',
  },
  pt: {
    transcript: 'Transcrição da conversa',
    team: 'Equipa',
    visitor: 'Visitante',
    shortened: 'Só estão incluídas as {count} mensagens mais recentes.',
  },
  tr: {
    transcript: 'Görüşme dökümü',
    team: 'Ekip',
    visitor: 'Ziyaretçi',
    shortened: 'Yalnızca en yeni {count} mesaj yer alıyor.',
  },
  zh: {
    transcript: '对话记录',
    team: '团队',
    visitor: '访客',
    shortened: '仅包含最新的 {count} 条消息。',
  },
  'zh-hant': {
    transcript: '對話紀錄',
    team: '團隊',
    visitor: '訪客',
    shortened: '僅包含最新的 {count} 則訊息。',
  },
};

/** The languages that transcripts are written in. */
export const transcriptLanguages: readonly string[] = Object.keys(texts);

const FALLBACK = 'en';

/** Texts in the first of the languages that they exist in, else in English. */
export const chooseTexts = (...wanted: readonly (string | null | undefined)[]): TranscriptTexts => {
  const accepted = wanted.flatMap((code) => (code ? [languageKey(code), ...acceptedLanguages(code)] : []));
  const language = accepted.find((code) => texts[code]) ?? FALLBACK;
  return { language, ...(texts[language] as Omit<TranscriptTexts, 'language'>) };
};
