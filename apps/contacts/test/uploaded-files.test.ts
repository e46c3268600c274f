import { fileKey } from '@parley/files';
import { eventually } from '@parley/testing';
import { createUploadForgetter } from '../src/widget/forget-uploads';
import { startContacts, type TestContacts, type TestProject } from './support/contacts';
import { byKey, bySession, proven, requireSession } from './support/widget';

let service: TestContacts;
let project: TestProject;
/** Milliseconds that the clock of the service is ahead. */
let ahead = 0;

beforeAll(async () => {
  service = await startContacts();
});
afterAll(() => service.stop());
beforeEach(() => {
  project = service.project();
  ahead = 0;
});

const guest = async () => requireSession(await service.widget.startSession({ device: {} }, byKey(project)));
/** Says that a contact uploaded a file; answers it as `<project>/<id>`. */
const upload = async (svcId: string): Promise<string> => {
  const uploadedFile = fileKey(project.id, 'a.txt');
  await service.directory.checkWriter({ svcId, uploadedFile }, project.as('admin'));
  return uploadedFile.slice(0, uploadedFile.lastIndexOf('/'));
};
const named = async (file: string): Promise<boolean> =>
  (await service.db.query('SELECT FROM uploaded_file WHERE file = $1', [`${file}/`])).length > 0;
const released = async (file: string): Promise<boolean> =>
  (await service.db.query('SELECT FROM released_file WHERE file = $1', [file])).length > 0;

describe('a file that a contact uploaded', () => {
  it('is named until the contact is deleted', async () => {
    const session = await guest();
    const file = await upload(session.svcId);
    expect([await named(file), await released(file)]).toEqual([true, false]);
    await service.contacts.deleteContact({ sessionId: session.id }, project.as('admin'));
    await eventually(async () => expect([await named(file), await released(file)]).toEqual([false, true]));
  });

  it('is named for 24 hours', async () => {
    const file = await upload((await guest()).svcId);
    const forget = createUploadForgetter({ db: service.db, clock: () => new Date(Date.now() + ahead) });
    const look = () => forget.handle({}, undefined as never);
    ahead = 24 * 3_600_000 - 60_000;
    await look();
    expect(await named(file)).toBe(true);
    ahead = 24 * 3_600_000 + 1_000;
    await look();
    expect([await named(file), await released(file)]).toEqual([false, true]);
  });

  it('goes over to the contact that a guest turns out to be', async () => {
    const session = await guest();
    const file = await upload(session.svcId);
    await service.contacts.createContact({ contact: { userId: 'known' } }, project.as('admin'));
    const known = requireSession(
      await service.widget.identifySession(proven(project, 'known'), bySession(project, session)),
    );
    expect(known.id).not.toBe(session.id);
    expect([await named(file), await released(file)]).toEqual([true, false]);
    await service.contacts.deleteContact({ sessionId: known.id }, project.as('admin'));
    await eventually(async () => expect(await released(file)).toBe(true));
  });

  it('is named no more by a contact that is deleted while files of it arrive', async () => {
    const session = await guest();
    const keys = Array.from({ length: 20 }, (_, index) => fileKey(project.id, `${index}.txt`));
    const arrive = (uploadedFile: string) =>
      service.directory.checkWriter({ svcId: session.svcId, uploadedFile }, project.as('admin'));
    await Promise.allSettled([
      ...keys.slice(0, 10).map(arrive),
      service.contacts.deleteContact({ sessionId: session.id }, project.as('admin')),
      ...keys.slice(10).map(arrive),
    ]);
    const files = keys.map((key) => key.slice(0, key.lastIndexOf('/')));
    await eventually(async () => {
      const rows = await service.db.query<{ file: string }>(
        'SELECT DISTINCT file FROM released_file WHERE file = ANY ($1) ORDER BY file',
        [files],
      );
      expect(rows.map(({ file }) => file)).toEqual(files.toSorted());
    });
    expect(await Promise.all(files.map(named))).toEqual(files.map(() => false));
  });

  it('is released at once when the contact is gone by then, or blocked', async () => {
    const session = await guest();
    await service.contacts.updateContact(
      { sessionId: session.id, contact: { blocked: true } },
      project.as('admin'),
    );
    const uploadedFile = fileKey(project.id, 'a.txt');
    for (const svcId of [session.svcId, 'nobody'])
      await expect(
        service.directory.checkWriter({ svcId, uploadedFile }, project.as('admin')),
      ).rejects.toThrow();
    const file = uploadedFile.slice(0, uploadedFile.lastIndexOf('/'));
    expect([await named(file), await released(file)]).toEqual([false, true]);
  });
});
