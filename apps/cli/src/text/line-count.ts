/** Returns a number of lines in words, such as `1 line` or `3 more lines`. */
export const lineCount = (count: number, which?: 'more' | 'earlier'): string =>
  `${count} ${which === undefined ? '' : `${which} `}${count === 1 ? 'line' : 'lines'}`;
