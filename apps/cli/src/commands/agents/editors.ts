/** The editors and clients whose agents can be imported. */
export const editors = ['zed', 'jetbrains', 'acpx'] as const;

export type Editor = (typeof editors)[number];
