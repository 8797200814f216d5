/** Vite returns the text of a file whose name ends so. */
declare module '*?raw' {
  const text: string;
  export default text;
}
