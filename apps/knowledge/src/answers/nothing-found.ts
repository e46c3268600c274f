import { splitWords } from '@parley/search';

const english = ['Nothing was found.', 'There is no answer to this.', 'Sorry, no result.'];

/** By language; several each, for a question may have words of one. */
const sentences: Readonly<Record<string, readonly string[]>> = {
  en: english,
  de: ['Dazu wurde nichts gefunden.', 'Leider kein Ergebnis.', 'Hierauf gibt es keine Antwort.'],
  fr: ['Rien n’a été trouvé.', 'Désolé, aucun résultat.', 'Il n’y a pas de réponse.'],
  es: ['No se ha encontrado nada.', 'Lo sentimos, ningún resultado.', 'Falta una respuesta.'],
  it: ['Non è stato trovato nulla.', 'Purtroppo nessun risultato.', 'Manca una risposta.'],
  pt: ['Nada foi encontrado.', 'Infelizmente, nenhum resultado.', 'Falta uma resposta.'],
  nl: ['Er is niets gevonden.', 'Helaas geen resultaat.', 'Hierop bestaat dit antwoord niet.'],
};

const foldedWords = (text: string): string[] => splitWords(text).map(({ folded }) => folded);

/**
 * A plain sentence that says that there is no answer, in none of the question's own words; in the question's language where we
 * have it, else in English.
 */
export const nothingFound = (question: string, language = 'en'): string => {
  const asked = new Set(foldedWords(question));
  const own = sentences[language] ?? english;
  return (
    [...own, ...english].find((sentence) => !foldedWords(sentence).some((word) => asked.has(word))) ?? '—'
  );
};
