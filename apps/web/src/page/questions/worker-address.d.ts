declare module '*?worker&url' {
  /** The address of the built worker. */
  const address: string;
  export default address;
}
