/** The field for a message: it grows with its text, completes commands and files, and knows the sent messages. */
import type { SessionStore } from '@acp-stack/react';
import type { AvailableCommand } from '@acp-stack/sdk';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

import { isPressed } from '../ui/key-names.ts';
import { completed } from './completion.ts';
import { CompletionList, suggestionId } from './completion-list.tsx';
import { registerInput } from './composer-focus.ts';
import type { ComposerModel } from './composer-model.ts';
import { useCompletion, type FindFiles } from './use-completion.ts';

export interface MessageInputProps {
  readonly session: SessionStore;
  readonly model: ComposerModel;
  readonly text: string;
  readonly placeholder: string;
  readonly isReadOnly: boolean;
  readonly commands: readonly AvailableCommand[];
  readonly findFiles: FindFiles;
  /** The id of the sentence below the input. */
  readonly noteId: string;
  readonly send: (mode: 'queue' | 'steer') => void;
  /** Undefined while the agent does not work. */
  readonly stop: (() => void) | undefined;
  /** Takes files and addresses; returns whether there were any. */
  readonly takeData: (data: DataTransfer | null) => boolean;
}

export function MessageInput(props: MessageInputProps): ReactNode {
  const { session, model, text, isReadOnly, commands, findFiles } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(text.length);
  // Where the cursor belongs after the text was replaced by a program.
  const place = useRef<number | undefined>(undefined);
  const completion = useCompletion({ text, cursor }, { commands, findFiles });
  const listId = useId();

  useEffect(() => (input.current === null ? undefined : registerInput(session, input.current)), [session]);
  useEffect(() => {
    // On a phone, the focus would open the keyboard.
    const hasKeyboard = globalThis.matchMedia('(pointer: fine)').matches;
    if (hasKeyboard && document.activeElement === document.body && !isReadOnly) input.current?.focus();
  }, [session, isReadOnly]);
  useLayoutEffect(() => {
    if (input.current === null) return;
    fitHeight(input.current);
    if (place.current !== undefined) input.current.setSelectionRange(place.current, place.current);
    place.current = undefined;
  }, [text]);
  useEffect(() => (input.current === null ? undefined : followWidth(input.current)), []);

  const take = (index: number): void => {
    const suggestion = completion?.suggestions[index];
    if (completion === undefined || suggestion === undefined) return;
    const next = completed(text, { start: completion.what.start, end: cursor }, suggestion.insert);
    place.current = next.cursor;
    setCursor(next.cursor);
    model.write(next.text, suggestion.mention);
  };
  const walk = (direction: 1 | -1): boolean => {
    if (!model.walk(direction)) return false;
    const { length } = model.snapshot().draft.text;
    place.current = length;
    setCursor(length);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // While an input method composes a word, its keys are not for the page.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const isTaken =
      (completion !== undefined && completionKey(event, completion, take)) ||
      messageKey(event, { ...props, walk }, event.currentTarget);
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const { clipboardData: data } = event;
    // Office programs copy a picture of a text together with the text.
    if (data.files.length > 0 && data.getData('text/plain') === '' && props.takeData(data)) event.preventDefault();
  };
  const followCursor = (): void => {
    setCursor(input.current?.selectionStart ?? 0);
  };
  return (
    <>
      {completion === undefined ? undefined : <CompletionList id={listId} completion={completion} take={take} />}
      <textarea
        ref={input}
        dir="auto"
        rows={1}
        value={text}
        readOnly={isReadOnly}
        placeholder={props.placeholder}
        aria-label={props.placeholder}
        aria-describedby={props.noteId}
        aria-autocomplete="list"
        enterKeyHint="send"
        {...(completion === undefined
          ? {}
          : { 'aria-controls': listId, 'aria-activedescendant': suggestionId(listId, completion.selected) })}
        className="block max-h-[40dvh] min-h-11 w-full resize-none overflow-y-auto bg-transparent px-4 pt-3 pb-1 outline-none! placeholder:text-muted"
        onChange={(event) => {
          setCursor(event.currentTarget.selectionStart);
          model.write(event.currentTarget.value);
        }}
        onSelect={followCursor}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => completion?.close()}
      />
    </>
  );
}

/** Browsers without `field-sizing` need a height for the text. */
function fitHeight(input: HTMLTextAreaElement): void {
  input.style.height = 'auto';
  input.style.height = `${input.scrollHeight}px`;
}

/** Fits the height again when the width changes, as on a phone that is turned; returns how to stop it. */
function followWidth(input: HTMLTextAreaElement): () => void {
  let { clientWidth: width } = input;
  const observer = new ResizeObserver(() => {
    if (input.clientWidth === width) return;
    width = input.clientWidth;
    fitHeight(input);
  });
  observer.observe(input);
  return () => {
    observer.disconnect();
  };
}

type Completing = NonNullable<ReturnType<typeof useCompletion>>;

/** Whether a key was for the list of completions. */
function completionKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  { selected, select, close }: Completing,
  take: (index: number) => void,
): boolean {
  if (isPressed(event, 'ArrowDown')) select(selected + 1);
  else if (isPressed(event, 'ArrowUp')) select(selected - 1);
  else if (isPressed(event, 'Enter') || isPressed(event, 'Tab')) take(selected);
  else if (isPressed(event, 'Escape')) close();
  else return false;
  return true;
}

/** Whether a key was for the message. */
function messageKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  { send, stop, walk }: Pick<MessageInputProps, 'send' | 'stop'> & { readonly walk: (direction: 1 | -1) => boolean },
  { value, selectionStart, selectionEnd }: HTMLTextAreaElement,
): boolean {
  if (isPressed(event, 'Enter') || isPressed(event, 'Mod+Enter')) {
    send(isPressed(event, 'Enter') ? 'queue' : 'steer');
    return true;
  }
  if (isPressed(event, 'Escape') && stop !== undefined) {
    stop();
    return true;
  }
  const isOnFirstLine = selectionStart === selectionEnd && !value.slice(0, selectionStart).includes('\n');
  const isOnLastLine = selectionStart === selectionEnd && !value.slice(selectionEnd).includes('\n');
  if (isPressed(event, 'ArrowUp') && isOnFirstLine) return walk(1);
  return isPressed(event, 'ArrowDown') && isOnLastLine && walk(-1);
}
