/**
 * The versions of what others made that the templates were tested with; a test compares them with those of this
 * repository.
 */
export const dependencyVersions: ReadonlyMap<string, string> = new Map([
  ['@modelcontextprotocol/client', '2.4.0'],
  ['@types/node', '20.19.43'],
  ['@types/react', '19.3.0'],
  ['@types/react-dom', '19.3.0'],
  ['happy-dom', '21.0.4'],
  ['react', '19.3.1'],
  ['react-dom', '19.3.1'],
  ['typescript', '7.0.2'],
  ['vite', '8.3.8'],
]);
