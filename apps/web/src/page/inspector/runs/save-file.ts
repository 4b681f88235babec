/** Saves a text, or its parts, as a file, by the browser's own download. */
export function saveFile(name: string, text: string | readonly string[]): void {
  const address = URL.createObjectURL(
    new Blob(typeof text === 'string' ? [text] : [...text], { type: 'application/octet-stream' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(/[^\w.-]/gu, '-');
  link.click();
  URL.revokeObjectURL(address);
}
