import { createLexicalAi, wordsIn } from '@parley/ai';
import {
  accessibilityProblems,
  describeWith,
  eventually,
  type ModelServer,
  startModelServer,
} from '@parley/testing';
import { ok } from './support/api';
import type { Document } from './support/engagement';
import { type InboxWorld, startOwnInboxWorld } from './support/inbox-world';

const GERMAN = 'Wann kommt mein Paket? Ich warte schon seit zwei Wochen.';

describeWith('chromium')('translations in the inbox', () => {
  let model: ModelServer;
  let world: InboxWorld;
  beforeAll(async () => {
    model = await startModelServer({ embed: createLexicalAi().embed, wordsIn });
    world = await startOwnInboxWorld({
      AI_BASE_URL: model.url,
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
  });
  afterAll(async () => {
    await world.stop();
    await model.close();
  });

  it('show in place of a message, marked as such, and of a reply before a person sends it', async () => {
    model.interfere((response, { path, body }) => {
      if (!path.endsWith('/chat/completions')) return false;
      const [system] = body['messages'] as { content: string }[];
      const content = system?.content.includes('into English')
        ? 'When does my parcel come? <b>I wait.</b>'
        : 'Es kommt morgen.';
      const choices = [{ index: 0, message: { role: 'assistant', content } }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices }));
      return true;
    });
    const team = await world.team();
    const { id } = await team.write('Uwe Stern', GERMAN);
    const { page, conversation, message, openRow, complaints, context } = await world.open(team.founder);
    await openRow('Uwe Stern');

    await message(GERMAN).getByRole('button', { name: 'Translate' }).click();
    // What looks like markup stays text.
    const translated = message('When does my parcel come? <b>I wait.</b>');
    await translated.getByText('Translated from German by a language model.').waitFor();
    expect(await message(GERMAN).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await translated.getByRole('button', { name: 'Show original' }).click();
    await message(GERMAN).waitFor();

    const reply = conversation.getByRole('textbox', { name: 'Reply' });
    await reply.fill('It comes tomorrow.');
    await conversation.getByRole('button', { name: 'Translate the reply' }).click();
    await page.getByRole('option', { name: 'The language of the contact' }).click();
    const card = conversation.getByRole('region', { name: 'Translation: German' });
    await card.getByText('Es kommt morgen.').waitFor();
    expect(await reply.inputValue()).toBe('It comes tomorrow.');
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.getByRole('button', { name: 'Replace the reply' }).click();
    await eventually(async () => expect(await reply.inputValue()).toBe('Es kommt morgen.'));
    await reply.press('Control+Enter');
    await eventually(async () => {
      const messages = ok(
        await team.founder.api.call('GET', `/messages?ticket=${id}&sort=index`),
      ) as Document[];
      expect(messages.map(({ plainContent }) => plainContent)).toEqual([GERMAN, 'Es kommt morgen.']);
    });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
