import { acceptedOf, type ReadingOrder } from './languages';

const texts: Readonly<Record<string, string>> = {
  en: 'The help center has no answer to this question.',
  de: 'Das Hilfe-Center hat auf diese Frage keine Antwort.',
};

/** What is said when no article answers a question: in the wanted language, the default one, or English. */
export const noAnswer = ({ wanted, fallback }: ReadingOrder): string => {
  const codes = Object.keys(texts);
  const code = acceptedOf(codes, wanted) ?? acceptedOf(codes, fallback) ?? 'en';
  return texts[code] as string;
};
