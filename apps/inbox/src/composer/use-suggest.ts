import { useId, useState } from 'preact/hooks';
import { say } from '../core';
import { searchPeople } from './mentions';
import { readTemplates, searchTemplates, type Template } from './templates';

/** Something that can be put in place of the typed word. */
export interface Option {
  id: string;
  label: string;
  hint?: string;
  /** The template; without one, `label` is the name of a person. */
  template?: Template;
}

/** The open list. */
export interface Suggestions {
  id: string;
  label: string;
  options: readonly Option[];
  active: number;
  setActive: (index: number) => void;
  pick: (option: Option) => void;
}

/** The list, and how a field drives it. */
export interface Suggest {
  list: Suggestions | undefined;
  /** Reads the text before the caret. */
  look: (before: string) => void;
  /** @returns Whether the key was for the list. */
  onKey: (event: KeyboardEvent) => boolean;
  close: () => void;
}

/** A sign at the start of a word, and what follows it up to the caret. */
const WORD = /(?:^|[\s(])([/#@])([^\s/#@]{0,40})$/u;
/** Characters before the caret that are read. */
const READ = 64;
const MOST = 20;

interface Typed {
  sign: string;
  word: string;
}

const search = ({ sign, word }: Typed): Option[] =>
  sign === '@'
    ? searchPeople(word)
        .slice(0, MOST)
        .map(({ id, name }) => ({ id, label: name }))
    : searchTemplates(word)
        .slice(0, MOST)
        .map((template) => ({ id: template.id, label: template.title, hint: template.snippet, template }));

/**
 * The list of templates or people that opens while a word is typed that begins with `/`, `#` or, in notes, `@`.
 * @param put Puts the option in place of the word: so many characters before the caret.
 */
export const useSuggest = (
  ticketId: string,
  isNote: boolean,
  put: (option: Option, length: number) => void,
): Suggest => {
  const id = useId();
  const [typed, setTyped] = useState<Typed>();
  const [active, setActive] = useState(0);
  /** The word that was closed by Escape: it stays closed while it grows. */
  const [closed, setClosed] = useState<Typed>();
  const options =
    typed && !(closed && typed.sign === closed.sign && typed.word.startsWith(closed.word))
      ? search(typed)
      : [];
  const pick = (option: Option): void => {
    setTyped(undefined);
    put(option, (typed?.word.length ?? 0) + 1);
  };
  const look = (before: string): void => {
    const [, sign, word = ''] = WORD.exec(before.slice(-READ)) ?? [];
    if (sign === undefined || (sign === '@' && !isNote)) {
      setTyped(undefined);
      setClosed(undefined);
      return;
    }
    if (sign !== '@') readTemplates(ticketId);
    if (typed?.word !== word) setActive(0);
    setTyped({ sign, word });
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const { length } = options;
    if (length === 0 || event.isComposing || event.ctrlKey || event.metaKey) return false;
    const option = options[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % length);
    else if (event.key === 'ArrowUp') setActive((active + length - 1) % length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && option) pick(option);
    else if (event.key === 'Escape') setClosed(typed);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const label = say(typed?.sign === '@' ? 'composer.people' : 'composer.templates');
  const list: Suggestions | undefined =
    options.length > 0 ? { id, label, options, active, setActive, pick } : undefined;
  return { list, look, onKey, close: () => setTyped(undefined) };
};
