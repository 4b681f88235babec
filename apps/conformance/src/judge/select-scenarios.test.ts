import { describe, expect, test } from 'vitest';

import { selectScenarios } from './select-scenarios.ts';

const scenarios = [
  { name: 'prompt/one', decides: ['LIFE-02', 'LIFE-03'] },
  { name: 'prompt/two', decides: ['LIFE-04'] },
  { name: 'files/one', decides: ['FS-01', 'LIFE-03'] },
];

const chosen = (choice: Parameters<typeof selectScenarios>[1]): unknown => {
  const { scenarios: names, rules } = selectScenarios(scenarios, choice);
  return { names: names.map(({ name }) => name), rules: rules === undefined ? undefined : [...rules] };
};

describe('a choice of scenarios', () => {
  test('is everything without words', () => {
    expect(chosen({})).toEqual({ names: ['prompt/one', 'prompt/two', 'files/one'], rules: undefined });
  });

  test('takes scenarios, areas and rules', () => {
    expect(chosen({ only: ['prompt/two'] })).toEqual({ names: ['prompt/two'], rules: ['LIFE-04'] });
    expect(chosen({ only: ['prompt'] })).toEqual({
      names: ['prompt/one', 'prompt/two'],
      rules: ['LIFE-02', 'LIFE-03', 'LIFE-04'],
    });
    expect(chosen({ only: ['life-03'] })).toEqual({ names: ['prompt/one', 'files/one'], rules: ['LIFE-03'] });
  });

  test('leaves out what is skipped', () => {
    expect(chosen({ skip: ['prompt'] })).toEqual({ names: ['files/one'], rules: ['FS-01', 'LIFE-03'] });
    expect(chosen({ only: ['prompt'], skip: ['LIFE-04', 'LIFE-02'] })).toEqual({
      names: ['prompt/one'],
      rules: ['LIFE-03'],
    });
  });

  test('of scenarios or areas is also about what else they find broken', () => {
    const alsoAbout = (choice: Parameters<typeof selectScenarios>[1], rule: string): boolean =>
      selectScenarios(scenarios, choice).ifBroken.has(rule);
    expect(alsoAbout({ only: ['prompt/two'] }, 'STDIO-02')).toBe(true);
    expect(alsoAbout({ only: ['prompt'], skip: ['life-02'] }, 'LIFE-02')).toBe(false);
    expect(alsoAbout({ only: ['LIFE-03'] }, 'STDIO-02')).toBe(false);
  });

  test('refuses a word that is nothing, and a rule that no scenario decides', () => {
    expect(() => chosen({ only: ['promt'] })).toThrow('unknown scenario, area or rule promt; --list prints them');
    expect(() => chosen({ skip: ['GEN-01'] })).toThrow('no scenario decides the rule GEN-01');
  });
});
