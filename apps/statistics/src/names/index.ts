export { deleteArticles, keepArticles } from './article.store';
export { type Contacts, createContacts } from './contacts';
export { createDirectory, type Directory, type Named } from './directory';
export { namesOfKeys } from './names-of-keys';
export { findNames, formatName } from './people';
export {
  findOnline,
  findPeople,
  findServices,
  keepPerson,
  keepServices,
  noteSeen,
  type Person,
  refreshPerson,
  removeMember,
  SERVICE_ACCOUNT,
} from './person.store';
export { deleteTeam, keepTeam } from './team.store';
