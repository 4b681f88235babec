/** A file as text: the bundler reads it. */
declare module '*?raw' {
  const text: string;
  export default text;
}
