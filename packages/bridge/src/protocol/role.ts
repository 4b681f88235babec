/** The two sides of a connection. */
export type Role = 'client' | 'agent';

export const otherRole = (role: Role): Role => (role === 'client' ? 'agent' : 'client');
