/** Names that contacts are made of; every combination is that of many people. */
export const firstNames =
  'Ada Bela Carla Dario Edda Farid Greta Hanno Ines Jonas Kaja Liam Mira Nuri Olga Pablo Quinn Rosa Sven Tilda'.split(
    ' ',
  );
export const lastNames =
  'Lovelace Marchetti Nakamura Oduya Petrov Quispe Rasmussen Schuster Takahashi Ulrich Vasquez Wozniak Xiang Yilmaz Zeller Abbot Brandt Castillo Dubois Eriksen Fontana Gruber Hidalgo Ivanov Jansen'.split(
    ' ',
  );

/** Companies that contacts belong to. */
export const COMPANIES = 1_000;

/** Every so manieth contact is a guest without a user id. */
const GUESTS = 5;

/** Whether the contact number `n` of the seed has the user id `user-<n>`. */
export const isUser = (n: number): boolean => n % GUESTS > 0;

const pickFirstName = (n: number): string => firstNames[n % firstNames.length] ?? '';
const pickLastName = (n: number): string =>
  lastNames[Math.floor(n / firstNames.length) % lastNames.length] ?? '';

/** The name of the contact number `n`. */
export const makeName = (n: number): string => `${pickFirstName(n)} ${pickLastName(n)}`;

/** The address of the contact number `n`. */
export const makeEmail = (n: number): string =>
  `${pickFirstName(n)}.${pickLastName(n)}.${n}@example.com`.toLowerCase();

/** The same fields in SQL, over a number `n` and the lists of names as the parameters `first` and `last`. */
export const fieldsSql = (first: string, last: string): string => {
  const part = (list: string, index: string, length: number): string =>
    `(${list}::text[])[1 + ${index} % ${length}]`;
  const firstName = part(first, 'n', firstNames.length);
  const lastName = part(last, `(n / ${firstNames.length})`, lastNames.length);
  return `SELECT ${firstName} || ' ' || ${lastName} AS name,
                 lower(${firstName} || '.' || ${lastName} || '.' || n || '@example.com') AS email,
                 CASE WHEN n % ${GUESTS} > 0 THEN 'user-' || n END AS user_id,
                 'company-' || n % ${COMPANIES} AS company_id, 'Company ' || n % ${COMPANIES} AS company_name,
                 '+49 30 ' || n AS phone`;
};
