/** The journal of a measured hub: `file.db`, or `postgres://…#schema`. */
export async function openJournal(database) {
  if (!database.startsWith('postgres')) return (await import('@acp-stack/journal')).sqliteJournal(database);
  const [url, schema] = database.split('#');
  return (await import('@acp-stack/journal/postgres')).postgresJournal(url, { schema });
}
