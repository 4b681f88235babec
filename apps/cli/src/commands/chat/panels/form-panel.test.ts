import { readForm, type FormValues } from '@acp-stack/workspace/client';
import { expect, test } from 'vitest';

import { KeyReader } from '../../../tui/key.ts';
import { textOfLine } from '../../../tui/styled-line.ts';
import { FormPanel, type FormPanelOptions } from './form-panel.ts';

/** A form with one field, and its answers. */
function formOf(options: Partial<FormPanelOptions> = {}): {
  readonly panel: FormPanel;
  readonly answers: (FormValues | string)[];
  readonly press: (keys: string) => void;
  readonly shown: () => string;
} {
  const answers: (FormValues | string)[] = [];
  const form = readForm({
    mode: 'form',
    sessionId: 's',
    message: 'Which rose?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
  });
  const panel = new FormPanel({
    form,
    values: {},
    problems: [],
    done: (answer) => answers.push(answer),
    redraw: () => undefined,
    ...options,
  });
  return {
    panel,
    answers,
    press: (keys) => {
      for (const key of new KeyReader().read(keys)) panel.press(key);
    },
    shown: () => panel.draw({ width: 80, rows: 20 }).lines.map(textOfLine).join('\n'),
  };
}

test('keys that come with the form do not fill it in or send it', () => {
  let isQuiet = false;
  const { press, shown, answers } = formOf({ counts: () => isQuiet });
  expect(shown()).not.toContain('Enter continues');
  press('git push\r');
  expect(answers).toEqual([]);
  expect(shown()).not.toContain('push');
  isQuiet = true;
  expect(shown()).toContain('Enter continues');
  isQuiet = false;
  press('Ann\r');
  expect(answers).toEqual([{ name: 'Ann' }]);
});

test('a form can be declined at once, and one that the user has opened takes keys at once', () => {
  const asked = formOf({ counts: () => false });
  asked.press('\u000e');
  expect(asked.answers).toEqual(['decline']);
  const own = formOf();
  own.press('Ann\r');
  expect(own.answers).toEqual([{ name: 'Ann' }]);
});
