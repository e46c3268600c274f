import { guessLanguage } from '@parley/answers';
import { nothingFound } from './nothing-found';

it.each([
  ['en', 'Who painted the Mona Lisa?', 'Nothing was found.'],
  ['de', 'Wer hat die Mona Lisa gemalt?', 'Dazu wurde nichts gefunden.'],
  ['fr', 'Qui est-ce qui peint la Joconde pour vous ?', 'Rien n’a été trouvé.'],
  ['es', '¿Quién pintó la Gioconda y por qué?', 'No se ha encontrado nada.'],
  ['it', 'Chi dipinse la Gioconda per il re di Francia?', 'Non è stato trovato nulla.'],
  ['pt', 'Quem pintou a Gioconda e por que não está em Lisboa?', 'Nada foi encontrado.'],
  ['nl', 'Wie heeft de Mona Lisa geschilderd?', 'Er is niets gevonden.'],
])('nothing was found is said in the language of the question: %s', (language, question, sentence) => {
  expect(guessLanguage(question)).toBe(language);
  expect(nothingFound(question, language)).toBe(sentence);
});

it('in English where we do not have the language', () => {
  expect(nothingFound('誰がモナリザを描いたのですか', 'ja')).toBe('Nothing was found.');
});

it('takes another sentence when the question has a word of the first', () => {
  expect(nothingFound('Was wurde dazu gesagt?', 'de')).toBe('Leider kein Ergebnis.');
});

it('takes a sentence in English when the question has a word of each in its language, and a dash when of all', () => {
  const all = 'Dazu kein Antwort';
  expect(nothingFound(all, 'de')).toBe('Nothing was found.');
  expect(nothingFound(`${all} nothing there sorry`, 'de')).toBe('—');
});
