// @vitest-environment happy-dom
/** The panel of questions with questions that wait, without a connection. */
import type { PermissionQuestion, SessionStore, SettledQuestion } from '@acp-stack/react';
import { emptyTranscript } from '@acp-stack/transcript';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { quietTime } from './question-keys.ts';
import { Questions } from './questions.tsx';

const options = [
  { optionId: 'yes', name: 'Do it', kind: 'allow_once' },
  { optionId: 'no', name: 'Leave it', kind: 'reject_once' },
];

interface Scene {
  readonly session: SessionStore;
  readonly answers: string[];
  readonly ask: (...titles: string[]) => void;
  readonly settle: (...settled: readonly SettledQuestion[]) => void;
}

/** A session whose questions are set by the test. */
function scene(): Scene {
  const answers: string[] = [];
  const listeners = new Set<() => void>();
  let permissions: readonly PermissionQuestion[] = [];
  let settled: readonly SettledQuestion[] = [];
  const state = { hub: {}, status: 'open' };
  const transcript = emptyTranscript();
  const none: readonly never[] = [];
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const session = {
    subscribe,
    snapshot: () => state,
    subscribeQuestions: subscribe,
    subscribeTranscript: subscribe,
    transcript: () => transcript,
    questions: { permissions: () => permissions, elicitations: () => none, settled: () => settled },
  } as unknown as SessionStore;
  const question = (title: string): PermissionQuestion =>
    ({
      id: title,
      request: { sessionId: 's1', title, options },
      isIncomplete: false,
      answer: (optionId: string) => {
        answers.push(`${title} ${optionId}`);
        permissions = permissions.filter(({ id }) => id !== title);
        tell();
      },
      cancel: () => undefined,
    }) as unknown as PermissionQuestion;
  return {
    session,
    answers,
    ask: (...titles) => {
      permissions = titles.map(question);
      tell();
    },
    settle: (...questions) => {
      settled = questions;
      tell();
    },
  };
}

let root: Root;
let now = 0;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  document.body.replaceChildren(document.createElement('main'), document.createElement('textarea'));
  root = createRoot(document.querySelector('main') as HTMLElement);
});
afterEach(() => {
  act(() => {
    root.unmount();
  });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const panel = (): HTMLElement | null => document.querySelector('[role="group"]');
const press = (key: string): void => {
  act(() => {
    panel()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
};

test('several questions are asked one after the other, with a count, and each has a quiet time of its own', () => {
  const { session, answers, ask } = scene();
  act(() => {
    root.render(<Questions session={session} />);
  });
  expect(panel()).toBeNull();
  act(() => {
    ask('First?', 'Second?');
  });
  expect(panel()?.textContent).toContain('1 of 2 questions');
  expect(document.activeElement).toBe(panel());
  press('y');
  expect(answers).toEqual([]);
  now += quietTime;
  press('y');
  expect(answers).toEqual(['First? yes']);
  // The same key, pressed again at once, does not answer the next question.
  press('y');
  expect(answers).toEqual(['First? yes']);
  expect(panel()?.querySelector('h2')?.textContent).toBe('Second?');
  now += quietTime;
  for (const key of ['Escape', 'Enter', ' ']) press(key);
  expect(answers).toEqual(['First? yes']);
  press('n');
  expect(answers).toEqual(['First? yes', 'Second? no']);
  expect(panel()).toBeNull();
});

test('the focus does not move away from a text that is being written', () => {
  const { session, ask } = scene();
  const input = document.querySelector('textarea') as HTMLTextAreaElement;
  input.value = 'I am wri';
  input.focus();
  act(() => {
    root.render(<Questions session={session} />);
    ask('First?');
  });
  expect(document.activeElement).toBe(input);
  expect(panel()?.querySelector('[role="alert"]')?.textContent).toBe('The agent asks: First?');
});

test('a question that was answered elsewhere is told', () => {
  const { session, settle } = scene();
  act(() => {
    root.render(<Questions session={session} />);
  });
  const request = { sessionId: 's1', title: 'First?', options };
  act(() => {
    settle({ id: 'q', kind: 'permission', request, reason: 'elsewhere', answer: 'yes', by: undefined } as never);
  });
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Answered in another window: Do it (First?)');
});
