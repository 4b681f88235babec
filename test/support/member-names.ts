/** Names that every object inherits something for; as kinds, ids and keys they are strings like any other. */
export const memberNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'] as const;
