/** The answers for questions about code without an answer. */
interface NoAnswer {
  /** No archive of the project was read yet. */
  notReady: string;
  /** No document fits the question. */
  nothing: string;
}

const english: NoAnswer = {
  notReady: 'No code repository is ready to be asked.',
  nothing: 'Nothing about this was found in the connected code.',
};

/** By language: those in which answers say that nothing was found. */
const sentences: Readonly<Record<string, NoAnswer>> = {
  en: english,
  de: {
    notReady: 'Noch kann kein Code-Repository befragt werden.',
    nothing: 'Im verbundenen Code wurde dazu nichts gefunden.',
  },
  fr: {
    notReady: 'Aucun dépôt de code n’est encore prêt à être interrogé.',
    nothing: 'Rien à ce sujet n’a été trouvé dans le code connecté.',
  },
  es: {
    notReady: 'Todavía no hay ningún repositorio de código listo para consultar.',
    nothing: 'No se ha encontrado nada sobre esto en el código conectado.',
  },
  it: {
    notReady: 'Nessun repository di codice è ancora pronto per essere interrogato.',
    nothing: 'Nel codice collegato non è stato trovato nulla al riguardo.',
  },
  pt: {
    notReady: 'Ainda não há nenhum repositório de código pronto para consulta.',
    nothing: 'Nada sobre isto foi encontrado no código conectado.',
  },
  nl: {
    notReady: 'Er kan nog geen coderepository worden bevraagd.',
    nothing: 'Hierover is niets gevonden in de verbonden code.',
  },
};

/** Why there is no answer, in the language of the question where we have it, else in English. */
export const noAnswerIn = (language: string): NoAnswer => sentences[language] ?? english;
