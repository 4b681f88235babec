/** A storage of a browser in memory, which can be full. */
export function memoryStorage(maxCharacters: number = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > maxCharacters) throw new DOMException('The storage is full.', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
    clear: () => {
      items.clear();
    },
  };
}
