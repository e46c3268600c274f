import { createHash } from 'node:crypto';
import { CATALOGUE_VERSION, models, pickers, runtimeDefaults } from './catalogue';
import { efforts, providers } from './catalogue-entry';
import { getModelCatalogue } from './get-catalogue';

const byId = new Map(models.map((model) => [model.id, model]));

describe('the model catalogue', () => {
  test('ids are unique', () => {
    expect(byId.size).toBe(models.length);
  });

  test.each(models.map((model) => [model.id, model] as const))(
    '%s keeps the rules of its fields',
    (_id, model) => {
      expect(providers).toContain(model.provider);
      expect(model.displayName.trim()).not.toBe('');
      for (const cost of Object.values(model.costPerMillionTokens)) expect(cost).toBeGreaterThanOrEqual(0);
      expect(Object.keys(model.capabilities).sort()).toEqual([
        'chat',
        'reasoning',
        'streaming',
        'tools',
        'transcription',
        'vision',
      ]);
      for (const effort of model.supportedEfforts ?? []) expect(efforts).toContain(effort);
      if (model.defaultEffort !== undefined) expect(model.supportedEfforts).toContain(model.defaultEffort);
    },
  );

  test('pickers offer models that can do it, none is empty, and each default is in its picker', () => {
    const can = {
      agent: ['chat', 'tools'],
      codeCloud: ['chat'],
      codeRuntime: ['chat'],
      transcription: ['transcription'],
    } as const;
    for (const [use, ids] of Object.entries(pickers) as [keyof typeof pickers, readonly string[]][]) {
      expect(ids.length).toBeGreaterThan(0);
      expect(ids).toContain(runtimeDefaults[use]);
      for (const id of ids)
        for (const capability of can[use])
          expect({ id, can: byId.get(id)?.capabilities[capability] }).toEqual({ id, can: true });
    }
  });

  test('answers no other field than those of the contract: no route, endpoint or name of a key', () => {
    const { models: answered } = getModelCatalogue();
    const known = [
      'id',
      'displayName',
      'shortLabel',
      'provider',
      'contextWindow',
      'costPerMillionTokens',
      'capabilities',
      'supportedEfforts',
      'defaultEffort',
    ];
    for (const model of answered ?? [])
      expect(Object.keys(model).filter((key) => !known.includes(key))).toEqual([]);
    expect(JSON.stringify(getModelCatalogue())).not.toMatch(/API_KEY|route|chat-completions/);
  });

  test('its version rises with each change of its data', () => {
    const data = createHash('sha256')
      .update(JSON.stringify({ models, pickers, runtimeDefaults }))
      .digest('hex');
    expect({ version: CATALOGUE_VERSION, data: data.slice(0, 16) }).toEqual({
      version: 1,
      data: '5c934858bff17f17',
    });
  });
});
