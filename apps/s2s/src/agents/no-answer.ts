const texts: Readonly<Record<string, string>> = {
  en: 'I could not find an answer to this in what I know. I hand over to a member of our team, who will answer you here.',
  de: 'Dazu habe ich in meinen Unterlagen nichts gefunden. Ich gebe an jemanden aus unserem Team weiter, der dir hier antwortet.',
  fr: 'Je n’ai pas trouvé de réponse dans ce que je connais. Je passe la main à un membre de notre équipe, qui vous répondra ici.',
  es: 'No he encontrado una respuesta en lo que conozco. Paso la conversación a una persona de nuestro equipo, que responderá aquí.',
  it: 'Non ho trovato una risposta in ciò che conosco. Passo la conversazione a una persona del nostro team, che risponderà qui.',
  pt: 'Não encontrei uma resposta no que conheço. Passo a conversa a uma pessoa da nossa equipa, que responderá aqui.',
  nl: 'Ik heb hierop geen antwoord gevonden in wat ik weet. Ik geef het door aan iemand van ons team, die hier antwoordt.',
};

/** The text of an AI agent without an answer, in the language of the contact where we have it, else in English. */
export const noAnswer = (language: string | undefined): string =>
  texts[language ?? 'en'] ?? texts['en'] ?? '';
