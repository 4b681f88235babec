/** The names of keys, as they are written on the keyboard of this machine. */

const isMac = (): boolean => /Mac|iPhone|iPad/u.test(globalThis.navigator?.platform ?? '');

const mac: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↵',
  Escape: 'esc',
  ArrowUp: '↑',
};
const others: Readonly<Record<string, string>> = { Mod: 'Ctrl', Escape: 'Esc', ArrowUp: 'Up' };

/** The names of the keys of a combination such as `Mod+Shift+K`. */
export function keyNames(keys: string, onMac = isMac()): readonly string[] {
  const names = onMac ? mac : others;
  return keys.split('+').map((key) => names[key] ?? key);
}

/** Whether an event is the combination; `Mod` is Command on a Mac and Control elsewhere. */
export function isPressed(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
  keys: string,
  onMac = isMac(),
): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const wantsMod = parts.includes('Mod');
  const mod = onMac ? event.metaKey : event.ctrlKey;
  const other = onMac ? event.ctrlKey : event.metaKey;
  if (mod !== wantsMod || other || event.altKey !== parts.includes('Alt')) return false;
  // A character such as `?` says itself whether Shift is held.
  const isCharacter = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  if (!isCharacter && event.shiftKey !== parts.includes('Shift')) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}
