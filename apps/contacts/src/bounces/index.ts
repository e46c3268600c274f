export { type MailNews, noteMailNews } from './note-mail-news';
