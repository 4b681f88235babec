/** Invalid scripts: the error names the line and the problem. */
import { describe, expect, test } from 'vitest';

import { readScript } from './read-script.ts';

const wrong: readonly (readonly [string, string, string])[] = [
  ['is no JSON', '{\n  "turns": [\n}', 'line 3: This is not JSON: a value is expected.'],
  ['is empty', '', 'line 1: This is not JSON: unexpected end.'],
  ['has no turns', '{}', 'line 1: The script needs "turns".'],
  [
    'has an unknown name',
    '{\n  "turns": [],\n  "lop": true\n}',
    'line 3: "lop" is not allowed here; allowed are name, session, refuse, loop, turns.',
  ],
  ['has a turn without steps', '{ "turns": [\n  {}\n] }', 'line 2: "turns.0" needs "steps".'],
  [
    'has a step with two names',
    '{ "turns": [{ "steps": [\n  { "text": "a", "delay": 1 }\n] }] }',
    'line 2: "turns.0.steps.0" must have exactly one field, the name of the step.',
  ],
  [
    'has a step that does not exist',
    '{ "turns": [{ "steps": [\n  { "txt": "a" }\n] }] }',
    'line 2: "turns.0.steps.0.txt" is not a step; the steps are text, thought, content, newMessage, toolCall, terminal, permission,',
  ],
  [
    'has a step of the wrong kind',
    '{ "turns": [{ "steps": [\n\n  { "delay": "soon" }\n] }] }',
    'line 3: "turns.0.steps.0.delay" must be a whole number from 0 to 3600000.',
  ],
  [
    'has a tool call without an id',
    '{ "turns": [{ "steps": [{ "toolCall": { "title": "Read" } }] }] }',
    'line 1: "turns.0.steps.0.toolCall" needs "id".',
  ],
  [
    'has a branch for an answer that was not offered',
    '{ "turns": [{ "steps": [{ "permission": { "title": "May I?", "cases": {\n  "maybe": [] } } }] }] }',
    'line 2: "turns.0.steps.0.permission.cases.maybe" is not allowed here; allowed are allow_once, allow_always, reject_once, cancelled, else.',
  ],
  [
    'has a mistake inside of a branch',
    '{ "turns": [{ "steps": [{ "permission": { "title": "May I?", "cases": { "else": [\n  { "stop": "now" } ] } } }] }] }',
    'line 2: "turns.0.steps.0.permission.cases.else.0.stop" must be one of end_turn, max_tokens,',
  ],
  [
    'asks in two ways at once',
    '{ "turns": [{ "steps": [{ "elicit": { "message": "?", "form": {}, "url": "https://a.example" } }] }] }',
    'needs either "form" or "url".',
  ],
  [
    'has a tool call of an unknown kind',
    '{ "turns": [{ "steps": [{ "toolCall": { "id": "a",\n  "kind": "dig" } }] }] }',
    'line 2: "turns.0.steps.0.toolCall.kind" must be one of read, edit,',
  ],
  [
    'has content that the protocol does not have',
    '{ "turns": [{ "steps": [{ "content": { "type": "text" } }] }] }',
    'line 1: "turns.0.steps.0.content" is malformed',
  ],
];

describe('a script', () => {
  test.each(wrong)('that %s is refused with its line', (_, text, sentence) => {
    expect(() => readScript(text, 'garden.json')).toThrow(
      `garden.json, ${sentence.startsWith('line') ? '' : 'line 1: '}`,
    );
    expect(() => readScript(text, 'garden.json')).toThrow(sentence);
  });

  test('may have texts of any length, and as many values and lines as it likes', () => {
    const long = 'a"\\\n'.repeat(1_300_000);
    const steps = Array.from({ length: 20_000 }, () => ({ text: 'a' }));
    const text = JSON.stringify({ name: long, turns: [{ steps }] }, undefined, 1);
    expect(readScript(text, 'garden.json').name === long).toBe(true);
    expect(() => readScript(`${text.slice(0, -1)},\n"x": 1 }`, 'garden.json')).toThrow(
      `line ${text.split('\n').length + 1}: "x" is not allowed here`,
    );
    expect(() => readScript(`{ "name": "${'a'.repeat(9_000_000)}`, 'garden.json')).toThrow('a string does not end');
    expect(() => readScript(`/*${'a'.repeat(9_000_000)}*/ { "turns": [], }`, 'garden.json')).not.toThrow();
  });

  test('may have comments and commas at the end, and texts that look like them', () => {
    const text =
      '// a garden\n{ "name": "a // b /* c */ ,]", /* many\nlines */ "turns": [ { "steps": [], }, ], // end\n}';
    expect(readScript(text, 'garden.jsonc')).toMatchObject({ name: 'a // b /* c */ ,]', isLoop: false });
    expect(() => readScript(`${text.slice(0, -1)}"x": 1 }`, 'garden.jsonc')).toThrow('line 4');
  });
});
