export {
  acceptedLanguages,
  findAccepted,
  languageKey,
  languagesWithText,
  listedAs,
  chooseReadable,
  type ReadingOrder,
  readText,
  sharesScript,
} from './languages';
export {
  changeLocalised,
  isBare,
  type Localised,
  type LocalisedChange,
  mapLocalised,
  MAX_LANGUAGES,
  mergeLocalised,
  namesNoLanguage,
  readLocalised,
  textReader,
  type ValueReader,
} from './localised';
