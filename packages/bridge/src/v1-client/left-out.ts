/** Stands where output was dropped to keep within limits. */
export const leftOut = '[Earlier output was left out.]';
